import EventStore
import HearthProtocol

/// How a file is sealed: in segments, so that it is written as it arrives and read from anywhere.
///
/// Each segment is bound to its place and to the whole file's length: none can be changed, moved, left out or added at
/// the end.
struct SealedFile: Sendable {
  // Limit: bytes of a segment. As many are read for a member at once, so that each is opened once.
  static let segmentBytes = AttachmentExchange.pieceBytes

  private let sealer: any FileSealing

  init(_ sealer: any FileSealing) { self.sealer = sealer }

  /// The length of a segment on the disk; the last is shorter.
  var sealedBytes: Int { Self.segmentBytes + overheadBytes }

  /// What sealing adds to a segment.
  var overheadBytes: Int { sealer.overheadBytes }

  /// The length of what a file of so many bytes says.
  func contentBytes(ofFileBytes count: Int) -> Int {
    let segments = (count + sealedBytes - 1) / sealedBytes
    return max(0, count - segments * sealer.overheadBytes)
  }

  /// Reads at most `count` bytes of what a file says, from an offset on.
  ///
  /// - Parameters:
  ///   - file: whose and which file, and how long what it says is.
  ///   - read: gives bytes as they lie on the disk, by offset and count.
  func read(
    _ file: FileSegment, from offset: Int, count: Int, _ read: (Int, Int) throws(AttachmentFailure) -> [UInt8]
  ) throws(AttachmentFailure) -> [UInt8] {
    let end = min(file.sizeBytes, offset + count)
    var content: [UInt8] = []
    var segment = file
    while offset + content.count < end {
      let position = offset + content.count
      segment.index = position / Self.segmentBytes
      let opened = try open(try read(segment.index * sealedBytes, sealedBytes), as: segment)
      let skipped = position - segment.index * Self.segmentBytes
      guard opened.count > skipped else { throw .otherContent }
      content += opened[skipped...].prefix(end - position)
    }
    return content
  }

  /// Opens a segment.
  func open(_ sealed: [UInt8], as segment: FileSegment) throws(AttachmentFailure) -> [UInt8] {
    do {
      if let opened = try sealer.open(sealed, as: segment) { return opened }
    } catch {
      throw AttachmentFailure(store: error)
    }
    throw .broken("part \(segment.index) of the file does not open with its key, so it was altered or moved")
  }
}

/// Cuts a file into segments and seals them, as it comes.
struct SegmentWriter: Sendable {
  private let sealer: any FileSealing
  private var segment: FileSegment
  /// What does not fill a segment yet.
  private var waiting: [UInt8] = []

  /// - Parameter first: the file's first segment.
  init(_ sealer: any FileSealing, first: FileSegment) {
    self.sealer = sealer
    segment = first
  }

  /// Takes the next bytes.
  ///
  /// - Parameter isLast: whether no others follow.
  /// - Returns: what is to be written.
  mutating func take(_ bytes: [UInt8], isLast: Bool = false) throws(AttachmentFailure) -> [UInt8] {
    waiting += bytes
    var sealed: [UInt8] = []
    var rest = waiting[...]
    while rest.count >= SealedFile.segmentBytes || (isLast && !rest.isEmpty) {
      do {
        sealed += try sealer.seal(Array(rest.prefix(SealedFile.segmentBytes)), as: segment)
      } catch {
        throw AttachmentFailure(store: error)
      }
      segment.index += 1
      rest = rest.dropFirst(SealedFile.segmentBytes)
    }
    waiting = Array(rest)
    return sealed
  }
}
