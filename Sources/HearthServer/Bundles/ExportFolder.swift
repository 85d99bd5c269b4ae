import EventStore
import Foundation
import Glibc
import HearthProtocol

/// Where groups are exported to before they are deleted: `exports/GROUP.hearth` in the data folder, which is the
/// operator's to keep or to remove.
///
/// In an encrypted folder they are sealed with the folder's key and called `GROUP.hearth.sealed`, so that they outlive
/// the key of their group.
public struct ExportFolder: Sendable {
  private let root: String
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
    self.sealer = sealer
  }

  private var suffix: String { sealer == nil ? ".hearth" : ".hearth.sealed" }

  /// Where a group's export is.
  public func path(of group: GroupID) -> String { "\(root)/\(group)\(suffix)" }

  /// Writes a group's bundle, as `hearthd export` does; when this returns it survives a power cut.
  public func export(_ group: GroupID, from store: any EventStore, _ attachments: AttachmentFolder) throws(ServerFailure) {
    do throws(AttachmentFailure) {
      try AttachmentFolder.makeFolder(root)
    } catch {
      throw Self.failure(error)
    }
    try write(group) { write throws(ServerFailure) in
      _ = try GroupExport.write(group, from: store, attachments, signedBy: signingKey, write: write)
    }
  }

  /// Writes what a group's export says into another file.
  ///
  /// - Returns: false when there is none.
  public func copy(_ group: GroupID, to file: String) throws(ServerFailure) -> Bool {
    guard FileManager.default.fileExists(atPath: path(of: group)) else { return false }
    try BundleFile.write(to: file) { write throws(ServerFailure) in try read(group, write) }
    return true
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
    try BundleFile.write(to: path(of: group)) { write throws(ServerFailure) in
      guard let sealer else { return try body(write) }
      var segments = SegmentWriter(sealer, first: Self.segment(of: group))
      try body { (bytes) throws(ServerFailure) in try write(Self.explained { () throws(AttachmentFailure) in try segments.take(bytes) }) }
      try write(Self.explained { () throws(AttachmentFailure) in try segments.take([], isLast: true) })
    }
  }

  private func read(_ group: GroupID, _ write: Write) throws(ServerFailure) {
    let sealed = sealer.map { SealedFile($0) }
    var segment = Self.segment(of: group)
    var offset = 0
    while true {
      let bytes = try Self.explained { () throws(AttachmentFailure) in
        try AttachmentFolder.read(path(of: group), from: offset, count: sealed?.sealedBytes ?? SealedFile.segmentBytes)
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
