import HearthClient
import HearthProtocol
import Ledger

/// What a live feed knows of its group, and what it has to tell next.
///
/// One place changes it, once per message: `update`, which returns what is new. It must never ask for the time or write
/// anything; the program drives it with what the client delivers and writes the lines that `FeedItem.lines` makes of
/// the result.
public struct FeedModel: Sendable {
  /// What can happen.
  public enum Message: Sendable {
    /// The group's view is complete for the first time.
    case began(GroupView)
    /// The group's view has changed; the view is the one after it.
    case changed(GroupUpdate, GroupView)
    /// Somebody came or left, at this time: milliseconds of any steady clock.
    case presence(MemberID, isOnline: Bool, now: Int64)
    /// Time has passed.
    case tick(now: Int64)
    /// The connection broke; it is made again after so many milliseconds.
    case disconnected(retryMilliseconds: Int64)
    /// The server's account of the group cannot be believed.
    case fault(ReplicaFault)
    /// A member says to have been told something else than this hash.
    case otherHistory(ToldHead, own: LaneHash)
  }

  private struct Place: Hashable {
    let lane: Lane
    let position: LanePosition
  }

  // Limit: entries that are shown of the time before.
  private static let entriesAtStart = 10
  // Limit: a shorter stay or absence gets no line; a program that adds one entry is here for some
  // milliseconds.
  private static let presenceMilliseconds: Int64 = 1_500

  /// Whether everything is told, whatever the member prefers, since the member has just done it.
  private let tellsAll: Bool
  /// Whether an entry is told with the budgets that it touches.
  private let showsBudgets: Bool
  /// Says of an instant in milliseconds since 1970 which day and time of day it was in the group; nil: times are not
  /// told.
  private let clock: FeedClock?
  /// The day that was told last.
  private var dayTold: CivilDate?
  private var state: GroupState?
  private var me: MemberID?
  private var epoch: UInt64?
  /// The lanes that the member receives.
  private var lanes: Set<Lane> = []
  private var isDisconnected = false
  /// Who is here, as far as was told.
  private var present: Set<MemberID> = []
  /// Who came or left since, and when.
  private var pending: [(member: MemberID, since: Int64)] = []

  /// Makes a feed that knows nothing.
  ///
  /// - Parameters:
  ///   - tellsAll: whether everything is told, whatever the member prefers.
  ///   - showsBudgets: whether an entry is told with the budgets that it touches.
  ///   - clock: what tells instants as times of day; nil: they are not told.
  public init(tellsAll: Bool = false, showsBudgets: Bool = true, clock: FeedClock? = nil) {
    self.tellsAll = tellsAll
    self.showsBudgets = showsBudgets
    self.clock = clock
  }

  /// Whether the bell rings for one of these (product 123, 188).
  public func rings(_ items: [FeedItem]) -> Bool { items.contains { $0.mayRing && wants($0, in: .bell) } }

  private mutating func told(_ items: [FeedItem]) -> [FeedItem] {
    let wanted = tellsAll ? items : items.filter { wants($0, in: .feed) }
    guard let clock, let shared = state?.shared else { return wanted.map(\.untimed) }
    return wanted.flatMap { clock.dated($0, in: shared, after: &dayTold) }
  }

  /// Whether the member wants such items there (SPEC NP-02); what is no notice is always told.
  private func wants(_ item: FeedItem, in channel: NoticeChannel) -> Bool {
    guard let kind = item.kind else { return channel == .feed }
    guard let me, let wishes = state?.shared.preferences[me] else { return NoticeWishes().wants(kind, in: channel) }
    return wishes.wants(kind, in: channel)
  }

  /// When to say that time has passed; nil for not at all.
  public var deadline: Int64? { pending.map { $0.since &+ Self.presenceMilliseconds }.min() }

  /// Takes what happened.
  ///
  /// - Returns: what to tell about it, in order.
  public mutating func update(_ message: Message) -> [FeedItem] {
    switch message {
    case .began(let view): return told(begin(view))
    case .changed(let update, let view):
      me = view.member
      let isRestored = epoch != nil && view.epoch != epoch
      epoch = view.epoch
      var items: [FeedItem] = isRestored ? [.restored] : isDisconnected ? [.reconnected] : []
      isDisconnected = false
      switch update.kind {
      case .live: break
      case .caughtUp, .restarted: settlePresence(view)
      }
      switch update.kind {
      case .live, .caughtUp:
        let told = Set(update.events.withHighestAlerts.map { Place(lane: $0.lane, position: $0.position) })
        for event in update.events {
          let news = tell(event, after: view)
          if told.contains(Place(lane: event.lane, position: event.position)) {
            items += news.map { .at(event.event.atMs, event.lane == .shared ? $0 : .narrow($0)) }
          }
        }
        items += opened(view, telling: Set(update.events.map(\.lane)))
      case .restarted: items += restart(view) + opened(view)
      }
      return told(items)
    case .presence(let member, let isOnline, let now):
      pending.removeAll { $0.member == member }
      if member != me, present.contains(member) != isOnline { pending.append((member, now)) }
      return []
    case .tick(let now): return tellPresence(now)
    case .disconnected(let milliseconds):
      // Said once, however many attempts it takes.
      guard !isDisconnected else { return [] }
      isDisconnected = true
      return [.disconnected(retryMilliseconds: milliseconds)]
    case .fault(let fault): return [.fault(fault)]
    case .otherHistory(let told, let own):
      let name = (state?.shared.member(told.member)).map { state?.shared.called($0) ?? "" } ?? told.member.description
      return [.otherHistory(name: name, told, own: own)]
    }
  }

