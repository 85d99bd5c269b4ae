import EventStore
import HearthProtocol
import Locking
import Synchronization
import Transport

/// What this server counts together with others that share its store: what they are to be told, and what they have
/// told. A server of its own keeps nothing of it. Any thread may ask.
final class SharedCounts: Sendable {
  // Limit: addresses and identities of which something waits to be told; what comes beyond counts at this server alone.
  static let keysMax = 10_000
  // Limit: identities whose connections are told at once; further ones are told the next time.
  static let sessionsMax = 2_000

  private struct State {
    var own = LimitCounts()
    /// Whose connections have changed.
    var changed: Set<IdentityID> = []
    var elsewhere: [String: [IdentityID: Int]] = [:]
    var living: Set<String> = []
  }

  private let isShared = Atomic(false)
  private let state = Locked(State())

  /// From now on there are others.
  func begin() { isShared.store(true, ordering: .releasing) }

  /// Notes that something was done.
  func note(_ kind: LimitedUse.Kind, _ key: @autoclosure () -> [UInt8]) {
    guard isShared.load(ordering: .acquiring) else { return }
    let use = LimitedUse(kind, key())
    state.withLock { state in
      guard state.own.uses[use] != nil || state.own.uses.count < Self.keysMax else { return }
      state.own.uses[use, default: 0] += 1
    }
  }

  /// Notes that an identity has another number of connections here.
  func changed(_ identity: IdentityID) {
    guard isShared.load(ordering: .acquiring) else { return }
    _ = state.withLock { $0.changed.insert(identity) }
  }

  /// An identity's connections at other servers that live, as far as they have told.
  func sessions(of identity: IdentityID) -> Int {
    guard isShared.load(ordering: .acquiring) else { return 0 }
    return state.withLock { state in
      state.living.reduce(0) { sum, node in
        let (more, overflow) = sum.addingReportingOverflow(max(0, state.elsewhere[node]?[identity] ?? 0))
        return overflow ? .max : more
      }
    }
  }

  /// What is to be told.
  ///
  /// - Parameter count: of an identity's connections here.
  func take(sessions count: (IdentityID) -> Int) -> LimitCounts {
    let (own, changed) = state.withLock { state in
      var own = state.own
      state.own = LimitCounts()
      let changed = Array(state.changed.prefix(Self.sessionsMax))
      state.changed.subtract(changed)
      own.sessions = [:]
      return (own, changed)
    }
    var counts = own
    for identity in changed { counts.sessions[identity] = count(identity) }
    return counts
  }

  /// It could not be told, or nobody knows whether it was: limits are rather too strict than too wide.
  func giveBack(_ counts: LimitCounts) {
    state.withLock { state in
      for (use, count) in counts.uses where state.own.uses[use] != nil || state.own.uses.count < Self.keysMax {
        state.own.uses[use, default: 0] += count
      }
      state.changed.formUnion(counts.sessions.keys)
    }
  }

  /// Keeps what others have told of connections.
  func hear(_ news: LimitNews) {
    state.withLock { state in
      if news.isWhole { state.elsewhere = [:] }
      for (node, sessions) in news.sessions {
        for (identity, count) in sessions { state.elsewhere[node, default: [:]][identity] = count > 0 ? count : nil }
      }
      state.living = news.living
    }
  }
}

extension ServerLimits {
  /// Charges an address with a new identity; nil when it may make one, otherwise the milliseconds until it may.
  func chargeRegistration(_ address: AddressKey, now: Int64) -> UInt32? {
    if let wait = registrations.charge(address, now: now) { return wait }
    shared.note(.registration, address.bytes)
    return nil
  }

  /// Counts together with the other servers of a store from now on.
  func countTogether(in store: any EventStore) {
    guard store.countsTogether else { return }
    shared.begin()
    store.whenCounting(
      LimitCounting(
        take: { [self] in shared.take { self.sessions(of: $0) } }, giveBack: { [shared] in shared.giveBack($0) },
        tell: { [self] in hear($0, now: Int64(Stopwatch.now / 1_000_000)) }))
  }

  /// Others have counted.
  ///
  /// - Parameter now: monotonic milliseconds.
  func hear(_ news: LimitNews, now: Int64) {
    shared.hear(news)
    for told in news.uses where told.count > 0 {
      // A clock of this machine that began later has no moment so long ago.
      let then = now - min(told.millisecondsAgo, WrongCodes.hour)
      switch told.use.kind {
      case .registration:
        if let address = AddressKey(bytes: told.use.key) { registrations.spend(address, told.count, now: then) }
      case .codeOfAddress: if let address = AddressKey(bytes: told.use.key) { noteCodes(address, count: told.count, now: then) }
      case .codeOfIdentity: if let identity = IdentityID(bytes: told.use.key) { noteCodes(identity, count: told.count, now: then) }
      }
    }
  }
}
