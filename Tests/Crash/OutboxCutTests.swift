import ClientStore
import Foundation
import HearthLoadKit
import HearthProtocol
import Programs
import Support
import Testing

/// The power goes while a member works without a connection: what `hearth` said is kept is kept, once and in its order.
@Suite struct OutboxCutTests {
  /// Commands that a member gave while nobody answered, with what the disk did meanwhile.
  private struct Diary {
    let identity: IdentityID
    /// The disk before the first of them, all of it durable.
    let start: DiskImage
    let log: DiskLog
    /// What each was called, and how long the log was when the program had ended.
    let kept: [(name: String, logSize: Int)]

    init() throws {
      let elsewhere = try TemporaryFolder()
      let server = try ServerProgram(data: elsewhere.path + "/data")
      var image = DiskImage()
      image.folders = ["home"]
      let folder = try WatchedFolder(holding: image)
      let environment = try folder.environment().merging(["HEARTH_HOME": folder.path + "/home", "NO_COLOR": "1"]) { $1 }
      func hearth(_ arguments: String...) throws -> String {
        let result = try Program.run("hearth", arguments, environment: environment)
        guard result.status == 0 else { throw Unexpected("hearth \(arguments): \(result)") }
        return result.output
      }
      _ = try hearth("register", "--server", "\(server.url)", "--name", "Asha")
      _ = try hearth("create", "Sharma Family", "--currency", "INR")
      _ = try hearth("add", "500", "Rent")
      let profile = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/home/profile.json"))
      struct Profile: Decodable { var identity: String }
      guard let identity = IdentityID(try JSONDecoder().decode(Profile.self, from: profile).identity) else {
        throw Unexpected("no identity")
      }
      server.program.send(SIGKILL)
      _ = try server.program.status()
      withExtendedLifetime(elsewhere) {}
      var kept: [(String, Int)] = []
      for number in 1...8 {
        _ = try hearth("add", "\(number)", "Milk \(number)")
        kept.append(("Milk \(number)", folder.logSize))
      }
      (self.identity, self.kept) = (identity, kept)
      start = image
      log = try folder.read()
    }

    /// The descriptions of the commands that the next call finds.
    func found(in image: DiskImage) throws -> [String] {
      let folder = try TemporaryFolder()
      try image.write(to: folder.path)
      return try ClientStore(folder: folder.path + "/home", identity: identity).commands().map(\.command.addEntry.content.description_p)
    }
  }

  private static let diary = Result { try Diary() }

  /// Cuts the power before changes of the disk from the first command on that nobody answered.
  ///
  /// - Returns: at how many places, at how many of them something was lost, and what was found.
  private func cut(
    honoursSyncs: Bool, _ survival: Disk.Survival, few: Int
  ) throws -> (places: Int, lost: Int, findings: [String]) {
    let diary = try Self.diary.get()
    let (log, names) = (diary.log, diary.kept.map(\.name))
    let first = try #require(diary.kept.first).logSize
    let later = log.changes.filter { log.entries[$0].start >= first }
    let places = CrashPlan.places(0..<later.count, few: few).map { later[$0] }
    var random = SplitMix64(seed: 9)
    var (lost, findings) = (0, [String]())
    var disk = Disk(honoursSyncs: honoursSyncs)
    for path in diary.start.folders { try disk.apply(.folderMade(path)) }
    if honoursSyncs { disk = try Disk(holding: diary.start) }
    try log.walk(disk, stoppingAt: places) { disk, entry in
      let promised = diary.kept.count { $0.logSize <= entry.start }
      do {
        let found = try diary.found(in: disk.image(survival, random: &random))
        if found.count < promised { lost += 1 }
        guard found.count < promised || found != Array(names.prefix(found.count)) else { return }
        findings.append("before \(entry.change): \(found) instead of \(promised)")
      } catch {
        lost += 1
        findings.append("before \(entry.change): \(error)")
      }
    }
    return (places.count, lost, findings)
  }

  @Test(
    "D3, CM-06: a power cut before each change of the client's file loses no command that was said to be kept",
    arguments: Disk.Survival.allCases)
  func everyPlace(survival: Disk.Survival) throws {
    let (places, lost, findings) = try cut(honoursSyncs: true, survival, few: 25)
    #expect(places > 0 && lost == 0 && findings == [])
    CrashPlan.report("D3, the client's file: \(places) power cuts, \(survival) of what was not synced survives: \(lost) lost a command")
  }

  @Test("D2, control: a disk whose syncs do nothing loses what was said to be kept")
  func withoutSyncs() throws {
    let (places, lost, _) = try cut(honoursSyncs: false, .nothing, few: 25)
    #expect(places > 0 && lost == places)
  }
}
