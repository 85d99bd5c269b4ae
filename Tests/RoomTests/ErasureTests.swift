import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger
@testable import Room

/// What a member wrote is erased: it is in no log and no snapshot, nothing that is counted changes, and the chains hold
/// (SPEC EW).
struct ErasureTests {
  private static let word = "Zuckerwatte"

  private static func erase(_ number: UInt64, _ person: UInt64? = nil) -> Command {
    Cast.wish(number, .eraseWords(.with { $0.memberID = person.map { Cast.member($0).description } ?? "" }))
  }

  private static func entry(_ number: UInt64) -> String { EntryID(Cast.addEntry(number).addEntry.entryID)?.description ?? "" }

  /// A family in which everybody wrote something beside everybody else's, and one has left.
  private static func written(limits: RoomLimits = RoomLimits()) -> TestShell {
    var shell = TestShell.family(limits: limits)
    for number in 1...12 as ClosedRange<UInt64> {
      let person = number % 3 + 1
      shell.send(Cast.addEntry(number, minor: Int64(number) * 101, description: "\(word) \(person)"), by: person)
      shell.send(
        Cast.wish(
          100 + number,
          .commentEntry(
            .with { ($0.entryID, $0.commentID, $0.text) = (entry(number), Cast.command(500 + number).description, "\(word) 3") })),
        by: 3)
    }
    // Another's words, changed and brought back by an undo.
    shell.send(Cast.wish(130, .editEntry(.with { ($0.entryID, $0.changes.description_p) = (entry(2), "Milk") })), by: 1)
    shell.send(Cast.wish(131, .undoLast(UndoLast())), by: 1)
    shell.send(Cast.wish(132, .disputeEntry(.with { ($0.entryID, $0.reason) = (entry(1), "\(word) 3") })), by: 3)
    shell.send(Cast.wish(133, .renameMember(.with { ($0.memberID, $0.displayName) = (Cast.member(3).description, "\(word) 3") })), by: 3)
    shell.send(Cast.leave(134), by: 3)
    return shell
  }

  /// How often bytes have a word.
  private static func count(_ word: String, in bytes: [UInt8]) -> Int {
    let wanted = Array(word.utf8)
    return bytes.indices.count { bytes[$0...].starts(with: wanted) }
  }

  private static func log(_ shell: TestShell) throws -> [UInt8] {
    try shell.store.read(Cast.group, after: .start, limit: 10_000).flatMap(\.bytes)
  }

