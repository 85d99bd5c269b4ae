import EventStore
import Foundation
import HearthProtocol
import HearthServer
import SQLiteStore
import Support
import Testing

/// Receipts' files of an encrypted folder.
@Suite struct SealedAttachmentTests {
  private let home: TemporaryFolder
  private let store: SQLiteStore
  private let folder: AttachmentFolder
  private let group: GroupID
  private let other: GroupID

  init() throws {
    home = try TemporaryFolder()
    store = try SQLiteStore(directory: home.path, key: EncryptionKey(bytes: [UInt8](repeating: 1, count: 32)))
    folder = AttachmentFolder(dataFolder: home.path, quota: .none, sealer: store.fileSealer)
    try folder.prepare()
    group = try #require(GroupID(Fresh.id()))
    other = try #require(GroupID(Fresh.id()))
  }

  /// Readable, and different everywhere.
  private func content(_ count: Int) -> [UInt8] {
    (0..<count / 8 + 1).flatMap { Array(String(10_000_000 + $0).utf8) }.prefix(count).map(\.self)
  }

  @discardableResult
  private func keep(_ content: [UInt8], in folder: AttachmentFolder, pieces: Int = 10_007) throws -> ContentHash {
    let hash = ContentHash(of: content)
    var arriving = try folder.begin(hash, of: group, sizeBytes: content.count)
    for start in stride(from: 0, to: content.count, by: pieces) {
      try folder.add(Array(content[start..<min(content.count, start + pieces)]), to: &arriving)
    }
    #expect(try folder.keep(arriving))
    return hash
  }

  private func path(_ hash: ContentHash, _ suffix: String = ".sealed") -> String { "\(home.path)/attachments/\(group)/\(hash)\(suffix)" }

  @Test(
    "AT-01 A sealed file reads back from anywhere, whatever its length and however it came",
    arguments: [1, 32_767, 32_768, 32_769, 200_000])
  func readsBack(_ count: Int) throws {
    let content = content(count)
    for pieces in [3_000, 32_768, 300_000] {
      let hash = try keep(content, in: folder, pieces: pieces)
      #expect(folder.size(of: hash, in: group) == count)
      #expect(try folder.attachments(of: group) == [hash] && folder.verifies(hash, of: group))
      for offset in [0, 1, 32_767, 32_768, count - 1, count] where offset <= count {
        #expect(try folder.read(hash, of: group, from: offset, count: 50_000) == Array(content[offset...].prefix(50_000)))
      }
      let file = try Data(contentsOf: URL(filePath: path(hash)))
      #expect(file.range(of: Data(content.prefix(8))) == nil || count < 8)
      try folder.remove(group)
    }
  }

  @Test("What was changed, cut off, put elsewhere or deleted with its group's key does not read")
  func altered() throws {
    let content = content(100_000)
    let hash = try keep(content, in: folder)
    let url = URL(filePath: path(hash))
    let sealed = try Data(contentsOf: url)
    let segment = 32_768 + (sealed.count - content.count) / 4
    #expect(sealed.count == content.count + 4 * 37)
    var changed: [Data] = stride(from: 0, to: sealed.count, by: 4_999).map { index in
      var flipped = sealed
      flipped[index] ^= 1
      return flipped
    }
    // Cut between two segments and within one, two that change places, one more at the end.
    changed += [sealed.prefix(segment), sealed.prefix(3 * segment), sealed.dropLast(1), Data(), sealed + sealed.prefix(segment)]
    changed.append(Data(sealed[segment..<2 * segment] + sealed[..<segment] + sealed[(2 * segment)...]))
    for bytes in changed {
      try bytes.write(to: url)
      #expect((try? folder.verifies(hash, of: group)) != true)
    }
    try sealed.write(to: url)
    #expect(try folder.verifies(hash, of: group))

    // Another group has a key of its own.
    let strange = "\(home.path)/attachments/\(other)"
    try FileManager.default.createDirectory(atPath: strange, withIntermediateDirectories: true)
    try sealed.write(to: URL(filePath: "\(strange)/\(hash).sealed"))
    #expect(throws: AttachmentFailure.self) { try folder.verifies(hash, of: other) }
    try store.purge(group, at: 1)
    #expect(throws: AttachmentFailure.self) { try folder.verifies(hash, of: group) }
    #expect(throws: AttachmentFailure.self) { try keep([1, 2, 3], in: folder) }
  }

