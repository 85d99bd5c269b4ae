import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf

extension GroupHistory {
  /// The format number that `GroupSnapshot` carries; no other is read.
  public static let snapshotFormat: UInt32 = 3

  /// The whole history as a snapshot. Equal histories give equal bytes.
  public func snapshot() -> GroupSnapshot {
    var result = GroupSnapshot()
    result.format = Self.snapshotFormat
    result.groupID = group.description
    result.sequence = sequence.rawValue
    result.lanes = chain.heads.keys.sorted().map { placed(state.snapshotWithoutEntries(of: $0), in: $0) }
    result.entryTable = state.entryTable
    result.commandTable = commands.table
    return result
  }

  /// The state of one lane with its position and head, as clients get it.
  public func snapshot(of lane: Lane) -> LaneSnapshot { placed(state.snapshot(of: lane), in: lane) }

  /// The same without entries.
  func snapshotWithoutEntries(of lane: Lane) -> LaneSnapshot { placed(state.snapshotWithoutEntries(of: lane), in: lane) }

  private func placed(_ snapshot: LaneSnapshot, in lane: Lane) -> LaneSnapshot {
    var result = snapshot
    let head = head(of: lane)
    result.position = head.position.rawValue
    result.head = .init(head.hash.bytes)
    return result
  }

  /// The snapshot serialized for the store.
  public func storedSnapshot() -> StoredSnapshot? {
    guard let bytes: [UInt8] = try? snapshot().serializedBytes() else { return nil }
    return StoredSnapshot(group: group, sequence: sequence, bytes: bytes)
  }

  /// Reads a snapshot back. The store has checked the bytes; what does not make sense all the same is damage.
  public init(_ stored: StoredSnapshot) throws(HistoryDamage) {
    self.init(group: stored.group)
    func damage(_ why: String) -> HistoryDamage {
      HistoryDamage(group: stored.group, sequence: stored.sequence, what: "the snapshot " + why)
    }
    guard let snapshot = try? GroupSnapshot(serializedBytes: stored.bytes) else { throw damage("is not readable") }
    guard snapshot.format == Self.snapshotFormat else {
      throw damage("has format \(snapshot.format), known is \(Self.snapshotFormat)")
    }
    guard snapshot.groupID == stored.group.description, snapshot.sequence == stored.sequence.rawValue else {
      throw damage("belongs elsewhere: group \(snapshot.groupID), sequence \(snapshot.sequence)")
    }
    var heads: [Lane: LaneHead] = [:]
    for part in snapshot.lanes {
      guard let lane = Lane(name: part.lane), let hash = LaneHash(bytes: part.head) else { throw damage("names the lane \(part.lane)") }
      do {
        try state.restore(part, entries: lane == .shared && snapshot.hasEntryTable ? snapshot.entryTable : nil)
      } catch {
        throw damage("does not restore lane \(lane): \(error)")
      }
      heads[lane] = LaneHead(position: LanePosition(part.position), hash: hash)
    }
    chain = ChainWalk(group: group, sequence: stored.sequence, heads: heads)
    savedSequence = stored.sequence
    savedBytes = snapshot.hasEntryTable ? stored.bytes.count : nil
    do {
      commands = try AcceptedCommands(snapshot.commandTable)
    } catch {
      throw damage("has an unreadable command record")
    }
  }
}
