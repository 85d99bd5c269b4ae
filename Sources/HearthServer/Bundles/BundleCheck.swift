import EventStore
import HearthProtocol
import Room

/// Reads a bundle from its first byte to its last and folds the group it has, as a server does that opens it (SPEC
/// BN-04).
public struct BundleCheck {
  /// The bytes of a bundle: each call gives the next ones, none at the end.
  public typealias Source = () throws(ServerFailure) -> [UInt8]

  /// What there is.
  public private(set) var figures: BundleFigures
  /// The group as it stands after its last event.
  public private(set) var history: GroupHistory
  /// The bytes of all events.
  /// Which of the group's histories it is.
  let epoch: UInt64
  private(set) var eventBytes = 0
  private(set) var invites: [Projection] = []
  /// Names the bundle: another one has another.
  private(set) var checksum: ContentHash?
  /// The server that has signed it; nil: nobody has (SPEC BN-08).
  public private(set) var signer: BundleSigner?
  /// What the importing server adds behind the bundle's events.
  private(set) var added: [StoredEvent] = []

  /// Checks a whole bundle of a server.
  ///
  /// - Throws: at the first flaw, with its place.
  public init(_ source: Source) throws(ServerFailure) {
    var reader = BundleReader()
    var check: BundleCheck?
    try Self.read(&reader, source) { item throws(ServerFailure) in
      switch item {
      case .header(let group, let epoch, let scope):
        guard scope == .group else {
          throw ServerFailure(
            "This is a member's bundle: it has one member's lanes, and no server can go on from it. `hearth verify-bundle` checks it.")
        }
        guard Self.epochs.contains(epoch) else {
          throw ServerFailure("The bundle has epoch \(epoch); there are \(Self.epochs.lowerBound) to \(Self.epochs.upperBound).")
        }
        check = BundleCheck(group: group, epoch: epoch)
      case .event(let event): try check?.fold(event)
      case .attachmentEnd: check?.figures.attachments += 1
      case .attachment, .content: break
      case .end(let checksum, let signer):
        check?.checksum = checksum
        check?.signer = signer
      }
    }
    guard let check, check.figures.events > 0 else { throw ServerFailure("The bundle has no events.") }
    self = check
  }

  /// Limit: which histories of a group are counted. A restore takes milliseconds since 1970, so far from the end there
  /// is always a next one.
  static let epochs: ClosedRange<UInt64> = 1...(1 << 53)

  private init(group: GroupID, epoch: UInt64) {
    self.epoch = epoch
    figures = BundleFigures(group: group)
    history = GroupHistory(group: group)
  }

  private mutating func fold(_ bundled: BundledEvent) throws(ServerFailure) {
    let event = StoredEvent(
      sequence: history.sequence.next, lane: bundled.lane, position: bundled.position, bytes: bundled.bytes, hash: bundled.hash)
    do {
      try history.fold(event)
    } catch {
      throw ServerFailure("The bundle does not verify: \(error).")
    }
    note(event)
  }

  private mutating func note(_ event: StoredEvent) {
    figures.events += 1
    eventBytes += event.bytes.count
    if event.lane == .admin, let read = try? WireFormat.protobuf.decode(Event.self, from: event.bytes),
      case .inviteCreated(let created) = read.body,
      let invite = InviteID(created.inviteID)
    {
      invites.append(.invite(codeHash: Array(created.codeHash), group: history.group, invite: invite))
    }
  }

  /// Adds an event of the server's behind all others.
  mutating func add(_ body: Event.OneOf_Body, to lane: Lane, at now: Int64) throws(ServerFailure) {
    let stored = try history.append(body, to: lane, at: now)
    added.append(stored)
    note(stored)
  }

  /// Who holds the group's members, and whether their membership has ended.
  var holders: [HolderID: Bool] {
    var holders: [HolderID: Bool] = [:]
    for member in history.state.shared.members {
      guard let holder = member.holder else { continue }
      switch member.status {
      case .active: holders[holder] = false
      case .left, .removed: holders[holder] = true
      // The holder went on as the member who took this one's place.
      case .replaced, .unclaimed: break
      }
    }
    // Who asks to join is none yet, and is found when somebody lets them in.
    for request in history.state.admin.joinRequests { holders[request.holder] = holders[request.holder] ?? true }
    return holders
  }

  /// Reads all items of a bundle and its end.
  static func read(
    _ reader: inout BundleReader, _ source: Source, _ take: (BundleReader.Item) throws(ServerFailure) -> Void
  ) throws(ServerFailure) {
    while true {
      let bytes = try source()
      do throws(BundleFlaw) {
        if bytes.isEmpty { return try reader.finish() }
      } catch {
        throw ServerFailure("The bundle does not verify: \(error).")
      }
      reader.append(bytes)
      while true {
        let item: BundleReader.Item?
        do throws(BundleFlaw) {
          item = try reader.next()
        } catch {
          throw ServerFailure("The bundle does not verify: \(error).")
        }
        guard let item else { break }
        try take(item)
      }
    }
  }
}
