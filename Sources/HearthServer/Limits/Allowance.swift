import HearthProtocol
import Locking
import Transport

/// How much of something an identity, and an address, may use up in a while, all of it at once if they want. What it
/// was is known afterwards, so it may be too much; then they wait until that has come back. Any thread may ask.
final class Allowance: Sendable {
  /// Whose allowance is used up.
  enum Exhausted: Sendable {
    case identity, address
  }

  private struct Account: Sendable {
    var bucket: TokenBucket
    /// From where it asked last.
    var address: AddressKey?
  }

  private struct Accounts: Sendable {
    var identities: RecentTable<IdentityID, Account>
    var addresses: RecentTable<AddressKey, TokenBucket>
    /// Monotonic milliseconds, as last heard.
    var now: Int64 = 0
  }

  private let perIdentity: Double
  private let perAddress: Double
  private let spanMilliseconds: Int64
  private let accounts: Locked<Accounts>

  /// - Parameters:
  ///   - perIdentity: of an identity in that time, at least 1.
  ///   - perAddress: of an address in that time, at least 1.
  ///   - spanMilliseconds: that time.
  init(perIdentity: Int, perAddress: Int, spanMilliseconds: Int64) {
    self.perIdentity = Double(perIdentity)
    self.perAddress = Double(perAddress)
    self.spanMilliseconds = spanMilliseconds
    // Twice the time: an account that is as far below nothing as may be takes as long to be as good as a fresh one.
    accounts = Locked(
      Accounts(
        identities: RecentTable(spanMilliseconds: spanMilliseconds * 2), addresses: RecentTable(spanMilliseconds: spanMilliseconds * 2)))
  }

  private func fresh(_ amount: Double, _ now: Int64) -> TokenBucket {
    TokenBucket(ratePerSecond: amount / Double(spanMilliseconds) * 1_000, burst: amount, now: now)
  }

  /// Nil when there is something left, otherwise whose it is that has nothing, and in how many milliseconds there will
  /// be something.
  ///
  /// - Parameter now: monotonic milliseconds.
  func wait(_ identity: IdentityID, _ address: AddressKey?, now: Int64) -> (who: Exhausted, milliseconds: UInt32)? {
    accounts.withLock { accounts in
      accounts.now = max(accounts.now, now)
      let own = accounts.identities.touch(identity, now: now, fresh: Account(bucket: fresh(perIdentity, now))) { account in
        account.address = address
        return account.bucket.wait(now: now)
      }
      if let own { return (.identity, own) }
      guard let address else { return nil }
      let wait = accounts.addresses.touch(address, now: now, fresh: fresh(perAddress, now)) { $0.wait(now: now) }
      return wait.map { (.address, $0) }
    }
  }

  /// Notes what was used by an identity, and by the address that it asked from last.
  func spend(_ amount: Double, of identity: IdentityID) {
    accounts.withLock { accounts in
      let now = accounts.now
      let address = accounts.identities.touch(identity, now: now, fresh: Account(bucket: fresh(perIdentity, now))) { $0.address }
      spend(amount, of: identity, address, in: &accounts)
    }
  }

  /// Notes what was used by an identity, and by an address, if any.
  func spend(_ amount: Double, of identity: IdentityID, _ address: AddressKey?) {
    accounts.withLock { spend(amount, of: identity, address, in: &$0) }
  }

  private func spend(_ amount: Double, of identity: IdentityID, _ address: AddressKey?, in accounts: inout Accounts) {
    let now = accounts.now
    accounts.identities.touch(identity, now: now, fresh: Account(bucket: fresh(perIdentity, now))) { $0.bucket.spend(amount, now: now) }
    if let address { accounts.addresses.touch(address, now: now, fresh: fresh(perAddress, now)) { $0.spend(amount, now: now) } }
  }

  /// Forgets what says nothing any more.
  func sweep(now: Int64) {
    accounts.withLock { accounts in
      accounts.now = max(accounts.now, now)
      accounts.identities.sweep(now: now)
      accounts.addresses.sweep(now: now)
    }
  }
}
