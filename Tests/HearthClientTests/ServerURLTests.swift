import Testing

@testable import HearthClient

@Suite struct ServerURLTests {
  @Test(arguments: [
    ("ws://127.0.0.1:7433", "127.0.0.1", UInt16(7433), "127.0.0.1:7433"),
    ("ws://hearth.example/v1/socket", "hearth.example", 80, "hearth.example"), ("WS://localhost:1/", "localhost", 1, "localhost:1"),
    ("wss://hearth.example", "hearth.example", 443, "hearth.example"), ("wss://127.0.0.1:80/", "127.0.0.1", 80, "127.0.0.1:80"),
    ("ws://[::1]:7433", "::1", 7433, "[::1]:7433"), ("ws://[::1]", "::1", 80, "[::1]"),
    ("https://hearth.example/", "hearth.example", 443, "hearth.example"), ("http://127.0.0.1:7433", "127.0.0.1", 7433, "127.0.0.1:7433"),
    ("hearth.example", "hearth.example", 443, "hearth.example"), ("hearth.example:7433", "hearth.example", 7433, "hearth.example:7433"),
    ("127.0.0.1:7433", "127.0.0.1", 7433, "127.0.0.1:7433"), ("localhost", "localhost", 80, "localhost"),
    ("[::1]:7433", "::1", 7433, "[::1]:7433"),
  ])
  func reads(text: String, host: String, port: UInt16, authority: String) throws {
    let url = try ServerURL(text)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.authority == authority)
    #expect(url.isSecure == ["wss", "https", "hearth"].contains { text.hasPrefix($0) })
    #expect(try ServerURL(url.description) == url)
  }

  @Test(arguments: [
    "", "ws://", "ws://host:", "ws://host:0", "ws://host:65536", "ws://::1:80", "ws://host/other", "ws://user@host", "wss://", "https://",
    "ftp://host", "ws://ho st", "host:port", "https://host/join",
  ])
  func refuses(text: String) {
    #expect(throws: ServerURLFlaw.malformed(text)) { try ServerURL(text) }
  }

  @Test(
    "PG-02: the page is where the server says, at the client's own address, or nowhere",
    arguments: [
      ("wss://hearth.example", "/", "https://hearth.example"), ("ws://127.0.0.1:7433", "/", "http://127.0.0.1:7433"),
      ("ws://127.0.0.1:7433", "https://hearth.example/", "https://hearth.example"), ("ws://127.0.0.1:7433", "", nil),
    ] as [(String, String, String?)])
  func page(text: String, told: String, page: String?) throws { #expect(try ServerURL(text).page(told) == page) }
}
