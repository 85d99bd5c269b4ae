import HearthProtocol
import Ledger

/// The client's side of the protocol for one identity: logs in, follows groups, sends commands until they are answered,
/// and does all of it again when the connection breaks.
///
/// It must never read a clock, a socket or randomness: they are passed in, and what is to be done is returned as
/// effects, in order. The shell drives it: `start` once, then `connected`, `received` and `disconnected` for every
/// connection that an effect asked for, and `tick` at `deadline`. Times are milliseconds of any steady clock.
public struct SyncCore: Sendable {
  enum Phase: Sendable {
    case idle
    /// An effect asked for a connection.
    case connecting
    /// Hello or register is sent.
    case loggingIn
    case ready
    case stopped
  }

  /// A question that is asked again after a reconnection.
  struct Question: Sendable {
    var body: ClientMessage.OneOf_Body
    var tag: UInt64
    /// What has come of a list of groups that has more than one page.
    var groups: [GroupSummary] = []
  }

  /// A page of history that nobody but the core has asked for.
  struct Page: Sendable {
    var request: UInt32
    /// Whether it is of the catch-up that is under way, and not of one that was dropped.
    var isWanted = true
  }

  /// A group that is followed.
  struct Following: Sendable {
    var replica: Replica
    /// Of the subscribe or unsubscribe on its way.
    var request: UInt32 = 0
    var tag: UInt64
    /// Whether the answer to a subscribe is awaited. What arrives before it belongs to the subscription that it
    /// replaces (SPEC SB-06).
    var awaitsAnswer = true
    /// Whether unsubscribe is sent.
    var isEnding = false
    /// Resyncs since the last complete catch-up.
    var resyncs = 0
    /// When to subscribe, or unsubscribe, again after the server asked to wait.
    var retryAt: Int64?
    /// What is on its way of the events that a snapshot stands for.
    var page: Page?
    /// When to ask for the next of it.
    var pageAt: Int64?
    /// The page that was told of last.
    var told: WantedPage?
    /// Whether commands wait until it is verified that the history goes on from what was seen of it.
    var holdsCommands = false
    /// What other members say of their history, compared with this one.
    var heads = HeadExchange()
    /// When to tell the others where this client stands.
    var headsAt: Int64?
    /// Whether it was told since the group was subscribed to.
    var hasToldHeads = false
    /// Of the last message that told it.
    var headsRequest: UInt32 = 0
    /// Of the last messages that showed what is being entered.
    var draftRequests: [UInt32] = []
    /// Whether the server's account was found wrong for good.
    var isGivenUp = false

    /// Whether what goes to the server about the subscription is that it ends.
    var isLeft: Bool { isEnding || isGivenUp }
  }

  /// Limit: silence after which the server is asked for a sign of life, in milliseconds. It pings by itself after 25 s
  /// of ours (SPEC HS-07).
  static let silenceMilliseconds: Int64 = 20_000
  /// Limit: how long it may take to give one.
  static let answerMilliseconds: Int64 = 10_000
  /// Limit: resyncs in a row before a group is given up.
  static let resyncsMax = 3

  let configuration: SyncConfiguration
  var phase = Phase.idle
  var credentials: Credentials
  var backoff = Backoff()
  var pace = PagePace()
  /// Whether this connection has logged in.
  var isWelcomed = false
  var lastHeard: Int64 = 0
  /// When it was last said that a catch-up goes on because a part of a message came.
  var lastToldArriving: Int64 = 0
  var askedForLife = false
  var lastRequest: UInt32 = 0
  var questions: [UInt32: Question] = [:]
  var following: [GroupID: Following] = [:]

  /// Commands without an answer.
  public internal(set) var outbox = Outbox()
  /// Who is logged in; nil before the first welcome.
  public internal(set) var identity: IdentityID?

  /// Makes the core of an identity; nothing happens before `start`.
  public init(_ configuration: SyncConfiguration) {
    self.configuration = configuration
    credentials = configuration.credentials
  }

  /// Whether messages can be sent now.
  public var isReady: Bool { phase == .ready }

  /// What may be shown of a group that is followed; nil before its first catch-up is complete.
  public func view(of group: GroupID) -> GroupView? { following[group]?.replica.view }

  /// When `tick` is to be called; nil for not at all.
  public var deadline: Int64? {
    switch phase {
    case .idle, .connecting, .stopped: return nil
    case .loggingIn: return lifeDeadline
    case .ready:
      return following.values.reduce(lifeDeadline) { min($0, $1.retryAt ?? .max, $1.headsAt ?? .max, $1.pageAt ?? .max) }
    }
  }

  private var lifeDeadline: Int64 { lastHeard &+ Self.silenceMilliseconds &+ (askedForLife ? Self.answerMilliseconds : 0) }

  /// Begins.
  public mutating func start() -> [SyncEffect] {
    guard phase == .idle else { return [] }
    phase = .connecting
    return [.connect(afterMilliseconds: 0)]
  }

  /// The WebSocket is open: logs in (SPEC HS-06).
  public mutating func connected(now: Int64) -> [SyncEffect] {
    guard phase == .connecting else { return [] }
    phase = .loggingIn
    isWelcomed = false
    lastHeard = now
    askedForLife = false
    switch credentials {
    case .register(let displayName):
      var register = Register()
      register.displayName = displayName
      register.client = configuration.client
      register.device = configuration.device
      return send(.register(register), request: nextRequest())
    case .link(let code):
      var link = LinkDevice()
      link.code = code
      link.client = configuration.client
      link.device = configuration.device
      return send(.linkDevice(link), request: nextRequest())
    case .token(let token):
      var hello = Hello()
      hello.token = token
      hello.client = configuration.client
      return send(.hello(hello), request: nextRequest())
    }
  }

