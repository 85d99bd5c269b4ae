import Cryptography
import EventStore
import HearthProtocol

/// The codes by which further devices log in (SPEC ID-08): good once and not for long, one at a time for each identity.
///
/// They are kept in memory only: a server that starts anew knows none. Of a code only a hash is kept.
struct LinkCodes: Sendable {
  /// What a code is good for.
  struct Grant: Sendable, Equatable {
    var identity: IdentityID
    /// The device that shows the code.
    var giver: DeviceID
  }

  // Limit: how long a code is good, in milliseconds.
  static let lifetimeMilliseconds: Int64 = 600_000
  // Limit: codes that are good at a time, of all identities.
  static let countMax = 10_000

  private struct Entry: Sendable {
    var grant: Grant
    var expiresAt: Int64
  }

  private var entries: [[UInt8]: Entry] = [:]
  private var hashes: [IdentityID: [UInt8]] = [:]

  /// A fresh code of 80 bits in the form of invite codes (SPEC IN-01), and its hash.
  static func fresh() -> (text: String, hash: [UInt8]) {
    let symbols = Crockford32.symbols(of: RandomBytes.make(10))
    return (InviteCodes.inFours(symbols), hash(ofSymbols: symbols))
  }

  /// The hash of a code as somebody typed it; nil when it cannot be one.
  static func hash(ofTyped text: String) -> [UInt8]? {
    guard let symbols = Crockford32.canonical(text), symbols.count == 16 else { return nil }
    return hash(ofSymbols: symbols)
  }

  private static func hash(ofSymbols symbols: [UInt8]) -> [UInt8] { SHA256.hash(symbols).bytes }

  /// Makes a code good, in place of the identity's former one.
  ///
  /// - Parameter now: monotonic milliseconds.
  /// - Returns: false when there are too many.
  mutating func add(_ hash: [UInt8], _ grant: Grant, now: Int64) -> Bool {
    remove(of: grant.identity)
    if entries.count >= Self.countMax {
      for (identity, hash) in hashes where (entries[hash]?.expiresAt ?? now) <= now { remove(of: identity) }
    }
    guard entries.count < Self.countMax else { return false }
    entries[hash] = Entry(grant: grant, expiresAt: now + Self.lifetimeMilliseconds)
    hashes[grant.identity] = hash
    return true
  }

  /// Whether the code is good.
  func knows(_ hash: [UInt8], now: Int64) -> Bool { entries[hash].map { now < $0.expiresAt } ?? false }

  /// Uses a code up.
  mutating func take(_ hash: [UInt8], now: Int64) -> Grant? {
    guard knows(hash, now: now), let entry = entries[hash] else { return nil }
    remove(of: entry.grant.identity)
    return entry.grant
  }

  /// Ends the code that the device shows, if there is one.
  mutating func revoke(of giver: DeviceID) {
    for entry in entries.values where entry.grant.giver == giver { remove(of: entry.grant.identity) }
  }

  private mutating func remove(of identity: IdentityID) {
    if let hash = hashes.removeValue(forKey: identity) { entries[hash] = nil }
  }
}
