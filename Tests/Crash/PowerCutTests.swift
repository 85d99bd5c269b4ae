import Foundation
import HearthLoadKit
import HearthProtocol
import Programs
import Testing

/// The power goes while a server works, and what its disk has then is opened: everything that was answered must be
/// there once and in order, and the rest whole or not at all.
@Suite struct PowerCutTests {
  @Test("The shim sees all: its log, played back, gives the folder byte for byte, and has every kind of work in it")
  func logIsComplete() throws {
    let recording = try Recording.shared.get()
    var disk = Disk()
    for entry in recording.log.entries { try disk.apply(entry.change) }
    var random = SplitMix64(seed: 1)
    #expect(disk.image(.everything, random: &random) == recording.end)
    let names = recording.end.files.map(\.path)
    #expect(names.contains("data/exports/\(recording.couple.flat.group).hearth"))
    #expect(!names.contains { $0.contains("attachments/\(recording.couple.flat.group)") })
    #expect(names.count { $0.contains("attachments/\(recording.couple.home.group)") } == 2)
    #expect(recording.couple.home.commands.count >= 200)
    #expect(try Verdict(of: recording.end, recording.couple, at: .max).findings == [])
  }

  /// Otherwise a power cut could leave the second and not the first, which is what a rotten log looks like.
  @Test("D3: in the database's log each commit is synced before anything of the next is written")
  func oneCommitAtATime() throws {
    var logs: Set<UInt64> = []
    var (commits, isUnsynced) = (0, false)
    for entry in try Recording.shared.get().log.entries {
      switch entry.change {
      case .created(let file, "data/hearth.db-wal"), .opened(let file, "data/hearth.db-wal"): logs.insert(file)
      // A frame's head; in the last of a commit its second word is the database's size.
      case .written(let file, _, let bytes) where logs.contains(file) && bytes.count == 24:
        #expect(!isUnsynced, "at \(entry.start)")
        isUnsynced = bytes.dropFirst(4).prefix(4).contains { $0 != 0 }
        if isUnsynced { commits += 1 }
      case .synced(let file) where logs.contains(file): isUnsynced = false
      default: break
      }
    }
    #expect(commits > 100)
  }

  @Test("D2: nothing that was answered is lost by a power cut at any time")
  func anyTime() throws {
    let (lost, findings) = try cut(CrashPlan.cuts, honoursSyncs: true)
    #expect(lost == 0 && findings == [])
    CrashPlan.report("D2: \(CrashPlan.cuts) power cuts: \(lost) lost something")
  }

  @Test("D2, control: a disk whose syncs do nothing loses what was answered")
  func withoutSyncs() throws {
    let count = max(10, CrashPlan.cuts / 4)
    let (lost, findings) = try cut(count, honoursSyncs: false)
    #expect(lost * 10 >= count * 9 && !findings.isEmpty)
    CrashPlan.report("D2, control without syncs: \(lost) of \(count) power cuts lost something")
  }

  /// Cuts the power at random moments after the first answer.
  ///
  /// - Returns: after how many of the cuts something was lost, and what was found.
  private func cut(_ count: Int, honoursSyncs: Bool) throws -> (lost: Int, findings: [String]) {
    let recording = try Recording.shared.get()
    var random = SplitMix64(seed: 2)
    let places = recording.log.changes.filter { recording.couple.home.answered(at: recording.log.entries[$0].start) > 0 }
    let chosen = (0..<count).map { _ in places[random.below(places.count)] }.sorted()
    var (lost, findings) = (0, [String]())
    try recording.log.walk(Disk(honoursSyncs: honoursSyncs), stoppingAt: chosen) { disk, entry in
      let verdict = try Verdict(of: disk.image(.some, random: &random), recording.couple, at: entry.start)
      if verdict.lost > 0 { lost += 1 }
      findings += verdict.findings.map { "at \(entry.start): \($0)" }
    }
    return (lost, findings)
  }

  @Test("D3: a kill and a power cut before each change of the disk", arguments: Disk.Survival.allCases)
  func everyPlace(survival: Disk.Survival) throws {
    let recording = try Recording.shared.get()
    let changes = recording.log.changes
    let places = CrashPlan.places(0..<changes.count, few: 30).map { changes[$0] }
    var random = SplitMix64(seed: 3)
    var findings: [String] = []
    try recording.log.walk(Disk(), stoppingAt: places) { disk, entry in
      let verdict = try Verdict(of: disk.image(survival, random: &random), recording.couple, at: entry.start)
      findings += verdict.findings.map { "before \(entry.change): \($0)" }
    }
    #expect(findings == [])
    CrashPlan.report(
      "D3: \(places.count) of \(changes.count) places, \(survival) of what was not synced survives: \(findings.count) findings")
  }

  @Test("D3: a server that starts after a power cut gives the first answers again, and goes on")
  func goesOn() throws {
    let recording = try Recording.shared.get()
    let changes = recording.log.changes
    let places = CrashPlan.places(0..<changes.count, few: 4).map { changes[$0] }.enumerated().filter {
      $0.offset % 20 == 0 || !CrashPlan.isWhole
    }
    var random = SplitMix64(seed: 4)
    var served = 0
    try recording.log.walk(Disk(), stoppingAt: places.map(\.element)) { disk, entry in
      let folder = try WatchedFolder(holding: disk.image(.some, random: &random))
      var couple = recording.couple
      try couple.visit(Program("hearthd", ServerProgram.arguments(data: folder.data)), knowing: entry.start)
      let book = try couple.insist(at: entry.start)
      #expect(book.total == 0, "\(book.first)")
      #expect(try couple.leave() == 0)
      let verify = try Program.run("hearthd", ["verify", "--data", folder.data])
      #expect(verify.status == 0, "\(verify)")
      served += 1
    }
    #expect(served == places.count)
    CrashPlan.report("D3: \(served) servers started after a power cut: all answers as before")
  }

  @Test("D8: the power goes again before each change that the recovery makes")
  func duringRecovery() throws {
    let recording = try Recording.shared.get()
    let changes = recording.log.changes
    let places = CrashPlan.places(0..<changes.count, few: 2).map { changes[$0] }.enumerated().filter {
      $0.offset % 100 == 50 || !CrashPlan.isWhole
    }
    var random = SplitMix64(seed: 5)
    var (count, findings) = (0, [String]())
    try recording.log.walk(Disk(), stoppingAt: places.map(\.element)) { disk, entry in
      let image = disk.image(.some, random: &random)
      let folder = try WatchedFolder(holding: image)
      let server = try ServerProgram(folder.start())
      server.program.send(SIGKILL)
      #expect(try server.program.status() == -SIGKILL)
      let recovery = try folder.read()
      let again = CrashPlan.places(0..<recovery.changes.count, few: 8).map { recovery.changes[$0] }
      try recovery.walk(Disk(holding: image), stoppingAt: again) { disk, step in
        let verdict = try Verdict(of: disk.image(.some, random: &random), recording.couple, at: entry.start)
        findings += verdict.findings.map { "before \(step.change) of the recovery: \($0)" }
        count += 1
      }
    }
    #expect(count > 0 && findings == [])
    CrashPlan.report("D8: \(count) power cuts during \(places.count) recoveries: \(findings.count) findings")
  }
}
