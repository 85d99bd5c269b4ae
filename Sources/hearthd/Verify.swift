import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Room
import SQLiteStore

/// `hearthd verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay the whole history of a data folder and say what is damaged.",
    discussion: "Reads only; a server may be running. Exit status 0 when everything verifies, 1 when something is damaged.")

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  func run() throws {
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
    if report.damageCount > report.damages.count { print("damaged: \(report.damageCount - report.damages.count) more places") }
    print("\(report.groups) groups, \(report.events) events, \(report.snapshots) snapshots: \(verdict(report, findings))")
    if !report.isIntact || !findings.isEmpty { throw ExitCode(1) }
  }

  private func verdict(_ report: HistoryReport, _ findings: [String]) -> String {
    let count = report.damageCount + findings.count
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
