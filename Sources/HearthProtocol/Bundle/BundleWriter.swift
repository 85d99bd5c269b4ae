/// Writes a bundle piece by piece (SPEC BN). Equal histories and attachments give equal bytes.
///
/// It follows the chain of what it is given and refuses what does not hold, so that no damaged history leaves as a
/// sound one. The owner of the file drives it: header, events, attachments in ascending order, end, and writes what
/// `takeOutput` gives in between.
public struct BundleWriter: Sendable {
  private var output: [UInt8] = BundleFormat.mark
  private var checksum = ContentHasher()
  private var chain: BundleChain
  private var hasHeads = false
  private var lastAttachment: BundledFile?
  private var attachment: OpenAttachment?
  private let signingKey: BundleSigningKey?

  private struct OpenAttachment: Sendable {
    var hash: ContentHash
    var missing: UInt64
    var hasher = ContentHasher()
    var rest: [UInt8] = []
  }

  /// Begins a bundle.
  ///
  /// - Parameter signingKey: of the server that exports a whole group; nil: nobody vouches for it, as with a member's.
  public init(
    group: GroupID, epoch: UInt64, scope: BundleScope, signedBy signingKey: BundleSigningKey? = nil
  ) throws(BundleFlaw) {
    precondition(scope == .group || signingKey == nil, "a server signs whole groups")
    self.signingKey = signingKey
    chain = BundleChain(group: group, scope: scope)
    var header = BundleHeader()
    header.format = BundleFormat.number
    header.groupID = group.description
    header.epoch = epoch
    header.scope = scope
    output += try BundleFormat.bytes(.header(header))
  }

  /// What has been written since the last call.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    checksum.update(output)
    return output
  }

  /// Bytes that wait to be taken.
  public var outputBytes: Int { output.count }

  /// Adds the next event.
  public mutating func add(_ event: BundledEvent) throws(BundleFlaw) {
    precondition(!hasHeads, "events stand before attachments")
    try chain.step(to: event)
    var record = BundleEvent()
    record.lane = event.lane.name
    record.position = event.position.rawValue
    record.event = .init(event.bytes)
    record.hash = .init(event.hash.bytes)
    output += try BundleFormat.bytes(.event(record))
  }

  /// Begins an attachment; exactly so many bytes follow.
  ///
  /// - Parameter lane: `.shared`, or the minor's whose receipt it is.
  public mutating func beginAttachment(_ hash: ContentHash, of lane: Lane = .shared, sizeBytes: UInt64) throws(BundleFlaw) {
    try addHeads()
    let file = BundledFile(lane: lane, hash: hash)
    precondition(lastAttachment.map { $0 < file } ?? true, "attachments are added in ascending order, each once")
    try endAttachment()
    var record = BundleAttachment()
    record.sha256 = .init(hash.bytes)
    record.sizeBytes = sizeBytes
    if lane != .shared { record.lane = lane.name }
    output += try BundleFormat.bytes(.attachment(record))
    lastAttachment = file
    attachment = OpenAttachment(hash: hash, missing: sizeBytes)
  }

  /// Adds bytes of the attachment begun.
  public mutating func add(content: [UInt8]) throws(BundleFlaw) {
    guard var open = attachment, content.count <= open.missing else { throw BundleFlaw("an attachment has more bytes than announced") }
    attachment = nil
    open.missing -= UInt64(content.count)
    open.hasher.update(content)
    open.rest += content
    var start = 0
    while open.rest.count - start >= BundleFormat.pieceBytes || (open.missing == 0 && start < open.rest.count) {
      let end = min(start + BundleFormat.pieceBytes, open.rest.count)
      var piece = BundlePiece()
      piece.bytes = .init(open.rest[start..<end])
      output += try BundleFormat.bytes(.piece(piece))
      start = end
    }
    open.rest.removeFirst(start)
    attachment = open
  }

  private mutating func endAttachment() throws(BundleFlaw) {
    guard let open = attachment else { return }
    attachment = nil
    guard open.missing == 0 else { throw BundleFlaw("attachment \(open.hash) has fewer bytes than announced") }
    guard open.hasher.hash == open.hash else { throw BundleFlaw("attachment \(open.hash) has other bytes than its hash says") }
  }

  private mutating func addHeads() throws(BundleFlaw) {
    guard !hasHeads else { return }
    hasHeads = true
    try chain.requireNamed()
    output += try BundleFormat.bytes(.heads(chain.record))
  }

  /// Ends the bundle and gives its last bytes.
  public mutating func finish() throws(BundleFlaw) -> [UInt8] {
    try addHeads()
    try endAttachment()
    let rest = takeOutput()
    var end = BundleEnd()
    end.checksum = .init(checksum.hash.bytes)
    if let signingKey {
      end.signer = .init(signingKey.signer.bytes)
      end.signature = .init(try signingKey.sign(checksum.hash))
    }
    return rest + (try BundleFormat.bytes(.end(end)))
  }
}
