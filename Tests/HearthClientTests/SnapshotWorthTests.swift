import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

// What a snapshot is worth to whoever has seen the group before, and what a server may leave away.
extension SnapshotTests {
  /// Somebody who may read the shared lane alone, has seen two entries, and is back.
  private func returningAdult() throws -> (GroupScript, CoreHarness) {
    var script = GroupScript(entries: 2)
    script.reader = script.other
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.subscribe(script.group))
    try harness.answer(script, script.subscribed(script.start(.shared)))
    try harness.receive(.snapshotPart(script.parts(.shared)[0]))
    try comeBack(&harness)
    return (script, harness)
  }

  @Test("LN-08: of a snapshot counts where it stands and its hash; what it says besides nobody vouches for")
  func otherRows() throws {
    let other = GroupScript(entries: 9)
    for missed in [0, 1, 40] {
      let seen = GroupScript(entries: 2)
      var harness = try returning(to: seen)
      var script = seen
      for number in 0..<missed { script.addEntry(2 + number) }
      try harness.answer(script, script.subscribed(script.start(.shared), script.start(.admin)))
      var part = try #require(script.parts(.shared).first)
      part.snapshot.shared = try #require(other.parts(.shared).first).snapshot.shared
      try harness.receive(.snapshotPart(part))
      for part in script.parts(.admin) { try harness.receive(.snapshotPart(part)) }
      _ = try serve(&harness, script)
      #expect(faults(harness.takeNotices()) == [])
      #expect(harness.core.view(of: script.group)?.state.snapshot(of: .shared) == script.state.snapshot(of: .shared))
      #expect(harness.core.view(of: script.group)?.marks[.shared]?.position.rawValue == script.head(.shared))
      // The control: a client that sees the group for the first time has nothing to compare it with.
      var fresh = CoreHarness()
      try fresh.take(fresh.core.start())
      try fresh.logIn()
      try fresh.request(.subscribe(script.group))
      try fresh.answer(script, script.subscribed(script.start(.shared)))
      try fresh.receive(.snapshotPart(part))
      #expect(entries(fresh, script) == 9)
    }
  }

  @Test("LN-08: a snapshot of another hash at the event that was seen is refused")
  func otherHash() throws {
    let seen = GroupScript(entries: 2)
    var harness = try returning(to: seen)
    var forged = GroupScript(entries: 1)
    forged.addEntry(7)
    try answer(&harness, forged)
    #expect(faults(harness.takeNotices()) == [.hashMismatch(.shared, LanePosition(5))])
  }

  @Test("LN-08, SB-08: a lane that was verified is not left away from whoever may read it", arguments: [Lane.shared, .admin])
  func leftAway(lane: Lane) throws {
    var script = GroupScript(entries: 2)
    script.reader = script.other
    script.changeRole(of: script.other, to: .admin)
    script.addInvite(1)
    for isUnasked in [false, true] {
      var harness = try returning(to: script)
      let request = try #require(harness.sent.last?.request)
      if isUnasked { try harness.answer(script, script.subscribed(script.start(.shared, after: 6), script.start(.admin, after: 1))) }
      let subscribed = lane == .shared ? script.subscribed() : script.subscribed(script.start(.shared, after: 6))
      try harness.receive(.subscribed(subscribed), request: request)
      #expect(faults(harness.takeNotices()) == [.truncated(lane, had: LanePosition(lane == .shared ? 6 : 1), found: .start)])
      #expect(entries(harness, script) == 2)
      #expect(harness.core.view(of: script.group)?.state.admin.invites.count == 1)
    }
    // The control: whoever may not read it any more follows.
    guard lane == .admin else { return }
    var harness = try returning(to: script)
    script.changeRole(of: script.other, to: .viewer)
    try harness.answer(script, script.subscribed(script.start(.shared, after: 6)))
    try harness.receive(.laneEvents(script.events(.shared, 7...7)))
    #expect(faults(harness.takeNotices()) == [])
    #expect(harness.core.view(of: script.group)?.state.admin.invites.count == 0)
  }

  @Test("LN-14: a minor's own lane in which nothing stood ends when they are none; what stands in it is theirs", arguments: [false, true])
  func childGrowsUp(isWritten: Bool) throws {
    var script = GroupScript(entries: 2)
    script.reader = script.other
    script.changeRole(of: script.other, to: .minor)
    let (own, child) = (Lane.minor(script.other), script.other.description)
    if isWritten { script.append(.roleRequested(.with { ($0.memberID, $0.role) = (child, .adult) }), lane: own) }
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.subscribe(script.group))
    try harness.answer(script, script.subscribed(script.start(.shared), script.start(own, after: 0)))
    try harness.receive(.snapshotPart(script.parts(.shared)[0]))
    if isWritten { try harness.receive(.laneEvents(script.events(own, 1...1))) }
    #expect(harness.core.view(of: script.group)?.marks.keys.sorted() == [.shared, own])
    try comeBack(&harness)
    script.changeRole(of: script.other, to: .adult)
    try harness.answer(script, script.subscribed(script.start(.shared, after: 6)))
    try harness.receive(.laneEvents(script.events(.shared, 7...7)))
    #expect(faults(harness.takeNotices()) == (isWritten ? [.truncated(own, had: LanePosition(1), found: .start)] : []))
  }

  @Test("LN-08, SB-08: whose lanes change while they read what they missed go on where they were")
  func lanesChangeMeanwhile() throws {
    var (script, harness) = try returningAdult()
    let request = try #require(harness.sent.last?.request)
    for number in 2..<602 { script.addEntry(number) }
    try harness.answer(script, script.subscribed(script.start(.shared)))
    try harness.receive(.snapshotPart(script.parts(.shared)[0]))
    let first = try #require(takeReads(&harness).first)
    try harness.receive(script.page(first.readHistory), request: first.request)
    let second = try #require(takeReads(&harness).first)
    #expect(second.readHistory.after == 505 && second.readHistory.limit == 100)
    // The server has them at the head, and does not say it again.
    script.changeRole(of: script.other, to: .admin)
    try harness.receive(.laneEvents(script.events(.shared, 606...606)))
    script.addInvite(1)
    for _ in 0..<5 {
      try harness.receive(
        .subscribed(script.subscribed(script.start(.shared, after: 606), script.start(.admin))), request: request)
    }
    try harness.receive(.snapshotPart(script.parts(.admin)[0]))
    #expect(harness.sent.isEmpty, "one page is on its way at a time")
    try harness.receive(script.page(second.readHistory), request: second.request)
    let reads = try serve(&harness, script).filter(\.isRead)
    #expect(reads.map(\.readHistory.after) == [505] && reads.map(\.readHistory.limit) == [100])
    #expect(faults(harness.takeNotices()) == [])
    #expect(harness.core.view(of: script.group)?.state.snapshot(of: .shared) == script.state.snapshot(of: .shared))
    #expect(harness.core.view(of: script.group)?.state.admin.invites.count == 1)
  }

  @Test("LN-08, SB-08: who loses a lane while they read what they missed is told all of it as begun anew, with what came meanwhile")
  func laneLostMeanwhile() throws {
    var script = GroupScript(entries: 2)
    script.reader = script.other
    script.changeRole(of: script.other, to: .admin)
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    for number in 2..<12 { script.addEntry(number) }
    try answer(&harness, script)
    let read = try #require(takeReads(&harness).first)
    script.addEntry(12)
    script.changeRole(of: script.other, to: .adult)
    try harness.receive(.laneEvents(script.events(.shared, 17...18)))
    _ = harness.takeNotices()
    try harness.receive(.subscribed(script.subscribed(script.start(.shared, after: 18))), request: request)
    try harness.receive(script.page(read.readHistory), request: read.request)
    _ = try serve(&harness, script)
    let updates = harness.takeNotices().compactMap { if case .groupUpdated(let update) = $0 { update } else { nil } }
    #expect(updates.map(\.kind) == [.restarted])
    #expect(updates.first?.events.map(\.position.rawValue) == [17, 18])
    #expect(harness.core.view(of: script.group)?.state.snapshot(of: .shared) == script.state.snapshot(of: .shared))
  }

  @Test("LN-08, SB-08: what the server has told before it begins anew is told when that is complete")
  func toldBefore() throws {
    var (script, harness) = try returningAdult()
    let request = try #require(harness.sent.last?.request)
    for number in 2..<5 { script.addEntry(number) }
    try harness.answer(script, script.subscribed(script.start(.shared, after: 5)))
    try harness.receive(.laneEvents(script.events(.shared, 6...7)))
    script.changeRole(of: script.other, to: .admin)
    script.addInvite(1)
    _ = harness.takeNotices()
    try harness.receive(.subscribed(script.subscribed(script.start(.shared, after: 7), script.start(.admin))), request: request)
    try harness.receive(.snapshotPart(script.parts(.admin)[0]))
    try harness.receive(.laneEvents(script.events(.shared, 8...9)))
    let updates = harness.takeNotices().compactMap { if case .groupUpdated(let update) = $0 { update } else { nil } }
    #expect(updates.map(\.kind) == [.restarted] && updates.first?.events.map(\.position.rawValue) == [6, 7, 8, 9])
  }

  @Test("LN-08, MB-05: nobody is made another member, whose lanes are fewer, but by a claim")
  func anotherMember() throws {
    var script = GroupScript(entries: 2)
    script.addInvite(1)
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    script.reader = script.other
    try harness.answer(script, script.subscribed(script.start(.shared, after: 5), script.start(.admin, after: 1)))
    #expect(faults(harness.takeNotices()) == [.unexpected(.shared)])
    #expect(harness.core.view(of: script.group)?.member == script.owner)
    try harness.receive(.subscribed(script.subscribed(script.start(.shared, after: 5))), request: request)
    #expect(harness.core.view(of: script.group)?.state.admin.invites.count == 1)
  }

  /// A placeholder, or somebody who has come later.
  private static let third = MemberID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0004)

  @Test("LN-08, SB-08, MB-05: behind a claim that came live the server names who has claimed, and nobody else", arguments: [true, false])
  func anotherMemberBehindALiveClaim(isHonest: Bool) throws {
    var script = GroupScript(entries: 2)
    script.addInvite(1)
    script.join(Self.third, as: "Asha's mother")
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    try harness.answer(script, script.subscribed(script.start(.shared, after: 6), script.start(.admin, after: 1)))
    script.claim(Self.third, as: .owner, holder: script.owner.bytes, replacing: script.owner)
    try #require(script.state.shared.members.ownerID == Self.third)
    try harness.receive(.laneEvents(script.events(.shared, 7...7)))
    #expect(harness.core.view(of: script.group)?.state.shared.members.ownerID == Self.third)
    script.reader = isHonest ? Self.third : script.other
    try harness.receive(
      .subscribed(script.subscribed(script.start(.shared, after: 7), script.start(.admin, after: 1))), request: request)
    let expected: [ReplicaFault] = isHonest ? [] : [.unexpected(.shared)]
    #expect(faults(harness.takeNotices()) == expected)
    #expect(harness.core.view(of: script.group)?.member == (isHonest ? Self.third : script.owner))
    #expect(harness.core.view(of: script.group)?.state.admin.invites.count == 1)
  }

  @Test("LN-08, BN-07: in whose place another goes on, they come back as somebody new, who reads less, and as nobody else")
  func placeTakenMeanwhile() throws {
    var seen = GroupScript(entries: 2)
    seen.addInvite(1)
    var script = seen
    script.claim(script.owner, as: .owner, holder: [UInt8](repeating: 9, count: 16), from: script.owner.bytes)
    script.join(Self.third, as: "Asha", holder: script.owner.bytes)
    try #require(script.state.shared.members[Self.third]?.status == .active)
    for (reader, expected) in [(Self.third, []), (script.other, [.unexpected(.shared)])] as [(MemberID, [ReplicaFault])] {
      var harness = try returning(to: seen)
      script.reader = reader
      try harness.answer(script, script.subscribed(script.start(.shared, after: 5)))
      try harness.receive(.laneEvents(script.events(.shared, 6...7)))
      #expect(faults(harness.takeNotices()) == expected)
      #expect(harness.core.view(of: script.group)?.member == (expected.isEmpty ? reader : script.owner))
      #expect(harness.core.view(of: script.group)?.state.admin.invites.count == (expected.isEmpty ? 0 : 1))
    }
  }

  @Test("LN-08, SB-08: what is given while a subscription begins anew waits until that is verified")
  func commandsWaitWhenItBeginsAnew() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    try harness.answer(script, script.subscribed(script.start(.shared, after: 5), script.start(.admin, after: 0)))
    for number in 2..<5 { script.addEntry(number) }
    try harness.receive(.subscribed(script.subscribed(script.start(.shared), script.start(.admin))), request: request)
    for part in script.parts(.shared) + script.parts(.admin) { try harness.receive(.snapshotPart(part)) }
    try harness.request(.command(testCommand(1, script)))
    #expect(harness.sent.allSatisfy { $0.command == nil })
    let sent = try serve(&harness, script)
    #expect(sent.compactMap(\.command) == [testCommand(1, script)])
  }

  @Test(
    "LN-08: what waited is refused, and not sent, where the server says that the user does not follow the group", arguments: [true, false])
  func notFollowed(isEnded: Bool) throws {
    let script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    try harness.request(.command(testCommand(1, script)), tag: 7)
    try harness.request(.resend(testCommand(2, script)), tag: 8)
    _ = harness.takeSent()
    if isEnded {
      var grown = script
      grown.addEntry(2)
      try harness.receive(.subscribed(grown.subscribed(grown.start(.shared), grown.start(.admin))), request: request)
      var ended = SubscriptionEnded()
      (ended.groupID, ended.reason) = (script.group.description, .membership)
      try harness.receive(.subscriptionEnded(ended))
    } else {
      try harness.receive(.rejected(script.refusal("not_found")), request: request)
    }
    guard case .rejected(let rejected, 7) = harness.takeNotices().last else { throw Missing(what: "not told") }
    #expect(rejected.code == "not_found" && rejected.commandID == testCommand(1, script).id)
    // CM-03: what may have been sent before is owed its answer.
    #expect(harness.sent.compactMap(\.command) == [testCommand(2, script)] && harness.core.outbox.commands == [testCommand(2, script)])
  }

  @Test("LN-08, CM-06: what is given without a connection waits as well, until the server has shown what was missed")
  func commandsWaitForTheAnswer() throws {
    for missed in [0, 3] {
      var script = GroupScript(entries: 2)
      var harness = CoreHarness()
      try harness.take(harness.core.start())
      try harness.logIn()
      try harness.follow(script)
      try harness.disconnect(.lost)
      try harness.request(.command(testCommand(1, script)))
      try harness.logIn()
      try harness.request(.command(testCommand(2, script)))
      for number in 0..<missed { script.addEntry(2 + number) }
      try harness.answer(script, script.subscribed(script.start(.shared, after: 5), script.start(.admin, after: 0)))
      #expect(harness.sent.allSatisfy { $0.command == nil } == (missed > 0))
      if missed > 0 { try harness.receive(.laneEvents(script.events(.shared, 6...8))) }
      #expect(harness.takeSent().compactMap(\.command) == [testCommand(1, script), testCommand(2, script)])
    }
  }

  @Test(
    "LN-08: what waited for a group that its user leaves is refused for now, with a connection or without, and not sent",
    arguments: [true, false])
  func leftUnverified(isConnected: Bool) throws {
    let script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    if !isConnected { try harness.disconnect(.lost) }
    try harness.request(.command(testCommand(1, script)), tag: 7)
    try harness.request(.resend(testCommand(2, script)), tag: 8)
    try harness.request(.unsubscribe(script.group))
    if isConnected { try harness.request(.command(testCommand(3, script)), tag: 9) } else { try harness.logIn() }
    let refused = harness.takeNotices().compactMap { notice -> UInt64? in
      if case .rejected(let rejected, let tag) = notice, rejected.code == "unavailable" { tag } else { nil }
    }
    #expect(refused == (isConnected ? [7, 8, 9] : [7, 8]))
    #expect(harness.sent.allSatisfy { $0.command == nil } && harness.core.outbox.count == 0)
  }

  @Test("Each page is announced once, however often it is asked for, so that a wait for the next one ends")
  func announcedOnce() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    script.addEntry(2)
    try answer(&harness, script)
    for _ in 0..<5 {
      let read = try #require(takeReads(&harness).first)
      var rejected = script.refusal("unavailable")
      rejected.retryAfterMs = 1_000
      try harness.receive(.rejected(rejected), request: read.request)
      try harness.tick(1_000)
    }
    let announced = harness.takeNotices().count { if case .verifying = $0 { true } else { false } }
    #expect(announced == 1)
  }

  @Test("SB-03: of two lanes that are read each page is its own's, whichever snapshot comes first")
  func lanesInAnyOrder() throws {
    var script = GroupScript(entries: 2)
    script.addInvite(1)
    var harness = try returning(to: script)
    script.addEntry(2)
    script.addInvite(2)
    try harness.answer(script, script.subscribed(script.start(.shared), script.start(.admin)))
    for part in script.parts(.admin) + script.parts(.shared) { try harness.receive(.snapshotPart(part)) }
    let reads = try serve(&harness, script).filter(\.isRead).map(\.readHistory.lane)
    #expect(reads == ["admin", "shared"])
    #expect(faults(harness.takeNotices()) == [] && entries(harness, script) == 3)
  }
}
