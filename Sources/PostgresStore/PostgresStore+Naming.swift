import EventStore

/// A store is made under another name, so that no server starts on a part of it.
extension PostgresStore {
  /// Whether the database has the schema.
  public static func isThere(_ settings: PostgresSettings) throws(StoreFailure) -> Bool {
    do {
      let connection = try DatabaseConnection(settings)
      return try connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(settings.schema)]).count > 0
    } catch {
      throw StoreFailure(database: error)
    }
  }

  /// Gives the schema, on which no store is open, another name, durably.
  ///
  /// - Throws: `.broken` when there is one of that name.
  public static func rename(_ settings: PostgresSettings, to name: String) throws(StoreFailure) {
    do {
      let connection = try DatabaseConnection(settings)
      _ = try connection.committing(
        "ALTER SCHEMA \(connection.quoted(name: settings.schema)) RENAME TO \(connection.quoted(name: name))", [])
    } catch {
      throw StoreFailure(database: error)
    }
  }
}
