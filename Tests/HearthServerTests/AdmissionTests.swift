import HearthProtocol
import Support
import Testing
import Transport

@testable import HearthServer

/// How many connections an address, an identity and all together may have: SPEC HS-08 and ID-05.
@Suite struct AdmissionTests {
  private static let upgrade =
    "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n"
    + "Sec-WebSocket-Version: 13\r\n"

  /// An upgraded connection, or the status that it got instead.
  private final class Visitor {
    let socket: BlockingSocket
    let answer: String

    init(_ server: TestServer, _ fields: [String] = [], at address: SocketAddress? = nil) throws {
      socket = try BlockingSocket(address ?? server.address)
      socket.send(AdmissionTests.upgrade + fields.map { $0 + "\r\n" }.joined() + "\r\n")
      var text = ""
      while !text.contains("\r\n\r\n") {
        guard let bytes = try socket.receive() else { break }
        text += String(decoding: bytes, as: UTF8.self)
      }
      answer = text
    }

    var status: Int { Int(answer.dropFirst(9).prefix(3)) ?? 0 }

    var retryAfter: Int? {
      answer.split(separator: "\r\n").first { $0.hasPrefix("Retry-After: ") }.flatMap { Int($0.dropFirst(13)) }
    }
  }

  private static let loopback = ["127.0.0.0/8", "10.0.0.0/8"].compactMap(TrustedProxy.init)

  private func eventuallyEmpty(_ server: TestServer) {
    eventually("nothing is counted any more") { [limits = server.server.limits] in
      let figures = limits.figures
      return figures.connections == 0 && figures.addresses == 0 && figures.identities == 0
    }
  }

  /// What is asserted both at the default and at a limit that was set.
  private static let usual = ServerConfiguration(listen: [])

  @Test(
    "H41: an address gets its connections, one more is 429, and one comes in when one has left",
    arguments: [usual.connectionsPerAddressMax, 3])
  func perAddress(limit: Int) throws {
    let server = try TestServer { $0.connectionsPerAddressMax = limit }
    var visitors = try (0..<limit).map { _ in try Visitor(server) }
    #expect(visitors.allSatisfy { $0.status == 101 })
    let refused = try Visitor(server)
    #expect(refused.status == 429)
    #expect(refused.retryAfter.map((1...10).contains) == true)
    #expect(refused.answer.contains("\r\nConnection: close\r\n"))
    visitors.removeFirst()
    eventually("one has left") { [limits = server.server.limits] in limits.figures.connections == limit - 1 }
    #expect(try Visitor(server).status == 101)
    visitors.removeAll()
    eventuallyEmpty(server)
  }

