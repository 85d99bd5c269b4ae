import Deflate
import HearthProtocol
import Room
import Transport
import WebSocket

/// One connection of a member: the HTTP request, then WebSocket messages in one wire format, then a login.
///
/// It holds what the server's loop has to know of the connection and decides nothing about groups. It lives on one
/// loop.
final class Session {
  /// How far the connection has come.
  enum Stage {
    /// The HTTP request is being read.
    case request
    /// An upgrade is granted if the token that it carries is somebody's, which is being looked up.
    case checking
    /// Messages.
    case open
    /// An attachment comes or goes, without a WebSocket.
    case exchange
    /// One message over HTTP, and its answer.
    case call
    /// Our Close has been sent and the client's is awaited. Nothing else that arrives counts.
    case parting
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
  /// Where it comes from: the peer, or whom a trusted proxy speaks for.
  var address: SocketAddress
  /// Whether it is among the connections counted.
  var isCounted = false
  /// It was told that there is no room for it, and is counted as such.
  var isTurnedAway = false
  /// The bytes that the memory budget is charged for it.
  var chargedBytes = 0
  /// As what its address is counted.
  var countedAddress: AddressKey?
  /// As whose connection it is counted.
  var countedIdentity: IdentityID?
  var stage = Stage.request
  /// The upgrade that waits for its token to be looked up.
  var grant: UpgradeGrant?
  /// The attachment that comes or goes.
  var exchange: AttachmentExchange?
  /// The message over HTTP.
  var call: Call?
  var login = Login.none
  /// With what it has logged in.
  private(set) var credential: Credential?
  /// When the token that it was shown last lets in no more, by the steady clock; nil: that is said by nobody but
  /// whoever revokes it.
  var expiresAt: Int64?
  /// The day, counted from 1970-01-01, on which its use of a device was last noted.
  var usedDay: Int64 = 0
  private(set) var format = WireFormat.json
  /// What reads the request; nil once it has been read.
  var head: RequestHeadParser?
  /// In how many pieces it has come.
  var requestPieces = PieceCount()
  var webSocket: WebSocketConnection
  /// What was agreed about compression; nil: there is none.
  private(set) var compression: CompressionAgreement?
  /// What inflates a message that comes in fragments, while it is under way, and all messages of a client that keeps
  /// its context.
  var fragments: ContextCompressor?
  var bucket: TokenBucket
  var strikes: StrikeCount
  /// What a client sent behind its hello without waiting for the welcome, and how many bytes that were.
  var held: [ClientMessage] = []
  var heldBytes = 0
  // Limit: messages held; one more closes with 1008.
  static let heldMax = 64
  /// Bytes of the message that is being handled; of those that were held, what they are on average.
  var messageBytes = 0
  /// Received bytes that wait for a later turn. While there are any, nothing more is read.
  var postponed: [UInt8] = []
  var isVisitedNextTurn = false
  /// Whether other connections of its address had all that the address may have of a turn.
  var lacksShare = false
  /// Whether the client has ended its stream behind what waits.
  var hasInputEnded = false
  /// What it has asked and was not answered yet.
  var owed = OwedAnswers()
  /// Monotonic milliseconds when the connection came, then when the request had been read.
  var stageSince: Int64
  /// Whether nothing has arrived yet.
  var isSilent = true
  /// Monotonic milliseconds when something last arrived.
  var heardAt: Int64
  /// When a ping was sent that nothing has followed yet.
  var pingedAt: Int64?
  /// Silence after which it is pinged, in milliseconds.
  let pingMilliseconds: Int64
  /// The groups that it follows or has asked to follow, with the number of the last such request.
  var followed: [GroupID: SubscriptionNumber] = [:]
  private var lastSubscription = SubscriptionNumber()
  /// The loops that know of it, by their numbers: a bit each.
  var knownTo: UInt64 = 0
  // Limit: reads of a connection under way, lists of groups among them; one more is answered `overloaded`. Each keeps a
  // reader busy and holds what it reads.
  static let readsMax = 8
  private(set) var readsUnderWay = 0
  /// Catch-ups that it is sent in pieces, the one that is being sent first.
  var streams: [CatchUpReading] = []
  /// Whether a piece is being read for it.
  var isReadingPiece = false
  /// Lists of groups that are being gathered.
  private var listings: [ListingNumber: GroupListing] = [:]
  private var lastListing = ListingNumber(rawValue: 0)
  private var askers: [GroupID: Asker] = [:]
  /// Groups that the identity is in or was.
  private var acquaintances: Set<GroupID> = []

