import EventStore
import HearthProtocol

/// What joins the audit logs of all nodes: each says in rows of its own log, under their hashes, where the others stood
/// (SPEC AU-07). If a log is cut, changed or deleted later, the others tell.
extension PostgresStore {
  // Limit: logs that are named at once; the next time those come first that were named longest ago, or never.
  static let chainsMax = 64
  // Limit: new rows of a log that are looked at; with as many it is named whatever they are.
  static let newRowsMax = 1_000
  // Limit: how long an answer is waited for before anything is written, in seconds: a node that ends does not wait
  // long.
  private static let lookSeconds = 5.0
  // Limit: milliseconds that rows wait for a table which somebody locks: appends wait behind them so long.
  private static let lockMilliseconds = 500

  /// Adds a row to this node's audit log for each log of another node that has grown since this one said so last. A log
  /// that has grown only by such rows is left out: otherwise two nodes would have one another write for ever.
  ///
  /// What is to be said is looked for on a connection of its own. Only if there is something the writer is asked for a
  /// transaction, which looks once more: a row says only what the database that stores it holds, and says it once.
  ///
  /// - Returns: how many rows.
  @discardableResult
  public func noteChains() throws(StoreFailure) -> Int {
    guard !outage.isHopeless else { throw .away("the database cannot be reached") }
    do {
      var settings = self.settings
      settings.answerSeconds = min(settings.answerSeconds, Self.lookSeconds)
      let look = Self.look(of: settings.node)
      let found = try outage.primary.connect(settings).query(look.sql, look.values)
      if found.count == 0 { return 0 }
    } catch {
      throw StoreFailure(database: error)
    }
    // Not a second time: appends wait.
    return try writing(isRepeatable: false) { turn in
      let rows = try turn.connection.pipeline([("SET LOCAL lock_timeout = '\(Self.lockMilliseconds)ms'", []), Self.look(of: turn.node)])
      guard let found = rows.last else { return 0 }
      let seen = try found.indices.map { try Self.seen(found, $0) }
      try turn.connection.pipeline(
        Self.statements(adding: seen.count, turn) { head, index in head.append(seen[index].chain, at: seen[index].at) })
      return seen.count
    }
  }

  /// Which logs of other nodes are to be named, with their last rows and the time.
  ///
  /// Subqueries with one value each keep the planner from reading a whole table: rows are found by their numbers.
  private static func look(of node: String) -> DatabaseConnection.Wish {
    (
      """
      SELECT other.name, last.number, last.hash, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM node AS other JOIN LATERAL (
        SELECT number, hash FROM audit WHERE audit.node = other.name ORDER BY number DESC LIMIT 1
      ) AS last ON true LEFT JOIN LATERAL (
        SELECT number, seen_number FROM audit_seen AS seen WHERE seen.node = $1 AND seen.seen_node = other.name
          AND (SELECT count(*) FROM audit WHERE audit.node = seen.node AND audit.number = seen.number) = 1
        ORDER BY number DESC LIMIT 1
      ) AS said ON true
      WHERE other.name <> $1 AND last.number > coalesce(said.seen_number, 0) AND CASE
        WHEN last.number - coalesce(said.seen_number, 0) >= \(newRowsMax) THEN true
        ELSE (
          SELECT bool_or(new.act <> '\(AuditAct.chainSeen.rawValue)') FROM (
            SELECT act FROM audit WHERE audit.node = other.name AND audit.number > coalesce(said.seen_number, 0)
            ORDER BY audit.number LIMIT \(newRowsMax)
          ) AS new
        ) END
      ORDER BY said.number NULLS FIRST, other.name LIMIT \(chainsMax)
      """, [.text(node)]
    )
  }

  private static func seen(_ rows: Rows, _ row: Int) throws -> (chain: SeenChain, at: Int64) {
    guard let node = rows.text(row, 0), let number = rows.integer(row, 1), number < .max,
      let hash = rows.blob(row, 2).flatMap({ ContentHash(bytes: $0) }), let instant = rows.integer(row, 3)
    else { throw StoreFailure.damaged("the end of another node's audit log") }
    return (SeenChain(node: node, head: AuditHead(number: number, hash: hash)), instant)
  }
}
