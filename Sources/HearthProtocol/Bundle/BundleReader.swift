import SwiftProtobuf

/// Reads a bundle in segments of any size and checks all of it that needs no ledger: order and encoding of the records,
/// places, hash chains, heads, the bytes of attachments and the checksum (SPEC BN-03).
///
/// What it has given out is worth nothing before `end`: a caller that writes it somewhere keeps it aside until then. It
/// never traps, whatever the file holds, and keeps one record at a time.
public struct BundleReader: Sendable {
  /// What a bundle has, in order.
  public enum Item: Sendable {
    /// The first.
    case header(GroupID, epoch: UInt64, BundleScope)
    /// The next event of the group's log, or of the lane.
    case event(BundledEvent)
    /// An attachment begins, of lane `.shared` or a minor's.
    case attachment(ContentHash, of: Lane, sizeBytes: UInt64)
    /// The next bytes of the attachment.
    case content([UInt8])
    /// The attachment is complete, and its bytes are what its hash says.
    case attachmentEnd(ContentHash)
    /// Everything verifies. Two bundles with the same checksum have the same content. The server named has signed it;
    /// nil: nobody has.
    case end(checksum: ContentHash, signer: BundleSigner?)
  }

  private enum Stage: Equatable {
    case mark
    case header
    case events
    case attachments
    case ended
  }

  private struct OpenAttachment: Sendable {
    var hash: ContentHash
    var missing: UInt64
    var hasher = ContentHasher()
  }

  private var stage = Stage.mark
  private var buffer: [UInt8] = []
  /// Where the next record begins in the buffer.
  private var start = 0
  /// Bytes of the file before the buffer.
  private var offset: UInt64 = 0
  private var checksum = ContentHasher()
  private var chain: BundleChain?
  private var attachment: OpenAttachment?
  private var lastAttachment: BundledFile?

  /// Without unknown fields, so that a record that has some is not written again as it was.
  private static var options: BinaryDecodingOptions {
    var options = BinaryDecodingOptions()
    options.discardUnknownFields = true
    options.messageDepthLimit = 8
    return options
  }

  /// Stands before the first byte.
  public init() {}

  /// Takes the next bytes of the file.
  public mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      offset += UInt64(start)
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next item; nil when more bytes are needed.
  public mutating func next() throws(BundleFlaw) -> Item? {
    if let open = attachment, open.missing == 0 {
      guard open.hasher.hash == open.hash else { throw flaw("attachment \(open.hash) has other bytes than its hash says") }
      attachment = nil
      return .attachmentEnd(open.hash)
    }
    if stage == .mark {
      guard buffer.prefix(BundleFormat.mark.count).elementsEqual(BundleFormat.mark.prefix(buffer.count)) else {
        throw flaw("this is no bundle")
      }
      guard buffer.count >= BundleFormat.mark.count else { return nil }
      take(BundleFormat.mark.count)
      stage = .header
    }
    while true {
      guard let (prefix, length) = try length() else { return nil }
      guard stage != .ended else { throw flaw("something follows the end") }
      guard buffer.count - start - prefix >= length else { return nil }
      let encoded = Array(buffer[start + prefix..<start + prefix + length])
      guard Self.isBounded(encoded) else {
        throw flaw("a record longer than \(BundleFormat.smallRecordBytesMax) bytes that is no event and no piece")
      }
      guard let record = try? BundleRecord(serializedBytes: encoded, options: Self.options), let body = record.body else {
        throw flaw("an unreadable record")
      }
      // So what is imported is exported as the same bytes.
      guard (try? record.serializedBytes()) == encoded else { throw flaw("a record that is not encoded in the canonical form") }
      if case .end(let end) = body {
        let item = try ended(end)
        start += prefix + length
        return item
      }
      let item = try read(body)
      take(prefix + length)
      if let item { return item }
    }
  }

  /// Bytes that it holds.
  package var usedBytes: Int { buffer.capacity }

  /// The file has ended: throws unless the bundle had too.
  public func finish() throws(BundleFlaw) {
    guard stage == .ended else { throw flaw("the file ends too early") }
    guard start == buffer.count else { throw flaw("something follows the end") }
  }

  // MARK: Records

  private func flaw(_ what: String) -> BundleFlaw { BundleFlaw("byte \(offset + UInt64(start)): \(what)") }

  private mutating func take(_ count: Int) {
    checksum.update(Array(buffer[start..<start + count]))
    start += count
  }

  /// The bytes that a record's length takes, and the length; nil when there are not enough.
  private func length() throws(BundleFlaw) -> (prefix: Int, length: Int)? {
    var length: UInt64 = 0
    for index in 0..<4 {
      guard start + index < buffer.count else { return nil }
      let byte = buffer[start + index]
      length |= UInt64(byte & 0x7F) << UInt64(7 * index)
      guard byte < 0x80 else { continue }
      guard length <= BundleFormat.recordBytesMax, index == 0 || byte > 0 else { break }
      return (index + 1, Int(length))
    }
    throw flaw("a record longer than \(BundleFormat.recordBytesMax) bytes, or a length in more bytes than it needs")
  }

