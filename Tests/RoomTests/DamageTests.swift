import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Room

/// A history that does not verify is refused, and the refusal says where.
struct DamageTests {
  /// One way in which a log may have been changed; event 20 of the log is the shared lane's 12th.
  enum Tampering: String, CaseIterable {
    case flippedByte, flippedHash, droppedEvent, droppedAndRenumbered, swapped, swappedAndRenumbered, otherLane, foldedTwice

    func apply(to log: inout [StoredEvent]) {
      switch self {
      case .flippedByte: log[19].bytes[log[19].bytes.count / 2] ^= 1
      case .flippedHash: log[19].hash = log[18].hash
      case .droppedEvent: log.remove(at: 19)
      case .droppedAndRenumbered:
        log.remove(at: 19)
        for index in 19..<log.count {
          log[index].sequence = GroupSequence(UInt64(index) + 1)
          log[index].position = LanePosition(log[index].position.rawValue - 1)
        }
      case .swapped: log.swapAt(19, 20)
      case .swappedAndRenumbered:
        log.swapAt(19, 20)
        for index in [19, 20] {
          log[index].sequence = GroupSequence(UInt64(index) + 1)
          log[index].position = LanePosition(UInt64(index) - 7)
        }
      case .otherLane: log[19].lane = .admin
      case .foldedTwice: log[19] = log[18]
      }
    }
  }

  private func store() -> InMemoryStore {
    var shell = TestShell.family()
    for number in 1...10 { shell.send(Cast.addEntry(UInt64(number), minor: Int64(number) * 7), by: 3) }
    return shell.store
  }

  private func damage(_ store: some EventStore) -> HistoryDamage? {
    do {
      _ = try GroupHistory.load(Cast.group, from: store)
      return nil
    } catch .damaged(let damage) {
      return damage
    } catch {
      Issue.record("expected damage, got \(error)")
      return nil
    }
  }

  @Test("Every tampering is found at its place", arguments: Tampering.allCases, [false, true])
  func tampering(_ tampering: Tampering, behindSnapshot: Bool) throws {
    let store = store()
    if behindSnapshot {
      let snapshot = try #require(try GroupHistory.load(Cast.group, from: store).storedSnapshot())
      try store.saveSnapshot(snapshot)
    }
    let found = try #require(damage(TamperedStore(store: store) { tampering.apply(to: &$0) }), "\(tampering) was not noticed")
    #expect(found.group == Cast.group)
    switch tampering {
    case .flippedByte, .flippedHash, .droppedAndRenumbered, .swappedAndRenumbered:
      #expect(found.lane == .shared && found.sequence == GroupSequence(20) && found.position == LanePosition(12))
    case .droppedEvent, .swapped:
      #expect(found.lane == .shared && found.sequence == GroupSequence(21) && found.position == LanePosition(13))
    case .otherLane:
      #expect(found.lane == .admin && found.sequence == GroupSequence(20))
    case .foldedTwice:
      #expect(found.lane == .shared && found.sequence == GroupSequence(19) && found.position == LanePosition(11))
    }
    #expect(found.description.contains(Cast.group.description))
  }

  @Test("Every single flipped byte of every event is found")
  func everyByte() throws {
    let store = store()
    let log = try store.read(Cast.group, after: .start, limit: .max)
    for index in [0, 2, 23] {
      for place in log[index].bytes.indices {
        let found = damage(TamperedStore(store: store) { $0[index].bytes[place] ^= 0x40 })
        #expect(found?.sequence == log[index].sequence && found?.lane == log[index].lane, "event \(index), byte \(place)")
      }
    }
  }

