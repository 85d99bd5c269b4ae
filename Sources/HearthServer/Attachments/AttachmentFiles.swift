import EventStore
import HearthProtocol

/// Where attachments' bytes lie: in a folder, or in a store. What they mean, and who may keep how many,
/// `AttachmentFolder` knows.
///
/// All calls block.
protocol AttachmentFiles: Sendable {
  /// Makes the place, and removes what had not arrived when the last process ended.
  func prepare() throws(AttachmentFailure)
  /// The groups that have a place for files, in ascending order of their ids' text.
  func groups() throws(AttachmentFailure) -> [GroupID]
  /// The lanes of the group that may have files, in the order of lanes.
  func lanes(of group: GroupID) throws(AttachmentFailure) -> [Lane]
  /// The files of a lane in ascending order.
  func attachments(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [ContentHash]
  /// A file's bytes as it lies there; nil when the lane does not have it.
  func storedBytes(of hash: ContentHash, in group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> Int?
  /// The bytes of each file of a lane as it lies there.
  func allStoredBytes(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [Int]
  /// What the files of each group say together, in bytes, where that is known at once; nil: files have to be looked at
  /// one by one.
  ///
  /// - Parameter sealed: how they are sealed; nil: they lie in plain.
  func totals(_ sealed: SealedFile?) throws(AttachmentFailure) -> [GroupID: Int]?
  /// At most `count` bytes from an offset on, as they lie there.
  func read(_ hash: ContentHash, of group: GroupID, _ lane: Lane, from offset: Int, count: Int) throws(AttachmentFailure) -> [UInt8]
  /// Begins a file that has no name yet; ends with `name` or `discard`.
  func begin(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> AttachmentDraft
  /// Adds bytes behind those that are there.
  ///
  /// - Parameter offset: how many there are.
  func append(_ bytes: [UInt8], to draft: AttachmentDraft, at offset: Int) throws(AttachmentFailure)
  /// Gives a file its name, all its bytes being durable.
  ///
  /// - Returns: false when the lane has it already.
  func name(_ draft: AttachmentDraft, _ hash: ContentHash, of group: GroupID, _ lane: Lane, storedBytes: Int) throws(AttachmentFailure)
    -> Bool
  /// When this returns no power cut takes the name away.
  func confirm(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure)
  /// Forgets a file that has no name.
  func discard(_ draft: AttachmentDraft)
  /// Removes a file.
  func remove(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure)
  /// Removes a group's files.
  func remove(_ group: GroupID) throws(AttachmentFailure)
  /// When this returns no power cut brings back what was removed.
  func confirmRemoval() throws(AttachmentFailure)
}

/// A file that has no name yet.
enum AttachmentDraft: Sendable {
  /// By its path.
  case file(String)
  /// In a store.
  case row(FileNumber)
}
