import EventStore
import Foundation
import Glibc
import HearthProtocol
import HearthServer
import Logging
import PostgresStore
import SQLiteStore

/// What the server keeps, opened.
struct OpenedData {
  let store: any ServedStore
  let attachments: AttachmentFolder
  let exports: ExportFolder
  let key: [UInt8]
}

/// Opens the data. While the disk is full, or the database is away, nothing can be opened: members are answered 503
/// then, and it is tried again.
struct DataOpening {
  let place: DataPlace
  /// Of an encrypted folder.
  let secret: EncryptionKey?
  let configuration: ServerConfiguration
  let log: Logger

  /// Limit: time between two tries, in milliseconds.
  private static let retryMilliseconds = 1_000
  /// Limit: bytes free below which the disk counts as full: the shared memory beside the database alone has as many.
  private static let freeBytesMin = 64 << 10

  /// What keeps it from being opened, for as long as that passes by itself.
  var waitingFor: String {
    switch place {
    case .folder: "the disk is full: members are answered 503 until there is space"
    case .database: "the database cannot be reached: members are answered 503 until it can"
    }
  }

  /// Opens the data, as soon as the disk has space, or the database can be reached.
  ///
  /// - Parameter waiting: waits so many milliseconds; true when the process is to end.
  /// - Returns: nil when the process is to end before that.
  func open(waiting: (Int) -> Bool) throws -> OpenedData? {
    let isNew = if case .folder(let path) = place { Self.holdsNothing(path) } else { false }
    var refusing: Server?
    defer { refusing?.stop() }
    while true {
      do throws(OpeningFailure) {
        switch place {
        case .folder(let path): return try openNow(path, isNew: isNew)
        case .database(let settings): return try openNow(settings)
        }
      } catch {
        guard error.passes || isDiskFull else { throw ServerFailure(error.sentence) }
        if refusing == nil { refusing = try refuseMembers(error.sentence) }
        if waiting(Self.retryMilliseconds) { return nil }
      }
    }
  }

  private struct OpeningFailure: Error {
    var sentence: String
    /// Whether it is tried again.
    var passes: Bool
  }

  private func openNow(_ settings: PostgresSettings) throws(OpeningFailure) -> OpenedData {
    do throws(StoreFailure) {
      let store = try PostgresStore(settings, key: secret)
      try store.live()
      let opened = OpenedPlace(place, store)
      let isEmpty = try store.groups().isEmpty
      do throws(ServerFailure) {
        let key = try ServerKey.load(from: store, sealer: store.fileSealer, isNew: isEmpty)
        let attachments = opened.attachments(quota: configuration.attachmentQuota)
        do throws(AttachmentFailure) { try attachments.prepare() } catch { throw ServerFailure("The attachments: \(error.sentence).") }
        return OpenedData(
          store: store, attachments: attachments, exports: opened.exports(signedBy: BundleSigningKey(serverKey: key)), key: key)
      } catch {
        throw StoreFailure.broken(error.description)
      }
    } catch {
      let passes = if case .away = error { true } else { error == .full }
      throw OpeningFailure(sentence: "The data in the database cannot be opened: \(error.sentence).", passes: passes)
    }
  }

  private func openNow(_ path: String, isNew: Bool) throws(OpeningFailure) -> OpenedData {
    guard !HalfRestored(data: path).isLeft else {
      throw OpeningFailure(sentence: HalfRestored.sentence(path), passes: false)
    }
    if let foreign = Self.foreign(in: path) {
      throw OpeningFailure(
        sentence: "\(foreign) belongs to another user, as after a restore by root, and cannot be written. Give all of it to the user that "
          + "hearthd runs as: chown -R USER: \(path)", passes: false)
    }
    if isNew, let left = Self.leftBehind(in: path) {
      throw OpeningFailure(
        sentence:
          "\(path) has no hearth.db, and \(left) of groups that were in it: the database is lost. Restore a backup into a new folder with "
          + "hearthd restore, or move \(path) away to begin with nothing.", passes: false)
    }
    do throws(StoreFailure) {
      try SQLiteStore.makeDirectory(path)
    } catch {
      throw OpeningFailure(sentence: "The data in \(path) cannot be opened: \(error.sentence).", passes: error == .full)
    }
    // Of a restore that came to its end; it must not look like one that broke off when the database is away some day.
    HalfRestored(data: path).forget()
    do throws(ServerFailure) {
      // Before the database, so that there is never data without its key.
      try ServerKey.prepare(directory: path, isNew: isNew)
    } catch {
      throw OpeningFailure(sentence: error.description, passes: false)
    }
    let store: SQLiteStore
    do throws(StoreFailure) {
      store = try SQLiteStore(directory: path, key: secret, readOnly: false, keepsCopy: true)
    } catch {
      throw OpeningFailure(sentence: "The data in \(path) cannot be opened: \(error.sentence).", passes: error == .full)
    }
    if let migration = store.migration {
      log.info(
        "the schema of the database was migrated",
        metadata: ["from": "\(migration.from)", "to": "\(migration.to)", "copy": "\(migration.copy ?? "none")"])
    }
    let key: [UInt8]
    do throws(ServerFailure) {
      key = try ServerKey.load(directory: path, of: store)
    } catch {
      throw OpeningFailure(sentence: error.description, passes: false)
    }
    let attachments = AttachmentFolder(dataFolder: path, quota: configuration.attachmentQuota, sealer: store.fileSealer)
    do throws(AttachmentFailure) {
      try attachments.prepare()
    } catch {
      throw OpeningFailure(sentence: "The attachments in \(path) cannot be kept: \(error.sentence).", passes: error == .full)
    }
    let exports = ExportFolder(dataFolder: path, sealer: store.fileSealer, signedBy: BundleSigningKey(serverKey: key))
    return OpenedData(store: store, attachments: attachments, exports: exports, key: key)
  }

