import EventStore
import Foundation
import HearthProtocol
import PostgresStore
import SQLiteStore
import Sealing
import Support
import TestPostgres
import Testing

@testable import HearthServer

/// What receipts' files must do wherever they lie: in a folder or in PostgreSQL, in plain or sealed (SPEC AT-01, AT-04,
/// AT-07).
@Suite struct AttachmentContractTests {
  /// A place for files.
  enum Place: String, CaseIterable {
    case folder, sealedFolder, table, sealedTable

    var isSealed: Bool { self == .sealedFolder || self == .sealedTable }
  }

  private final class Home {
    let place: Place
    private let folder: TemporaryFolder
    private let sealer: (any FileSealing)?
    let database: PostgresStore?
    let schema = PostgresServer.freshSchema()

    init(_ place: Place) throws {
      self.place = place
      folder = try TemporaryFolder()
      let key = place.isSealed ? EncryptionKey(bytes: [UInt8](repeating: 1, count: 32)) : nil
      switch place {
      case .folder, .sealedFolder:
        database = nil
        sealer = try SQLiteStore(directory: folder.path, key: key).fileSealer
      case .table, .sealedTable:
        let store = try PostgresStore(PostgresSettings(address: PostgresServer.shared.get().address, schema: schema), key: key)
        database = store
        sealer = store.fileSealer
      }
    }

    /// As the next process finds it.
    func open(_ quota: AttachmentFolder.Quota = .init()) throws -> AttachmentFolder {
      let files =
        database.map { AttachmentFolder(in: $0, quota: quota, sealer: sealer) }
        ?? AttachmentFolder(dataFolder: folder.path, quota: quota, sealer: sealer)
      try files.prepare()
      return files
    }
  }

