import EventStore
import Foundation
import HearthProtocol
import Locking

/// Looks again and again at what other nodes have ended, on a connection of its own, and has somebody told.
final class EndingsWatch: Sendable {
  private let polls: Workers<EndingsPoll>
  private let paceSeconds: Double?
  private let state = Locked(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  private struct State: Sendable {
    var tell: (@Sendable (EndingNews) -> Void)?
    var tellMoves: (@Sendable (GroupMoves) -> Void)?
    var counting: LimitCounting?
    var isStarted = false
    /// The thread that looks again and again.
    var thread: ObjectIdentifier?
    var isEnding = false
  }

  init(_ settings: PostgresSettings, _ outage: Outage) {
    polls = Workers(count: 1, name: "hearth-db-ended") { EndingsPoll(Link(settings, outage), node: settings.node) }
    paceSeconds = settings.endingsSeconds
  }

  /// Has somebody told from now on.
  func whenEnded(_ tell: @escaping @Sendable (EndingNews) -> Void) { start { $0.tell = tell } }

  /// Has somebody told from now on which groups are to go to other nodes.
  func whenMoving(_ tell: @escaping @Sendable (GroupMoves) -> Void) { start { $0.tellMoves = tell } }

  /// Has what is limited counted together from now on.
  func whenCounting(_ counting: LimitCounting) { start { $0.counting = counting } }

  private func start(_ change: (inout State) -> Void) {
    let starts = state.withLock { state in
      change(&state)
      guard paceSeconds != nil, !state.isStarted, !state.isEnding else { return false }
      state.isStarted = true
      return true
    }
    guard starts, let paceSeconds else { return }
    let thread = Thread { [self] in go(paceSeconds) }
    thread.name = "hearth-db-pace"
    thread.start()
  }

  private func go(_ paceSeconds: Double) {
    state.withLock { $0.thread = ObjectIdentifier(Thread.current) }
    while !state.withLock({ $0.isEnding }) {
      notice()
      noticeMoves()
      noticeCounts()
      _ = wakeUp.wait(timeout: .now() + paceSeconds)
    }
    ended.signal()
  }

  /// Looks once, and tells what there is to tell.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func notice() -> Bool {
    guard let news = try? polls.run({ try $0.next() }) else { return false }
    if !news.endings.isEmpty || !news.isComplete { state.withLock { $0.tell }?(news) }
    return true
  }

  /// Looks once which groups are to go to other nodes, and tells it.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func noticeMoves() -> Bool {
    guard let tell = state.withLock({ $0.tellMoves }) else { return true }
    guard let moves = try? polls.run({ try $0.moves() }) else { return false }
    if !moves.wishes.isEmpty || moves.shares != nil { tell(moves) }
    return true
  }

  /// Tells once what this node has counted, and what the others have.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func noticeCounts() -> Bool {
    guard let counting = state.withLock({ $0.counting }) else { return true }
    let own = counting.take()
    guard let news = try? polls.run({ try $0.count(own) }) else {
      counting.giveBack(own)
      return false
    }
    counting.tell(news)
    return true
  }

  /// Ends it.
  func close() {
    let waits = state.withLock { state in
      defer {
        (state.isEnding, state.isStarted) = (true, false)
        (state.tell, state.tellMoves, state.counting) = (nil, nil, nil)
      }
      // The last to let go of the store may be the thread itself, while it tells somebody.
      return state.isStarted && state.thread != ObjectIdentifier(Thread.current)
    }
    wakeUp.signal()
    if waits { ended.wait() }
    polls.close()
  }
}

/// What other nodes have ended since it was read last. One thread has it.
final class EndingsPoll {
  private let link: Link
  let node: String
  /// The other nodes that were there at the last look, and how often it was looked.
  var neighbours: Set<String> = []
  var looks = 0
  var countPlace = CountPlace()
  private var certainty = EndingsCertainty()
  /// The transactions that were over at the last read, in PostgreSQL's form; nil: there was none.
  private var seen: String?
  private var readsSinceTidying = 0

  // Limit: rows of one read; with more, all tokens in use are looked up instead.
  private static let rowsMax = 1_000
  // Limit: rows removed at once, which are older than `EndingsCertainty.keptSeconds`.
  private static let tidiedRowsMax: Int64 = 10_000
  /// How many reads there are from one removal to the next.
  private static let readsBetween = 120

  init(_ link: Link, node: String) { (self.link, self.node) = (link, node) }

  /// Reads what is new.
  func next() throws -> EndingNews {
    try onLink { connection in
      let news = try read(connection)
      try tidy(connection)
      return news
    }
  }

