import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Ledger
import SwiftProtobuf

/// A group that was seen before.
public struct SeenGroup: Equatable, Sendable {
  /// The group.
  public var id: GroupID
  /// What it was called.
  public var name: String
  /// When it was seen last, in milliseconds since 1970 by this machine's clock.
  public var seenAt: Int64
}

extension ClientStore {
  /// Keeps a group as it is seen now, in the place of how it was seen before, and remembers the heads of its lanes.
  /// What stands there already is not written again.
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970 by this machine's clock.
  ///   - program: name and version of the program that has folded it.
  public func keep(_ view: GroupView, at instant: Int64, by program: String) throws(ClientStoreFailure) {
    let group = view.state.group.description
    let epoch = Int64(bitPattern: view.epoch)
    let marks = Dictionary(uniqueKeysWithValues: view.marks.map { ($0.key.name, $0.value) })
    let known = try reading { database in
      let found = "SELECT 1 FROM seen WHERE group_id = ? AND epoch = ? AND program = ?"
      guard try Int.fetchOne(database, sql: found, arguments: [group, epoch, program]) != nil else { return false }
      let rows = try Row.fetchAll(database, sql: "SELECT lane, position, head FROM lane WHERE group_id = ?", arguments: [group])
      return rows.count == marks.count
        && rows.allSatisfy { row in
          let (lane, position, head): (String, Int64, Data?) = (row["lane"], row["position"], row["head"])
          return marks[lane].map { Int64(bitPattern: $0.position.rawValue) == position && $0.hash.map { Data($0.bytes) } == head } ?? false
        }
    }
    try writing { database in
      if known { return try database.execute(sql: "UPDATE seen SET seen_at = ? WHERE group_id = ?", arguments: [instant, group]) }
      try database.execute(sql: "DELETE FROM seen WHERE group_id = ?", arguments: [group])
      try database.execute(
        sql: "INSERT INTO seen (group_id, name, member_id, epoch, seen_at, program) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [group, view.state.shared.settings?.name ?? "", view.member.description, epoch, instant, program])
      for (lane, mark) in view.marks {
        let snapshot: Data = try view.state.snapshot(of: lane).serializedBytes()
        try database.execute(
          sql: "INSERT INTO lane (group_id, lane, position, head, snapshot) VALUES (?, ?, ?, ?, ?)",
          arguments: [group, lane.name, Int64(bitPattern: mark.position.rawValue), mark.hash.map { Data($0.bytes) }, snapshot])
        guard let hash = mark.hash, mark.position > .start else { continue }
        try Self.remember([SeenHead(lane: lane, position: mark.position, hash: hash, seenAt: instant)], of: group, epoch, in: database)
      }
    }
  }

  /// A person who is no member of a group any more, or does not hold its history against what was seen, keeps nothing
  /// of it.
  public func forget(_ group: GroupID) throws(ClientStoreFailure) {
    try writing { database in
      try database.execute(sql: "DELETE FROM seen WHERE group_id = ?", arguments: [group.description])
      try database.execute(sql: "DELETE FROM head WHERE group_id = ?", arguments: [group.description])
    }
  }

  /// The epoch in which a group was seen last; nil when it never was.
  public func epoch(of group: GroupID) throws(ClientStoreFailure) -> UInt64? {
    try reading { database in
      try Int64.fetchOne(database, sql: "SELECT epoch FROM seen WHERE group_id = ?", arguments: [group.description])
        .map { UInt64(bitPattern: $0) }
    }
  }

  /// The groups that were seen, by name.
  public func groups() throws(ClientStoreFailure) -> [SeenGroup] {
    try reading { database in
      try Row.fetchAll(database, sql: "SELECT group_id, name, seen_at FROM seen ORDER BY name, group_id").compactMap { row in
        GroupID(row["group_id"] as String).map { SeenGroup(id: $0, name: row["name"], seenAt: row["seen_at"]) }
      }
    }
  }

  /// A group as it was seen last, with nobody present; nil when it never was.
  ///
  /// - Parameter program: only as this program has folded it; another version may have passed over what this one knows
  ///   (SPEC VR-01).
  public func view(of group: GroupID, by program: String? = nil) throws(ClientStoreFailure) -> GroupView? {
    let path = path
    return try reading { database in
      let found = "SELECT member_id, epoch FROM seen WHERE group_id = ? AND program = coalesce(?, program)"
      guard let row = try Row.fetchOne(database, sql: found, arguments: [group.description, program]) else { return nil }
      guard let member = MemberID(row["member_id"] as String) else { throw ClientStoreFailure.damaged(path, "a group in it") }
      var view = GroupView(
        state: GroupState(group: group), member: member, epoch: UInt64(bitPattern: row["epoch"]), marks: [:], online: [])
      let rows = try Row.fetchAll(
        database, sql: "SELECT lane, position, head, snapshot FROM lane WHERE group_id = ?", arguments: [group.description])
      for row in rows {
        let (name, position, head, bytes): (String, Int64, Data?, Data) = (row["lane"], row["position"], row["head"], row["snapshot"])
        // A lane of a later version is passed over, as one that the server offers would be (SPEC VR-01).
        guard let lane = Lane(name: name) else { continue }
        guard let snapshot = try? LaneSnapshot(serializedBytes: bytes), (try? view.state.restore(snapshot)) != nil else {
          throw ClientStoreFailure.damaged(path, "a group in it")
        }
        view.marks[lane] = LaneMark(
          position: LanePosition(UInt64(bitPattern: position)), hash: head.flatMap { LaneHash(bytes: $0) })
      }
      return view
    }
  }
}