  private let group: GroupID
  private let minor = Lane.minor(MemberID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001))

  init() throws { group = try #require(GroupID(Fresh.id())) }

  private func content(_ count: Int, _ seed: UInt8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ seed }
  }

  private func arrive(
    _ content: [UInt8], in files: AttachmentFolder, _ lane: Lane = .shared, pieces: Int = 300_001
  ) throws -> ArrivingAttachment {
    var arriving = try files.begin(ContentHash(of: content), of: group, lane, sizeBytes: content.count)
    for start in stride(from: 0, to: content.count, by: pieces) {
      try files.add(Array(content[start..<min(content.count, start + pieces)]), to: &arriving)
    }
    return arriving
  }

  @Test("AT-01 What was kept is read again as it was, whole and from anywhere, by the next process too", arguments: Place.allCases)
  func roundTrip(place: Place) throws {
    let home = try Home(place)
    let files = try home.open()
    // Around the bounds of pieces and segments, and more than one of each.
    let sizes = [1, 32 << 10, (32 << 10) + 1, (256 << 10) - 1, 256 << 10, (256 << 10) + 1, 700_000]
    for (number, size) in sizes.enumerated() {
      let bytes = content(size, UInt8(number))
      let hash = ContentHash(of: bytes)
      #expect(try files.keep(arrive(bytes, in: files)))
      #expect(try !files.keep(arrive(bytes, in: files)), "it is there already")
      let again = try home.open()
      #expect(again.size(of: hash, in: group) == size)
      #expect(try again.verifies(hash, of: group))
      #expect(try again.read(hash, of: group, from: 0, count: size + 10) == bytes)
      for start in [0, size / 2, size - 1] {
        #expect(try again.read(hash, of: group, from: start, count: 70_000) == Array(bytes[start...].prefix(70_000)))
      }
      #expect(try again.read(hash, of: group, from: size, count: 10).isEmpty)
    }
    #expect(try files.attachments(of: group).count == sizes.count)
    #expect(files.use(of: group).count == sizes.count && files.use(of: group).bytes == sizes.reduce(0, +))
    if let store = home.database {
      let longest = try PostgresServer.shared.get().psql("SELECT max(octet_length(bytes)) FROM \(home.schema).file_piece")
      #expect(longest == "\(256 << 10)", "AT-01: a piece is 256 KiB at most")
      store.close()
    }
  }

  @Test("What is other than announced, was given up, or had not arrived when the process ended leaves no trace", arguments: Place.allCases)
  func noTrace(place: Place) throws {
    let home = try Home(place)
    let files = try home.open()
    let bytes = content(300_000, 1)
    var other = try files.begin(ContentHash(of: [1]), of: group, sizeBytes: bytes.count)
    try files.add(bytes, to: &other)
    #expect(throws: AttachmentFailure.otherContent) { try files.keep(other) }
    files.discard(try arrive(bytes, in: files))
    _ = try arrive(bytes, in: files)
    #expect(try files.attachments(of: group).isEmpty && files.size(of: ContentHash(of: bytes), in: group) == nil)
    _ = try home.open()
    if home.database != nil {
      let left = try PostgresServer.shared.get().psql(
        "SELECT (SELECT count(*) FROM \(home.schema).file) + (SELECT count(*) FROM \(home.schema).file_piece)")
      #expect(left == "0")
    }
  }

  @Test(
    "AT-07 A minor's files lie apart; AT-04 each lane and all together have their bounds; a deleted group has none",
    arguments: Place.allCases)
  func boundsAndDeletion(place: Place) throws {
    let home = try Home(place)
    var quota = AttachmentFolder.Quota()
    (quota.bytesMax, quota.countMax, quota.serverBytesMax) = (100, 2, 150)
    let files = try home.open(quota)
    #expect(try files.keep(arrive(content(100, 1), in: files)))
    #expect(throws: AttachmentFailure.quotaReached) { try arrive(content(1, 2), in: files) }
    #expect(try files.keep(arrive(content(49, 1), in: files, minor)))
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive(content(2, 3), in: files, minor) }
    #expect(try files.lanes(of: group) == [.shared, minor] && files.groups() == [group])
    #expect(files.size(of: ContentHash(of: content(49, 1)), in: group) == nil)
    #expect(try files.read(ContentHash(of: content(49, 1)), of: group, minor, from: 0, count: 100) == content(49, 1))
    // Counted anew, and one byte of it is left.
    let next = try home.open(quota)
    #expect(throws: AttachmentFailure.serverQuotaReached) { try arrive(content(2, 3), in: next, minor) }
    #expect(try next.keep(arrive(content(1, 3), in: next, minor)))
    try next.delete(group)
    #expect(next.groups().isEmpty)
    #expect(try next.attachments(of: group, minor).isEmpty && next.attachments(of: group).isEmpty)
  }

  @Test("A file that was changed in the database does not open, where it is sealed")
  func altered() throws {
    let home = try Home(.sealedTable)
    let files = try home.open()
    let bytes = content(40_000, 1)
    #expect(try files.keep(arrive(bytes, in: files)))
    #expect(try files.verifies(ContentHash(of: bytes), of: group))
    let server = try PostgresServer.shared.get()
    let needle = bytes.prefix(32).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(try server.psql("SELECT count(*) FROM \(home.schema).file_piece WHERE encode(bytes, 'hex') LIKE '%\(needle)%'") == "0")
    try server.psql("UPDATE \(home.schema).file_piece SET bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1)")
    #expect(throws: AttachmentFailure.self) { try files.verifies(ContentHash(of: bytes), of: group) }
    try server.psql("DELETE FROM \(home.schema).file_piece")
    #expect(throws: AttachmentFailure.self) { try files.verifies(ContentHash(of: bytes), of: group) }
  }

  @Test(
    "GR-08 An export of a deleted group is kept in the store, replaced by a later one, and outlives the group's files",
    arguments: [false, true])
  func exports(isSealed: Bool) throws {
    let home = try Home(isSealed ? .sealedTable : .table)
    let store = try #require(home.database)
    let server = try TestServer(store)
    let id = try #require(GroupID(try server.register("Asha").createGroup()))
    server.stop()
    let files = try home.open()
    let exports = ExportFolder(in: store, sealer: store.fileSealer)
    for _ in 0..<2 { try exports.export(id, from: store, files) }
    try store.purge(id, at: 1)
    try files.delete(id)
    let folder = try TemporaryFolder()
    #expect(try exports.copy(id, to: folder.path + "/group.hearth"))
    #expect(try !exports.copy(group, to: folder.path + "/none.hearth"))
    let check = try BundleCheck(try BundleFile.source(folder.path + "/group.hearth"))
    #expect(check.figures.group == id && check.figures.events > 0)
    #expect(try PostgresServer.shared.get().psql("SELECT count(*) FROM \(home.schema).file") == "1")
  }

  @Test(
    "The server's key is made once, sealed where there is a key, and is the same for every node; a store with groups gets no new one",
    arguments: [false, true])
  func serverKey(isSealed: Bool) throws {
    let home = try Home(isSealed ? .sealedTable : .table)
    let store = try #require(home.database)
    #expect(throws: ServerFailure.self) { try ServerKey.load(from: store, sealer: store.fileSealer, isNew: false) }
    let made = try ServerKey.load(from: store, sealer: store.fileSealer, isNew: true)
    #expect(made.count == 32)
    #expect(try ServerKey.load(from: store, sealer: store.fileSealer, isNew: false) == made)
    let kept = try #require(try store.serverSecret())
    #expect((kept == made) == !isSealed)
    #expect(try store.keepServerSecret([1]) == kept)
  }
}
