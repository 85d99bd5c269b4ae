import CPostgreSQL
import Cryptography
import EventStore
import Foundation

/// A connection to the database. One thread has it.
final class DatabaseConnection {
  private let handle: OpaquePointer
  private let answerSeconds: Double
  private var statements: [String: String] = [:]
  private let warnings = Warnings()
  /// All that the address names; empty: it names one.
  let hosts: [DatabaseHost]
  /// How often a standby of the database has become the primary, and this one's place in that; nil: the address names
  /// one host.
  private(set) var timeline: Int64?
  /// Who knows of later primaries; an answer of an earlier one is not waited for.
  weak var newest: NewestPrimary?
  /// Whether an answer did not come in time, while the connection stood.
  private(set) var isSilent = false

  // Limit: how long a later primary can be known before an answer of an earlier one is waited for no more, in seconds.
  private static let lookSeconds = 0.5
  // Limit: statements of a pipeline before their results are read. What they answer fits into the system's buffers.
  private static let pipelineMax = 100

  /// Whether the database has warned of something.
  private final class Warnings {
    var count = 0
  }

  /// Connects to the first host that takes writes.
  ///
  /// - Parameter host: which one alone is tried; nil: all of the address.
  init(_ settings: PostgresSettings, at host: DatabaseHost? = nil) throws {
    answerSeconds = settings.answerSeconds
    let options = settings.options + (host?.options ?? [])
    let keywords = options.map { strdup($0.0) } + [nil]
    let values = options.map { strdup($0.1) } + [nil]
    defer { for text in keywords + values { free(text) } }
    let made = PQconnectdbParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    guard let made else { throw DatabaseFailure.lost("out of memory") }
    handle = made
    hosts = DatabaseHost.all(of: made)
    guard PQstatus(made) == CONNECTION_OK, PQsetnonblocking(made, 1) == 0 else { throw DatabaseFailure.lost(message) }
    // Safety: the object outlives the connection, which this one closes.
    PQsetNoticeReceiver(
      made,
      { context, result in
        guard let context, let result, let level = PQresultErrorField(result, CInt(UInt8(ascii: "V"))) else { return }
        if String(cString: level) == "WARNING" { Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().count += 1 }
      }, Unmanaged.passUnretained(warnings).toOpaque())
    try prepare(settings)
    if !hosts.isEmpty || host != nil { timeline = try askTimeline() }
  }

  deinit { PQfinish(handle) }

