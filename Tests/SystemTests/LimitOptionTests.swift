import Foundation
import HearthClient
import Support
import Testing

/// The limits of `hearthd serve`, set by options and met over sockets.
@Suite struct LimitOptionTests {
  /// Sends what each argument after the port says, in Python's notation, on a connection of its own; prints the status
  /// of each answer and, after an upgrade, the code of the Close. Connections stay open to the end, `+` in front of
  /// what is sent leaves them without waiting for a Close.
  private static let probe = """
    import socket, sys
    UPGRADE = (b"Host: localhost\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
               b"Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\\r\\n")
    kept, results = [], []
    for argument in sys.argv[2:]:
        one = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=30)
        kept.append(one)
        one.sendall(eval(argument.lstrip("+"), {"UPGRADE": b"GET /v1/socket HTTP/1.1\\r\\n" + UPGRADE, "FIELDS": UPGRADE}))
        answer = one.recv(65536)
        while b"\\r\\n\\r\\n" not in answer:
            answer += one.recv(65536)
        head, frames = answer.split(b"\\r\\n\\r\\n", 1)
        result = head[9:12].decode()
        if result == "101" and argument[0] != "+":
            while True:
                piece = one.recv(65536)
                if not piece:
                    break
                frames += piece
            place = frames.rfind(b"\\x88")
            result += ":" + str(int.from_bytes(frames[place + 2:place + 4], "big"))
        results.append(result)
    print(" ".join(results))
    """

  private func results(_ server: ServerProgram, _ requests: [String]) throws -> [String] {
    let port = server.url.authority.split(separator: ":").last.map(String.init) ?? ""
    let python = try Program(path: "/usr/bin/env", ["python3", "-c", Self.probe, port] + requests)
    #expect(try python.status() == 0)
    return try python.output.all().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test("Limits of heads, frames, addresses and times can be set, and are met at one past them")
  func options() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(
      data: folder.path,
      [
        "--request-line-bytes", "300", "--header-line-bytes", "400", "--headers-bytes", "1000", "--headers-count", "9",
        "--trusted-proxy", "127.0.0.0/8", "--connections-per-address", "2", "--held-bytes", "1000", "--request-seconds", "0.5",
        "--login-seconds", "1.5", "--message-seconds", "0.5", "--fragments", "3", "--message-bytes", "2000", "--frame-bytes", "1024",
        "--control-frame-rate", "1", "--control-frame-burst", "5",
      ])
    // Each comes from another address, but for the last three.
    func from(_ number: Int) -> String { "b'X-Forwarded-For: 203.0.113.\(number)\\r\\n'" }
    let close = "b'\\x88\\x82abcd' + bytes([0x03 ^ ord('a'), 0xE8 ^ ord('b')])"
    let frame = "b'\\x01\\x80abcd' + b'\\x00\\x80abcd'"
    let pairs: [(request: String, result: String)] = [
      ("b'GET /' + b'a' * (300 - 14) + b' HTTP/1.1\\r\\n' + FIELDS + b'\\r\\n'", "404"),
      ("b'GET /' + b'a' * (301 - 14) + b' HTTP/1.1\\r\\n' + FIELDS + b'\\r\\n'", "414"),
      ("+UPGRADE + \(from(1)) + b'X: ' + b'v' * 397 + b'\\r\\n\\r\\n'", "101"),
      ("UPGRADE + \(from(2)) + b'X: ' + b'v' * 398 + b'\\r\\n\\r\\n'", "431"),
      ("UPGRADE + \(from(3)) + (b'X: ' + b'v' * 390 + b'\\r\\n') * 3 + b'\\r\\n'", "431"),
      ("+UPGRADE + \(from(4)) + b'X: v\\r\\n' * 3 + b'\\r\\n'", "101"),
      ("UPGRADE + \(from(5)) + b'X: v\\r\\n' * 4 + b'\\r\\n'", "431"),
      ("UPGRADE + \(from(6)) + b'\\r\\n' + b'\\x00' * 1001", "400"),
      ("b'GET '", "408"),
      ("UPGRADE + \(from(7)) + b'\\r\\n'", "101:4408"),
      ("UPGRADE + \(from(8)) + b'\\r\\n' + b'\\x01'", "101:1008"),
      ("UPGRADE + \(from(9)) + b'\\r\\n' + \(frame) + b'\\x00\\x80abcd' * 2", "101:1008"),
      ("UPGRADE + \(from(10)) + b'\\r\\n' + b'\\x81\\xfe\\x04\\x01abcd'", "101:1009"),
      ("UPGRADE + \(from(11)) + b'\\r\\n' + b'\\x89\\x80abcd' * 5 + \(close)", "101:1000"),
      ("UPGRADE + \(from(13)) + b'\\r\\n' + b'\\x89\\x80abcd' * 6 + \(close)", "101:1008"),
      ("+UPGRADE + \(from(12)) + b'\\r\\n'", "101"), ("+UPGRADE + \(from(12)) + b'\\r\\n'", "101"),
      ("+UPGRADE + \(from(12)) + b'\\r\\n'", "429"),
    ]
    #expect(try results(server, pairs.map(\.request)) == pairs.map(\.result))
  }

