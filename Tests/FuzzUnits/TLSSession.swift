import COpenSSL

/// A client's session, freed with this.
struct TLSSession: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_SESSION_free(pointer) }

  // Safety: made once, never changed, never freed; copying one only reads it, and counts its certificates atomically.
  nonisolated(unsafe) private static let given: [TLSGreeting: OpaquePointer] = {
    var given: [TLSGreeting: OpaquePointer] = [:]
    for greeting in TLSGreeting.all {
      guard let session = try? give(greeting) else { preconditionFailure("no session for \(greeting)") }
      given[greeting] = SSL_SESSION_dup(session.pointer)
    }
    return given
  }()

  /// A session that our server gave to a client with this greeting, whose handshake nobody touched; a copy, since whoever fails with a
  /// session spoils it. nil for a greeting that is none of `TLSGreeting.all`.
  static func given(to greeting: TLSGreeting) -> TLSSession? {
    given[greeting].flatMap { SSL_SESSION_dup($0) }.map { TLSSession($0) }
  }

  private static func give(_ greeting: TLSGreeting) throws(Violation) -> TLSSession {
    var taker = try TLSTaker.make(isServer: true)
    guard let client = TLSAttacker(greeting, protocols: ["http/1.1"], session: nil) else { throw Violation("a client can be made") }
    // Three flights of a client at most: hello, its part of the handshake, nothing.
    for _ in 0..<3 {
      try client.takeOutput().withBytes { bytes throws(Violation) in try taker.take(bytes) }
      client.receive(taker.takeOutput())
    }
    guard let session = client.takeSession() else { throw Violation("a client gets a session") }
    return session
  }
}
