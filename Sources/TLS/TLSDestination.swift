import COpenSSL
import Locking

/// A server as a client sees it: how it is trusted, what its certificate has to be for, and the session to go on with.
///
/// It keeps one ticket, the newest, and uses it once (RFC 8446 §C.4). Keep the destination, and reconnecting costs no signature.
public final class TLSDestination: Sendable {
  private struct Session: Sendable {
    // Safety: owned by the destination, reached under its lock.
    nonisolated(unsafe) var pointer: OpaquePointer?
  }

  /// The client's context.
  public let context: TLSContext
  /// A name, or a numeric address without brackets.
  public let name: String
  private let session = Locked(Session())

  /// Names a server.
  ///
  /// - Parameters:
  ///   - context: a client's.
  ///   - name: a name, or a numeric address without brackets.
  public init(_ context: TLSContext, name: String) {
    precondition(!context.isServer, "a server's context connects nowhere")
    self.context = context
    self.name = name
  }

  deinit {
    SSL_SESSION_free(session.withLock { $0.pointer })
  }

  /// Takes over one reference.
  func keep(_ newer: OpaquePointer) {
    // Safety: the reference is handed over.
    nonisolated(unsafe) let newer = newer
    exchange(Session(pointer: newer))
  }

  private func exchange(_ newer: Session) {
    let older = session.withLock { session in
      let older = session
      session = newer
      return older
    }
    SSL_SESSION_free(older.pointer)
  }

  /// Lets a connection begin with the session, if there is one, and forgets it.
  func resume(_ ssl: OpaquePointer) {
    let taken = session.withLock { session in
      let taken = session
      session = Session()
      return taken
    }
    guard let pointer = taken.pointer else { return }
    SSL_set_session(ssl, pointer)
    SSL_SESSION_free(pointer)
  }
}
