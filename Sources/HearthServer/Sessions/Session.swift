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
    /// Events of a group, over HTTP.
    case feed
    /// Our Close has been sent and the client's is awaited. Nothing else that arrives counts.
    case parting
    /// Our side is finished; the connection ends when everything has left.
    case closing
  }

  /// What is answered over HTTP.
  private enum Answering {
    case nothing
    case exchange(AttachmentExchange)
    case call(Call)
    case feed(Feed)
  }

  let connection: ConnectionID
  /// The peer's name towards rooms.
  private(set) var peer: PeerID
  let isAdmin: Bool
  /// Where it comes from: the peer, or whom a trusted proxy speaks for.
  var address: SocketAddress
  var stage = Stage.request {
    didSet { if stage != .exchange, stage != .call, stage != .feed { answering = .nothing } }
  }
  /// Monotonic milliseconds when the connection came, then when the request had been read.
  var stageSince: Int64
  /// As what it is counted.
  var place = SessionPlace()
  /// The request, while it is read and checked.
  var request: SessionRequest
  /// What the stages `exchange`, `call` and `feed` carry; it ends with them.
  private var answering = Answering.nothing
  /// The WebSocket.
  var wire: SessionWire
  /// Whose it is.
  var account = SessionAccount()
  /// How much more it may say.
  var allowance: SessionAllowance
  /// What has come and waits.
  var input = SessionInput()
  /// What it has asked and was not answered yet.
  var owed = OwedAnswers()
  /// Since when nothing has come.
  var silence: SessionSilence
  /// The groups that it follows.
  var following = SessionFollowing()
  /// What is being read for it.
  var reads = SessionReads()

  init(connection: ConnectionID, loop: Int, address: SocketAddress, isAdmin: Bool, configuration: ServerConfiguration, now: Int64) {
    self.connection = connection
    peer = PeerID(connection, loop: loop)
    self.isAdmin = isAdmin
    self.address = address
    request = SessionRequest(limits: configuration.head)
    wire = SessionWire(.json, nil, configuration)
    allowance = SessionAllowance(configuration, now: now)
    stageSince = now
    // Clients that came together are not pinged together (SPEC HS-07).
    silence = SessionSilence(
      pingMilliseconds: configuration.pingMilliseconds - connection.spread(to: configuration.pingMilliseconds / 5), now: now)
  }

  /// Becomes a WebSocket. No room knows of it before.
  func open(_ format: WireFormat, _ compression: CompressionAgreement?, _ configuration: ServerConfiguration, now: Int64) {
    peer = PeerID(connection, loop: peer.loop, readsCompressed: compression != nil)
    wire = SessionWire(format, compression, configuration)
    stage = .open
    stageSince = now
  }

  /// Its request is for an attachment that comes or goes.
  func begin(_ exchange: AttachmentExchange, now: Int64) {
    answering = .exchange(exchange)
    stage = .exchange
    stageSince = now
  }

  /// Its call is for events: it becomes a reader of them over HTTP. No room knows of it before.
  func follow(_ feed: Feed) {
    peer = PeerID(connection, loop: peer.loop, readsFeed: true)
    call?.events = feed
  }

  /// The group has admitted it: the events take the place of the call that was for them.
  func beginFeed(now: Int64) {
    guard let feed = call?.events else { return }
    answering = .feed(feed)
    stage = .feed
    stageSince = now
  }

  /// The attachment that comes or goes, in stage `exchange`. It is changed in place.
  var exchange: AttachmentExchange? {
    get { if case .exchange(let exchange) = answering { exchange } else { nil } }
    _modify {
      var exchange = takeExchange()
      defer { if let exchange { answering = .exchange(exchange) } }
      yield &exchange
    }
  }

  /// The message over HTTP, in stage `call`. It is changed in place.
  var call: Call? {
    get { if case .call(let call) = answering { call } else { nil } }
    _modify {
      var call = takeCall()
      defer { if let call { answering = .call(call) } }
      yield &call
    }
  }

  /// The events over HTTP, in stage `feed`. They are changed in place.
  var feed: Feed? {
    get { if case .feed(let feed) = answering { feed } else { nil } }
    _modify {
      var feed = takeFeed()
      defer { if let feed { answering = .feed(feed) } }
      yield &feed
    }
  }

  // Moved out, so that nothing else holds the bytes that a change adds to.
  private func takeExchange() -> AttachmentExchange? {
    guard case .exchange(let exchange) = answering else { return nil }
    answering = .nothing
    return exchange
  }

  private func takeCall() -> Call? {
    guard case .call(let call) = answering else { return nil }
    answering = .nothing
    return call
  }

  private func takeFeed() -> Feed? {
    guard case .feed(let feed) = answering else { return nil }
    answering = .nothing
    return feed
  }

  /// Whether it may be sent what a group has for its readers.
  var isReader: Bool { stage == .open || stage == .feed }

  /// Whether messages are held that may be handled now.
  var mayHandleHeld: Bool { account.isKnown && !input.held.isEmpty }

  /// Whether something that has come waits for its turn: what comes later has to wait behind it.
  var isPutOff: Bool { input.isLookingUp || !input.postponed.isEmpty || mayHandleHeld }
}
