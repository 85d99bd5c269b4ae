import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

/// SPEC LN-08 (product N1): a snapshot hides nothing from whoever has seen the group before.
@Suite struct SnapshotTests {
  /// Somebody who has seen the group as the script has it, and is back; their subscribe is on its way.
  func returning(
    to script: GroupScript, format: WireFormat = .protobuf, _ settle: (inout SyncConfiguration) -> Void = { _ in }
  ) throws -> CoreHarness {
    var harness = CoreHarness(format: format, settle)
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    try comeBack(&harness)
    return harness
  }

  func comeBack(_ harness: inout CoreHarness) throws {
    try harness.disconnect(.lost)
    _ = harness.takeSent()
    try harness.logIn()
    _ = harness.takeNotices()
  }

  /// Answers the subscribe by snapshots.
  func answer(_ harness: inout CoreHarness, _ script: GroupScript) throws {
    try harness.answer(script, script.subscribed(script.start(.shared), script.start(.admin)))
    for part in script.parts(.shared) + script.parts(.admin) { try harness.receive(.snapshotPart(part)) }
  }

  /// The pages that were asked for since the last call.
  func takeReads(_ harness: inout CoreHarness) -> [ClientMessage] { harness.takeSent().filter(\.isRead) }

  /// Answers what is asked for until nothing is.
  ///
  /// - Returns: all that was sent meanwhile.
  func serve(
    _ harness: inout CoreHarness, _ script: GroupScript, _ change: (inout SealedHistory) -> Void = { _ in }
  ) throws -> [ClientMessage] {
    var sent = harness.takeSent()
    var place = 0
    while place < sent.count {
      if sent[place].isRead {
        try harness.receive(script.page(sent[place].readHistory, change), request: sent[place].request)
        sent += harness.takeSent()
      }
      place += 1
    }
    return sent
  }

  func faults(_ notices: [SyncNotice]) -> [ReplicaFault] {
    notices.compactMap { if case .fault(_, let fault) = $0 { fault } else { nil } }
  }

  func entries(_ harness: CoreHarness, _ script: GroupScript) -> Int? {
    harness.core.view(of: script.group)?.state.shared.entries.count
  }

