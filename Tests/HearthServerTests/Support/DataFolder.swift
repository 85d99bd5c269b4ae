import EventStore
import Foundation
import GRDB
import HearthProtocol
import HearthServer
import SQLiteStore
import Support
import Testing

/// A data folder with a store, with or without a server on it; groups come and go as bundles.
struct DataFolder<Store: EventStore & Directory & GroupImporting> {
  let folder: TemporaryFolder
  let store: Store
  let attachments: AttachmentFolder

  private init(_ folder: TemporaryFolder, _ store: Store) throws {
    self.folder = folder
    self.store = store
    attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
  }

  /// The whole bundle of a group, as `hearthd export` writes it.
  func bundle(_ group: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let id = try #require(GroupID(group))
    _ = try GroupExport.write(id, from: store, attachments) { (more) throws(ServerFailure) in bytes += more }
    return bytes
  }

  @discardableResult
  func take(_ bundle: [UInt8], changedLater: [UInt8]? = nil) throws -> BundleFigures {
    try GroupImport.run(BundleCheck(Self.source(bundle)), Self.source(changedLater ?? bundle), into: store, attachments)
  }

  /// A file of these bytes, read piece by piece.
  static func source(_ bytes: [UInt8]) -> BundleCheck.Source {
    var rest = bytes[...]
    return { () throws(ServerFailure) in
      defer { rest = rest.dropFirst(10_000) }
      return Array(rest.prefix(10_000))
    }
  }

  /// Whether there is no row of the directory and the log, and no file.
  func isEmpty() throws -> Bool {
    try store.groups().isEmpty && attachments.groups().isEmpty
      && (FileManager.default.contentsOfDirectory(atPath: folder.path + "/attachments/incoming")).isEmpty
  }
}

extension DataFolder<SQLiteStore> {
  /// With a store on disk.
  init(_ folder: TemporaryFolder? = nil) throws {
    let folder = try folder ?? TemporaryFolder()
    try self.init(folder, SQLiteStore(directory: folder.path))
  }

  /// Takes over the identities of another folder with their devices and tokens, as a copy of it from which all groups
  /// have been taken out.
  func know(identitiesOf other: Self) throws {
    for table in ["identity", "device", "token"] {
      let rows = try other.store.pool.read { try Row.fetchAll($0, sql: "SELECT * FROM \(table)").map { row in row.map(\.1) } }
      try store.pool.writeWithoutTransaction { database in
        for row in rows {
          let marks = row.map { _ in "?" }.joined(separator: ", ")
          try database.execute(sql: "INSERT INTO \(table) VALUES (\(marks))", arguments: StatementArguments(row))
        }
      }
    }
  }
}

extension DataFolder<InMemoryStore> {
  /// With a store in memory; only files are on disk.
  static func inMemory() throws -> Self { try Self(TemporaryFolder(), InMemoryStore()) }
}