  /// Registers, and asks until the first answer that is `rate_limited`, with each further connection of the same
  /// identity as well; prints how many messages were answered otherwise before, on each connection and in order.
  ///
  /// Arguments: URL, connections.
  private static let talker = """
    import asyncio, json, sys
    from websockets.asyncio.client import connect

    async def main(url, connections):
        token, counts = None, []
        for _ in range(connections):
            async with connect(url + "/v1/socket", subprotocols=["hearth.v1.json"]) as socket:
                async def ask(request, body):
                    await socket.send(json.dumps({"request": request, **body}))
                    while True:
                        message = json.loads(await socket.recv())
                        if message.get("request") == request:
                            return message
                if token is None:
                    token = (await ask(1, {"register": {"displayName": "Mira"}}))["registered"]["token"]
                else:
                    await socket.send(json.dumps({"hello": {"token": token}}))
                    await socket.recv()
                taken = 1
                while (await ask(taken + 1, {"listGroups": {}})).get("rejected", {}).get("code") != "rate_limited":
                    taken += 1
                counts.append(taken)
        print(*counts)

    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
    """

  @Test(
    "CM-08, CM-10: as many messages at once as the option says, and not one more",
    arguments: [
      // So slow a refill that none happens during the test. The first message of a connection is its login, which no
      // identity is charged for.
      (["--message-rate", "0.01", "--message-burst", "4", "--identity-message-rate", "1000"], "4 4"),
      (["--identity-message-rate", "0.01", "--identity-message-burst", "3"], "4 1"),
    ])
  func bursts(options: [String], counts: String) throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, options)
    let talker = try Program(path: PythonClient.interpreter(), ["-c", Self.talker, "\(server.url)", "2"])
    #expect(try talker.status() == 0)
    #expect(try talker.output.all() == counts)
  }

  @Test("The process takes 160 connections fewer than the system lets it have descriptors, and one more is 503")
  func fewDescriptors() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--login-seconds", "60", "--loops", "1"], limits: "-n 196")
    #expect(try server.program.errors.next(containing: "fewer connections").contains("connections=36"))
    let found = try results(server, [String](repeating: "+UPGRADE + b'\\r\\n'", count: 38))
    #expect(found == [String](repeating: "101", count: 36) + ["503", "503"])
  }

  @Test("The process asks the system for the descriptors that it needs")
  func raisedDescriptors() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--login-seconds", "60", "--connections-max", "40"], limits: "-S -n 70")
    let found = try results(server, [String](repeating: "+UPGRADE + b'\\r\\n'", count: 41))
    #expect(found == [String](repeating: "101", count: 40) + ["503"])
  }
}
