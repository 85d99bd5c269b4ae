import HearthProtocol
import Room
import Testing
import Transport
import WebSocket

@testable import HearthServer

/// What a session keeps, without a socket.
struct SessionStateTests {
  private static func group(_ number: UInt64) -> GroupID { GroupID(high: 0x7000, low: 0x8000_0000_0000_0000 | number) }

  @Test("SB-08: only the newest wish to follow a group is ended by its own number")
  func following() {
    var following = SessionFollowing()
    let first = following.follow(Self.group(1), request: 3, goesOn: nil)
    let second = following.follow(Self.group(1), request: 4, goesOn: nil)
    let ofFirst = following.unfollow(Self.group(1), first)
    #expect(following.groups[Self.group(1)]?.number == second && following.groups[Self.group(1)]?.request == 4)
    let ofSecond = following.unfollow(Self.group(1), second)
    #expect(following.groups.isEmpty && !ofFirst && !ofSecond)
    _ = following.follow(Self.group(2), request: 5, goesOn: nil)
    following.unfollow(Self.group(2))
    #expect(following.groups.isEmpty)
  }

  private func goingOn(until: Int64 = 99) -> SessionFollowing.GoingOn { .init(Subscribe(), until: until) }

  @Test("SB-12: who cannot go on yet asks again until 15 s are over; one millisecond less is not over, and some refusals are final")
  func goesOnLimit() {
    #expect(SessionFollowing.goesOnMilliseconds == 15_000)
    let rows: [(now: Int64, mayPass: Bool, SessionFollowing.Standing)] = [
      (15_999, true, .waits), (16_000, true, .ended), (1_001, false, .ended),
    ]
    for (now, mayPass, standing) in rows {
      var following = SessionFollowing()
      let number = following.follow(Self.group(1), request: 4, goesOn: goingOn(until: 1_000 + SessionFollowing.goesOnMilliseconds))
      #expect(following.waiting(Self.group(1)) == nil)
      let found = following.cannotGoOn(Self.group(1), number, mayPass: mayPass, now: now)
      #expect(found == standing && (following.waiting(Self.group(1), number) != nil) == (standing == .waits))
      #expect(following.groups.isEmpty == (standing == .ended))
    }
  }

  @Test("SB-12: A connection whose moved group has not begun at the end of its wait is late, however silent whoever was asked")
  func lateReaders() {
    var following = SessionFollowing()
    _ = following.follow(Self.group(1), request: 4, goesOn: goingOn(until: 1_000))
    #expect([999, 1_000].map { following.isLate(Self.group(1), until: 1_000, now: $0) } == [false, true])
    // Another wait has another end.
    #expect(!following.isLate(Self.group(1), until: 900, now: 1_000) && !following.isLate(Self.group(2), until: 1_000, now: 1_000))
    var (begun, ended) = (following, following)
    begun.began(Self.group(1))
    _ = ended.end(Self.group(1))
    #expect(!begun.isLate(Self.group(1), until: 1_000, now: 1_000) && !ended.isLate(Self.group(1), until: 1_000, now: 1_000))
  }

  @Test("SB-12: nobody asks again for a client that follows the group, ends it, or has asked for something else since")
  func askedSince() {
    var following = SessionFollowing()
    func refused(_ change: (inout SessionFollowing) -> Void) -> Bool {
      let number = following.follow(Self.group(1), request: 3, goesOn: goingOn())
      _ = following.cannotGoOn(Self.group(1), number, mayPass: true, now: 1)
      change(&following)
      return following.waiting(Self.group(1), number) != nil
    }
    let outcomes = [
      refused { _ in }, refused { $0.began(Self.group(1)) }, refused { _ = $0.end(Self.group(1)) },
      refused { _ = $0.follow(Self.group(1), request: 4, goesOn: nil) },
    ]
    #expect(outcomes == [true, false, false, false])
    let (number, none) = (following.end(Self.group(1)), following.end(Self.group(9)))
    #expect(following.groups[Self.group(1)]?.number == number && none == SubscriptionNumber())
    // A refusal that was on its way is nobody's.
    let former = following.follow(Self.group(1), request: 5, goesOn: goingOn())
    _ = following.follow(Self.group(1), request: 6, goesOn: nil)
    let late = following.cannotGoOn(Self.group(1), former, mayPass: false, now: 1)
    #expect(late == .asked && following.groups[Self.group(1)]?.request == 6)
  }

  @Test("SB-12: a client whose group has moved and takes it as no reader still counts as following; one that ends it does not")
  func refusedThere() {
    var following = SessionFollowing()
    func refused(_ change: (inout SessionFollowing) -> Void) -> Bool {
      let number = following.follow(Self.group(1), request: 3, goesOn: goingOn())
      change(&following)
      return following.unfollow(Self.group(1), number)
    }
    let outcomes = [refused { _ in }, refused { $0.began(Self.group(1)) }, refused { _ = $0.end(Self.group(1)) }]
    #expect(outcomes == [true, false, false])
  }

