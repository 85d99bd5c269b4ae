import EventStore
import HearthProtocol
import TestPostgres
import Testing

@testable import PostgresStore

/// What a node that another has overtaken may still try: nothing of it is stored.
@Suite("A node of PostgreSQL that was overtaken")
struct OvertakenStoreTests {
  private let server: PostgresServer
  private let schema = PostgresServer.freshSchema()

  init() throws { server = try PostgresServer.shared.get() }

  private func open(_ node: String) throws -> PostgresStore {
    try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: node))
  }

  @Test("keeps no snapshot, which may have words that the next one has erased")
  func snapshots() throws {
    let (first, second) = (try open("a"), try open("b"))
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(2)]).map(\.failure) == [nil])
    let early = StoredSnapshot(group: writer.group, sequence: GroupSequence(1), bytes: [1])
    let late = StoredSnapshot(group: writer.group, sequence: GroupSequence(2), bytes: [2])
    try first.saveSnapshot(early)
    #expect(try second.loadSnapshot(writer.group) == early)
    try second.claim(writer.group)
    try first.saveSnapshot(late)
    #expect(try second.loadSnapshot(writer.group) == early)
    try second.saveSnapshot(late)
    #expect(try first.loadSnapshot(writer.group) == late)
  }

  @Test("deletes nothing more of a group that another goes on to delete")
  func purges() throws {
    let store = try open("a")
    var (one, other) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    for _ in 0..<3 { #expect(store.append([one.batch(900), other.batch(900)]).map(\.failure) == [nil, nil]) }
    // Another claims the first group when a part of its log is gone.
    try server.psql(
      """
      SET search_path = \(schema);
      CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.fence := OLD.fence + 1; NEW.node := ''b''; RETURN NEW; END';
      CREATE TRIGGER take BEFORE UPDATE ON room FOR EACH ROW
        WHEN (NEW.head < OLD.head AND OLD.group_id = '\\x\(one.group.hexadecimal)') EXECUTE FUNCTION take()
      """)
    for group in [one.group, other.group] { try store.purge(group, at: 1) }
    #expect(try store.read(one.group, after: .start, limit: 5_000).count == 1_700)
    #expect(try store.read(other.group, after: .start, limit: 5_000) == [])
  }
}

extension GroupID {
  fileprivate var hexadecimal: String { description.filter { $0 != "-" } }
}
