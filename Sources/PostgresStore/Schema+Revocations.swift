extension Schema {
  /// What lets nobody in any more, for the nodes that have it open. It tells what was ended where, and is no part of
  /// what a store keeps: it goes after an hour, and is not moved to another place.
  ///
  /// The transaction says which rows a node has not seen: the numbers are given before a commit, and so come out of
  /// order.
  static let revocations = """
    CREATE TABLE revocation (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      node text NOT NULL,
      kind text NOT NULL,
      id bytea NOT NULL,
      made_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX revocation_of_transaction ON revocation (transaction);
    """
}
