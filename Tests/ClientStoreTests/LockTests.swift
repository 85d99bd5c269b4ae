import Cryptography
import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import ClientStore

/// The passphrase lock on what a device keeps.
@Suite struct LockTests {
  private static let identity = IdentityID(high: 1, low: 2)
  private static let group = GroupID(high: 5, low: 6)
  private static let passphrase = Array("four green wooden boats".utf8)
  private static let name = "\(identity).db"
  private static let aliases = "\(identity).aliases.json"
  /// What nobody may read of a locked folder.
  private static let secrets = ["token-51c7", "Milk for Riya", "Sharma Family", "Didi-alias"]
  /// As cheap as can be; the passphrase of a test needs no protection.
  private let cheap: Scrypt

  init() throws { cheap = try #require(Scrypt(cost: 16, blockSize: 1, parallelism: 1)) }

  private func home(_ folder: TemporaryFolder, _ passphrase: [UInt8]? = passphrase) -> HomeFolder {
    HomeFolder(path: folder.path) { passphrase }
  }

  private func command(_ number: Int, _ text: String = "Milk for Riya") -> Command {
    var command = Command()
    command.id = "01900000-0000-7000-8000-" + String(format: "%012x", number)
    command.groupID = Self.group.description
    command.addEntry.content.description_p = text
    return command
  }

  /// A folder with a profile, aliases, a command that waits and a group that was seen.
  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let home = HomeFolder(path: folder.path)
    try home.replace("profile.json", with: Array("{\"token\":\"token-51c7\"}".utf8))
    try home.replace(Self.aliases, with: Array("{\"alias\":\"Didi-alias\"}".utf8))
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.keep(command(1), at: 1)
    var state = GroupState(group: Self.group)
    var created = Event()
    (created.groupCreated.name, created.groupCreated.currency) = ("Sharma Family", "INR")
    try state.apply(created, lane: .shared, position: LanePosition(1))
    let marks = [Lane.shared: LaneMark(position: LanePosition(1), hash: .genesis(group: Self.group, lane: .shared))]
    try store.keep(GroupView(state: state, member: MemberID(high: 3, low: 4), epoch: 7, marks: marks, online: []), at: 9, by: "p/1")
    return folder
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0))) })
  }

  /// The secrets that can be read in the bytes of the folder's files.
  private func readable(_ folder: TemporaryFolder) throws -> [String] {
    let all = try files(folder)
    return Self.secrets.filter { secret in all.values.contains { $0.range(of: Data(secret.utf8)) != nil } }
  }

  /// That everything is there and works.
  private func checkWhole(_ home: HomeFolder) throws {
    #expect(try home.read("profile.json", bytesMax: 100) == Array("{\"token\":\"token-51c7\"}".utf8))
    #expect(try home.read(Self.aliases, bytesMax: 100) == Array("{\"alias\":\"Didi-alias\"}".utf8))
    let store = try ClientStore(home: home, identity: Self.identity)
    #expect(try store.commands() == [KeptCommand(command: command(1), keptAt: 1)])
    #expect(try store.view(of: Self.group)?.state.shared.settings?.name == "Sharma Family")
    #expect(try store.heads(of: Self.group, epoch: 7).count == 1)
  }

  @Test("product 163: no secret of a locked folder can be read in its bytes, and each can while it is not locked")
  func bytes() throws {
    let folder = try filled()
    #expect(try readable(folder) == Self.secrets, "the control")
    try home(folder).lock(Self.passphrase, cheap)
    #expect(try readable(folder) == [])
    #expect(try Set(files(folder).keys) == ["lock.json", "profile.json", "use.lock", Self.name, Self.aliases])
    for name in try files(folder).keys {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    try checkWhole(home(folder))
    #expect(try readable(folder) == [], "nor after it was used")
    try home(folder).unlock()
    #expect(try readable(folder) == Self.secrets)
    try checkWhole(HomeFolder(path: folder.path))
    #expect(try !home(folder).isLocked)
  }

  @Test("product 163: new keys cost N = 2^17, r = 8, p = 1, and the lock's file says so")
  func parameters() throws {
    let folder = try TemporaryFolder()
    try home(folder).lock(Self.passphrase)
    let text = String(decoding: try #require(try files(folder)["lock.json"]), as: UTF8.self)
    for part in ["\"cost\" : 131072", "\"blockSize\" : 8", "\"parallelism\" : 1", "\"stage\" : \"locked\""] {
      #expect(text.contains(part), "\(text)")
    }
    try home(folder).replace("profile.json", with: Array("token-51c7".utf8))
    #expect(try readable(folder) == [])
    #expect(try home(folder).read("profile.json", bytesMax: 100) == Array("token-51c7".utf8))
  }

  @Test("product 163: a wrong passphrase, or none, is said and changes no byte")
  func wrong() throws {
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let before = try files(folder)
    for (said, failure) in [
      (Array("four green wooden boat".utf8), HomeFailure.passphraseWrong), (nil, .passphraseMissing), ([], .passphraseWrong),
    ]
      as [([UInt8]?, HomeFailure)]
    {
      let home = home(folder, said)
      #expect(throws: failure) { try home.read("profile.json", bytesMax: 100) }
      #expect(throws: failure) { try home.replace("profile.json", with: [1]) }
      #expect(throws: failure) { try home.unlock() }
      #expect(throws: failure) { try home.requireKey() }
      #expect(throws: ClientStoreFailure.home(failure)) { try ClientStore(home: home, identity: Self.identity) }
      #expect(try files(folder) == before)
    }
    try checkWhole(home(folder))
  }

  @Test("product 163: the passphrase is asked for once in a call")
  func askedOnce() throws {
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let asked = Counter()
    let home = HomeFolder(path: folder.path) {
      asked.add()
      return Self.passphrase
    }
    try checkWhole(home)
    try checkWhole(home)
    #expect(asked.count == 1)
    let failing = HomeFolder(path: folder.path) {
      asked.add()
      return []
    }
    for _ in 1...3 { #expect(throws: HomeFailure.passphraseWrong) { try failing.read("profile.json", bytesMax: 100) } }
    #expect(asked.count == 2)
  }

  @Test("product 163: what waits and was seen is kept as before in a locked folder, by several calls at a time")
  func kept() throws {
    let folder = try filled()
    // What a call leaves that is killed before it has begun a database.
    try Data().write(to: URL(fileURLWithPath: folder.path + "/\(IdentityID(high: 8, low: 9)).db"))
    try home(folder).lock(Self.passphrase, cheap)
    let one = try ClientStore(home: home(folder), identity: Self.identity)
    let other = try ClientStore(home: home(folder), identity: Self.identity)
    for number in 2...5 { try (number.isMultiple(of: 2) ? one : other).keep(command(number), at: Int64(number)) }
    #expect(try one.commands().map(\.keptAt) == [1, 2, 3, 4, 5])
    #expect(try other.commands() == one.commands())
    try other.settle(command(1).id)
    #expect(try one.commands().map(\.keptAt) == [2, 3, 4, 5])
    // Another identity begins in the locked folder.
    let second = try ClientStore(home: home(folder), identity: IdentityID(high: 8, low: 9))
    try second.keep(command(1), at: 1)
    #expect(try second.commands().count == 1 && readable(folder) == [])
  }

  @Test(
    "product 163: a call that is interrupted while it locks or unlocks leaves each file whole, and the next one finishes", arguments: 0..<8)
  func interrupted(mask: Int) throws {
    let plain = try filled()
    let folder = try plain.copied()
    try home(folder).lock(Self.passphrase, cheap)
    let names = ["profile.json", Self.aliases, Self.name]
    for stage in [LockRecord.Stage.locking, .unlocking] {
      let half = try folder.copied()
      // What was done of it when the power went: each file is as before or as after.
      for (place, name) in names.enumerated() where mask & 1 << place != 0 {
        try FileManager.default.removeItem(atPath: half.path + "/" + name)
        try FileManager.default.copyItem(atPath: plain.path + "/" + name, toPath: half.path + "/" + name)
      }
      try Data("token-51c7".utf8).write(to: URL(fileURLWithPath: half.path + "/profile.json.4711"))
      let record = try JSONDecoder().decode(LockRecord.self, from: Data(contentsOf: URL(fileURLWithPath: half.path + "/lock.json")))
      let scrypt = try #require(record.scrypt)
      let salt = try #require([UInt8](hexadecimal: record.salt))
      let keys = try #require(record.open(try Keyring.derive(Self.passphrase, salt, scrypt)))
      try home(half).write(try record.at(stage, keys))
      // A wrong passphrase does not finish it either.
      #expect(throws: ClientStoreFailure.home(.passphraseWrong)) {
        try ClientStore(home: home(half, Array("something else".utf8)), identity: Self.identity)
      }
      try ClientStore(home: home(half), identity: Self.identity).settle("none")
      try checkWhole(home(half))
      #expect(try home(half).isLocked == (stage == .locking))
      #expect(try readable(half) == (stage == .locking ? [] : Self.secrets))
      #expect(try files(half)["profile.json.4711"] == nil)
    }
  }

  @Test(
    "product 163: a file that does not open keeps the lock, and everything is sealed as it was", arguments: ["profile.json", name, aliases])
  func damaged(file: String) throws {
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let path = URL(fileURLWithPath: folder.path + "/" + file)
    let sealed = try Data(contentsOf: path)
    // The mark of a sealed file, its contents, and a file that was cut off.
    for altered in [{ $0[3] ^= 1 }, { $0[$0.count - 1] ^= 1 }, { $0 = $0.prefix(9) }] as [(inout Data) -> Void] {
      var bytes = sealed
      altered(&bytes)
      try bytes.write(to: path)
      let before = try files(folder)
      #expect(throws: HomeFailure.sealBroken(path.path)) { try home(folder).unlock() }
      #expect(throws: HomeFailure.sealBroken(path.path)) { try home(folder).read(file, bytesMax: 1 << 20) }
      #expect(try files(folder) == before && home(folder).isLocked)
    }
    // Emptied, or put there by somebody else.
    for bytes in [Data(), Data("{}".utf8)] {
      try bytes.write(to: path)
      #expect(throws: HomeFailure.sealBroken(path.path)) { try home(folder).read(file, bytesMax: 1 << 20) }
    }
    try sealed.write(to: path)
    try home(folder).unlock()
    try checkWhole(home(folder))
  }

  @Test("product 163: an interrupted lock is finished by locking again, and both forms of a letter are one passphrase")
  func finishing() throws {
    let plain = try filled()
    let folder = try plain.copied()
    let (composed, decomposed) = (Array("caf\u{E9} blue boats".utf8), Array("cafe\u{301} blue boats".utf8))
    try home(folder, composed).lock(composed, cheap)
    #expect(try !home(folder, composed).finishInterrupted())
    // As if the call had been killed before the profile was sealed.
    try FileManager.default.removeItem(atPath: folder.path + "/profile.json")
    try FileManager.default.copyItem(atPath: plain.path + "/profile.json", toPath: folder.path + "/profile.json")
    let record = try JSONDecoder().decode(LockRecord.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/lock.json")))
    let salt = try #require([UInt8](hexadecimal: record.salt))
    let keys = try #require(record.open(try Keyring.derive(composed, salt, cheap)))
    try home(folder).write(try record.at(.locking, keys))
    #expect(try readable(folder) == ["token-51c7"])
    #expect(try home(folder, decomposed).finishInterrupted())
    #expect(try readable(folder) == [])
    try home(folder, decomposed).unlock()
    try checkWhole(home(folder))
  }

  @Test("product 163: a sealed file opens in its own place alone, and only as it was written")
  func place() throws {
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let sealed = try #require(try files(folder)["profile.json"])
    let other = URL(fileURLWithPath: folder.path + "/" + Self.aliases)
    try sealed.write(to: other)
    #expect(throws: HomeFailure.sealBroken(other.path)) { try home(folder).read(Self.aliases, bytesMax: 100) }
    let path = URL(fileURLWithPath: folder.path + "/profile.json")
    for place in [16, sealed.count / 2, sealed.count - 1] {
      var altered = sealed
      altered[place] ^= 1
      try altered.write(to: path)
      #expect(throws: HomeFailure.sealBroken(path.path)) { try home(folder).read("profile.json", bytesMax: 100) }
    }
    try sealed.prefix(20).write(to: path)
    #expect(throws: HomeFailure.sealBroken(path.path)) { try home(folder).read("profile.json", bytesMax: 100) }
    try sealed.write(to: path)
    try FileManager.default.removeItem(atPath: folder.path + "/lock.json")
    #expect(throws: HomeFailure.lockGone(path.path)) { try home(folder).read("profile.json", bytesMax: 100) }
  }

  @Test("product 163: a lock's file that was altered opens nothing, and asks for no more memory than may be")
  func alteredRecord() throws {
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let path = folder.path + "/lock.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    func failure(_ changed: String) throws -> HomeFailure? {
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
      do throws(HomeFailure) {
        _ = try home(folder).read("profile.json", bytesMax: 100)
        return nil
      } catch {
        return error
      }
    }
    #expect(try failure(text.replacing("\"locked\"", with: "\"unlocking\"")) == .passphraseWrong)
    #expect(try failure(text.replacing("\"cost\" : 16", with: "\"cost\" : 32")) == .passphraseWrong)
    #expect(try failure(text.replacing("\"cost\" : 16", with: "\"cost\" : 1073741824")) == .lockDamaged(path))
    #expect(try failure(text.replacing("\"blockSize\" : 1", with: "\"blockSize\" : 0")) == .lockDamaged(path))
    #expect(try failure(text.replacing("\"version\" : 1", with: "\"version\" : 2")) == .lockNewer(path))
    #expect(try failure("{}") == .lockDamaged(path))
    let record = try JSONDecoder().decode(LockRecord.self, from: Data(text.utf8))
    for part in [record.key, record.salt] {
      for changed in ["zz" + part.dropFirst(2), String(part.dropLast(2)), String(part.dropLast()), part + "00", ""] {
        #expect(try failure(text.replacing(part, with: changed)) == .lockDamaged(path), "\(changed)")
      }
    }
    // What could have been written is another key's, or was altered: nobody can tell.
    let digit = record.key.hasPrefix("0") ? "1" : "0"
    #expect(try failure(text.replacing(record.key, with: digit + record.key.dropFirst())) == .passphraseWrong)
    #expect(try failure(text + "\n") == nil)
  }

  @Test("product 163: a passphrase has 8 to 1,000 characters")
  func lengths() throws {
    for (length, isTaken) in [(7, false), (8, true), (1_000, true), (1_001, false)] {
      let folder = try filled()
      let passphrase = Array(String(repeating: "क", count: length).utf8)
      if isTaken {
        try home(folder).lock(passphrase, cheap)
        try checkWhole(home(folder, passphrase))
      } else {
        let before = try files(folder)
        #expect(throws: HomeFailure.passphraseLength(8...1_000)) { try home(folder).lock(passphrase, cheap) }
        #expect(try files(folder) == before)
      }
    }
  }

  @Test("product 163: what cannot be sealed keeps the folder from being locked, before anything has changed")
  func damaged() throws {
    let folder = try filled()
    let path = URL(fileURLWithPath: folder.path + "/" + Self.name)
    try Data("no database, but longer than the hundred bytes of a header".utf8).write(to: path)
    let before = try files(folder)
    #expect(throws: HomeFailure.noDatabase(path.path)) { try home(folder).lock(Self.passphrase, cheap) }
    #expect(try files(folder) == before)
    #expect(try !home(folder).isLocked)
  }

  @Test(
    "product 163: of a database that was cut off it is said which it is, when the folder is locked and when it is used",
    arguments: [1, 15, 16, 99, 100, 101, 511, 512, 4_095, 4_096, 8_192, 12_288])
  func cutOff(bytes: Int) throws {
    let folder = try filled()
    let path = URL(fileURLWithPath: folder.path + "/" + Self.name)
    let whole = try Data(contentsOf: path)
    try #require(whole.count > 16_384)
    try whole.prefix(bytes).write(to: path)
    #expect(throws: HomeFailure.noDatabase(path.path)) { try home(folder).lock(Self.passphrase, cheap) }
    #expect(try !home(folder).isLocked && Data(contentsOf: path) == whole.prefix(bytes))
    #expect(throws: ClientStoreFailure.noDatabase(path.path)) { try ClientStore(folder: folder.path, identity: Self.identity) }
  }

  @Test("product 163: a lock's file has at most 16,384 bytes")
  func lockBytes() throws {
    #expect(FileLimits() == FileLimits(lockBytes: 16_384, secretBytes: 1_073_741_824))
    let folder = try filled()
    try home(folder).lock(Self.passphrase, cheap)
    let path = folder.path + "/lock.json"
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
    for (bytes, isTaken) in [(16_384, true), (16_385, false)] {
      try (text + Data(repeating: 0x20, count: bytes - text.count)).write(to: URL(fileURLWithPath: path))
      if isTaken {
        try checkWhole(home(folder))
      } else {
        #expect(throws: HomeFailure.lockDamaged(path)) { try home(folder).read("profile.json", bytesMax: 100) }
        #expect(throws: HomeFailure.lockDamaged(path)) { try home(folder).unlock() }
      }
    }
  }

  /// The home of a folder in which files have at most so many bytes.
  private func home(_ folder: TemporaryFolder, secretBytes: Int) -> HomeFolder {
    var home = home(folder)
    home.limits.secretBytes = secretBytes
    return home
  }

  @Test("product 163: a file of a locked folder is sealed, read, written and unsealed up to its limit, and beyond it nothing changes")
  func secretBytes() throws {
    let folder = try TemporaryFolder()
    func text(_ bytes: Int) -> [UInt8] { Array("{".utf8) + Array(repeating: 0x20, count: bytes - 2) + Array("}".utf8) }
    try home(folder).replace("profile.json", with: text(100))
    let path = folder.path + "/profile.json"
    let plain = try files(folder)
    #expect(throws: HomeFailure.tooLarge(path, bytesMax: 99)) { try home(folder, secretBytes: 99).lock(Self.passphrase, cheap) }
    #expect(try files(folder)["profile.json"] == plain["profile.json"] && !home(folder).isLocked)
    try home(folder, secretBytes: 100).lock(Self.passphrase, cheap)
    let sealed = try files(folder)
    #expect(try home(folder).read("profile.json", bytesMax: 100) == text(100))
    #expect(throws: HomeFailure.tooLarge(path, bytesMax: 99)) { try home(folder).read("profile.json", bytesMax: 99) }
    #expect(throws: HomeFailure.tooLarge(path, bytesMax: 100)) {
      try home(folder, secretBytes: 100).replace("profile.json", with: text(101))
    }
    #expect(throws: HomeFailure.tooLarge(path, bytesMax: 99)) { try home(folder, secretBytes: 99).unlock() }
    #expect(try files(folder) == sealed)
    try home(folder, secretBytes: 100).replace("profile.json", with: text(100))
    try home(folder, secretBytes: 100).unlock()
    #expect(try home(folder).read("profile.json", bytesMax: 100) == text(100))
  }

  @Test("product 163: a database of a locked folder is sealed and used up to its limit, and beyond it nothing changes")
  func databaseBytes() throws {
    let folder = try filled()
    let path = folder.path + "/" + Self.name
    let bytes = try ClientStore.content(ofFile: path).count
    #expect(throws: HomeFailure.tooLarge(path, bytesMax: bytes - 1)) {
      try home(folder, secretBytes: bytes - 1).lock(Self.passphrase, cheap)
    }
    #expect(try !home(folder).isLocked)
    let full = home(folder, secretBytes: bytes)
    try full.lock(Self.passphrase, cheap)
    try checkWhole(full)
    let sealed = try files(folder)
    #expect(throws: ClientStoreFailure.home(.tooLarge(path, bytesMax: bytes - 1))) {
      try ClientStore(home: home(folder, secretBytes: bytes - 1), identity: Self.identity)
    }
    let store = try ClientStore(home: full, identity: Self.identity)
    #expect(throws: ClientStoreFailure.home(.tooLarge(path, bytesMax: bytes))) {
      try store.keep(command(2, String(repeating: "x", count: 100_000)), at: 2)
    }
    #expect(try files(folder) == sealed)
    try checkWhole(full)
  }

  @Test("product 163: a folder that another call uses is neither locked nor unlocked, and nothing twice")
  func inUse() throws {
    let folder = try filled()
    let inherited: InheritedFile?
    do {
      let store = try ClientStore(folder: folder.path, identity: Self.identity)
      #expect(throws: HomeFailure.inUse(folder.path)) { try home(folder).lock(Self.passphrase, cheap) }
      #expect(try store.commands().count == 1 && readable(folder) == Self.secrets)
      // What a child has of the lock until it runs its program uses nothing.
      inherited = try InheritedFile(folder.path + "/" + HomeFolder.useName)
    }
    #expect(inherited != nil)
    #expect(throws: HomeFailure.notLocked) { try home(folder).unlock() }
    try home(folder).lock(Self.passphrase, cheap)
    #expect(throws: HomeFailure.lockedAlready) { try home(folder).lock(Self.passphrase, cheap) }
    let store = try ClientStore(home: home(folder), identity: Self.identity)
    #expect(throws: HomeFailure.inUse(folder.path)) { try home(folder).unlock() }
    #expect(try store.commands().count == 1)
    withExtendedLifetime(inherited) {}
  }
}

private final class Counter: @unchecked Sendable {
  // Safety: one thread counts.
  private(set) var count = 0
  func add() { count += 1 }
}
