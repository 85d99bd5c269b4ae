import EventStore
import HearthProtocol

/// Receipts' files in the tables of a store.
struct TableFiles: AttachmentFiles {
  private let store: any FileStore

  init(_ store: any FileStore) { self.store = store }

  private func asked<Value>(_ body: () throws(StoreFailure) -> Value) throws(AttachmentFailure) -> Value {
    do { return try body() } catch { throw AttachmentFailure(store: error) }
  }

  private func name(_ hash: ContentHash, _ group: GroupID, _ lane: Lane) -> FileName {
    FileName(group: group, shelf: .lane(lane), hash: hash)
  }

  func prepare() throws(AttachmentFailure) { try asked { () throws(StoreFailure) in try store.prepareFiles() } }

  func groups() throws(AttachmentFailure) -> [GroupID] { try asked { () throws(StoreFailure) in try store.fileGroups() } }

  func lanes(of group: GroupID) throws(AttachmentFailure) -> [Lane] {
    let lanes = try asked { () throws(StoreFailure) in try store.files(of: group) }.compactMap(Self.lane)
    return Set(lanes).union([.shared]).sorted()
  }

  private static func lane(_ file: KeptFile) -> Lane? {
    if case .lane(let lane) = file.name.shelf { lane } else { nil }
  }

  func attachments(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [ContentHash] {
    try asked { () throws(StoreFailure) in try store.files(of: group) }.filter { Self.lane($0) == lane }.map(\.name.hash).sorted()
  }

  func storedBytes(of hash: ContentHash, in group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> Int? {
    try asked { () throws(StoreFailure) in try store.file(name(hash, group, lane)) }?.sizeBytes
  }

  func allStoredBytes(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [Int] {
    try asked { () throws(StoreFailure) in try store.files(of: group) }.filter { Self.lane($0) == lane }.map(\.sizeBytes)
  }

  func totals(_ sealed: SealedFile?) throws(AttachmentFailure) -> [GroupID: Int]? {
    try asked { () throws(StoreFailure) in
      try store.fileBytes(segmentBytes: sealed?.sealedBytes ?? SealedFile.segmentBytes, overheadBytes: sealed?.overheadBytes ?? 0)
    }
  }

  func read(_ hash: ContentHash, of group: GroupID, _ lane: Lane, from offset: Int, count: Int) throws(AttachmentFailure) -> [UInt8] {
    try asked { () throws(StoreFailure) in
      guard let file = try store.file(name(hash, group, lane)) else { throw .broken("there is no attachment \(hash) of group \(group)") }
      return try store.readFile(file.number, from: offset, count: count)
    }
  }

  func begin(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> AttachmentDraft {
    .row(try asked { () throws(StoreFailure) in try store.beginFile(name(hash, group, lane)) })
  }

  func append(_ bytes: [UInt8], to draft: AttachmentDraft, at offset: Int) throws(AttachmentFailure) {
    guard case .row(let number) = draft else { return }
    try asked { () throws(StoreFailure) in try store.addToFile(number, bytes, at: offset) }
  }

  func name(
    _ draft: AttachmentDraft, _ hash: ContentHash, of group: GroupID, _ lane: Lane, storedBytes: Int
  ) throws(AttachmentFailure) -> Bool {
    guard case .row(let number) = draft else { return false }
    return try asked { () throws(StoreFailure) in
      try store.keepFile(number, as: name(hash, group, lane), sizeBytes: storedBytes)
    }
  }

  /// A name that can be read is durable.
  func confirm(_ hash: ContentHash, of group: GroupID, _ lane: Lane) {}

  /// What cannot be forgotten now is removed at the next start.
  func discard(_ draft: AttachmentDraft) {
    guard case .row(let number) = draft else { return }
    try? store.discardFile(number)
  }

  func remove(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure) {
    try asked { () throws(StoreFailure) in try store.removeFile(name(hash, group, lane)) }
  }

  func remove(_ group: GroupID) throws(AttachmentFailure) {
    try asked { () throws(StoreFailure) in try store.removeFiles(of: group) }
  }

  /// A removal that was answered is durable.
  func confirmRemoval() {}
}
