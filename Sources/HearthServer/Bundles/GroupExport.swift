import EventStore
import HearthProtocol
import Room

/// Writes a group's whole history as a bundle (SPEC BN).
///
/// It reads in the order of the log and may run beside the server that serves the group: what is committed meanwhile is
/// in it or not, but always up to the end of a commit.
public enum GroupExport {
  // Limit: events and bytes of an attachment that are read at once.
  private static let pageEvents = 1_000
  private static let pieceBytes = 1 << 20
  // Limit: bytes that are collected before they are written.
  private static let outputBytes = 1 << 20

  /// Writes the bundle of a group.
  ///
  /// - Parameters:
  ///   - signingKey: of the server, which vouches for the bundle with it; nil: nobody does.
  ///   - write: takes the file's next bytes.
  /// - Throws: when the group has no events, or what is stored does not verify; what was written then is no bundle.
  public static func write(
    _ group: GroupID, from store: some EventStore, _ attachments: AttachmentFolder,
    signedBy signingKey: BundleSigningKey? = nil, write: ([UInt8]) throws(ServerFailure) -> Void
  ) throws(ServerFailure) -> BundleFigures {
    var figures = BundleFigures(group: group)
    let epoch: UInt64
    do {
      epoch = try store.epoch(of: group)
    } catch {
      throw ServerFailure("The group's history cannot be read: \(error).")
    }
    var writer = try explained { () throws(BundleFlaw) in try BundleWriter(group: group, epoch: epoch, scope: .group, signedBy: signingKey)
    }
    var sequence = GroupSequence.start
    while true {
      let page: [StoredEvent]
      do {
        page = try store.read(group, after: sequence, limit: pageEvents)
      } catch {
        throw ServerFailure("The group's history cannot be read: \(error).")
      }
      for event in page {
        let bundled = BundledEvent(lane: event.lane, position: event.position, bytes: event.bytes, hash: event.hash)
        try explained { () throws(BundleFlaw) in try writer.add(bundled) }
        if writer.outputBytes >= outputBytes { try write(writer.takeOutput()) }
      }
      figures.events += page.count
      if let last = page.last { sequence = last.sequence }
      if page.count < pageEvents { break }
    }
    guard figures.events > 0 else {
      throw ServerFailure("There is no group \(group) in this folder. `hearth groups --json` shows a group's id.")
    }
    do {
      for lane in try attachments.lanes(of: group) {
        figures.attachments += try Self.write(attachments, of: group, lane, to: &writer, write)
      }
    } catch let failure as AttachmentFailure {
      throw ServerFailure("An attachment of the group cannot be exported: \(failure.sentence).")
    } catch let failure as ServerFailure {
      throw failure
    } catch {
      throw ServerFailure("An attachment of the group cannot be exported: \(error).")
    }
    try write(try explained { () throws(BundleFlaw) in try writer.finish() })
    return figures
  }

  /// Writes the attachments of a lane.
  ///
  /// - Returns: how many.
  private static func write(
    _ attachments: AttachmentFolder, of group: GroupID, _ lane: Lane, to writer: inout BundleWriter,
    _ write: ([UInt8]) throws(ServerFailure) -> Void
  ) throws -> Int {
    var count = 0
    for hash in try attachments.attachments(of: group, lane) {
      guard let size = attachments.size(of: hash, in: group, lane) else { continue }
      try explained { () throws(BundleFlaw) in try writer.beginAttachment(hash, of: lane, sizeBytes: UInt64(size)) }
      var offset = 0
      while offset < size {
        let piece = try attachments.read(hash, of: group, lane, from: offset, count: pieceBytes)
        guard !piece.isEmpty else { throw AttachmentFailure.otherContent }
        try explained { () throws(BundleFlaw) in try writer.add(content: piece) }
        try write(writer.takeOutput())
        offset += piece.count
      }
      count += 1
    }
    return count
  }

  private static func explained<Value>(_ body: () throws(BundleFlaw) -> Value) throws(ServerFailure) -> Value {
    do throws(BundleFlaw) {
      return try body()
    } catch {
      throw ServerFailure("The group cannot be exported, since what is stored does not verify: \(error).")
    }
  }
}

/// What a bundle has, for the operator.
public struct BundleFigures: Sendable, Equatable {
  /// The group.
  public var group: GroupID
  /// Its events.
  public var events = 0
  /// Its attachments.
  public var attachments = 0

  /// Starts at nothing.
  init(group: GroupID) { self.group = group }
}
