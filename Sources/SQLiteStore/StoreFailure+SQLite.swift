import EventStore
import GRDB
import GRDBSQLite
import Glibc

extension StoreFailure {
  /// Maps whatever the engine threw. The text names the statement but never its values.
  ///
  /// - Parameter writeError: the system's error behind a failed write, as `Database.failure` finds it; 0: not known.
  package init(engine error: any Error, writeError: CInt = 0) {
    if let failure = error as? StoreFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else {
      self = .broken(String(describing: error))
      return
    }
    switch error.resultCode {
    // Growing the shared-memory index answers with an input/output error when the disk is full; no byte of the commit
    // was written then.
    case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .full
    // A quota that is reached is no full disk to SQLite. A sync that failed is another matter, whatever the reason.
    case _ where error.extendedResultCode == .SQLITE_IOERR_WRITE && Self.isWantOfSpace(writeError): self = .full
    case .SQLITE_FULL: self = .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(error.description)
    default: self = .broken(error.description)
    }
  }

  /// A system call that failed, by default with the current `errno`.
  static func system(_ what: String, _ code: CInt = errno) -> StoreFailure {
    .broken("cannot \(what): \(String(cString: strerror(code)))")
  }

  private static func isWantOfSpace(_ code: CInt) -> Bool { code == EDQUOT || code == ENOSPC }
}

/// Which file of the database something writes: a commit the log, a checkpoint what lies behind it.
enum WrittenFile {
  case log
  case database
}

extension Database {
  /// What a write of this connection has failed with; to be asked before it writes again.
  func failure(of error: any Error, writing file: WrittenFile) -> StoreFailure {
    StoreFailure(engine: error, writeError: lastError(of: file))
  }

  /// Whether nothing may be written after an error: what reached the disk is unknown, and a second attempt can succeed
  /// without the first's pages.
  func endsWriting(after error: DatabaseError, writing file: WrittenFile) -> Bool {
    guard failure(of: error, writing: file) != .full else { return false }
    return switch error.resultCode {
    case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    default: false
    }
  }

  /// The system's error of the last write to the file that failed, which may be one of long ago; 0: none has, it only
  /// came short, or the connection is closed.
  ///
  /// Each file is asked for its own. `sqlite3_system_errno` has none of a commit: SQLite 3.40 only notes it when a
  /// statement or a checkpoint fails.
  private func lastError(of file: WrittenFile) -> CInt {
    // SQLite asks nobody whether there is a connection. What waited behind `close` finds none.
    guard let sqliteConnection else { return 0 }
    var code: CInt = 0
    switch file {
    case .database: sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_LAST_ERRNO, &code)
    case .log:
      // Safety: the file is the connection's own, is only asked here, where nobody else uses the connection, and is
      // open as long as it has methods.
      var log: UnsafeMutablePointer<sqlite3_file>?
      sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
      if let log, let methods = log.pointee.pMethods { _ = methods.pointee.xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code) }
    }
    return code
  }
}
