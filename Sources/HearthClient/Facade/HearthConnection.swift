import HearthProtocol
import Locking
import Synchronization
import TLS
import Transport

/// One identity's connection for a program that does one thing after the other: every call blocks until its answer or
/// its time limit.
///
/// It is used from one thread at a time; only `close` may be called from another, and ends whatever is being waited
/// for. What arrives meanwhile and answers nothing is kept for `next`.
public final class HearthConnection: Sendable {
  /// The server.
  public let server: ServerURL
  private let addressCount: Int
  /// Whether the identity has a token: logging in makes nothing.
  private let isKnown: Bool
  private let loop: ClientLoop
  private let client: ClientID
  private let mailbox = Mailbox()
  private let serverClock = ServerClock()
  private let toldPage = Locked("")
  private let toldRate = Locked<MessageRate?>(nil)
  private let kept = Locked<[Delivery]>([])
  private let lastTag = Atomic<UInt64>(0)
  private let isClosed = Atomic<Bool>(false)
  private let isLoggedIn = Atomic<Bool>(false)

  /// Begins to connect. Blocks while the server's name is resolved.
  ///
  /// - Parameters:
  ///   - authoritiesFile: the PEM file of the authorities that may vouch for a secure server; nil for the system's.
  ///   - certificate: what is shown to a secure server that asks.
  public init(
    _ configuration: SyncConfiguration, server: ServerURL, authoritiesFile: String? = nil, certificate: TLSIdentity? = nil
  ) throws(ConnectionFailure) {
    let destination: TLSDestination?
    do {
      destination = try server.destination(authoritiesFile: authoritiesFile, certificate: certificate)
    } catch {
      throw .trust(error)
    }
    let addresses: [SocketAddress]
    do {
      addresses = try SocketAddress.resolve(host: server.host, port: server.port)
    } catch {
      throw .unresolved(server, error.description)
    }
    self.server = server
    if case .token = configuration.credentials { isKnown = true } else { isKnown = false }
    addressCount = addresses.count
    let (mailbox, serverClock, toldPage, toldRate) = (mailbox, serverClock, toldPage, toldRate)
    do {
      loop = try ClientLoop { member, notice in
        if case .welcome(let welcome) = notice {
          serverClock.set(welcome.serverTimeMs)
          toldPage.withLock { $0 = welcome.pageURL }
          toldRate.withLock { $0 = MessageRate(welcome) }
        }
        mailbox.post(Delivery(notice: notice, view: notice.group.flatMap(member.view)))
      }
    } catch {
      throw .system(error)
    }
    client = loop.add(configuration, server: server, at: addresses, destination: destination)
  }

  deinit { close() }

