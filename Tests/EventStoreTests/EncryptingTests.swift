import EventStore
import Foundation
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// A folder in plain becomes an encrypted one.
@Suite("Encrypting a folder")
struct EncryptingTests {
  private let folder: TemporaryFolder
  private var writer = LogWriter(Samples.group(1))
  private let batch: AppendBatch
  private let needles: [Data]

  private static let push = PushSubscription(
    endpoint: "https://push.example.com/who-is-told-here", point: [4] + [UInt8](repeating: 7, count: 64),
    secret: [UInt8](repeating: 1, count: 16), language: "en", hidesAmounts: false)

  /// More events than are read at once, snapshots of which some are deleted, and names.
  init() throws {
    folder = try TemporaryFolder()
    let webhook = (WebhookContract.key(1, 1), WebhookContract.added(1, url: "https://hooks.example.com/what-nobody-knows"))
    batch = writer.batch(1_100, payloadBytes: 200, projections: [.webhook(webhook.0, webhook.1)])
    let store = try SQLiteStore(directory: folder.path)
    #expect(store.append([batch]).map(\.failure) == [nil])
    for sequence: UInt64 in 1...5 {
      let bytes = Array("what snapshot \(sequence) says, over and over, so that it fills pages".utf8)
      try store.saveSnapshot(
        StoredSnapshot(group: writer.group, sequence: GroupSequence(sequence), bytes: Array(repeatElement(bytes, count: 200).joined())))
    }
    for number: UInt64 in 1...20 { try store.register([Samples.registration(number)]) }
    let membership = Projection.membership(identity: Samples.identity(7), group: writer.group)
    let joined = AppendBatch(group: writer.group, expected: batch.events[1_099].sequence, events: [], projections: [membership])
    #expect(store.append([joined]).map(\.failure) == [nil])
    let token = NewGroupToken(
      id: Samples.token(70), identity: Samples.identity(7), device: Samples.device(7).id, secretHash: Samples.hash(70),
      scope: TokenScope(group: writer.group, access: .read, endsAt: 9), name: "Digest of the week", createdAt: 8)
    #expect(try store.add(token) == .made)
    #expect(try store.setPush(Self.push, of: Samples.device(7).id, of: Samples.identity(7), replacing: nil))
    try store.close()
    needles =
      [batch.events[0], batch.events[700], batch.events[1_099]].map { Data($0.bytes[20..<60]) }
      + (1...5).map { Data("what snapshot \($0) says".utf8) }
      + ["Person 7", "Digest of the week", "what-nobody-knows", "who-is-told-here"].map { Data($0.utf8) }
  }

  private func isFound(_ needle: Data) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .contains { try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).range(of: needle) != nil }
  }

  private func check(_ store: SQLiteStore) throws {
    #expect(try store.read(writer.group, after: .start, limit: 2_000) == batch.events)
    #expect(try store.loadSnapshot(writer.group)?.sequence == GroupSequence(5))
    #expect(try store.token(Samples.token(7))?.displayName == "Person 7")
    #expect(try store.webhook(WebhookContract.key(1, 1))?.url == "https://hooks.example.com/what-nobody-knows")
    #expect(try store.groupTokens(of: Samples.identity(7)).map(\.name) == ["Digest of the week"])
    #expect(try store.devices(of: Samples.identity(7)).map(\.push) == [Self.push])
    #expect(try store.integrityFindings() == [])
  }

  @Test("everything is kept, and nothing stays in plain, not even what was deleted")
  func encrypts() throws {
    // Of the snapshots that were deleted the third is still there.
    #expect(try [0, 1, 2, 5, 6, 7, 8, 9, 11].filter { try !isFound(needles[$0]) } == [])
    let key = try Samples.key(1)
    let store = try SQLiteStore.encrypting(directory: folder.path, key: key)
    try check(store)
    try store.finishEncrypting(at: 1)
    try store.close()
    #expect(try needles.filter { try isFound($0) } == [])
    #expect(throws: StoreFailure.self) { try SQLiteStore(directory: folder.path) }
    let reopened = try SQLiteStore(directory: folder.path, key: key)
    try check(reopened)
    var writer = writer
    #expect(reopened.append([writer.batch(1)]).map(\.failure) == [nil])
    try reopened.close()
    #expect(throws: StoreFailure.broken("it is encrypted already, with the key \(key.id)")) {
      try SQLiteStore.encrypting(directory: folder.path, key: key)
    }
  }

  @Test("what breaks off behind the commit is served to nobody until it is gone on with")
  func breaksOff() throws {
    let key = try Samples.key(1)
    try SQLiteStore.encrypting(directory: folder.path, key: key).close()
    for readOnly in [true, false] {
      #expect {
        try SQLiteStore(directory: folder.path, key: key, readOnly: readOnly)
      } throws: {
        guard case .broken(let what)? = $0 as? StoreFailure else { return false }
        return what.contains("run hearthd keys encrypt again")
      }
    }
    #expect(throws: StoreFailure.self) { try SQLiteStore.encrypting(directory: folder.path, key: try Samples.key(2)) }
    let store = try SQLiteStore.encrypting(directory: folder.path, key: key)
    try store.finishEncrypting(at: 1)
    try store.close()
    try check(try SQLiteStore(directory: folder.path, key: key))
    #expect(try needles.filter { try isFound($0) } == [])
  }

  @Test(
    "what cannot be read is not encrypted, and nothing has changed",
    arguments: [("event", "lane = 'nobody'"), ("snapshot", "bytes = x'00'"), ("identity", "display_name = x'00'")])
  func damaged(_ table: String, _ change: String) throws {
    let store = try SQLiteStore(directory: folder.path)
    // The last row: whatever comes before it is taken back.
    try store.pool.write { try $0.execute(sql: "UPDATE \(table) SET \(change) WHERE rowid = (SELECT max(rowid) FROM \(table))") }
    try store.close()
    #expect {
      try SQLiteStore.encrypting(directory: folder.path, key: try Samples.key(1))
    } throws: {
      guard case .damaged(let what)? = $0 as? StoreFailure else { return false }
      return what.contains(table) && what.contains("nothing has changed")
    }
    let plain = try SQLiteStore(directory: folder.path)
    #expect(try plain.read(writer.group, after: .start, limit: 1_000) == Array(batch.events.prefix(1_000)))
    #expect(try plain.token(Samples.token(7))?.displayName == "Person 7")
  }
}
