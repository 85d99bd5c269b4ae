import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import PostgresStore
import SQLiteStore

/// `hearthd keys`.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the key that a server signs with; make the key of an encrypted data folder, encrypt a folder, replace its key.",
    discussion: """
        hearthd keys --data ./data
        hearthd keys create /etc/hearth/key
        hearthd serve --data ./data --key-file /etc/hearth/key

      A new folder is encrypted when it is served or imported into with --key-file. One in plain is encrypted by hearthd keys encrypt only. Keep \
      a copy of the key file apart from the data and its backups: without it nobody reads them any more, and with it everybody who has them does.
      """,
    subcommands: [ShowKeys.self, CreateKey.self, EncryptFolder.self, RotateKey.self], defaultSubcommand: ShowKeys.self)
}

/// `hearthd keys show`, which `hearthd keys` runs, too.
struct ShowKeys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the public key with which the server signs the groups that it exports.",
    discussion: """
        hearthd keys --data ./data

      Give it to the operator who imports a group from here (hearthd import --trust KEY), over a way on which nobody can change it. It is no secret. A \
      server may be running. A backup that is restored has the same key.
      """)

  @OptionGroup var data: DataOptions

  func run() throws {
    let opened = try data.open()
    print("signs exports with \(BundleSigningKey(serverKey: try opened.serverKey()).signer)")
    try opened.close()
  }
}

/// `hearthd keys create`.
struct CreateKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a key file, for its owner alone; one that is there already stays as it is.",
    discussion: """
        hearthd keys create /etc/hearth/key
        hearthd keys create -

      With - the key is printed instead, as 64 hexadecimal digits: for where secrets are kept that come as \(KeyVariable.name).
      """)

  @Argument(help: "The file to make, outside the data folder; - prints the key.")
  var file: String

  func run() throws {
    guard file != "-" else { return print(EncryptionKey.makeHexadecimal()) }
    guard let key = EncryptionKey(bytes: try SecretFile.make(file)) else { return }
    print("made the key \(key.id) in \(file)")
  }
}

/// `hearthd keys encrypt`.
struct EncryptFolder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Encrypt a data folder that is in plain.",
    discussion: """
        hearthd keys encrypt --data ./data --key-file /etc/hearth/key

      No server may be running on the folder. It takes space for the database twice over. If it breaks off, nothing has changed, or no server \
      starts on the folder until it is run again, which goes on.

      What the disk keeps of files as they were, and backups that were made before, stay in plain.
      """)

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var keyOptions: KeyOptions

  func run() throws {
    try store.requireFolder(
      "A database in plain is not encrypted in place. Move everything into a folder that is, and from there into an empty database: hearthd move "
        + "--from ADDRESS --to FOLDER --to-key-file KEY, then hearthd move --from FOLDER --to ADDRESS --key-file KEY.")
    let key = try keyOptions.require(data: data)
    guard !HalfRestored(data: data).isLeft else { throw ServerFailure(HalfRestored.sentence(data)) }
    guard !DataOpening.holdsNothing(data) else {
      throw ServerFailure("There is no data in \(data). Serve it with --key-file, and it is encrypted from the first byte on.")
    }
    let store: SQLiteStore
    do {
      store = try SQLiteStore.encrypting(directory: data, key: key)
    } catch {
      throw ServerFailure("The data in \(data) cannot be encrypted: \(error.sentence).")
    }
    if let sealer = store.fileSealer { try ServerKey.seal(directory: data, sealer: sealer) }
    let exports = try ExportFolder(dataFolder: data, sealer: store.fileSealer).take(over: ExportFolder(dataFolder: data))
    let count: Int
    do throws(AttachmentFailure) {
      let sealed = AttachmentFolder(dataFolder: data, quota: .none, sealer: store.fileSealer)
      try sealed.prepare()
      count = try sealed.take(over: AttachmentFolder(dataFolder: data)) { (group) throws(StoreFailure) in try store.isPurged(group) }
    } catch {
      throw ServerFailure("The attachments in \(data) cannot be encrypted: \(error.sentence). Run this again, and it goes on.")
    }
    do {
      try store.finishEncrypting(at: Server.systemClock())
      try store.close()
    } catch {
      throw ServerFailure("The data in \(data) cannot be encrypted: \(error.sentence). Run this again, and it goes on.")
    }
    print("encrypted \(data) with the key \(key.id): the database, server.key, \(count) attachments and \(exports) exports")
  }
}

/// `hearthd keys rotate`.
struct RotateKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Replace the key of an encrypted data folder or database.",
    discussion: """
        hearthd keys rotate --data ./data --key-file /etc/hearth/key --new-key-file /etc/hearth/key-2027
        hearthd keys rotate --store service=hearth --key-file /etc/hearth/key --new-key-file /etc/hearth/key-2027

      All of it counts or nothing. Servers that are running go on, and have to be started with the new file the next time. Only the key of the folder or database is \
      wrapped anew; nothing else is rewritten. Backups that were made before open with the former key alone: destroy it, and nobody reads them.
      """)

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var keyOptions: KeyOptions

  @Option(help: ArgumentHelp("File with the key that is to hold, as hearthd keys create makes it.", valueName: "file"))
  var newKeyFile: String

  func run() throws {
    let place = try store.place(data, node: DataPlace.operatorNode)
    let (old, new) = (try keyOptions.require(data: data), try KeyFile.read(newKeyFile, data: data))
    guard old.id != new.id else { throw ServerFailure("The new key is the former one. hearthd keys create makes another.") }
    if case .folder(let path) = place { try DataOpening.requireData(in: path) }
    do throws(StoreFailure) {
      switch place {
      case .folder(let path):
        try SQLiteStore.rotate(directory: path, from: old, to: new, at: Server.systemClock())
      case .database(let settings):
        let store = try PostgresStore(settings, key: old, makesTables: false)
        defer { store.close() }
        try store.live(serves: false)
        try store.replaceKey(from: old, to: new, at: Server.systemClock())
      }
    } catch {
      throw ServerFailure("The key of \(place.name) cannot be replaced: \(error.sentence). Nothing has changed.")
    }
    print("\(place.name) is encrypted with the key \(new.id) now, and no longer with \(old.id)")
  }
}
