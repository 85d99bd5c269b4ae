import EventStore
import HearthProtocol
import Locking
import Support
import TestPostgres
import Testing

@testable import PostgresStore

/// What one node ends the others learn (SPEC ID-08, ID-18, ID-22). Each look is made by hand, so that looks are counted
/// and no time is.
@Suite("What PostgreSQL's nodes tell one another of what has ended")
struct PostgresEndingsTests {
  private static let (asha, ravi) = (Samples.identity(1), Samples.identity(2))
  private static let group = Samples.group(1)
  private let server: PostgresServer
  private let emptied: PostgresServer.EmptiedSchema
  private var schema: String { emptied.name }
  private let first: PostgresStore
  private let second: PostgresStore
  private let told = Told()

  /// What a node was told.
  private final class Told: Sendable {
    private let news = Locked<[EndingNews]>([])
    func add(_ more: EndingNews) { news.withLock { $0.append(more) } }
    var all: [EndingNews] { news.withLock { $0 } }
    /// What came since the last time.
    func take() -> [EndingNews] {
      news.withLock { news in
        defer { news = [] }
        return news
      }
    }
  }

  /// Two nodes, of which the second one is told; Asha has devices 1 and 3, Ravi device 2, and both are in the group.
  init() throws {
    server = try PostgresServer.shared.get()
    emptied = try PostgresServer.EmptiedSchema(of: "plain")
    let (address, schema) = (server.address, emptied.name)
    func open(_ node: String) throws -> PostgresStore {
      try PostgresStore(PostgresSettings(address: address, schema: schema, node: node, endingsSeconds: nil))
    }
    first = try open("a")
    second = try open("b-\(schema)")
    try first.register([Samples.registration(1), Samples.registration(2)])
    let link = DeviceLink(identity: Self.asha, giver: Samples.device(1).id, device: Samples.device(3))
    #expect(try first.link(link) == .linked(displayName: "Person 1"))
    for identity in [Self.asha, Self.ravi] { project(.membership(identity: identity, group: Self.group)) }
    second.whenEnded { [told] in told.add($0) }
  }

  private func project(_ projection: Projection) {
    let results = first.append([AppendBatch(group: Self.group, expected: .start, events: [], projections: [projection])])
    #expect(results.map(\.failure) == [nil])
  }

  private func add(_ number: UInt64, _ access: TokenAccess, of identity: IdentityID = asha, by device: UInt64 = 1) throws {
    let token = NewGroupToken(
      id: Samples.token(number), identity: identity, device: Samples.device(device).id, secretHash: Samples.hash(1),
      scope: TokenScope(group: Self.group, access: access, endsAt: 1_000_000), name: "Bot", createdAt: 1)
    #expect(try first.add(token) == .made)
  }

  private func tell(_ kind: String, count: Int) throws {
    try server.psql(
      "INSERT INTO \(schema).revocation (node, kind, id) SELECT 'c', '\(kind)', decode(lpad(to_hex(n), 32, '0'), 'hex') "
        + "FROM generate_series(1, \(count)) AS n")
  }

  @Test("One look tells all that another node has ended since the last, once, and nothing of the node's own")
  func tellsAll() throws {
    // At first it is not known what has ended before.
    #expect(second.noticeEndings())
    #expect(told.take() == [EndingNews([], isComplete: false)])
    let holders = [Self.asha, Self.ravi].map { HolderID(identity: $0, group: Self.group) }
    try add(40, .read)
    try add(41, .write)
    try add(42, .write, of: Self.ravi, by: 2)
    #expect(try first.revoke(Samples.token(40), of: Self.asha, at: 2))
    project(.tokensEnded(holder: holders[0], group: Self.group, readersStay: true))
    project(.membershipEnded(holder: holders[1], group: Self.group))
    let rotation = TokenRotation(
      device: Samples.device(1).id, old: Samples.token(1), token: Samples.token(11), secretHash: Samples.hash(11), createdAt: 0)
    #expect(try first.rotate(rotation))
    #expect(try first.noteUse([TokenUse(token: Samples.token(11), day: 20_000)]) == [Samples.token(1)])
    #expect(try first.revoke(Samples.device(3).id, of: Self.asha, at: 3))
    #expect(try first.suspend([Self.ravi], at: 4) == .changed(suspended: 1, resumed: 0))
    #expect(second.noticeEndings())
    let endings: [AccessEnding] = [
      .token(Samples.token(40)), .tokens(holders[0], readersStay: true), .tokens(holders[1], readersStay: false), .token(Samples.token(1)),
      .device(Samples.device(3).id), .identity(Self.ravi),
    ]
    #expect(told.take() == [EndingNews(endings, isComplete: true)])

    // What ends nobody's token is not told, nor what was told already, nor what the node itself has ended.
    project(.tokensEnded(holder: holders[0], group: Self.group, readersStay: false))
    #expect(try first.suspend([], resume: [Self.ravi], at: 5) == .changed(suspended: 0, resumed: 1))
    #expect(try second.suspend([Self.ravi], at: 6) == .changed(suspended: 1, resumed: 0))
    #expect(second.noticeEndings())
    #expect(told.take() == [])
  }

