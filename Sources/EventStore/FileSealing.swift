import HearthProtocol

/// Seals files that lie beside the log, piece by piece, so that nobody reads them without the key of their group, or of
/// the folder.
///
/// All calls block and may be made from any thread but an event loop's.
public protocol FileSealing: Sendable {
  /// Seals a segment; the result is `overheadBytes` longer.
  func seal(_ content: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8]

  /// Opens what was sealed as this segment; nil when it was altered, moved, or its key is gone.
  func open(_ sealed: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8]?

  /// The bytes by which sealing makes a segment longer.
  var overheadBytes: Int { get }
}

/// A part of a file, and where it belongs: it opens nowhere else.
public struct FileSegment: Sendable, Hashable {
  /// The group that the file belongs to; nil: the folder itself.
  public var group: GroupID?
  /// The lane that the file belongs to: `.shared`, or a minor's.
  public var lane: Lane
  /// The hash of the whole file.
  public var file: ContentHash
  /// The length of the whole file.
  public var sizeBytes: Int
  /// Which part it is, from 0 on.
  public var index: Int

  /// Makes a segment.
  public init(group: GroupID?, lane: Lane = .shared, file: ContentHash, sizeBytes: Int, index: Int) {
    self.group = group
    self.lane = lane
    self.file = file
    self.sizeBytes = sizeBytes
    self.index = index
  }
}