  @Test("CM-11: eight reads are under way at once, and one that has ended makes space")
  func reads() {
    var reads = SessionReads()
    let begun = (0...SessionReads.most).map { _ in reads.begin() }
    #expect(begun == Array(repeating: true, count: 8) + [false])
    reads.end()
    let again = reads.begin()
    #expect(again)
    let number = reads.begin(GroupListing(request: 1, groups: [], after: nil))
    #expect(reads[number] != nil)
    reads[number] = nil
    #expect(reads[number] == nil)
  }

  @Test("ER-04: groups that the identity has met are known until too many are")
  func acquaintances() {
    var account = SessionAccount()
    for number in 1...UInt64(SessionAccount.acquaintancesMax) { account.meet(Self.group(number)) }
    #expect(account.knows(Self.group(1)))
    account.meet(Self.group(1_000))
    #expect(!account.knows(Self.group(1)) && account.knows(Self.group(1_000)))
  }

  @Test("A connection knows whose it is once it is logged in, and not before")
  func logins() {
    var account = SessionAccount()
    #expect(!account.isKnown && !account.isLoggingIn)
    account.login = .pending
    #expect(!account.isKnown && account.isLoggingIn)
    let identity = IdentityID(high: 1, low: 2)
    account.login = .identity(identity)
    #expect(account.isKnown && !account.isLoggingIn)
    let asker = account.asker(identity, in: Self.group(1))
    #expect(asker == Asker(identity: identity, group: Self.group(1)))
  }

  @Test("HS-07: what arrives ends a silence and answers a ping")
  func silence() {
    var silence = SessionSilence(pingMilliseconds: 25_000, now: 10)
    silence.pingedAt = 25_010
    silence.end(at: 26_000)
    #expect(silence.heardAt == 26_000 && silence.pingedAt == nil && silence.isWhole)
  }

  private static func session() -> Session {
    Session(
      connection: ConnectionID(rawValue: 0), loop: 0, address: SocketAddress(ipv4: 0x7F00_0001, port: 7), isAdmin: false,
      configuration: ServerConfiguration(listen: []), now: 0)
  }

  /// A session in stage `call`.
  private static func calling() throws -> Session {
    let session = session()
    let text = "POST /v1/groups HTTP/1.1\r\nHost: hearth.example\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n"
    var position = 0
    let read = try Array(text.utf8).withUnsafeBytes { try session.request.head?.read($0, from: &position) }
    let head = try #require(read)
    let route = try #require(CallTable.routes.first { $0.path == "/v1/groups" && $0.methods == [.post] })
    session.stage = .call
    session.call = try Call(head, route, [], query: nil, bodyBytesMax: 300_000)
    return session
  }

  @Test("HT-08: a call is carried by its stage, is changed in place, and ends with it")
  func calls() throws {
    for next in [Session.Stage.request, .closing] {
      let session = try Self.calling()
      session.call?.collected.reserveCapacity(300_000)
      let place = session.call?.collected.withUnsafeBytes { $0.baseAddress }
      for _ in 0..<300 { session.call?.collected.append(contentsOf: [UInt8](repeating: 7, count: 1_000)) }
      // A copy would be elsewhere.
      #expect(session.call?.collected.withUnsafeBytes { $0.baseAddress } == place)
      #expect(session.call?.hasWholeRequest == true && session.feed == nil)
      session.stage = next
      #expect(session.call == nil)
      session.call?.isGivenUp = true
      #expect(session.call == nil)
    }
  }

  @Test("HT-11: the events that a call is for take its place once the group has admitted the reader, and end with their stage")
  func feeds() throws {
    let session = try Self.calling()
    session.beginFeed(now: 5)
    // The call was for none.
    #expect(session.stage == .call && session.call != nil)
    session.follow(Feed(of: Self.group(1), isFromNow: true, retryMilliseconds: 1_000, now: 1))
    #expect(session.call?.events?.isFromNow == true && session.feed == nil && !session.isReader)
    session.beginFeed(now: 9)
    #expect(session.stage == .feed && session.stageSince == 9 && session.isReader && session.call == nil)
    session.feed?.saidAt = 12
    // Neither of them is there for the other.
    session.call?.isGivenUp = true
    #expect(session.feed?.saidAt == 12)
    session.stage = .closing
    #expect(session.feed == nil)
  }

  @Test("AT-02: an exchange is carried by its stage, is changed in place, takes its body and no byte more, and ends with its stage")
  func exchanges() throws {
    let session = Self.session()
    let group = Self.group(1)
    session.begin(
      AttachmentExchange(wish: .add, group: group, minor: nil, hash: ContentHash(of: [1, 2]), sizeBytes: 300_000), now: 7)
    #expect(session.stage == .exchange && session.stageSince == 7 && session.exchange?.group == group)
    session.exchange?.collected.reserveCapacity(300_000)
    let place = session.exchange?.collected.withUnsafeBytes { $0.baseAddress }
    for _ in 0..<301 { [UInt8](repeating: 7, count: 1_000).withUnsafeBytes { session.exchange?.take($0) } }
    // A copy would be elsewhere.
    #expect(session.exchange?.collected.withUnsafeBytes { $0.baseAddress } == place)
    #expect(session.exchange?.collected.count == 300_000 && session.exchange?.hasWholeRequest == true && session.call == nil)
    session.stage = .closing
    #expect(session.exchange == nil)
    session.exchange?.awaitsContinue = true
    #expect(session.exchange == nil)
  }
}
