import EventStore
import HearthProtocol

/// With what a connection has logged in.
struct Credential: Sendable, Equatable {
  var device: DeviceID
  var token: TokenID
  /// Where it reaches; nil: wherever the identity does.
  var scope: TokenScope?
  /// The tie between its owner and the only group that it knows.
  private var holder: HolderID?
  /// When it was made, in milliseconds since 1970 by the settled clock.
  fileprivate var createdAt: Int64

  init(_ record: TokenRecord) {
    device = record.device
    token = record.id
    scope = record.scope
    holder = record.scope.map { HolderID(identity: record.identity, group: $0.group) }
    createdAt = record.createdAt
  }

  /// What would end it with its member's right.
  fileprivate var memberEndings: [AccessEnding] {
    guard let scope, let holder else { return [] }
    return [.tokens(holder, readersStay: false)] + (scope.access == .read ? [] : [.tokens(holder, readersStay: true)])
  }

  /// Whether it is good no more with that.
  func ends(with ending: AccessEnding) -> Bool {
    switch ending {
    case .device(let device): self.device == device
    case .token(let token): self.token == token
    case .tokens: memberEndings.contains(ending)
    case .identity: false
    }
  }
}

/// What ended a little while ago: what was looked up just before must not log in just after.
struct RecentEndings {
  // Limit: how long they are remembered, in milliseconds; a look-up that takes longer has been given up by the
  // connection that asked for it.
  private static let spanMilliseconds: Int64 = 600_000
  private var table = RecentTable<AccessEnding, Bool>(spanMilliseconds: spanMilliseconds)
  /// Of members' tokens for groups, apart, so that people who come and go push no device out.
  private var members = RecentTable<AccessEnding, Int64>(spanMilliseconds: spanMilliseconds)

  /// - Parameters:
  ///   - now: monotonic milliseconds.
  ///   - settled: the instant up to which what has ended was made, in milliseconds since 1970 by the settled clock.
  mutating func note(_ ending: AccessEnding, now: Int64, settled: Int64) {
    switch ending {
    case .device, .token: table.touch(ending, now: now, fresh: true) { _ in }
    case .tokens: members.touch(ending, now: now, fresh: settled) { $0 = max($0, settled) }
    // Whether somebody is suspended is asked at each login, and again and again of all.
    case .identity: break
    }
  }

  func contains(_ credential: Credential) -> Bool {
    // A member whose right came back may have made another token since.
    table.contains(.device(credential.device)) || table.contains(.token(credential.token))
      || credential.memberEndings.contains { members[$0].map { credential.createdAt < $0 } ?? false }
  }

  mutating func sweep(now: Int64) {
    table.sweep(now: now)
    members.sweep(now: now)
  }
}

/// Tokens that were shown again behind their end, of which this loop has not heard yet: a server hears of an end a
/// little later than the store has it, and a copy that is shown in between is in nobody's hands but the owner's.
struct SuspectTokens {
  // Limit: time until a loop has heard of an end that is in the store, in milliseconds.
  static let newsMilliseconds: Int64 = 5_000
  // Limit: tokens that are waited for; one more is suspected when it is shown again.
  static let tokensMax = 1_000
  struct Suspect: Equatable, Sendable {
    var credential: Credential
    var identity: IdentityID
    /// Monotonic, in milliseconds.
    var shownAt: Int64
  }
  private var suspects: [TokenID: Suspect] = [:]

  /// - Parameter now: monotonic milliseconds.
  mutating func note(_ record: TokenRecord, now: Int64) {
    guard suspects[record.id] == nil, suspects.count < Self.tokensMax else { return }
    suspects[record.id] = Suspect(credential: Credential(record), identity: record.identity, shownAt: now)
  }

  /// Keeps one that could not be acted on, for another time.
  mutating func note(_ suspect: Suspect) {
    if suspects.count < Self.tokensMax { suspects[suspect.credential.token] = suspect }
  }

  /// Takes out those of whose end nothing has been heard in time, the oldest first.
  mutating func take(now: Int64) -> [Suspect] {
    if suspects.isEmpty { return [] }
    let due = suspects.values.filter { now - $0.shownAt >= Self.newsMilliseconds }
    for suspect in due { suspects[suspect.credential.token] = nil }
    return due.sorted { ($0.shownAt, $0.credential.token.description) < ($1.shownAt, $1.credential.token.description) }
  }
}
