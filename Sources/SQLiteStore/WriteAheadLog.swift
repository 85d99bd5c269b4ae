import EventStore
import Glibc

/// SQLite's log beside a database, read as far as is needed to tell a torn end from damage.
///
/// SQLite takes a log's first frame whose checksum does not hold for the end: what a power cut left of the last commit.
/// A frame that has rotted since would take every commit behind it along, unsaid. The two differ in what follows: each
/// commit is synced before the next is written, so what a power cut tears is one commit; of a log that has rotted
/// several whole ones follow. Format: sqlite.org/fileformat2.html, "The Write-Ahead Log".
enum WriteAheadLog {
  private static let headBytes = 32
  private static let frameHeadBytes = 24
  /// Limit: bytes of a page that SQLite knows.
  private static let pageBytes = 512...65_536

  /// Two running sums over words, of which each continues the one of the frame before.
  private struct Checksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    init() {}

    /// As it is stored, the most significant byte first.
    init(_ bytes: [UInt8], _ offset: Int) {
      first = WriteAheadLog.word(bytes, offset)
      second = WriteAheadLog.word(bytes, offset + 4)
    }

    mutating func add(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          let words = (
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          )
          first &+= (isBigEndian ? UInt32(bigEndian: words.0) : UInt32(littleEndian: words.0)) &+ second
          second &+= (isBigEndian ? UInt32(bigEndian: words.1) : UInt32(littleEndian: words.1)) &+ first
        }
      }
    }
  }

  /// A frame as it stands there.
  private struct Frame {
    /// Whether it is of the log's present round; older ones lie behind its end.
    var isOfThisRound: Bool
    var endsCommit: Bool
    /// What it says of itself.
    var checksum: Checksum
    /// Whether it follows from the checksum of the frame before.
    var holds: Bool
  }

  /// Refuses a log that is damaged before its end.
  ///
  /// - Parameter isGrowing: whether another process may write to it. Then a frame is believed to be damaged when it
  ///   still is at a second look.
  static func requireWhole(besideDatabase database: String, isGrowing: Bool) throws(StoreFailure) {
    guard let damage = try damage(besideDatabase: database) else { return }
    if isGrowing, try self.damage(besideDatabase: database) != damage { return }
    throw .damaged(damage + "; keep a copy of the folder and restore a backup")
  }

  /// What is damaged in the log of a database; nil when nothing is, or when only its end is torn.
  private static func damage(besideDatabase database: String) throws(StoreFailure) -> String? {
    let path = database + "-wal"
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw .system("open \(path)") }
      return nil
    }
    defer { close(file) }
    guard let head = try read(file, at: 0, count: headBytes, path), head.contains(where: { $0 != 0 }) else { return nil }
    let isBigEndian = word(head, 0) & 1 == 1
    let pageBytes = Int(word(head, 8))
    var checksum = Checksum()
    checksum.add(head[..<24], isBigEndian: isBigEndian)
    // It is synced before the first frame is written, and is smaller than what a disk writes at once.
    guard word(head, 0) & ~1 == 0x377F_0682, Self.pageBytes.contains(pageBytes), checksum == Checksum(head, 24) else {
      return "the head of \(path) is damaged"
    }
    var firstBad: Int?
    var commits = 0
    var number = 0
    while let bytes = try read(file, at: headBytes + number * (frameHeadBytes + pageBytes), count: frameHeadBytes + pageBytes, path) {
      let frame = frame(bytes, of: head, after: checksum, isBigEndian: isBigEndian)
      checksum = frame.checksum
      number += 1
      if firstBad == nil, frame.holds { continue }
      firstBad = firstBad ?? number
      if !frame.holds { commits = 0 }
      if frame.isOfThisRound, frame.endsCommit { commits += 1 }
      if commits > 1, let firstBad {
        return "\(path) is damaged at frame \(firstBad), and whole commits follow that SQLite would leave out"
      }
    }
    return nil
  }

  private static func frame(_ bytes: [UInt8], of head: [UInt8], after last: Checksum, isBigEndian: Bool) -> Frame {
    var checksum = last
    checksum.add(bytes[..<8], isBigEndian: isBigEndian)
    checksum.add(bytes[frameHeadBytes...], isBigEndian: isBigEndian)
    let isOfThisRound = bytes[8..<16] == head[16..<24]
    let stored = Checksum(bytes, 16)
    return Frame(
      isOfThisRound: isOfThisRound, endsCommit: word(bytes, 4) != 0, checksum: stored, holds: isOfThisRound && checksum == stored)
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// So many bytes; nil where the file has fewer.
  private static func read(_ file: CInt, at offset: Int, count: Int, _ path: String) throws(StoreFailure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { [filled] in
        pread(file, $0.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system("read \(path)") }
      if got == 0 { return nil }
      filled += got
    }
    return bytes
  }
}