  @Test("LN-08, SB-04: who has missed more than 2,000 events reads them, 500 at once, before the snapshot of them counts")
  func honest() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    for number in 2..<2_103 { script.addEntry(number) }
    try answer(&harness, script)
    #expect(entries(harness, script) == 2, "what was verified is shown")
    let reads = try serve(&harness, script).filter(\.isRead).map(\.readHistory)
    #expect(reads.map(\.after) == [5, 505, 1_005, 1_505, 2_005])
    #expect(reads.map(\.limit) == [500, 500, 500, 500, 101])
    let notices = harness.takeNotices()
    let announced = notices.compactMap { notice -> UInt64? in
      if case .verifying(script.group, .shared, let after, LanePosition(2_106)) = notice { after.rawValue } else { nil }
    }
    #expect(announced == reads.map(\.after))
    let updates = notices.compactMap { if case .groupUpdated(let update) = $0 { update.kind } else { nil } }
    #expect(updates == [.restarted])
    #expect(entries(harness, script) == 2_103)
    #expect(harness.core.view(of: script.group)?.marks[.shared]?.position == LanePosition(2_106))
  }

  enum Forgery: CaseIterable {
    /// Another past than was seen, with more than 2,000 events behind it.
    case past
    /// A page whose chain is broken.
    case page
    /// A snapshot of another end than the history has.
    case snapshot
    /// A snapshot of more than there is.
    case nothing
  }

  @Test("LN-08, product N1: what does not lead from the last event that was verified to the snapshot is named, and nothing of it shown")
  func forged() throws {
    for forgery in Forgery.allCases {
      let seen = GroupScript(entries: 2)
      var harness = try returning(to: seen)
      var (script, shown) = (seen, seen)
      for number in 2..<11 { script.addEntry(number) }
      shown = script
      script.addEntry(11)
      shown.addEntry(forgery == .snapshot ? 12 : 11)
      if forgery == .past {
        script = GroupScript(entries: 1)
        for number in 8..<2_110 { script.addEntry(number) }
        shown = script
      }
      try answer(&harness, shown)
      let sent = try serve(&harness, script) { page in
        if forgery == .page { page.events[4].hash = page.events[3].hash }
        if forgery == .nothing { page.events = [] }
      }
      let expected: ReplicaFault =
        switch forgery {
        case .past: .hashMismatch(.shared, LanePosition(6))
        case .page: .hashMismatch(.shared, LanePosition(10))
        case .snapshot: .hashMismatch(.shared, LanePosition(15))
        case .nothing: .truncated(.shared, had: LanePosition(15), found: LanePosition(5))
        }
      #expect(faults(harness.takeNotices()) == [expected], "\(forgery)")
      guard case .unsubscribe = sent.last?.body else { throw Missing(what: "no unsubscribe: \(forgery)") }
      #expect(entries(harness, seen) == 2 && harness.core.view(of: seen.group)?.marks[.shared]?.position == LanePosition(5), "\(forgery)")
      // The control: the same without a forgery is believed.
      var honest = try returning(to: seen)
      var sound = seen
      for number in 2..<12 { sound.addEntry(number) }
      try answer(&honest, sound)
      _ = try serve(&honest, sound)
      #expect(entries(honest, seen) == 12)
    }
  }

  @Test("LN-08: a snapshot that stands before what was seen is refused, wherever the lane is said to end")
  func before() throws {
    for format in WireFormat.allCases {
      let seen = GroupScript(entries: 2)
      var harness = try returning(to: seen, format: format)
      var script = seen
      script.addEntry(2)
      var start = script.start(.shared)
      #expect(start.head == 6)
      start.start = 4
      try harness.answer(script, script.subscribed(start, script.start(.admin)))
      #expect(faults(harness.takeNotices()) == [.truncated(.shared, had: LanePosition(5), found: LanePosition(4))])
    }
  }

  @Test("LN-08: a snapshot without a hash is none")
  func withoutHash() throws {
    let script = GroupScript(entries: 2)
    var replica = Replica(group: script.group)
    _ = try replica.begin(script.subscribed(script.start(.shared)))
    var part = script.parts(.shared)[0]
    part.snapshot.head = .init(repeating: 1, count: 31)
    let bare = part
    #expect(throws: ReplicaFault.hashMismatch(.shared, LanePosition(5))) { try replica.take(bare) }
  }

  @Test("LN-08: a connection that breaks in the middle changes nothing: it begins again behind the last event that was verified")
  func disconnected() throws {
    let seen = GroupScript(entries: 2)
    var script = seen
    for number in 2..<1_202 { script.addEntry(number) }
    var forged = GroupScript(entries: 1)
    for number in 8..<1_210 { forged.addEntry(number) }
    for isForged in [false, true] {
      var harness = try returning(to: seen)
      try answer(&harness, script)
      let first = try #require(takeReads(&harness).first)
      try harness.receive(script.page(first.readHistory), request: first.request)
      try comeBack(&harness)
      #expect(harness.sent.last?.subscription?.cursors.map(\.position) == [5, 0])
      try answer(&harness, isForged ? forged : script)
      let reads = try serve(&harness, isForged ? forged : script).filter(\.isRead)
      #expect(reads.first?.readHistory.after == 5)
      #expect(faults(harness.takeNotices()) == (isForged ? [.hashMismatch(.shared, LanePosition(6))] : []))
      #expect(entries(harness, seen) == (isForged ? 2 : 1_202))
    }
  }

  @Test("LN-08, SB-07: who has seen nothing yet, or nothing of this epoch, takes a snapshot as it is")
  func unseen() throws {
    var script = GroupScript(entries: 2)
    var fresh = CoreHarness()
    try fresh.take(fresh.core.start())
    try fresh.logIn()
    try fresh.request(.subscribe(script.group))
    try answer(&fresh, script)
    #expect(entries(fresh, script) == 2 && fresh.sent.allSatisfy { !$0.isRead })
    var back = try returning(to: script)
    script.epoch = 2
    script.addEntry(2)
    try answer(&back, script)
    #expect(entries(back, script) == 3 && back.sent.allSatisfy { !$0.isRead })
  }

  @Test("LN-06, LN-08: who cannot verify a chain, or does not look, takes a snapshot as it is")
  func unverified() throws {
    for (format, scrutiny) in [(WireFormat.json, Scrutiny.full), (.protobuf, .order)] {
      var script = GroupScript(entries: 2)
      var harness = try returning(to: script, format: format) { $0.scrutiny = scrutiny }
      for number in 2..<5 { script.addEntry(number) }
      try answer(&harness, script)
      #expect(harness.sent.allSatisfy { !$0.isRead })
      #expect(harness.core.view(of: script.group)?.marks[.shared]?.position == LanePosition(8))
    }
  }

  @Test("LN-08, SB-05: what happens meanwhile is shown when the snapshot counts, and not before; one page is on its way at a time")
  func meanwhile() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    for number in 2..<5 { script.addEntry(number) }
    try answer(&harness, script)
    let read = try #require(takeReads(&harness).first)
    for number in 5..<7 {
      script.addEntry(number)
      let position = Int(script.head(.shared))
      try harness.receive(.laneEvents(script.events(.shared, position...position)))
    }
    #expect(harness.sent.isEmpty && entries(harness, script) == 2)
    _ = harness.takeNotices()
    try harness.receive(script.page(read.readHistory), request: read.request)
    guard case .groupUpdated(let update) = harness.takeNotices().last else { throw Missing(what: "no update") }
    #expect(update.kind == .restarted && update.events.map(\.position.rawValue) == [9, 10])
    #expect(entries(harness, script) == 7)
  }

  @Test("Limit: of what happens meanwhile 500 events are kept, more are read; the latest 2,000 are told, and all of it is shown")
  func meanwhileAtMost() throws {
    for (count, end) in [(500, 6), (501, 507), (2_004, 2_010), (2_000, 2_006)] as [(Int, UInt64)] {
      var script = GroupScript(entries: 2)
      var harness = try returning(to: script)
      script.addEntry(2)
      try answer(&harness, script)
      let read = try #require(takeReads(&harness).first)
      #expect(read.readHistory.limit == 1)
      for number in 3..<(count + 3) { script.addEntry(number) }
      // Whatever part of them a message has.
      for start in stride(from: 7, to: count + 7, by: 167) {
        try harness.receive(.laneEvents(script.events(.shared, start...min(start + 166, count + 6))))
      }
      let rest = UInt64(count) - UInt64(count / 501 * 501)
      #expect(harness.core.following[script.group]?.replica.wantedPage?.end == LanePosition(UInt64(count + 6) - rest))
      #expect(end >= UInt64(count + 6) - rest)
      _ = harness.takeNotices()
      try harness.receive(script.page(read.readHistory), request: read.request)
      _ = try serve(&harness, script)
      let updates = harness.takeNotices().compactMap { if case .groupUpdated(let update) = $0 { update } else { nil } }
      #expect(updates.count == 1 && updates.first?.events.count == min(count, 2_000))
      #expect(updates.first?.events.last?.position == LanePosition(UInt64(count + 6)))
      #expect(entries(harness, script) == count + 3)
    }
  }

  @Test("SB-08: a subscription that begins anew in the middle begins this anew too, and a page of before counts for nothing")
  func begunAnew() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    let request = try #require(harness.sent.last?.request)
    for number in 2..<5 { script.addEntry(number) }
    try answer(&harness, script)
    let former = try #require(takeReads(&harness).first)
    script.addEntry(5)
    try harness.receive(.subscribed(script.subscribed(script.start(.shared), script.start(.admin))), request: request)
    for part in script.parts(.shared) + script.parts(.admin) { try harness.receive(.snapshotPart(part)) }
    #expect(harness.sent.isEmpty, "one page is on its way at a time")
    try harness.receive(script.page(former.readHistory), request: former.request)
    #expect(entries(harness, script) == 2)
    let reads = try serve(&harness, script).filter(\.isRead)
    #expect(reads.map(\.readHistory.after) == [5] && reads.map(\.readHistory.limit) == [4])
    #expect(entries(harness, script) == 6)
  }

  @Test("ER-02: a page that is refused for a while is asked for again")
  func refusedForAWhile() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    script.addEntry(2)
    try answer(&harness, script)
    for code in ["unavailable", "rate_limited"] {
      let read = try #require(takeReads(&harness).first)
      var rejected = Rejected()
      (rejected.code, rejected.groupID, rejected.retryAfterMs) = (code, script.group.description, 3_000)
      try harness.receive(.rejected(rejected), request: read.request)
      try harness.tick(2_999)
      #expect(harness.sent.isEmpty)
      try harness.tick(1)
      #expect(harness.sent.map(\.readHistory) == [read.readHistory] && harness.sent[0].request != read.request)
    }
    _ = try serve(&harness, script)
    #expect(entries(harness, script) == 3)
  }

  @Test("SB-08: of a lane that is not the reader's any more nothing is read, and the rest is")
  func laneLost() throws {
    var script = GroupScript(entries: 2)
    script.reader = script.other
    script.changeRole(of: script.other, to: .admin)
    script.addInvite(1)
    var harness = try returning(to: script)
    script.addEntry(2)
    script.addInvite(2)
    try answer(&harness, script)
    script.changeRole(of: script.other, to: .adult)
    let shared = try #require(takeReads(&harness).first)
    try harness.receive(script.page(shared.readHistory), request: shared.request)
    let admin = try #require(takeReads(&harness).first)
    #expect(admin.readHistory.lane == "admin" && admin.readHistory.after == 1)
    try harness.receive(.rejected(script.refusal("not_found")), request: admin.request)
    #expect(harness.sent.last?.subscription?.cursors.map(\.position) == [6, 1])
    try harness.answer(script, script.subscribed(script.start(.shared, after: 6)))
    try harness.receive(.laneEvents(script.events(.shared, 7...8)))
    #expect(entries(harness, script) == 3 && harness.core.view(of: script.group)?.marks[.admin] == nil)
  }

  @Test("Limit: a server that goes on refusing to show what it has a snapshot of is given up after three further tries")
  func refusedForGood() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    script.addEntry(2)
    for _ in 0..<SyncCore.resyncsMax {
      try answer(&harness, script)
      let read = try #require(takeReads(&harness).first)
      try harness.receive(.rejected(script.refusal("forbidden")), request: read.request)
      #expect(harness.sent.last?.subscription != nil)
    }
    try answer(&harness, script)
    let read = try #require(takeReads(&harness).first)
    _ = harness.takeNotices()
    try harness.receive(.rejected(script.refusal("forbidden")), request: read.request)
    guard case .rejected(let rejected, _) = harness.takeNotices().last else { throw Missing(what: "not told") }
    #expect(rejected.code == "forbidden" && entries(harness, script) == 2)
    guard case .unsubscribe = harness.takeSent().last?.body else { throw Missing(what: "no unsubscribe") }
  }

  @Test("ER-02: a page with a gap makes it subscribe anew without cursors, and read behind the same event")
  func gap() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    for number in 2..<5 { script.addEntry(number) }
    try answer(&harness, script)
    let read = try #require(takeReads(&harness).first)
    try harness.receive(script.page(read.readHistory) { $0.events.removeFirst() }, request: read.request)
    #expect(faults(harness.takeNotices()) == [.gap(.shared, expected: LanePosition(6), found: LanePosition(7))])
    #expect(harness.sent.last?.subscription?.cursors.isEmpty == true)
    try answer(&harness, script)
    let reads = try serve(&harness, script).filter(\.isRead)
    #expect(reads.map(\.readHistory.after) == [5] && entries(harness, script) == 5)
  }

  @Test("LN-08, CM-06: nothing is written on what is not verified yet; it goes when that is done, also over another connection")
  func commandsWait() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    script.addEntry(2)
    try answer(&harness, script)
    try harness.request(.command(testCommand(1, script)), tag: 7)
    try comeBack(&harness)
    try harness.request(.command(testCommand(2, script)), tag: 8)
    try answer(&harness, script)
    #expect(harness.sent.allSatisfy { $0.command == nil })
    let sent = try serve(&harness, script)
    #expect(sent.compactMap(\.command) == [testCommand(1, script), testCommand(2, script)])
    #expect(harness.core.outbox.count == 2)
    try harness.request(.command(testCommand(3, script)))
    #expect(harness.takeSent().compactMap(\.command) == [testCommand(3, script)])
  }

  @Test("LN-08: what waited is refused when the history cannot be believed, and so is what comes later")
  func commandsRefused() throws {
    let seen = GroupScript(entries: 2)
    var forged = GroupScript(entries: 1)
    for number in 8..<12 { forged.addEntry(number) }
    var harness = try returning(to: seen)
    try answer(&harness, forged)
    try harness.request(.command(testCommand(1, seen)), tag: 7)
    let sent = try serve(&harness, forged)
    #expect(sent.allSatisfy { $0.command == nil })
    try harness.request(.command(testCommand(2, seen)), tag: 8)
    let refused = harness.takeNotices().compactMap { notice -> (String, UInt64)? in
      if case .rejected(let rejected, let tag) = notice { (rejected.commandID + rejected.code, tag) } else { nil }
    }
    #expect(refused.map(\.0) == (1...2).map { testCommand($0, seen).id + "group_damaged" } && refused.map(\.1) == [7, 8])
    #expect(harness.core.outbox.count == 0 && harness.sent.isEmpty)
    // A person who asks once more is told the same.
    try harness.request(.subscribe(seen.group))
    try answer(&harness, forged)
    _ = try serve(&harness, forged)
    #expect(faults(harness.takeNotices()) == [.hashMismatch(.shared, LanePosition(6))])
  }

  @Test("Limit: 30 pages at once, then one every 100 ms, and as slowly as the server says")
  func pace() throws {
    var pace = PagePace()
    for _ in 0..<30 { #expect(pace.beforeNext(now: 1_000) == 0) }
    for (now, wait) in [(1_000, 100), (1_099, 1), (1_100, 0)] as [(Int64, Int64)] { #expect(pace.beforeNext(now: now) == wait) }
    #expect(pace.refused(retryAfterMs: 900, now: 2_000) == 900)
    for (now, wait) in [(2_899, 1), (2_900, 0), (2_900, 1_000)] as [(Int64, Int64)] { #expect(pace.beforeNext(now: now) == wait) }
    // Each page that comes takes some of that back.
    pace.succeeded()
    _ = pace.beforeNext(now: 3_900)
    #expect(pace.beforeNext(now: 3_900) == 910)
    for _ in 0..<100 { pace.succeeded() }
    for now in [4_810, 4_910] as [Int64] { #expect(pace.beforeNext(now: now) == 0) }
    #expect(pace.refused(retryAfterMs: .max, now: 5_000) == 3_600_000)

    // A server may give less than it is asked for.
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script)
    for number in 2..<42 { script.addEntry(number) }
    try answer(&harness, script)
    func short(_ page: inout SealedHistory) { page.events = Array(page.events.prefix(1)) }
    let atOnce = try serve(&harness, script, short)
    #expect(atOnce.filter(\.isRead).count == 30)
    #expect(harness.core.deadline == harness.now + 100)
    try harness.tick(99)
    #expect(harness.sent.isEmpty)
    try harness.tick(1)
    let later = try serve(&harness, script, short)
    #expect(later.filter(\.isRead).map(\.readHistory.after) == [35])
  }

  @Test func pagesThatNobodyAskedForAreNotReported() throws {
    var script = GroupScript(entries: 2)
    var harness = try returning(to: script) { $0.reportsMessages = true }
    script.addEntry(2)
    try answer(&harness, script)
    _ = harness.takeNotices()
    _ = try serve(&harness, script)
    let notices = harness.takeNotices()
    #expect(notices.contains { if case .groupUpdated = $0 { true } else { false } })
    #expect(!notices.contains { if case .message = $0 { true } else { false } })
  }
}

extension ClientMessage {
  var isRead: Bool { if case .readHistory = body { true } else { false } }
}

extension GroupScript {
  func refusal(_ code: String) -> Rejected {
    var rejected = Rejected()
    rejected.groupID = group.description
    rejected.code = code
    return rejected
  }
}
