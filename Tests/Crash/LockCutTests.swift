import ClientStore
import Foundation
import HearthLoadKit
import HearthProtocol
import Programs
import Support
import Testing

/// The power goes, or the process is killed, while `hearth lock` seals a device's files or opens them again.
@Suite struct LockCutTests {
  private static let identity = IdentityID(high: 1, low: 2)
  private static let passphrase = "four green boats"
  private static let profile = Array("{\"token\":\"token-51c7\"}".utf8)

  /// A device's folder with a profile, and a command that waits.
  private static func start(isLocked: Bool) throws -> DiskImage {
    let folder = try TemporaryFolder()
    let home = home(folder.path + "/home")
    try home.replace("profile.json", with: profile)
    do {
      let store = try ClientStore(home: home, identity: identity)
      try store.keep(command, at: 1)
    }
    if isLocked { try home.lock(Array(passphrase.utf8)) }
    return try DiskImage(of: folder.path)
  }

  private static var command: Command {
    var command = Command()
    command.id = "01900000-0000-7000-8000-000000000001"
    command.addEntry.content.description_p = "Milk for Riya"
    return command
  }

  private static func home(_ path: String) -> HomeFolder { HomeFolder(path: path) { Array(passphrase.utf8) } }

  private static func run(_ isLocked: Bool, in folder: WatchedFolder, _ sabotage: WatchedFolder.Sabotage? = nil) throws -> Int32 {
    let environment = try folder.environment(sabotage)
      .merging(["HEARTH_HOME": folder.path + "/home", "NO_COLOR": "1", "HEARTH_PASSPHRASE": passphrase]) { $1 }
    return try Program.run("hearth", isLocked ? ["lock", "--remove"] : ["lock"], environment: environment).status
  }

  /// What the next call finds wrong: everything is there, and is sealed as a whole or not at all.
  private static func findings(in path: String) throws -> [String] {
    let home = home(path + "/home")
    var findings: [String] = []
    do {
      let store = try ClientStore(home: home, identity: identity)
      if try store.commands().map(\.command) != [command] { findings.append("the command is lost") }
      if try home.read("profile.json", bytesMax: 100) != profile { findings.append("the profile is another") }
    } catch {
      return ["\(error)"]
    }
    let isLocked = try home.isLocked
    let files = try DiskImage(of: path).files
    for secret in ["token-51c7", "Milk for Riya"] {
      let isReadable = files.contains { $0.bytes.range(of: Data(secret.utf8)) != nil }
      if isReadable == isLocked { findings.append("\(secret) is \(isReadable ? "" : "not ")readable, locked: \(isLocked)") }
    }
    return findings
  }

  @Test(
    "product 163: a power cut while a device is locked or unlocked leaves all of it, and the next call finishes", arguments: [false, true])
  func powerCut(isLocked: Bool) throws {
    let image = try Self.start(isLocked: isLocked)
    let folder = try WatchedFolder(holding: image)
    #expect(try Self.run(isLocked, in: folder) == 0)
    #expect(try Self.home(folder.path + "/home").isLocked == !isLocked)
    let log = try folder.read()
    let places = CrashPlan.places(0..<log.changes.count, few: 8).map { log.changes[$0] }
    #expect(places.count >= 8)
    var random = SplitMix64(seed: 9)
    var findings: [String] = []
    try log.walk(try Disk(holding: image), stoppingAt: places) { disk, entry in
      for survival in Disk.Survival.allCases {
        let after = try TemporaryFolder()
        try disk.image(survival, random: &random).write(to: after.path)
        findings += try Self.findings(in: after.path).map { "before \(entry.change), \(survival) survives: \($0)" }
      }
    }
    #expect(findings == [])
  }

  @Test("product 163: killed before a change of the disk, the call leaves all of it, and the next one finishes", arguments: [false, true])
  func killed(isLocked: Bool) throws {
    let image = try Self.start(isLocked: isLocked)
    let sound = try WatchedFolder(holding: image)
    #expect(try Self.run(isLocked, in: sound) == 0)
    for place in CrashPlan.places(0..<(try sound.read().changes.count), few: 8) {
      let folder = try WatchedFolder(holding: image)
      #expect(try Self.run(isLocked, in: folder, .exit(place + 1)) == -SIGKILL)
      #expect(try Self.findings(in: folder.path) == [], "change \(place)")
    }
  }

  @Test("product 163: a device that is said to be locked is locked after a power cut; the control loses it", arguments: [false, true])
  func done(isLocked: Bool) throws {
    let image = try Self.start(isLocked: isLocked)
    let folder = try WatchedFolder(holding: image)
    #expect(try Self.run(isLocked, in: folder) == 0)
    for honoursSyncs in [true, false] {
      var disk = try Disk(holding: image, honoursSyncs: honoursSyncs)
      for entry in try folder.read().entries { try disk.apply(entry.change) }
      var random = SplitMix64(seed: 9)
      let after = try TemporaryFolder()
      try disk.image(.nothing, random: &random).write(to: after.path)
      #expect(try Self.home(after.path + "/home").isLocked == (honoursSyncs ? !isLocked : isLocked))
      #expect(try Self.findings(in: after.path) == [])
    }
  }
}
