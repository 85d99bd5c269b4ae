import EventStore
import Foundation
import Glibc
import HearthProtocol
import Locking

/// Keeps receipts' files beside the log, those of a minor's lane apart from the group's (SPEC AT-01, AT-07): in the
/// data folder (`FolderFiles`), or in the tables of a store that has none (`TableFiles`).
///
/// A file that has its name is complete, is what its name says, and survives a power cut; it is never changed. Where
/// there is a key a file is sealed in segments; its hash is of what it says, not of what is stored. All calls block and
/// may be made from any thread but an event loop's.
public final class AttachmentFolder: Sendable {
  /// How much a lane of a group may keep, and how much all groups together.
  public struct Quota: Sendable {
    /// Limit: bytes of the attachments of one lane of a group; past it a new one is answered 507.
    public var bytesMax = 1 << 30
    /// Limit: attachments of one lane of a group; past it a new one is answered 507.
    public var countMax = 10_000
    /// Limit: bytes of all groups' attachments together; past it a new one is answered 507.
    public var serverBytesMax = 64 << 30

    /// The defaults.
    public init() {}

    /// No bounds: for what was taken already.
    public static var none: Quota {
      var quota = Quota()
      quota.bytesMax = .max
      quota.countMax = .max
      quota.serverBytesMax = .max
      return quota
    }
  }

  let files: any AttachmentFiles
  private let quota: Quota
  /// nil: files lie in plain.
  private let sealer: (any FileSealing)?
  /// What lanes keep into which something is arriving or wants to; known until nothing is.
  private let usages = Locked<[Pool: Usage]>([:])
  /// What all groups keep together.
  private let total: AttachmentTotal
  /// Groups that were deleted since this was made.
  private let deleted = Locked<Set<GroupID>>([])

  /// What has a quota of its own, so that nobody can tell from the group's what a minor's lane keeps.
  private struct Pool: Hashable, Sendable {
    var group: GroupID
    var lane: Lane
  }

  private struct Usage: Sendable {
    /// Arrivals, and those that are about to become one.
    var users = 0
    /// Whether the files have been counted. Nothing is kept before that, so that who counts first counts all.
    var isCounted = false
    var bytes = 0
    var count = 0
    var arrivingBytes = 0
    var arrivingCount = 0
  }

  /// Names the folder and touches nothing.
  ///
  /// - Parameter sealer: of an encrypted data folder.
  public convenience init(dataFolder: String, quota: Quota = Quota(), sealer: (any FileSealing)? = nil) {
    self.init(FolderFiles(dataFolder: dataFolder, isSealed: sealer != nil), quota: quota, sealer: sealer)
  }

  /// Keeps them in a store.
  ///
  /// - Parameter sealer: of an encrypted store.
  public convenience init(in store: any FileStore, quota: Quota = Quota(), sealer: (any FileSealing)? = nil) {
    self.init(TableFiles(store), quota: quota, sealer: sealer)
  }

  private init(_ files: any AttachmentFiles, quota: Quota, sealer: (any FileSealing)?) {
    self.files = files
    self.quota = quota
    self.sealer = sealer
    total = AttachmentTotal(bytesMax: quota.serverBytesMax)
  }

  /// Makes the folder, and removes what had not arrived when the last process ended. For the data folder's one writer.
  public func prepare() throws(AttachmentFailure) { try files.prepare() }

  // MARK: Reading

  /// The attachments of a lane of the group in ascending order; none when it has no folder.
  public func attachments(of group: GroupID, _ lane: Lane = .shared) throws(AttachmentFailure) -> [ContentHash] {
    try files.attachments(of: group, lane)
  }

  /// The lanes of the group that may have attachments, in the order of lanes.
  public func lanes(of group: GroupID) throws(AttachmentFailure) -> [Lane] { try files.lanes(of: group) }

  /// The groups that have a folder, in ascending order of their ids' text.
  public func groups() -> [GroupID] { (try? files.groups()) ?? [] }

  /// The attachment's length in bytes; nil when the lane does not have it, or that cannot be said now.
  public func size(of hash: ContentHash, in group: GroupID, _ lane: Lane = .shared) -> Int? {
    (try? knownSize(of: hash, in: group, lane)) ?? nil
  }

