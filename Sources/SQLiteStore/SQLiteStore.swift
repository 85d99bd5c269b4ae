import EventStore
import Foundation
import GRDB
import HearthProtocol
import Locking
import Sealing

/// Keeps logs, snapshots and directory in one SQLite file: the embedded default.
///
/// One connection writes, one commit at a time; others read beside it. A call that succeeded has been synced to the
/// disk. After the first write that failed for another reason than a full disk the store answers nothing but `.broken`,
/// because what a failed sync lost cannot be learned by trying again: the process ends and reads the file anew. It
/// rewrites an event only where its words are erased, and removes events only with their whole group.
///
/// In an encrypted folder (`KeyRing`) what events, snapshots and identities' names say is sealed on its way in and
/// opened on its way out. Callers see none of it.
///
/// All calls block; any thread may make them, the commit queue and the room openers do.
public final class SQLiteStore: EventStore, Directory {
  /// The engine: one writer, several readers. Tests reach through it to damage and to limit.
  package let pool: DatabasePool
  private let directory: DataDirectory?
  private let stopping = Locked(Stopping())
  /// nil: everything is in plain.
  let keys: KeyRing?
  let heads = Heads()
  let replacements = Replacements()
  private let pagesSinceCheckpoint = Locked(0)
  /// Whether the log has pages of what was deleted, since somebody read it when it was to be cut.
  private let isLogToBeEmptied = Locked(false)
  // Limit: how long a write waits. Only a person's own SQLite shell can hold the file; past this the write fails.
  private static let busyMilliseconds = 5_000

  private let migrated = Locked<SchemaMigration?>(nil)

  private struct Stopping: Sendable {
    /// The first failed write; nil: there was none.
    var failure: String?
    /// Who is to be told of it.
    var tell: (@Sendable (String) -> Void)?
  }

  /// What every call answers after the first failed write; nil: there was none.
  private var failure: StoreFailure? { stopping.withLock { $0.failure.map(StoreFailure.broken) } }

  /// Opens the store in a folder, making both as needed, as its only writer.
  ///
  /// - Parameter key: of an encrypted folder; a new folder is encrypted with it.
  /// - Throws: `.broken` when another process has it open, when a newer program wrote it, when the key is not the
  ///   folder's, or when the disk refuses; `.damaged` when the file is not a database.
  public convenience init(directory: String, key: EncryptionKey? = nil) throws(StoreFailure) {
    try self.init(directory: directory, key: key, readOnly: false)
  }

  /// What opening did with the tables of an older folder; nil: they were as they are.
  public var migration: SchemaMigration? { migrated.withLock { $0 } }

  /// Makes the folder of a store, readable by its owner alone, for what has to be there before the store; one that is
  /// there stays as it is.
  public static func makeDirectory(_ path: String) throws(StoreFailure) { try DataDirectory.make(path) }

  /// Opens the store in a folder.
  ///
  /// - Parameters:
  ///   - key: of an encrypted folder; a new folder is encrypted with it.
  ///   - readOnly: takes no lock, makes and migrates nothing, and answers every write with `.broken`; for verification,
  ///     also beside
  ///     a running server.
  ///   - keepsCopy: whether the database of an older folder is kept beside it as it was (`migration`). Without space
  ///     for
  ///     that the folder stays as it is: `.broken`.
  public convenience init(
    directory: String, key: EncryptionKey? = nil, readOnly: Bool, keepsCopy: Bool = false
  ) throws(StoreFailure) {
    var migration: SchemaMigration?
    try self.init(directory: directory, readOnly: readOnly) { database in
      if readOnly {
        try Schema.requireCurrent(database)
        return try KeyRing(key, in: database)
      }
      var copy: String?
      let found = try Schema.migrate(database) { version in
        if keepsCopy { copy = try SchemaCopy.keep(of: directory, version: version) }
      } began: { database in
        if let key { try EncryptionRecord(wrappedBy: key, isComplete: true).write(database) }
      }
      try Self.sweepLeftovers(of: database)
      if found > 0, found < Schema.version { migration = SchemaMigration(from: found, to: Schema.version, copy: copy) }
      return try KeyRing(key, in: database)
    }
    migrated.withLock { $0 = migration }
  }

