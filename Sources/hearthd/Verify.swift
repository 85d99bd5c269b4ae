import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import Room
import SQLiteStore

/// `hearthd verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay the whole history of a data folder, or of a bundle, and say what is damaged.",
    discussion: "Reads only; a server may be running. Exit status 0 when everything verifies, 1 when something is damaged.")

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @Option(help: ArgumentHelp("Verify this file of hearthd export or hearth export --bundle, and no folder.", valueName: "file"))
  var bundle: String?

  func run() throws {
    if let bundle { return try verifyBundle(bundle) }
    let report: HistoryReport
    let findings: [String]
    do {
      let store = try SQLiteStore(directory: data, readOnly: true)
      findings = try store.integrityFindings()
      let replay = Replay()
      report = try HistoryVerifier(store: store).verify { replay.visit($0, $1) }
    } catch {
      throw ServerFailure("The data in \(data) cannot be read: \(error.sentence).")
    }
    for finding in findings { print("damaged: database: \(finding)") }
    for damage in report.damages { print("damaged: \(damage)") }
    let attachments = damagedAttachments()
    for damage in attachments { print("damaged: \(damage)") }
    if report.damageCount > report.damages.count { print("damaged: \(report.damageCount - report.damages.count) more places") }
    print(
      "\(report.groups) groups, \(report.events) events, \(report.snapshots) snapshots: \(verdict(report.damageCount + findings.count + attachments.count))"
    )
    if !report.isIntact || !findings.isEmpty || !attachments.isEmpty { throw ExitCode(1) }
  }

  /// A bundle of a server or a member, from its first byte to its last.
  private func verifyBundle(_ path: String) throws {
    let source = try BundleFile.source(path)
    var audit = BundleAudit()
    do {
      while true {
        let bytes = try source()
        if bytes.isEmpty { break }
        try audit.take(bytes)
      }
      try audit.finish()
    } catch let fault as BundleFault {
      print("damaged: \(fault)")
      throw ExitCode(1)
    }
    let lanes = audit.events.keys.sorted().map { "\($0): \(audit.events[$0] ?? 0)" }.joined(separator: ", ")
    let count = audit.events.values.reduce(0, +)
    print("\(count) events (\(lanes)), \(audit.attachments) attachments: all verified")
  }

  /// Reads every attachment and compares it with its name.
  private func damagedAttachments() -> [String] {
    let folder = AttachmentFolder(dataFolder: data)
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

  private func verdict(_ count: Int) -> String {
    return count == 0 ? "all verified" : "\(count) damaged"
  }
}

/// Folds each group on the way and compares its snapshot, byte for byte, with the state at its place.
private final class Replay {
  private var history: GroupHistory?
  private var isBroken = false

  func visit(_ group: GroupID, _ step: HistoryVerifier.Step) -> String? {
    if history?.group != group {
      history = GroupHistory(group: group)
      isBroken = false
    }
    guard !isBroken else { return nil }
    switch step {
    case .event(let event):
      do {
        try history?.fold(event)
      } catch {
        // The walk has named the place; what follows cannot be folded.
        isBroken = true
        return error.what == "the hash chain does not hold" ? nil : error.what
      }
    case .snapshot(let snapshot):
      if history?.storedSnapshot()?.bytes != snapshot.bytes { return "the snapshot is not what the log up to there gives" }
    case .end: break
    }
    return nil
  }
}
