import Testing

@testable import FuzzUnits

/// What `tls-handshake` offers is taken: otherwise the unit would say nothing about tickets.
@Suite struct TLSTicketTests {
  @Test("The server goes on with each ticket, and knows whom it verified then", arguments: TLSGreeting.all)
  func isTaken(_ greeting: TLSGreeting) throws {
    let meeting = try TLSMeeting(greeting, ticket: TLSTicket.given(to: greeting))
    #expect(meeting.server.failure == nil)
    #expect(meeting.server.connection.isEstablished && meeting.server.connection.isResumed && meeting.client.isResumed)
    #expect((meeting.server.connection.peerCertificate != nil) == greeting.isCertified)
  }

  @Test("Nor is it, where another name is asked for", arguments: TLSGreeting.all)
  func isNotTaken(_ greeting: TLSGreeting) throws {
    for other in TLSGreeting.all
    where other.name != greeting.name && other.version == greeting.version && other.isCertified == greeting.isCertified {
      let meeting = try TLSMeeting(greeting, ticket: TLSTicket.given(to: other))
      #expect(meeting.server.connection.isEstablished && !meeting.server.connection.isResumed && !meeting.client.isResumed)
    }
  }
}
