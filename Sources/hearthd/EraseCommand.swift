import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Room
import SQLiteStore

/// `hearthd erase`.
struct Erase: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Erase in a backup what members have had erased since.",
    discussion: """
        hearthd erase /backups/hearth-2026-11-22 --data ./data

      A member's words that were erased after the backup are still in it: descriptions, notes, shops, places, comments, receipts and names. This \
      erases them there too, and verifies the backup behind that. A server may be running on the data, which is only read. Run it for every \
      backup that you keep, or remove the backup; hearthd restore erases nothing by itself.

      If it breaks off, run it again. What the disk keeps of former files is out of reach, and so are copies of the backup elsewhere. It takes \
      the key file that both folders open with.
      """)

  @Argument(help: "A folder that hearthd backup made; it is changed.")
  var folder: String

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var key: KeyOptions

  func run() throws {
    let secret = try key.load(data: data)
    try DataOpening.requireData(in: data)
    try DataOpening.requireData(in: folder)
    let (before, after) = (URL(fileURLWithPath: data).standardizedFileURL.path, URL(fileURLWithPath: folder).standardizedFileURL.path)
    guard before != after else {
      throw ServerFailure("\(folder) is the data itself. Name a backup; members erase their words in the data by hearth privacy erase.")
    }
    let events = try erase(secret)
    do {
      // Opening it removes what replaced rows have left, however large it is.
      try SQLiteStore(directory: folder, key: secret).close()
      try SQLiteStore.makeOneFile(in: folder)
    } catch {
      throw ServerFailure("The backup in \(folder) cannot be finished: \(error.sentence). Run this again.")
    }
    try FolderCopy(at: folder).finish()
    let check = try FolderCheck(folder, key: secret, comparesSnapshots: false)
    check.show()
    guard check.isIntact else {
      throw ServerFailure("\(folder) is damaged. hearthd verify --data \(folder) says more; do not rely on it.")
    }
    print(
      events == 0
        ? "nothing had to be erased in \(folder)" : "erased the words of \(events) \(events == 1 ? "event" : "events") in \(folder)")
  }

  /// - Returns: how many events have no words any more.
  private func erase(_ secret: EncryptionKey?) throws -> Int {
    do {
      let source = try SQLiteStore(directory: data, key: secret, readOnly: true)
      let copy = try SQLiteStore(directory: folder, key: secret)
      let attachments = AttachmentFolder(dataFolder: folder, sealer: copy.fileSealer)
      var events = 0
      let groups = Set(try source.groups())
      for group in try copy.groups().sorted() where groups.contains(group) {
        let report = try carry(group, from: source, to: copy)
        try attachments.remove(report.files, of: group)
        events += report.events
      }
      try copy.close()
      try source.close()
      return events
    } catch {
      let sentence = (error as? StoreFailure)?.sentence ?? (error as? AttachmentFailure)?.sentence ?? "\(error)"
      throw ServerFailure("What was erased in \(data) cannot be erased in \(folder): \(sentence). Run this again.")
    }
  }

  private func carry(_ group: GroupID, from source: SQLiteStore, to copy: SQLiteStore) throws -> ErasureCarrying.Report {
    do throws(LoadFailure) {
      var generator = SystemRandomNumberGenerator()
      let seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      return try ErasureCarrying.run(group, from: source, to: copy, at: Server.systemClock(), saltSeed: seed)
    } catch {
      switch error {
      case .store(let failure): throw failure
      case .damaged(let damage): throw StoreFailure.damaged("group \(group): \(damage.what)")
      case .purged: return ErasureCarrying.Report()
      }
    }
  }
}
