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
  private let receipts: ReceiptCheck
  private let serverKey: [String]
  private var audits: [(node: String?, verifier: AuditVerifier)] = []
  /// The row of the audit log that says that this is a copy, or that a copy was made of it; nil: none does. The last of
  /// them.
  private(set) var backupRow: Int64?

  /// Reads only; a server may be running.
  ///
  /// - Parameters:
  ///   - key: of an encrypted folder.
  ///   - comparesSnapshots: whether a snapshot has to say what the log says. A copy needs none: the log is the truth.
  /// - Throws: `ServerFailure` when the folder cannot be read at all.
  init(_ folder: String, key: EncryptionKey?, comparesSnapshots: Bool = true) throws {
    try self.init(DataPlace.folder(folder).open(key: key), comparesSnapshots: comparesSnapshots)
  }

  /// Reads a store that is open, and closes it.
  init(_ opened: OpenedPlace, comparesSnapshots: Bool = true) throws {
    let store = opened.store
    do {
      findings = try store.integrityFindings()
      let files = opened.attachments()
      var replay = ReplayCheck(comparesSnapshots: comparesSnapshots)
      var receipts = ReceiptCheck()
      report = try HistoryVerifier(store: store).verify { group, step in
        let flaw = replay.visit(group, step)
        if case .end = step, let state = replay.state { receipts.visit(state, files) }
        return flaw
      }
      try receipts.forget { (group) throws(StoreFailure) in try store.isPurged(group) }
      self.receipts = receipts
      serverKey = Self.damagedKey(of: opened)
      attachments = Self.damagedAttachments(of: files)
      for (node, log) in try store.auditLogs() {
        var verifier = AuditVerifier(log)
        var backupRow: Int64?
        try verifier.run { row in if row.act == AuditAct.backedUp.rawValue { backupRow = row.number } }
        audits.append((node, verifier))
        self.backupRow = backupRow
      }
      try store.close()
    } catch {
      throw ServerFailure("The data in \(opened.place.name) cannot be read: \(error.sentence).")
    }
  }

  /// Says what is damaged, what is missing and how much was read, a line each.
  func show() {
    for damage in damages { print("damaged: \(damage)") }
    for receipt in receipts.lines { print("missing: \(receipt)") }
    print(summary)
  }

  /// Whether everything that is there verifies.
  var isIntact: Bool {
    report.isIntact && findings.isEmpty && serverKey.isEmpty && attachments.isEmpty && auditFlawCount == 0
  }

  private var auditFlawCount: Int { audits.reduce(0) { $0 + $1.verifier.flawCount } }

  /// What is damaged, a line each.
  var damages: [String] {
    var lines = findings.map { "database: \($0)" } + report.damages.map { "\($0)" } + serverKey + attachments
    for (node, verifier) in audits { lines += verifier.flaws.map { "audit log\(node.map { " of node \($0.onOneLine)" } ?? ""): \($0)" } }
    if report.damageCount > report.damages.count { lines.append("\(report.damageCount - report.damages.count) more places") }
    return lines
  }

  /// How much was read, and how much of it is damaged or missing.
  private var summary: String {
    let count = report.damageCount + findings.count + serverKey.count + attachments.count + auditFlawCount
    let read = [(report.groups, "group"), (report.events, "event"), (report.snapshots, "snapshot")]
    let words = read.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    let missing = receipts.count == 0 ? "" : "; \(receipts.count) receipt\(receipts.count == 1 ? " has no file" : "s have no file")"
    return "\(words): \(count == 0 ? "all verified" : "\(count) damaged")\(missing)"
  }

  /// Reads the server's key, without which no server starts on the folder.
  private static func damagedKey(of opened: OpenedPlace) -> [String] {
    do {
      _ = try opened.serverKey()
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
        for lane in try folder.lanes(of: group) {
          for hash in try folder.attachments(of: group, lane) where try !folder.verifies(hash, of: group, lane) {
            damages.append("group \(group), attachment \(hash): its bytes are others than its name says")
          }
        }
      } catch {
        damages.append("group \(group), attachments: \(error.sentence)")
      }
    }
    return damages
  }
}
