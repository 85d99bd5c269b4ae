import EventStore
import GRDB
import HearthProtocol
import Locking

/// Remembers where each group's log ends, so that an append need not ask. Only the writer uses it.
///
/// It must never differ from the file while the writer is free: a head is kept right after the commit that made it,
/// before the next begins.
final class Heads: Sendable {
  private let known = Locked<[GroupID: GroupSequence]>([:])

  // Limit: 200,000 heads (about 10 MB); beyond that all are forgotten and read again as needed.
  private static let countMax = 200_000

  /// The group's head, from memory or from the file.
  func head(of group: GroupID, in database: Database) throws -> GroupSequence {
    if let head = known.withLock({ $0[group] }) { return head }
    return try Self.read(group, in: database)
  }

  /// The group's head as the file has it.
  static func read(_ group: GroupID, in database: Database) throws -> GroupSequence {
    let statement = try database.cachedStatement(sql: "SELECT max(sequence) FROM event WHERE group_id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [group.blob]) else { return .start }
    let value: DatabaseValue = row[0]
    if value.isNull { return .start }
    guard let sequence = row.number(0) else { throw StoreFailure.damaged("group \(group): the last sequence is no number") }
    return GroupSequence(sequence)
  }

  /// Keeps what a commit made true.
  func keep(_ heads: [GroupID: GroupSequence]) {
    known.withLock { known in
      if known.count + heads.count > Self.countMax { known.removeAll() }
      known.merge(heads) { _, new in new }
    }
  }

  /// Forgets the heads of groups whose commit failed.
  func forget(_ groups: some Sequence<GroupID> & Sendable) {
    known.withLock { known in
      for group in groups { known[group] = nil }
    }
  }
}
