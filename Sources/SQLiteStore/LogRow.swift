import GRDB
import GRDBSQLite

/// A row of a statement where SQLite has it. GRDB's own values copy each column, which costs more than all else that
/// reading a long log does.
///
/// A damaged file can hold any type in any column: every value is asked for, and nothing is converted. What is given
/// lives until the statement goes on.
struct LogRow {
  private let statement: SQLiteStatement

  init(_ statement: Statement) { self.statement = statement.sqliteStatement }

  func number(_ column: Int32) -> UInt64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return UInt64(exactly: sqlite3_column_int64(statement, column))
  }

  func text(_ column: Int32) -> String? { bytes(column, SQLITE_TEXT).map { String(decoding: $0, as: UTF8.self) } }

  func blob(_ column: Int32) -> UnsafeRawBufferPointer? { bytes(column, SQLITE_BLOB) }

  private func bytes(_ column: Int32, _ type: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(statement, column) == type else { return nil }
    // No address: it is empty, or there is no memory for it.
    let address = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    guard address != nil || count == 0 else { return nil }
    return UnsafeRawBufferPointer(start: address, count: count)
  }
}