  @Test("What is committed later is told later, whatever number it was given")
  func lateCommit() throws {
    #expect(second.noticeEndings())
    _ = told.take()
    // A transaction that has its numbers already, and ends when the other has been told.
    let late = try OpenTransaction(
      server.address,
      "INSERT INTO \(schema).revocation (node, kind, id) VALUES ('c', 'identity', decode(repeat('07', 16), 'hex'))")
    #expect(try first.revoke(Samples.device(3).id, of: Self.asha, at: 3))
    #expect(second.noticeEndings())
    #expect(told.take() == [EndingNews([.device(Samples.device(3).id)], isComplete: true)])
    try late.end("COMMIT")
    #expect(second.noticeEndings())
    let identity = try #require(IdentityID(bytes: Array(repeating: 7, count: 16)))
    #expect(told.take() == [EndingNews([.identity(identity)], isComplete: true)])
  }

  @Test("After a lost connection it tells what is new, and that there may be more; tokens in use are looked up in one go")
  func lostConnection() throws {
    #expect(second.noticeEndings() && second.noticeEndings())
    #expect(told.take().count == 1)
    let those = "FROM pg_stat_activity WHERE application_name = 'hearth b-\(schema)'"
    try server.psql("SELECT pg_terminate_backend(pid) \(those)")
    while try server.psql("SELECT count(*) \(those)") != "0" {}
    #expect(try first.revoke(Samples.device(3).id, of: Self.asha, at: 3))
    let tries = (1...2).map { _ in second.noticeEndings() }
    #expect(tries == [false, true])
    #expect(told.take() == [EndingNews([.device(Samples.device(3).id)], isComplete: false)])
    let tokens = Set([1, 2, 3, 9].map { Samples.token($0) })
    #expect(try second.ended(among: tokens) == [Samples.token(3), Samples.token(9)])
  }

  @Test("Limit: 1,000 rows at a look are all that is told; with one more, or one of another program, there may be more")
  func many() throws {
    #expect(second.noticeEndings())
    _ = told.take()
    for (kind, count, endings, isComplete) in [
      ("device", 1_000, 1_000, true), ("device", 1_001, 1_000, false), ("key", 1, 0, false),
    ] {
      try tell(kind, count: count)
      #expect(second.noticeEndings())
      let news = told.take()
      #expect(news.map(\.endings.count) == [endings] && news.map(\.isComplete) == [isComplete], "\(kind) \(count)")
    }
  }

  @Test("Limit: rows go when they are an hour old, at every 120th look, and none before")
  func tidies() throws {
    try tell("device", count: 3)
    func age(_ number: Int, seconds: Int) throws {
      try server.psql(
        "UPDATE \(schema).revocation SET made_at = made_at - interval '\(seconds) s' WHERE get_byte(id, 15) = \(number)")
    }
    try age(1, seconds: 3_601)
    try age(2, seconds: 3_540)
    func left() throws -> String {
      try server.psql("SELECT string_agg(get_byte(id, 15)::text, ' ' ORDER BY number) FROM \(schema).revocation")
    }
    for _ in 1..<120 { second.noticeEndings() }
    #expect(try left() == "1 2 3")
    second.noticeEndings()
    #expect(try left() == "2 3")
  }

  @Test("Limit: 1,800 s from one look to the next leave nothing out; after more, rows may have gone that were never read")
  func certainty() {
    var certainty = EndingsCertainty()
    let atFirst = certainty.read(at: 10)
    let atLimit = certainty.read(at: 1_810)
    let past = certainty.read(at: 3_610.1)
    let again = certainty.read(at: 3_611)
    certainty.lose()
    let lost = certainty.read(at: 3_612)
    #expect(!atFirst && atLimit && !past && again && !lost)
    // Rows are there for longer.
    #expect(Double(EndingsCertainty.keptSeconds) > EndingsCertainty.pauseSecondsMax)
  }

  @Test("It looks by itself twice a second")
  func pace() throws {
    #expect(try PostgresSettings(address: server.address).endingsSeconds == 0.5)
    let eager = try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: "c", endingsSeconds: 0.001))
    let news = Told()
    eager.whenEnded { news.add($0) }
    eventually("it is told that something may have ended") { !news.all.isEmpty }
    #expect(try first.suspend([Self.asha], at: 5) == .changed(suspended: 1, resumed: 0))
    eventually("it is told") { news.all.contains { $0.endings.contains(.identity(Self.asha)) } }
    eager.close()
  }
}