  private mutating func begin(_ view: GroupView) -> [FeedItem] {
    state = view.state
    me = view.member
    epoch = view.epoch
    lanes = Set(view.marks.keys)
    settlePresence(view)
    let shared = view.state.shared
    let online = shared.members.filter { view.online.contains($0.id) && $0.id != view.member }.map(shared.called)
    var items: [FeedItem] = [.header(name: shared.settings?.name ?? "", members: shared.members.presentIDs.count, othersOnline: online)]
    if let member = shared.member(view.member), view.state.isSeparated(member) {
      items.append(.told(mark: "○", Wording { phrases in phrases.readsInSilence() }))
    }
    let first = max(0, shared.entries.count - Self.entriesAtStart)
    if first > 0 { items.append(.earlier(entries: first)) }
    let shares = shared.shares(of: shared.entries[first...])
    for entry in shared.entries[first...] {
      let told = FeedEntry(entry, shared, me: view.member, withBudgets: false, shares: shares[entry.id])
      items.append(.at(entry.addedAt, .entry(told)))
    }
    return items
  }

  private mutating func settlePresence(_ view: GroupView) {
    present = view.online
    pending = []
  }

  private mutating func tellPresence(_ now: Int64) -> [FeedItem] {
    let due = pending.filter { now >= $0.since &+ Self.presenceMilliseconds }
    pending.removeAll { now >= $0.since &+ Self.presenceMilliseconds }
    return due.compactMap { member, _ in
      let isOnline = present.remove(member) == nil
      if isOnline { present.insert(member) }
      guard let shared = state?.shared, let member = shared.member(member) else { return nil }
      return .presence(name: shared.called(member), isOnline: isOnline)
    }
  }

  /// A snapshot took the place of the events that were missed: what it has and the old state lacks is told.
  private mutating func restart(_ view: GroupView) -> [FeedItem] {
    let known = state?.shared
    state = view.state
    let shared = view.state.shared
    var items: [FeedItem] = shared.members.filter { known?.member($0.id) == nil }
      .map { .joined(name: shared.called($0), role: $0.role) }
    for entry in shared.entries where known?.entries[entry.id] == nil {
      items.append(.at(entry.addedAt, .entry(FeedEntry(entry, shared, me: view.member))))
    }
    return items
  }

  /// The accounts and children of others that the member sees from now on: a lane begins with a snapshot, so that the
  /// event that opened it is never told to the new reader.
  ///
  /// - Parameter told: the lanes of which events have been told just now.
  private mutating func opened(_ view: GroupView, telling told: Set<Lane> = []) -> [FeedItem] {
    let new = Set(view.marks.keys).subtracting(lanes).subtracting(told)
    lanes = Set(view.marks.keys)
    let (state, me) = (view.state, view.member)
    let shared = state.shared
    return new.sorted().compactMap { lane -> FeedItem? in
      switch lane {
      case .account(let id):
        guard let account = state.account(id), shared.members.current(account.owner) != me else { return nil }
        let (name, owner) = (account.name.printable, shared.name(shared.members.current(account.owner)).printable)
        let mayWrite = shared.member(me).flatMap { state.grant(of: account, to: $0) }?.permission == .write
        return .narrow(.told(mark: "🤝", Wording { $0.accountOpened(owner, name, mayWrite: mayWrite) }))
      case .minor(let subject):
        let minor = shared.members.current(subject)
        guard minor != me else { return nil }
        let name = shared.name(minor).printable
        return .narrow(.told(mark: "🤝", Wording { $0.childOpened(name) }))
      case .shared, .admin, .income, .inbox: return nil
      }
    }
  }

  /// Folds the event in by itself, so that what is said of budgets is as it was just then.
  private mutating func tell(_ event: ReplicaEvent, after view: GroupView) -> [FeedItem] {
    var account: EventTeller.AccountBefore?
    if case .accountSet(let set)? = event.event.body, let before = AccountID(set.accountID).flatMap({ state?.account($0) }) {
      account = EventTeller.AccountBefore(name: before.name, isClosed: before.isClosed)
    }
    do {
      try state?.apply(event.event, lane: event.lane, position: event.position)
    } catch {
      // What the replica could fold must be in its view.
      state = view.state
    }
    guard let state else { return [] }
    let teller = EventTeller(event, in: state, me: view.member, .live(withBudgets: showsBudgets, account: account))
    return teller.item.map { [$0] } ?? []
  }
}
