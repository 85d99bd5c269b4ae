import HearthProtocol

/// Reads a bundle from its first byte to its last, checks it and folds the group it has: what anybody can do offline
/// (SPEC BN-04).
///
/// The reader of the file feeds it piece by piece and calls `finish` at its end; before that nothing is proved.
public struct BundleAudit: Sendable {
  /// The group's state as far as the bundle has it; nil before the header.
  public private(set) var state: GroupState?
  /// Whether the bundle is a server's or a member's.
  public private(set) var scope = BundleScope.unspecified
  /// Events by lane.
  public private(set) var events: [Lane: Int] = [:]
  /// Attachments.
  public private(set) var attachments = 0
  /// Events of a member's bundle that this program does not know and has passed over (SPEC VR-01).
  public private(set) var unknownEvents = 0
  /// Names the bundle; nil before its end.
  public private(set) var checksum: ContentHash?
  /// The server that has signed it; nil before its end, or if nobody has (SPEC BN-08).
  public private(set) var signer: BundleSigner?
  private var reader = BundleReader()

  /// Has read nothing.
  public init() {}

  /// Takes the next bytes of the file.
  public mutating func take(_ bytes: [UInt8]) throws(BundleFlaw) {
    reader.append(bytes)
    while let item = try reader.next() {
      switch item {
      case .header(let group, _, let scope):
        state = GroupState(group: group)
        self.scope = scope
      case .event(let event): try fold(event)
      case .attachmentEnd: attachments += 1
      case .attachment, .content: break
      case .end(let checksum, let signer):
        self.checksum = checksum
        self.signer = signer
      }
    }
  }

  /// The file has ended: throws unless the bundle is complete.
  public func finish() throws(BundleFlaw) { try reader.finish() }

  private mutating func fold(_ bundled: BundledEvent) throws(BundleFlaw) {
    func flaw(_ what: String) -> BundleFlaw { BundleFlaw("lane \(bundled.lane), position \(bundled.position): \(what)") }
    guard let event = try? WireFormat.protobuf.decode(Event.self, from: bundled.bytes) else { throw flaw("the bytes are no event") }
    events[bundled.lane, default: 0] += 1
    if event.body == nil, scope == .member {
      unknownEvents += 1
      return
    }
    do {
      try state?.apply(event, lane: bundled.lane, position: bundled.position)
    } catch {
      throw flaw("the event cannot follow from what came before: \(error)")
    }
  }
}
