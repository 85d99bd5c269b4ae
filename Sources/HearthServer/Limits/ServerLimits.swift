import HearthProtocol
import Locking
import Synchronization
import Transport

/// What is counted over the whole server, whichever loop a connection is on: connections in all, of an address and of
/// an identity, and an identity's messages, new identities, wrong codes.
///
/// Loops ask once per connection, login or message, from their own threads; each question holds a lock for some tens of
/// nanoseconds. Every yes for a connection has to be given back once.
final class ServerLimits: Sendable {
  /// The bytes of all buffers, the loops' own included.
  let memory: MemoryBudget
  /// Bytes that it is charged for what rooms keep of their groups.
  private let rooms = Atomic(0)
  private struct Counts: Sendable {
    var connections = 0
    var adminConnections = 0
    /// Told that the server is full or that their address has enough, and not gone yet.
    var turnedAway = 0
    var addresses: Tally<AddressKey>
    var identities: Tally<IdentityID>
  }

  /// Members' connections at once.
  let connectionsMax: Int
  private let ratePerSecond: Double
  private let burst: Double
  private let counts: Locked<Counts>
  private let buckets: Locked<RecentTable<IdentityID, TokenBucket>>
  private let guesses: Locked<Guesses>
  /// New identities.
  let registrations: HourlyRate<AddressKey>
  /// Looks at invites without an identity.
  let previews: HourlyRate<AddressKey>
  /// Codes for further devices, new tokens and revocations.
  let deviceActs: HourlyRate<IdentityID>
  /// New groups.
  let newGroups: HourlyRate<IdentityID>
  /// Bytes of receipts' files that are put on the server.
  let attachmentBytes: HourlyRate<IdentityID>
  /// Milliseconds of the processor's time that questions take.
  let reading: Allowance
  /// Bytes that are added to groups' histories.
  let history: Allowance
  /// Commands that are taken although space is short.
  let reserveActs = HourlyRate<IdentityID>(ServerLimits.reserveActsPerHour)
  /// What is counted together with other servers.
  let shared = SharedCounts()
  private let addressGuesses: WrongCodes.Limits
  private let identityGuesses: WrongCodes.Limits

  private struct Guesses: Sendable {
    var addresses = RecentTable<AddressKey, WrongCodes>(spanMilliseconds: WrongCodes.hour)
    var identities = RecentTable<IdentityID, WrongCodes>(spanMilliseconds: WrongCodes.hour)
    /// Of all together.
    var server: TokenBucket
  }

  // Limit: commands an hour of one identity that are taken while space is short; more are answered `rate_limited`, or
  // the reserve would be anybody's.
  static let reserveActsPerHour = 60
  // Limit: connections to the admin address; one more is answered 503.
  static let adminConnectionsMax = 64
  // Limit: connections past the limit of the server or of their address that are told so at once; each stays for a
  // second at most.
  static let turnedAwayMax = 32

