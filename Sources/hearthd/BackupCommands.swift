import ArgumentParser
import EventStore
import Foundation
import HearthServer
import SQLiteStore

/// `hearthd backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy everything in a data folder into a new folder, and prove the copy by replaying it.",
    discussion: """
        hearthd backup /backups/hearth-2026-11-22 --data ./data

      A server may be running: the copy is of one moment, and has all that was acknowledged before this began. It has every group with all its
      lanes, the identities and the server's key, so keep it as safe as the data. hearthd restore makes a data folder of it; do not serve it
      as it is.

      The folder gets its name when all is copied and verified. What a copy that broke off left, FOLDER.partial, is removed by the next.
      """)

  @Argument(help: "The folder to make.")
  var folder: String

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  func run() throws {
    let target = URL(fileURLWithPath: folder).standardizedFileURL.path
    guard !FileManager.default.fileExists(atPath: target) else {
      throw ServerFailure("\(folder) is there already. Name a folder that is not; a backup never replaces another.")
    }
    let store: SQLiteStore
    do {
      store = try SQLiteStore(directory: data, readOnly: true)
    } catch {
      throw ServerFailure("The data in \(data) cannot be read: \(error.sentence).")
    }
    let partial = target + ".partial"
    let copy = try FolderCopy(making: partial)
    do {
      // The log before the files: whatever it names was there before it.
      try store.copy(toFolder: partial)
      try store.close()
    } catch {
      throw ServerFailure("The data in \(data) cannot be copied to \(folder): \(error.sentence).")
    }
    try copy.syncDatabase()
    try copy.copyFiles(of: data)
    let check = try FolderCheck(partial)
    copy.removeDatabaseTraces()
    for damage in check.damages { print("damaged: \(damage)") }
    guard check.isIntact else {
      copy.remove()
      throw ServerFailure("\(check.summary). Nothing was kept. hearthd verify --data \(data) tells whether it is the data or the copy.")
    }
    try copy.name(target)
    print(check.summary)
    print("copied to \(folder)")
  }
}

/// `hearthd restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a data folder of a backup.",
    discussion: """
        hearthd restore /backups/hearth-2026-11-22 --data ./data

      Everything is copied, replayed and verified before it counts. The data folder must be new or empty: move a damaged one away, do not
      delete it. What was acknowledged after the backup is gone; members' apps notice that the history is another one and read it anew.

      If it breaks off, run it again: it begins anew, and no server starts on a folder that is half restored.
      """)

  @Argument(help: "A folder that hearthd backup made.")
  var folder: String

  @Option(help: ArgumentHelp("Folder of the data; made when it is not there.", valueName: "folder"))
  var data = "./data"

  func run() throws {
    guard ["/hearth.db", "/server.key"].allSatisfy({ FileManager.default.fileExists(atPath: folder + $0) }) else {
      throw ServerFailure("\(folder) is no backup: it lacks hearth.db or server.key. Name a folder that hearthd backup made.")
    }
    let restoring = HalfRestored(data: data)
    try restoring.begin()
    let copy = try FolderCopy(making: restoring.path)
    do {
      let store = try SQLiteStore(directory: folder, readOnly: true)
      try store.copy(toFolder: restoring.path)
      try store.close()
    } catch {
      throw ServerFailure("The backup in \(folder) cannot be read: \(error.sentence).")
    }
    try copy.copyFiles(of: folder)
    let check = try FolderCheck(restoring.path)
    for damage in check.damages { print("damaged: \(damage)") }
    guard check.isIntact else {
      try restoring.abandon()
      throw ServerFailure("\(check.summary). Nothing was restored; take another backup.")
    }
    do {
      let store = try SQLiteStore(directory: restoring.path)
      // The wall clock makes two restores of one backup two histories.
      _ = try store.startEpoch(atLeast: UInt64(clamping: Server.systemClock()))
      try store.close()
    } catch {
      throw ServerFailure("The backup cannot be restored into \(data): \(error.sentence).")
    }
    try copy.syncDatabase()
    try restoring.finish()
    print(check.summary)
    print("restored into \(data)")
  }
}
