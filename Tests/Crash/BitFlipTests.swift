import Foundation
import HearthLoadKit
import Programs
import Support
import Testing

/// A disk that rots: bits of the database turn, or its end is gone. The server never shows what nobody wrote, and
/// `verify` says what is wrong.
@Suite struct BitFlipTests {
  private let recording: Recording
  private let database: Data
  private let sound: SoundFolder

  init() throws {
    recording = try Recording.shared.get()
    guard let file = recording.end.files.first(where: { $0.path == "data/hearth.db" }) else { throw Unexpected("there is no database") }
    database = file.bytes
    let folder = try TemporaryFolder()
    try recording.end.write(to: folder.path)
    sound = try SoundFolder(folder.path + "/data", group: recording.couple.home.group)
  }

  private func outcome(of damaged: Data) throws -> DamageOutcome {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    try recording.end.write(to: folder.path)
    try damaged.write(to: URL(fileURLWithPath: data + "/hearth.db"))
    return try sound.outcome(of: data)
  }

  @Test("D6: a turned bit of the database shows nobody anything wrong, and in a log or a snapshot it is found")
  func flips() throws {
    var random = SplitMix64(seed: 7)
    var counts: [DamageOutcome: Int] = [:]
    for _ in 0..<CrashPlan.flips {
      var damaged = database
      let bit = random.below(database.count * 8)
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let outcome = try outcome(of: damaged)
      counts[outcome, default: 0] += 1
      #expect(outcome != .wrong, "bit \(bit)")
    }
    #expect(counts[.found, default: 0] > 0)
    CrashPlan.report(
      "D6: \(CrashPlan.flips) turned bits: " + DamageOutcome.allCases.map { "\(counts[$0, default: 0]) \($0)" }.joined(separator: ", "))
  }

  @Test("D6: a turned bit of the database's log costs at most the last commit, as a power cut may, or is found")
  func flipsOfTheLog() throws {
    // As the kill of the second server left it: seventy commands in the log, none in the database.
    let kill = try #require(
      recording.log.entries.lastIndex { if case .created(_, let path) = $0.change { path.contains("incoming") } else { false } })
    var image = DiskImage()
    var random = SplitMix64(seed: 9)
    var logSize = 0
    try recording.log.walk(Disk(), stoppingAt: [kill]) { disk, entry in
      image = disk.image(.everything, random: &random)
      logSize = entry.start
    }
    let log = try #require(image.files.firstIndex { $0.path == "data/hearth.db-wal" })
    let sound = image.files[log].bytes
    #expect(try Verdict(of: image, recording.couple, at: logSize).findings == [] && sound.count > 1 << 18)
    var (refused, harmless, last) = (0, 0, 0)
    for _ in 0..<CrashPlan.flips {
      let bit = random.below(sound.count * 8)
      image.files[log].bytes = sound
      image.files[log].bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let verdict = try Verdict(of: image, recording.couple, at: logSize)
      #expect(verdict.isRefused || verdict.lost <= 1, "bit \(bit) of \(sound.count * 8): \(verdict.lost) lost")
      if verdict.isRefused { refused += 1 } else if verdict.lost > 0 { last += 1 } else { harmless += 1 }
    }
    #expect(refused > 0)
    CrashPlan.report(
      "D6: \(CrashPlan.flips) turned bits of the log: \(refused) refused, \(harmless) harmless, \(last) cost the last commit")
  }

  @Test("D6: a database that has lost its end is refused or found")
  func truncations() throws {
    let sizes = CrashPlan.places(0..<database.count / 512, few: 12).map { $0 * 512 }
    var counts: [DamageOutcome: Int] = [:]
    for size in sizes {
      let outcome = try outcome(of: database.prefix(size))
      counts[outcome, default: 0] += 1
      #expect([.refused, .found].contains(outcome), "\(size) bytes of \(database.count)")
    }
    CrashPlan.report(
      "D6: cut off after each of \(sizes.count) sectors: \(counts[.refused, default: 0]) refused, \(counts[.found, default: 0]) found")
  }
}
