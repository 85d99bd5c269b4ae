import COpenSSL

/// A client's ticket, freed with this.
struct TLSTicket: ~Copyable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_SESSION_free(pointer) }

  // Safety: made once, never changed, never freed; copying one only reads it, and counts its certificates atomically.
  nonisolated(unsafe) private static let given: [TLSGreeting: OpaquePointer] = {
    var given: [TLSGreeting: OpaquePointer] = [:]
    for greeting in TLSGreeting.all {
      do throws(Violation) {
        let ticket = try give(greeting)
        given[greeting] = SSL_SESSION_dup(ticket.pointer)
      } catch {
        preconditionFailure("no session for \(greeting): \(error)")
      }
    }
    return given
  }()

  /// A ticket that our server gave to a client with this greeting, whose handshake nobody touched; a copy, since
  /// whoever fails with a ticket spoils it. nil for a greeting that is none of `TLSGreeting.all`. For two hours from
  /// the first on the server goes on with them.
  static func given(to greeting: TLSGreeting) -> TLSTicket? {
    given[greeting].flatMap { SSL_SESSION_dup($0) }.map { TLSTicket($0) }
  }

  private static func give(_ greeting: TLSGreeting) throws(Violation) -> TLSTicket {
    let meeting = try TLSMeeting(greeting, ticket: nil)
    guard let ticket = meeting.client.copyTicket() else { throw Violation("a client gets a session") }
    return ticket
  }
}

/// A client and our server after a handshake that nobody touched.
struct TLSMeeting: ~Copyable {
  let client: TLSAttacker
  private(set) var server: TLSTaker

  init(_ greeting: TLSGreeting, ticket: consuming TLSTicket?) throws(Violation) {
    guard let client = TLSAttacker(greeting, protocols: ["http/1.1"], ticket: ticket) else { throw Violation("a client can be made") }
    var server = try TLSTaker.make(isServer: true)
    // A client has two flights; then the tickets of TLS 1.3 arrive.
    for _ in 0..<3 {
      try client.takeOutput().withBytes { bytes throws(Violation) in try server.take(bytes) }
      client.receive(server.takeOutput())
    }
    self.client = client
    self.server = server
  }
}