  /// - Parameter begin: brings the tables up to date and finds the keys.
  init(directory: String, readOnly: Bool, begin: (Database) throws -> KeyRing?) throws(StoreFailure) {
    let locked = readOnly ? nil : try DataDirectory(path: directory)
    self.directory = locked
    do {
      try WriteAheadLog.requireWhole(besideDatabase: DataDirectory.database(in: directory), isGrowing: readOnly)
      let pool = try DatabasePool(path: DataDirectory.database(in: directory), configuration: Self.configuration(readOnly: readOnly))
      self.pool = pool
      keys = try pool.writeWithoutTransaction { database in
        if !readOnly {
          // GRDB's pool sets NORMAL when it turns the log on, and NORMAL syncs no commit.
          try database.execute(sql: "PRAGMA synchronous = FULL")
          // The log counts as turned on before that is committed: when the disk refuses, nobody is told.
          guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else {
            throw StoreFailure.broken("the log cannot be turned on")
          }
          try locked?.syncLog()
        }
        return try begin(database)
      }
      // SQLite syncs the log's name with the first commit and does not look whether that fails.
      try self.directory?.syncNames()
      if !readOnly { try Self.openReaders(of: pool) }
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  // Limit: readers; a further read waits for one. Two cores gain nothing from more.
  private static let readersMax = 4

  /// Opens all readers at once, so that later no read wants a descriptor, of which a crowd may leave none.
  private static func openReaders(of pool: DatabasePool) throws {
    let opened = DispatchGroup()
    let ended = DispatchGroup()
    let failure = Locked<(any Error)?>(nil)
    for _ in 0..<readersMax { opened.enter() }
    for _ in 0..<readersMax {
      ended.enter()
      Thread.detachNewThread {
        do {
          // Each keeps its reader until all have one.
          try pool.read { _ in
            opened.leave()
            opened.wait()
          }
        } catch {
          failure.withLock { $0 = error }
          opened.leave()
        }
        ended.leave()
      }
    }
    ended.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  static func configuration(readOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(Double(busyMilliseconds) / 1_000)
    configuration.maximumReaderCount = readersMax
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      guard !database.configuration.readonly else { return }
      // Checkpoints are made here (`committed(pages:)`): the built-in ones swallow their errors, and a failed sync of
      // the database file that nobody heard of is forgotten history once the log is overwritten.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      // Of a group that stays only snapshots are ever deleted, and the log keeps all they say: overwriting them with
      // zeros, as some builds of SQLite do, would double what each one writes. A group that goes is overwritten
      // (`purge`).
      try database.execute(sql: "PRAGMA secure_delete = OFF")
      // Limit: 64 MiB of log stay allocated after a checkpoint that a long read had delayed.
      try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
    }
    return configuration
  }

  /// Moves the log into the database file, closes both and gives the lock back. Later calls answer `.broken`.
  ///
  /// - Throws: also what stopped the store earlier: the caller that closes it must not take it for sound.
  public func close() throws(StoreFailure) {
    do {
      if directory != nil, failure == nil {
        try pool.writeWithoutTransaction { database in
          do {
            _ = try database.checkpoint(.truncate)
          } catch let error as DatabaseError
            where error.resultCode == .SQLITE_BUSY || database.failure(of: error, writing: .database) == .full
          {
            // A backup or verification reads beside, or the disk is full: the log keeps everything, and the next
            // opening goes on with it.
          }
        }
      }
      try pool.close()
    } catch {
      throw StoreFailure(engine: error)
    }
    directory?.release()
    if let failure { throw failure }
  }

  /// Runs a read on a connection of its own, in one consistent view.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    if let failure { throw failure }
    do { return try pool.read(body) } catch { throw StoreFailure(engine: error) }
  }

  /// Runs a transaction on the writer; when this returns its changes are durable.
  ///
  /// - Parameters:
  ///   - pages: about how many pages it writes.
  ///   - whenDurable: told the value before any other write begins.
  func writing<Value>(
    pages: Int, _ body: (Database) throws -> Value, whenDurable: (Value) -> Void = { _ in }
  ) throws(StoreFailure) -> Value {
    do {
      return try pool.writeWithoutTransaction { database in
        // Asked on the writer's queue, so that nothing waiting behind a failed commit gets through.
        if let failure { throw failure }
        var value: Value?
        do {
          try database.inTransaction(.immediate) {
            value = try body(database)
            return .commit
          }
        } catch {
          // Before the next transaction can seal with a key that was made in this one.
          keys?.forgetAll()
          if let error = error as? DatabaseError, database.endsWriting(after: error, writing: .log) { endWriting(error) }
          throw database.failure(of: error, writing: .log)
        }
        guard let value else { throw StoreFailure.broken("a transaction ended without a value") }
        whenDurable(value)
        committed(pages: pages, on: database)
        return value
      }
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// Checkpoints once enough pages lie in the log. The commit before it is durable whatever happens here.
  private func committed(pages: Int, on database: Database) {
    let isDue = pagesSinceCheckpoint.withLock { count in
      count += pages
      // Limit: about 4,000 pages (16 MB) between checkpoints. Rooms that write in turn touch the same index leaves in
      // commit after commit, and a checkpoint writes each once: with 100 rooms SQLite's own 1,000 costs half as much
      // again. Longer logs slow opening and reading.
      guard count >= 4_000 else { return false }
      count = 0
      return true
    }
    guard isDue else { return }
    do {
      if isLogToBeEmptied.withLock({ $0 }) { return try truncateLog(on: database) }
      try database.checkpoint(.passive)
    } catch let error as DatabaseError where database.endsWriting(after: error, writing: .database) {
      endWriting(error)
    } catch {
      // A full disk or a reader in the way: the log keeps everything and the next one tries again.
    }
  }

  /// Brings all that the log holds into the database file and cuts the log to nothing: it has the pages as they were
  /// before something was deleted.
  func emptyLog() {
    isLogToBeEmptied.withLock { $0 = true }
    do {
      // Behind all reads that are under way, which would keep the log from being cut.
      try pool.barrierWriteWithoutTransaction { database in
        do {
          try truncateLog(on: database)
        } catch let error as DatabaseError where database.endsWriting(after: error, writing: .database) {
          endWriting(error)
        }
      }
    } catch {
      // A full disk, or another process that reads: the next checkpoint tries again.
    }
  }

  /// Runs what rewrites the database outside of a transaction, and leaves it when the disk is full.
  func rewriting(_ body: (Database) throws -> Void) {
    do {
      try pool.barrierWriteWithoutTransaction { database in
        do {
          try body(database)
        } catch let error as DatabaseError where database.endsWriting(after: error, writing: .log) {
          endWriting(error)
        }
      }
    } catch {
      // A full disk, or another process that reads.
    }
  }

  /// Cuts the log to nothing, and waits for nobody: while a backup reads, everybody's commits would wait with it.
  private func truncateLog(on database: Database) throws {
    try database.execute(sql: "PRAGMA busy_timeout = 0")
    defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Self.busyMilliseconds)") }
    _ = try database.checkpoint(.truncate)
    isLogToBeEmptied.withLock { $0 = false }
  }

  /// Has the operator told of the first failed write (`EventStore.whenStopped`).
  public func whenStopped(_ tell: @escaping @Sendable (String) -> Void) {
    let failure = stopping.withLock { stopping in
      stopping.tell = tell
      return stopping.failure
    }
    if let failure { tell(failure) }
  }

  private func endWriting(_ error: DatabaseError) {
    let failure = "the store stopped at its first failed write: \(error.description)"
    let tell = stopping.withLock { stopping in
      defer { if stopping.failure == nil { stopping.failure = failure } }
      return stopping.failure == nil ? stopping.tell : nil
    }
    tell?(failure)
  }
}
