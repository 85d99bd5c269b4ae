import ArgumentParser
import EventStore
import Foundation
import Glibc
import HearthProtocol
import HearthServer
import PostgresStore
import SQLiteStore

/// `hearthd move`.
struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move everything from a folder into PostgreSQL, or back.",
    discussion: """
        hearthd move --from ./data --to postgres://hearth@db/hearth
        hearthd move --from service=hearth --to ./data

      Groups, receipts, identities, tokens, invites, the audit log and the server's key are copied, and then all of it is replayed and verified. Heads and \
      epochs stay what they are, so members' apps go on where they are and notice nothing but the pause. No server may be running on either.

      What is made has another name until it is verified: FOLDER.partial, or the schema hearth_moving. If it breaks off, run it again: it goes on. The \
      source stays as it is; start no server on it afterwards, since what is entered there would be missing in the other.
      """)

  @Option(
    help: ArgumentHelp("Where everything is: a folder, or the address of a PostgreSQL as in hearthd serve --store.", valueName: "place"))
  var from: String

  @Option(help: ArgumentHelp("Where it goes: a folder that is not there yet, or the address of a PostgreSQL.", valueName: "place"))
  var to: String

  @OptionGroup var key: KeyOptions

  @Option(
    help: ArgumentHelp("File with the key that the target is encrypted with, if it is another one than the source's.", valueName: "file"))
  var toKeyFile: String?

  func run() throws {
    let places = (source: try place(from, "--from"), target: try place(to, "--to"))
    let secret = try key.load(data: from)
    let targetSecret = try toKeyFile.map { path throws(ServerFailure) in try KeyFile.read(path, data: to) } ?? secret
    let target = try MoveTarget(places.target)
    let source = try places.source.openForWriting(key: secret)
    let opened = try target.make(key: targetSecret, serverKey: source.serverKey())
    let figures = try copy(source, to: opened)
    try source.close()
    let check = try FolderCheck(opened)
    check.show()
    guard check.isIntact else {
      throw ServerFailure(
        "What was copied does not verify, so it stays as \(target.partialName). hearthd verify tells what of the source is damaged.")
    }
    try target.finish()
    print(figures)
    print("moved to \(places.target.name); start no server on \(places.source.name) any more")
  }

  private func place(_ text: String, _ option: String) throws(ServerFailure) -> DataPlace {
    let isAddress = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") || text.contains("=")
    return isAddress ? try .database(at: text, node: DataPlace.operatorNode, option: option) : .folder(text)
  }

  /// Copies everything.
  ///
  /// - Returns: how much, for a person.
  private func copy(_ source: OpenedPlace, to target: OpenedPlace) throws -> String {
    do {
      let report = try StoreMove(from: source.store, to: target.store).run(at: Server.systemClock())
      let files = target.attachments(quota: .none)
      try files.prepare()
      let receipts = try files.copy(source.attachments()) { (group) throws(StoreFailure) in try source.store.isPurged(group) }
      var exports = 0
      for group in report.purged where try target.exports().copy(group, from: source.exports()) { exports += 1 }
      let parts = [
        (report.groups, "group"), (report.events, "event"), (receipts, "receipt"), (report.rows, "row"), (report.auditRows, "audit row"),
        (exports, "export"),
      ]
      let words = parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
      let joined = report.seenRows == 0 ? "" : "; the audit logs are one now, so the \(report.seenRows) rows that joined them are left out"
      return words + joined + (report.eventsFound > 0 ? "; \(report.eventsFound) of the events were there already" : "")
    } catch {
      let sentence = (error as? StoreFailure)?.sentence ?? (error as? AttachmentFailure)?.sentence ?? "\(error)"
      throw ServerFailure(
        "The data cannot be moved from \(source.place.name) to \(target.place.name): \(sentence). Run it again, and it goes on.")
    }
  }
}

/// What a move makes, under another name until it is whole.
private struct MoveTarget {
  private static let partialSchema = "hearth_moving"

  private let place: DataPlace

  /// - Throws: when there is something already.
  init(_ place: DataPlace) throws(ServerFailure) {
    self.place = place
    switch place {
    case .folder(let path):
      guard !FileManager.default.fileExists(atPath: path) else {
        throw ServerFailure("\(path) is there already. Name a folder that is not there yet, or move this one away.")
      }
    case .database(let settings):
      let isThere: Bool
      do {
        isThere = try PostgresStore.isThere(settings)
      } catch {
        throw ServerFailure("The database cannot be reached: \(error.sentence).")
      }
      guard !isThere else {
        throw ServerFailure(
          "The database has a schema \(settings.schema) already. Name a database without one; if a server has only made it and nothing is in it: "
            + "DROP SCHEMA \(settings.schema) CASCADE")
      }
    }
  }

  /// What is not whole yet, as a sentence names it.
  var partialName: String {
    switch place {
    case .folder(let path): path + ".partial"
    case .database: "the schema \(Self.partialSchema)"
    }
  }

  /// Makes a store, or opens what a move that broke off has left.
  func make(key: EncryptionKey?, serverKey: [UInt8]) throws(ServerFailure) -> OpenedPlace {
    do throws(StoreFailure) {
      switch place {
      case .folder(let path):
        let partial = path + ".partial"
        try SQLiteStore.makeDirectory(partial)
        let store = try SQLiteStore(directory: partial, key: key)
        do throws(ServerFailure) {
          try ServerKey.put(serverKey, directory: partial, sealer: store.fileSealer)
        } catch {
          throw StoreFailure.broken(error.description)
        }
        return OpenedPlace(.folder(partial), store)
      case .database(var settings):
        settings.schema = Self.partialSchema
        let store = try PostgresStore(settings, key: key)
        try store.live(serves: false)
        do throws(ServerFailure) {
          try ServerKey.put(serverKey, into: store, sealer: store.fileSealer)
        } catch {
          throw StoreFailure.broken(error.description)
        }
        return OpenedPlace(.database(settings), store)
      }
    } catch {
      throw ServerFailure("\(partialName) cannot be made: \(error.sentence).")
    }
  }

  /// Gives what is whole its name.
  func finish() throws {
    do {
      switch place {
      case .folder(let path):
        try SQLiteStore.makeOneFile(in: path + ".partial")
        try FolderCopy.sync(path + ".partial")
        guard rename(path + ".partial", path) == 0 else { throw FolderCopy.failure("name", path) }
        try FolderCopy.sync(folderOf: path)
      case .database(var settings):
        let name = settings.schema
        settings.schema = Self.partialSchema
        try PostgresStore.rename(settings, to: name)
      }
    } catch let failure as StoreFailure {
      throw ServerFailure("\(partialName) cannot get its name: \(failure.sentence).")
    }
  }
}