  init(_ configuration: ServerConfiguration, descriptorsMax: Int) {
    connectionsMax = DescriptorLimit.connectionsMax(
      configured: configuration.connectionsMax, descriptors: descriptorsMax, loops: configuration.loops)
    memory = MemoryBudget(
      bytesMax: configuration.memoryBytesMax, tightPercent: configuration.memoryTightPercent,
      shortPercent: configuration.memoryShortPercent)
    ratePerSecond = configuration.identityMessagesPerSecond
    burst = configuration.identityMessagesBurst
    counts = Locked(
      Counts(
        addresses: Tally(most: configuration.connectionsPerAddressMax), identities: Tally(most: configuration.connectionsPerIdentityMax)))
    let codesPerMinute = Double(configuration.serverWrongCodesPerMinute)
    guesses = Locked(Guesses(server: TokenBucket(ratePerSecond: codesPerMinute / 60, burst: codesPerMinute, now: 0)))
    registrations = HourlyRate(configuration.registrationsPerHour)
    previews = HourlyRate(configuration.previewsPerHour)
    deviceActs = HourlyRate(configuration.deviceActsPerHour)
    newGroups = HourlyRate(configuration.groupsPerHour)
    attachmentBytes = HourlyRate(configuration.identityAttachmentBytesPerHour)
    reading = Allowance(
      perIdentity: configuration.identityReadMillisecondsPerMinute, perAddress: configuration.addressReadMillisecondsPerMinute,
      spanMilliseconds: 60_000)
    history = Allowance(
      perIdentity: configuration.identityHistoryBytesPerHour, perAddress: configuration.addressHistoryBytesPerHour,
      spanMilliseconds: WrongCodes.hour)
    addressGuesses = WrongCodes.Limits(
      perMinute: configuration.wrongCodesPerMinute, perHour: configuration.wrongCodesPerHour, blocks: true)
    identityGuesses = WrongCodes.Limits(
      perMinute: configuration.identityWrongCodesPerHour, perHour: configuration.identityWrongCodesPerHour, blocks: false)
    // A bucket that has not been touched for as long as it takes to fill is as good as none.
    buckets = Locked(RecentTable(spanMilliseconds: TokenBucket.fillMilliseconds(ratePerSecond: ratePerSecond, burst: burst)))
  }

  /// What is counted now: for tests and the operator.
  var figures: Figures {
    var figures = counts.withLock { counts in
      Figures(
        connections: counts.connections, adminConnections: counts.adminConnections, turnedAway: counts.turnedAway,
        addresses: counts.addresses.keyCount, addressConnections: counts.addresses.total, identities: counts.identities.keyCount,
        identityConnections: counts.identities.total)
    }
    figures.buckets = buckets.withLock { $0.count }
    return figures
  }

  /// How much is remembered.
  struct Figures: Hashable, Sendable {
    /// Members' connections, those to the admin address, and those of either that are told that there is no space.
    var connections = 0
    var adminConnections = 0
    var turnedAway = 0
    /// Addresses that have connections, and connections that count for one.
    var addresses = 0
    var addressConnections = 0
    /// The same of identities.
    var identities = 0
    var identityConnections = 0
    /// Identities whose messages were counted lately.
    var buckets = 0
  }

  /// Charges the memory budget for what rooms keep of their groups, or gives it back if it is negative.
  func chargeRooms(_ bytes: Int) {
    memory.charge(bytes)
    rooms.wrappingAdd(bytes, ordering: .relaxed)
  }

  /// Bytes that the memory budget is charged for rooms.
  var roomBytes: Int { rooms.load(ordering: .relaxed) }

  // MARK: Connections

  func admitConnection(isAdmin: Bool) -> Bool {
    counts.withLock { counts in
      if isAdmin {
        guard counts.adminConnections < Self.adminConnectionsMax else { return false }
        counts.adminConnections += 1
      } else {
        guard counts.connections < connectionsMax else { return false }
        counts.connections += 1
      }
      return true
    }
  }

  func releaseConnection(isAdmin: Bool) {
    counts.withLock { if isAdmin { $0.adminConnections -= 1 } else { $0.connections -= 1 } }
  }

  func admit(_ address: AddressKey) -> Bool { counts.withLock { $0.addresses.add(address) } }

  func release(_ address: AddressKey) { counts.withLock { $0.addresses.remove(address) } }

  /// Counts a connection of an identity, which may have so many over all servers of a store.
  func admit(_ identity: IdentityID) -> Bool {
    let elsewhere = shared.sessions(of: identity)
    guard counts.withLock({ $0.identities.add(identity, besides: elsewhere) }) else { return false }
    shared.changed(identity)
    return true
  }

  func release(_ identity: IdentityID) {
    counts.withLock { $0.identities.remove(identity) }
    shared.changed(identity)
  }

  /// An identity's connections at this server.
  func sessions(of identity: IdentityID) -> Int { counts.withLock { $0.identities[identity] } }

