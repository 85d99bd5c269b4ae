import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Room
import SQLiteStore

/// Everything in a data folder read and replayed: what `hearthd verify` says, and what a backup has to stand.
struct FolderCheck {
  private let report: HistoryReport
  private let findings: [String]
  private let attachments: [String]
  private let serverKey: [String]
  private let audit: AuditVerifier

  /// Reads only; a server may be running.
  ///
  /// - Parameters:
  ///   - key: of an encrypted folder.
  ///   - comparesSnapshots: whether a snapshot has to say what the log says. A copy needs none: the log is the truth.
  /// - Throws: `ServerFailure` when the folder cannot be read at all.
  init(_ folder: String, key: EncryptionKey?, comparesSnapshots: Bool = true) throws {
    do {
      let store = try SQLiteStore(directory: folder, key: key, readOnly: true)
      findings = try store.integrityFindings()
      var replay = ReplayCheck(comparesSnapshots: comparesSnapshots)
      report = try HistoryVerifier(store: store).verify { replay.visit($0, $1) }
      serverKey = Self.damagedKey(of: folder, store)
      attachments = Self.damagedAttachments(of: AttachmentFolder(dataFolder: folder, sealer: store.fileSealer))
      var audit = AuditVerifier(store)
      try audit.run()
      self.audit = audit
      try store.close()
    } catch {
      throw ServerFailure("The data in \(folder) cannot be read: \(error.sentence).")
    }
  }

  /// Whether everything verifies.
  var isIntact: Bool {
    report.isIntact && findings.isEmpty && serverKey.isEmpty && attachments.isEmpty && audit.flawCount == 0
  }

  /// What is damaged, a line each.
  var damages: [String] {
    var lines = findings.map { "database: \($0)" } + report.damages.map { "\($0)" } + serverKey + attachments
    lines += audit.flaws.map { "audit log: \($0)" }
    if report.damageCount > report.damages.count { lines.append("\(report.damageCount - report.damages.count) more places") }
    return lines
  }

  /// How much was read, and how much of it is damaged.
  var summary: String {
    let count = report.damageCount + findings.count + serverKey.count + attachments.count + audit.flawCount
    let read = [(report.groups, "group"), (report.events, "event"), (report.snapshots, "snapshot")]
    let words = read.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    return "\(words): \(count == 0 ? "all verified" : "\(count) damaged")"
  }

  /// Reads the server's key, without which no server starts on the folder.
  private static func damagedKey(of folder: String, _ store: SQLiteStore) -> [String] {
    do {
      _ = try ServerKey.load(directory: folder, sealer: store.fileSealer)
      return []
    } catch {
      return ["\(error)"]
    }
  }

  /// Reads every attachment and compares it with its name.
  private static func damagedAttachments(of folder: AttachmentFolder) -> [String] {
    var damages: [String] = []
    for group in folder.groups() {
      do throws(AttachmentFailure) {
        for hash in try folder.attachments(of: group) where try !folder.verifies(hash, of: group) {
          damages.append("group \(group), attachment \(hash): its bytes are others than its name says")
        }
      } catch {
        damages.append("group \(group), attachments: \(error.sentence)")
      }
    }
    return damages
  }
}