  @Test("H41: the 50 connections of an IPv4 address are its own, those of an IPv6 address belong to all of its network of 64 bits")
  func perNetwork() throws {
    let server = try TestServer {
      $0.connectionsPerAddressMax = Self.usual.connectionsPerAddressMax
      $0.trustedProxies = Self.loopback
    }
    func addresses(_ count: Int, _ address: (Int) -> String) throws -> [Visitor] {
      try (1...count).map { try Visitor(server, ["X-Forwarded-For: \(address($0))"]) }
    }
    let old = try addresses(51) { _ in "203.0.113.1" }
    let new = try addresses(51) { "2001:db8:0:1::\(String($0, radix: 16))" }
    for visitors in [old, new] { #expect(visitors.map(\.status) == [Int](repeating: 101, count: 50) + [429]) }
    let neighbours = try ["203.0.113.2", "2001:db8:0:2::1"].map { try Visitor(server, ["X-Forwarded-For: \($0)"]) }
    #expect(neighbours.map(\.status) == [101, 101])
  }

  @Test("H41: who says nothing is counted too, and one too many is answered without having asked")
  func silentConnectionsCount() throws {
    let server = try TestServer { $0.connectionsPerAddressMax = 1 }
    let silent = try BlockingSocket(server.address)
    eventually("it has come") { [limits = server.server.limits] in limits.figures.addresses == 1 }
    #expect(try BlockingSocket(server.address).receiveAll().hasPrefix("HTTP/1.1 429 "))
    withExtendedLifetime(silent) {}
  }

  @Test("H41: who is one too many of its address takes no place of the server, though it stays", arguments: [false, true])
  func refusedTakeNoPlaces(isProxied: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try #require(SocketAddress(path: folder.path + "/s"))
    let server = try TestServer {
      $0.listen.append(path)
      $0.connectionsPerAddressMax = 1
      $0.connectionsMax = 3
      $0.transport.lingerMilliseconds = 600_000
      if isProxied { $0.trustedProxies = Self.loopback + [.unixSockets] }
    }
    var crowd = try (0..<6).map { _ in try Visitor(server, ["X-Forwarded-For: 203.0.113.1"]) }
    #expect(crowd.map(\.status) == [101, 429, 429, 429, 429, 429])
    #expect(server.server.connectionCount == 6)
    let other = try Visitor(server, ["X-Forwarded-For: 203.0.113.2"], at: path)
    #expect(other.status == 101)
    #expect(server.server.limits.figures.connections == 2)
    crowd.removeAll()
    eventually("those who were counted are counted no more") { [limits = server.server.limits] in limits.figures.connections == 1 }
    #expect(try Visitor(server, ["X-Forwarded-For: 203.0.113.1"]).status == 101)
  }

  @Test("H41, limit: of those past the last connection of their address 32 at once are told so, one more is closed without a word")
  func manyOfOneAddress() throws {
    let server = try TestServer {
      $0.connectionsPerAddressMax = 1
      $0.transport.lingerMilliseconds = 600_000
    }
    let asha = try server.register("Asha")
    var told = try (0..<32).map { _ in try BlockingSocket(server.address) }
    for socket in told { #expect(String(decoding: try socket.receive() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 429 ")) }
    #expect(try BlockingSocket(server.address).receive() == nil)
    told.removeAll()
    eventually("when they have gone, another is told") { [address = server.address] in
      (try? BlockingSocket(address).receiveAll().hasPrefix("HTTP/1.1 429 ")) == true
    }
    _ = try asha.ask(.listGroups(.init()))
  }

  @Test("H45: X-Forwarded-For of somebody who is not trusted does not help, whatever it says")
  func untrustedForwarding() throws {
    let server = try TestServer { $0.connectionsPerAddressMax = 2 }
    let visitors = try ["X-Forwarded-For: 203.0.113.1", "X-Forwarded-For: nonsense"].map { try Visitor(server, [$0]) }
    #expect(visitors.map(\.status) == [101, 101])
    #expect(try Visitor(server, ["X-Forwarded-For: 203.0.113.3"]).status == 429)
  }

  @Test("HS-08: behind a trusted proxy those count for whom it speaks: the last who is no trusted proxy")
  func trustedForwarding() throws {
    let server = try TestServer {
      $0.connectionsPerAddressMax = 1
      $0.trustedProxies = Self.loopback
    }
    let first = try Visitor(server, ["X-Forwarded-For: 198.51.100.9, 203.0.113.1"])
    #expect(first.status == 101)
    let same = [
      ["X-Forwarded-For: 203.0.113.1"], ["x-forwarded-for: 203.0.113.1:4711"], ["X-Forwarded-For: 198.51.100.7, 203.0.113.1, 10.1.2.3"],
      ["X-Forwarded-For: 198.51.100.7", "X-Forwarded-For: 203.0.113.1 ,\t10.9.9.9"], ["X-Forwarded-For: ::ffff:203.0.113.1"],
      ["X-Forwarded-For: unknown, 203.0.113.1", "Forwarded: for=192.0.2.1"],
    ]
    for fields in same { #expect(try Visitor(server, fields).status == 429, "\(fields)") }
    let network = try Visitor(server, ["X-Forwarded-For: 2001:db8:0:1::1"])
    #expect(network.status == 101)
    #expect(try Visitor(server, ["X-Forwarded-For: [2001:db8:0:1:ffff::2]:443"]).status == 429)
    let neighbour = try Visitor(server, ["X-Forwarded-For: [2001:db8:0:2::1]"])
    #expect(neighbour.status == 101)
    // Without the field, or with trusted proxies only, the proxy itself is counted.
    let itself = try Visitor(server)
    #expect(itself.status == 101)
    #expect(try Visitor(server).status == 429)
    let chain = try Visitor(server, ["X-Forwarded-For: 10.0.0.1, 10.0.0.2"])
    #expect(chain.status == 101)
    #expect(try Visitor(server, ["X-Forwarded-For: 10.0.0.1"]).status == 429)
  }

  @Test(
    "HS-08: what a trusted proxy says has to be an address",
    arguments: ["nonsense", "", "203.0.113.1,", "203.0.113.256", "203.0.113.1:99999", "localhost", "2001:db8::1%eth0", "unknown", "[::1"])
  func malformedForwarding(value: String) throws {
    let server = try TestServer { $0.trustedProxies = Self.loopback }
    #expect(try Visitor(server, ["X-Forwarded-For: \(value)"]).status == 400)
    #expect(try Visitor(server, ["X-Forwarded-For: 203.0.113.1"]).status == 101)
  }

  @Test("HS-08: whoever comes through a Unix socket is one address, unless Unix sockets are trusted as proxies", arguments: [false, true])
  func unixSockets(isTrusted: Bool) throws {
    let folder = try TemporaryFolder()
    let address = try #require(SocketAddress(path: folder.path + "/s"))
    let server = try TestServer {
      $0.listen.append(address)
      $0.connectionsPerAddressMax = 1
      if isTrusted { $0.trustedProxies = [.unixSockets] }
    }
    let visitors = try ["203.0.113.1", "203.0.113.2", "203.0.113.2"].map { try Visitor(server, ["X-Forwarded-For: \($0)"], at: address) }
    #expect(visitors.map(\.status) == (isTrusted ? [101, 101, 429] : [101, 429, 429]))
    let other = try Visitor(server)
    #expect(other.status == 101)
    withExtendedLifetime(visitors) {}
  }

  @Test("IN-06: an identity's wrong codes are counted wherever it comes from")
  func wrongCodesOfIdentity() throws {
    let server = try TestServer {
      $0.identityWrongCodesPerHour = 3
      $0.trustedProxies = Self.loopback
    }
    let first = try server.register("Ravi")
    for number in 1...4 {
      let client = try WireClient(server.address, fields: ["X-Forwarded-For": "203.0.113.\(number)"])
      try client.hello(first.token)
      let rejected = try client.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-000\(number)" }))
      #expect(rejected.code == (number < 4 ? "invite_invalid" : "rate_limited"))
    }
  }

  @Test("Above 95 % of the memory, or what is set, whoever makes it worse is closed with 1013, and others stay", arguments: [95, 50])
  func memoryIsShort(percent: Int) throws {
    let server = try TestServer {
      $0.memoryBytesMax = 16 << 20
      if percent != 95 { $0.memoryShortPercent = percent }
    }
    let patient = try server.register("Mira")
    let greedy = try server.register("Ravi")
    let memory = server.server.limits.memory
    let before = memory.chargedBytes
    patient.send(.text, Array(#"{"request":7,"list"#.utf8), isFinal: false)
    eventually("what has come is charged") { memory.chargedBytes > before }
    // A little above it, and far below all.
    memory.charge((16 << 20) * percent / 100 + (1 << 14) - memory.chargedBytes)
    greedy.send(.text, [UInt8](repeating: 0x20, count: 16_000), isFinal: false)
    #expect(try greedy.closeCode() == 1013)
    memory.discharge(2 << 20)
    patient.send(.continuation, Array(#"Groups":{}}"#.utf8))
    #expect(try patient.answer(to: 7).groups.groups.isEmpty)
  }

  @Test("Unfinished messages count as memory; above 80 % of it a newcomer gets 503 or nothing, until it is free again")
  func memory() throws {
    let server = try TestServer {
      $0.memoryBytesMax = 4 << 20
      $0.messageBytesMax = 8 << 20
      $0.frameBytesMax = 8 << 20
    }
    let witness = try server.register("Asha")
    let early = try BlockingSocket(server.address)
    eventually("it has come") { [limits = server.server.limits] in limits.figures.connections == 2 }
    var greedy: WireClient? = try server.register("Ravi")
    let memory = server.server.limits.memory
    let before = memory.chargedBytes
    // The header of 8 MiB, and less than half of them.
    greedy?.socket.send([0x81, 0xFF, 0, 0, 0, 0, 0, 0x80, 0, 0, 1, 2, 3, 4] + [UInt8](repeating: 0x40, count: 3_500_000))
    eventually("what has come is charged") { memory.chargedBytes >= before + 3_500_000 }
    early.send(Self.upgrade + "\r\n")
    #expect(try early.receiveAll().hasPrefix("HTTP/1.1 503 "))
    #expect(try BlockingSocket(server.address).receive() == nil)
    _ = try witness.ask(.listGroups(.init()))
    greedy = nil
    eventually("all of it is given back") { memory.chargedBytes <= before }
    #expect(try Visitor(server).status == 101)
  }

  @Test("Nobody new is let in above the part of the memory that is set")
  func memoryIsTight() throws {
    let server = try TestServer {
      $0.memoryBytesMax = 64 << 20
      $0.memoryTightPercent = 50
    }
    let memory = server.server.limits.memory
    // A connection is charged a little. To the byte it is in MemoryBudgetTests.
    memory.charge((31 << 20) - memory.chargedBytes)
    #expect(try Visitor(server).status == 101)
    memory.charge(2 << 20)
    #expect(try BlockingSocket(server.address).receive() == nil)
    memory.discharge(2 << 20)
    #expect(try Visitor(server).status == 101)
  }

  @Test("H42: the server takes so many, one more is 503, whatever it asks for; the admin address still answers")
  func total() throws {
    let server = try TestServer { $0.connectionsMax = 2 }
    var visitors = try (0..<2).map { _ in try Visitor(server) }
    #expect(visitors.map(\.status) == [101, 101])
    let refused = try Visitor(server)
    #expect(refused.status == 503)
    #expect(refused.retryAfter.map((1...10).contains) == true)
    let admin = try BlockingSocket(server.adminAddress)
    admin.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try admin.receiveAll().hasPrefix("HTTP/1.1 200 "))
    visitors.removeAll()
    eventuallyEmpty(server)
    #expect(try Visitor(server).status == 101)
  }

  @Test("H42: a server that takes nobody yet answers 503 from the first connection on, /readyz too, and spreads the times to come back")
  func takesNobody() throws {
    let server = try TestServer { $0.takesMembers = false }
    var times = Set<Int?>()
    for _ in 0..<64 {
      let refused = try Visitor(server)
      #expect(refused.status == 503)
      times.insert(refused.retryAfter)
    }
    // All 64 the same is as likely as winning a lottery nine times.
    #expect(times.count > 1 && times.allSatisfy { $0.map((1...10).contains) == true })
    let answers = try ["/readyz", "/healthz"].map { path in
      let admin = try BlockingSocket(server.adminAddress)
      admin.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try admin.receiveAll()
    }
    #expect(answers[0].hasPrefix("HTTP/1.1 503 ") && answers[0].hasSuffix("starting\n"))
    #expect(answers[1].hasPrefix("HTTP/1.1 200 "))
  }

  @Test("H42, limit: of those past the last connection 32 at once are told so, one more is closed without a word")
  func manyPastTheLast() throws {
    let server = try TestServer {
      $0.connectionsMax = 1
      $0.transport.lingerMilliseconds = 600_000
    }
    let asha = try server.register("Asha")
    let told = try (0..<32).map { _ in try BlockingSocket(server.address) }
    for socket in told { #expect(String(decoding: try socket.receive() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 503 ")) }
    #expect(try BlockingSocket(server.address).receive() == nil)
    told[0].endOutput()
    eventually("when one of them has gone, another is told") { [address = server.address] in
      (try? BlockingSocket(address).receiveAll().hasPrefix("HTTP/1.1 503 ")) == true
    }
    _ = try asha.ask(.listGroups(.init()))
  }

  @Test("Limit: the admin address takes 64 connections, one more is 503")
  func admin() throws {
    let server = try TestServer()
    let silent = try (0..<64).map { _ in try BlockingSocket(server.adminAddress) }
    eventually("they have come") { [server = server.server] in server.connectionCount == 64 }
    #expect(try BlockingSocket(server.adminAddress).receiveAll().hasPrefix("HTTP/1.1 503 "))
    let member = try server.register("Mira")
    _ = try member.ask(.listGroups(.init()))
    withExtendedLifetime(silent) {}
  }

  @Test(
    "ID-05: an identity gets its connections, one more is closed with 4429, and one comes in when one has left",
    arguments: [usual.connectionsPerIdentityMax, 3])
  func perIdentity(limit: Int) throws {
    let server = try TestServer { $0.connectionsPerIdentityMax = limit }
    let first = try server.register("Mira")
    var others = try (1..<limit).map { try server.logIn(first.token, $0 == 1 ? .protobuf : .json) }
    let refused = try server.connect()
    try refused.send(.hello(.with { $0.token = first.token }))
    #expect(try refused.receive() == .close(4429))
    let other = try server.register("Ravi")
    others[limit - 2].close(1000)
    #expect(try others.removeLast().closeCode() == 1000)
    others.append(try server.logIn(first.token))
    for client in [first, other] + others { _ = try client.ask(.listGroups(.init())) }
    #expect(server.server.limits.figures.identities == 2)
    for client in [first, other] + others { client.close(1000) }
    eventuallyEmpty(server)
  }

  @Test(
    "HS-08: an address has as many handshakes as connections over all loops, and one at least in each",
    arguments: [(1, 50, 50), (2, 50, 25), (3, 50, 16), (64, 50, 1), (64, 1, 1), (64, 10_000, 156)])
  func handshakes(loops: Int, connections: Int, share: Int) {
    var configuration = Self.usual
    configuration.loops = loops
    configuration.connectionsPerAddressMax = connections
    #expect(Server.loopConfiguration(configuration, MemoryBudget()).handshakesPerAddressMax == share)
  }

  @Test("HS-08: a server with few descriptors takes fewer connections")
  func descriptors() {
    #expect(DescriptorLimit.connectionsMax(configured: 10_000, descriptors: 1_048_576, loops: 1) == 10_000)
    #expect(DescriptorLimit.connectionsMax(configured: 10_000, descriptors: 10_160, loops: 1) == 10_000)
    #expect(DescriptorLimit.connectionsMax(configured: 10_000, descriptors: 10_159, loops: 1) == 9_999)
    #expect(DescriptorLimit.connectionsMax(configured: 10_000, descriptors: 10_159, loops: 64) == 9_747)
    #expect(DescriptorLimit.connectionsMax(configured: 10_000, descriptors: 20, loops: 1) == 1)
  }
}