  /// Whether a record may be decoded: heads of two bytes each would take thirty times as much memory as the file.
  private static func isBounded(_ record: [UInt8]) -> Bool {
    guard record.count > BundleFormat.smallRecordBytesMax else { return true }
    // In canonical form it is one field (bundle.proto: event = 2, piece = 5), which ends with it.
    guard record[0] == 0x12 || record[0] == 0x2A else { return false }
    var length = 0
    for (index, byte) in record.dropFirst().prefix(4).enumerated() {
      length |= Int(byte & 0x7F) << (7 * index)
      if byte < 0x80 { return record.count == 2 + index + length }
    }
    return false
  }

  private mutating func read(_ body: BundleRecord.OneOf_Body) throws(BundleFlaw) -> Item? {
    if let open = attachment {
      guard case .piece(let piece) = body else { throw flaw("attachment \(open.hash) has fewer bytes than announced") }
      return try read(piece, of: open)
    }
    switch (body, stage) {
    case (.header(let header), .header): return try read(header)
    case (.event(let event), .events): return try read(event)
    case (.heads(let heads), .events):
      guard chain?.record == heads else { throw flaw("the heads are not where the lanes end") }
      try chain?.requireNamed()
      stage = .attachments
      return nil
    case (.attachment(let begun), .attachments): return try read(begun)
    default: throw flaw("a record where another belongs")
    }
  }

  private mutating func read(_ header: BundleHeader) throws(BundleFlaw) -> Item {
    guard header.format == BundleFormat.number else {
      throw flaw("format \(header.format) is not known; known is \(BundleFormat.number)")
    }
    guard let group = GroupID(header.groupID), group.description == header.groupID else { throw flaw("the group's id is no UUID") }
    guard header.scope == .group || header.scope == .member else { throw flaw("the scope is not known") }
    chain = BundleChain(group: group, scope: header.scope)
    stage = .events
    return .header(group, epoch: header.epoch, header.scope)
  }

  private mutating func read(_ record: BundleEvent) throws(BundleFlaw) -> Item {
    guard let lane = Lane(name: record.lane) else { throw flaw("an event of a lane that this program does not know") }
    guard let hash = LaneHash(bytes: record.hash) else { throw flaw("an event whose hash is not 32 bytes") }
    let event = BundledEvent(lane: lane, position: LanePosition(record.position), bytes: Array(record.event), hash: hash)
    do {
      try chain?.step(to: event)
    } catch {
      throw flaw(error.description)
    }
    return .event(event)
  }

  private mutating func read(_ record: BundleAttachment) throws(BundleFlaw) -> Item {
    guard let hash = ContentHash(bytes: record.sha256) else { throw flaw("an attachment whose hash is not 32 bytes") }
    guard let lane = BundledFile.lane(named: record.lane) else { throw flaw("attachment \(hash) is of a lane that has none") }
    let file = BundledFile(lane: lane, hash: hash)
    if let lastAttachment, file <= lastAttachment { throw flaw("the attachments are not in ascending order") }
    lastAttachment = file
    attachment = OpenAttachment(hash: hash, missing: record.sizeBytes)
    return .attachment(hash, of: lane, sizeBytes: record.sizeBytes)
  }

  private mutating func read(_ piece: BundlePiece, of open: OpenAttachment) throws(BundleFlaw) -> Item {
    var open = open
    let bytes = Array(piece.bytes)
    guard UInt64(bytes.count) == min(open.missing, UInt64(BundleFormat.pieceBytes)) else {
      throw flaw("a piece of attachment \(open.hash) has another length than \(min(open.missing, UInt64(BundleFormat.pieceBytes)))")
    }
    open.missing -= UInt64(bytes.count)
    open.hasher.update(bytes)
    attachment = open
    return .content(bytes)
  }

  /// The server that vouches for the bundle; nil: nobody does (SPEC BN-08).
  private func signer(of end: BundleEnd) throws(BundleFlaw) -> BundleSigner? {
    if end.signer.isEmpty, end.signature.isEmpty { return nil }
    guard chain?.scope == .group else { throw flaw("a member's bundle with a signature, which only a server's has") }
    guard let signer = BundleSigner(bytes: end.signer) else { throw flaw("a signer whose key is not 32 bytes") }
    guard signer.verifies(end.signature, of: checksum.hash) else { throw flaw("the signature is not of the server that it names") }
    return signer
  }

  private mutating func ended(_ end: BundleEnd) throws(BundleFlaw) -> Item {
    guard stage == .attachments, attachment == nil else { throw flaw("the end comes too early") }
    guard ContentHash(bytes: end.checksum) == checksum.hash else { throw flaw("the checksum does not hold") }
    let signer = try signer(of: end)
    stage = .ended
    return .end(checksum: checksum.hash, signer: signer)
  }
}
