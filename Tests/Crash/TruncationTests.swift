import EventStore
import Foundation
import GRDB
import HearthProtocol
import Programs
import Room
import SQLiteStore
import Support
import Testing

/// A disk that loses the end of a file, at whatever byte: of the database, of its log, of a snapshot. A short life has
/// left them, so that each byte can be tried.
@Suite struct TruncationTests {
  /// What a couple has left in their data folder.
  private struct Remains: Sendable {
    let group: GroupID
    /// After a server that has ended in order: all of it is in the database, with a snapshot.
    let closed: DiskImage
    /// After the next one, which was killed: what came in its time is in the log beside the database.
    let killed: DiskImage

    init() throws {
      let folder = try WatchedFolder()
      var couple = Couple(in: folder, seed: 18)
      try couple.visit(folder.start())
      try couple.settle()
      try couple.live(6)
      try Self.expect(couple.leave(), 0)
      closed = try DiskImage(of: folder.path)
      try couple.visit(folder.start())
      try couple.live(4)
      try Self.expect(couple.leave(SIGKILL), -SIGKILL)
      killed = try DiskImage(of: folder.path)
      group = couple.home.group
    }

    private static func expect(_ status: Int32, _ expected: Int32) throws {
      guard status == expected else { throw Unexpected("hearthd ended with \(status)") }
    }
  }

  private static let remains = Result { try Remains() }

  /// One of their files, to be cut shorter and shorter.
  private struct CutFile {
    private let folder: TemporaryFolder
    let data: String
    let path: String

    init(_ name: String, of image: DiskImage) throws {
      folder = try TemporaryFolder()
      try image.write(to: folder.path)
      data = folder.path + "/data"
      path = data + "/" + name
    }

    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Takes away all behind so many bytes, and what whoever read it last has made of the rest.
    func cut(to size: Int) throws {
      guard truncate(path, off_t(size)) == 0 else { throw Unexpected("\(path) cannot be cut to \(size) bytes") }
      unlink(data + "/hearth.db-shm")
    }
  }

  /// The sizes to be tried, the largest first.
  private static func places(_ sizes: Set<Int>) -> [Int] {
    let all = sizes.sorted(by: >)
    return CrashPlan.places(0..<all.count, few: 40).map { all[$0] }
  }

  /// Of SQLite's files.
  private static let pageBytes = 4_096
  /// What stands before all frames of a log, and in each frame before its page.
  private static let logHeadBytes = 32
  private static let frameHeadBytes = 24
  private static let frameBytes = frameHeadBytes + pageBytes

