import Foundation
import HearthLoadKit
import Programs
import Support
import Testing

@testable import hearthd

/// The power goes while a backup is taken or restored: the data is what it was, what has a backup's name is one, and no
/// server starts on half of one.
@Suite struct BackupCutTests {
  @Test("D3: a power cut before each change that a backup and a restore make")
  func everyPlace() throws {
    let recording = try Recording.shared.get()
    let watched = try WatchedFolder(holding: recording.end)
    let (backup, restored) = (watched.path + "/backup", watched.path + "/restored")
    let environment = try watched.environment()
    for arguments in [["backup", backup, "--data", watched.data], ["restore", backup, "--data", restored]] {
      let result = try Program.run("hearthd", arguments, environment: environment)
      #expect(result.status == 0, "\(result)")
    }
    let log = try watched.read()
    let named = try #require(log.entries.lastIndex { if case .renamed(_, "backup") = $0.change { true } else { false } })
    let isNamed = try #require(log.entries[named...].first { if case .synced = $0.change { true } else { false } }?.end)
    let changes = log.changes
    var random = SplitMix64(seed: 8)
    var (findings, again) = ([String](), 0)
    try log.walk(Disk(holding: recording.end), stoppingAt: CrashPlan.places(0..<changes.count, few: 25).map { changes[$0] }) {
      disk, entry in
      let folder = try TemporaryFolder()
      try disk.image(.some, random: &random).write(to: folder.path)
      func find(_ what: String) { findings.append("before \(entry.change): \(what)") }
      for finding in Verdict(of: folder.path + "/data", recording.couple, at: .max).findings { find("data: \(finding)") }
      let hasBackup = FileManager.default.fileExists(atPath: folder.path + "/backup")
      if hasBackup { for damage in try FolderCheck(folder.path + "/backup", key: nil).damages { find("backup: \(damage)") } }
      if !hasBackup, entry.start >= isNamed { find("the backup is gone") }
      guard hasBackup else { return }
      // Either it was restored as a whole, or it is refused until it is restored anew.
      let target = folder.path + "/restored"
      if !DataOpening.holdsNothing(target) {
        for finding in Verdict(of: target, recording.couple, at: .max).findings { find("restored: \(finding)") }
      } else if again < 3 || CrashPlan.isWhole {
        again += 1
        let result = try Program.run("hearthd", ["restore", folder.path + "/backup", "--data", target])
        if result.status != 0 { find("it cannot be restored again: \(result)") }
        for finding in Verdict(of: target, recording.couple, at: .max).findings { find("restored again: \(finding)") }
      }
    }
    #expect(findings == [])
    // At the end it is there.
    #expect(Verdict(of: restored, recording.couple, at: .max).findings == [])
    CrashPlan.report("D3: \(changes.count) places of a backup and a restore: \(findings.count) findings")
  }
}
