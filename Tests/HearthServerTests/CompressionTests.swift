import Deflate
import HearthProtocol
import Locking
import Logging
import Support
import Testing
import Transport
import WebSocket

@testable import HearthServer

/// SPEC HS-11: permessage-deflate, for content of lanes only.
@Suite(.onOneAndThreeLoops) struct CompressionTests {
  /// Compresses well, unlike hashes and ids.
  private static let description = String(repeating: "vegetables ", count: 15)

  @Test("Members with and without compression get the same message, compressed once for each format however many they are")
  func broadcast() throws {
    let server = try TestServer { $0.compresses = true }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let plain = try WireFormat.allCases.map { try server.logIn(asha.token, $0) }
    let compressed = try (0..<12).map { try server.logIn(asha.token, $0 % 2 == 0 ? .json : .protobuf, offersCompression: true) }
    for client in plain + compressed { try client.follow(group) }
    let before = server.server.compressionCount
    for _ in 0..<3 { _ = try asha.accepted(.addEntry(group, Self.description)) }
    for _ in 0..<3 {
      let expected = try plain.map { try $0.nextEvents() }
      for (index, client) in compressed.enumerated() { #expect(try client.nextEvents() == expected[index % 2]) }
    }
    #expect(server.server.compressionCount - before == 3 * WireFormat.allCases.count)
    for client in plain { #expect(client.compression == nil && !client.cameCompressed.contains(true)) }
    for client in compressed { #expect(client.cameCompressed.suffix(3) == [true, true, true]) }
  }

  @Test("Logins and answers are never compressed; snapshots, catch-ups and history are", arguments: WireFormat.allCases)
  func onlyContent(format: WireFormat) throws {
    let server = try TestServer { $0.compresses = true }
    let client = try WireClient(server.address, format, offersCompression: true)
    try client.register("Asha, Asha, Asha, Asha, Asha, Asha, Asha, Asha")
    let group = try client.createGroup(name: String(repeating: "Sharma ", count: 6))
    let code = try client.invite(to: group)
    #expect(!code.isEmpty)
    _ = try client.ask(.previewInvite(.with { $0.code = code }))
    _ = try client.ask(.listGroups(.init()))
    for _ in 0..<5 { _ = try client.accepted(.addEntry(group, Self.description)) }
    #expect(!client.cameCompressed.contains(true))
    let back = try server.logIn(client.token, format, offersCompression: true)
    #expect(back.cameCompressed == [false])
    try back.follow(group)
    // The answer, and the snapshots of four lanes, of which a small one may be no smaller compressed.
    #expect(back.cameCompressed.count == 6 && !back.cameCompressed[1] && back.cameCompressed[2])
    let history = try back.ask(
      .readHistory(
        .with {
          $0.groupID = group
          $0.lane = "shared"
        }))
    #expect(history.history.events.count == 7)
    #expect(back.cameCompressed.last == true)
    let tail = try server.logIn(client.token, format, offersCompression: true)
    #expect(try tail.follow(group, after: ["shared": 2, "admin": 1]).events["shared"]?.count == 5)
    #expect(tail.cameCompressed.last == true)
  }

  @Test("Without --deflate an offer is declined, and a compressed message is a fault")
  func declined() throws {
    let server = try TestServer()
    let client = try WireClient(server.address, offersCompression: true)
    #expect(client.compression == nil)
    try client.register("Asha")
    client.send(compressed: Array(#"{"listGroups":{}}"#.utf8))
    #expect(try client.closeCode() == 1002)
    #expect(server.server.compressionCount == 0)
  }

  @Test(
    "Only the window that we compress with is agreed to, and of several offers the first such",
    arguments: [
      ("permessage-deflate", "server_no_context_takeover"),
      ("permessage-deflate; server_max_window_bits=11", nil),
      (
        "permessage-deflate; server_max_window_bits=12",
        "server_no_context_takeover; server_max_window_bits=12"
      ),
      (
        "permessage-deflate; server_max_window_bits=9, permessage-deflate",
        "server_no_context_takeover"
      ),
      ("permessage-deflate; surprise", nil), ("x-webkit-deflate-frame", nil),
    ] as [(String, String?)])
  func offers(offer: String, granted: String?) throws {
    #expect(try Self.answers(to: offer) == (granted.map { ["permessage-deflate; \($0)"] } ?? []))
  }

  @Test(
    "The window that is configured is the one that is agreed to",
    arguments: [
      (10, "permessage-deflate", "server_no_context_takeover"),
      (10, "permessage-deflate; server_max_window_bits=9", nil),
      (
        10, "permessage-deflate; server_max_window_bits=10",
        "server_no_context_takeover; server_max_window_bits=10"
      ),
      (
        10, "permessage-deflate; server_max_window_bits=12",
        "server_no_context_takeover; server_max_window_bits=10"
      ),
      (15, "permessage-deflate; server_max_window_bits=14", nil),
      (
        15, "permessage-deflate; server_max_window_bits=15",
        "server_no_context_takeover; server_max_window_bits=15"
      ),
    ] as [(UInt8, String, String?)])
  func configuredOffers(windowBits: UInt8, offer: String, granted: String?) throws {
    let answers = try Self.answers(to: offer) { $0.compressionWindowBits = windowBits }
    #expect(answers == (granted.map { ["permessage-deflate; \($0)"] } ?? []))
  }

  @Test(
    "HS-11: a client is asked to keep no context only where it offered that",
    arguments: [
      ("permessage-deflate; client_no_context_takeover", "server_no_context_takeover; client_no_context_takeover"),
      ("permessage-deflate; client_max_window_bits", "server_no_context_takeover"),
    ])
  func asksWhoOffered(offer: String, granted: String) throws {
    #expect(try Self.answers(to: offer) == ["permessage-deflate; \(granted)"])
  }

  @Test("HS-11: the messages of a client that keeps its context are inflated with it, whole and in fragments")
  func keptContext() throws {
    let server = try TestServer { $0.compresses = true }
    let client = try Self.keeper(server)
    let agreement = CompressionAgreement()
    let context = ContextCompressor(agreement, role: .client)
    func send(_ text: String, parts: Int = 1) {
      let bytes = Array(text.utf8).withUnsafeBytes { Array(context.compress($0, windowBits: 15)) }
      let cut = parts == 1 ? bytes.count : bytes.count / 2
      client.send(Self.frame(0xC1 & (parts == 1 ? 0xFF : 0x7F), Array(bytes[..<cut])))
      if parts == 2 { client.send(Self.frame(0x80, Array(bytes[cut...]))) }
    }
    func answer(_ word: String) throws {
      var text = ""
      while !text.contains(word) { text += String(decoding: try #require(try client.receive(), "closed: \(text)"), as: UTF8.self) }
    }
    send(#"{"request":1,"register":{"displayName":"Tornado"}}"#)
    try answer("welcome")
    for request in 2..<6 {
      send(#"{"request":\#(request),"listGroups":{}}"#, parts: request % 2 + 1)
      try answer(#""request":\#(request)"#)
    }
  }

  @Test("HS-11 Limit: a window that makes half of the memory budget full is given, one byte more is not")
  func windowLimit() {
    let bytes = ContextCompressor.inflateBytes(windowBits: 15)
    let budget = MemoryBudget(bytesMax: 4 * bytes)
    budget.charge(bytes)
    #expect(budget.hasSpaceForWindow(bytes))
    budget.charge(1)
    #expect(!budget.hasSpaceForWindow(bytes))
    budget.discharge(1)
    #expect(budget.hasSpaceForWindow(bytes))
  }

  @Test("HS-11 Limit: who comes when windows have taken half of the memory budget is let in without compression, or keeps no context")
  func noSpaceForWindows() throws {
    let server = try TestServer {
      $0.compresses = true
      $0.memoryBytesMax = 4 << 20
    }
    let most = (2 << 20) / ContextCompressor.inflateBytes(windowBits: 15)
    var connected: [BlockingSocket] = []
    var declined: BlockingSocket?
    while declined == nil, connected.count <= most {
      let (socket, extensions) = try Self.upgrade(server, "permessage-deflate")
      if extensions.isEmpty { declined = socket } else { connected.append(socket) }
    }
    #expect(connected.count > most / 2 && connected.count <= most)
    let plain = try #require(declined)
    plain.send(Self.frame(0x81, Array(#"{"request":1,"register":{"displayName":"Mira"}}"#.utf8)))
    var text = ""
    while !text.contains("welcome") { text += String(decoding: try #require(try plain.receive(), "closed: \(text)"), as: UTF8.self) }
    let free = try Self.upgrade(server, "permessage-deflate; client_no_context_takeover")
    #expect(free.extensions.count == 1)
    // Windows that are given back are there for others.
    let inner = server.server
    let count = inner.connectionCount
    connected.removeLast(4)
    eventually("the windows are free") { inner.connectionCount == count - 4 }
    #expect(try Self.upgrade(server, "permessage-deflate").extensions.count == 1)
    withExtendedLifetime((connected, free)) {}
  }

  @Test("HS-11: that a message does not inflate stands in the log, a line however often")
  func logged() throws {
    let written = Locked("")
    let server = try TestServer(log: Logger(label: "test") { _ in RecordingLog(written: written) }) { $0.compresses = true }
    for _ in 0..<2 {
      let client = try Self.keeper(server)
      client.send(Self.frame(0xC1, [0xFF, 0xFF, 0xFF]))
      while try client.receive() != nil {}
    }
    let lines = written.withLock { $0 }.split(separator: "\n").filter { $0.contains("inflate") }
    #expect((1...LoopsTrait.current).contains(lines.count), "\(lines)")
  }

  /// A socket that has become a WebSocket whose client keeps its context.
  private static func keeper(_ server: TestServer) throws -> BlockingSocket {
    let socket = try BlockingSocket(server.address)
    socket.send(
      """
      GET /v1/socket HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n
      """)
    let answer = String(decoding: try #require(try socket.receive()), as: UTF8.self)
    #expect(answer.contains("permessage-deflate; server_no_context_takeover\r\n"), "\(answer)")
    return socket
  }

  /// A frame of a client, masked with zeroes.
  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] { [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload }

  /// What a server that compresses answers to an offer: the values of Sec-WebSocket-Extensions.
  private static func answers(to offer: String, _ change: (inout ServerConfiguration) -> Void = { _ in }) throws -> [String] {
    let server = try TestServer {
      $0.compresses = true
      change(&$0)
    }
    return try upgrade(server, offer).extensions
  }

  /// A socket that has become a WebSocket, and the values of Sec-WebSocket-Extensions.
  private static func upgrade(_ server: TestServer, _ offer: String) throws -> (socket: BlockingSocket, extensions: [String]) {
    let socket = try BlockingSocket(server.address)
    socket.send(
      "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: \(offer)\r\n\r\n")
    var head = ""
    while !head.hasSuffix("\r\n\r\n") { head += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(head.hasPrefix("HTTP/1.1 101 "))
    let name = "sec-websocket-extensions: "
    return (socket, head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) })
  }

  /// Letters of four kinds without order: what comes next has come before in many places, and whoever looks at more of
  /// them finds more.
  private static let letters: String = {
    let kinds: [Character] = ["a", "b", "c", "d"]
    var state: UInt32 = 1
    let text = (0..<1_000).map { _ -> Character in
      state = state &* 1_664_525 &+ 1_013_904_223
      return kinds[Int(state >> 30)]
    }
    return String(text)
  }()

  /// Two places that are alike, farther from one another than zlib looks back in a window of 1 KiB, which is all of it
  /// but 262 bytes.
  private static let distant: String = {
    let place = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return place + String(repeating: "x", count: 900) + place
  }()

  /// What a reader is sent of an entry with this note by a server that compresses: the payload as it came, and the
  /// message in it.
  private static func event(
    noting note: String, _ change: (inout ServerConfiguration) -> Void
  ) throws -> (payload: [UInt8], message: [UInt8]) {
    let server = try TestServer {
      $0.compresses = true
      change(&$0)
    }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let reader = try server.logIn(asha.token, offersCompression: true)
    try reader.follow(group)
    reader.isRecording = true
    var entry = Command.addEntry(group)
    entry.addEntry.content.note = note
    _ = try asha.accepted(entry)
    _ = try reader.nextEvents()
    let sent = reader.recordedCompressed
    try #require(sent.count == 1)
    return sent[0]
  }

  /// What our own compressor makes of a message.
  private static func compressed(_ message: [UInt8], level: Int32 = 1, windowBits: UInt8 = 12) -> [UInt8] {
    let compressor = LoopCompressor(level: level)
    return withExtendedLifetime(compressor) {
      message.withUnsafeBytes { Array(compressor.compress($0, windowBits: windowBits)) }
    }
  }

  @Test("The effort that is configured is the one that is compressed with, and more than 3 is 3", arguments: [1, 2, 3, 4, 9] as [Int32])
  func effort(configured: Int32) throws {
    let sent = try Self.event(noting: Self.letters) { $0.compressionLevel = configured }
    for level in [1, 2, 3] as [Int32] {
      let isSame = sent.payload == Self.compressed(sent.message, level: level)
      #expect(isSame == (level == min(configured, 3)), "level \(level)")
    }
  }

  @Test("The window that is configured is the one that is compressed with", arguments: [10, 12] as [UInt8])
  func window(configured: UInt8) throws {
    let sent = try Self.event(noting: Self.distant) { $0.compressionWindowBits = configured }
    for bits in [10, 12] as [UInt8] {
      let isSame = sent.payload == Self.compressed(sent.message, windowBits: bits)
      #expect(isSame == (bits == configured), "\(bits) bits")
    }
  }

  @Test("A compressed command is taken, and one that is not too; what does not inflate closes with 1007")
  func commands() throws {
    let server = try TestServer { $0.compresses = true }
    let client = try WireClient(server.address, .protobuf, offersCompression: true)
    try client.register("Asha")
    let group = try client.createGroup()
    for number in 3...6 {
      var message = ClientMessage()
      message.request = UInt32(100 + number)
      message.command = .addEntry(group, Self.description)
      let payload: [UInt8] = try message.serializedBytes()
      if number % 2 == 0 { client.send(compressed: payload) } else { client.send(.binary, payload) }
      #expect(try client.answer(to: message.request).accepted.position == UInt64(number))
    }
    var bytes: [UInt8] = []
    FrameEncoder.append(.binary, payload: [0x07, 0xFF, 0xFF], maskKey: 1, isCompressed: true, to: &bytes)
    client.socket.send(bytes)
    #expect(try client.closeCode() == 1007)
  }

  @Test("Z1: a message that inflates to 64 KiB is read, one byte more closes with 1009")
  func bomb() throws {
    let server = try TestServer { $0.compresses = true }
    let client = try WireClient(server.address, offersCompression: true)
    try client.register("Asha")
    client.send(compressed: Array(repeating: UInt8(ascii: "["), count: 65_536))
    #expect(try client.message().rejected.code == "bad_request")
    client.send(compressed: Array(repeating: UInt8(ascii: "["), count: 65_537))
    #expect(try client.closeCode() == 1009)
    let other = try WireClient(server.address, offersCompression: true)
    try other.register("Ravi")
    other.send(compressed: Array(repeating: 0, count: 32 << 20))
    #expect(try other.closeCode() == 1009)
  }
}