  @Test("D6: a database that has lost its end, from whatever byte of a page on, shows nobody anything wrong")
  func database() throws {
    let remains = try Self.remains.get()
    let file = try CutFile("hearth.db", of: remains.closed)
    let sound = try SoundFolder(file.data, group: remains.group)
    let size = try file.bytes().count
    #expect(size.isMultiple(of: Self.pageBytes) && size > Self.pageBytes)
    // SQLite counts pages before it reads any, so each byte of the last one, and those about the end of each other.
    var sizes = Set(size - Self.pageBytes..<size).union(0..<100)
    for end in stride(from: Self.pageBytes, to: size, by: Self.pageBytes) { sizes.formUnion([end - 1, end, end + 1]) }
    let places = Self.places(sizes)
    var counts: [DamageOutcome: Int] = [:]
    for place in places {
      try file.cut(to: place)
      let outcome = try sound.outcome(of: file.data)
      counts[outcome, default: 0] += 1
      #expect(outcome != .wrong, "\(place) bytes of \(size)")
      if place <= size - Self.pageBytes { #expect(outcome == .refused, "\(place) bytes of \(size)") }
    }
    #expect(counts[.refused, default: 0] > 0)
    CrashPlan.report(
      "D6: a database cut off after \(places.count) of its \(size) bytes, each of its last page among them: "
        + DamageOutcome.allCases.map { "\(counts[$0, default: 0]) \($0)" }.joined(separator: ", "))
  }

  /// What a cut has left of the group, as when a room is opened.
  private static func found(of group: GroupID, in data: String) throws -> (events: [StoredEvent], state: GroupSnapshot) {
    let store = try SQLiteStore(directory: data, readOnly: true)
    defer { try? store.close() }
    return (try store.read(group, after: .start, limit: 10_000), try GroupHistory.load(group, from: store).snapshot())
  }

  /// Where each commit of a log ends.
  private static func commitEnds(_ log: Data) -> [Int] {
    stride(from: logHeadBytes, through: log.count - frameBytes, by: frameBytes).filter { start in
      // A frame's second word is the database's size in the last one of a commit.
      log[start + 4..<start + 8].contains { $0 != 0 }
    }.map { $0 + frameBytes }
  }

  @Test("D6: a log that has lost its end, from whatever byte of a frame on, costs the commits that are not whole any more and nothing else")
  func log() throws {
    let remains = try Self.remains.get()
    let file = try CutFile("hearth.db-wal", of: remains.killed)
    let ends = Self.commitEnds(try file.bytes())
    #expect(ends.count >= 4)
    let size = try #require(ends.last)
    // The kill may have torn what came behind the last answer.
    try file.cut(to: size)
    let events = try Self.found(of: remains.group, in: file.data).events
    // What the group said after each event, and how many events there are after each commit.
    var history = GroupHistory(group: remains.group)
    var states = [history.snapshot()]
    for event in events {
      try history.fold(event)
      states.append(history.snapshot())
    }
    var counts: [Int: Int] = [:]
    for end in [0] + ends {
      let rest = try CutFile("hearth.db-wal", of: remains.killed)
      try rest.cut(to: end)
      counts[end] = try Self.found(of: remains.group, in: rest.data).events.count
    }
    let numbers = ([0] + ends).compactMap { counts[$0] }
    #expect(numbers == numbers.sorted() && numbers.last == events.count && Set(numbers).count > 4, "\(numbers)")

    var sizes = Set(size - Self.frameBytes..<size).union(0..<Self.logHeadBytes)
    for start in stride(from: Self.logHeadBytes, to: size, by: Self.frameBytes) {
      sizes.formUnion(start - 1...start + Self.frameHeadBytes)
    }
    let places = Self.places(sizes)
    var lost = 0
    for place in places {
      let what: Comment = "\(place) bytes of \(size)"
      try file.cut(to: place)
      let found = try Self.found(of: remains.group, in: file.data)
      let whole = ends.last { $0 <= place } ?? 0
      #expect(found.events.count == counts[whole], what)
      #expect(found.events == Array(events.prefix(found.events.count)), what)
      #expect(found.events.count < states.count && found.state == states[found.events.count], what)
      if found.events.count < events.count { lost += 1 }
    }
    #expect(lost > 0)
    CrashPlan.report(
      "D6: a log cut off after \(places.count) of its \(size) bytes, each of its last frame among them: "
        + "all that was committed whole is there, and nothing else")
  }

  @Test("D6: a snapshot that has lost its end, from whatever byte on, is found, and the group is what its log says")
  func snapshot() throws {
    let remains = try Self.remains.get()
    let folder = try TemporaryFolder()
    try remains.closed.write(to: folder.path)
    let store = try SQLiteStore(directory: folder.path + "/data")
    // Nobody cuts its power.
    try store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    let kept = try #require(try store.loadSnapshot(remains.group))
    let whole = try GroupHistory.replay(remains.group, from: store).snapshot()
    #expect(try GroupHistory.load(remains.group, from: store).snapshot() == whole && store.integrityFindings() == [])
    let places = Self.places(Set(1..<kept.bytes.count))
    for place in places {
      let bytes = Array(kept.bytes.prefix(place))
      try store.pool.writeWithoutTransaction { database in
        try database.execute(sql: "UPDATE snapshot SET bytes = ?", arguments: [Data(bytes)])
      }
      #expect(try store.loadSnapshot(remains.group) == nil, "\(place) bytes of \(kept.bytes.count)")
      #expect(try GroupHistory.load(remains.group, from: store).snapshot() == whole, "\(place) bytes of \(kept.bytes.count)")
      let findings = try store.integrityFindings()
      #expect(findings.count == 1 && findings.allSatisfy { $0.contains("does not verify") }, "\(place) bytes: \(findings)")
      // Had it a checksum that fits, it would be found against the log.
      try store.saveSnapshot(StoredSnapshot(group: kept.group, sequence: kept.sequence, bytes: bytes))
      var check = ReplayCheck()
      let damages = try HistoryVerifier(store: store).verify(remains.group, visit: { check.visit($0, $1) }).damages
      #expect(damages.map(\.sequence) == [kept.sequence], "\(place) bytes of \(kept.bytes.count): \(damages)")
    }
    #expect(!places.isEmpty)
    try store.close()
    CrashPlan.report(
      "D6: a snapshot cut off after \(places.count) of its \(kept.bytes.count) bytes: found each time, and the group is what its log says")
  }
}
