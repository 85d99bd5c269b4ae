import EventStore
import HearthProtocol

/// Each node has a chain of its own: one chain for all would have all commits wait for each other. Rows of each say
/// where the others stood (`PostgresStore+Chains`).
extension PostgresStore {
  /// Adds rows to this node's audit log in one commit.
  public func note(_ notes: [AuditNote]) throws(StoreFailure) {
    try writing { turn in try Self.note(notes, turn) }
  }

  /// Adds rows to the audit log in somebody's commit.
  static func note(_ notes: [AuditNote], _ turn: Writer.Turn) throws {
    try turn.connection.pipeline(statements(noting: notes, turn))
  }

  /// What adds rows to the audit log, within a transaction that has marked the node's row.
  static func statements(noting notes: [AuditNote], _ turn: Writer.Turn) throws -> [DatabaseConnection.Wish] {
    try statements(adding: notes.count, turn) { head, index in head.append(notes[index]) }
  }

  /// The same of any rows, each made by the head before it.
  static func statements(
    adding count: Int, _ turn: Writer.Turn, row: (inout AuditHead, Int) -> AuditRow
  ) throws -> [DatabaseConnection.Wish] {
    if count == 0 { return [] }
    // Behind the last row, also when its note has been lost.
    let found = try turn.connection.query(
      """
      SELECT coalesce(last.number, node.audit_number), coalesce(last.hash, node.audit_hash) FROM node LEFT JOIN LATERAL (
        SELECT number, hash FROM audit WHERE audit.node = node.name AND number > node.audit_number ORDER BY number DESC LIMIT 1
      ) AS last ON true WHERE node.name = $1
      """, [.text(turn.node)])
    var head = try head(found)
    let rows = (0..<count).map { row(&head, $0) }
    return [
      (
        """
        INSERT INTO audit (node, number, at, act, identity, device, group_id, origin, count, member, hash)
        SELECT $1, new.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[],
          $9::bigint[], $10::bytea[], $11::bytea[]) AS new
        """,
        [
          .text(turn.node), .integers(rows.map(\.number)), .integers(rows.map(\.at)), .texts(rows.map(\.act)),
          .byteses(rows.map { $0.identity?.bytes }), .byteses(rows.map { $0.device?.bytes }), .byteses(rows.map { $0.group?.bytes }),
          .texts(rows.map(\.network)), .integers(rows.map(\.count)), .byteses(rows.map { $0.member?.bytes }),
          .byteses(rows.map { $0.hash.bytes }),
        ]
      ),
      (
        "UPDATE node SET audit_number = $2, audit_hash = $3 WHERE name = $1",
        [.text(turn.node), .integer(head.number), .bytes(head.hash.bytes)]
      ),
    ] + joining(rows, turn)
  }

  /// What adds what rows say of other nodes' logs; nothing where they say nothing.
  private static func joining(_ rows: [AuditRow], _ turn: Writer.Turn) -> [DatabaseConnection.Wish] {
    let joins = rows.compactMap { row in row.seen.map { (number: row.number, seen: $0) } }
    if joins.isEmpty { return [] }
    // What stands there already is left of rows that somebody has removed.
    return [
      (
        """
        INSERT INTO audit_seen (node, number, seen_node, seen_number, seen_hash)
        SELECT $1, new.* FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bytea[]) AS new
        ON CONFLICT (node, number) DO UPDATE
        SET (seen_node, seen_number, seen_hash) = (excluded.seen_node, excluded.seen_number, excluded.seen_hash)
        """,
        [
          .text(turn.node), .integers(joins.map(\.number)), .texts(joins.map(\.seen.node)), .integers(joins.map(\.seen.head.number)),
          .byteses(joins.map(\.seen.head.hash.bytes)),
        ]
      )
    ]
  }

