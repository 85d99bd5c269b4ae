import EventStore
import Foundation
import GRDB
import HearthLoadKit
import HearthProtocol
import Programs
import Room
import SQLiteStore
import Testing

@testable import hearthd

/// A disk that rots: bits of the database turn, or its end is gone. The server never shows what nobody wrote, and `verify` says what is wrong.
@Suite struct BitFlipTests {
  /// What became of a damaged database.
  private enum Outcome: Hashable, CaseIterable {
    /// It cannot be opened.
    case refused
    /// It can, and `verify` says that it is damaged.
    case found
    /// Nothing is another than before: the bit was in a page that is not used, or in what only tells how the file came to be.
    case harmless
    /// `verify` says nothing, and a row of the directory is another: no history, but whom a token is of or which group somebody finds.
    case unnoticed
    /// A group opens and says something else than before, or an event, a snapshot or a row of the audit log is another and `verify` says nothing.
    case wrong
  }

  private let recording: Recording
  private let database: Data
  private let before: [String: [String]]
  private let state: GroupSnapshot

  init() throws {
    recording = try Recording.shared.get()
    guard let file = recording.end.files.first(where: { $0.path == "data/hearth.db" }) else { throw Unexpected("there is no database") }
    database = file.bytes
    let folder = try TemporaryFolder()
    try recording.end.write(to: folder.path)
    before = try Self.rows(of: folder.path + "/data")
    state = try Self.state(of: recording.couple.home.group, in: folder.path + "/data")
    #expect(Self.verified.allSatisfy { before[$0] != nil })
  }

  /// The tables of which `verify` reads each row against a hash or the log.
  private static let verified = ["event", "snapshot", "audit"]

  private static func text(of row: Row) -> String {
    row.databaseValues.map { value in
      if case .blob(let bytes) = value.storage { bytes.base64EncodedString() } else { value.description }
    }.joined(separator: "|")
  }

  /// Each table's rows as text.
  private static func rows(of data: String) throws -> [String: [String]] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: data + "/hearth.db", configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { database in
      var rows: [String: [String]] = [:]
      for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
        // Names are the same in either case.
        rows[table.lowercased()] = try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { Self.text(of: $0) }.sorted()
      }
      return rows
    }
  }

  /// What members of a group are shown: what its newest snapshot and the log behind it say, as when a room is opened.
  private static func state(of group: GroupID, in data: String) throws -> GroupSnapshot {
    let store = try SQLiteStore(directory: data, readOnly: true)
    defer { try? store.close() }
    return try GroupHistory.load(group, from: store).snapshot()
  }

  private func outcome(of damaged: Data) throws -> Outcome {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    try recording.end.write(to: folder.path)
    try damaged.write(to: URL(fileURLWithPath: data + "/hearth.db"))
    if let now = try? Self.state(of: recording.couple.home.group, in: data), now != state, !now.lanes.isEmpty { return .wrong }
    guard let check = try? FolderCheck(data, key: nil) else { return .refused }
    guard check.isIntact else { return .found }
    let now = try Self.rows(of: data)
    guard now != before else { return .harmless }
    return Self.verified.allSatisfy { now[$0] == before[$0] } ? .unnoticed : .wrong
  }

  @Test("D6: a turned bit of the database shows nobody anything wrong, and in a log or a snapshot it is found")
  func flips() throws {
    var random = SplitMix64(seed: 7)
    var counts: [Outcome: Int] = [:]
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
      "D6: \(CrashPlan.flips) turned bits: " + Outcome.allCases.map { "\(counts[$0, default: 0]) \($0)" }.joined(separator: ", "))
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
    var counts: [Outcome: Int] = [:]
    for size in sizes {
      let outcome = try outcome(of: database.prefix(size))
      counts[outcome, default: 0] += 1
      #expect([.refused, .found].contains(outcome), "\(size) bytes of \(database.count)")
    }
    CrashPlan.report(
      "D6: cut off after each of \(sizes.count) sectors: \(counts[.refused, default: 0]) refused, \(counts[.found, default: 0]) found")
  }
}
