import HearthProtocol
import Support
import Testing
import Transport
import WebSocket

@testable import HearthServer

/// What one client may ask of the loop: SPEC HS-07, HS-09, HS-10 and CM-10, each limit at its value and one past it.
@Suite struct FrameLimitTests {
  private let request = Array(#"{"request":9,"listGroups":{}}"#.utf8)

  @Test("F13: 128 frames are a message, one more closes with 1008", arguments: [nil, 5] as [Int?])
  func fragments(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.fragmentsMax = UInt32(limit) } }
    let client = try server.register("Mira")
    let limit = limit ?? 128
    client.send(.text, request, isFinal: false)
    for number in 2...limit { client.send(.continuation, Array(" ".utf8), isFinal: number == limit) }
    #expect(try client.message().request == 9)
    client.send(.text, request, isFinal: false)
    for _ in 2...(limit + 1) { client.send(.continuation, [], isFinal: false) }
    #expect(try client.closeCode() == 1008)
  }

  @Test("F11, F12: frames and messages have a size each, and one byte more closes with 1009")
  func sizes() throws {
    let server = try TestServer {
      $0.frameBytesMax = 1_000
      $0.messageBytesMax = 2_000
    }
    func text(_ bytes: Int) -> [UInt8] { request + [UInt8](repeating: UInt8(ascii: " "), count: bytes - request.count) }
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 1_001)
    let client = try server.register("Mira")
    client.send(.text, text(1_000), isFinal: false)
    client.send(.continuation, Array(blanks.prefix(1_000)))
    #expect(try client.message().request == 9)
    client.send(.text, text(1_000), isFinal: false)
    client.send(.continuation, Array(blanks.prefix(999)), isFinal: false)
    client.send(.continuation, Array(blanks.prefix(2)))
    #expect(try client.closeCode() == 1009)
    let other = try server.register("Ravi")
    other.send(.text, text(1_001))
    #expect(try other.closeCode() == 1009)
  }

  @Test(
    "F12: a fragment that crosses the sum closes with 1009 at once, though it is not the last and nothing follows",
    arguments: [nil, 2_000] as [Int?])
  func crossingFragment(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.messageBytesMax = UInt32(limit) } }
    let client = try server.register("Mira")
    let beginning = request + [UInt8](repeating: UInt8(ascii: " "), count: (limit ?? 65_536) - 1 - request.count)
    client.send(.text, beginning, isFinal: false)
    client.send(.continuation, Array(" ".utf8), isFinal: false)
    client.send(.ping, [1])
    #expect(try client.receive() == .pong([1]))
    client.send(.continuation, [])
    #expect(try client.message().request == 9)
    client.send(.text, beginning, isFinal: false)
    client.send(.continuation, Array("  ".utf8), isFinal: false)
    #expect(try client.closeCode() == 1009)
  }

  @Test(
    "F14, F15: a message that is not completed in time closes with 1008, frames between the others do not help",
    arguments: [[0x01, 0x80, 1, 2, 3, 4], [0x81, 0xFE, 0xF0, 0x00, 1, 2, 3, 4], [0x81]] as [[UInt8]])
  func slowMessage(beginning: [UInt8]) throws {
    let server = try TestServer { $0.messageMilliseconds = 300 }
    let client = try server.register("Mira")
    client.socket.send(beginning)
    #expect(try client.closeCode() == 1008)
  }

  @Test("HS-09: 30 pings at once are taken, one more closes with 1008; unasked pongs count too")
  func controlFrames() throws {
    for opcode in [Opcode.ping, .pong] {
      let server = try TestServer { $0.controlFramesPerSecond = 1 }
      let client = try server.register("Mira")
      for _ in 0..<30 { client.send(opcode, []) }
      _ = try client.ask(.listGroups(.init()))
      let other = try server.register("Ravi")
      other.socket.send((0..<31).flatMap { _ in WireClient.frame(opcode, []) })
      #expect(try other.closeCode() == 1008)
    }
  }

  @Test("F23: of 20 pings at once the first 16 and the last are answered, though nothing follows")
  func manyPings() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    client.socket.send((0..<20).flatMap { WireClient.frame(.ping, [$0]) })
    for number in 0..<16 { #expect(try client.receive() == .pong([UInt8(number)])) }
    #expect(try client.receive() == .pong([19]))
    client.send(.ping, [77])
    #expect(try client.receive() == .pong([77]))
  }

  @Test("F24: who sends pings without end and never reads makes the server hold 16 pongs and the last, and nobody else notices")
  func pingsWithoutReading() throws {
    let server = try TestServer { $0.controlFramesPerSecond = 0 }
    let witness = try server.register("Asha")
    let flood = try WireClient(server.address, receiveBufferBytes: 4_096)
    let before = server.server.limits.memory.chargedBytes
    let pings = (0..<1_000).flatMap { _ in WireClient.frame(.ping, [UInt8](repeating: 7, count: 125)) }
    for round in 0..<30 {
      guard flood.socket.send(pings) else { break }
      if round % 10 == 0 { _ = try witness.ask(.listGroups(.init())) }
    }
    // What is written of pongs, and what the loop keeps for a turn.
    #expect(server.server.limits.memory.chargedBytes - before < 256 << 10)
    _ = try witness.ask(.listGroups(.init()))
  }

  @Test("What inflates a message that comes in fragments counts as memory, until the message is complete or the connection gone")
  func fragmentsCountAsMemory() throws {
    let server = try TestServer { $0.compresses = true }
    let memory = server.server.limits.memory
    var client: WireClient? = try WireClient(server.address, offersCompression: true)
    try client?.register("Asha")
    let before = memory.chargedBytes
    // A stored block of nothing, in one frame of two, and the answer to a ping behind it.
    var bytes: [UInt8] = []
    FrameEncoder.append(.text, payload: [0x00, 0x00, 0x00, 0xFF, 0xFF], maskKey: 1, isFinal: false, isCompressed: true, to: &bytes)
    FrameEncoder.append(.ping, payload: [7], maskKey: 1, to: &bytes)
    client?.socket.send(bytes)
    #expect(try client?.receive() == .pong([7]))
    eventually("zlib's state and window are charged") { memory.chargedBytes >= before + 8 << 10 }
    client = nil
    eventually("they are given back") { memory.chargedBytes <= before }
  }

  @Test("F27: 32 messages of a connection are handled in a turn, the rest in the next ones, in order", arguments: [32, 33, 100])
  func share(count: Int) throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let client = try server.register("Mira", .protobuf)
    let group = try client.createGroup()
    store.closeAppends()
    var bytes: [UInt8] = []
    for number in 1...count { bytes += try client.encode(.command(.addEntry(group)), request: UInt32(number)) }
    client.socket.send(bytes)
    try #require(store.awaitAppend())
    #expect(store.appendSizes.last == 32)
    store.openAppends()
    for number in 1...count {
      let answer = try client.message()
      #expect(answer.request == UInt32(number))
      #expect(answer.accepted.position == UInt64(number + 2))
    }
  }

  @Test("F27: who ends the stream behind 100 messages has them all handled; a Close among them ends it there")
  func shareAndEnd() throws {
    let server = try TestServer()
    let client = try server.register("Mira", .protobuf)
    let group = try client.createGroup()
    func commands(_ count: Int) throws -> [UInt8] {
      try (1...count).flatMap { try client.encode(.command(.addEntry(group)), request: UInt32($0)) }
    }
    client.socket.send(try commands(100))
    client.socket.endOutput()
    while try client.receive() != .end {}
    let next = try server.logIn(client.token, .protobuf)
    // What was taken is decided before what comes later from anybody.
    #expect(try next.accepted(.addEntry(group)).position == 103)
    next.socket.send(try commands(40) + WireClient.frame(.close, [0x03, 0xE8]) + commands(40))
    #expect(try next.closeCode() == 1000)
    #expect(try server.logIn(client.token).accepted(.addEntry(group)).position == 144)
  }

  @Test("CM-10: an identity's messages are counted over its connections, another identity's are not")
  func identityRate() throws {
    let server = try TestServer {
      $0.identityMessagesPerSecond = 0.01
      $0.identityMessagesBurst = 5
    }
    let phone = try server.register("Mira")
    let laptop = try server.logIn(phone.token, .protobuf)
    let ravi = try server.register("Ravi")
    for client in [phone, laptop, phone, laptop, phone] { #expect(try client.ask(.listGroups(.init())).groups == Groups()) }
    for client in [phone, laptop] {
      let rejected = try client.rejected(.listGroups(.init()))
      #expect(rejected.code == "rate_limited")
      #expect(rejected.retryAfterMs > 0 && rejected.retryAfterMs <= 100_000)
      #expect(rejected.cause == "This identity sends more than 0.01 messages a second.")
    }
    let third = try server.logIn(phone.token)
    #expect(try third.rejected(.listGroups(.init())).code == "rate_limited")
    for _ in 0..<5 { #expect(try ravi.ask(.listGroups(.init())).groups == Groups()) }
    #expect(server.server.limits.figures.buckets == 2)
  }

  @Test(
    "CM-08: a ping counts as a message of its connection: behind the first message and 18 pings one more is taken, behind 19 none",
    arguments: [18, 19])
  func connectionPings(count: Int) throws {
    // So slow a refill that none happens during the test; the identity may say as much as it likes.
    let server = try TestServer {
      $0.messagesPerSecond = 0.001
      $0.messagesBurst = 20
    }
    let phone = try server.register("Mira")
    for number in 1...count {
      phone.send(.ping, [UInt8(number)])
      #expect(try phone.receive() == .pong([UInt8(number)]))
    }
    if count < 19 { #expect(try phone.ask(.listGroups(.init())).groups == Groups()) }
    let rejected = try phone.rejected(.listGroups(.init()))
    #expect(rejected.code == "rate_limited" && rejected.retryAfterMs > 0)
    #expect(rejected.cause == "This connection sends more than 0.001 messages a second.")
    // Too many pings are answered all the same, and another connection of the identity has its own.
    phone.send(.ping, [99])
    #expect(try phone.receive() == .pong([99]))
    #expect(try server.logIn(phone.token).ask(.listGroups(.init())).groups == Groups())
  }

  @Test("CM-10: a ping counts as a message of the identity, whichever of its connections sends it")
  func identityPings() throws {
    let server = try TestServer {
      $0.identityMessagesPerSecond = 0.01
      $0.identityMessagesBurst = 5
    }
    let phone = try server.register("Mira")
    let laptop = try server.logIn(phone.token)
    for number in 1...4 {
      phone.send(.ping, [UInt8(number)])
      #expect(try phone.receive() == .pong([UInt8(number)]))
    }
    #expect(try laptop.ask(.listGroups(.init())).groups == Groups())
    for client in [phone, laptop] { #expect(try client.rejected(.listGroups(.init())).code == "rate_limited") }
    // Too many pings for an identity are answered all the same.
    phone.send(.ping, [9])
    #expect(try phone.receive() == .pong([9]))
  }

  @Test("CM-10: what is remembered of identities is forgotten when they have been silent for as long as it takes to make no difference")
  func identityRateForgets() throws {
    let server = try TestServer {
      $0.identityMessagesPerSecond = 1_000
      $0.identityMessagesBurst = 100
    }
    for name in ["Mira", "Ravi", "Asha"] { _ = try server.register(name).ask(.listGroups(.init())) }
    eventually("nothing is remembered") { [limits = server.server.limits] in limits.figures.buckets == 0 }
  }

  @Test("HS-10: 16 KiB behind hello are handled after the welcome, one byte more closes with 1008", arguments: [16_384, 16_385])
  func heldBytes(bytes: Int) throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let token = try server.register("Mira").token
    store.closeDirectory()
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    client.send(.text, request + [UInt8](repeating: UInt8(ascii: " "), count: bytes - request.count))
    if bytes > 16_384 {
      #expect(try client.closeCode() == 1008)
      store.openDirectory()
    } else {
      client.send(.ping, [1])
      #expect(try client.receive() == .pong([1]))
      store.openDirectory()
      #expect(try client.message().welcome.displayName == "Mira")
      #expect(try client.message().request == 9)
    }
  }

  @Test("HS-10: 64 messages behind hello are handled after the welcome, one more closes with 1008", arguments: [64, 65])
  func heldMessages(count: Int) throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let token = try server.register("Mira").token
    store.closeDirectory()
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    for _ in 0..<count { client.send(.text, request) }
    if count > 64 {
      #expect(try client.closeCode() == 1008)
      store.openDirectory()
    } else {
      client.send(.ping, [1])
      #expect(try client.receive() == .pong([1]))
      store.openDirectory()
      #expect(try client.message().welcome.displayName == "Mira")
      for _ in 0..<count { #expect(try client.message().request == 9) }
    }
  }

  @Test("HS-06: who has said who it is and waits for a slow store is not told that it has not")
  func slowDirectory() throws {
    let store = GatedStore()
    let server = try TestServer(store) { $0.loginMilliseconds = 300 }
    let token = try server.register("Mira").token
    store.closeDirectory()
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    #expect(try client.closeCode() == 1013)
    store.openDirectory()
  }

  @Test("HS-07: of 10,000 clients that came together few are pinged together, none before 20 s or after 25 s of silence")
  func pingJitter() {
    let configuration = ServerConfiguration(listen: [])
    let address = SocketAddress(ipv4: 0x7F00_0001, port: 7)
    var ticks: [Int64: Int] = [:]
    for number in 0..<10_000 {
      let session = Session(
        connection: ConnectionID(rawValue: 1 << 32 | UInt64(number)), loop: 0, address: address, isAdmin: false,
        configuration: configuration,
        now: 0)
      #expect((20_000...25_000).contains(session.silence.pingMilliseconds))
      ticks[session.silence.pingMilliseconds / 250, default: 0] += 1
    }
    #expect(ticks.values.allSatisfy { $0 < 1_000 }, "500 are to be expected")
  }
}