  /// At most `limit` rows of this node's audit log after the one with this number, in order.
  public func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    try auditRows(of: settings.node, after: number, limit: limit)
  }

  /// Where this node's audit log ends.
  public func auditHead() throws(StoreFailure) -> AuditHead { try auditHead(of: settings.node) }

  /// How the logs of other nodes are of which this node's rows say where they stood.
  public func standings(of seen: [SeenChain]) throws(StoreFailure) -> [ChainStanding] {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT (SELECT hash FROM audit WHERE audit.node = want.node AND audit.number = want.number), coalesce(
          (SELECT audit.number FROM audit WHERE audit.node = want.node ORDER BY audit.number DESC LIMIT 1), 0)
        FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS want (node, number, place) ORDER BY want.place
        """, [.texts(seen.map(\.node)), .integers(seen.map(\.head.number))])
      guard rows.count == seen.count else { throw StoreFailure.broken("the database answered for other rows of the audit log") }
      return rows.indices.map { row in
        ChainStanding(hash: rows.blob(row, 0).flatMap { ContentHash(bytes: $0) }, end: rows.integer(row, 1) ?? 0)
      }
    }
  }

  /// The audit logs of all nodes that there ever were, by their names; also one whose node's row somebody has removed.
  public func auditLogs() throws(StoreFailure) -> [(node: String?, log: any AuditLog)] {
    try reading { connection in
      // Each name is found behind the one before it: nobody reads all rows for that.
      let rows = try connection.query(
        """
        WITH RECURSIVE chain AS (
          (SELECT node FROM audit ORDER BY node LIMIT 1) UNION ALL
          SELECT (SELECT audit.node FROM audit WHERE audit.node > chain.node ORDER BY audit.node LIMIT 1)
          FROM chain WHERE chain.node IS NOT NULL
        )
        SELECT name FROM node UNION SELECT node FROM chain WHERE node IS NOT NULL ORDER BY 1
        """)
      return try rows.indices.map { row in
        guard let node = rows.text(row, 0) else { throw StoreFailure.damaged("the row of a node") }
        return (node, NodeAuditLog(store: self, node: node))
      }
    }
  }

  fileprivate func auditRows(of node: String, after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    guard limit > 0 else { return [] }
    return try reading { connection in
      let rows = try connection.query(
        """
        SELECT \(Self.auditColumns), seen_node, seen_number, seen_hash FROM audit LEFT JOIN audit_seen USING (node, number)
        WHERE node = $1 AND number > $2 ORDER BY number LIMIT $3
        """, [.text(node), .integer(number), .integer(Int64(clamping: limit))])
      return try rows.indices.map { try Self.auditRow(rows, $0) }
    }
  }

  static let auditColumns = "number, at, act, identity, device, group_id, origin, count, member, hash"

  /// Reads a row of `auditColumns`, and of what it saw, where that is read behind them.
  static func auditRow(_ rows: Rows, _ row: Int) throws(StoreFailure) -> AuditRow {
    guard let number = rows.integer(row, 0) else { throw .damaged("a row of the audit log") }
    guard let at = rows.integer(row, 1), let act = rows.text(row, 2),
      let identity = rows.optional(row, 3, of: IdentifierKind.Identity.self),
      let device = rows.optional(row, 4, of: IdentifierKind.Device.self),
      let group = rows.optional(row, 5, of: IdentifierKind.Group.self), let network = rows.optionalText(row, 6),
      let count = rows.integer(row, 7), let member = rows.optional(row, 8, of: IdentifierKind.Member.self),
      let hash = rows.blob(row, 9).flatMap({ ContentHash(bytes: $0) }), let seen = seen(rows, row)
    else { throw .damaged("row \(number) of the audit log") }
    return AuditRow(
      number: number, at: at, act: act, identity: identity, device: device, group: group, network: network, count: count, member: member,
      seen: seen, hash: hash)
  }

  /// Nil within: the row saw no other log, or that is not read; nil: what it saw cannot be read.
  private static func seen(_ rows: Rows, _ row: Int) -> SeenChain?? {
    if rows.isNull(row, 10), rows.isNull(row, 11), rows.isNull(row, 12) { return .some(nil) }
    guard let node = rows.text(row, 10), let number = rows.integer(row, 11),
      let hash = rows.blob(row, 12).flatMap({ ContentHash(bytes: $0) })
    else { return nil }
    return SeenChain(node: node, head: AuditHead(number: number, hash: hash))
  }

  fileprivate func auditHead(of node: String) throws(StoreFailure) -> AuditHead {
    try reading { connection in
      let rows = try connection.query("SELECT audit_number, audit_hash FROM node WHERE name = $1", [.text(node)])
      return rows.count == 0 ? .start : try Self.head(rows)
    }
  }

  private static func head(_ rows: Rows) throws -> AuditHead {
    guard let number = rows.integer(0, 0), number < .max, let hash = rows.blob(0, 1).flatMap({ ContentHash(bytes: $0) }) else {
      throw StoreFailure.damaged("the end of the audit log")
    }
    return AuditHead(number: number, hash: hash)
  }
}

/// The audit log of one node.
private struct NodeAuditLog: AuditLog {
  let store: PostgresStore
  let node: String

  func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    try store.auditRows(of: node, after: number, limit: limit)
  }

  func auditHead() throws(StoreFailure) -> AuditHead { try store.auditHead(of: node) }

  func standings(of seen: [SeenChain]) throws(StoreFailure) -> [ChainStanding] { try store.standings(of: seen) }
}
