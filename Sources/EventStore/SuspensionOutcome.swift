import HearthProtocol

/// The outcome of shutting identities out or letting them in again.
public enum SuspensionOutcome: Sendable, Hashable {
  /// So many were shut out and let in again; those that were already are none of them.
  case changed(suspended: Int, resumed: Int)
  /// The store has none of these, and nothing was done.
  case unknown([IdentityID])
}
