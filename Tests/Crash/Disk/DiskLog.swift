import Foundation

/// What happened below the shim's folder, in order, as `Shim/shim.c` wrote it down. Files are named by their inodes,
/// paths begin below the folder.
struct DiskLog {
  /// One thing that happened.
  enum Change {
    case opened(file: UInt64, path: String)
    case created(file: UInt64, path: String)
    case written(file: UInt64, offset: Int, bytes: Data)
    case truncated(file: UInt64, size: Int)
    case synced(file: UInt64)
    case syncFailed(file: UInt64)
    case renamed(from: String, to: String)
    case linked(from: String, to: String)
    case unlinked(String)
    case folderMade(String)
    case folderRemoved(String)

    /// Whether the disk is another one afterwards, or more of it is durable.
    var isChange: Bool { if case .opened = self { false } else { true } }
  }

  /// A change, and the log's size in bytes before and after it.
  struct Entry {
    var change: Change
    var start: Int
    var end: Int
  }

  /// In order.
  let entries: [Entry]

  /// Reads a log; a last record that is not whole was being written when its process was killed.
  init(contentsOf path: String) throws {
    let log = try Data(contentsOf: URL(fileURLWithPath: path))
    var entries: [Entry] = []
    var start = 0
    while start + Self.headBytes <= log.count {
      let (kind, file, offset, length) = log.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self),
          Int(bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)),
          Int(bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self))
        )
      }
      let end = start + Self.headBytes + length
      guard end <= log.count else { break }
      let change = try Self.change(kind, file, offset, log.subdata(in: start + Self.headBytes..<end))
      entries.append(Entry(change: change, start: start, end: end))
      start = end
    }
    self.entries = entries
  }

  /// `struct Record` of the shim.
  private static let headBytes = 32

  private static func change(_ kind: UInt32, _ file: UInt64, _ offset: Int, _ bytes: Data) throws -> Change {
    switch kind {
    case 1: return .opened(file: file, path: text(bytes))
    case 2: return .created(file: file, path: text(bytes))
    case 3: return .written(file: file, offset: offset, bytes: bytes)
    case 4: return .truncated(file: file, size: offset)
    case 5: return .synced(file: file)
    case 6: return .syncFailed(file: file)
    case 7, 8:
      guard let middle = bytes.firstIndex(of: 0) else { throw DiskLogFlaw("a second name has no first") }
      let (from, to) = (text(bytes[..<middle]), text(bytes[(middle + 1)...]))
      return kind == 7 ? .renamed(from: from, to: to) : .linked(from: from, to: to)
    case 9: return .unlinked(text(bytes))
    case 10: return .folderMade(text(bytes))
    case 11: return .folderRemoved(text(bytes))
    default: throw DiskLogFlaw("the log has a record of the unknown kind \(kind)")
    }
  }

  private static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// What the model of the disk cannot make sense of: the shim has missed something.
struct DiskLogFlaw: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
