import EventStore
import Foundation
import Glibc
import HearthProtocol

/// Where groups are exported to before they are deleted: `exports/GROUP.hearth` in the data folder, which is the
/// operator's to keep or to remove; or the tables of a store that has no folder.
///
/// In an encrypted folder they are sealed with the folder's key and called `GROUP.hearth.sealed`, so that they outlive
/// the key of their group.
public struct ExportFolder: Sendable {
  private let root: String
  /// nil: they lie in the folder.
  private let store: (any FileStore)?
  /// nil: they lie in plain.
  private let sealer: (any FileSealing)?
  /// nil: nobody vouches for what is written here.
  private let signingKey: BundleSigningKey?

  /// Names the folder and touches nothing.
  ///
  /// - Parameters:
  ///   - sealer: of an encrypted data folder.
  ///   - signingKey: of the server that exports; nil where nothing is exported to the folder.
  public init(dataFolder: String, sealer: (any FileSealing)? = nil, signedBy signingKey: BundleSigningKey? = nil) {
    self.signingKey = signingKey
    root = dataFolder + "/exports"
    store = nil
    self.sealer = sealer
  }

  /// Keeps them in a store.
  ///
  /// - Parameters:
  ///   - sealer: of an encrypted store.
  ///   - signingKey: of the server that exports; nil where nothing is exported.
  public init(in store: any FileStore, sealer: (any FileSealing)? = nil, signedBy signingKey: BundleSigningKey? = nil) {
    self.signingKey = signingKey
    root = ""
    self.store = store
    self.sealer = sealer
  }

  private var suffix: String { sealer == nil ? ".hearth" : ".hearth.sealed" }

  /// Where a group's export is, for the operator.
  public func path(of group: GroupID) -> String {
    store == nil ? "\(root)/\(group)\(suffix)" : "the store (hearthd export \(group) FILE)"
  }

  private static func name(of group: GroupID) -> FileName { FileName(group: group, shelf: .export, hash: segment(of: group).file) }

  /// Writes a group's bundle, as `hearthd export` does; when this returns it survives a power cut.
  public func export(_ group: GroupID, from store: any EventStore, _ attachments: AttachmentFolder) throws(ServerFailure) {
    if self.store == nil { try Self.explained { () throws(AttachmentFailure) in try FolderFiles.makeFolder(root) } }
    try write(group) { write throws(ServerFailure) in
      _ = try GroupExport.write(group, from: store, attachments, signedBy: signingKey, write: write)
    }
  }

  /// Writes what a group's export says into another file.
  ///
  /// - Returns: false when there is none.
  public func copy(_ group: GroupID, to file: String) throws(ServerFailure) -> Bool {
    guard try isThere(group) else { return false }
    try BundleFile.write(to: file) { write throws(ServerFailure) in try read(group, write) }
    return true
  }

  /// Copies a group's export from another place.
  ///
  /// - Returns: false when there is none.
  public func copy(_ group: GroupID, from other: ExportFolder) throws(ServerFailure) -> Bool {
    guard try other.isThere(group) else { return false }
    if store == nil { try Self.explained { () throws(AttachmentFailure) in try FolderFiles.makeFolder(root) } }
    try write(group) { write throws(ServerFailure) in try other.read(group, write) }
    return true
  }

  private func isThere(_ group: GroupID) throws(ServerFailure) -> Bool {
    guard let store else { return FileManager.default.fileExists(atPath: path(of: group)) }
    return try Self.stored { () throws(StoreFailure) in try store.file(Self.name(of: group)) } != nil
  }

  /// Seals exports that lie there in plain, and removes them so.
  ///
  /// - Returns: how many.
  public func take(over plain: ExportFolder) throws(ServerFailure) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let groups = names.filter { $0.hasSuffix(plain.suffix) }.compactMap { GroupID(String($0.dropLast(plain.suffix.count))) }
    for group in groups {
      try write(group) { write throws(ServerFailure) in try plain.read(group, write) }
      unlink(plain.path(of: group))
    }
    return groups.count
  }

  private typealias Write = ([UInt8]) throws(ServerFailure) -> Void

  private func write(_ group: GroupID, _ body: @escaping (Write) throws(ServerFailure) -> Void) throws(ServerFailure) {
    try keep(group) { write throws(ServerFailure) in
      guard let sealer else { return try body(write) }
      var segments = SegmentWriter(sealer, first: Self.segment(of: group))
      try body { (bytes) throws(ServerFailure) in try write(Self.explained { () throws(AttachmentFailure) in try segments.take(bytes) }) }
      try write(Self.explained { () throws(AttachmentFailure) in try segments.take([], isLast: true) })
    }
  }

  /// Keeps all that is written, or nothing.
  private func keep(_ group: GroupID, _ body: (Write) throws(ServerFailure) -> Void) throws(ServerFailure) {
    guard let store else { return try BundleFile.write(to: path(of: group), body) }
    let name = Self.name(of: group)
    let file = try Self.stored { () throws(StoreFailure) in try store.beginFile(name) }
    var size = 0
    do throws(ServerFailure) {
      try body { (bytes) throws(ServerFailure) in
        try Self.stored { () throws(StoreFailure) in try store.addToFile(file, bytes, at: size) }
        size += bytes.count
      }
      _ = try Self.stored { () throws(StoreFailure) in try store.keepFile(file, as: name, sizeBytes: size) }
    } catch {
      try? store.discardFile(file)
      throw error
    }
  }

  private func bytes(of group: GroupID, from offset: Int, count: Int) throws(AttachmentFailure) -> [UInt8] {
    guard let store else { return try FolderFiles.read(path(of: group), from: offset, count: count) }
    do {
      guard let file = try store.file(Self.name(of: group)) else { return [] }
      return try store.readFile(file.number, from: offset, count: count)
    } catch {
      throw AttachmentFailure(store: error)
    }
  }

  private static func stored<Value>(_ body: () throws(StoreFailure) -> Value) throws(ServerFailure) -> Value {
    do { return try body() } catch { throw failure(AttachmentFailure(store: error)) }
  }

  private func read(_ group: GroupID, _ write: Write) throws(ServerFailure) {
    let sealed = sealer.map { SealedFile($0) }
    var segment = Self.segment(of: group)
    var offset = 0
    while true {
      let bytes = try Self.explained { () throws(AttachmentFailure) in
        try self.bytes(of: group, from: offset, count: sealed?.sealedBytes ?? SealedFile.segmentBytes)
      }
      if bytes.isEmpty { return }
      try write(Self.explained { () throws(AttachmentFailure) in try sealed?.open(bytes, as: segment) ?? bytes })
      offset += bytes.count
      segment.index += 1
    }
  }

  /// Its length is not known when it begins. A bundle that lacks its end does not verify.
  private static func segment(of group: GroupID) -> FileSegment {
    FileSegment(group: nil, file: ContentHash(of: "export".utf8 + group.bytes), sizeBytes: 0, index: 0)
  }

  private static func explained<Value>(_ body: () throws(AttachmentFailure) -> Value) throws(ServerFailure) -> Value {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ failure: AttachmentFailure) -> ServerFailure {
    ServerFailure("The export cannot be read or written: \(failure.sentence).")
  }
}
