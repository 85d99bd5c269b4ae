import HearthProtocol
import Ledger
import SwiftProtobuf
import Testing

@testable import HearthClient

/// SPEC PR-02, PR-03 (product N1): members tell one another what they have verified, and notice when a server shows
/// them different histories.
@Suite struct HeadExchangeTests {
  /// Follows the script's group from its first event.
  private func member(
    of script: GroupScript, format: WireFormat = .protobuf, _ settle: (inout SyncConfiguration) -> Void = { _ in }
  ) throws -> CoreHarness {
    var harness = CoreHarness(format: format) {
      $0.exchangesHeads = true
      settle(&$0)
    }
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.subscribe(script.group))
    _ = harness.takeNotices()
    try harness.answer(script, script.subscribed(script.start(.shared, after: 0), script.start(.admin, after: 0)))
    try harness.receive(.laneEvents(script.events(.shared, 1...Int(script.head(.shared)))))
    if script.head(.admin) > 0 { try harness.receive(.laneEvents(script.events(.admin, 1...Int(script.head(.admin))))) }
    try #require(harness.core.view(of: script.group) != nil)
    return harness
  }

  /// What the script's other member says to have.
  private func told(
    _ script: GroupScript, _ position: Int, _ lane: Lane = .shared, by member: MemberID? = nil,
    _ change: (inout HeadTold) -> Void = { _ in }
  ) -> SealedServerMessage.OneOf_Body {
    var told = HeadTold()
    told.groupID = script.group.description
    told.memberID = (member ?? script.other).description
    told.epoch = script.epoch
    told.head.lane = lane.name
    told.head.position = UInt64(position)
    told.head.hash = script.events(lane, position...position).events[0].hash
    change(&told)
    return .headTold(told)
  }

  private func tellings(_ sent: [ClientMessage]) -> [TellHeads] {
    sent.compactMap { if case .tellHeads(let told) = $0.body { told } else { nil } }
  }

  private func verdicts(_ notices: [SyncNotice]) -> [(ToldHead, HeadVerdict)] {
    notices.compactMap { if case .headTold(_, let head, let verdict) = $0 { (head, verdict) } else { nil } }
  }

  private func hash(_ script: GroupScript, _ position: Int) throws -> LaneHash {
    try #require(LaneHash(bytes: script.events(.shared, position...position).events[0].hash))
  }

  /// Two histories that are each in order, and differ in the fourth event.
  private func fork() -> (GroupScript, GroupScript) {
    var (left, right) = (GroupScript(), GroupScript())
    left.addEntry(1)
    right.addEntry(2)
    return (left, right)
  }

  @Test("PR-02: it tells where it stands when it has caught up, and every 30 s what came live")
  func tells() throws {
    var script = GroupScript(entries: 1)
    script.addInvite(1)
    var harness = try member(of: script)
    let first = try #require(tellings(harness.takeSent()).last)
    #expect(first.groupID == script.group.description && first.epoch == 1)
    #expect(first.heads.map(\.lane) == ["shared", "admin"] && first.heads.map(\.position) == [4, 1])
    #expect(first.heads[0].hash == script.events(.shared, 4...4).events[0].hash)
    for number in 2...3 {
      script.addEntry(number)
      try harness.receive(.laneEvents(script.events(.shared, (number + 3)...(number + 3))))
    }
    #expect(harness.core.deadline == harness.now + 20_000, "the server's silence comes first")
    harness.core.heard(now: harness.now + 20_000)
    try harness.tick(29_999)
    #expect(tellings(harness.takeSent()).isEmpty)
    try harness.tick(1)
    #expect(tellings(harness.takeSent()).map { $0.heads[0].position } == [6])
    // Nothing new, nothing to tell.
    harness.core.heard(now: harness.now)
    try harness.tick(19_999)
    harness.core.heard(now: harness.now)
    try harness.tick(19_999)
    #expect(harness.takeSent().isEmpty)
  }

  @Test("PR-03, LN-09: what comes in another lane than shared is no occasion to tell anything")
  func ofOtherLanes() throws {
    var script = GroupScript(entries: 1)
    script.addInvite(1)
    var harness = try member(of: script)
    let request = try #require(harness.sent.last { if case .subscribe = $0.body { true } else { false } }?.request)
    #expect(tellings(harness.takeSent()).count == 1)
    script.addInvite(2)
    try harness.receive(.laneEvents(script.events(.admin, 2...2)))
    harness.core.heard(now: harness.now + 20_000)
    try harness.tick(30_000)
    #expect(tellings(harness.takeSent()).isEmpty)
    // A catch-up that nobody asked for is none either; the next event of lane shared is.
    try harness.receive(
      .subscribed(script.subscribed(script.start(.shared, after: 4), script.start(.admin, after: 2))), request: request)
    #expect(tellings(harness.takeSent()).isEmpty)
    script.addEntry(3)
    try harness.receive(.laneEvents(script.events(.shared, 5...5)))
    harness.core.heard(now: harness.now)
    try harness.tick(19_999)
    harness.core.heard(now: harness.now)
    try harness.tick(10_001)
    #expect(tellings(harness.takeSent()).map { $0.heads.map(\.position) } == [[5, 2]])
  }

  @Test("PR-02: a group without events, who looks something up, and who verifies nothing tell and hear nothing")
  func tellsNothing() throws {
    let script = GroupScript(entries: 1)
    let quiet: [CoreHarness] = [
      try member(of: script) { $0.exchangesHeads = false }, try member(of: script) { $0.isQuiet = true },
      try member(of: script) { $0.scrutiny = .order }, try member(of: script, format: .json),
    ]
    for var harness in quiet {
      #expect(tellings(harness.takeSent()).isEmpty)
      try harness.receive(told(script, 4))
      #expect(verdicts(harness.takeNotices()).isEmpty)
    }
  }

  @Test("PR-02: what is refused of it is tried the next time, and no concern of the user's")
  func refused() throws {
    let script = GroupScript(entries: 1)
    var harness = try member(of: script)
    _ = harness.takeNotices()
    let request = try #require(harness.takeSent().last?.request)
    var rejected = Rejected()
    rejected.groupID = script.group.description
    rejected.code = "rate_limited"
    try harness.receive(.rejected(rejected), request: request)
    #expect(harness.takeNotices().isEmpty && harness.takeSent().isEmpty)
    #expect(harness.core.view(of: script.group) != nil)
    #expect(harness.core.deadline == harness.now + 20_000, "nothing is asked again")
  }

  @Test("PR-03, product N1: the same hash of the same event is the same history, another is not, and that is told once")
  func compares() throws {
    let (script, other) = fork()
    var harness = try member(of: script)
    _ = harness.takeNotices()
    try harness.receive(told(script, 3))
    try harness.receive(told(script, 4))
    #expect(verdicts(harness.takeNotices()).map(\.1) == [.same, .same])
    try harness.receive(told(other, 4))
    try harness.receive(told(other, 4))
    let found = verdicts(harness.takeNotices())
    #expect(found.map(\.1) == [.different(own: try hash(script, 4))])
    #expect(
      found.map(\.0) == [ToldHead(member: script.other, lane: .shared, position: LanePosition(4), hash: try hash(other, 4))])
    // Each member for themselves; and again when it had been the same between.
    try harness.receive(told(other, 4, by: script.owner))
    try harness.receive(told(script, 4))
    try harness.receive(told(other, 4))
    #expect(
      verdicts(harness.takeNotices()).map(\.1) == [.different(own: try hash(script, 4)), .same, .different(own: try hash(script, 4))])
    #expect(harness.core.view(of: script.group) != nil, "a member's word ends nothing")
  }

  @Test("PR-03: what lies ahead waits until it is reached, the latest of each member")
  func ahead() throws {
    var (script, other) = fork()
    var harness = try member(of: script)
    for number in 3...4 {
      script.addEntry(number)
      other.addEntry(number)
    }
    _ = harness.takeNotices()
    try harness.receive(told(other, 5))
    try harness.receive(told(other, 6))
    try harness.receive(told(script, 5, by: script.owner))
    #expect(harness.takeNotices().isEmpty)
    try harness.receive(.laneEvents(script.events(.shared, 5...5)))
    #expect(verdicts(harness.takeNotices()).map(\.1) == [.same])
    try harness.receive(.laneEvents(script.events(.shared, 6...6)))
    let found = verdicts(harness.takeNotices())
    #expect(found.map(\.1) == [.different(own: try hash(script, 6))] && found.map(\.0.member) == [script.other])
  }

  @Test("PR-03: what means nothing here is passed over")
  func passedOver() throws {
    let (script, other) = fork()
    var harness = try member(of: script)
    _ = harness.takeNotices()
    try harness.receive(told(other, 4) { $0.epoch = 2 })
    try harness.receive(told(other, 4) { $0.memberID = MemberID(high: 1, low: 1).description })
    try harness.receive(told(other, 4) { $0.memberID = "Ravi" })
    try harness.receive(told(other, 4) { $0.head.lane = "income" })
    try harness.receive(told(other, 4) { $0.head.lane = "minor" })
    try harness.receive(told(other, 4) { $0.head.position = 0 })
    try harness.receive(told(other, 4) { $0.head.hash = .init(repeating: 1, count: 31) })
    try harness.receive(told(other, 4) { $0.head.position = .max })
    #expect(harness.takeNotices().isEmpty)
    // The control: the very same is no different history for any other reason.
    try harness.receive(told(other, 4))
    #expect(verdicts(harness.takeNotices()).count == 1)
  }

  @Test("PR-03, SB-04: of what came as a snapshot only its head is known")
  func afterSnapshot() throws {
    let script = GroupScript(entries: 1)
    var harness = CoreHarness { $0.exchangesHeads = true }
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    try harness.receive(told(script, 3))
    try harness.receive(told(script, 4))
    #expect(verdicts(harness.takeNotices()).map(\.1) == [.tooOld, .same])
  }

  @Test("Limit: 1,024 hashes of a lane are kept, and what lies before them is too old")
  func window() throws {
    let script = GroupScript(entries: 1_022)
    var harness = try member(of: script)
    _ = harness.takeNotices()
    try harness.receive(told(script, 2))
    try harness.receive(told(script, 1))
    #expect(verdicts(harness.takeNotices()).map(\.1) == [.same, .tooOld])
  }

  @Test("PR-03: what a member has said of their history is kept when the group is followed once more; what the view holds is not")
  func keptWhenFollowed() throws {
    let (left, right) = fork()
    var harness = try member(of: left)
    let seen = try #require(harness.core.view(of: left.group))
    try harness.receive(told(right, 4))
    var grown = left
    grown.addEntry(3)
    try harness.receive(.laneEvents(grown.events(.shared, 5...5)))
    let view = try #require(harness.core.view(of: left.group))
    var kept = harness.takeNotices().map { Delivery(notice: $0, view: seen) }
    #expect(kept.count == 3)
    let elsewhere = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
    kept.append(Delivery(notice: .presence(elsewhere, left.other, isOnline: true), view: nil))
    kept.update(to: view)
    let said = try hash(right, 4)
    #expect(verdicts(kept.map(\.notice)).map(\.0.hash) == [said])
    #expect(kept.count == 2 && kept[0].view?.marks[.shared]?.position == LanePosition(5) && kept[1].view == nil)
  }

  @Test(
    "product N1, PR-03: a server that shows two members different histories is found out by both, and an honest one by nobody",
    arguments: [true, false])
  func forkingServer(forks: Bool) throws {
    let scripts = fork()
    let (left, right) = (scripts.0, forks ? scripts.1 : scripts.0)
    var members = [try member(of: left), try member(of: right)]
    let said = members.indices.map { tellings(members[$0].takeSent()) }
    for index in members.indices {
      _ = members[index].takeNotices()
      // The server passes on what the other has said, and cannot know what it will be compared with.
      for head in try #require(said[1 - index].last).heads {
        try members[index].receive(told(left, 4, by: index == 0 ? left.other : left.owner) { $0.head = head })
      }
    }
    let found = members.map { verdicts($0.notices) }
    #expect(found.allSatisfy { $0.count == 1 })
    if forks {
      let (leftHash, rightHash) = (try hash(left, 4), try hash(right, 4))
      #expect(found[0].map(\.1) == [.different(own: leftHash)] && found[0].map(\.0.hash) == [rightHash])
      #expect(found[1].map(\.1) == [.different(own: rightHash)] && found[1].map(\.0.hash) == [leftHash])
    } else {
      #expect(found.map { $0.map(\.1) } == [[.same], [.same]])
    }
  }
}
