import EventStore
import HTTPTypes
import HearthProtocol
import Testing
import Transport

@testable import HearthServer

/// What limits are counted with: tables that nobody can fill without end.
@Suite struct LimitTableTests {
  @Test("A tally counts up to its limit and forgets who has nothing")
  func tally() {
    var tally = Tally<Int>(most: 2)
    let answers = [1, 1, 2, 1].map { tally.add($0) }
    #expect(answers == [true, true, true, false])
    #expect(tally.keyCount == 2)
    tally.remove(1)
    let again = [1, 1].map { tally.add($0) }
    #expect(again == [true, false])
    for key in [1, 1, 1, 2, 3] { tally.remove(key) }
    #expect(tally.keyCount == 0)
  }

  @Test("A tally counts what a key has elsewhere, up to its limit and not one more, and never past all numbers")
  func tallyElsewhere() {
    var tally = Tally<Int>(most: 3)
    let answers = [(1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (3, .max)].map { tally.add($0.0, besides: $0.1) }
    #expect(answers == [true, true, false, true, false, false, false] && tally[1] == 2 && tally[3] == 0)
  }

  @Test(
    "Limit: so many things wait to be told to other servers, and so many identities are told at once; what could not be told waits again")
  func sharedCounts() {
    let shared = SharedCounts()
    shared.note(.registration, [1])
    shared.changed(IdentityID(high: 1, low: 1))
    #expect(shared.take { _ in 1 }.isEmpty)
    shared.begin()
    for number in 0...SharedCounts.keysMax { shared.note(.registration, [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]) }
    for _ in 0..<2 { shared.note(.registration, [0, 0]) }
    for number in 0...SharedCounts.sessionsMax { shared.changed(IdentityID(high: 1, low: UInt64(number))) }
    let first = shared.take { _ in 2 }
    #expect(first.uses.count == SharedCounts.keysMax && first.sessions.count == SharedCounts.sessionsMax)
    #expect(first.uses[LimitedUse(.registration, [0, 0])] == 3)
    #expect(shared.take { _ in 2 }.sessions.count == 1)
    shared.giveBack(first)
    shared.note(.registration, [0, 0])
    let again = shared.take { _ in 0 }
    #expect(again.uses.count == SharedCounts.keysMax && again.uses[LimitedUse(.registration, [0, 0])] == 4)
    #expect(again.sessions.count == SharedCounts.sessionsMax && again.sessions.values.allSatisfy { $0 == 0 })
  }

  @Test("Connections elsewhere count as long as their server lives, whatever it told; an address is read as it was written")
  func sessionsElsewhere() throws {
    let shared = SharedCounts()
    shared.begin()
    let asha = IdentityID(high: 1, low: 1)
    var news = LimitNews()
    news.sessions = ["b": [asha: 2], "c": [asha: .max], "d": [asha: -5]]
    news.living = ["b", "d", "e"]
    shared.hear(news)
    #expect(shared.sessions(of: asha) == 2)
    news.living.insert("c")
    news.sessions = ["b": [asha: 0]]
    shared.hear(news)
    #expect(shared.sessions(of: asha) == .max)
    news.isWhole = true
    shared.hear(news)
    #expect(shared.sessions(of: asha) == 0)
    for text in ["203.0.113.9:1", "[2001:db8::9]:1", "unix:/a"] {
      let key = AddressKey(try #require(SocketAddress(text)))
      #expect(key.bytes.count == 16 && AddressKey(bytes: key.bytes) == key)
    }
    #expect(AddressKey(bytes: [1, 2]) == nil)
  }

  @Test("Wrong codes that are heard of late count from when they were tried, in order, and no more of them are kept than say something")
  func lateCodes() {
    let limits = WrongCodes.Limits(perMinute: 3, perHour: 3, blocks: false)
    var codes = WrongCodes()
    codes.note(now: 100_000)
    codes.note(now: 50_000, 1, most: 3)
    #expect(codes.wait(limits, now: 100_000) == nil)
    codes.note(now: 90_000, .max, most: 3)
    #expect(codes.wait(limits, now: 100_000) == 3_590_000)
    let rate = HourlyRate<Int>(60)
    rate.spend(1, 59, now: -60_000)
    // One has come back since.
    let waits = (0..<3).map { _ in rate.charge(1, now: 0) }
    #expect(waits == [nil, nil, 60_000])
  }

  @Test("Limit: 100,000 keys are remembered at most, the longest untouched are forgotten, and all of them in time")
  func keys() {
    var table = RecentTable<Int, Int>(spanMilliseconds: 1_000)
    for key in 0..<250_000 {
      table.touch(key, now: 0, fresh: 0) { $0 += 1 }
      // One that keeps coming.
      table.touch(-1, now: 0, fresh: 0) { $0 += 1 }
      if key % 10_000 == 0 { #expect(table.count <= 100_000) }
    }
    #expect(table.count > 50_000 && table.count <= 100_000)
    let remembered = [-1, 0, 249_999].map { table.touch($0, now: 0, fresh: 0) { $0 } }
    #expect(remembered == [250_000, 0, 1])
    table.sweep(now: 1_000)
    table.sweep(now: 1_999)
    #expect(table.count > 0)
    table.sweep(now: 2_000)
    #expect(table.count == 0)
  }

  @Test("What has been touched within the span is remembered, whatever the table has swept")
  func span() {
    var table = RecentTable<Int, Int>(spanMilliseconds: 1_000)
    for now in stride(from: Int64(0), through: 20_000, by: 900) {
      table.touch(1, now: now, fresh: 0) { $0 += 1 }
      let count = table.touch(1, now: now, fresh: 0) { $0 }
      #expect(count == Int(now / 900) + 1)
      _ = table.touch(Int(now) + 2, now: now, fresh: 0) { $0 }
      #expect(table.count <= 5)
    }
  }

  @Test("A bucket that has had the time to fill is as good as a fresh one")
  func fillTime() {
    #expect(TokenBucket.fillMilliseconds(ratePerSecond: 40, burst: 120) == 3_000)
    #expect(TokenBucket.fillMilliseconds(ratePerSecond: 0.001, burst: 120) == 3_600_000)
    var bucket = TokenBucket(ratePerSecond: 40, burst: 120, now: 0)
    for now in [0, 3_000] as [Int64] {
      let waits = (0...120).map { _ in bucket.take(now: now) }
      #expect(waits == [UInt32?](repeating: nil, count: 120) + [25])
    }
  }

  @Test("CM-10: an identity sends 120 messages at once and then 40 a second, over all its connections")
  func identityRate() throws {
    let limits = ServerLimits(ServerConfiguration(listen: []), descriptorsMax: 1_024)
    let (identity, other) = (IdentityID(milliseconds: 0, random: (1, 2)), IdentityID(milliseconds: 0, random: (3, 4)))
    let waits = (0...120).map { _ in limits.charge(identity, now: 0) }
    #expect(waits == [UInt32?](repeating: nil, count: 120) + [25])
    #expect(limits.charge(other, now: 0) == nil)
    #expect(limits.charge(identity, now: 24) != nil)
    #expect(limits.charge(identity, now: 25) == nil)
    #expect(limits.charge(identity, now: 25) == 25)
    // A second brings 40, and no more than 120 are saved up.
    let second = (0...40).map { _ in limits.charge(identity, now: 1_025) }
    #expect(second == [UInt32?](repeating: nil, count: 40) + [25])
    let hour = (0...120).map { _ in limits.charge(identity, now: 3_601_025) }
    #expect(hour == [UInt32?](repeating: nil, count: 120) + [25])
  }

  @Test("CM-08: a connection sends 60 messages at once and then 20 a second")
  func connectionRate() {
    let session = Session(
      connection: ConnectionID(rawValue: 0), loop: 0, address: SocketAddress(ipv4: 0x7F00_0001, port: 7), isAdmin: false,
      configuration: ServerConfiguration(listen: []), now: 0)
    let waits = (0...60).map { _ in session.allowance.bucket.take(now: 0) }
    #expect(waits == [UInt32?](repeating: nil, count: 60) + [50])
    let second = (0...20).map { _ in session.allowance.bucket.take(now: 1_000) }
    #expect(second == [UInt32?](repeating: nil, count: 20) + [50])
  }

  @Test("An IPv6 address counts as its network of 64 bits, an IPv4 address as itself, however it is written")
  func addressKeys() throws {
    func key(_ host: String) throws -> AddressKey { AddressKey(try #require(SocketAddress(host: host, port: 7))) }
    #expect(try key("192.0.2.1") == key("::ffff:192.0.2.1"))
    #expect(try key("192.0.2.1") != key("192.0.2.2"))
    #expect(try key("2001:db8:0:1::1") == key("2001:db8:0:1:ffff:ffff:ffff:ffff"))
    #expect(try key("2001:db8:0:1::1") != key("2001:db8:0:2::1"))
    #expect(try key("::1") != key("0.0.0.0"))
    let local = try #require(SocketAddress(path: "/run/hearth"))
    #expect(try AddressKey(local) != key("::1") && AddressKey(local) == AddressKey(#require(SocketAddress(path: "/tmp/s"))))
  }

  @Test("8 KiB of forwarded addresses are read in linear time, from behind, up to the first who is not trusted")
  func longChain() throws {
    let proxies = [try #require(TrustedProxy("10.0.0.0/8"))]
    let address = try #require(SocketAddress("10.0.0.1:7"))
    var fields = HTTPFields()
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    fields.append(HTTPField(name: name, value: (["203.0.113.7"] + [String](repeating: "10.0.0.2", count: 700)).joined(separator: ",")))
    #expect(try ForwardedFor.client(fields, address: address, trusted: proxies).host == "203.0.113.7")
    fields.append(HTTPField(name: name, value: "rubbish"))
    #expect(throws: ForwardedFor.Malformed.self) { try ForwardedFor.client(fields, address: address, trusted: proxies) }
    fields.append(HTTPField(name: name, value: "203.0.113.8"))
    #expect(try ForwardedFor.client(fields, address: address, trusted: proxies).host == "203.0.113.8")
  }

  @Test("IN-06: all together try 600 wrong codes a minute; past it whoever has tried one waits, and a right code of others is answered")
  func wrongCodesOfServer() throws {
    let limits = ServerLimits(ServerConfiguration(listen: []), descriptorsMax: 1_024)
    func address(_ number: UInt32) -> AddressKey { AddressKey(SocketAddress(ipv4: 0x0A00_0000 | number, port: 7)) }
    func identity(_ number: UInt64) -> IdentityID { IdentityID(milliseconds: 0, random: (number, 0)) }
    // One each, and none of them too many for their address.
    let waits = (1...599).map { limits.charge(address($0), nil, wrongCode: true, now: 0) }
    #expect(waits == [UInt32?](repeating: nil, count: 599))
    // Who has tried one tries another: the 600th is looked at, the next is not, and a right one of theirs neither.
    #expect(limits.charge(address(1), nil, wrongCode: true, now: 0) == nil)
    #expect(limits.charge(address(2), nil, wrongCode: true, now: 0) == 100)
    #expect(limits.charge(address(2), nil, wrongCode: false, now: 0) == 100)
    // An identity that has tried one waits wherever it comes from.
    #expect(limits.charge(address(700), identity(1), wrongCode: true, now: 0) == nil)
    #expect(limits.charge(address(701), identity(1), wrongCode: false, now: 0) == 100)
    // A peer that has tried none is answered: a right code as often as they like, a wrong one once.
    for _ in 0..<2 { #expect(limits.charge(address(702), identity(2), wrongCode: false, now: 0) == nil) }
    #expect(limits.charge(address(702), identity(2), wrongCode: true, now: 0) == nil)
    #expect(limits.charge(address(702), identity(2), wrongCode: false, now: 0) == 100)
    // Ten come back in a second.
    #expect(limits.charge(address(2), nil, wrongCode: false, now: 99) != nil)
    #expect(limits.charge(address(2), nil, wrongCode: false, now: 100) == nil)
    #expect(limits.charge(address(2), nil, wrongCode: true, now: 100) == nil)
    #expect(limits.charge(address(3), nil, wrongCode: false, now: 100) == 100)
  }

  @Test(
    "reliability S5: a year of all the guesses that are answered, ten million addresses besides, finds one of 10,000 codes once in 10^9 times"
  )
  func guessing() throws {
    let configuration = ServerConfiguration(listen: [])
    let text = InviteCodes(serverKey: [UInt8](repeating: 7, count: 32)).code(
      group: GroupID(high: 1, low: 1), invite: InviteID(high: 2, low: 2)
    ).text
    let bits = try #require(Crockford32.canonical(text)).count * 5
    #expect(bits == 80)
    let answers = Double(configuration.serverWrongCodesPerMinute) * 525_600 + 10_000_000 * 8_760
    #expect(answers * 10_000 / Double(sign: .plus, exponent: bits, significand: 1) < 1e-9)
  }

  @Test("IN-06: 5 wrong codes in any minute, the 20th of an hour closes the door for an hour; an identity has 10 in any hour")
  func wrongCodes() {
    let address = WrongCodes.Limits(perMinute: 5, perHour: 20, blocks: true)
    var codes = WrongCodes()
    func wait(_ now: Int64) -> UInt32? { codes.wait(address, now: now) }
    for now in [0, 10_000, 20_000, 30_000, 40_000] as [Int64] {
      #expect(wait(now) == nil)
      codes.note(now: now)
    }
    #expect(wait(40_000) == 20_000)
    #expect(wait(59_999) == 1)
    #expect(wait(60_000) == nil)
    codes.note(now: 60_000)
    #expect(wait(60_000) == 10_000)
    for number in 1...14 {
      let now = Int64(number) * 100_000
      #expect(wait(now) == nil)
      codes.note(now: now)
    }
    #expect(wait(1_400_000) == 3_600_000)
    // The first has been an hour ago, and more; what counts is the last.
    #expect(wait(3_700_000) == 1_300_000)
    #expect(wait(4_999_999) == 1)
    #expect(wait(5_000_000) == nil)

    let identity = WrongCodes.Limits(perMinute: 3, perHour: 3, blocks: false)
    var others = WrongCodes()
    for now in [0, 1_000_000, 2_000_000] as [Int64] {
      #expect(others.wait(identity, now: now) == nil)
      others.note(now: now)
    }
    #expect(others.wait(identity, now: 2_000_000) == 1_600_000)
    #expect(others.wait(identity, now: 3_600_000) == nil)
  }

  @Test("A route is found by method and path")
  func routes() {
    let table = RouteTable<Int>(
      .init(method: .get, path: "/a", door: 1), .init(method: .post, path: "/a", door: 2), .init(method: .get, path: "/b", door: 3),
      .init(method: .get, path: "/c/{}/d/{}", door: 4))
    func match(_ method: HTTPRequest.Method, _ path: Substring) -> String { "\(table.match(method, path))" }
    #expect(match(.get, "/a") == "door(1, [])")
    #expect(match(.post, "/a") == "door(2, [])")
    #expect(match(.get, "/b") == "door(3, [])")
    #expect(match(.get, "/c/x/d/y") == "door(4, [\"x\", \"y\"])")
    #expect(match(.put, "/c/x/d/y") == "methodNotAllowed(allowed: [GET])")
    for path in ["/c/x/d/", "/c//d/y", "/c/x/d", "/c/x/d/y/", "/c/{}/e/{}"] as [Substring] { #expect(match(.get, path) == "unknownPath") }
    #expect(match(.put, "/a") == "methodNotAllowed(allowed: [GET, POST])")
    for path in ["", "/", "/a/", "/c", "/A", "/a%20"] as [Substring] { #expect(match(.get, path) == "unknownPath") }
  }
}
