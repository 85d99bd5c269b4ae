import EventStore
import Foundation
import GRDB
import HearthProtocol
import Ledger
import Room
import SQLiteStore
import Support
import SwiftProtobuf
import Testing

/// A log of more than a page is checked while its snapshot is read, and is still checked to the last byte.
struct LongLogTests {
  /// What became of the database of a group behind whose snapshot there are more than two pages of events.
  enum Damage: String, CaseIterable {
    case none, firstEvent, middleEvent, lastEvent, hash, position, lane, missing, typeOfBytes, snapshotOfAnother, both

    /// Where the log is damaged.
    var sequence: UInt64? {
      switch self {
      case .none, .snapshotOfAnother: nil
      case .firstEvent: 1
      case .lastEvent: UInt64(LongLogTests.events)
      case .middleEvent, .hash, .position, .lane, .missing, .typeOfBytes, .both: 1_500
      }
    }

    var change: String? {
      switch self {
      case .none, .snapshotOfAnother: nil
      case .firstEvent, .middleEvent, .lastEvent, .both:
        """
        UPDATE event SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || CASE hex(substr(bytes, -1)) WHEN '00' THEN X'01' ELSE X'00' END AS BLOB)
        """
      case .hash: "UPDATE event SET hash = zeroblob(32)"
      case .position: "UPDATE event SET position = position + 1"
      case .lane: "UPDATE event SET lane = 'admin'"
      case .missing: "DELETE FROM event"
      case .typeOfBytes: "UPDATE event SET bytes = CAST(bytes AS TEXT)"
      }
    }
  }

  static let events = 2_100
  private static let group = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

  /// A group that was created, and into which one member wrote entries.
  private static func history() throws -> (history: GroupHistory, log: [StoredEvent]) {
    var history = GroupHistory(group: group)
    var log: [StoredEvent] = []
    while log.count < events {
      let command: Command = log.isEmpty ? .createGroup(group.description) : .addEntry(group.description)
      let context = DecisionContext(holder: HolderID(high: 1, low: 1), now: 1_790_000_000_000, today: CivilDate(daysSince1970: 20_752))
      let decision = try decide(command, in: history.state, context: context)
      for decided in decision.events {
        let event = Event.with {
          $0.body = decided.body
          $0.atMs = context.now
          $0.memberID = decision.actor.description
          $0.salt = Data(repeating: 7, count: 16)
          $0.commandID = command.id
        }
        let bytes: [UInt8] = try event.serializedBytes()
        let head = history.head(of: decided.lane)
        let stored = StoredEvent(
          sequence: history.sequence.next, lane: decided.lane, position: head.position.next, bytes: bytes,
          hash: head.hash.next(stored: bytes))
        try history.fold(stored)
        log.append(stored)
      }
    }
    return (history, log)
  }

  @Test("Damage behind a snapshot is found at its place, in plain and encrypted; a sound group opens as it was", arguments: [false, true])
  func damage(isEncrypted: Bool) throws {
    let (history, log) = try Self.history()
    let snapshot = try #require(history.storedSnapshot())
    for damage in Damage.allCases {
      let folder = try TemporaryFolder()
      let store = try SQLiteStore(directory: folder.path, key: isEncrypted ? EncryptionKey(bytes: 0..<32) : nil)
      for result in store.append([AppendBatch(group: Self.group, expected: .start, events: log)]) { try result.get() }
      var saved = snapshot
      if damage == .snapshotOfAnother || damage == .both {
        var other = history.snapshot()
        other.groupID = Fresh.id()
        saved.bytes = try other.serializedBytes()
      }
      try store.saveSnapshot(saved)
      if let change = damage.change {
        try store.pool.write { try $0.execute(sql: change + " WHERE sequence = ?", arguments: [damage.sequence.map { Int64($0) }]) }
      }
      let found = try Self.damage(store) { #expect($0.storedSnapshot() == snapshot) }
      switch damage {
      case .none: #expect(found == nil)
      // What is wrong with the snapshot is said first.
      case .snapshotOfAnother, .both: #expect(found?.what.contains("belongs elsewhere") == true)
      default:
        let isThere = found.map { $0.sequence?.rawValue == damage.sequence || $0.what.contains("sequence \(damage.sequence ?? 0):") }
        #expect(isThere == true, "\(damage): \(found?.description ?? "not found")")
      }
      try store.close()
    }
  }

  /// What is wrong with the group; when nothing is, looks at what was opened.
  private static func damage(_ store: SQLiteStore, _ look: (GroupHistory) -> Void) throws -> HistoryDamage? {
    do {
      look(try GroupHistory.load(group, from: store))
      return nil
    } catch .damaged(let what) {
      return what
    }
  }
}
