import Foundation
import HearthLoadKit
import Programs
import SQLiteStore
import Support
import Testing

/// The power goes while a server works on an encrypted folder, while its key is replaced, and while a folder in plain
/// is encrypted.
@Suite struct EncryptedCutTests {
  /// What a couple did, how long the log was at two moments, and the disk at the end.
  private struct Life: Sendable {
    var couple: Couple
    var log: DiskLog
    var (begun, ended): (Int, Int) = (0, 0)
    var end: DiskImage
  }

  private static let keys = (0..<2).map { _ in EncryptionKey.makeHexadecimal() }

  private static func secret(_ number: Int) throws -> EncryptionKey {
    guard let key = EncryptionKey(hexadecimal: keys[number]) else { throw Unexpected("no key") }
    return key
  }

  /// Runs `hearthd keys` on a data folder with the first key.
  private static func change(_ arguments: String..., in data: String, environment: [String: String] = [:]) throws {
    let result = try Program.run(
      "hearthd", ["keys"] + arguments + ["--data", data], environment: environment.merging(["HEARTH_KEY": keys[0]]) { $1 })
    guard result.status == 0 else { throw Unexpected("hearthd keys: \(result)") }
  }

  private static func begin(_ couple: inout Couple, with program: Program) throws {
    try couple.visit(program)
    try couple.settle()
    try couple.live(12)
    try couple.keepReceipt()
    guard try couple.leave() == 0 else { throw Unexpected("hearthd did not end in order") }
  }

  /// A life whose key is replaced in the middle.
  private static func rotated() throws -> Life {
    let (folder, aside) = (try WatchedFolder(), try TemporaryFolder())
    let file = aside.path + "/key"
    let bytes = try #require(Data(hexadecimal: keys[1]))
    #expect(FileManager.default.createFile(atPath: file, contents: bytes, attributes: [.posixPermissions: 0o600]))
    var couple = Couple(in: folder, seed: 11)
    try begin(&couple, with: folder.start(key: keys[0]))
    let begun = folder.logSize
    try change("rotate", "--new-key-file", file, in: folder.data, environment: folder.environment())
    let ended = folder.logSize
    try couple.visit(folder.start(key: keys[1]))
    try couple.live(12)
    guard try couple.leave() == 0 else { throw Unexpected("hearthd did not end in order") }
    return try Life(couple: couple, log: folder.read(), begun: begun, ended: ended, end: DiskImage(of: folder.path))
  }

  @Test("D3, S6: before each change of an encrypted folder one key opens all that was answered, while it is replaced the one or the other")
  func rotation() throws {
    let life = try Self.rotated()
    let changes = life.log.changes
    let within = changes.filter { (life.begun..<life.ended).contains(life.log.entries[$0].start) }
    #expect(within.count > 2)
    let places = CrashPlan.isWhole ? changes : (within + CrashPlan.places(0..<changes.count, few: 12).map { changes[$0] }).sorted()
    var random = SplitMix64(seed: 12)
    var (findings, opened) = ([String](), [0, 0])
    try life.log.walk(Disk(), stoppingAt: places) { disk, entry in
      let image = disk.image(.some, random: &random)
      let verdicts = try (0..<2).map { try Verdict(of: image, life.couple, at: entry.start, secret: Self.secret($0)) }
      let expected = entry.start < life.begun ? [0] : entry.start >= life.ended ? [1] : [0, 1]
      let sound = expected.filter { verdicts[$0].isSound }
      if sound.isEmpty { findings += expected.flatMap { verdicts[$0].findings.map { "before \(entry.change): \($0)" } } }
      if sound.count > 1 { findings.append("before \(entry.change): both keys open it") }
      if entry.start >= life.begun, let key = sound.first {
        opened[key] += 1
        if !verdicts[1 - key].isRefused { findings.append("before \(entry.change): the other key opens it too") }
      }
    }
    #expect(findings == [])
    #expect(opened.allSatisfy { $0 > 0 })
    #expect(try Verdict(of: life.end, life.couple, at: .max, secret: Self.secret(1)).findings == [])
    CrashPlan.report("D3: \(places.count) places of a life on an encrypted folder whose key is replaced: \(findings.count) findings")
  }

  @Test("D3: while a folder is encrypted it is one in plain, one that is encrypted, or one that encrypting again makes so")
  func encryption() throws {
    let folder = try WatchedFolder()
    var couple = Couple(in: folder, seed: 13)
    try Self.begin(&couple, with: folder.start())
    let begun = folder.logSize
    try Self.change("encrypt", in: folder.data, environment: folder.environment())
    let log = try folder.read()
    let changes = log.changes.filter { log.entries[$0].start >= begun }
    let places = CrashPlan.places(0..<changes.count, few: 12).map { changes[$0] }
    var random = SplitMix64(seed: 14)
    var (findings, ends) = ([String](), (plain: 0, done: 0, again: 0))
    try log.walk(Disk(), stoppingAt: places) { disk, entry in
      let image = disk.image(.some, random: &random)
      if try Verdict(of: image, couple, at: .max).isSound { return ends.plain += 1 }
      if try Verdict(of: image, couple, at: .max, secret: Self.secret(0)).isSound { return ends.done += 1 }
      ends.again += 1
      let half = try TemporaryFolder()
      try image.write(to: half.path)
      try Self.change("encrypt", in: half.path + "/data")
      let verdict = try Verdict(of: half.path + "/data", couple, at: .max, secret: Self.secret(0))
      findings += verdict.findings.map { "before \(entry.change): \($0)" }
    }
    #expect(findings == [])
    #expect(ends.plain > 0 && ends.again > 0)
    #expect(try Verdict(of: DiskImage(of: folder.path), couple, at: .max, secret: Self.secret(0)).findings == [])
    CrashPlan.report(
      "D3: \(places.count) places of encrypting a folder: \(ends.plain) in plain, \(ends.done) encrypted, \(ends.again) encrypted again: \(findings.count) findings"
    )
  }
}

extension Data {
  fileprivate init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