  /// Whether one more may be told that there is no space for it; otherwise the connection goes without a word. A yes is
  /// given back with `forgetTurnedAway`.
  func mayTurnAway() -> Bool {
    counts.withLock { counts in
      guard counts.turnedAway < Self.turnedAwayMax else { return false }
      counts.turnedAway += 1
      return true
    }
  }

  func forgetTurnedAway() { counts.withLock { $0.turnedAway -= 1 } }

  // MARK: Messages

  /// Charges an identity with a message; nil when it may send it, otherwise the milliseconds until it may.
  func charge(_ identity: IdentityID, now: Int64) -> UInt32? {
    buckets.withLock { [ratePerSecond, burst] buckets in
      buckets.touch(identity, now: now, fresh: TokenBucket(ratePerSecond: ratePerSecond, burst: burst, now: now)) { $0.take(now: now) }
    }
  }

  // MARK: Codes

  /// Asks whether somebody may learn what became of a code, and notes a wrong one.
  ///
  /// When all together have tried too many, whoever has tried no wrong one within the hour is answered all the same:
  /// guesses of others keep nobody's right code from them, and a guesser has one answer an address and hour.
  ///
  /// - Parameter identity: who asks; nil: that is what the code is to say.
  /// - Returns: nil for yes, otherwise the milliseconds until they may try again.
  func charge(_ address: AddressKey, _ identity: IdentityID?, wrongCode: Bool, now: Int64) -> UInt32? {
    guesses.withLock { [addressGuesses, identityGuesses] guesses in
      func ask(_ codes: inout WrongCodes, _ limits: WrongCodes.Limits) -> (wait: UInt32?, isClean: Bool) {
        (codes.wait(limits, now: now), codes.isClean(now: now))
      }
      var asked = [guesses.addresses.touch(address, now: now, fresh: WrongCodes()) { ask(&$0, addressGuesses) }]
      if let identity { asked.append(guesses.identities.touch(identity, now: now, fresh: WrongCodes()) { ask(&$0, identityGuesses) }) }
      if let wait = asked.compactMap(\.wait).max() { return wait }
      if !asked.allSatisfy(\.isClean), let wait = guesses.server.wait(now: now) { return wait }
      guard wrongCode else { return nil }
      _ = guesses.server.take(now: now)
      guesses.addresses.touch(address, now: now, fresh: WrongCodes()) { $0.note(now: now) }
      shared.note(.codeOfAddress, address.bytes)
      if let identity {
        guesses.identities.touch(identity, now: now, fresh: WrongCodes()) { $0.note(now: now) }
        shared.note(.codeOfIdentity, identity.bytes)
      }
      return nil
    }
  }

  /// Notes wrong codes from an address that another server counted.
  func noteCodes(_ address: AddressKey, count: Int, now: Int64) {
    guesses.withLock { [addressGuesses] guesses in
      guesses.server.spend(Double(count), now: now)
      guesses.addresses.touch(address, now: now, fresh: WrongCodes()) { $0.note(now: now, count, most: addressGuesses.perHour) }
    }
  }

  /// Notes wrong codes of an identity that another server counted.
  func noteCodes(_ identity: IdentityID, count: Int, now: Int64) {
    guesses.withLock { [identityGuesses] guesses in
      guesses.identities.touch(identity, now: now, fresh: WrongCodes()) { $0.note(now: now, count, most: identityGuesses.perHour) }
    }
  }

  /// Forgets what says nothing any more.
  func sweep(now: Int64) {
    buckets.withLock { $0.sweep(now: now) }
    registrations.sweep(now: now)
    previews.sweep(now: now)
    deviceActs.sweep(now: now)
    newGroups.sweep(now: now)
    attachmentBytes.sweep(now: now)
    reserveActs.sweep(now: now)
    reading.sweep(now: now)
    history.sweep(now: now)
    guesses.withLock { guesses in
      guesses.addresses.sweep(now: now)
      guesses.identities.sweep(now: now)
    }
  }
}
