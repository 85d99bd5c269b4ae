import HearthProtocol
import Room
import Transport
import WebSocket

/// One connection of a member: the HTTP request, then WebSocket messages in one wire format, then a login.
///
/// It holds what the server's loop has to know of the connection and decides nothing about groups. It lives on one loop.
final class Session {
  /// How far the connection has come.
  enum Stage {
    /// The HTTP request is being read.
    case request
    /// Messages.
    case open
    /// Our side is finished; the connection ends when everything has left.
    case closing
  }

  /// Whether we know who it is (SPEC HS-06).
  enum Login {
    /// Nothing has been said yet.
    case none
    /// Being looked up.
    case pending
    /// Logged in.
    case identity(IdentityID)
  }

  let connection: ConnectionID
  /// The peer's name towards rooms.
  private(set) var peer: PeerID
  let isAdmin: Bool
  var stage = Stage.request
  var login = Login.none
  private(set) var format = WireFormat.json
  var head: RequestHeadParser
  var webSocket: WebSocketConnection
  /// What was agreed about compression; nil: there is none.
  private(set) var compression: CompressionAgreement?
  var bucket: TokenBucket
  var strikes: StrikeCount
  /// What a client sent behind its hello without waiting for the welcome.
  var held: [ClientMessage] = []
  // Limit: messages held; one more closes with 1008.
  static let heldMax = 64
  /// Monotonic milliseconds when the connection came.
  let openedAt: Int64
  /// Monotonic milliseconds when something last arrived.
  var heardAt: Int64
  /// When a ping was sent that nothing has followed yet.
  var pingedAt: Int64?
  /// The groups that it follows or has asked to follow, with the number of the last such request.
  var followed: [GroupID: SubscriptionNumber] = [:]
  private var lastSubscription = SubscriptionNumber()
  /// The loops that know of it, by their numbers: a bit each.
  var knownTo: UInt64 = 0
  /// Lists of groups that are being gathered.
  private var listings: [ListingNumber: GroupListing] = [:]
  private var lastListing = ListingNumber(rawValue: 0)
  private var askers: [GroupID: Asker] = [:]

  init(connection: ConnectionID, loop: Int, isAdmin: Bool, configuration: ServerConfiguration, now: Int64) {
    self.connection = connection
    peer = PeerID(connection, loop: loop)
    self.isAdmin = isAdmin
    head = RequestHeadParser()
    webSocket = Session.webSocket(for: .json, isCompressing: false, configuration)
    bucket = TokenBucket(ratePerSecond: configuration.messagesPerSecond, burst: configuration.messagesBurst, now: now)
    strikes = StrikeCount()
    openedAt = now
    heardAt = now
  }

  /// Becomes a WebSocket. No room knows of it before.
  func open(_ format: WireFormat, _ compression: CompressionAgreement?, _ configuration: ServerConfiguration) {
    self.format = format
    self.compression = compression
    peer = PeerID(connection, loop: peer.loop, readsCompressed: compression != nil)
    webSocket = Self.webSocket(for: format, isCompressing: compression != nil, configuration)
    stage = .open
  }

  /// Notes that it asks to follow a group.
  func follow(_ group: GroupID) -> SubscriptionNumber {
    lastSubscription = lastSubscription.next
    followed[group] = lastSubscription
    return lastSubscription
  }

  /// Notes that it does not follow a group, or no longer, unless it has asked again since.
  func unfollow(_ group: GroupID, _ number: SubscriptionNumber) {
    if followed[group] == number { followed[group] = nil }
  }

  /// Keeps a list until it is complete.
  func begin(_ listing: GroupListing) -> ListingNumber {
    lastListing.rawValue &+= 1
    listings[lastListing] = listing
    return lastListing
  }

  /// Adds a line to a list.
  ///
  /// - Returns: the list if it is complete with that.
  func add(_ summary: GroupSummary?, of group: GroupID, to number: ListingNumber) -> GroupListing? {
    listings[number]?.add(summary, of: group)
    guard let listing = listings[number], listing.isComplete else { return nil }
    listings[number] = nil
    return listing
  }

  /// The identity's tie to a group, computed once per group and connection.
  func asker(_ identity: IdentityID, in group: GroupID) -> Asker {
    if let known = askers[group] { return known }
    let asker = Asker(identity: identity, group: group)
    // Limit: ties remembered; they cost a hash each to compute again.
    if askers.count >= 128 { askers.removeAll(keepingCapacity: true) }
    askers[group] = asker
    return asker
  }

  /// The WebSocket core of a connection that has agreed on a format: the other kind of message is failed with 1003 (SPEC HS-03).
  private static func webSocket(
    for format: WireFormat, isCompressing: Bool, _ configuration: ServerConfiguration
  ) -> WebSocketConnection {
    var options = ConnectionConfiguration(role: .server)
    options.permitsCompression = isCompressing
    options.frames.messageBytesMax = configuration.messageBytesMax
    options.frames.frameBytesMax = configuration.messageBytesMax
    options.kinds = format == .json ? .text : .binary
    return WebSocketConnection(options)
  }
}

/// Counts offences within a minute (SPEC CM-08).
struct StrikeCount {
  // Limit: offences within a minute; the fifth ends the connection.
  private static let most = 5
  private static let window: Int64 = 60_000
  private var times: [Int64] = []

  /// Notes an offence; true when it is one too many.
  mutating func strike(now: Int64) -> Bool {
    times.removeAll { now - $0 >= Self.window }
    times.append(now)
    return times.count >= Self.most
  }
}
