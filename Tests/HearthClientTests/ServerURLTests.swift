import Testing

@testable import HearthClient

@Suite struct ServerURLTests {
  @Test(arguments: [
    ("ws://127.0.0.1:7433", "127.0.0.1", UInt16(7433), "127.0.0.1:7433"),
    ("ws://hearth.example/v1/socket", "hearth.example", 80, "hearth.example"), ("WS://localhost:1/", "localhost", 1, "localhost:1"),
    ("wss://hearth.example", "hearth.example", 443, "hearth.example"), ("wss://127.0.0.1:80/", "127.0.0.1", 80, "127.0.0.1:80"),
    ("ws://[::1]:7433", "::1", 7433, "[::1]:7433"), ("ws://[::1]", "::1", 80, "[::1]"),
  ])
  func reads(text: String, host: String, port: UInt16, authority: String) throws {
    let url = try ServerURL(text)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.authority == authority)
    #expect(url.isSecure == text.hasPrefix("wss"))
    #expect(try ServerURL(url.description) == url)
  }

  @Test(arguments: [
    "", "127.0.0.1:7433", "http://127.0.0.1", "ws://", "ws://host:", "ws://host:0", "ws://host:65536", "ws://::1:80", "ws://host/other",
    "ws://user@host", "wss://", "https://host", "ws://ho st",
  ])
  func refuses(text: String) {
    #expect(throws: ServerURLFault.malformed(text)) { try ServerURL(text) }
  }
}
