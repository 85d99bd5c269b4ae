import EventStore
import Foundation
import HearthProtocol
import Room
import SQLiteStore

// The same group in the store that a server has: a file of SQLite, in plain and encrypted.
extension Bench {
  /// How long opening takes from a file in a folder of its own, which is removed again. The system keeps what was just
  /// written in memory, so no figure depends on the disk.
  func openingFromFiles() throws -> [Figure] {
    try openingFromFile("sqlite", key: nil) + openingFromFile("encrypted", key: EncryptionKey(bytes: 0..<32))
  }

  private func openingFromFile(_ name: String, key: EncryptionKey?) throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let written = try SQLiteStore(directory: folder.path, key: key)
    try copy(to: written)
    try written.close()
    let store = try SQLiteStore(directory: folder.path, key: key)
    let figures =
      try opening("open-from-snapshot-\(name)-ms", store) { try GroupHistory.load(Wishes.group, from: $0) }
      + opening("open-from-log-\(name)-ms", store) { try GroupHistory.replay(Wishes.group, from: $0) }
    try store.close()
    return figures
  }

  /// Brings the log and its snapshot from memory to the disk.
  private func copy(to disk: SQLiteStore) throws {
    var last = GroupSequence.start
    while true {
      // Limit: as many as a transaction holds without any trouble.
      let page = try store.read(Wishes.group, after: last, limit: 1_000)
      guard let end = page.last else { break }
      for result in disk.append([AppendBatch(group: Wishes.group, expected: last, events: page)]) { try result.get() }
      last = end.sequence
    }
    if let snapshot = try store.loadSnapshot(Wishes.group) { try disk.saveSnapshot(snapshot) }
  }
}