  /// The connection that was asked for did not come about, or is gone.
  ///
  /// - Parameter random: a random word, for the time to the next attempt.
  public mutating func disconnected(_ cause: Disconnection, random: UInt64) -> [SyncEffect] {
    switch phase {
    case .idle, .stopped: return []
    case .connecting, .loggingIn, .ready: break
    }
    pace = PagePace()
    for group in following.keys {
      following[group]?.replica.disconnected()
      following[group]?.holdCommands()
      following[group]?.told = nil
      following[group]?.retryAt = nil
      following[group]?.headsAt = nil
      following[group]?.page = nil
      following[group]?.pageAt = nil
    }
    // Who unsubscribed is unsubscribed: the connection has taken it along.
    var effects = endings()
    if let reason = cause.stopReason {
      phase = .stopped
      return effects + [.notice(.stopped(reason))]
    }
    if isWelcomed && cause.endsGoodConnection { backoff.succeeded() }
    isWelcomed = false
    phase = .connecting
    let delay = backoff.next(random: random)
    effects.append(.notice(.disconnected(cause, retryMilliseconds: delay)))
    effects.append(.connect(afterMilliseconds: delay))
    return effects
  }

  /// Something arrived that is no message, such as a pong: the server lives.
  public mutating func heard(now: Int64) {
    lastHeard = now
    askedForLife = false
  }

  /// A part of a message arrived: the server lives, and a catch-up goes on over a slow line, which is said once a
  /// second at most.
  public mutating func heardPart(now: Int64) -> [SyncEffect] {
    heard(now: now)
    guard now - lastToldArriving >= 1_000 else { return [] }
    lastToldArriving = now
    return following.filter { $0.value.isHeard && $0.value.replica.isCatchingUp }.map { .notice(.catchingUp($0.key)) }
  }

  /// Time has passed.
  ///
  /// - Parameter random: a random word, for the time to the next attempt.
  public mutating func tick(now: Int64, random: UInt64) -> [SyncEffect] {
    guard let deadline, now >= deadline else { return [] }
    if now >= lifeDeadline {
      guard askedForLife else {
        askedForLife = true
        return [.ping]
      }
      return [.close(1001)] + disconnected(.silent, random: random)
    }
    var effects: [SyncEffect] = []
    for group in following.keys.sorted() {
      if let headsAt = following[group]?.headsAt, now >= headsAt { effects += tellHeads(of: group) }
      if let pageAt = following[group]?.pageAt, now >= pageAt {
        following[group]?.pageAt = nil
        effects += readOn(group, now: now)
      }
      guard let retryAt = following[group]?.retryAt, now >= retryAt else { continue }
      following[group]?.retryAt = nil
      effects += following[group]?.isLeft == true ? leave(group) : subscribe(group)
    }
    return effects
  }

  /// Ends for good.
  public mutating func stop() -> [SyncEffect] {
    switch phase {
    case .stopped: return []
    case .idle, .connecting, .loggingIn, .ready:
      phase = .stopped
      return [.close(1000), .notice(.stopped(.asked))]
    }
  }

  private mutating func endings() -> [SyncEffect] {
    var effects: [SyncEffect] = []
    for group in following.keys.sorted() where following[group]?.isEnding == true {
      guard let ended = following.removeValue(forKey: group) else { continue }
      effects.append(.notice(.unsubscribed(group, tag: ended.tag)))
    }
    return effects
  }
}

extension SyncCore {
  mutating func nextRequest() -> UInt32 {
    // 0 stands for what was not asked (SPEC CM-01).
    lastRequest = lastRequest == .max ? 1 : lastRequest + 1
    return lastRequest
  }

  func send(_ body: ClientMessage.OneOf_Body, request: UInt32) -> [SyncEffect] {
    var message = ClientMessage()
    message.request = request
    message.body = body
    do {
      return [.send(try configuration.format.encode(message))]
    } catch {
      return [.notice(.unreadable(error.cause))]
    }
  }
}

extension Disconnection {
  /// Why there is no point in trying again, or nil (SPEC CL-02).
  fileprivate var stopReason: StopReason? {
    switch self {
    case .closed(4401): .notLoggedIn
    case .closed(4001): .revoked
    // What was sent breaks a rule, and would be sent again.
    case .closed(1002), .closed(1003), .closed(1007), .closed(1009), .closed(1010): .incompatible(self)
    // 429 and 5xx are asked to come back later, 408 means a slow line; anything else is no Hearth server, or not of
    // this version.
    case .refused(let status): [408, 429].contains(status) || (500...599).contains(status) ? nil : .incompatible(self)
    case .protocolBroken: .incompatible(self)
    case .closed, .unreachable, .lost, .silent: nil
    }
  }

  /// Whether a connection that had logged in was worth starting over with short waits. One ended for what it costs the
  /// server was not.
  fileprivate var endsGoodConnection: Bool {
    switch self {
    case .closed(1008), .closed(1013), .closed(4008), .closed(4429): false
    case .closed, .refused, .protocolBroken, .unreachable, .lost, .silent: true
    }
  }
}
