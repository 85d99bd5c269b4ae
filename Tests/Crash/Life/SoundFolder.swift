import EventStore
import Foundation
import GRDB
import HearthProtocol
import Programs
import Room
import SQLiteStore

@testable import hearthd

/// What became of a data folder whose database was damaged.
enum DamageOutcome: Hashable, CaseIterable {
  /// It cannot be opened.
  case refused
  /// It can, and `verify` says that it is damaged.
  case found
  /// Nothing is another than before: the damage is in a page that is not used, or in what only tells how the file came
  /// to be.
  case harmless
  /// `verify` says nothing, and a row of the directory is another: no history, but whom a token is of or which group
  /// somebody finds.
  case unnoticed
  /// A group opens and says something else than before, or an event, a snapshot or a row of the audit log is another
  /// and `verify` says nothing.
  case wrong
}

/// What a sound data folder says, which a damaged one is compared with.
struct SoundFolder {
  private let group: GroupID
  private let rows: [String: [String]]
  private let state: GroupSnapshot

  /// Reads the folder.
  ///
  /// - Parameter group: the one whose members are looked after.
  init(_ data: String, group: GroupID) throws {
    self.group = group
    rows = try Self.rows(of: data)
    state = try Self.state(of: group, in: data)
    guard Self.verified.allSatisfy({ rows[$0] != nil }) else { throw Unexpected("tables are missing: \(rows.keys)") }
  }

  /// The tables of which `verify` reads each row against a hash or the log.
  private static let verified = ["event", "snapshot", "audit"]

  /// Holds the folder as it is now, wherever it lies, against what it said.
  func outcome(of data: String) throws -> DamageOutcome {
    if let now = try? Self.state(of: group, in: data), now != state, !now.lanes.isEmpty { return .wrong }
    guard let check = try? FolderCheck(data, key: nil) else { return .refused }
    guard check.isIntact else { return .found }
    let now = try Self.rows(of: data)
    guard now != rows else { return .harmless }
    return Self.verified.allSatisfy { now[$0] == rows[$0] } ? .unnoticed : .wrong
  }

  private static func text(of row: Row) -> String {
    row.databaseValues.map { value in
      if case .blob(let bytes) = value.storage { bytes.base64EncodedString() } else { value.description }
    }.joined(separator: "|")
  }

  /// Each table's rows as text.
  private static func rows(of data: String) throws -> [String: [String]] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: data + "/hearth.db", configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { database in
      var rows: [String: [String]] = [:]
      for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
        // Names are the same in either case.
        rows[table.lowercased()] = try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { Self.text(of: $0) }.sorted()
      }
      return rows
    }
  }

  /// What members of a group are shown: what its newest snapshot and the log behind it say, as when a room is opened.
  private static func state(of group: GroupID, in data: String) throws -> GroupSnapshot {
    let store = try SQLiteStore(directory: data, readOnly: true)
    defer { try? store.close() }
    return try GroupHistory.load(group, from: store).snapshot()
  }
}