  @Test("AT-07 A file of a minor's lane opens there and nowhere else, and is sealed with all others when a folder is encrypted")
  func ofMinors() throws {
    let (riya, kabir) = (Lane.minor(MemberID(high: 1, low: 1)), Lane.minor(MemberID(high: 1, low: 2)))
    let plain = AttachmentFolder(dataFolder: home.path)
    let content = content(70_000)
    let hash = ContentHash(of: content)
    var arriving = try plain.begin(hash, of: group, riya, sizeBytes: content.count)
    try plain.add(content, to: &arriving)
    #expect(try plain.keep(arriving) && plain.lanes(of: group) == [.shared, riya] && plain.attachments(of: group).isEmpty)
    #expect(try folder.take(over: plain) { _ in false } == 1)
    #expect(try plain.attachments(of: group, riya).isEmpty && folder.attachments(of: group, riya) == [hash])
    #expect(try folder.verifies(hash, of: group, riya) && folder.size(of: hash, in: group, riya) == content.count)
    let root = "\(home.path)/attachments/\(group)"
    let sealed = try Data(contentsOf: URL(filePath: "\(root)/minor-\(MemberID(high: 1, low: 1))/\(hash).sealed"))
    #expect(sealed.range(of: Data(content.prefix(8))) == nil)
    // Moved on the disk, it opens for nobody.
    let other = "\(root)/minor-\(MemberID(high: 1, low: 2))"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    for (path, lane) in [(root, Lane.shared), (other, kabir)] {
      try sealed.write(to: URL(filePath: "\(path)/\(hash).sealed"))
      #expect(throws: AttachmentFailure.self) { try folder.verifies(hash, of: group, lane) }
    }
    try folder.delete(group)
    #expect(!FileManager.default.fileExists(atPath: root))
  }

  @Test("Files in plain are sealed one by one, those of a deleted group are removed, and what was done is not done again")
  func takesOver() throws {
    let plain = AttachmentFolder(dataFolder: home.path)
    let contents = [content(5), content(70_000)]
    let hashes = try contents.map { try keep($0, in: plain) }
    let gone = "\(home.path)/attachments/\(other)"
    try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: gone + "/\(ContentHash(of: [1]))"))
    try store.purge(other, at: 1)
    // As if it had broken off behind the first: sealed, and still there in plain.
    try keep(contents[0], in: folder)
    func take() throws -> Int { try folder.take(over: plain) { (group) throws(StoreFailure) in try store.isPurged(group) } }
    #expect(try take() == 2)
    #expect(try plain.attachments(of: group).isEmpty && !FileManager.default.fileExists(atPath: gone))
    for (hash, content) in zip(hashes, contents) {
      #expect(!FileManager.default.fileExists(atPath: path(hash, "")))
      #expect(try folder.read(hash, of: group, from: 0, count: 100_000) == content)
    }
    #expect(try take() == 0)
  }
}

/// Exports of groups that were deleted, in an encrypted folder.
@Suite struct SealedExportTests {
  @Test("GR-08 A deleted group's export is sealed with the folder's key, outlives the group's, and is read whole or not at all")
  func outlives() throws {
    let home = try TemporaryFolder()
    let store = try SQLiteStore(directory: home.path, key: EncryptionKey(bytes: [UInt8](repeating: 1, count: 32)))
    let attachments = AttachmentFolder(dataFolder: home.path, sealer: store.fileSealer)
    try attachments.prepare()
    let group = try #require(GroupID(Fresh.id()))
    let lane = Lane.shared
    let bytes = Array("Vegetables for grandmother, ".utf8)
    var events: [StoredEvent] = []
    var hash = LaneHash.genesis(group: group, lane: lane)
    for number: UInt64 in 1...4_000 {
      let event = bytes + Array("\(number)".utf8)
      hash = hash.next(stored: event)
      events.append(
        StoredEvent(sequence: GroupSequence(number), lane: lane, position: LanePosition(number), bytes: event, hash: hash))
    }
    #expect(store.append([AppendBatch(group: group, expected: .start, events: events)]).allSatisfy { (try? $0.get()) != nil })
    var bundle: [UInt8] = []
    _ = try GroupExport.write(group, from: store, attachments) { (more) throws(ServerFailure) in bundle += more }
    // More than a segment.
    #expect(bundle.count > 100_000)

    let exports = ExportFolder(dataFolder: home.path, sealer: store.fileSealer)
    let path = try GroupPurge.run(group, at: 1, store, store, attachments, exports)
    let sealed = try Data(contentsOf: URL(filePath: path))
    #expect(path.hasSuffix(".sealed") && sealed.range(of: Data(bytes)) == nil && Data(bundle).range(of: Data(bytes)) != nil)
    let file = home.path + "/out.hearth"
    #expect(try exports.copy(group, to: file))
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(bundle))
    try FileManager.default.removeItem(atPath: file)
    for index in stride(from: 0, to: sealed.count, by: 9_973) {
      var flipped = sealed
      flipped[index] ^= 1
      try flipped.write(to: URL(filePath: path))
      #expect(throws: ServerFailure.self) { try exports.copy(group, to: file) }
    }
    #expect(!FileManager.default.fileExists(atPath: file))

    // One in plain is sealed when the folder is.
    let plain = ExportFolder(dataFolder: home.path)
    try FileManager.default.removeItem(atPath: path)
    try Data(bundle).write(to: URL(filePath: plain.path(of: group)))
    #expect(try exports.take(over: plain) == 1)
    #expect(try exports.copy(group, to: file) && !plain.copy(group, to: file))
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(bundle))
    #expect(try exports.take(over: plain) == 0)
  }
}