  private static func bytes(_ history: GroupHistory) throws -> [UInt8] { try #require(history.storedSnapshot()).bytes }

  @Test("EW-02, products N18 and C4: erases the words of one who left, and nothing that is counted")
  func erasesAFormerMember() throws {
    var shell = Self.written()
    shell.save(shell.history)
    let balances = shell.history.state.shared.balances.currencies.map { currency in
      shell.history.state.shared.members.map { shell.history.state.shared.balances[$0.id, currency] }
    }
    let heads = shell.history.chain.heads
    #expect(try Self.count("\(Self.word) 3", in: Self.log(shell)) > 10, "the control")
    #expect(try Self.count("\(Self.word) 3", in: Self.bytes(shell.history)) > 10, "the control")
    let others = try Self.count("\(Self.word) 1", in: Self.log(shell))
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    #expect(shell.failures == [] && !shell.isErasing)
    #expect(try Self.count("\(Self.word) 3", in: Self.log(shell)) == 0)
    #expect(try Self.count("\(Self.word) 3", in: Self.bytes(shell.history)) == 0)
    #expect(try Self.count("\(Self.word) 1", in: Self.log(shell)) == others)
    let shared = shell.history.state.shared
    #expect(shared.member(Cast.member(3))?.displayName == "Former member 3")
    #expect(shared.balances.currencies.map { currency in shared.members.map { shared.balances[$0.id, currency] } } == balances)
    #expect(shared.entries.count == 12)
    // The chains go on from where they stood, and what the log gives is what the room has.
    for (lane, head) in heads { #expect(shell.history.head(of: lane).position >= head.position) }
    let whole = try Self.bytes(GroupHistory.replay(Cast.group, from: shell.store))
    #expect(try Self.bytes(shell.history) == whole)
    #expect(try Self.bytes(GroupHistory.load(Cast.group, from: shell.store)) == whole)
    var check = ReplayCheck()
    let report = try HistoryVerifier(store: shell.store).verify { check.visit($0, $1) }
    #expect(report.damages == [])
  }

  @Test("EW-01 a member erases what they wrote themselves, and keeps the name that they have")
  func erasesOneself() throws {
    var shell = Self.written()
    shell.send(Cast.wish(150, .renameMember(.with { ($0.memberID, $0.displayName) = (Cast.member(2).description, "Nobody") })), by: 2)
    shell.send(Self.erase(200), by: 2)
    shell.turnUntilErased()
    #expect(shell.failures == [])
    #expect(try Self.count("\(Self.word) 2", in: Self.log(shell)) == 0)
    #expect(try Self.count("\(Self.word) 1", in: Self.log(shell)) > 0)
    #expect(shell.history.state.shared.member(Cast.member(2))?.displayName == "Nobody")
    #expect(try Self.bytes(shell.history) == Self.bytes(GroupHistory.replay(Cast.group, from: shell.store)))
    // A second time there is nothing left, and it ends all the same.
    shell.send(Self.erase(201), by: 2)
    #expect(shell.turnUntilErased() < 5)
    #expect(try Self.bytes(shell.history) == Self.bytes(GroupHistory.replay(Cast.group, from: shell.store)))
  }

  @Test("EW-02 an undo that brings another's words back is emptied with them")
  func undoneWords() throws {
    var shell = Self.written()
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    // Entry 2 is the third member's; the owner changed it and took that back.
    let entry = try #require(EntryID(Self.entry(2)).flatMap { shell.history.state.shared.entries[$0] })
    #expect(entry.description == "")
  }

  @Test("EW-06 one append erases so many events, and the rest follows", arguments: [499, 500, 501])
  func bound(count: Int) throws {
    var shell = TestShell.family()
    for number in 0..<UInt64(count) { shell.send(Cast.addEntry(1_000 + number, description: Self.word), by: 2) }
    shell.send(Self.erase(200), by: 2)
    shell.turnUntilErased()
    let sizes = shell.appends.map(\.replacements.count).filter { $0 > 0 }
    #expect(sizes == (count > RoomLimits.erasedEventsMax ? [RoomLimits.erasedEventsMax, count - RoomLimits.erasedEventsMax] : [count]))
    #expect(shell.appends.count { $0.endsReplacing } == 1)
    #expect(try Self.count(Self.word, in: Self.log(shell)) == 0)
  }

  @Test("EW-06 an erasure that broke off goes on where the group is opened next")
  func brokenOff() throws {
    var shell = Self.written()
    shell.holdsErasures = true
    shell.send(Self.erase(200, 3), by: 1)
    shell.turn()
    #expect(shell.heldErasures.count == 1 && shell.isErasing)
    #expect(try Self.count("\(Self.word) 3", in: Self.log(shell)) > 0, "the control")
    // The process ends, and another reads the group.
    var next = TestShell(store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store))
    #expect(next.isErasing && next.mayHaveWork && !next.isIdle)
    next.turnUntilErased()
    #expect(try Self.count("\(Self.word) 3", in: Self.log(next)) == 0)
    #expect(try Self.bytes(next.history) == Self.bytes(GroupHistory.replay(Cast.group, from: next.store)))
  }

  @Test("EW-03 between two appends of an erasure a room keeps a snapshot however little is new, since the store has removed the last one")
  func snapshotBetween() throws {
    let store = Self.written().store
    try store.saveSnapshot(try #require(try GroupHistory.load(Cast.group, from: store).storedSnapshot()))
    var shell = TestShell(store: store, history: try GroupHistory.load(Cast.group, from: store))
    shell.holdsErasures = true
    shell.send(Self.erase(200, 3), by: 1)
    shell.turn()
    #expect(try store.loadSnapshot(Cast.group) != nil && shell.unsavedHistory == nil, "the control")
    shell.answerErasure()
    shell.turn()
    #expect(try store.loadSnapshot(Cast.group) == nil && shell.isErasing)
    #expect(shell.unsavedHistory?.sequence == shell.history.sequence)
    shell.holdsErasures = false
    shell.turnUntilErased()
    #expect(try store.loadSnapshot(Cast.group)?.sequence == shell.history.sequence && shell.unsavedHistory == nil)
  }

  @Test("EW-06 an append that the store refuses erases nothing, and is tried again later")
  func refusedAppend() throws {
    var shell = Self.written()
    shell.send(Self.erase(200, 3), by: 1)
    let before = try Self.log(shell)
    shell.turn()
    shell.store.failNextAppend(with: .full)
    shell.turn()
    shell.settle()
    #expect(try Self.log(shell) == before)
    #expect(shell.isErasing)
    shell.now += RoomLimits().dueRetryMilliseconds
    shell.turnUntilErased()
    #expect(try Self.count("\(Self.word) 3", in: Self.log(shell)) == 0)
  }

  @Test("EW-04 what is altered where words were erased is damage")
  func tampered() throws {
    var shell = Self.written()
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    let log = try shell.store.read(Cast.group, after: .start, limit: 10_000)
    let erased = try log.filter { try Event(serializedBytes: $0.bytes).erasedBy > 0 }
    #expect(erased.count > 10)
    let first = try #require(try erased.first { if case .entryAdded = try Event(serializedBytes: $0.bytes).body { true } else { false } })
    #expect(throws: Never.self) { try Self.fold(log) }
    // Another amount, with all else as it was.
    var altered = log
    var event = try Event(serializedBytes: first.bytes)
    event.entryAdded.content.amount.minor += 1
    altered[Int(first.sequence.rawValue) - 1].bytes = try event.serializedBytes()
    #expect(throws: HistoryDamage.self) { try Self.fold(altered) }
    // An event before it that has its words: the chain no longer leads there by itself.
    altered = log
    let before = try #require(log.last { $0.lane == first.lane && $0.position < first.position })
    var former = try Event(serializedBytes: before.bytes)
    former.atMs += 1
    altered[Int(before.sequence.rawValue) - 1].bytes = try former.serializedBytes()
    #expect(throws: HistoryDamage.self) { try Self.fold(altered) }
    // Nothing names it.
    let naming = Int(try Event(serializedBytes: first.bytes).erasedBy)
    let cut = log.prefix { !($0.lane == first.lane && $0.position.rawValue == UInt64(naming)) }
    var walk = ChainWalk(group: Cast.group)
    for stored in cut {
      #expect(walk.flaw(of: stored) == nil)
      walk.step(to: stored)
    }
    #expect(walk.flawOfEnd != nil)
  }

  private static func fold(_ log: [StoredEvent]) throws {
    var history = GroupHistory(group: Cast.group)
    for stored in log { try history.fold(stored) }
  }

  @Test("EW-03 nothing is left by which guesses at the words could be tried")
  func noSalt() throws {
    var shell = Self.written()
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    for stored in try shell.store.read(Cast.group, after: .start, limit: 10_000) {
      let event = try Event(serializedBytes: stored.bytes)
      if event.erasedBy > 0 { #expect(event.salt.isEmpty && event.commandDigest == 0) }
    }
    // The sender's repetition is answered as it was, for nobody can tell any more what it said.
    let command = Cast.addEntry(2, minor: 202, description: "\(Self.word) 3")
    let id = try #require(CommandID(command.id))
    let kept = try #require(shell.history.commands[id])
    #expect(kept.isErased)
  }

  @Test("EW-05 a page that would have an event without what names it is asked for again")
  func pageBetween() throws {
    var shell = Self.written()
    let head = shell.history.head(of: .shared).position
    let request = HistoryRequest(group: Cast.group, lane: .shared, after: .start, limit: 500, head: head)
    #expect(try request.read(from: shell.store).count == Int(head.rawValue), "the control")
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    let page = try request.read(from: shell.store)
    #expect(page.count < Int(head.rawValue) && page.allSatisfy { $0.event.erasedBy == 0 })
    let next = try #require(page.last?.stored.position)
    #expect(throws: StoreFailure.self) {
      try HistoryRequest(group: Cast.group, lane: .shared, after: next, limit: 500, head: head).read(from: shell.store)
    }
    let now = HistoryRequest(
      group: Cast.group, lane: .shared, after: .start, limit: 5_000, head: shell.history.head(of: .shared).position)
    #expect(try now.read(from: shell.store).count == Int(now.head.rawValue))
  }

  @Test("EW-07 a backup from before is erased as the data was, and what was done is not done again")
  func carriedOver() throws {
    var shell = Self.written()
    let copy = InMemoryStore()
    let log = try shell.store.read(Cast.group, after: .start, limit: 10_000)
    try copy.append([AppendBatch(group: Cast.group, expected: .start, events: log)])[0].get()
    let balance = try GroupHistory.load(Cast.group, from: copy).state.shared.balances
    shell.send(Cast.addEntry(90, description: "Later"), by: 2)
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    func words() throws -> Int {
      try Self.count("\(Self.word) 3", in: copy.read(Cast.group, after: .start, limit: 10_000).flatMap(\.bytes))
    }
    #expect(try words() > 10, "the control")
    func carry() throws -> ErasureCarrying.Report {
      try ErasureCarrying.run(Cast.group, from: shell.store, to: copy, at: Cast.noon, saltSeed: Array(repeating: 7, count: 32))
    }
    #expect(try carry().events > 10)
    #expect(try words() == 0)
    var check = ReplayCheck()
    #expect(try HistoryVerifier(store: copy).verify { check.visit($0, $1) }.damages == [])
    let state = try GroupHistory.load(Cast.group, from: copy).state
    #expect(state.shared.erasing.isEmpty && state.shared.entries.count == 12)
    #expect(state.shared.member(Cast.member(3))?.displayName == "Former member 3")
    for member in state.shared.members {
      for currency in balance.currencies { #expect(state.shared.balances[member.id, currency] == balance[member.id, currency]) }
    }
    let length = try copy.read(Cast.group, after: .start, limit: 10_000).count
    #expect(try carry() == ErasureCarrying.Report())
    #expect(try copy.read(Cast.group, after: .start, limit: 10_000).count == length)
  }

  @Test("EW-02 words in lanes of few readers go too, and those that somebody else has set since stay")
  func lanesOfFewReaders() throws {
    var shell = TestShell.family()
    let account = AccountID(high: 0xAC, low: 1).description
    func spend(_ number: UInt64, _ record: UInt64, _ text: String) -> Command {
      Cast.wish(
        number,
        .setSpending(
          .with {
            ($0.minorID, $0.spendingID) = (Cast.member(5).description, EntryID(high: 0xF1, low: record).description)
            ($0.content.description_p, $0.content.amount) = (text, .with { ($0.minor, $0.currency) = (500, "INR") })
          }))
    }
    shell.send(spend(300, 1, "\(Self.word) 1"), by: 1)
    shell.send(spend(301, 2, "\(Self.word) 1"), by: 1)
    shell.send(spend(302, 2, "Samosa"), by: 5)
    shell.send(Cast.wish(303, .sendCoaching(.with { ($0.recipientID, $0.text) = (Cast.member(3).description, "\(Self.word) 1") })), by: 1)
    shell.send(
      Cast.wish(
        304,
        .setAccount(
          .with {
            ($0.accountID, $0.content.name, $0.content.type) = (account, "Savings", .savings)
            ($0.content.opening.minor, $0.content.opening.currency) = (100, "INR")
          })), by: 1)
    shell.send(
      Cast.wish(
        305,
        .setAccountEntry(
          .with {
            ($0.accountID, $0.entryID, $0.content.description_p) = (account, EntryID(high: 0xF2, low: 1).description, "\(Self.word) 1")
            ($0.content.kind, $0.content.amount.minor) = (.deposit, 50)
          })), by: 1)
    // Both records, both inboxes, the account.
    #expect(try Self.count(Self.word, in: Self.log(shell)) == 5, "the control")
    shell.send(Self.erase(310), by: 1)
    shell.turnUntilErased()
    #expect(shell.failures == [])
    #expect(try Self.count(Self.word, in: Self.log(shell)) == 0)
    #expect(try Self.count(Self.word, in: Self.bytes(shell.history)) == 0)
    #expect(shell.history.state.minor(Cast.member(5)).spending.map(\.description) == ["", "Samosa"])
    #expect(try Self.bytes(shell.history) == Self.bytes(GroupHistory.replay(Cast.group, from: shell.store)))
  }

  @Test("EW-04 a bundle of an erased group is written and read, and one that lacks what names an event is not")
  func bundled() throws {
    var shell = Self.written()
    shell.send(Self.erase(200, 3), by: 1)
    shell.turnUntilErased()
    let log = try shell.store.read(Cast.group, after: .start, limit: 10_000)
    func write(_ events: some Sequence<StoredEvent>) throws -> [UInt8] {
      var writer = try BundleWriter(group: Cast.group, epoch: 1, scope: .group)
      for stored in events {
        try writer.add(BundledEvent(lane: stored.lane, position: stored.position, bytes: stored.bytes, hash: stored.hash))
      }
      return try writer.takeOutput() + writer.finish()
    }
    var reader = BundleReader()
    reader.append(try write(log))
    var count = 0
    reading: while let item = try reader.next() {
      switch item {
      case .event: count += 1
      case .end: break reading
      default: break
      }
    }
    try reader.finish()
    #expect(count == log.count)
    let naming = try #require(log.firstIndex { (try? Event(serializedBytes: $0.bytes))?.wordsErased.events.isEmpty == false })
    #expect(throws: BundleFlaw.self) { try write(log[..<naming]) }
  }
}
