import HearthProtocol
import Testing

@testable import HearthServer

/// What several servers over one store count together. Each look is made by hand.
extension NodeTests {
  private func counting(_ name: String, _ change: @escaping (inout ServerConfiguration) -> Void) throws -> Node {
    try node(name, looksByItself: false, change: change)
  }

  private func tell(_ nodes: Node...) { for node in nodes + nodes { #expect(node.store.noticeCounts()) } }

  private func register(at node: Node) throws -> String? {
    let answer = try node.server.connect().ask(.register(.with { $0.displayName = "Mira" }))
    if case .rejected(let refused) = answer.body { return refused.code }
    return nil
  }

  @Test("ID-09: An address makes so many identities over all servers, also over one that comes later, and not one more")
  func registrationsTogether() throws {
    let nodes = try ["a", "b"].map { try counting($0) { $0.registrationsPerHour = 3 } }
    tell(nodes[0], nodes[1])
    for _ in 0..<2 { #expect(try register(at: nodes[0]) == nil) }
    tell(nodes[0], nodes[1])
    #expect(try register(at: nodes[1]) == nil)
    #expect(try register(at: nodes[1]) == "rate_limited")
    // Until it has heard of that, the first counts its own.
    tell(nodes[0], nodes[1])
    #expect(try register(at: nodes[0]) == "rate_limited")
    let third = try counting("c") { $0.registrationsPerHour = 3 }
    tell(third)
    #expect(try register(at: third) == "rate_limited")
    for node in nodes + [third] { node.end() }
  }

  @Test("IN-06: Wrong codes of an identity and of an address count over all servers")
  func wrongCodesTogether() throws {
    let nodes = try ["a", "b"].map { try counting($0) { ($0.wrongCodesPerHour, $0.identityWrongCodesPerHour) = (5, 3) } }
    let (asha, ravi) = (try nodes[0].server.register("Asha"), try nodes[1].server.register("Ravi"))
    let far = try nodes[1].server.logIn(asha.token)
    tell(nodes[0], nodes[1])
    func guess(_ client: WireClient) throws -> String {
      try client.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-0001" })).code
    }
    for _ in 0..<2 { #expect(try guess(asha) == "invite_invalid") }
    tell(nodes[0], nodes[1])
    #expect(try guess(far) == "invite_invalid" && guess(far) == "rate_limited")
    // By others from the same address: two more.
    tell(nodes[1], nodes[0])
    #expect(try guess(ravi) == "invite_invalid" && guess(ravi) == "invite_invalid" && guess(ravi) == "rate_limited")
    tell(nodes[1], nodes[0])
    #expect(try guess(nodes[0].server.logIn(ravi.token)) == "rate_limited")
    for node in nodes { node.end() }
  }

  @Test("ID-05: An identity has so many connections over all servers; those of a server that has gone do not count")
  func sessionsTogether() throws {
    let nodes = try ["a", "b"].map { try counting($0) { $0.connectionsPerIdentityMax = 2 } }
    let asha = try nodes[0].server.register("Asha")
    func isLetIn(at node: Node) throws -> WireClient? {
      let client = try node.server.connect()
      try client.send(.hello(.with { $0.token = asha.token }))
      switch try client.receive() {
      case .close(4429): return nil
      case .message: return client
      case let other: throw Unexpected("\(other)")
      }
    }
    tell(nodes[0], nodes[1])
    let second = try #require(try isLetIn(at: nodes[1]))
    tell(nodes[1], nodes[0])
    #expect(try isLetIn(at: nodes[0]) == nil && isLetIn(at: nodes[1]) == nil)
    second.close(1000)
    #expect(try second.closeCode() == 1000)
    // The one that was refused is known to have gone, and so is the second.
    while nodes[1].server.server.limits.figures.identityConnections > 0 { _ = try nodes[1].server.connect() }
    tell(nodes[1], nodes[0])
    let third = try #require(try isLetIn(at: nodes[0]))
    tell(nodes[0], nodes[1])
    #expect(try isLetIn(at: nodes[1]) == nil)
    nodes[0].end()
    tell(nodes[1])
    #expect(try isLetIn(at: nodes[1]) != nil)
    withExtendedLifetime((asha, third)) {}
    nodes[1].end()
  }

  @Test("What is counted is read once, also after the connection to the database was lost")
  func readOnce() throws {
    let nodes = try ["a", "b"].map { try counting($0) { $0.registrationsPerHour = 3 } }
    tell(nodes[0], nodes[1])
    #expect(try register(at: nodes[0]) == nil)
    tell(nodes[0], nodes[1])
    // A row that is read twice would leave nothing of three.
    tell(nodes[1], nodes[1])
    try database.psql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hearth b' AND query LIKE 'SELECT name FROM node_life%'"
    )
    var failures = 0
    while !nodes[1].store.noticeCounts() { failures += 1 }
    #expect(failures > 0)
    #expect(try register(at: nodes[1]) == nil && register(at: nodes[1]) == nil)
    #expect(try register(at: nodes[1]) == "rate_limited")
    for node in nodes { node.end() }
  }
}
