import Foundation
import HearthLoadKit
import Programs
import SQLiteStore
import Testing

/// A sync fails while a group is deleted (SPEC GR-08). What concerns the log ends the process, as everywhere; what
/// concerns the export or the receipts' files puts the deletion off: nothing is gone that has no export, and it is done
/// later.
@Suite struct FailedPurgeTests {
  /// A folder with a flat in it whose deletion was asked for, and those who live with it; no server has it.
  private static let asked = Result { () throws -> (couple: Couple, image: DiskImage) in
    let folder = try WatchedFolder()
    var couple = Couple(in: folder, seed: 8)
    try couple.visit(folder.start())
    try couple.settle()
    try couple.live(5)
    try couple.giveUpFlat()
    guard try couple.leave() == 0 else { throw Unexpected("hearthd does not end") }
    return (couple, try DiskImage(of: folder.path))
  }

  /// A server that starts 31 days later, when the flat is to be deleted.
  private final class Deletion {
    let folder: WatchedFolder
    let image: DiskImage
    var couple: Couple
    let program: Program

    init(failing place: Int? = nil) throws {
      let (couple, image) = try FailedPurgeTests.asked.get()
      folder = try WatchedFolder(holding: image)
      self.image = image
      self.couple = couple.moved(to: folder)
      program = try folder.start(place.map { .sync($0) }, daysAhead: 31)
    }

    /// Has the flat deleted, and waits until the server says what came of it.
    ///
    /// - Returns: that; nil when it has ended by itself.
    func run() throws -> String? {
      do {
        try couple.visit(program)
        try couple.seeFlatGone()
      } catch {
        // A person who is still there has not ended by itself.
        _ = try program.status()
        return nil
      }
      while let line = try program.errors.next() {
        if line.contains("group deleted") || line.contains("a group cannot be deleted") { return line }
      }
      return nil
    }

    /// Each sync since the start with its file's path; whether it failed.
    func syncs() throws -> [(path: String, failed: Bool)] {
      var names: [UInt64: String] = [:]
      var syncs: [(path: String, failed: Bool)] = []
      for entry in try folder.read().entries {
        switch entry.change {
        case .opened(let file, let path), .created(let file, let path): names[file] = path
        case .synced(let file): syncs.append((names[file] ?? "", false))
        case .syncFailed(let file): syncs.append((names[file] ?? "", true))
        default: break
        }
      }
      return syncs
    }

    /// What the next start would find after a power cut now, whatever survived.
    ///
    /// - Parameter forgets: files of which no sync did anything.
    func findings(forgetting forgets: (String) -> Bool = { _ in false }) throws -> [String] {
      var disk = try Disk(holding: image)
      var names: [UInt64: String] = [:]
      for entry in try folder.read().entries {
        switch entry.change {
        case .opened(let file, let path), .created(let file, let path): names[file] = path
        default: break
        }
        if case .synced(let file) = entry.change, forgets(names[file] ?? "") {
          try disk.apply(.syncFailed(file: file))
        } else {
          try disk.apply(entry.change)
        }
      }
      var random = SplitMix64(seed: 8)
      return try Disk.Survival.allCases.flatMap { try Verdict(of: disk.image($0, random: &random), couple, at: .max).findings }
    }

    /// Whether the store has begun to delete the flat.
    func isPurged() throws -> Bool {
      let store = try SQLiteStore(directory: folder.data, readOnly: true)
      defer { try? store.close() }
      return try store.isPurged(couple.flat.group)
    }
  }

  /// Starts the next server, a day later, which has the flat deleted.
  private func carryOn(_ deletion: Deletion) throws {
    var next = deletion.couple
    let program = try deletion.folder.start(daysAhead: 32)
    try next.visit(program)
    try next.seeFlatGone()
    _ = try program.errors.next(containing: "group deleted")
    #expect(try next.leave() == 0 && deletion.isPurged())
  }

  @Test(
    "D4, GR-08: while a group is deleted a failed sync of the log ends the process, one of the export or of the files puts the deletion off, and nothing is lost"
  )
  func failedSyncs() throws {
    // Nothing fails: the deletion's syncs, and those before it.
    let sound = try Deletion()
    let said = try sound.run()
    #expect(said?.contains("group deleted") == true)
    let syncs = try sound.syncs()
    #expect(try sound.findings() == [])
    // The control: with an export that never reached the disk, as if its failed sync had not been minded, the group
    // would be lost.
    #expect(try !sound.findings { $0.hasSuffix(".hearth.part") || $0.hasSuffix(".hearth") }.isEmpty)
    #expect(try sound.couple.leave() == 0)

    var kinds: [String: Int] = [:]
    for place in 1...syncs.count {
      let deletion = try Deletion(failing: place)
      let outcome = try? deletion.run()
      guard let failed = try deletion.syncs().first(where: \.failed)?.path else {
        // It was one behind the deletion, which this run did not come to.
        #expect(outcome?.contains("group deleted") == true, "sync \(place) was not made")
        continue
      }
      let isLog = failed.hasSuffix("hearth.db") || failed.hasSuffix("hearth.db-wal")
      kinds[isLog ? "log" : failed.hasSuffix(".part") ? "export" : "\(failed)/", default: 0] += 1
      // What fails before anybody is served ends the start.
      if isLog || outcome == nil {
        #expect(try deletion.program.status() == 1, "sync \(place) of \(failed)")
        let errors = deletion.program.errors.seen
        let causes = ["the store is broken", "The store failed", "cannot be opened", "cannot sync"]
        #expect(errors.contains { line in causes.contains { line.contains($0) } }, "\(errors)")
        #expect(try deletion.findings() == [], "sync \(place) of \(failed)")
        // A sync behind the deletion leaves nothing to carry on.
        if outcome?.contains("group deleted") == true {
          #expect(try deletion.isPurged(), "sync \(place) of \(failed)")
        } else {
          try carryOn(deletion)
        }
        continue
      }
      // Nothing of it is gone while there is no export that survives.
      if failed.contains("exports") {
        #expect(outcome?.contains("cannot be deleted") == true, "sync \(place) of \(failed)")
        #expect(try !deletion.isPurged(), "sync \(place) of \(failed)")
      }
      #expect(try deletion.findings() == [], "sync \(place) of \(failed)")
      // It is tried again an hour later or by the next server, however often somebody asks for the group meanwhile.
      let isPutOff = outcome?.contains("cannot be deleted") == true
      if isPutOff { try deletion.couple.seeFlatGone() }
      #expect(try deletion.couple.leave() == 0, "sync \(place) of \(failed)")
      if isPutOff {
        #expect(deletion.program.errors.seen.count { $0.contains("a group cannot be deleted") } == 1, "sync \(place) of \(failed)")
        try carryOn(deletion)
      }
      #expect(try deletion.isPurged() && deletion.findings() == [], "sync \(place) of \(failed)")
    }
    CrashPlan.report("D4: each of \(syncs.count) syncs failed while a group was deleted: \(kinds)")
    #expect(kinds["log", default: 0] > 0 && kinds["export", default: 0] > 0)
  }
}
