import Locking

/// The context that new connections of a server get. Replacing it, when a certificate was renewed, leaves existing
/// connections alone.
public final class TLSContextHolder: Sendable {
  private let context: Locked<TLSContext>

  /// Holds a server's context.
  public init(_ context: TLSContext) {
    precondition(context.isServer, "a client's context accepts nobody")
    self.context = Locked(context)
  }

  /// The context of the next connection.
  public var current: TLSContext { context.withLock { $0 } }

  /// From now on new connections get this one.
  public func replace(with newer: TLSContext) {
    precondition(newer.isServer, "a client's context accepts nobody")
    context.withLock { $0 = newer }
  }
}
