import EventStore
import HearthProtocol

/// What all nodes count together, for limits that hold over all of them: each writes what it has counted in one
/// statement, and reads what the others have, where it looks for what they have ended.
extension PostgresStore {
  /// Whether several nodes count together.
  public var countsTogether: Bool { true }

  /// Has what is limited counted together with the other nodes.
  public func whenCounting(_ counting: LimitCounting) { endings.whenCounting(counting) }

  /// Tells the others at once what this node has counted, and looks at what they have.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  public func noticeCounts() -> Bool { endings.noticeCounts() }
}

/// How far a node has read what others have counted.
struct CountPlace {
  /// The transactions that were over at the last read, in PostgreSQL's form; nil: it begins anew.
  var seen: String?
  /// When that was, by a clock that never goes back; nil: never.
  var readAt: Double?

  // Limit: seconds for which uses are kept and count: no limit looks further back.
  static let keptSeconds: Int64 = 3_600
  // Limit: uses that are read at the first look; older ones do not count here.
  static let firstUsesMax: Int64 = 10_000
}

extension EndingsPoll {
  /// Tells what this node has counted, and reads what the others have.
  func count(_ own: LimitCounts) throws -> LimitNews {
    try onLink { connection in
      if countPlace.readAt == nil {
        // Of an earlier life of this node.
        _ = try connection.query("DELETE FROM session_count WHERE node = $1", [.text(node)])
      }
      if !own.isEmpty { try write(own, connection) }
      return try readCounts(connection)
    }
  }

  private func write(_ own: LimitCounts, _ connection: DatabaseConnection) throws {
    let (uses, sessions) = (Array(own.uses), Array(own.sessions))
    _ = try connection.query(
      """
      WITH uses AS (
        INSERT INTO limit_use (node, kind, key, count)
        SELECT $1::text, new.kind, new.key, new.count FROM unnest($2::text[], $3::bytea[], $4::bigint[]) AS new (kind, key, count)
      )
      INSERT INTO session_count (node, identity, count)
      SELECT $1::text, new.identity, new.count FROM unnest($5::bytea[], $6::bigint[]) AS new (identity, count)
      ON CONFLICT (node, identity) DO UPDATE
      SET count = excluded.count, transaction = pg_current_xact_id(), made_at = clock_timestamp()
      """,
      [
        .text(node), .texts(uses.map(\.key.kind.rawValue)), .byteses(uses.map(\.key.key)), .integers(uses.map { Int64($0.value) }),
        .ids(sessions.map(\.key)), .integers(sessions.map { Int64($0.value) }),
      ])
  }

  private func readCounts(_ connection: DatabaseConnection) throws -> LimitNews {
    let began = NodeLife.seconds
    let rows: Rows
    if let seen = countPlace.seen {
      let isNew = "transaction >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)"
      rows = try connection.query(
        Self.counts(uses: "WHERE \(isNew) AND node <> $2", sessions: "WHERE \(isNew) AND node <> $2"), [.text(seen), .text(node)])
    } else {
      // At first also what this node counted in its earlier life; after a lost connection what came since.
      let since = countPlace.readAt.map { min(Int64((began - $0) * 1_000), CountPlace.keptSeconds * 1_000) }
      rows = try connection.query(
        Self.counts(
          uses: """
            WHERE made_at > clock_timestamp() - $1::bigint * interval '1 millisecond' AND (node <> $2 OR $3::bigint = 1)
            ORDER BY number DESC LIMIT $4
            """, sessions: "WHERE node <> $2 AND count > 0"),
        [
          .integer(since ?? CountPlace.keptSeconds * 1_000), .text(node), .integer(since == nil ? 1 : 0), .integer(CountPlace.firstUsesMax),
        ])
    }
    guard let snapshot = rows.text(0, 0) else { throw StoreFailure.damaged("what other nodes have counted") }
    var news = LimitNews()
    news.isWhole = countPlace.seen == nil
    for row in rows.indices where !rows.isNull(row, 1) {
      guard let count = rows.integer(row, 3).map({ Int(clamping: $0) }), let node = rows.text(row, 5) else { continue }
      if rows.text(row, 1) == "session" {
        guard let identity = rows.identifier(row, 2, of: IdentifierKind.Identity.self) else { continue }
        news.sessions[node, default: [:]][identity] = count
      } else if let kind = rows.text(row, 1).flatMap(LimitedUse.Kind.init), let key = rows.blob(row, 2) {
        // A newer node may count what this one does not know.
        news.uses.append(.init(LimitedUse(kind, key), count: count, millisecondsAgo: max(0, rows.integer(row, 4) ?? 0)))
      }
    }
    news.uses.sort { $0.millisecondsAgo > $1.millisecondsAgo }
    let living = try connection.query(
      "SELECT name FROM node_life WHERE seen_at > clock_timestamp() - make_interval(secs => $1::bigint)",
      [.integer(NodeLife.leaseSeconds)])
    news.living = Set(living.indices.compactMap { living.text($0, 0) })
    (countPlace.seen, countPlace.readAt) = (snapshot, began)
    return news
  }

  /// One statement has one view: the snapshot is that of these rows.
  private static func counts(uses: String, sessions: String) -> String {
    """
    SELECT present.snapshot::text, new.kind, new.key, new.count, new.ago, new.node
    FROM (SELECT pg_current_snapshot() AS snapshot) AS present
    LEFT JOIN LATERAL (
      (SELECT kind, key, count, (extract(epoch FROM clock_timestamp() - made_at) * 1000)::bigint AS ago, node FROM limit_use \(uses))
      UNION ALL (SELECT 'session', identity, count, 0::bigint, node FROM session_count \(sessions))
    ) AS new ON true
    """
  }

  /// Removes what says nothing any more: old uses, and sessions of nodes that ended long ago.
  func tidyCounts(_ connection: DatabaseConnection, rowsMax: Int64) throws {
    let kept = SQLValue.integer(CountPlace.keptSeconds)
    _ = try connection.query(
      """
      DELETE FROM limit_use WHERE number IN (
        SELECT number FROM limit_use WHERE made_at < clock_timestamp() - make_interval(secs => $1::bigint)
        ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      """, [kept, .integer(rowsMax)])
    _ = try connection.query(
      """
      DELETE FROM session_count WHERE made_at < clock_timestamp() - make_interval(secs => $1::bigint) AND (count = 0 OR NOT EXISTS (
        SELECT FROM node_life WHERE node_life.name = session_count.node
          AND seen_at > clock_timestamp() - make_interval(secs => $1::bigint)
      ))
      """, [kept])
  }
}
