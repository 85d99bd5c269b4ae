import EventStore
import Foundation
import HearthLoadKit
import HearthProtocol
import HearthServer
import Ledger
import Logging
import Programs
import Room
import SQLiteStore
import Support

@testable import hearthd

/// What the next start makes of a disk, compared with what was answered before.
struct Verdict {
  /// Answered commands that are not there.
  private(set) var lost = 0
  /// Whether hearthd would not start.
  private(set) var isRefused = false
  /// What should not be, a line each.
  private(set) var findings: [String] = []

  /// Opens a data folder as hearthd does, reads everything and verifies it.
  ///
  /// - Parameters:
  ///   - data: nobody else works there.
  ///   - logSize: what was answered before the log had this size must be there.
  ///   - secret: the key that is given.
  init(of data: String, _ couple: Couple, at logSize: Int, secret: EncryptionKey? = nil) {
    let log = Logger(label: "crash") { _ in SwiftLogNoOpLogHandler() }
    let opening = DataOpening(place: .folder(data), secret: secret, configuration: ServerConfiguration(listen: []), log: log)
    let opened: OpenedData
    do {
      guard let found = try opening.open(waiting: { _ in true }) else { throw DiskLogFlaw("it waits for space") }
      opened = found
    } catch {
      isRefused = true
      lost = couple.home.answered(at: logSize)
      findings = ["it does not open: \(error)"]
      return
    }
    do {
      for token in couple.tokens where token.logSize <= logSize {
        if try DeviceToken(token.text).flatMap({ try opened.store.token($0.id) }) == nil { findings.append("a device token is lost") }
      }
      try judge(couple.home, opened, logSize)
      if try opened.store.isPurged(couple.flat.group) {
        try judgePurge(couple.flat, opened, data, logSize)
      } else {
        try judge(couple.flat, opened, logSize)
      }
      try opened.store.close()
      findings += try FolderCheck(data, key: secret).damages
    } catch {
      findings.append("\(error)")
    }
  }

  /// As above, of an image that has the folder `data`.
  init(of image: DiskImage, _ couple: Couple, at logSize: Int, secret: EncryptionKey? = nil) throws {
    let folder = try TemporaryFolder()
    try image.write(to: folder.path)
    self.init(of: folder.path + "/data", couple, at: logSize, secret: secret)
  }

  /// Whether all is as it should be.
  var isSound: Bool { findings.isEmpty }

  private mutating func judge(_ chronicle: Chronicle, _ opened: OpenedData, _ logSize: Int) throws {
    var judge = chronicle.judge(at: logSize)
    var heads: [Lane: UInt64] = [:]
    for event in try opened.store.read(chronicle.group, after: .start, limit: 10_000) {
      judge.logged(try Event(serializedBytes: event.bytes), lane: event.lane, position: event.position.rawValue, hash: event.hash)
      heads[event.lane] = event.position.rawValue
    }
    judge.conclude(heads: heads)
    lost += judge.lost
    // A person who has no answer yet asks again.
    for violation in judge.book.first where violation.invariant != .liveness { findings.append("\(violation)") }
    for (hash, size) in chronicle.kept where size <= logSize {
      let isThere =
        try opened.attachments.size(of: hash, in: chronicle.group) != nil && opened.attachments.verifies(hash, of: chronicle.group)
      if !isThere { findings.append("the file \(hash) is lost") }
    }
    // As a room is opened: from the newest snapshot.
    let loaded = try GroupHistory.load(chronicle.group, from: opened.store)
    if loaded.snapshot() != (try GroupHistory.replay(chronicle.group, from: opened.store)).snapshot() {
      findings.append("group \(chronicle.group): snapshot and tail say something else than the whole log")
    }
  }

  /// A group that is deleted, or nearly: its export is whole, and at the end nothing else is left.
  private mutating func judgePurge(_ chronicle: Chronicle, _ opened: OpenedData, _ data: String, _ logSize: Int) throws {
    if chronicle.purgeRequestedAt >= logSize { findings.append("group \(chronicle.group) is deleted, and nobody asked for it") }
    let source = try BundleFile.source(ExportFolder(dataFolder: data).path(of: chronicle.group))
    var audit = BundleAudit()
    while true {
      let bytes = try source()
      if bytes.isEmpty { break }
      try audit.take(bytes)
    }
    try audit.finish()
    guard try !opened.store.groupsDue(by: .max, limit: 10).contains(chronicle.group) else { return }
    let events = try opened.store.read(chronicle.group, after: .start, limit: 1)
    let files = try opened.attachments.attachments(of: chronicle.group)
    if !events.isEmpty || !files.isEmpty {
      findings.append("the deletion of group \(chronicle.group) has ended, and \(events.count) events and \(files.count) files are left")
    }
  }
}