  init(connection: ConnectionID, loop: Int, address: SocketAddress, isAdmin: Bool, configuration: ServerConfiguration, now: Int64) {
    self.connection = connection
    peer = PeerID(connection, loop: loop)
    self.isAdmin = isAdmin
    self.address = address
    head = RequestHeadParser(limits: configuration.head)
    webSocket = Session.webSocket(for: .json, isCompressing: false, configuration)
    bucket = TokenBucket(ratePerSecond: configuration.messagesPerSecond, burst: configuration.messagesBurst, now: now)
    strikes = StrikeCount()
    stageSince = now
    heardAt = now
    // Clients that came together are not pinged together (SPEC HS-07).
    pingMilliseconds = configuration.pingMilliseconds - connection.spread(to: configuration.pingMilliseconds / 5)
  }

  /// Becomes a WebSocket. No room knows of it before.
  func open(_ format: WireFormat, _ compression: CompressionAgreement?, _ configuration: ServerConfiguration, now: Int64) {
    self.format = format
    self.compression = compression
    peer = PeerID(connection, loop: peer.loop, readsCompressed: compression != nil)
    webSocket = Self.webSocket(for: format, isCompressing: compression != nil, configuration)
    if let compression, compression.clientKeepsContext { fragments = ContextCompressor(compression, role: .server) }
    stage = .open
    stageSince = now
  }

  /// Notes with what it has logged in.
  func show(_ bearer: Bearer) {
    credential = bearer.credential
    expiresAt = bearer.expiresAt
  }

  /// Knows from here on whose it is.
  func logIn(_ bearer: Bearer) {
    login = .identity(bearer.identity)
    show(bearer)
  }

  /// Whether messages are held that may be handled now.
  var mayHandleHeld: Bool { if case .identity = login { !held.isEmpty } else { false } }
  /// Whether its token, or what it registers with, is being looked at: what it sends meanwhile is held.
  var isLoggingIn: Bool { if case .pending = login { true } else { false } }
  /// Since when the directory is being asked something on which what comes later may depend, in milliseconds of the
  /// loop's clock.
  var lookUpSince: Int64?
  /// Whether that is so; nothing more is handled until it has answered.
  var isLookingUp: Bool { lookUpSince != nil }
  /// Whether something that has come waits for its turn: what comes later has to wait behind it.
  var isPutOff: Bool { isLookingUp || !postponed.isEmpty || mayHandleHeld }

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

  /// Notes that it is no member of a group any more.
  func unfollow(_ group: GroupID) { followed[group] = nil }

  /// Keeps a list until it is complete.
  func begin(_ listing: GroupListing) -> ListingNumber {
    lastListing.rawValue &+= 1
    listings[lastListing] = listing
    return lastListing
  }

  /// A list that is being gathered; nil once it was taken.
  subscript(number: ListingNumber) -> GroupListing? {
    get { listings[number] }
    _modify { yield &listings[number] }
  }

  /// Counts a read that is begun; false when enough are under way.
  func beginRead() -> Bool {
    guard readsUnderWay < Self.readsMax else { return false }
    readsUnderWay += 1
    return true
  }

  /// A read has been answered.
  func endRead() { readsUnderWay -= 1 }

  /// Whether the identity is known to be in the group, or to have been.
  func knows(_ group: GroupID) -> Bool { acquaintances.contains(group) }

  /// Notes that the identity is in the group, or was, or makes it.
  func meet(_ group: GroupID) {
    // Limit: groups remembered; those that are forgotten are looked up again.
    if acquaintances.count >= 256 { acquaintances.removeAll(keepingCapacity: true) }
    acquaintances.insert(group)
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

  /// The WebSocket core of a connection that has agreed on a format: the other kind of message is failed with 1003
  /// (SPEC HS-03).
  private static func webSocket(
    for format: WireFormat, isCompressing: Bool, _ configuration: ServerConfiguration
  ) -> WebSocketConnection {
    var options = ConnectionConfiguration(role: .server)
    options.permitsCompression = isCompressing
    options.frames = FrameLimits(
      messageBytesMax: configuration.messageBytesMax, frameBytesMax: configuration.frameBytesMax, fragmentsMax: configuration.fragmentsMax)
    options.messageMilliseconds = configuration.messageMilliseconds
    options.closeMilliseconds = configuration.closeMilliseconds
    options.controlFramesPerSecond = configuration.controlFramesPerSecond
    options.controlFramesBurst = configuration.controlFramesBurst
    options.pongsPendingMax = configuration.pongsPendingMax
    options.kinds = format == .json ? .text : .binary
    return WebSocketConnection(options)
  }
}

/// Counts the pieces in which a request comes.
struct PieceCount {
  // Limit: pieces that are read as they come; after the last of them, and after each further one, reading rests for a
  // moment.
  static let most = 64
  private var count = 0

  /// Notes a piece behind which more must come; true when reading rests now.
  mutating func add() -> Bool {
    count += 1
    return count >= Self.most
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
