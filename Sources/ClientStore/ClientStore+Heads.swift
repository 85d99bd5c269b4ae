import Foundation
import GRDB
import HearthClient
import HearthProtocol

extension ClientStore {
  /// Remembers hashes of a group's history. What was seen before keeps the time at which it was.
  public func remember(_ heads: [SeenHead], of group: GroupID, epoch: UInt64) throws(ClientStoreFailure) {
    try writing { try Self.remember(heads, of: group.description, Int64(bitPattern: epoch), in: $0) }
  }

  static func remember(_ heads: [SeenHead], of group: String, _ epoch: Int64, in database: Database) throws {
    let insert = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO head (group_id, epoch, lane, position, hash, seen_at) VALUES (?, ?, ?, ?, ?, ?)")
    for head in heads {
      let position = Int64(bitPattern: head.position.rawValue)
      try insert.execute(arguments: [group, epoch, head.lane.name, position, Data(head.hash.bytes), head.seenAt])
    }
  }

  /// What was seen of a group's history in this epoch.
  public func heads(of group: GroupID, epoch: UInt64) throws(ClientStoreFailure) -> [SeenHead] { try heads(of: group, "=", epoch) }

  /// What was seen of it in other epochs: before the server was restored from a backup, which has kept of it what the
  /// backup had.
  public func heads(of group: GroupID, notOf epoch: UInt64) throws(ClientStoreFailure) -> [SeenHead] { try heads(of: group, "<>", epoch) }

  /// Forgets what was seen in other epochs: it was met again.
  public func forgetHeads(of group: GroupID, notOf epoch: UInt64) throws(ClientStoreFailure) {
    try writing {
      let arguments: StatementArguments = [group.description, Int64(bitPattern: epoch)]
      try $0.execute(sql: "DELETE FROM head WHERE group_id = ? AND epoch <> ?", arguments: arguments)
    }
  }

  private func heads(of group: GroupID, _ comparison: String, _ epoch: UInt64) throws(ClientStoreFailure) -> [SeenHead] {
    let path = path
    return try reading { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT lane, position, hash, seen_at FROM head WHERE group_id = ? AND epoch \(comparison) ?",
        arguments: [group.description, Int64(bitPattern: epoch)])
      return try rows.compactMap { row in
        let (name, position, bytes, seenAt): (String, Int64, Data, Int64) = (row["lane"], row["position"], row["hash"], row["seen_at"])
        // A lane of a later version is passed over (SPEC VR-01).
        guard let lane = Lane(name: name) else { return nil }
        guard let hash = LaneHash(bytes: bytes) else { throw ClientStoreFailure.damaged(path, "a hash in it") }
        return SeenHead(lane: lane, position: LanePosition(UInt64(bitPattern: position)), hash: hash, seenAt: seenAt)
      }
    }
  }
}