  @Test("A log that lost its end behind a snapshot is damaged")
  func truncated() throws {
    let store = store()
    let history = try GroupHistory.load(Cast.group, from: store)
    try store.saveSnapshot(try #require(history.storedSnapshot()))
    #expect(damage(TamperedStore(store: store) { $0.removeLast(2) })?.sequence == GroupSequence(22))
  }

  @Test("Damage that the store itself finds refuses the group like any other")
  func foundByStore() throws {
    let history = try GroupHistory.load(Cast.group, from: store())
    let shorter = TestShell.family().store
    try shorter.saveSnapshot(try #require(history.storedSnapshot()))
    #expect(damage(shorter)?.group == Cast.group)
  }

  @Test("A store that cannot read is no damage")
  func unreadableStore() {
    #expect(throws: LoadFailure.store(.broken("disk"))) { try GroupHistory.load(Cast.group, from: BrokenStore()) }
    #expect(throws: LoadFailure.store(.broken("disk"))) { try GroupHistory.replay(Cast.group, from: BrokenStore()) }
  }

  @Test("VR-02 An event whose type is not known is refused, never skipped")
  func unknownEventType() throws {
    let store = store()
    let history = try GroupHistory.load(Cast.group, from: store)
    var event = Event()
    event.salt = .init(repeating: 1, count: 16)
    event.memberID = Cast.member(1).description
    // Field 4000, length 2: a body of a later version.
    let bytes: [UInt8] = try event.serializedBytes() + [0x82, 0xFA, 0x01, 0x02, 0x08, 0x01]
    let head = history.head(of: .shared)
    let stored = StoredEvent(
      sequence: history.sequence.next, lane: .shared, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
    _ = store.append([AppendBatch(group: Cast.group, expected: history.sequence, events: [stored])])
    let found = try #require(damage(store))
    #expect(found.sequence == stored.sequence && found.position == stored.position && found.lane == .shared)
    #expect(found.what.contains("unknownEvent"))
  }

  @Test("An event that contradicts what came before is refused although its hash holds")
  func contradiction() throws {
    let store = store()
    let history = try GroupHistory.load(Cast.group, from: store)
    let first = try store.read(Cast.group, after: .start, limit: 1)[0]
    let head = history.head(of: .shared)
    let stored = StoredEvent(
      sequence: history.sequence.next, lane: .shared, position: head.position.next, bytes: first.bytes,
      hash: head.hash.next(stored: first.bytes))
    _ = store.append([AppendBatch(group: Cast.group, expected: history.sequence, events: [stored])])
    #expect(damage(store)?.sequence == stored.sequence)
  }

  /// A change of a snapshot.
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var apply: @Sendable (inout GroupSnapshot) -> Void
  }

  @Test(
    "A snapshot that does not make sense is refused",
    arguments: [
      Edit(testDescription: "format") { $0.format = 4 },
      Edit(testDescription: "group") { $0.groupID = Cast.otherGroup.description },
      Edit(testDescription: "sequence") { $0.sequence += 1 },
      Edit(testDescription: "lane") { $0.lanes[0].lane = "minor/x" },
      Edit(testDescription: "head") { $0.lanes[0].head = .init(repeating: 0, count: 31) },
      Edit(testDescription: "other head") { $0.lanes[0].head = .init(repeating: 0, count: 32) },
      Edit(testDescription: "position") { $0.lanes[0].position = .max },
      Edit(testDescription: "state of another lane") { $0.lanes[0].state = $0.lanes[1].state },
      Edit(testDescription: "amount") { $0.entryTable.minors[0] += 1 },
      Edit(testDescription: "no amount") { $0.entryTable.minors[0] = 0 },
      Edit(testDescription: "least amount") { $0.entryTable.minors[0] = .min },
      Edit(testDescription: "greatest amount") { $0.entryTable.minors[0] = .max },
      Edit(testDescription: "negative share") { $0.entryTable.shareMinors[0] = -1 },
      Edit(testDescription: "remark twice") {
        let remark = EntryRemark.with { $0.note = "x" }
        $0.entryTable.remarks = [remark, remark]
      },
      Edit(testDescription: "remarks in another order") {
        let remark = EntryRemark.with { ($0.place, $0.note) = (1, "x") }
        $0.entryTable.remarks = [remark, EntryRemark.with { $0.note = "x" }]
      },
      Edit(testDescription: "remark without entries") {
        let remark = EntryRemark.with { $0.note = "x" }
        $0.entryTable = EntryTable.with { $0.remarks = [remark] }
      },
      Edit(testDescription: "column that is too short") { $0.entryTable.days.removeLast() },
      Edit(testDescription: "column that is too long") { $0.entryTable.positions.append(1) },
      Edit(testDescription: "share too many") {
        $0.entryTable.shareMembers.append(0)
        $0.entryTable.shareMinors.append(1)
      },
      Edit(testDescription: "share too few") {
        $0.entryTable.shareMembers.removeLast()
        $0.entryTable.shareMinors.removeLast()
      },
      Edit(testDescription: "member of a share") { $0.entryTable.shareMembers[0] = 16_384 },
      Edit(testDescription: "more shares than there can be") { $0.entryTable.payers[0] = .max },
      Edit(testDescription: "more debtors than there can be") { $0.entryTable.debtors[0] = .max },
      Edit(testDescription: "author") { $0.entryTable.addedBy[0] = .max },
      Edit(testDescription: "category") { $0.entryTable.categories[0] = .max },
      Edit(testDescription: "split") { $0.entryTable.splits[0] = .unspecified },
      Edit(testDescription: "kind") { $0.entryTable.kinds[0] = .unspecified },
      Edit(testDescription: "figures nobody has") { $0.entryTable.splitFigures.append(1) },
      Edit(testDescription: "figures that are missing") { $0.entryTable.splits[0] = .weights },
      Edit(testDescription: "remark on nothing") {
        $0.entryTable.remarks.append(
          EntryRemark.with {
            $0.place = .max
            $0.note = "x"
          })
      },
      Edit(testDescription: "currency") {
        $0.entryTable.remarks.insert(
          EntryRemark.with { $0.currency = "XXQ" }, at: 0)
      },
      Edit(testDescription: "entry twice") {
        $0.entryTable.entryIds[2] = $0.entryTable.entryIds[0]
        $0.entryTable.entryIds[3] = $0.entryTable.entryIds[1]
      },
      Edit(testDescription: "entries in both forms") { $0.lanes[0].shared.entryRows.append(EntryRow()) },
      Edit(testDescription: "missing lane") { $0.lanes.removeLast() },
      Edit(testDescription: "command's id") { $0.commandTable.commandIds.removeLast() },
      Edit(testDescription: "command twice") {
        $0.commandTable.commandIds[2] = $0.commandTable.commandIds[0]
        $0.commandTable.commandIds[3] = $0.commandTable.commandIds[1]
      },
      Edit(testDescription: "command's lane") { $0.commandTable.laneNames[0] = "x" },
    ])
  func nonsenseSnapshot(edit: Edit) throws {
    let store = store()
    let history = try GroupHistory.load(Cast.group, from: store)
    var snapshot = history.snapshot()
    edit.apply(&snapshot)
    try store.saveSnapshot(StoredSnapshot(group: Cast.group, sequence: history.sequence, bytes: snapshot.serializedBytes()))
    #expect(damage(store) != nil)
  }

  @Test("A catch-up over an event that does not parse fails instead of leaving it out")
  func unreadableEvents() throws {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(3, cursors: [.shared: 2])
    let work = try #require(shell.heldGathers.first).work
    let tampered = TamperedStore(store: shell.store) { $0[10].bytes = [0xFF, 0xFF] }
    let missed = TamperedStore(store: shell.store) { log in
      for index in log.indices where log[index].lane == .shared && log[index].position == LanePosition(3) {
        log[index].bytes = [0xFF, 0xFF]
      }
    }
    #expect(throws: StoreFailure.self) { try work.gather(from: missed) }
    let request = HistoryRequest(group: Cast.group, lane: tampered.laneOfEleventh, after: .start, limit: 500, head: LanePosition(8))
    #expect(throws: StoreFailure.self) { try request.read(from: tampered) }
  }
}

extension TamperedStore {
  /// The lane of the log's eleventh event.
  fileprivate var laneOfEleventh: Lane { (try? store.read(Cast.group, after: GroupSequence(10), limit: 1).first?.lane) ?? .shared }
}