  private var message: String {
    PQerrorMessage(handle).map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  /// Refuses a server that would acknowledge what a power cut takes away.
  private func prepare(_ settings: PostgresSettings) throws {
    let version = PQserverVersion(handle)
    guard version >= 150_000 else {
      throw StoreFailure.broken("the database has version \(version / 10_000), and 15 or later is needed")
    }
    for (name, good) in [("fsync", ["on"]), ("full_page_writes", ["on"]), ("synchronous_commit", ["on", "remote_apply"])] {
      let found = try query("SELECT current_setting($1)", [.text(name)]).text(0, 0) ?? ""
      guard good.contains(found) else {
        throw StoreFailure.broken("the database has \(name) = \(found), with which it may lose what it acknowledged: set it to on")
      }
    }
    try command("SET search_path = \(quoted(name: settings.schema)), pg_temp")
    try command("SET default_transaction_isolation = 'read committed'")
    // A transaction whose node is gone holds its rooms no longer than this.
    try command("SET idle_in_transaction_session_timeout = '60s'")
  }

  /// Nil: the database does not tell it, as one that is not quite PostgreSQL.
  private func askTimeline() throws -> Int64? {
    do {
      // That of the last checkpoint may be the one before.
      return try query("SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint").integer(0, 0)
    } catch DatabaseFailure.refused { return nil }
  }

  /// A name as SQL has it.
  func quoted(name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  // MARK: Statements

  /// Runs one or several statements without parameters; several are one transaction.
  func command(_ sql: String) throws {
    guard PQsendQuery(handle, sql) == 1 else { throw DatabaseFailure.lost(message) }
    _ = try results()
  }

  /// Runs a statement, prepared the first time.
  func query(_ sql: String, _ values: [SQLValue] = []) throws -> Rows {
    try send(try statement(sql, values), values)
    guard let rows = try results().last else { throw DatabaseFailure.lost("a statement had no result") }
    return rows
  }

  /// A statement and its parameters.
  typealias Wish = (sql: String, values: [SQLValue])

  /// Runs statements with one round trip for many of them; within a transaction, or the first begins one.
  @discardableResult
  func pipeline(_ wishes: [Wish]) throws -> [Rows] {
    let named = try wishes.map { (sql: $0.sql, name: try statement($0.sql, $0.values), values: $0.values) }
    var rows: [Rows] = []
    for start in stride(from: 0, to: named.count, by: Self.pipelineMax) {
      guard PQenterPipelineMode(handle) == 1 else { throw DatabaseFailure.lost(message) }
      let part = named[start..<min(start + Self.pipelineMax, named.count)]
      for wish in part { try send(wish.name, wish.values) }
      guard PQpipelineSync(handle) == 1 else { throw DatabaseFailure.lost(message) }
      var first: (any Error)?
      while true {
        guard let result = try next() else { continue }
        // Cleared with the rows.
        let answer = Rows(result)
        if PQresultStatus(result) == PGRES_PIPELINE_SYNC { break }
        if first == nil { first = failure(of: result) }
        rows.append(answer)
      }
      guard PQexitPipelineMode(handle) == 1 else { throw DatabaseFailure.lost(message) }
      if let first { throw first }
    }
    return rows
  }

  /// Ends the transaction. When this returns it is durable, on its standbys, too.
  ///
  /// - Throws: `.lost`: it may have been committed or not.
  func commit() throws {
    let before = warnings.count
    let rows = try query("COMMIT")
    guard rows.command == "COMMIT" else { throw DatabaseFailure.refused(state: "25P02", "the transaction was undone") }
    try confirm(since: before)
  }

  /// Runs a statement that is a transaction of its own; as durable as after `commit`.
  func committing(_ sql: String, _ values: [SQLValue]) throws -> Rows {
    let before = warnings.count
    let rows = try query(sql, values)
    try confirm(since: before)
    return rows
  }

  // Limit: how often a commit whose wait for its standby was ended by somebody is waited for again.
  private static let confirmationsMax = 3

  /// A wait for the standby that was cancelled ends with a warning and no error. What is committed behind it has its
  /// place behind it, and so is waited for instead.
  private func confirm(since before: Int) throws {
    var known = before
    for _ in 0..<Self.confirmationsMax {
      if warnings.count == known { return }
      known = warnings.count
      _ = try query("SELECT pg_logical_emit_message(true, 'hearth', '')::text")
    }
    throw DatabaseFailure.lost("the wait for a standby was cancelled again and again")
  }

  /// Undoes the transaction.
  func rollback() throws {
    if PQtransactionStatus(handle) != PQTRANS_IDLE { try command("ROLLBACK") }
  }

  // MARK: libpq

  /// Behind a pooler another connection's statement may stand under the name; one that is made of the text is the same
  /// statement then, where one that counts would be another, run without an error.
  static func name(of sql: String) -> String {
    let hash = SHA256.hash(Array(sql.utf8)).bytes.prefix(16)
    return hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private func statement(_ sql: String, _ values: [SQLValue]) throws -> String {
    if let name = statements[sql] { return name }
    let name = Self.name(of: sql)
    guard PQsendPrepare(handle, name, sql, Int32(values.count), values.map(\.type)) == 1 else { throw DatabaseFailure.lost(message) }
    _ = try results()
    statements[sql] = name
    return name
  }

  private func send(_ name: String, _ values: [SQLValue]) throws {
    let encoded = values.map(\.encoded)
    // All in one piece of memory, so that each has an address while libpq copies it.
    let all = encoded.flatMap { value -> [UInt8] in value ?? [] } + [0]
    var lengths: [Int32] = []
    let sent = all.withUnsafeBufferPointer { memory in
      var places: [UnsafePointer<CChar>?] = []
      var start = 0
      for value in encoded {
        lengths.append(Int32(clamping: value?.count ?? 0))
        let place = memory.baseAddress.map { UnsafeRawPointer($0 + start).assumingMemoryBound(to: CChar.self) }
        places.append(value == nil ? nil : place)
        start += value?.count ?? 0
      }
      return PQsendQueryPrepared(handle, name, Int32(values.count), places, lengths, Array(repeating: 1, count: values.count), 1)
    }
    guard sent == 1 else { throw DatabaseFailure.lost(message) }
  }

  /// The results of what was sent; outside a pipeline.
  private func results() throws -> [Rows] {
    var all: [Rows] = []
    var first: (any Error)?
    while let result = try next() {
      if let failure = failure(of: result) {
        if first == nil { first = failure }
        PQclear(result)
      } else {
        all.append(Rows(result))
      }
    }
    if let first { throw first }
    return all
  }

  /// Waits for a result; nil: a statement has no more.
  private func next() throws -> OpaquePointer? {
    let end = NodeLife.seconds + answerSeconds
    while true {
      let flushed = PQflush(handle)
      guard flushed >= 0 else { throw DatabaseFailure.lost(message) }
      if flushed == 0, PQisBusy(handle) == 0 { break }
      var wait = pollfd(fd: PQsocket(handle), events: Int16(POLLIN) | (flushed == 1 ? Int16(POLLOUT) : 0), revents: 0)
      var left = end - NodeLife.seconds
      guard left > 0 else {
        isSilent = true
        throw DatabaseFailure.lost("no answer for \(answerSeconds) s")
      }
      if let newest, timeline != nil {
        if newest.isAfter(self) { throw DatabaseFailure.lost("a primary that was promoted later is known") }
        left = min(left, Self.lookSeconds)
      }
      guard poll(&wait, 1, Int32(min(left * 1_000, 1_000_000)) + 1) >= 0 || errno == EINTR else {
        throw DatabaseFailure.lost(String(cString: strerror(errno)))
      }
      if wait.revents != 0, PQconsumeInput(handle) == 0 { throw DatabaseFailure.lost(message) }
    }
    let result = PQgetResult(handle)
    if result == nil, PQstatus(handle) != CONNECTION_OK { throw DatabaseFailure.lost(message) }
    return result
  }

  private func failure(of result: OpaquePointer) -> DatabaseFailure? {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_PIPELINE_SYNC: return nil
    default: break
    }
    if PQstatus(handle) != CONNECTION_OK { return .lost(message) }
    func field(_ code: Character) -> String? {
      guard let ascii = code.asciiValue, let text = PQresultErrorField(result, CInt(ascii)) else { return nil }
      return String(cString: text)
    }
    // The primary message names tables and columns; the detail would name values.
    let state = field("C") ?? ""
    // The server ends the connection: an administrator, a crash of another process. Or it takes writes no more.
    if state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006" { return .lost(field("M") ?? state) }
    return .refused(state: state, field("M") ?? message)
  }
}