  func onLink<Value>(_ body: (DatabaseConnection) throws -> Value) throws -> Value {
    // A restore to an earlier moment may have given the numbers of transactions anew, and it ends all connections.
    let connection = try link.connected { [self] _ in
      certainty.lose()
      countPlace.seen = nil
    }
    do {
      return try body(connection)
    } catch {
      if case DatabaseFailure.lost = error { link.drop() }
      throw error
    }
  }

  private func read(_ connection: DatabaseConnection) throws -> EndingNews {
    let began = NodeLife.seconds
    let rows =
      if let seen {
        // One statement has one view: the snapshot is that of these rows.
        try connection.query(
          """
          SELECT present.snapshot::text, new.kind, new.id FROM (SELECT pg_current_snapshot() AS snapshot) AS present
          LEFT JOIN LATERAL (
            SELECT kind, id FROM revocation
            WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)
              AND node <> $2 ORDER BY number LIMIT $3
          ) AS new ON true
          """, [.text(seen), .text(node), .integer(Int64(Self.rowsMax) + 1)])
      } else {
        try connection.query("SELECT pg_current_snapshot()::text, NULL::text, NULL::bytea")
      }
    guard let snapshot = rows.text(0, 0) else { throw StoreFailure.damaged("what other nodes have ended") }
    let found = rows.indices.filter { !rows.isNull($0, 1) }
    let endings = found.prefix(Self.rowsMax).compactMap { AccessEnding(rows, $0) }
    seen = snapshot
    // A newer node may tell what this one does not know.
    let isWhole = endings.count == found.count
    return EndingNews(endings, isComplete: certainty.read(at: began) && isWhole)
  }

  private func tidy(_ connection: DatabaseConnection) throws {
    readsSinceTidying += 1
    guard readsSinceTidying >= Self.readsBetween else { return }
    readsSinceTidying = 0
    _ = try connection.query(
      """
      DELETE FROM revocation WHERE number IN (
        SELECT number FROM revocation WHERE made_at < clock_timestamp() - make_interval(secs => $1::bigint)
        ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      """, [.integer(EndingsCertainty.keptSeconds), .integer(Self.tidiedRowsMax)])
    try tidyCounts(connection, rowsMax: Self.tidiedRowsMax)
  }
}

/// Whether what is new since the last read is all that there was since then.
struct EndingsCertainty: Sendable {
  /// How long rows are kept, in seconds.
  static let keptSeconds: Int64 = 3_600
  // Limit: seconds between two reads; after more, rows may have gone that were never read.
  static let pauseSecondsMax = 1_800.0

  private var readAt: Double?

  /// It is not known what came since the last read.
  mutating func lose() { readAt = nil }

  /// What is new was read.
  ///
  /// - Parameter seconds: when, by a clock that never goes back.
  /// - Returns: whether nothing can have been missed since the read before.
  mutating func read(at seconds: Double) -> Bool {
    defer { readAt = seconds }
    guard let readAt else { return false }
    return seconds - readAt <= Self.pauseSecondsMax
  }
}

extension AccessEnding {
  /// How it stands in the table.
  var row: (kind: String, id: [UInt8]) {
    switch self {
    case .device(let device): ("device", device.bytes)
    case .token(let token): ("token", token.bytes)
    case .tokens(let holder, let readersStay): (Self.kind(readersStay: readersStay), holder.bytes)
    case .identity(let identity): ("identity", identity.bytes)
    }
  }

  /// What a member's tokens are called in the table.
  static func kind(readersStay: Bool) -> String { readersStay ? "writing_tokens" : "tokens" }

  /// Reads kind and id from the second and third column; nil: it is none that this program knows.
  fileprivate init?(_ rows: Rows, _ row: Int) {
    switch rows.text(row, 1) {
    case "device":
      guard let device = rows.identifier(row, 2, of: IdentifierKind.Device.self) else { return nil }
      self = .device(device)
    case "token":
      guard let token = rows.identifier(row, 2, of: IdentifierKind.Token.self) else { return nil }
      self = .token(token)
    case let kind? where [true, false].map(Self.kind(readersStay:)).contains(kind):
      guard let holder = rows.identifier(row, 2, of: IdentifierKind.Holder.self) else { return nil }
      self = .tokens(holder, readersStay: kind == Self.kind(readersStay: true))
    case "identity":
      guard let identity = rows.identifier(row, 2, of: IdentifierKind.Identity.self) else { return nil }
      self = .identity(identity)
    default: return nil
    }
  }
}
