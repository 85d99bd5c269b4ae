import COpenSSL
import Locking

/// A server as a client sees it: how it is trusted, what its certificate has to be for, and the ticket to go on with.
///
/// It keeps one ticket, the newest, and uses it once (RFC 8446 §C.4). Keep the destination, and reconnecting costs no
/// signature.
public final class TLSDestination: Sendable {
  private struct Ticket: Sendable {
    // Safety: owned by the destination, reached under its lock.
    nonisolated(unsafe) var pointer: OpaquePointer?
  }

  /// The client's context.
  public let context: TLSContext
  /// A name, or a numeric address without brackets.
  public let name: String
  private let ticket = Locked(Ticket())

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
    SSL_SESSION_free(ticket.withLock { $0.pointer })
  }

  /// Takes over one reference.
  func keep(_ newer: OpaquePointer) {
    // Safety: the reference is handed over.
    nonisolated(unsafe) let newer = newer
    exchange(Ticket(pointer: newer))
  }

  private func exchange(_ newer: Ticket) {
    let older = ticket.withLock { ticket in
      let older = ticket
      ticket = newer
      return older
    }
    SSL_SESSION_free(older.pointer)
  }

  /// Lets a connection begin with the ticket, if there is one and its server's certificate is still good.
  func resume(_ ssl: OpaquePointer) {
    let taken = ticket.withLock { ticket in
      let taken = ticket
      ticket = Ticket()
      return taken
    }
    guard let pointer = taken.pointer else { return }
    guard let certificate = SSL_SESSION_get0_peer(pointer), !isOutOfDate(certificate) else { return SSL_SESSION_free(pointer) }
    SSL_set_session(ssl, pointer)
    SSL_SESSION_free(pointer)
  }

  /// A connection that began with the ticket is established. With TLS 1.2 the ticket is good for the next one as
  /// well, whether a newer ticket came or not (RFC 5077 §3.3), and only here OpenSSL gives it.
  func resumed(_ ssl: OpaquePointer) {
    guard SSL_version(ssl) < TLS1_3_VERSION, let ticket = SSL_get1_session(ssl) else { return }
    keep(ticket)
  }
}