  /// Whether there is no data yet: no database, or an empty file where a full disk kept it from becoming one.
  static func holdsNothing(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "/hearth.db", &status) != 0 || status.st_size == 0
  }

  /// Throws where there is no data to read: SQLite would only say that it cannot open a file.
  static func requireData(in path: String) throws(ServerFailure) {
    guard !FileManager.default.fileExists(atPath: path + "/hearth.db") else { return }
    throw ServerFailure(
      FileManager.default.fileExists(atPath: path)
        ? "There is no data in \(path): it has no hearth.db. Name the folder that hearthd serve keeps with --data."
        : "There is no folder \(path). Name the folder that hearthd serve keeps with --data.")
  }

  /// What of a folder is there and cannot be read and written by this user; nil when all of it can.
  private static func foreign(in path: String) -> String? {
    let names = [path] + ["hearth.db", "hearth.db-wal", "hearth.db-shm", "server.key", "lock", "attachments"].map { "\(path)/\($0)" }
    return names.first { access($0, R_OK | W_OK) != 0 && errno == EACCES }
  }

  /// What a lost database has left in its folder; nil when there is nothing, as before the first start.
  private static func leftBehind(in path: String) -> String? {
    if !AttachmentFolder(dataFolder: path).groups().isEmpty { return "attachments" }
    let exports = (try? FileManager.default.contentsOfDirectory(atPath: path + "/exports")) ?? []
    return exports.contains { $0.contains(".hearth") } ? "exports" : nil
  }

  /// What fails for want of space does not always say so.
  private var isDiskFull: Bool {
    guard case .folder(let path) = place else { return false }
    var status = statvfs()
    let isMade = FileManager.default.fileExists(atPath: path)
    let folder = isMade ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard statvfs(folder, &status) == 0 else { return false }
    if FreeSpace.bytes(status).map({ $0 < Self.freeBytesMin }) == true || (status.f_files > 0 && status.f_favail == 0) { return true }
    return Self.isQuotaReached(in: folder)
  }

  /// Whether the folder takes no file of `freeBytesMin` for want of space: of a quota the file system says nothing.
  private static func isQuotaReached(in folder: String) -> Bool {
    let name = folder + "/.space"
    let file = Glibc.open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno == EDQUOT || errno == ENOSPC }
    defer {
      close(file)
      unlink(name)
    }
    var rest = [UInt8](repeating: 0xFF, count: freeBytesMin)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return errno == EDQUOT || errno == ENOSPC }
      rest = rest.dropFirst(count)
    }
    return false
  }

  /// Opens a place for a verb that writes, and makes what is not there. The key comes before the database, so that
  /// there is never data without its key.
  static func makeOrOpen(_ place: DataPlace, key secret: EncryptionKey?) throws(ServerFailure) -> (opened: OpenedPlace, key: [UInt8]) {
    func explained<Value>(_ body: () throws(StoreFailure) -> Value) throws(ServerFailure) -> Value {
      do throws(StoreFailure) {
        return try body()
      } catch {
        throw ServerFailure("The data in \(place.name) cannot be opened: \(error.sentence).")
      }
    }
    switch place {
    case .folder(let path):
      try explained { () throws(StoreFailure) in try SQLiteStore.makeDirectory(path) }
      try ServerKey.prepare(directory: path, isNew: holdsNothing(path))
      let store = try explained { () throws(StoreFailure) in
        try SQLiteStore(directory: path, key: secret, readOnly: false, keepsCopy: true)
      }
      return (OpenedPlace(place, store), try ServerKey.load(directory: path, of: store))
    case .database(let settings):
      let (store, isEmpty) = try explained { () throws(StoreFailure) in
        let store = try PostgresStore(settings, key: secret)
        try store.live(serves: false)
        return (store, try store.groups().isEmpty)
      }
      return (OpenedPlace(place, store), try ServerKey.load(from: store, sealer: store.fileSealer, isNew: isEmpty))
    }
  }

  /// Answers members 503 where they will be served.
  private func refuseMembers(_ sentence: String) throws -> Server {
    var closed = configuration
    closed.takesMembers = false
    closed.nodes = nil
    closed.freeBytes = nil
    closed.inherited = configuration.inherited.compactMap { $0.duplicated() }
    let server = try Server(configuration: closed, store: InMemoryStore(), serverKey: [UInt8](repeating: 0, count: 32), log: log)
    for address in server.addresses {
      log.error("\(waitingFor)", metadata: ["address": "\(address)", "cause": "\(sentence)"])
    }
    return server
  }
}

extension ServerKey {
  /// Reads the key of a folder whose store is open for writing. It is sealed first where nothing but it is there yet;
  /// later one in plain is an intruder's.
  static func load(directory: String, of store: SQLiteStore) throws(ServerFailure) -> [UInt8] {
    let isEmpty: Bool
    do {
      isEmpty = try store.groups().isEmpty
    } catch {
      throw ServerFailure("The data in \(directory) cannot be read: \(error.sentence).")
    }
    if isEmpty, let sealer = store.fileSealer { try seal(directory: directory, sealer: sealer) }
    return try load(directory: directory, sealer: store.fileSealer)
  }
}
