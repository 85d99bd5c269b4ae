import EventStore
import Foundation
import Glibc
import HearthProtocol
import Locking

/// Keeps receipts' files beside the log: `attachments/GROUP/SHA256` in the data folder (SPEC AT-01), and those of a
/// minor's lane apart from the group's: `attachments/GROUP/minor-MEMBER/SHA256` (SPEC AT-07).
///
/// A file that has its name is complete, is what its name says, and survives a power cut; it is never changed. What is
/// still arriving lies in `attachments/incoming`. In an encrypted folder a file is sealed in segments and called
/// `SHA256.sealed`; the hash is of what it says, not of what lies on the disk. All calls block and may be made from any
/// thread but an event loop's.
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

  private let root: String
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

  private var incoming: String { root + "/incoming" }

  /// Names the folder and touches nothing.
  ///
  /// - Parameter sealer: of an encrypted data folder.
  public init(dataFolder: String, quota: Quota = Quota(), sealer: (any FileSealing)? = nil) {
    root = dataFolder + "/attachments"
    self.quota = quota
    self.sealer = sealer
    total = AttachmentTotal(bytesMax: quota.serverBytesMax)
  }

  /// Makes the folder, and removes what had not arrived when the last process ended. For the data folder's one writer.
  public func prepare() throws(AttachmentFailure) {
    try Self.makeFolder(root)
    try Self.makeFolder(incoming)
    let left = (try? FileManager.default.contentsOfDirectory(atPath: incoming)) ?? []
    for name in left { unlink(incoming + "/" + name) }
  }

  private func folder(of group: GroupID) -> String { root + "/" + group.description }

  private func folder(of group: GroupID, _ lane: Lane) -> String {
    switch lane {
    case .minor(let member): folder(of: group) + "/" + Self.minorPrefix + member.description
    // No other lane has attachments.
    case .shared, .admin, .income, .inbox, .account: folder(of: group)
    }
  }

  private static let minorPrefix = "minor-"

  private func path(_ hash: ContentHash, of group: GroupID, _ lane: Lane) -> String {
    folder(of: group, lane) + "/" + hash.description + suffix
  }

  private var suffix: String { sealer == nil ? "" : ".sealed" }

  // MARK: Reading

  /// The attachments of a lane of the group in ascending order; none when it has no folder.
  public func attachments(of group: GroupID, _ lane: Lane = .shared) throws(AttachmentFailure) -> [ContentHash] {
    let names = try Self.names(in: folder(of: group, lane))
    return names.filter { $0.hasSuffix(suffix) }.compactMap { ContentHash($0.dropLast(suffix.count)) }.sorted()
  }

  /// The lanes of the group that may have attachments, in the order of lanes.
  public func lanes(of group: GroupID) throws(AttachmentFailure) -> [Lane] {
    let minors = try Self.names(in: folder(of: group)).filter { $0.hasPrefix(Self.minorPrefix) }
    return [.shared] + minors.compactMap { MemberID(String($0.dropFirst(Self.minorPrefix.count))) }.sorted().map(Lane.minor)
  }

  private static func names(in folder: String) throws(AttachmentFailure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      guard !FileManager.default.fileExists(atPath: folder) else { throw .broken("cannot list \(folder)") }
      return []
    }
  }

  /// The groups that have a folder, in ascending order of their ids' text.
  public func groups() -> [GroupID] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().compactMap { GroupID($0) }
  }

  /// The attachment's length in bytes; nil when the lane does not have it.
  public func size(of hash: ContentHash, in group: GroupID, _ lane: Lane = .shared) -> Int? {
    var status = stat()
    guard lstat(path(hash, of: group, lane), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    return sealer.map { SealedFile($0).contentBytes(ofFileBytes: size) } ?? size
  }

  /// At most `count` of the attachment's bytes from an offset on.
  public func read(
    _ hash: ContentHash, of group: GroupID, _ lane: Lane = .shared, from offset: Int, count: Int
  ) throws(AttachmentFailure) -> [UInt8] {
    let path = path(hash, of: group, lane)
    guard let sealer else { return try Self.read(path, from: offset, count: count) }
    guard let size = size(of: hash, in: group, lane) else { throw .broken("cannot open \(path)") }
    let file = FileSegment(group: group, lane: lane, file: hash, sizeBytes: size, index: 0)
    return try SealedFile(sealer).read(file, from: offset, count: count) { (offset, count) throws(AttachmentFailure) in
      try Self.read(path, from: offset, count: count)
    }
  }

  static func read(_ path: String, from offset: Int, count: Int) throws(AttachmentFailure) -> [UInt8] {
    do {
      guard let file = FileHandle(forReadingAtPath: path) else { throw AttachmentFailure.broken("cannot open \(path)") }
      defer { try? file.close() }
      try file.seek(toOffset: UInt64(offset))
      return [UInt8](try file.read(upToCount: count) ?? Data())
    } catch {
      throw .broken("cannot read \(path)")
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
    let isKnown = size(of: hash, in: group, lane) != nil
    if !isKnown { try reserve(sizeBytes, of: Pool(group: group, lane: lane)) }
    var generator = SystemRandomNumberGenerator()
    let path = incoming + "/" + String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
    var arriving = ArrivingAttachment(hash: hash, group: group, lane: lane, sizeBytes: sizeBytes, path: path, hasSpace: !isKnown)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let failure = AttachmentFailure(system: "make \(path)", errno)
      release(arriving, keeps: false)
      throw failure
    }
    close(file)
    arriving.segments = sealer.map {
      SegmentWriter($0, first: FileSegment(group: group, lane: lane, file: hash, sizeBytes: sizeBytes, index: 0))
    }
    return arriving
  }

  /// Adds bytes to what is arriving.
  public func add(_ bytes: [UInt8], to arriving: inout ArrivingAttachment) throws(AttachmentFailure) {
    try append(arriving.segments?.take(bytes) ?? bytes, to: arriving)
    arriving.arrivedBytes += bytes.count
    arriving.hasher.update(bytes)
  }

  private func append(_ bytes: [UInt8], to arriving: ArrivingAttachment) throws(AttachmentFailure) {
    let file = open(arriving.path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard file >= 0 else { throw AttachmentFailure(system: "open \(arriving.path)", errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw AttachmentFailure(system: "write \(arriving.path)", errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives what has arrived its name, durably; what is not what it was announced as leaves no trace.
  ///
  /// - Returns: false when the lane had it already.
  public func keep(_ arriving: ArrivingAttachment) throws(AttachmentFailure) -> Bool {
    var isKept = false
    defer { if !isKept { discard(arriving) } }
    guard arriving.arrivedBytes == arriving.sizeBytes, arriving.hasher.hash == arriving.hash else { throw .otherContent }
    let folder = folder(of: arriving.group, arriving.lane)
    guard size(of: arriving.hash, in: arriving.group, arriving.lane) == nil else {
      // Its sender may not have come to this.
      try Self.sync(folder, O_RDONLY | O_DIRECTORY)
      return false
    }
    var segments = arriving.segments
    if let rest = try segments?.take([], isLast: true) { try append(rest, to: arriving) }
    try Self.sync(arriving.path, O_RDONLY)
    // A group that was deleted while this arrived gets no folder again.
    guard !deleted.withLock({ $0.contains(arriving.group) }) else { throw .otherContent }
    try Self.makeFolder(self.folder(of: arriving.group))
    if arriving.lane != .shared { try Self.makeFolder(folder) }
    let path = path(arriving.hash, of: arriving.group, arriving.lane)
    // Two of the same may arrive at once: a second name is given to one of them only, and the other is no longer
    // needed.
    guard link(arriving.path, path) == 0 else {
      if errno == EEXIST {
        try Self.sync(folder, O_RDONLY | O_DIRECTORY)
        return false
      }
      throw AttachmentFailure(system: "name \(path)", errno)
    }
    isKept = true
    unlink(arriving.path)
    release(arriving, keeps: true)
    try Self.sync(folder, O_RDONLY | O_DIRECTORY)
    // It may have been deleted since the look above, and then either look sees it.
    if deleted.withLock({ $0.contains(arriving.group) }) { try remove(arriving.group) }
    return true
  }

  /// Forgets what is arriving.
  public func discard(_ arriving: ArrivingAttachment) {
    unlink(arriving.path)
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
    var count = 0
    for group in plain.groups() {
      let isDeleted: Bool
      do {
        isDeleted = try isGone(group)
      } catch {
        throw AttachmentFailure(store: error)
      }
      guard !isDeleted else {
        try plain.remove(group)
        continue
      }
      for lane in try plain.lanes(of: group) { count += try take(over: plain, group, lane) }
    }
    return count
  }

  private func take(over plain: AttachmentFolder, _ group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> Int {
    var count = 0
    for hash in try plain.attachments(of: group, lane) {
      guard let size = plain.size(of: hash, in: group, lane) else { continue }
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
      unlink(plain.path(hash, of: group, lane))
      count += 1
    }
    return count
  }

  /// Removes a group's attachments, if it has any; when this returns no power cut brings them back.
  public func remove(_ group: GroupID) throws(AttachmentFailure) {
    guard FileManager.default.fileExists(atPath: root) else { return }
    let path = folder(of: group)
    try total.removing(group) { () throws(AttachmentFailure) in
      do {
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
      } catch {
        throw .broken("cannot remove \(path)")
      }
    }
    try Self.sync(root, O_RDONLY | O_DIRECTORY)
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
    total.count(groups) { group in
      try? lanes(of: group).reduce(0) { sum, lane in
        try attachments(of: group, lane).reduce(sum) { $0 + (size(of: $1, in: group, lane) ?? 0) }
      }
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
    for hash in try isCounted ? [] : attachments(of: pool.group, pool.lane) {
      found.bytes += size(of: hash, in: pool.group, pool.lane) ?? 0
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

  // MARK: Files

  static func makeFolder(_ path: String) throws(AttachmentFailure) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw AttachmentFailure(system: "make \(path)", errno) }
    // Also when it is there: whoever made it may not have come to this.
    try sync(path + "/..", O_RDONLY | O_DIRECTORY)
  }

  private static func sync(_ path: String, _ flags: Int32) throws(AttachmentFailure) {
    let file = open(path, flags | O_CLOEXEC)
    guard file >= 0 else { throw AttachmentFailure(system: "open \(path)", errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw .unsynced("cannot sync \(path): \(String(cString: strerror(errno)))") }
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
  let path: String
  /// Whether the lane's quota keeps space for it.
  let hasSpace: Bool
  /// Of a file that is sealed.
  var segments: SegmentWriter?
  var arrivedBytes = 0
  var hasher = ContentHasher()

  init(hash: ContentHash, group: GroupID, lane: Lane, sizeBytes: Int, path: String, hasSpace: Bool) {
    self.hash = hash
    self.group = group
    self.lane = lane
    self.sizeBytes = sizeBytes
    self.path = path
    self.hasSpace = hasSpace
  }
}

/// Why an attachment could not be kept or read.
public enum AttachmentFailure: Error, Sendable, Equatable {
  /// The group, or the minor's lane, has as much as it may.
  case quotaReached
  /// All groups together have as much as they may.
  case serverQuotaReached
  /// No space on the disk.
  case full
  /// Its bytes are not what it was announced as.
  case otherContent
  /// The disk failed; the text is for the operator's log.
  case broken(String)
  /// What has reached the disk is unknown, and a second attempt can succeed without what the first was for. The text is
  /// for the operator's log.
  case unsynced(String)

  init(store failure: StoreFailure) {
    switch failure {
    case .full: self = .full
    case .conflict: self = .broken("the store has another history")
    case .broken(let what), .damaged(let what): self = .broken(what)
    }
  }

  init(system what: String, _ code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    default: self = .broken("cannot \(what): \(String(cString: strerror(code)))")
    }
  }

  /// The failure as the rest of a sentence for the operator.
  public var sentence: String {
    switch self {
    case .quotaReached: "the group has as many attachments as it may"
    case .serverQuotaReached: "all groups together have as many attachments as they may"
    case .full: "the disk is full"
    case .otherContent: "an attachment has other bytes than its hash says"
    case .broken(let what), .unsynced(let what): what
    }
  }
}
