import Foundation
import Glibc
import HearthProtocol

/// Receipts' files in the data folder: `attachments/GROUP/SHA256` (SPEC AT-01), and those of a minor's lane apart from
/// the group's: `attachments/GROUP/minor-MEMBER/SHA256` (SPEC AT-07).
///
/// What is still arriving lies in `attachments/incoming`. A file that is sealed is called `SHA256.sealed`.
struct FolderFiles: AttachmentFiles {
  private let root: String
  private let suffix: String

  /// Names the folder and touches nothing.
  init(dataFolder: String, isSealed: Bool) {
    root = dataFolder + "/attachments"
    suffix = isSealed ? ".sealed" : ""
  }

  private var incoming: String { root + "/incoming" }

  func prepare() throws(AttachmentFailure) {
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

  // MARK: Reading

  func attachments(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [ContentHash] {
    let names = try Self.names(in: folder(of: group, lane))
    return names.filter { $0.hasSuffix(suffix) }.compactMap { ContentHash($0.dropLast(suffix.count)) }.sorted()
  }

  func lanes(of group: GroupID) throws(AttachmentFailure) -> [Lane] {
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

  func groups() -> [GroupID] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().compactMap { GroupID($0) }
  }

  func storedBytes(of hash: ContentHash, in group: GroupID, _ lane: Lane) -> Int? {
    var status = stat()
    guard lstat(path(hash, of: group, lane), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func allStoredBytes(of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> [Int] {
    try attachments(of: group, lane).map { storedBytes(of: $0, in: group, lane) ?? 0 }
  }

  func totals(_ sealed: SealedFile?) -> [GroupID: Int]? { nil }

  func read(_ hash: ContentHash, of group: GroupID, _ lane: Lane, from offset: Int, count: Int) throws(AttachmentFailure) -> [UInt8] {
    try Self.read(path(hash, of: group, lane), from: offset, count: count)
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

  // MARK: Writing

  func begin(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure) -> AttachmentDraft {
    var generator = SystemRandomNumberGenerator()
    let path = incoming + "/" + String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw AttachmentFailure(system: "make \(path)", errno) }
    close(file)
    return .file(path)
  }

  func append(_ bytes: [UInt8], to draft: AttachmentDraft, at offset: Int) throws(AttachmentFailure) {
    guard case .file(let path) = draft else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard file >= 0 else { throw AttachmentFailure(system: "open \(path)", errno) }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw AttachmentFailure(system: "write \(path)", errno) }
      rest = rest.dropFirst(count)
    }
  }

  func name(
    _ draft: AttachmentDraft, _ hash: ContentHash, of group: GroupID, _ lane: Lane, storedBytes: Int
  ) throws(AttachmentFailure) -> Bool {
    guard case .file(let draft) = draft else { return false }
    try Self.sync(draft, O_RDONLY)
    try Self.makeFolder(folder(of: group))
    if lane != .shared { try Self.makeFolder(folder(of: group, lane)) }
    let path = path(hash, of: group, lane)
    // A second name is given to one of two only.
    guard link(draft, path) == 0 else {
      if errno == EEXIST { return false }
      throw AttachmentFailure(system: "name \(path)", errno)
    }
    unlink(draft)
    return true
  }

  func confirm(_ hash: ContentHash, of group: GroupID, _ lane: Lane) throws(AttachmentFailure) {
    try Self.sync(folder(of: group, lane), O_RDONLY | O_DIRECTORY)
  }

  func discard(_ draft: AttachmentDraft) {
    if case .file(let path) = draft { unlink(path) }
  }

  func remove(_ hash: ContentHash, of group: GroupID, _ lane: Lane) { unlink(path(hash, of: group, lane)) }

  func remove(_ group: GroupID) throws(AttachmentFailure) {
    let path = folder(of: group)
    do {
      if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    } catch {
      throw .broken("cannot remove \(path)")
    }
  }

  func confirmRemoval() throws(AttachmentFailure) {
    guard FileManager.default.fileExists(atPath: root) else { return }
    try Self.sync(root, O_RDONLY | O_DIRECTORY)
  }

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
