import Foundation
import HearthLoadKit
import Support
import TestCertificates
import Testing

@testable import CatalogueRunner

/// `hearth-echo` as a process: what it is measured and judged by works before anybody measures.
@Suite struct EchoTests {
  @Test("Messages come back as they were, and the program ends on SIGTERM with somebody connected")
  func echo() throws {
    let server = try EchoProgram()
    let peer = try server.join()
    for text in ["", "tick", String(repeating: "a", count: 65_536)] {
      peer.send(Catalogue.text(text))
      let frame = try peer.frame()
      #expect(frame.opcode == 1 && frame.text == text)
    }
    let bytes = [UInt8](0...255)
    peer.send(Catalogue.frame(2, bytes))
    let frame = try peer.frame()
    #expect(frame.opcode == 2 && frame.payload == bytes)
    #expect(try server.stats().rooms == 0)

    server.program.send(SIGTERM)
    #expect(try server.program.status() == -SIGTERM)
    #expect(try peer.rest() == [])
  }

  @Test("Members of one room on both loops all get each message once, in one order")
  func roomsOnTwoLoops() throws {
    let server = try EchoProgram(["--rooms", "--loops", "2"])
    let members = try (0..<4).map { _ in try server.join("/?room=7") }
    // In the other room a message is only its own.
    let others = try (0..<2).map { _ in try server.join("/?room=8") }
    // Two members and one of the others on each; who asks is one more.
    eventually("members are on both loops") {
      guard let stats = try? server.stats() else { return false }
      return stats.rooms == 2 && stats.peersByLoop.count == 2 && stats.peersByLoop.allSatisfy { $0 >= 3 }
    }

    let spoken = 50
    for number in 0..<spoken {
      for (index, member) in members.enumerated() { member.send(Catalogue.text("\(index):\(number)")) }
    }
    others[0].send(Catalogue.text("elsewhere"))
    let heard = try members.map { member in try (0..<spoken * members.count).map { _ in try member.frame().text } }
    for list in heard { #expect(list == heard[0]) }
    for index in members.indices {
      #expect(heard[0].filter { $0.hasPrefix("\(index):") } == (0..<spoken).map { "\(index):\($0)" })
    }
    for other in others { #expect(try other.frame().text == "elsewhere") }

    // Nothing follows: what a member says next is what everybody hears next.
    members[3].send(Catalogue.text("last"))
    for member in members { #expect(try member.frame().text == "last") }
    for other in others {
      other.send(Catalogue.close(1000))
      try Judgement(other).close(1000)
    }
    eventually("a room that everybody has left is over") { (try? server.stats().rooms) == 1 }
  }

  @Test("Members with compression and without hear the same, each in the form that was agreed; plain, over TLS", arguments: [false, true])
  func compressingRooms(isSecure: Bool) throws {
    let files = try TestCertificates.shared.get().localhost
    let security = isSecure ? ["--tls-cert", files.certificate, "--tls-key", files.key] : []
    let server = try EchoProgram(["--rooms", "--loops", "1", "--deflate"] + security)
    let way = isSecure ? CatalogueCase.Way.secure : .plain
    let plain = try server.join("/?room=1", way)
    let compressing = try server.join("/?room=1", offering: "permessage-deflate", way)
    let narrow = try server.join("/?room=1", offering: "permessage-deflate; server_max_window_bits=9", way)
    #expect(!plain.isCompressed && compressing.isCompressed && narrow.isCompressed)

    // From one without compression: the others' form is much shorter than the text.
    let text = String(repeating: "tick ", count: 200)
    plain.send(Catalogue.text(text))
    #expect(try plain.frame().text == text)
    for peer in [compressing, narrow] {
      #expect(try peer.fill(2))
      let header = peer.take(2)
      #expect(header[0] == 0xC1 && header[1] < 126, "\(header)")
      #expect(try peer.fill(Int(header[1])))
      _ = peer.take(Int(header[1]))
    }

    // From one with compression. `frame` inflates, and only what may be compressed.
    compressing.send(Catalogue.frame(0xC1, DeflateBits.message { $0.fixedBlock(Array(text.utf8)) }))
    narrow.send(Catalogue.text("tock"))
    var heard: Set<[String]> = []
    for peer in [plain, compressing, narrow] { heard.insert(try (0..<2).map { _ in try peer.frame().text }) }
    let order = try #require(heard.first)
    #expect(heard.count == 1 && Set(order) == [text, "tock"])
  }

  @Test("What several rooms say in one turn reaches each of them whole, once and in order, though somebody leaves in the same turn")
  func severalRoomsInOneTurn() throws {
    let server = try EchoProgram(["--rooms", "--deflate"])
    // Room by room in turn, so that what a room's members say does not lie side by side.
    let rooms = 3
    let speakers = try (0..<2 * rooms).map { try server.join("/?room=\($0 % rooms)") }
    let listeners = try (0..<rooms).map { try server.join("/?room=\($0)", offering: "permessage-deflate") }
    let spoken = 20
    func said(_ speaker: Int) -> [String] { (0..<spoken).map { "\(speaker):\($0)" } }

    // What arrives while it stands still is one turn's.
    server.program.send(SIGSTOP)
    eventually("all its threads stand still") { [process = server.program.processID] in
      let threads = KernelFile.names(in: "/proc/\(process)/task") ?? []
      // proc(5): the state follows the name in parentheses.
      return !threads.isEmpty
        && threads.allSatisfy { KernelFile.text("/proc/\(process)/task/\($0)/stat")?.split(separator: ")").last?.hasPrefix(" T") ?? false }
    }
    for (number, speaker) in speakers.enumerated() {
      for text in said(number) { speaker.send(Catalogue.text(text)) }
    }
    speakers[0].send(Catalogue.close(1000))
    server.program.send(SIGCONT)

    for room in 0..<rooms {
      let heard = try [speakers[room + rooms], listeners[room]].map { peer in try (0..<2 * spoken).map { _ in try peer.frame().text } }
      #expect(heard[0] == heard[1])
      for speaker in [room, room + rooms] { #expect(heard[0].filter { $0.hasPrefix("\(speaker):") } == said(speaker)) }
    }
    // Who left has heard its own words, perhaps the other's before them, and nothing behind.
    var own: [String] = []
    while own.count < spoken {
      let text = try speakers[0].frame().text
      if text.hasPrefix("0:") { own.append(text) }
    }
    #expect(own == said(0))
    try Judgement(speakers[0]).close(1000)
    // Nothing is told twice, and nothing is left over for the next turn.
    for number in rooms..<2 * rooms { speakers[number].send(Catalogue.text("last")) }
    for room in 0..<rooms {
      for peer in [speakers[room + rooms], listeners[room]] { #expect(try peer.frame().text == "last") }
    }
  }

  @Test("Over TLS, beside a plain address")
  func secure() throws {
    let files = try TestCertificates.shared.get().localhost
    let server = try EchoProgram(["--tls-cert", files.certificate, "--tls-key", files.key, "--tls-listen", "127.0.0.1:0"])
    let securePort = try EchoProgram.port(server.program)
    let secure = try server.join("/", .secure, port: securePort)
    let plain = try server.join()
    for peer in [secure, plain] {
      peer.send(Catalogue.text("tick"))
      #expect(try peer.frame().text == "tick")
      peer.send(Catalogue.close(1000))
      try Judgement(peer).close(1000)
      try Judgement(peer).end()
    }
    // The secure port answers no plain request.
    let stranger = try server.connect(port: securePort)
    stranger.send(Catalogue.upgrade("/"))
    try Judgement(stranger).alert(nil)

    // With one address it is the secure one.
    let only = try EchoProgram(["--tls-cert", files.certificate, "--tls-key", files.key])
    let peer = try only.join("/", .secure)
    peer.send(Catalogue.text("tick"))
    #expect(try peer.frame().text == "tick")
  }

  @Test("A peer that does not read large messages finds only those and a Close where a frame begins")
  func slowReader() throws {
    let echo = try EchoProgram()
    let peer = try echo.join()
    let message = Catalogue.text(String(repeating: "a", count: 65_536))
    // Far more than the sockets and the queue hold. Once its queue was full nothing more is taken from the peer.
    var sent = 0
    while try echo.stats().slow == 0, sent < 1_000 {
      peer.send(message)
      sent += 1
    }
    #expect(sent < 1_000)
    let received = try peer.rest()
    var rest = received[...]
    let header: [UInt8] = [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]
    while rest.starts(with: header) {
      let payload = rest.dropFirst(header.count).prefix(65_536)
      #expect(payload.allSatisfy { $0 == 0x61 })
      rest = rest.dropFirst(header.count + payload.count)
    }
    #expect(received.count > 65_536)
    let reason = Array("reading too slowly".utf8)
    let close: [UInt8] = [0x88, UInt8(2 + reason.count), 0x0F, 0xA8] + reason
    // Only if the test itself stood still for as long as the server is patient it was cut off, in a message or in a
    // header.
    let isCutOff = try echo.stats().stalled > 0
    #expect(rest.elementsEqual(close) || isCutOff && header.starts(with: rest), "\(rest.prefix(20))")
  }

  @Test("--limits: a product's, and those of conformance suites")
  func limits() throws {
    let product = try EchoProgram()
    let refused = try product.join()
    refused.send(Catalogue.text(String(repeating: "a", count: 65_537)))
    try Judgement(refused).close(1009)
    try Judgement(refused).end()
    #expect(try product.stats().faults == 1)

    let suite = try EchoProgram(["--limits", "suite"])
    let peer = try suite.join()
    let text = String(repeating: "a", count: 1 << 20)
    peer.send(Catalogue.text(text))
    #expect(try peer.frame().text == text)
    // A product stops after 30 pings at once.
    peer.send((0..<100).flatMap { Catalogue.frame(9, [$0]) })
    try Judgement(peer).pongs(atMost: 100, last: [99])
    #expect(try suite.stats().faults == 0)
  }

  @Test(
    "Options that do not go together are refused by name",
    arguments: [
      (["--listen", "127.0.0.1:0", "--rooms", "--deflate", "--loops", "2"], "--rooms with --deflate needs one loop"),
      (["--listen", "127.0.0.1:0", "--loops", "65"], "--loops is a number from 1 to 64"),
      (["--listen", "127.0.0.1:0", "--limits", "none"], "--limits"),
      (["--listen", "127.0.0.1:0", "--tls-cert", "server.pem"], "--tls-cert and --tls-key go together"),
      (["--listen", "127.0.0.1:0", "--client", "ws://127.0.0.1:1"], "either --listen or --client"),
      (["--client", "ws://127.0.0.1:1", "--ca", "authority.pem"], "--ca goes with --client wss://"),
      (["--client", "ws://127.0.0.1:1", "--silence-seconds", "0.09"], "--silence-seconds is a number from 0.1 to 3600, not 0.09"),
      (["--client", "ws://127.0.0.1:1", "--silence-seconds", "3600.1"], "--silence-seconds is a number from 0.1 to 3600, not 3600.1"),
      ([], "either --listen or --client"),
    ])
  func misuse(options: [String], reason: String) throws {
    let result = try Program.run("hearth-echo", options)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }
}

/// `hearth-echo --client` against a suite that another implementation serves.
@Suite struct EchoClientTests {
  /// A suite of two cases: it says how many there are, sends each message twice over and wants it back, and takes the
  /// wish for reports.
  ///
  /// Arguments: a certificate and its key for `wss://`, or nothing.
  private static let suite = """
    import asyncio, ssl, sys
    from websockets.asyncio.server import serve

    async def play(socket):
        path = socket.request.path
        if path == "/getCaseCount":
            await socket.send("2")
        elif path.startswith("/runCase?"):
            for message in ["\u{0928}\u{092E}\u{0938}\u{094D}\u{0924}\u{0947}", "", bytes(range(256)), "a" * 70000]:
                await socket.send(message)
                assert await socket.recv() == message
            path += " deflate" if socket.protocol.extensions else ""
        print(path, flush=True)

    async def main(files):
        context = None
        if files:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*files)
        async with serve(play, "127.0.0.1", 0, ssl=context) as server:
            print(server.sockets[0].getsockname()[1], flush=True)
            await asyncio.get_running_loop().create_future()

    asyncio.run(main(sys.argv[1:]))
    """

  @Test("It runs every case and has the reports written", arguments: [false, true], [false, true])
  func suite(isSecure: Bool, compresses: Bool) throws {
    let certificates = try TestCertificates.shared.get()
    let files = isSecure ? [certificates.localhost.certificate, certificates.localhost.key] : []
    let suite = try Program(path: PythonClient.interpreter(), ["-c", Self.suite] + files)
    let port = try #require(try suite.output.next())
    let result = try Program.run(
      "hearth-echo",
      ["--client", "\(isSecure ? "wss" : "ws")://127.0.0.1:\(port)", "--agent", "tester"] + (compresses ? ["--deflate"] : [])
        + (isSecure ? ["--ca", certificates.authority.certificate] : []))
    #expect(result.status == 0 && result.output.contains("2 cases run"), "\(result)")
    let form = compresses ? " deflate" : ""
    for path in [
      "/getCaseCount", "/runCase?case=1&agent=tester\(form)", "/runCase?case=2&agent=tester\(form)", "/updateReports?agent=tester",
    ] {
      #expect(try suite.output.next() == path)
    }
  }

  @Test("A suite that cannot be reached, or that nobody vouches for, ends it with a failure")
  func unreachable() throws {
    // Bound and not listened on: nobody answers there, and nobody else can meanwhile.
    let script = "s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1], flush=True); signal.pause()"
    let holder = try Program(path: PythonClient.interpreter(), ["-c", "import signal, socket; " + script])
    let silent = try #require(try holder.output.next())
    let result = try Program.run("hearth-echo", ["--client", "ws://127.0.0.1:\(silent)", "--silence-seconds", "3600"])
    #expect(result.status == 1 && result.errors.contains("127.0.0.1:\(silent) cannot be reached"), "\(result)")

    let certificates = try TestCertificates.shared.get()
    let files = certificates.untrusted
    let stranger = try EchoProgram(["--tls-cert", files.certificate, "--tls-key", files.key])
    let distrusted = try Program.run(
      "hearth-echo", ["--client", "wss://127.0.0.1:\(stranger.port)", "--ca", certificates.authority.certificate])
    #expect(distrusted.status == 1 && distrusted.output.contains("0 cases run"), "\(distrusted)")
  }

  /// A suite of two cases that says nothing more where it is told to, and in the first case talks for so many seconds.
  ///
  /// Arguments: the beginning of a path, or `/` for nowhere; seconds.
  private static let silentSuite = """
    import asyncio, sys
    from websockets.asyncio.server import serve

    async def play(socket):
        path = socket.request.path
        if len(sys.argv[1]) > 1 and path.startswith(sys.argv[1]):
            await asyncio.get_running_loop().create_future()
        if path == "/getCaseCount":
            await socket.send("2")
        elif path.startswith("/runCase?case=1"):
            clock = asyncio.get_running_loop().time
            end = clock() + float(sys.argv[2])
            while clock() < end:
                await socket.send("tick")
                assert await socket.recv() == "tick"

    async def main():
        async with serve(play, "127.0.0.1", 0) as server:
            print(server.sockets[0].getsockname()[1], flush=True)
            await asyncio.get_running_loop().create_future()

    asyncio.run(main())
    """

  @Test(
    "A suite that says nothing any more ends it with a failure that says where",
    arguments: [("/getCaseCount", 0), ("/runCase?case=1", 0), ("/runCase?case=2", 1), ("/updateReports", 2)])
  func silent(path: String, casesRun: Int) throws {
    let suite = try Program(path: PythonClient.interpreter(), ["-c", Self.silentSuite, path, "0"])
    let port = try #require(try suite.output.next())
    let result = try Program.run("hearth-echo", ["--client", "ws://127.0.0.1:\(port)", "--silence-seconds", "2"])
    #expect(result.status == 1 && result.output.contains("\(casesRun) cases run"), "\(result)")
    #expect(result.errors.contains("has said nothing for 2.0 seconds, at \(path)"), "\(result)")
    #expect(result.errors.contains("--silence-seconds"), "\(result)")
  }

  @Test("A suite that lets it connect and answers nothing ends it as well")
  func mute() throws {
    // The system takes the connection in, and nobody ever accepts it.
    let script = "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); print(s.getsockname()[1], flush=True); signal.pause()"
    let suite = try Program(path: PythonClient.interpreter(), ["-c", "import signal, socket; " + script])
    let port = try #require(try suite.output.next())
    let result = try Program.run("hearth-echo", ["--client", "ws://127.0.0.1:\(port)", "--silence-seconds", "0.1"])
    #expect(result.status == 1 && result.errors.contains("has said nothing for 0.1 seconds, at /getCaseCount"), "\(result)")
  }

  @Test("A suite that goes on talking may take longer than it may be silent")
  func longCase() throws {
    let suite = try Program(path: PythonClient.interpreter(), ["-c", Self.silentSuite, "/", "3.5"])
    let port = try #require(try suite.output.next())
    let result = try Program.run("hearth-echo", ["--client", "ws://127.0.0.1:\(port)", "--silence-seconds", "3"])
    #expect(result.status == 0 && result.output.contains("2 cases run"), "\(result)")
  }
}
