import HTTPTypes
import Testing
import WebSocket

@Suite("Agreeing about permessage-deflate") struct CompressionNegotiationTests {
  /// What is answered to an offer; nil when it is declined.
  private func answer(_ offer: String, _ policy: CompressionPolicy = CompressionPolicy()) throws -> String? {
    CompressionNegotiation.choose(from: try ExtensionOffer.parse([offer]), policy: policy)?.answer
  }

  private static let free = "permessage-deflate; server_no_context_takeover"

  /// Offers, and what the answer says beyond that the server keeps no context.
  static let grants: [(offer: String, more: String)] = [
    ("permessage-deflate", ""),
    ("permessage-deflate; server_no_context_takeover", ""),
    // Only who offers it is held to it.
    ("permessage-deflate; client_no_context_takeover", "; client_no_context_takeover"),
    ("permessage-deflate; client_no_context_takeover; client_max_window_bits", "; client_no_context_takeover"),
    // What Go's gorilla and nhooyr offer: the first ends the connection unless both are answered, the second at a
    // window.
    ("permessage-deflate; server_no_context_takeover; client_no_context_takeover", "; client_no_context_takeover"),
    ("permessage-deflate; client_max_window_bits", ""),
    ("permessage-deflate; client_max_window_bits=8", "; client_max_window_bits=8"),
    ("permessage-deflate; client_max_window_bits=\"15\"", "; client_max_window_bits=15"),
    ("permessage-deflate; server_max_window_bits=9", "; server_max_window_bits=9"),
    ("permessage-deflate; server_max_window_bits=15", "; server_max_window_bits=12"),
    ("permessage-deflate; server_max_window_bits=\"10\"", "; server_max_window_bits=10"),
    // H37: the first that can be granted.
    ("permessage-deflate; server_max_window_bits=8, permessage-deflate; client_max_window_bits=9", "; client_max_window_bits=9"),
    ("permessage-deflate; x, x-webkit-deflate-frame, permessage-deflate", ""),
  ]

  @Test("RFC 7692 §7.1: what is granted", arguments: grants) func granted(offer: String, more: String) throws {
    #expect(try answer(offer) == Self.free + more)
  }

  @Test(
    "H33 to H35: what is declined",
    arguments: [
      "client_max_window_bits=7", "client_max_window_bits=16", "client_max_window_bits=08", "client_max_window_bits=",
      "client_max_window_bits=abc", "client_max_window_bits=-1", "client_max_window_bits=4294967304", "client_max_window_bits=+9",
      "server_max_window_bits", "server_max_window_bits=8", "server_max_window_bits=16", "server_max_window_bits=",
      "server_no_context_takeover=1", "client_no_context_takeover=true", "server_no_context_takeover; server_no_context_takeover",
      "client_no_context_takeover; client_no_context_takeover", "client_max_window_bits; client_max_window_bits",
      "client_max_window_bits=9; client_max_window_bits", "server_max_window_bits=9; server_max_window_bits=9", "level=9",
    ])
  func declined(parameters: String) throws {
    #expect(try answer("permessage-deflate; \(parameters)") == nil)
    // Another offer beside it is not spoilt.
    #expect(try answer("permessage-deflate; \(parameters), permessage-deflate") == Self.free)
  }

  @Test("Other extensions are passed over, three hundred offers too (H38)") func others() throws {
    #expect(try answer("x-webkit-deflate-frame") == nil)
    #expect(try answer("permessage-bzip2, deflate-frame; y=1") == nil)
    let many = Array(repeating: "permessage-deflate; server_max_window_bits=8", count: 299).joined(separator: ", ")
    #expect(try answer(many) == nil)
    #expect(try answer(many + ", permessage-deflate") == Self.free)
  }

  @Test("Contexts are kept where the policy permits it and the client does not object") func contexts() throws {
    var policy = CompressionPolicy()
    policy.permitsContext = true
    policy.windowBitsMax = 15
    #expect(try answer("permessage-deflate", policy) == "permessage-deflate")
    #expect(try answer("permessage-deflate; server_no_context_takeover", policy) == "permessage-deflate; server_no_context_takeover")
    #expect(try answer("permessage-deflate; client_no_context_takeover", policy) == "permessage-deflate; client_no_context_takeover")
    let granted = CompressionNegotiation.choose(
      from: try ExtensionOffer.parse(
        ["permessage-deflate; server_no_context_takeover; server_max_window_bits=11; client_max_window_bits=10"]),
      policy: policy)
    let agreement = try #require(granted?.agreement)
    #expect(!agreement.keepsContext(.server) && agreement.keepsContext(.client) && !agreement.isContextFree)
    #expect(agreement.windowBits(.server) == 11 && agreement.windowBits(.client) == 10)
  }

  private func judge(_ values: [String], offers: Bool = true) throws -> UpgradeGrant {
    let client = ClientUpgrade(authority: "example.org", path: "/", nonce: (1, 2), offersCompression: offers)
    var fields: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade"]
    fields[.secWebSocketAccept] = HandshakeKey.accept(for: HandshakeKey.key((1, 2)))
    fields[values: .secWebSocketExtensions] = values
    return try client.judge(ResponseHead(response: HTTPResponse(status: .switchingProtocols, headerFields: fields)))
  }

  @Test("A client takes any answer to its offer") func answers() throws {
    #expect(try judge([]).compression == nil)
    #expect(try judge([], offers: false).compression == nil)
    #expect(try judge(["permessage-deflate"]).compression == CompressionAgreement())
    var agreement = CompressionAgreement()
    agreement.serverKeepsContext = false
    agreement.clientWindowBits = 9
    agreement.serverWindowBits = 8
    #expect(
      try judge(["permessage-deflate; server_no_context_takeover; client_max_window_bits=9; server_max_window_bits=8"]).compression
        == agreement)
    #expect(agreement.compresses(.client) && !agreement.compresses(.server))
    let least = try #require(try judge(["permessage-deflate; client_max_window_bits=8"]).compression)
    #expect(least.clientWindowBits == 8 && !least.compresses(.client) && least.compresses(.server))
  }

  @Test(
    "A client fails what does not answer its offer",
    arguments: [
      ["permessage-deflate; client_max_window_bits"], ["permessage-deflate; client_max_window_bits=7"],
      ["permessage-deflate; client_max_window_bits=16"], ["permessage-deflate; server_max_window_bits"],
      ["permessage-deflate; unknown"], ["permessage-deflate, permessage-deflate"], ["permessage-deflate", "permessage-deflate"],
      ["permessage-bzip2"], [";"], [""], ["permessage-deflate; server_no_context_takeover; server_no_context_takeover"],
    ])
  func unanswered(values: [String]) {
    #expect(throws: UpgradeFailure.extensionUnexpected) { try judge(values) }
  }

  @Test("A client that offered nothing takes nothing") func unasked() {
    #expect(throws: UpgradeFailure.extensionUnexpected) { try judge(["permessage-deflate"], offers: false) }
  }
}
