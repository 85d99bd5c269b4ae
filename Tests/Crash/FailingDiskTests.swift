import Foundation
import HearthClient
import HearthLoadKit
import Programs
import Testing

/// The disk fails or is full while a server works.
@Suite struct FailingDiskTests {
  /// A short life: a start, thirty commands and a file, a stop in order.
  private static func live(_ couple: inout Couple, with program: Program) throws -> Int32 {
    try couple.visit(program)
    try couple.settle()
    try couple.live(12)
    try couple.keepReceipt()
    try couple.live(12)
    return try couple.leave()
  }

  /// What the disk does in it when nothing fails.
  private static let sound = Result { () throws -> DiskLog in
    let folder = try WatchedFolder()
    var couple = Couple(in: folder, seed: 6)
    let status = try live(&couple, with: folder.start())
    guard status == 0 else { throw Unexpected("hearthd ended with \(status)") }
    return try folder.read()
  }

  /// SQLite does not look whether the sync of a folder fails; the store makes its own, and that one counts.
  @Test(
    "D4: when the sync of a file fails, nothing that is begun later is answered, the process ends with another status than 0, and nothing is lost"
  )
  func failedSync() throws {
    let syncs = try Self.sound.get().entries.count { if case .synced = $0.change { true } else { false } }
    let places = CrashPlan.places(1..<syncs + 1, few: 7)
    var failures = 0
    // Failed syncs after which the process has ended as if nothing had been.
    var unminded = 0
    for place in places {
      let folder = try WatchedFolder()
      var couple = Couple(in: folder, seed: 6)
      let program = try folder.start(.sync(place))
      // Whatever it is that cannot be done any more.
      _ = try? Self.live(&couple, with: program)
      let status = try program.status()
      let log = try folder.read()
      // What the failed sync was to make durable never reaches the disk; the next process may still read it, and a
      // power cut ends that.
      var disk = Disk()
      for entry in log.entries {
        try disk.apply(entry.change)
        guard case .syncFailed(let file) = entry.change else { continue }
        failures += 1
        // SQLite syncs the name of its log and does not look whether that fails; hearthd does so itself before anything
        // is answered.
        if disk.isFolder(file, of: "hearth.db"), status == 0 {
          unminded += 1
          continue
        }
        #expect(status > 0, "sync \(place): \(program.errors.seen)")
        #expect(couple.home.answeredAlthoughBegun(after: entry.end) == 0, "sync \(place)")
      }
      var random = SplitMix64(seed: UInt64(place))
      for survival in Disk.Survival.allCases {
        let verdict = try Verdict(of: disk.image(survival, random: &random), couple, at: .max)
        #expect(verdict.findings == [], "sync \(place), \(survival) survives")
      }
    }
    #expect(failures == places.count && unminded < failures)
    CrashPlan.report(
      "D4: each of \(places.count) syncs failed: \(failures - unminded) ended the process with nothing answered after it, "
        + "\(unminded) were SQLite's own of the folder, which hearthd makes again; nothing lost")
  }

  /// Who says that there is no space.
  enum Wanting: String, CaseIterable {
    case disk
    case quota

    fileprivate func sabotage(_ place: Int) -> WatchedFolder.Sabotage { self == .disk ? .full(place) : .quota(place) }
  }

  @Test(
    "D5: when the disk is full, or a quota of it is reached, members are told so, read on, and are served again when it has space",
    arguments: Wanting.allCases)
  func fullDisk(_ wanting: Wanting) throws {
    let writes = try Self.sound.get().entries.count {
      switch $0.change {
      case .written, .created, .linked, .folderMade: true
      case .opened, .truncated, .synced, .syncFailed, .renamed, .unlinked, .folderRemoved: false
      }
    }
    let places = CrashPlan.places(1..<writes + 1, few: 7)
    var refusals = 0
    for place in places {
      let folder = try WatchedFolder()
      var couple = Couple(in: folder, seed: 6)
      let program = try folder.start(wanting.sabotage(place))
      do {
        let status = try Self.live(&couple, with: program)
        #expect(status == 0, "write \(place): \(program.errors.seen)")
      } catch {
        Issue.record("write \(place): \(error), \(program.errors.seen)")
      }
      refusals += couple.refusals
      #expect(couple.home.commands.count == couple.home.answered(at: .max), "write \(place)")
      let verdict = Verdict(of: folder.data, couple, at: .max)
      #expect(verdict.findings == [], "write \(place)")
    }
    #expect(refusals > 0)
    let what = wanting == .disk ? "full" : "the quota reached"
    CrashPlan.report("D5: \(what) from each of \(places.count) writes on: nothing lost, all served in the end")
  }

  @Test("D1: killed before a change of the disk, the next start has all that was answered")
  func killed() throws {
    let places = CrashPlan.places(0..<(try Self.sound.get().changes.count), few: 4).map { $0 + 1 }
    for place in places {
      let folder = try WatchedFolder()
      var couple = Couple(in: folder, seed: 6)
      let program = try folder.start(.exit(place))
      _ = try? Self.live(&couple, with: program)
      #expect(try program.status() == -SIGKILL, "change \(place)")
      // The next start takes over what the killed process wrote, durable or not; then the power goes.
      var next = Couple(in: folder, seed: 7)
      #expect(try Self.live(&next, with: folder.start()) == 0, "change \(place)")
      var disk = Disk()
      for entry in try folder.read().entries { try disk.apply(entry.change) }
      var random = SplitMix64(seed: UInt64(place))
      for survival in [Disk.Survival.everything, .nothing] {
        let image = disk.image(survival, random: &random)
        for members in [couple, next] {
          #expect(try Verdict(of: image, members, at: .max).findings == [], "change \(place), \(survival) survives")
        }
      }
    }
    CrashPlan.report("D3: killed before each of \(places.count) changes, started again, and power cut: nothing lost")
  }
}
