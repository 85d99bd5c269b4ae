import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import PostgresStore
import SQLiteStore

/// Where the data is: a folder, or a PostgreSQL that has everything.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var key: KeyOptions

  /// What is meant.
  func place() throws(ServerFailure) -> DataPlace { try store.place(data, node: DataPlace.operatorNode) }

  /// Opens what is there for reading; a server may be running.
  func open() throws(ServerFailure) -> OpenedPlace { try place().open(key: key.load(data: data)) }

  /// Opens what is there for writing, while no server is running.
  ///
  /// - Parameter group: the one that is changed; nil: none, and so none of the servers that share a database may be
  ///   running.
  func openForWriting(_ group: GroupID? = nil) throws(ServerFailure) -> OpenedPlace {
    try place().openForWriting(group, key: key.load(data: data))
  }

  /// Opens what is there for revoking access. The servers that share a database notice it; none may be running on a
  /// folder, since it remembers who is let in.
  func openForEnding() throws(ServerFailure) -> OpenedPlace {
    try place().openForWriting(besideServers: true, key: key.load(data: data))
  }

  /// Shuts identities out and lets others in again; a server may be running, and notices it.
  func suspend(_ suspended: Set<IdentityID>, resume resumed: Set<IdentityID>) throws -> SuspensionOutcome {
    let (place, secret) = (try place(), try key.load(data: data))
    if case .folder(let path) = place { try DataOpening.requireData(in: path) }
    do throws(StoreFailure) {
      switch place {
      case .folder(let path):
        return try SQLiteStore.suspend(suspended, resume: resumed, at: Server.systemClock(), besideServerOf: path)
      case .database(let settings):
        let store = try PostgresStore(settings, key: secret, makesTables: false)
        defer { store.close() }
        try store.live(serves: false)
        return try store.suspend(suspended, resume: resumed, at: Server.systemClock())
      }
    } catch {
      throw ServerFailure("The data in \(place.name) cannot be changed: \(error.sentence).")
    }
  }
}

/// `--store`.
struct StoreOption: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "PostgreSQL that has all data instead of a folder: postgres://hearth@db1,db2/hearth, or service=hearth. Never with a password.",
      valueName: "address"))
  var address: String?

  func validate() throws {
    guard address != nil, CommandLine.arguments.contains(where: { $0 == "--data" || $0.hasPrefix("--data=") }) else { return }
    throw ValidationError("--data and --store exclude one another: a store in PostgreSQL needs no folder. Leave one of them out.")
  }

  /// For verbs that work on folders alone.
  ///
  /// - Parameter remedy: what to do instead.
  func requireFolder(_ remedy: String) throws(ServerFailure) {
    if address != nil { throw ServerFailure(remedy) }
  }

  /// What is meant by both options.
  ///
  /// - Parameter node: what this process is called among those that share a database.
  func place(_ folder: String, node: String) throws(ServerFailure) -> DataPlace {
    guard let address else { return .folder(folder) }
    return try .database(at: address, node: node, option: "--store")
  }
}

extension DataPlace {
  /// A database by its address.
  ///
  /// - Parameters:
  ///   - node: what this process is called among those that share the database.
  ///   - option: which names the address.
  static func database(at address: String, node: String, option: String) throws(ServerFailure) -> DataPlace {
    guard !PostgresSettings.hasPasswordInEnvironment else {
      throw ServerFailure(
        "PGPASSWORD is set, and whoever runs programs as this user can read it. Put the password into a passfile (~/.pgpass, or a credential "
          + "called pgpass), and unset it.")
    }
    do throws(StoreFailure) {
      // Limit: how long a database that is away is waited for before members are told, in seconds; and for operators'
      // verbs, which read whole tables, an answer.
      let answerSeconds = node == DataPlace.operatorNode ? 600.0 : 10
      return .database(try PostgresSettings(address: address, node: node, reconnectSeconds: 2, answerSeconds: answerSeconds))
    } catch {
      throw ServerFailure("\(option) cannot be used: \(error.sentence).")
    }
  }
}

/// Where the data is.
enum DataPlace {
  case folder(String)
  case database(PostgresSettings)

