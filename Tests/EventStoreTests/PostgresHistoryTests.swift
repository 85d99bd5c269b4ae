import EventStore
import HearthProtocol
import Locking
import TestPostgres
import Testing

@testable import PostgresStore

/// Groups whose histories are others than a node knew, as after a restore of the database to an earlier moment, which
/// these tests make by statements (SPEC SB-07).
@Suite("What a PostgreSQL store notices of a restore")
struct PostgresHistoryTests {
  private let server: PostgresServer
  private let emptied: PostgresServer.EmptiedSchema
  private var schema: String { emptied.name }
  private let store: PostgresStore
  private let told = Locked<[[GroupID]]>([])

  init() throws {
    server = try PostgresServer.shared.get()
    emptied = try PostgresServer.EmptiedSchema(of: "plain")
    store = try PostgresStore(PostgresSettings(address: server.address, schema: emptied.name, node: "a"))
    store.whenRestored { [told] groups in told.withLock { $0.append(groups) } }
  }

  private func take() -> [[GroupID]] {
    told.withLock { told in
      defer { told = [] }
      return told
    }
  }

  private func id(_ group: GroupID) -> String { "decode('\(group.description.replacing("-", with: ""))', 'hex')" }

  /// Sets a log back, as it was when it had so many events.
  private func restore(_ group: GroupID, to head: Int) throws {
    try server.psql(
      """
      DELETE FROM \(schema).event WHERE group_id = \(id(group)) AND sequence > \(head);
      UPDATE \(schema).room SET head = \(head) WHERE group_id = \(id(group))
      """)
  }

  /// A group with three events, and the writer that made them.
  private func group(_ number: UInt64) throws -> LogWriter {
    var writer = LogWriter(Samples.group(number))
    // As a server does before it reads what is to grow.
    try store.own(writer.group)
    #expect(store.append([writer.batch(3)]).map(\.failure) == [nil])
    return writer
  }

  @Test("A log that ends before what was acknowledged has a new epoch, once; others keep theirs")
  func shorter() throws {
    let (one, two) = (try group(1), try group(2))
    // The control: nothing has gone back.
    #expect(store.noticeOvertaken() && take() == [])
    try restore(one.group, to: 2)
    #expect(store.noticeOvertaken() && take() == [[one.group]])
    let epoch = try store.epoch(of: one.group)
    #expect(try epoch > 1_700_000_000_000 && store.epoch(of: two.group) == 1)
    #expect(store.noticeOvertaken() && take() == [])
    let rows = try store.auditRows(after: 0, limit: 100)
    #expect(rows.map(\.act) == ["restored"] && rows.map(\.group) == [one.group])
    // It may go back again, and then it is yet another history.
    try store.own(one.group)
    try restore(one.group, to: 1)
    #expect(store.noticeOvertaken() && take() == [[one.group]])
    #expect(try store.epoch(of: one.group) > epoch)
  }

  @Test("A conflict at a shorter log has it looked into when the group is read again")
  func conflict() throws {
    var writer = try group(1)
    try restore(writer.group, to: 2)
    #expect(store.append([writer.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(2))])
    #expect(take() == [])
    #expect(try store.own(writer.group))
    #expect(take() == [[writer.group]])
    // A conflict that is none of a restore begins nothing.
    let other = try group(2)
    var stale = LogWriter(other.group)
    #expect(store.append([stale.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(3))])
    #expect(try !store.own(other.group))
    #expect(take() == [])
  }

  @Test("A log as long as before whose last event is another, and one that is not there any more, are other histories, too")
  func otherEvents() throws {
    let (one, two) = (try group(1), try group(2))
    try server.psql("UPDATE \(schema).event SET hash = decode(repeat('07', 32), 'hex') WHERE group_id = \(id(one.group)) AND sequence = 3")
    try server.psql("UPDATE \(schema).room SET fence = fence + 1 WHERE group_id = \(id(one.group))")
    try server.psql("DELETE FROM \(schema).room WHERE group_id = \(id(two.group))")
    #expect(store.noticeOvertaken() && take() == [[two.group]])
    var late = one
    #expect(store.append([late.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(3))])
    try store.own(one.group)
    #expect(take() == [[one.group]])
    #expect(try store.epoch(of: one.group) > 1 && store.epoch(of: two.group) > 1)
  }

  @Test("A node that has a group open learns of the epoch that another began; a deleted group went back by itself")
  func otherNodes() throws {
    let (one, two) = (try group(1), try group(2))
    try server.psql("INSERT INTO \(schema).epoch VALUES (\(id(one.group)), 5)")
    #expect(store.noticeOvertaken() && take() == [[one.group]])
    #expect(try store.epoch(of: one.group) == 5)
    #expect(store.noticeOvertaken() && take() == [])
    try store.purge(two.group, at: 7)
    #expect(store.noticeOvertaken() && take() == [])
    // A node that begins anew remembers nothing.
    let again = try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: "b"))
    try restore(one.group, to: 1)
    try again.own(one.group)
    #expect(try again.noticeOvertaken() && again.epoch(of: one.group) == 5)
  }

  @Test("Limit: 200,000 groups are remembered; one more, and all others are forgotten")
  func limit() {
    var heads = KnownHeads()
    for number in 1...UInt64(KnownHeads.countMax) { heads.note(Samples.group(number), number, hash: nil) }
    #expect(heads[Samples.group(1)] != nil)
    // One that is known already is no further one.
    heads.note(Samples.group(1), 7, hash: [1], epoch: 3)
    #expect(heads[Samples.group(1)] == KnownHeads.Head(sequence: 7, hash: [1], epoch: 3) && heads[Samples.group(2)] != nil)
    heads.note(Samples.group(1), 6, hash: [2])
    #expect(heads[Samples.group(1)] == KnownHeads.Head(sequence: 7, hash: [1], epoch: 3))
    heads.note(Samples.group(UInt64(KnownHeads.countMax) + 1), 1, hash: nil)
    #expect(heads[Samples.group(1)] == nil && heads[Samples.group(2)] == nil)
  }
}
