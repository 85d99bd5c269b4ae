import EventStore
import GRDB
import Glibc

extension StoreFailure {
  /// Maps whatever the engine threw. The text names the statement but never its values.
  init(engine error: any Error) {
    if let failure = error as? StoreFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else {
      self = .broken(String(describing: error))
      return
    }
    switch error.resultCode {
    // Growing the shared-memory index answers with an input/output error when the disk is full; no byte of the commit was written then.
    case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .full
    case .SQLITE_FULL: self = .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(error.description)
    default: self = .broken(error.description)
    }
  }

  /// A system call that failed, by default with the current `errno`.
  static func system(_ what: String, _ code: CInt = errno) -> StoreFailure {
    .broken("cannot \(what): \(String(cString: strerror(code)))")
  }
}

extension DatabaseError {
  /// Whether nothing may be written after it: what reached the disk is unknown, and a second attempt can succeed without the first's pages.
  var endsWriting: Bool {
    guard StoreFailure(engine: self) != .full else { return false }
    return switch resultCode {
    case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    default: false
    }
  }
}
