extension Schema {
  /// Receipts' files, exports and the server's secret, which lie in a folder beside SQLite; and when a node was last
  /// there.
  ///
  /// A file's bytes are cut into pieces, as they came. They say nothing that compresses, so a part of a piece is read
  /// without the rest.
  static let filesAndNodes = """
    CREATE TABLE file (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      group_id bytea NOT NULL CHECK (octet_length(group_id) = 16),
      shelf text NOT NULL,
      hash bytea NOT NULL,
      size_bytes bigint,
      node text NOT NULL
    );
    -- Of those that are complete.
    CREATE UNIQUE INDEX file_of_group ON file (group_id, shelf, hash) WHERE size_bytes IS NOT NULL;
    CREATE INDEX file_arriving ON file (node) WHERE size_bytes IS NULL;
    CREATE TABLE file_piece (
      file bigint NOT NULL REFERENCES file (number) ON DELETE CASCADE,
      start bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (file, start)
    );
    ALTER TABLE file_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
    CREATE TABLE server_secret (
      id integer PRIMARY KEY CHECK (id = 1),
      bytes bytea NOT NULL
    );
    CREATE TABLE node_life (
      name text PRIMARY KEY,
      seen_at timestamptz NOT NULL
    ) WITH (fillfactor = 10);
    """

  /// The step that adds where a node is reached by others. A node of the version before leaves it alone.
  static let nodeAddresses = """
    ALTER TABLE node_life ADD COLUMN address text;
    """

  /// The step that adds what nodes count together: uses, which go after an hour, and the connections of identities at
  /// each. The transaction says which rows a node has not seen. A node of the version before counts for itself.
  static let sharedCounts = """
    CREATE TABLE limit_use (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      node text NOT NULL,
      kind text NOT NULL,
      key bytea NOT NULL,
      count bigint NOT NULL,
      made_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX limit_use_of_transaction ON limit_use (transaction);
    CREATE TABLE session_count (
      node text NOT NULL,
      identity bytea NOT NULL,
      count bigint NOT NULL,
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (node, identity)
    );
    CREATE INDEX session_count_of_transaction ON session_count (transaction);
    """

  /// The step that adds which groups an operator wants at another node. A node of the version before does not look.
  static let roomMoves = """
    CREATE TABLE room_move (
      group_id bytea PRIMARY KEY,
      node text NOT NULL,
      made_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    """

  /// The step that adds what rooms remember while their groups go from node to node. A node of the version before
  /// forgets it.
  static let roomMemory = """
    CREATE TABLE room_memory (
      group_id bytea PRIMARY KEY,
      bytes bytea NOT NULL,
      kept_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    """

  /// The step that adds what rows of the audit log say of other nodes' logs. A node of the version before writes none.
  ///
  /// Columns of `audit` would have to be found by an index, for which all of it is read while nobody can append.
  static let seenChains = """
    CREATE TABLE audit_seen (
      node text NOT NULL,
      number bigint NOT NULL,
      seen_node text NOT NULL,
      seen_number bigint NOT NULL,
      seen_hash bytea NOT NULL,
      PRIMARY KEY (node, number)
    );
    CREATE INDEX audit_seen_of_chain ON audit_seen (node, seen_node, number);
    """
}
