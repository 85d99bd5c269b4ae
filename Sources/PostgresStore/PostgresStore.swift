import EventStore
import Foundation
import HearthProtocol
import Locking
import Sealing

/// Keeps logs, snapshots and directory in PostgreSQL, which several servers share: each is a node.
///
/// One connection writes, one transaction at a time; others read beside it. A call that succeeded is durable, on the
/// synchronous standbys, too. A group's log grows where its head is the expected one and the group's fence this node's;
/// the fence belongs to the node that claimed the group last (`claim`). A node that was overtaken stores nothing.
///
/// A database that is away fails calls with `.away` after some seconds, and the store goes on when it is back. It
/// stops for good only when another process writes as the same node.
///
/// What events, snapshots and names say is sealed where there is a key, as in SQLite. All calls block; any thread may
/// make them.
public final class PostgresStore: EventStore, Directory {
  let settings: PostgresSettings
  let replacements = Replacements()
  private let stopping: Locked<Stopping>
  private let writers: Workers<WriterState>
  private let readers: Workers<Link>
  private let filers: Workers<Link>
  let keys: KeyRing?
  let outage: Outage
  let life = Locked<NodeLife?>(nil)
  let endings: EndingsWatch
  private let open = OpenGroups()
  let overtaken = Locked<(@Sendable ([GroupID]) -> Void)?>(nil)
  let restored = Locked<(@Sendable ([GroupID]) -> Void)?>(nil)

  // Limit: connections that read; a further read waits for one.
  private static let readersMax = 4
  // Limit: connections that write receipts' files; a further piece waits for one.
  private static let filersMax = 2

  private struct Stopping: Sendable {
    var failure: String?
    var tell: (@Sendable (String) -> Void)?
  }

  /// What the writing thread has.
  final class WriterState {
    let writer: Writer
    var fences: Fences
    var heads = KnownHeads()

    init(_ writer: Writer, open: OpenGroups) { (self.writer, fences) = (writer, Fences(open: open)) }

    /// When a connection was lost, groups are owned anew before they grow: that waits for what it left at the server.
    func doubt(_ error: any Error) {
      if case DatabaseFailure.lost = error { fences.doubt() }
    }
  }

  /// Connects, and makes the tables if they are not there.
  ///
  /// - Parameters:
  ///   - key: of an encrypted store; new tables are encrypted with it.
  ///   - makesTables: if not, tables that are not there, or are of another version, are an error.
  /// - Throws: `.broken` when the database cannot be reached, a newer program made the tables, the database may lose
  ///   what it acknowledged, or the key is not the store's.
  public init(_ settings: PostgresSettings, key: EncryptionKey? = nil, makesTables: Bool = true) throws(StoreFailure) {
    self.settings = settings
    let stopping = Locked(Stopping())
    self.stopping = stopping
    let outage = Outage()
    self.outage = outage
    do {
      let link = Link(settings, outage)
      let connection = try link.connected()
      if makesTables {
        try Schema.migrate(connection, schema: settings.schema) { connection in
          if let key { try EncryptionRecord(wrappedBy: key, isComplete: true).write(connection) }
        }
      } else {
        try Schema.requireCurrent(connection, schema: settings.schema)
      }
      keys = try KeyRing(key, in: connection)
    } catch {
      throw StoreFailure(database: error)
    }
    writers = Workers(count: 1, name: "hearth-db-write") { [open] in
      WriterState(Writer(settings, outage) { failure in Self.stop(stopping, failure) }, open: open)
    }
    readers = Workers(count: Self.readersMax, name: "hearth-db-read") { [outage] in Link(settings, outage) }
    endings = EndingsWatch(settings, outage)
    filers = Workers(count: Self.filersMax, name: "hearth-db-file") { [outage] in Link(settings, outage) }
  }

  deinit { disconnect() }

  private static func stop(_ stopping: Locked<Stopping>, _ failure: String) {
    let tell = stopping.withLock { stopping in
      defer { if stopping.failure == nil { stopping.failure = failure } }
      return stopping.failure == nil ? stopping.tell : nil
    }
    tell?(failure)
  }

  private func requireGoing() throws(StoreFailure) {
    if let failure = stopping.withLock({ $0.failure }) { throw .broken(failure) }
  }

  /// Says where the other nodes' audit logs stand, if this one has served, and ends all connections. Later calls answer
  /// `.broken`.
  public func close() {
    if let life = life.withLock({ $0 }), life.serves {
      // Nobody waits for what this one writes last.
      life.leave()
      _ = try? noteChains()
    }
    disconnect()
  }

  private func disconnect() {
    life.withLock { life in
      defer { life = nil }
      return life
    }?.end()
    endings.close()
    filers.close()
    writers.close()
    readers.close()
  }

  /// Has the operator told when the store stops for good (`EventStore.whenStopped`).
  public func whenStopped(_ tell: @escaping @Sendable (String) -> Void) {
    let failure = stopping.withLock { stopping in
      stopping.tell = tell
      return stopping.failure
    }
    if let failure { tell(failure) }
  }

  /// Has other nodes' claims of a group told however many groups this one has had (`noticeOvertaken`).
  public func note(_ group: GroupID, isOpen: Bool) { open.note(group, isOpen: isOpen) }

  /// Runs a read, on a connection made anew if it was lost.
  func reading<Value>(_ body: (DatabaseConnection) throws -> Value) throws(StoreFailure) -> Value {
    try running(on: readers, body)
  }

  /// Runs statements about files, each a commit of its own, which may run twice.
  func filing<Value>(_ body: (DatabaseConnection) throws -> Value) throws(StoreFailure) -> Value {
    try running(on: filers, body)
  }

  private func running<Value>(on links: Workers<Link>, _ body: (DatabaseConnection) throws -> Value) throws(StoreFailure) -> Value {
    try requireGoing()
    do {
      return try links.run { link in
        let connection = try link.connected()
        do {
          return try body(connection)
        } catch DatabaseFailure.lost {
          link.drop()
          return try body(link.connected())
        }
      }
    } catch {
      throw StoreFailure(database: error)
    }
  }

  /// Runs a transaction on the writer; when this returns its changes are durable.
  ///
  /// - Parameter isRepeatable: whether the body may run again when the connection is lost on the way.
  func writing<Value>(isRepeatable: Bool = true, _ body: (Writer.Turn) throws -> Value) throws(StoreFailure) -> Value {
    try onWriter { state in
      do {
        return try state.writer.transaction(isRepeatable: isRepeatable, body)
      } catch {
        // Before the next transaction can seal with a key that was made in this one.
        keys?.forgetAll()
        state.doubt(error)
        throw error
      }
    }
  }

  /// Runs something on the writing thread.
  func onWriter<Value>(_ body: (WriterState) throws -> Value) throws(StoreFailure) -> Value {
    do {
      return try writers.run { state in
        try requireGoing()
        return try body(state)
      }
    } catch {
      throw StoreFailure(database: error)
    }
  }
}
