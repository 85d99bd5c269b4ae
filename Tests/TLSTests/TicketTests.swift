import COpenSSL
import TestCertificates
import Testing

@testable import TLS

/// Connections that go on with a ticket, and how long.
struct TicketTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  /// What the tests here do for each version.
  static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]

  private func makeDestination(_ version: Int32) throws -> TLSDestination {
    let destination = try TLSTests.makeDestination()
    SSL_CTX_ctrl(destination.context.first, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
    return destination
  }

  /// Whether a connection at that time is a resumed one; it leaves its ticket at the destination.
  private func resumes(_ server: TLSContext, _ destination: TLSDestination, at now: Int64) throws -> Bool {
    var pair = try Pair(server, destination)
    pair.now = now
    try pair.settle()
    #expect(pair.client.isEstablished && pair.server.isEstablished && pair.client.isResumed == pair.server.isResumed)
    return pair.server.isResumed
  }

  @Test(arguments: versions) func everyConnectionAfterTheFirstIsResumed(_ version: Int32) throws {
    let server = try makeServer(certificates.localhost)
    let destination = try makeDestination(version)
    let resumed = try (0..<4).map { _ in try resumes(server, destination, at: 0) }
    #expect(resumed == [false, true, true, true])
  }

  // Limit: a key seals for an hour and opens for two.
  @Test(arguments: versions) func aKeyOpensForTwoHoursAndNoMillisecondMore(_ version: Int32) throws {
    let start: Int64 = 5_000_000_000
    for (age, isResumed) in [(3_599_999, true), (3_600_000, true), (7_199_999, true), (7_200_000, false), (80_000_000, false)]
      as [(Int64, Bool)]
    {
      let server = try makeServer(certificates.localhost)
      let destination = try makeDestination(version)
      #expect(try resumes(server, destination, at: start) == false)
      #expect(try resumes(server, destination, at: start + age) == isResumed, "after \(age) ms")
    }
  }

  /// An hour after its start a key seals nothing new: the next ticket outlives it.
  @Test(arguments: versions) func aFreshKeySealsAfterAnHour(_ version: Int32) throws {
    for (age, isResumed) in [(3_599_999, false), (3_600_000, true)] as [(Int64, Bool)] {
      let server = try makeServer(certificates.localhost)
      let destination = try makeDestination(version)
      #expect(try resumes(server, destination, at: 0) == false)
      // Resumed with the first key; the ticket it brings is sealed with the first or the second.
      #expect(try resumes(server, destination, at: age) == true)
      #expect(try resumes(server, destination, at: 7_200_000) == isResumed, "sealed after \(age) ms")
    }
  }

  /// Who comes back within the hour is never asked for more than a ticket.
  @Test(arguments: versions) func whoComesBackInTimeAlwaysResumes(_ version: Int32) throws {
    let server = try makeServer(certificates.localhost)
    let destination = try makeDestination(version)
    let resumed = try (0..<20).map { try resumes(server, destination, at: Int64($0) * 3_500_000) }
    #expect(resumed == [false] + [Bool](repeating: true, count: 19))
  }

  @Test func keysChangeWithTimeAndTheFormerOneStays() throws {
    let keys = TicketKeys()
    let first = try #require(keys.sealing(at: 100))
    #expect(keys.sealing(at: 100 + TicketKeys.sealingMilliseconds - 1)?.name == first.name)
    // Another loop's clock may be a turn behind.
    #expect(keys.sealing(at: 40)?.name == first.name)
    let second = try #require(keys.sealing(at: 100 + TicketKeys.sealingMilliseconds))
    #expect(second.name != first.name && second.secret != first.secret)
    func opens(_ key: TicketKeys.Key, at now: Int64) -> Bool {
      key.name.withUnsafeBytes { keys.opening($0, at: now)?.secret == key.secret }
    }
    #expect(opens(first, at: 100 + TicketKeys.openingMilliseconds - 1) && !opens(first, at: 100 + TicketKeys.openingMilliseconds))
    #expect(opens(second, at: 100 + TicketKeys.openingMilliseconds))
    // The third pushes the first out.
    let third = try #require(keys.sealing(at: 200 + TicketKeys.openingMilliseconds))
    #expect(!opens(first, at: 0) && opens(second, at: 0) && opens(third, at: 0))
  }

  @Test(arguments: versions) func aDamagedTicketMeansAFullHandshake(_ version: Int32) throws {
    let server = try makeServer(certificates.localhost)
    let destination = try makeDestination(version)
    #expect(try resumes(server, destination, at: 0) == false)
    // Every key is unknown to the next server, and none of the ticket's bytes may do harm there.
    #expect(try resumes(makeServer(certificates.localhost), destination, at: 0) == false)
    #expect(try resumes(server, destination, at: 0) == false)
    #expect(try resumes(server, destination, at: 0) == true)
  }

  @Test(arguments: versions) func aReloadForgetsTicketsAndMakesNewOnes(_ version: Int32) throws {
    let holder = TLSContextHolder(try makeServer(certificates.localhost))
    let destination = try makeDestination(version)
    #expect(try resumes(holder.current, destination, at: 0) == false)
    #expect(try resumes(holder.current, destination, at: 0) == true)
    holder.replace(with: try makeServer(certificates.renewed))
    #expect(try resumes(holder.current, destination, at: 0) == false)
    #expect(try resumes(holder.current, destination, at: 0) == true)
  }

  /// The keys are those of the first certificate, whichever is chosen.
  @Test(arguments: versions) func aChosenCertificateResumesToo(_ version: Int32) throws {
    let server = try makeServer(certificates.localhost, certificates.wildcard)
    let context = try makeDestination(version).context
    let destination = TLSDestination(context, name: "a.example.org")
    let resumed = try (0..<3).map { _ in try resumes(server, destination, at: 0) }
    #expect(resumed == [false, true, true])
  }

  /// RFC 6066 §3. With TLS 1.3 it is the client's to see to (RFC 8446 §4.6.1), and the server sees to it as well.
  @Test(arguments: versions) func aTicketOfOneNameIsNotTakenForAnother(_ version: Int32) throws {
    let server = try makeServer(certificates.localhost, certificates.wildcard)
    let context = try makeDestination(version).context
    let places = ["localhost": "CN=localhost", "127.0.0.1": "CN=localhost", "a.example.org": "CN=wildcard", "b.example.org": "CN=wildcard"]
    for first in places.keys {
      for (second, subject) in places {
        var former = try Pair(server, TLSDestination(context, name: first))
        try former.settle()
        let ticket = try #require(SSL_get1_session(former.client.ssl))
        // A client that takes the ticket elsewhere, as ours never would.
        let destination = TLSDestination(context, name: second)
        destination.keep(ticket)
        var pair = try Pair(server, destination)
        try pair.settle()
        #expect(pair.client.isEstablished && pair.client.isResumed == pair.server.isResumed)
        // The control: whoever comes back to the same name is resumed.
        #expect(pair.server.isResumed == (first == second), "\(first), then \(second)")
        #expect(pair.client.peerCertificate?.subject == subject, "\(first), then \(second)")
      }
    }
  }

  /// RFC 8446 §2.3: what could be replayed is not taken.
  @Test func noTicketAllowsEarlyData() throws {
    let destination = try makeDestination(TLS1_3_VERSION)
    var first = try Pair(makeServer(certificates.localhost), destination)
    try first.settle()
    let second = try Pair(makeServer(certificates.localhost), destination)
    #expect(SSL_SESSION_get_max_early_data(SSL_get_session(second.client.ssl)) == 0)
    #expect(SSL_get_max_early_data(first.server.ssl) == 0)
  }
}
