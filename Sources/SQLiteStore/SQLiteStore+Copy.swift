import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// Copies everything that is committed by now in one folder's database into another's, beside whoever reads and
  /// writes there.
  ///
  /// The copy is of the same schema version, which may be an older one: opening it for writing brings it up.
  ///
  /// - Parameters:
  ///   - source: a data folder, or a backup on a medium that cannot be written.
  ///   - folder: gets `hearth.db`; it exists and has none.
  public static func copy(of source: String, toFolder folder: String) throws(StoreFailure) {
    do {
      let original = try reader(of: source)
      let copy = try DatabaseQueue(path: try DataDirectory.makeDatabase(in: folder))
      try original.backup(to: copy)
      try copy.close()
      try original.close()
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// Makes a folder's database one file that can be read where nothing can be written. Nobody has it open.
  public static func makeOneFile(in folder: String) throws(StoreFailure) {
    do {
      let queue = try DatabaseQueue(path: DataDirectory.database(in: folder))
      let mode = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
      guard mode == "delete" else { throw StoreFailure.broken("the copy's journal cannot be turned off") }
      try queue.close()
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// The groups that were deleted, by a folder's database of this or an earlier version.
  public static func purgedGroups(in folder: String) throws(StoreFailure) -> Set<GroupID> {
    do {
      let queue = try reader(of: folder)
      let groups = try queue.read { database in
        var groups: Set<GroupID> = []
        guard try database.tableExists("purged") else { return groups }
        let rows = try Row.fetchCursor(database, sql: "SELECT group_id FROM purged")
        while let row = try rows.next() {
          guard let group = row.identifier(0, of: IdentifierKind.Group.self) else { throw StoreFailure.damaged("a deleted group's row") }
          groups.insert(group)
        }
        return groups
      }
      try queue.close()
      return groups
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// The groups that a folder's database of this or an earlier version has events of.
  public static func groups(in folder: String) throws(StoreFailure) -> Set<GroupID> {
    do {
      let queue = try reader(of: folder)
      let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT DISTINCT group_id FROM event") }
      try queue.close()
      return try Set(
        rows.map { row in
          guard let group = row.identifier(0, of: IdentifierKind.Group.self) else { throw StoreFailure.damaged("a group's row") }
          return group
        })
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// Reads a folder's database of this or an earlier version, and writes nothing there.
  private static func reader(of folder: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    // Limit: 5 s, as for every other reader.
    configuration.busyMode = .timeout(5)
    try WriteAheadLog.requireWhole(besideDatabase: DataDirectory.database(in: folder), isGrowing: true)
    let queue = try DatabaseQueue(path: DataDirectory.database(in: folder), configuration: configuration)
    try queue.read(Schema.requireKnown)
    return queue
  }
}