  /// Waits until the identity is logged in. Fails when none of the server's addresses can be reached.
  public func open(within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> Login {
    var token: String?
    var failures = 0
    let deadline = ContinuousClock.now + limit
    while let delivery = take(until: deadline) {
      switch delivery.notice {
      case .registered(_, let fresh): token = fresh
      case .welcome(let welcome): return Login(welcome: welcome, token: token)
      case .disconnected(let cause, _):
        failures += 1
        if failures >= addressCount { throw .unreachable(server, cause) }
      case .stopped(let reason): throw .stopped(server, reason)
      case .rejected(let rejected, _): throw .rejected(rejected)
      case .verifying, .catchingUp: break
      case .accepted, .groupUpdated, .unsubscribed, .membershipEnded, .preview, .groups, .history, .impact, .paymentLink, .device,
        .presence, .headTold,
        .draft,
        .fault,
        .unreadable, .message:
        keep(delivery)
      }
    }
    throw .noAnswer(server, after: limit, isRead: isKnown)
  }

  /// Sends a command and waits until it is durable. A connection that breaks meanwhile is made again and the command
  /// resent.
  ///
  /// - Parameter mayBeKnown: whether it may have arrived before (`SyncRequest.resend`).
  public func send(
    _ command: Command, mayBeKnown: Bool = false, within limit: Duration = .seconds(15)
  ) throws(ConnectionFailure) -> Accepted {
    try ask(mayBeKnown ? .resend(command) : .command(command), limit) { notice, tag in
      if case .accepted(let accepted, tag) = notice { accepted } else { nil }
    }
  }

  /// Begins to send a command, as `send` does, and waits for nothing: `arrival` tells what comes of it.
  ///
  /// - Returns: the tag of its `accepted` or `rejected`.
  public func begin(_ command: Command) -> UInt64 {
    let tag = nextTag()
    loop.request(.command(command), by: client, tag: tag)
    return tag
  }

  /// The next notice of all, also one that answers; nil when the time is up first. For what was begun with `begin`, and
  /// while nothing is kept for `next`.
  public func arrival(until deadline: ContinuousClock.Instant) -> Delivery? { take(until: deadline) }

  // Limit: how often a server may find the line too slow while one group is followed. The catch-up goes on where it
  // was.
  private static let slownessMax = 3

  /// Follows a group and waits for its first complete view; what happens afterwards comes through `next`. When the
  /// membership ends before that, it is refused as a stranger is.
  ///
  /// - Parameters:
  ///   - view: what was seen of it before; what the server tells has to follow from that.
  ///   - limit: begins anew with every page of the events that were missed, where they have to be read
  ///     (`SyncNotice.verifying`), and while a large catch-up arrives, which may take long over a slow line
  ///     (`SyncNotice.catchingUp`).
  public func follow(
    _ group: GroupID, from view: GroupView? = nil, within limit: Duration = .seconds(15)
  ) throws(ConnectionFailure) -> GroupView {
    let tag = nextTag()
    loop.request(.subscribe(group, from: view), by: client, tag: tag)
    var deadline = ContinuousClock.now + limit
    var slowness = 0
    while let delivery = take(until: deadline) {
      switch delivery.notice {
      case .groupUpdated(let update) where update.group == group:
        guard let view = delivery.view else { break }
        kept.withLock { $0.update(to: view) }
        return view
      case .verifying(group, _, _, _), .catchingUp(group): deadline = ContinuousClock.now + limit
      case .fault(group, let fault) where fault.recovery == .stop: throw .fault(fault)
      case .membershipEnded(group):
        // It is for `next` all the same: nothing of the group is to be kept.
        keep(delivery)
        var rejected = Rejected.noMember
        rejected.groupID = group.description
        throw .rejected(rejected)
      case .rejected(let rejected, tag): throw .rejected(rejected)
      case .stopped(let reason): throw .stopped(server, reason)
      case .disconnected(.closed(4008), _):
        slowness += 1
        guard slowness < Self.slownessMax else { throw .tooSlow(server) }
        keep(delivery)
      case .verifying, .catchingUp: break
      case .registered, .welcome, .disconnected, .accepted, .rejected, .groupUpdated, .unsubscribed, .membershipEnded, .preview, .groups,
        .history, .impact, .paymentLink, .device, .presence, .headTold, .draft, .fault, .unreadable, .message:
        keep(delivery)
      }
    }
    throw .noAnswer(server, after: limit, isRead: true)
  }

  /// Follows a group no more. What was told of it that `next` has not given yet is dropped, but for messages.
  public func unfollow(_ group: GroupID, within limit: Duration = .seconds(10)) throws(ConnectionFailure) {
    try ask(.unsubscribe(group), limit) { notice, tag -> Void? in
      if case .unsubscribed(group, tag) = notice { () } else { nil }
    }
    kept.withLock { $0.removeAll { $0.notice.group == group } }
  }

  /// The groups of the identity.
  public func groups(within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> [GroupSummary] {
    try ask(.listGroups, limit) { notice, tag in
      if case .groups(let groups, tag) = notice { groups } else { nil }
    }
  }

  /// What an invite offers.
  ///
  /// - Parameter displayName: what the asker is called, so that a placeholder of that name can be offered.
  public func preview(
    code: String, displayName: String = "", within limit: Duration = .seconds(10)
  ) throws(ConnectionFailure) -> InvitePreview {
    try ask(.previewInvite(code: code, displayName: displayName), limit) { notice, tag in
      if case .preview(let preview, tag) = notice { preview } else { nil }
    }
  }

  /// A page of a lane's history: at most `limit` events after the position, and fewer where they are long. It may take
  /// a while over a slow line.
  public func history(
    of group: GroupID, lane: Lane, after: LanePosition, limit: UInt32, within time: Duration = .seconds(60)
  ) throws(ConnectionFailure) -> HistoryPage {
    try ask(.readHistory(group, lane, after: after, limit: limit), time) { notice, tag in
      if case .history(let page, tag) = notice { page } else { nil }
    }
  }

  /// What a command would change if it were sent now; a rejection is what it would get.
  public func impact(of command: Command, within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> Impact {
    try ask(.previewCommand(command), limit) { notice, tag in
      if case .impact(let impact, tag) = notice { impact } else { nil }
    }
  }

  /// How to pay a member what the identity owes them; a rejection says why there is no way.
  public func paymentLink(_ read: ReadPaymentLink, within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> PaymentLink {
    try ask(.readPaymentLink(read), limit) { notice, tag in
      if case .paymentLink(let link, tag) = notice { link } else { nil }
    }
  }

  /// The devices of the identity.
  public func devices(within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> [Device] {
    try ask(.devices(.list), limit) { notice, tag in
      if case .device(.list(let devices), tag) = notice { devices } else { nil }
    }
  }

  /// Takes a device from the identity: its connections are closed, this one too if it is the one.
  public func revoke(device: String, within limit: Duration = .seconds(10)) throws(ConnectionFailure) {
    try ask(.devices(.revoke(deviceID: device)), limit) { notice, tag -> Void? in
      if case .device(.revoked, tag) = notice { () } else { nil }
    }
  }

  /// A further token for this device. The one in use is good until somebody logs in with this one, so keep it first.
  public func rotateToken(within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> String {
    try ask(.devices(.rotate), limit) { notice, tag in
      if case .device(.token(let token), tag) = notice { token } else { nil }
    }
  }

  /// A code by which a further device can log in as the identity.
  public func linkCode(within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> LinkCode {
    try ask(.devices(.makeCode), limit) { notice, tag in
      if case .device(.code(let code), tag) = notice { code } else { nil }
    }
  }

  /// Makes a token for a group, by which a program acts for the identity there (SPEC ID-19).
  public func makeToken(_ wish: CreateGroupToken, within limit: Duration = .seconds(10)) throws(ConnectionFailure) -> GroupTokenCreated {
    try ask(.devices(.makeGroupToken(wish)), limit) { notice, tag in
      if case .device(.groupToken(let made), tag) = notice { made } else { nil }
    }
  }

  /// The identity's tokens for a group, or without one for all groups, in the order in which they were made.
  public func groupTokens(
    of group: GroupID? = nil, within limit: Duration = .seconds(10)
  ) throws(ConnectionFailure) -> [GroupToken] {
    try ask(.devices(.listGroupTokens(group: group?.description ?? "")), limit) { notice, tag in
      if case .device(.groupTokens(let found), tag) = notice { found.tokens } else { nil }
    }
  }

  /// Takes a token for a group from the identity: its connections are closed.
  public func revoke(groupToken: String, within limit: Duration = .seconds(10)) throws(ConnectionFailure) {
    try ask(.devices(.revokeGroupToken(id: groupToken)), limit) { notice, tag -> Void? in
      if case .device(.revoked, tag) = notice { () } else { nil }
    }
  }

  /// Shows the other members what is being entered in a group that is followed; nil: nothing any more. Nothing waits
  /// for it, and it is lost where there is no connection (SPEC PR-06).
  public func tellDraft(_ draft: DraftContent?, of group: GroupID) { loop.request(.tellDraft(group, draft), by: client, tag: nextTag()) }

  /// The next notice that answers nothing; nil when the time is up first.
  public func next(within limit: Duration) -> Delivery? {
    let first: Delivery? = kept.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return first ?? take(until: ContinuousClock.now + limit)
  }

  /// Calls this from another thread whenever something has arrived, until another is set: for a thread that waits for a
  /// keyboard too, and then asks `next`. It must not block.
  public func onArrival(_ notify: (@Sendable () -> Void)?) { mailbox.notify.withLock { $0 = notify } }

  /// Waits; what is told meanwhile is for `next`.
  public func wait(until deadline: ContinuousClock.Instant) throws(ConnectionFailure) {
    while ContinuousClock.now < deadline, let delivery = take(until: deadline) {
      if case .stopped(let reason) = delivery.notice { throw .stopped(server, reason) }
      keep(delivery)
    }
  }

  /// Ends the connection; a call that waits in `next` gets `stopped`. A second call does nothing.
  public func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    loop.remove(client)
    loop.stop()
    loop.join()
  }

  /// Whether the identity is logged in over a connection that stands, as far as was heard while something was waited
  /// for.
  public var isReached: Bool { isLoggedIn.load(ordering: .relaxed) }

  /// How fast messages may follow one another; nil where the server does not tell, and before the first welcome.
  public var messageRate: MessageRate? { toldRate.withLock { $0 } }

  /// The time by the server's clock, in milliseconds since 1970: what the last welcome said, and what has passed since.
  /// Nil before the first welcome.
  public var serverTime: Int64? { serverClock.now }

  /// Where the page behind an invite is, as scheme, host and port; nil where there is none, and before the first
  /// welcome.
  public var page: String? { server.page(toldPage.withLock { $0 }) }

  private func take(until deadline: ContinuousClock.Instant) -> Delivery? {
    let delivery = mailbox.take(until: deadline)
    switch delivery?.notice {
    case .welcome: isLoggedIn.store(true, ordering: .relaxed)
    case .disconnected, .stopped: isLoggedIn.store(false, ordering: .relaxed)
    case .registered, .accepted, .rejected, .groupUpdated, .unsubscribed, .membershipEnded, .preview, .groups, .history, .impact,
      .paymentLink, .device,
      .presence, .headTold, .draft, .verifying, .catchingUp, .fault, .unreadable, .message, nil:
      break
    }
    return delivery
  }

  private func nextTag() -> UInt64 { lastTag.add(1, ordering: .relaxed).newValue }

  private func keep(_ delivery: Delivery) { kept.withLock { $0.append(delivery) } }

  /// Asks, and waits for the answer or the rejection with the same tag.
  private func ask<Answer>(
    _ request: SyncRequest, _ limit: Duration, _ answer: (SyncNotice, UInt64) -> Answer?
  ) throws(ConnectionFailure) -> Answer {
    let tag = nextTag()
    loop.request(request, by: client, tag: tag)
    let deadline = ContinuousClock.now + limit
    while let delivery = take(until: deadline) {
      if let answer = answer(delivery.notice, tag) { return answer }
      switch delivery.notice {
      case .rejected(let rejected, tag): throw .rejected(rejected)
      case .stopped(let reason): throw .stopped(server, reason)
      case .verifying, .catchingUp: break
      case .registered, .welcome, .disconnected, .accepted, .rejected, .groupUpdated, .unsubscribed, .membershipEnded, .preview, .groups,
        .history, .impact, .paymentLink, .device, .presence, .headTold, .draft, .fault, .unreadable, .message:
        keep(delivery)
      }
    }
    throw .noAnswer(server, after: limit, isRead: request.isRead)
  }
}

extension [Delivery] {
  /// Drops what the view holds. What members have said of their history is in no view, and is told with this one.
  mutating func update(to view: GroupView) {
    removeAll { $0.notice.isInView && $0.notice.group == view.state.group }
    for place in indices where self[place].notice.group == view.state.group { self[place].view = view }
  }
}

extension SyncNotice {
  /// Whether a later view of the group holds what it tells.
  fileprivate var isInView: Bool {
    switch self {
    case .groupUpdated, .presence: true
    case .registered, .welcome, .disconnected, .stopped, .accepted, .rejected, .unsubscribed, .membershipEnded, .preview, .groups,
      .history, .impact, .paymentLink, .device, .headTold, .draft, .verifying, .catchingUp, .fault, .unreadable, .message:
      false
    }
  }

  /// The group whose view goes with the notice.
  fileprivate var group: GroupID? {
    switch self {
    case .groupUpdated(let update): update.group
    case .presence(let group, _, _), .headTold(let group, _, _), .draft(let group, _, _): group
    case .registered, .welcome, .disconnected, .stopped, .accepted, .rejected, .unsubscribed, .membershipEnded, .preview, .groups,
      .history, .impact, .paymentLink, .device, .verifying, .catchingUp, .fault, .unreadable, .message:
      nil
    }
  }
}
