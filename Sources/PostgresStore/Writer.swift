import Cryptography
import EventStore
import Foundation

/// The one connection of a node that writes, and what it knows. One thread has it.
///
/// Each commit carries a token of its own into the node's row, and each connection a number: a commit whose outcome is
/// not known is found out by the token, and what an earlier connection left at the server fails by the number.
final class Writer {
  private let settings: PostgresSettings
  private let link: Link
  private let stop: (String) -> Void
  private var number: Int64?
  /// What the node's row had when the connection was made.
  private var found: [UInt8] = []

  // Limit: how often a transaction is tried again that lost its connection, or met another that does it first.
  private static let triesMax = 5

  /// - Parameter stop: called once when nothing may be written any more.
  init(_ settings: PostgresSettings, _ outage: Outage, stop: @escaping (String) -> Void) {
    self.settings = settings
    link = Link(settings, outage)
    self.stop = stop
  }

  /// Has the node's row, under a higher number than every connection before. It waits for a transaction of an earlier
  /// one that is under way.
  private func connected() throws -> (connection: DatabaseConnection, number: Int64) {
    let connection = try link.connected { connection in
      let rows = try connection.committing(
        """
        INSERT INTO node (name, connection, token, audit_number, audit_hash) VALUES ($1, 1, ''::bytea, 0, $2)
        ON CONFLICT (name) DO UPDATE SET connection = node.connection + 1 RETURNING connection, token
        """, [.text(settings.node), .bytes(AuditHead.start.hash.bytes)])
      guard let number = rows.integer(0, 0), let token = rows.blob(0, 1) else { throw StoreFailure.damaged("the row of a node") }
      self.number = number
      found = token
    }
    guard let number else { throw StoreFailure.broken("a connection has no number") }
    return (connection, number)
  }

  /// Writes the node's token where this connection is the node's newest; anything else is an error of the database.
  static let mark = """
    UPDATE node SET token = CASE WHEN connection = $2 THEN $3::bytea END WHERE name = $1
    """

  /// A transaction, and what its statements need.
  struct Turn {
    let connection: DatabaseConnection
    /// The parameters of `mark`: node, number, token.
    let mark: [SQLValue]
    let node: String
  }

  /// Runs a transaction; when this returns it is durable.
  ///
  /// - Parameters:
  ///   - isRepeatable: whether the body may run again.
  ///   - settle: asked for the value when the outcome had to be found out: the transaction was committed.
  func transaction<Value>(
    isRepeatable: Bool = true, settle: ((DatabaseConnection) throws -> Value)? = nil, _ body: (Turn) throws -> Value
  ) throws -> Value {
    try attempt(isRepeatable: isRepeatable) { turn, isCommitting in
      try turn.connection.pipeline([("BEGIN", []), (Self.mark, turn.mark)])
      let value = try body(turn)
      isCommitting = { connection in try settle?(connection) ?? value }
      try turn.connection.commit()
      return value
    }
  }

  /// Runs one statement that has `mark` in it, as a transaction of its own.
  ///
  /// - Parameter settle: asked for the value when the outcome had to be found out.
  func statement<Value>(settle: ((DatabaseConnection) throws -> Value)?, _ body: (Turn) throws -> Value) throws -> Value {
    try attempt(isRepeatable: true) { turn, isCommitting in
      isCommitting = settle
      return try body(turn)
    }
  }

  private func attempt<Value>(
    isRepeatable: Bool, _ body: (Turn, inout ((DatabaseConnection) throws -> Value)?) throws -> Value
  ) throws -> Value {
    var tries = 0
    while true {
      tries += 1
      let (connection, number) = try connected()
      let token = RandomBytes.make(16)
      let turn = Turn(
        connection: connection, mark: [.text(settings.node), .integer(number), .bytes(token)], node: settings.node)
      var settle: ((DatabaseConnection) throws -> Value)?
      do {
        return try body(turn, &settle)
      } catch let error as DatabaseFailure {
        if case .lost = error {
          link.drop()
          if let settle, let value = try outcome(of: token, settle) { return value }
          guard isRepeatable, tries < Self.triesMax else { throw error }
        } else {
          try undo(connection)
          if try isTaken(error, number) { throw error }
          guard isRepeatable, error.isTransient, tries < Self.triesMax else { throw error }
        }
      } catch {
        try undo(connection)
        throw error
      }
    }
  }

  /// Finds out whether a transaction was committed; nil: it was not, and never will be.
  private func outcome<Value>(of token: [UInt8], _ settle: (DatabaseConnection) throws -> Value) throws -> Value? {
    let connection = try connected().connection
    guard found == token else { return nil }
    return try settle(connection)
  }

  private func undo(_ connection: DatabaseConnection) throws {
    do { try connection.rollback() } catch { link.drop() }
  }

  /// Whether another process writes as this node: a mistake of the operator's, after which nothing is written.
  private func isTaken(_ error: DatabaseFailure, _ number: Int64) throws -> Bool {
    // not_null_violation
    guard case .refused(state: "23502", _) = error, let connection = try? connected().connection else { return false }
    let now = try connection.query("SELECT connection FROM node WHERE name = $1", [.text(settings.node)]).integer(0, 0)
    guard now != number else { return false }
    stop("the store stopped: another process writes to the database as the node \(settings.node)")
    return true
  }

  /// Runs statements that may run twice, each a transaction of its own.
  func repeating<Value>(_ body: (DatabaseConnection) throws -> Value) throws -> Value {
    let connection = try connected().connection
    do {
      return try body(connection)
    } catch DatabaseFailure.lost {
      link.drop()
      return try body(connected().connection)
    }
  }
}
