import EventStore

/// Why the database did not do something.
enum DatabaseFailure: Error {
  /// The connection is gone, or was never there: whether the last statement was done is not known.
  case lost(String)
  /// The database refused: SQLSTATE and what it says, never a value.
  case refused(state: String, String)

  /// Whether trying the whole transaction again may help: a deadlock, a serialization failure.
  var isTransient: Bool {
    if case .refused(let state, _) = self { state.hasPrefix("40") } else { false }
  }

  /// Whether a lock was not to be had in time.
  var isLocked: Bool {
    if case .refused(let state, _) = self { state == "55P03" } else { false }
  }

  /// Why, on one line of the operator's log.
  static func cause(of error: any Error) -> String {
    let text =
      switch error {
      case DatabaseFailure.lost(let what): what
      case DatabaseFailure.refused(let state, let what): "\(what) (\(state))"
      default: String(describing: error)
      }
    // A line for each host, and some have a second one with advice.
    return text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: "; ")
  }
}

extension StoreFailure {
  /// Maps whatever was thrown.
  init(database error: any Error) {
    switch error {
    case let failure as StoreFailure: self = failure
    // disk_full
    case DatabaseFailure.refused(state: "53100", _): self = .full
    // data_corrupted, index_corrupted
    case DatabaseFailure.refused(state: let state, let what) where ["XX001", "XX002"].contains(state): self = .damaged(what)
    // What a later try may find otherwise: resources, another transaction that went first.
    case DatabaseFailure.refused(state: let state, let what) where state.hasPrefix("53") || state.hasPrefix("40"):
      self = .away("the database refused for now: \(what) (\(state))")
    // duplicate_prepared_statement, invalid_sql_statement_name
    case DatabaseFailure.refused(state: let state, let what) where ["42P05", "26000"].contains(state):
      self = .broken(
        "a pooler gives one session of the database to several connections: put it into session mode, or connect without it (\(what))")
    case DatabaseFailure.refused(let state, let what): self = .broken("the database refused: \(what) (\(state))")
    case DatabaseFailure.lost(let what): self = .away("the database cannot be reached: \(what)")
    default: self = .broken(String(describing: error))
    }
  }
}
