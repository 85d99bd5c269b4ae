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

      A server may be running: the copy is of one moment, and has all that was acknowledged before this began. It has every group with all its \
      lanes, the identities and the server's key, so keep it as safe as the data. hearthd restore makes a data folder of it; do not serve it \
      as it is.

      The folder gets its name when all is copied and verified. What a copy that broke off left, FOLDER.partial, is removed by the next. Data of \
      an earlier version is copied as what this version makes of it.
      """)

  @Argument(help: "The folder to make.")
  var folder: String

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var key: KeyOptions

  @Flag(help: "Keep the copy although parts of it are damaged; they are named.")
  var keepDamaged = false

  func run() throws {
    try store.requireFolder(
      "A database is not copied into a folder. Take its own backup with pg_basebackup or pgBackRest, which has everything; "
        + "hearthd export --store writes one group as a file.")
    let secret = try key.load(data: data)
    try DataOpening.requireData(in: data)
    let target = URL(fileURLWithPath: folder).standardizedFileURL.path
    let lock = try FolderLock(folderOf: target, "Another backup into the folder of \(folder) is under way. Wait for its end.")
    defer { lock.release() }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw ServerFailure("\(folder) is there already. Name a folder that is not; a backup never replaces another.")
    }
    let partial = target + ".partial"
    try FolderCopy.remove(partial)
    let copy = try FolderCopy(making: partial)
    do {
      try make(copy, partial, secret)
    } catch {
      // What is left is removed by the next.
      try? FolderCopy.remove(partial)
      throw error
    }
    try copy.name(target)
    // The copy has its own note.
    OperatorNote.write(.backedUp, "backup", of: data)
    print("copied to \(folder)")
  }

  private func make(_ copy: FolderCopy, _ partial: String, _ secret: EncryptionKey?) throws {
    do {
      // The log before the files: whatever it names was there before it.
      try SQLiteStore.copy(of: data, toFolder: partial)
      // Brings an older one up, so that this program can read it.
      let copied = try SQLiteStore(directory: partial, key: secret)
      try copied.note([AuditNote(.backedUp, at: Server.systemClock())])
      try copied.close()
    } catch {
      throw ServerFailure("The data in \(data) cannot be copied to \(folder): \(error.sentence).")
    }
    try copy.copyFile("server.key", of: data)
    try copy.copyFolder("attachments", of: data)
    try followChanges(partial, secret)
    // Behind what has been deleted: its export was whole before.
    try copy.copyFolder("exports", of: data)
    let check = try FolderCheck(partial, key: secret, comparesSnapshots: false)
    check.show()
    guard check.isIntact || keepDamaged else {
      throw ServerFailure(
        "Nothing was kept. hearthd verify --data \(data) tells whether it is the data or the copy; --keep-damaged keeps it as it is.")
    }
    do {
      try SQLiteStore.makeOneFile(in: partial)
    } catch {
      throw ServerFailure("The copy in \(folder) cannot be finished: \(error.sentence).")
    }
    try copy.finish()
  }

  /// Deletes in the copy the groups that were deleted meanwhile: some of their files may be missing. The files of
  /// groups that were made meanwhile go, too, since the copied log knows nothing of these groups.
  private func followChanges(_ partial: String, _ secret: EncryptionKey?) throws {
    do {
      let gone = try SQLiteStore.purgedGroups(in: data)
      let copied = try SQLiteStore(directory: partial, key: secret)
      let attachments = AttachmentFolder(dataFolder: partial)
      for group in try gone.subtracting(SQLiteStore.purgedGroups(in: partial)) {
        try copied.purge(group, at: Server.systemClock())
        try attachments.remove(group)
      }
      let known = Set(try copied.groups())
      for group in try SQLiteStore.groups(in: data).subtracting(known) { try attachments.remove(group) }
      try copied.close()
    } catch {
      let sentence = (error as? StoreFailure)?.sentence ?? (error as? AttachmentFailure)?.sentence ?? "\(error)"
      throw ServerFailure("The data in \(data) cannot be copied to \(folder): \(sentence).")
    }
  }
}

/// `hearthd restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a data folder of a backup, or say that a database was restored.",
    discussion: """
        hearthd restore /backups/hearth-2026-11-22 --data ./data
        hearthd restore --store postgres://hearth@db1,db2/hearth

      Everything is copied, replayed and verified before it counts. The data folder must be new or empty: move a damaged one away, do not \
      delete it. What was acknowledged after the backup is gone; members' apps notice that the history is another one and read it anew.

      So is what was taken back after it: devices and tokens that were revoked or replaced let in again, invites that were revoked or used hold again, and \
      members who were removed are in their groups. hearthd audit of the former folder, where it can still be read, lists these acts; do them again.

      If it breaks off, run it again: it begins anew, and no server starts on a folder that is half restored.

      A database is restored to an earlier moment by its own means (pgBackRest) while no server runs. Then, with --store and no folder, this says so, before the \
      first server starts: all groups get a new epoch, by which members' apps notice it.
      """)

  @Argument(help: "A folder that hearthd backup made; left out with --store.")
  var folder: String?

  @Option(help: ArgumentHelp("Folder of the data; made when it is not there.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var key: KeyOptions

  @Flag(help: "Restore although parts of the backup are damaged; they are named, and a server refuses damaged groups.")
  var keepDamaged = false

  func validate() throws {
    guard folder != nil || store.address != nil else {
      throw ValidationError("Name the folder that hearthd backup made, or with --store the database that was restored.")
    }
  }

  func run() throws {
    guard let folder else { return try beginEpoch() }
    try store.requireFolder(
      "A backup of a folder is not restored into a database. Restore a database from its own backup (pgBackRest), and then run hearthd restore "
        + "--store without a folder; or import groups one by one: hearthd export from a served folder, then hearthd import --store.")
    guard ["/hearth.db", "/server.key"].allSatisfy({ FileManager.default.fileExists(atPath: folder + $0) }) else {
      throw ServerFailure("\(folder) is no backup: it lacks hearth.db or server.key. Name a folder that hearthd backup made.")
    }
    let secret = try key.load(data: data)
    do {
      try SQLiteStore.makeDirectory(data)
    } catch {
      throw ServerFailure("The folder \(data) cannot be made: \(error.sentence).")
    }
    // The lock that servers, imports and other restores take.
    let lock = try FolderLock(file: data + "/lock", "The folder \(data) is in use by a server or another restore. End that first.")
    defer { lock.release() }
    let restoring = HalfRestored(data: data)
    try restoring.begin()
    let copy = try FolderCopy(making: restoring.path)
    do {
      try SQLiteStore.copy(of: folder, toFolder: restoring.path)
      // Brings an older one up, so that this program can read it.
      try SQLiteStore(directory: restoring.path, key: secret).close()
    } catch {
      throw ServerFailure("The backup in \(folder) cannot be restored into \(data): \(error.sentence).")
    }
    try copy.copyFile("server.key", of: folder)
    try copy.copyFolder("attachments", of: folder)
    try copy.copyFolder("exports", of: folder)
    // With the snapshots: they bear witness to a log that has lost its end.
    let check = try FolderCheck(restoring.path, key: secret, comparesSnapshots: false)
    check.show()
    guard check.isIntact || keepDamaged else {
      try restoring.abandon()
      throw ServerFailure("Nothing was restored. Take another backup, or --keep-damaged for what can be had of this one.")
    }
    do {
      let store = try SQLiteStore(directory: restoring.path, key: secret)
      // An earlier program may have written the same in other bytes; they are made again from the log. Of damaged
      // groups they stay as witnesses.
      if check.isIntact { try store.deleteSnapshots() }
      // The wall clock makes two restores of one backup two histories.
      _ = try store.startEpoch(atLeast: UInt64(clamping: Server.systemClock()))
      try store.note([AuditNote(.restored, at: Server.systemClock())])
      try store.close()
    } catch {
      throw ServerFailure("The backup in \(folder) cannot be restored into \(data): \(error.sentence).")
    }
    try copy.finish()
    try restoring.finish()
    print("restored into \(data)")
    print(Self.notice(check.backupRow))
  }

  /// Gives all groups of a database that was restored a new epoch.
  private func beginEpoch() throws {
    let place = try store.place(data, node: DataPlace.operatorNode)
    let opened = try place.openForWriting(key: key.load(data: data))
    do throws(StoreFailure) {
      // The wall clock makes two restores of one backup two histories.
      let epoch = try opened.store.startEpoch(atLeast: UInt64(clamping: Server.systemClock()))
      try opened.store.note([AuditNote(.restored, at: Server.systemClock())])
      let count = try opened.store.groups().count
      try opened.store.close()
      print("\(count) groups have the epoch \(epoch).")
      print(
        "What was revoked, replaced, used or removed after the moment that it was restored to is good again: devices and their tokens, invites, members."
      )
    } catch {
      throw ServerFailure("The data in \(place.name) cannot be changed: \(error.sentence).")
    }
  }

  /// What an operator has to know of what is as it was then.
  ///
  /// - Parameter row: at which the backup's audit log leaves that of the folder it is of; nil when it does not say.
  private static func notice(_ row: Int64?) -> String {
    let place = row.map { ", in its rows from number \($0) on" } ?? ""
    return """
      What was revoked, replaced, used or removed after the backup was made is good again: devices and their tokens, invites, members. hearthd audit of \
      the former folder, where it can still be read, lists it\(place).
      """
  }
}
