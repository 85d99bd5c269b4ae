import Foundation
import GRDB
import HearthClient
import HearthProtocol

extension ClientStore {
  /// Remembers hashes of a group's history. What was seen before keeps the time at which it was; an earlier epoch's is forgotten.
  public func remember(_ heads: [SeenHead], of group: GroupID, epoch: UInt64) throws(ClientStoreFailure) {
    try writing { try Self.remember(heads, of: group.description, Int64(bitPattern: epoch), in: $0) }
  }

  static func remember(_ heads: [SeenHead], of group: String, _ epoch: Int64, in database: Database) throws {
    try database.execute(sql: "DELETE FROM head WHERE group_id = ? AND epoch <> ?", arguments: [group, epoch])
    let insert = try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO head (group_id, epoch, lane, position, hash, seen_at) VALUES (?, ?, ?, ?, ?, ?)")
    for head in heads {
      let position = Int64(bitPattern: head.position.rawValue)
      try insert.execute(arguments: [group, epoch, head.lane.name, position, Data(head.hash.bytes), head.seenAt])
    }
  }

  /// What was seen of a group's history in this epoch.
  public func heads(of group: GroupID, epoch: UInt64) throws(ClientStoreFailure) -> [SeenHead] {
    let path = path
    return try reading { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT lane, position, hash, seen_at FROM head WHERE group_id = ? AND epoch = ?",
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