  /// What operators' verbs are called in the database: one of them writes at a time.
  static let operatorNode = "operator"

  /// As a sentence names it.
  var name: String {
    switch self {
    case .folder(let path): path
    case .database: "the database"
    }
  }

  /// The database's settings; nil of a folder.
  var database: PostgresSettings? { if case .database(let settings) = self { settings } else { nil } }

  /// Opens what is there for reading; a server may be running.
  func open(key: EncryptionKey?) throws(ServerFailure) -> OpenedPlace {
    if case .folder(let path) = self { try DataOpening.requireData(in: path) }
    do throws(StoreFailure) {
      switch self {
      case .folder(let path):
        let store = try SQLiteStore(directory: path, key: key, readOnly: true)
        return OpenedPlace(self, store)
      case .database(let settings):
        return OpenedPlace(self, try PostgresStore(settings, key: key, makesTables: false))
      }
    } catch {
      throw ServerFailure("The data in \(name) cannot be read: \(error.sentence).")
    }
  }

  /// Opens what is there for writing, while no server is running.
  ///
  /// - Parameters:
  ///   - group: see `DataOptions.openForWriting`.
  ///   - besideServers: whether those that share a database may be running.
  func openForWriting(
    _ group: GroupID? = nil, besideServers: Bool = false, key: EncryptionKey?
  ) throws(ServerFailure) -> OpenedPlace {
    if case .folder(let path) = self { try DataOpening.requireData(in: path) }
    do throws(StoreFailure) {
      switch self {
      case .folder(let path): return OpenedPlace(self, try SQLiteStore(directory: path, key: key, readOnly: false, keepsCopy: true))
      case .database(let settings):
        let store = try PostgresStore(settings, key: key, makesTables: false)
        try store.live(serves: false)
        if let group {
          try store.own(group)
        } else if !besideServers, let node = try store.livingNodes().first {
          throw .broken("the server \(node) is running on it: stop all servers first")
        }
        return OpenedPlace(self, store)
      }
    } catch {
      throw ServerFailure("The data in \(name) cannot be opened: \(error.sentence).")
    }
  }
}

/// A store that is open, and what lies beside its log.
struct OpenedPlace {
  let place: DataPlace
  let store: any ServedStore

  init(_ place: DataPlace, _ store: any ServedStore) { (self.place, self.store) = (place, store) }

  /// Receipts' files.
  ///
  /// - Parameter quota: what may be kept.
  func attachments(quota: AttachmentFolder.Quota = .init()) -> AttachmentFolder {
    if let files = store as? any FileStore { return AttachmentFolder(in: files, quota: quota, sealer: store.fileSealer) }
    return AttachmentFolder(dataFolder: place.name, quota: quota, sealer: store.fileSealer)
  }

  /// Exports of groups that were deleted.
  func exports(signedBy key: BundleSigningKey? = nil) -> ExportFolder {
    if let files = store as? any FileStore { return ExportFolder(in: files, sealer: store.fileSealer, signedBy: key) }
    return ExportFolder(dataFolder: place.name, sealer: store.fileSealer, signedBy: key)
  }

  /// The server's key.
  func serverKey() throws(ServerFailure) -> [UInt8] {
    if let files = store as? any FileStore { return try ServerKey.load(from: files, sealer: store.fileSealer, isNew: false) }
    return try ServerKey.load(directory: place.name, sealer: store.fileSealer)
  }

  /// Asks the store something for a verb that reads.
  func reading<Value>(_ body: (any ServedStore) throws(StoreFailure) -> Value) throws(ServerFailure) -> Value {
    do { return try body(store) } catch { throw ServerFailure("The data in \(place.name) cannot be read: \(error.sentence).") }
  }

  /// Notes what an operator did, if that can be written: otherwise that is said.
  func note(_ act: AuditAct, _ name: String, group: GroupID? = nil) {
    guard let store = store as? PostgresStore else { return OperatorNote.write(act, name, of: place.name, group: group) }
    do throws(StoreFailure) {
      try store.live(serves: false)
      try store.note([AuditNote(act, at: Server.systemClock(), group: group)])
    } catch {
      OperatorNote.tell(name, error)
    }
  }

  func close() throws { try store.close() }
}