  /// The lengths in bytes of all attachments of a lane.
  func sizes(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [Int] {
    try files.allStoredBytes(of: group, lane).map { size in sealer.map { SealedFile($0).contentBytes(ofFileBytes: size) } ?? size }
  }

  /// The attachment's length in bytes; nil when the lane does not have it.
  public func knownSize(of hash: ContentHash, in group: GroupID, _ lane: Lane = .shared) throws(AttachmentFailure) -> Int? {
    guard let size = try files.storedBytes(of: hash, in: group, lane) else { return nil }
    return sealer.map { SealedFile($0).contentBytes(ofFileBytes: size) } ?? size
  }

  /// At most `count` of the attachment's bytes from an offset on.
  public func read(
    _ hash: ContentHash, of group: GroupID, _ lane: Lane = .shared, from offset: Int, count: Int
  ) throws(AttachmentFailure) -> [UInt8] {
    guard let sealer else { return try files.read(hash, of: group, lane, from: offset, count: count) }
    guard let size = try knownSize(of: hash, in: group, lane) else { throw .broken("there is no attachment \(hash) of group \(group)") }
    let file = FileSegment(group: group, lane: lane, file: hash, sizeBytes: size, index: 0)
    return try SealedFile(sealer).read(file, from: offset, count: count) { (offset, count) throws(AttachmentFailure) in
      try files.read(hash, of: group, lane, from: offset, count: count)
    }
  }

  /// Reads the whole attachment: whether its bytes are what its name says.
  public func verifies(_ hash: ContentHash, of group: GroupID, _ lane: Lane = .shared) throws(AttachmentFailure) -> Bool {
    var hasher = ContentHasher()
    var offset = 0
    while true {
      // Limit: 1 MiB at once.
      let bytes = try read(hash, of: group, lane, from: offset, count: 1 << 20)
      if bytes.isEmpty { return hasher.hash == hash }
      hasher.update(bytes)
      offset += bytes.count
    }
  }

  // MARK: Writing

  /// Begins to take an attachment of so many bytes, and keeps space for it in the lane's quota. Ends with `keep` or
  /// `discard`.
  ///
  /// - Parameter lane: `.shared`, or a minor's.
  public func begin(
    _ hash: ContentHash, of group: GroupID, _ lane: Lane = .shared, sizeBytes: Int
  ) throws(AttachmentFailure) -> ArrivingAttachment {
    countAll()
    let isKnown = try knownSize(of: hash, in: group, lane) != nil
    if !isKnown { try reserve(sizeBytes, of: Pool(group: group, lane: lane)) }
    var arriving = ArrivingAttachment(hash: hash, group: group, lane: lane, sizeBytes: sizeBytes, hasSpace: !isKnown)
    do throws(AttachmentFailure) {
      arriving.draft = try files.begin(hash, of: group, lane)
    } catch {
      release(arriving, keeps: false)
      throw error
    }
    arriving.segments = sealer.map {
      SegmentWriter($0, first: FileSegment(group: group, lane: lane, file: hash, sizeBytes: sizeBytes, index: 0))
    }
    return arriving
  }

  /// Adds bytes to what is arriving.
  public func add(_ bytes: [UInt8], to arriving: inout ArrivingAttachment) throws(AttachmentFailure) {
    try append(arriving.segments?.take(bytes) ?? bytes, to: &arriving)
    arriving.arrivedBytes += bytes.count
    arriving.hasher.update(bytes)
  }

  private func append(_ bytes: [UInt8], to arriving: inout ArrivingAttachment) throws(AttachmentFailure) {
    guard !bytes.isEmpty, let draft = arriving.draft else { return }
    try files.append(bytes, to: draft, at: arriving.storedBytes)
    arriving.storedBytes += bytes.count
  }

  /// Gives what has arrived its name, durably; what is not what it was announced as leaves no trace.
  ///
  /// - Returns: false when the lane had it already.
  public func keep(_ arriving: ArrivingAttachment) throws(AttachmentFailure) -> Bool {
    var isKept = false
    defer { if !isKept { discard(arriving) } }
    guard arriving.arrivedBytes == arriving.sizeBytes, arriving.hasher.hash == arriving.hash else { throw .otherContent }
    guard let draft = arriving.draft else { throw .otherContent }
    let (hash, group, lane) = (arriving.hash, arriving.group, arriving.lane)
    guard try knownSize(of: hash, in: group, lane) == nil else {
      // Its sender may not have come to this.
      try files.confirm(hash, of: group, lane)
      return false
    }
    var arriving = arriving
    if let rest = try arriving.segments?.take([], isLast: true) { try append(rest, to: &arriving) }
    // A group that was deleted while this arrived gets no folder again.
    guard !deleted.withLock({ $0.contains(group) }) else { throw .otherContent }
    // Two of the same may arrive at once: one of them gets the name, and the other is no longer needed.
    guard try files.name(draft, hash, of: group, lane, storedBytes: arriving.storedBytes) else {
      try files.confirm(hash, of: group, lane)
      return false
    }
    isKept = true
    release(arriving, keeps: true)
    try files.confirm(hash, of: group, lane)
    // It may have been deleted since the look above, and then either look sees it.
    if deleted.withLock({ $0.contains(group) }) { try remove(group) }
    return true
  }

  /// Forgets what is arriving.
  public func discard(_ arriving: ArrivingAttachment) {
    if let draft = arriving.draft { files.discard(draft) }
    release(arriving, keeps: false)
  }

  /// Removes the attachments of a group that is deleted, durably, and keeps none for it any more.
  public func delete(_ group: GroupID) throws(AttachmentFailure) {
    deleted.withLock { _ = $0.insert(group) }
    try remove(group)
  }

  /// Seals files that lie there in plain, and removes them so. What has been done is not done again.
  ///
  /// - Parameter isGone: whether a group was deleted.
  /// - Returns: how many.
  public func take(over plain: AttachmentFolder, isGone: (GroupID) throws(StoreFailure) -> Bool) throws(AttachmentFailure) -> Int {
    try take(plain, removes: true, isGone: isGone)
  }

  /// Copies all that another one keeps. What has been copied is not copied again.
  ///
  /// - Parameter isGone: whether a group was deleted.
  /// - Returns: how many there are.
  public func copy(_ other: AttachmentFolder, isGone: (GroupID) throws(StoreFailure) -> Bool) throws(AttachmentFailure) -> Int {
    try take(other, removes: false, isGone: isGone)
  }

  private func take(
    _ plain: AttachmentFolder, removes: Bool, isGone: (GroupID) throws(StoreFailure) -> Bool
  ) throws(AttachmentFailure) -> Int {
    var count = 0
    for group in plain.groups() {
      let isDeleted: Bool
      do {
        isDeleted = try isGone(group)
      } catch {
        throw AttachmentFailure(store: error)
      }
      guard !isDeleted else {
        if removes { try plain.remove(group) }
        continue
      }
      for lane in try plain.lanes(of: group) { count += try take(plain, group, lane, removes: removes) }
    }
    return count
  }

  private func take(_ plain: AttachmentFolder, _ group: GroupID, _ lane: Lane, removes: Bool) throws(AttachmentFailure) -> Int {
    var count = 0
    for hash in try plain.attachments(of: group, lane) {
      guard let size = plain.size(of: hash, in: group, lane) else { continue }
      if !removes, try knownSize(of: hash, in: group, lane) != nil {
        count += 1
        continue
      }
      var arriving = try begin(hash, of: group, lane, sizeBytes: size)
      do throws(AttachmentFailure) {
        while arriving.arrivedBytes < size {
          // Limit: 1 MiB at once.
          let bytes = try plain.read(hash, of: group, lane, from: arriving.arrivedBytes, count: 1 << 20)
          guard !bytes.isEmpty else { throw AttachmentFailure.otherContent }
          try add(bytes, to: &arriving)
        }
      } catch {
        discard(arriving)
        throw error
      }
      _ = try keep(arriving)
      if removes { try plain.files.remove(hash, of: group, lane) }
      count += 1
    }
    return count
  }

  /// Removes attachments that nothing names any more, durably; those that are not there are passed over.
  public func remove(_ attachments: some Sequence<BundledFile>, of group: GroupID) throws(AttachmentFailure) {
    for attachment in attachments {
      let (hash, lane) = (attachment.hash, attachment.lane)
      guard let size = size(of: hash, in: group, lane) else { continue }
      try total.removing(size, of: group) { () throws(AttachmentFailure) in try files.remove(hash, of: group, lane) }
      try files.confirm(hash, of: group, lane)
    }
  }

  /// Removes a group's attachments, if it has any; when this returns no power cut brings them back.
  public func remove(_ group: GroupID) throws(AttachmentFailure) {
    try total.removing(group) { () throws(AttachmentFailure) in try files.remove(group) }
    try files.confirmRemoval()
  }

  // MARK: Quota

  /// Bytes that are arriving.
  var arrivingBytes: Int { total.arrivingBytes }

  /// Counts what all groups keep, unless that was done; the first attachment that begins waits for it.
  ///
  /// - Returns: the groups whose files could not be listed. They count as none, so that the others' are taken; these
  ///   groups themselves take no more.
  @discardableResult
  func countAll() -> [GroupID] {
    var totals: [GroupID: Int]?
    return total.count {
      do throws(AttachmentFailure) {
        totals = try files.totals(sealer.map { SealedFile($0) })
        return totals.map { Array($0.keys) } ?? groups()
      } catch {
        return nil
      }
    } _: { group in
      if let totals { return totals[group] }
      return try? lanes(of: group).reduce(0) { sum, lane in try sizes(of: group, lane).reduce(sum, +) }
    }
  }

  private func reserve(_ bytes: Int, of pool: Pool) throws(AttachmentFailure) {
    guard total.reserve(bytes) else { throw .serverQuotaReached }
    do throws(AttachmentFailure) {
      try reserve(bytes, inQuotaOf: pool)
    } catch {
      total.release(bytes)
      throw error
    }
  }

  private func reserve(_ bytes: Int, inQuotaOf pool: Pool) throws(AttachmentFailure) {
    let isCounted = usages.withLock { usages in
      usages[pool, default: Usage()].users += 1
      return usages[pool]?.isCounted == true
    }
    var isReserved = false
    defer { if !isReserved { change(pool) { $0.users -= 1 } } }
    var found = Usage()
    // Outside the lock, since it looks at every file.
    for size in try isCounted ? [] : sizes(of: pool.group, pool.lane) {
      found.bytes += size
      found.count += 1
    }
    isReserved = usages.withLock { [quota, found] usages in
      guard var usage = usages[pool] else { return false }
      if !usage.isCounted { (usage.isCounted, usage.bytes, usage.count) = (true, found.bytes, found.count) }
      let fits = usage.bytes + usage.arrivingBytes + bytes <= quota.bytesMax && usage.count + usage.arrivingCount < quota.countMax
      if fits {
        usage.arrivingBytes += bytes
        usage.arrivingCount += 1
      }
      usages[pool] = usage
      return fits
    }
    if !isReserved { throw .quotaReached }
  }

  private func release(_ arriving: ArrivingAttachment, keeps: Bool) {
    if keeps { total.kept(arriving.sizeBytes, of: arriving.group) }
    guard arriving.hasSpace else { return }
    total.release(arriving.sizeBytes)
    change(Pool(group: arriving.group, lane: arriving.lane)) { usage in
      usage.users -= 1
      usage.arrivingBytes -= arriving.sizeBytes
      usage.arrivingCount -= 1
      if keeps {
        usage.bytes += arriving.sizeBytes
        usage.count += 1
      }
    }
  }

  /// Changes a lane's usage, and forgets it when nobody is there any more.
  private func change(_ pool: Pool, _ body: (inout Usage) -> Void) {
    usages.withLock { usages in
      guard var usage = usages[pool] else { return }
      body(&usage)
      usages[pool] = usage.users == 0 ? nil : usage
    }
  }
}

/// An attachment that is still arriving; passed from call to call by whoever takes it.
public struct ArrivingAttachment: Sendable {
  /// What it is to be.
  public let hash: ContentHash
  /// Whose it is to be.
  public let group: GroupID
  /// The lane it belongs to: `.shared`, or a minor's.
  public let lane: Lane
  /// How long it is to be.
  public let sizeBytes: Int
  /// Where it lies until it has its name; nil: nowhere as yet.
  var draft: AttachmentDraft?
  /// Whether the lane's quota keeps space for it.
  let hasSpace: Bool
  /// Of a file that is sealed.
  var segments: SegmentWriter?
  var arrivedBytes = 0
  /// Bytes that were written, as they lie there.
  var storedBytes = 0
  var hasher = ContentHasher()

  init(hash: ContentHash, group: GroupID, lane: Lane, sizeBytes: Int, hasSpace: Bool) {
    self.hash = hash
    self.group = group
    self.lane = lane
    self.sizeBytes = sizeBytes
    self.hasSpace = hasSpace
  }
}
