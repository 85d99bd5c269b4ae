import GRDB

/// Why the client's own file could not be used; nothing of it has changed.
public enum ClientStoreFailure: Error, Equatable, Sendable {
  /// The file cannot be made or opened; says why.
  case unwritable(String, String)
  /// The disk, or the user's share of it, is full.
  case full(String)
  /// Another process has held the file for seconds.
  case busy(String)
  /// The file, or something in it, cannot be read; says what.
  case damaged(String, String)
  /// The file is no database, or is one that was cut off or damaged.
  case noDatabase(String)
  /// A newer program wrote it.
  case newer
  /// As many commands wait as may.
  case tooMany(max: Int)
  /// The folder is locked, and does not open.
  case home(HomeFailure)

  init(_ failure: HomeFailure) {
    switch failure {
    case .refused(_, let path, let reason): self = .unwritable(path, reason)
    case .noDatabase(let path): self = .noDatabase(path)
    default: self = .home(failure)
    }
  }

  /// What went wrong with the file, as this store, the folder or the engine says.
  init(_ path: String, any error: any Error) {
    switch error {
    case let failure as ClientStoreFailure: self = failure
    case let failure as HomeFailure: self.init(failure)
    default: self.init(path, engine: error)
    }
  }

  init(_ path: String, engine error: any Error) {
    guard let error = error as? DatabaseError else {
      self = .unwritable(path, "\(error)")
      return
    }
    guard !error.tellsOfDamage else {
      self = .noDatabase(path)
      return
    }
    self =
      switch error.resultCode {
      case .SQLITE_FULL: .full(path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path)
      default: .unwritable(path, error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
      }
  }
}

extension DatabaseError {
  /// Whether the file is wrong: it is no database, or a part of it is missing or is not what it was.
  var tellsOfDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) || extendedResultCode == .SQLITE_IOERR_SHORT_READ
  }
}
