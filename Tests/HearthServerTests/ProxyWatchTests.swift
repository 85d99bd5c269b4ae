import HTTPTypes
import Locking
import Logging
import Support
import TLS
import TestCertificates
import Testing
import Transport

@testable import HearthServer

/// SPEC HS-08: what the operator is told of a proxy that is not trusted.
@Suite(.onOneAndThreeLoops) struct ProxyWatchTests {
  private let written = Locked("")
  private var log: Logger { Logger(label: "test") { [written] _ in RecordingLog(written: written) } }
  private var warnings: [Substring] { written.withLock { $0 }.split(separator: "\n").filter { $0.hasPrefix("warning") } }

  @discardableResult
  private func answer(_ server: TestServer, _ request: String) throws -> String {
    let socket = try BlockingSocket(server.address)
    socket.send(request)
    return try socket.receiveAll()
  }

  private static let forwarded = "GET /none HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n"

  @Test(
    "HS-08: what other proxies say the same in is told as well, and what the server reads",
    arguments: ["Forwarded: for=203.0.113.7", "X-Real-IP: 203.0.113.7"])
  func otherField(field: String) throws {
    let server = try TestServer(log: log)
    for _ in 0..<2 { try answer(server, "GET /none HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\n") }
    #expect(warnings.count == 1 && warnings[0].contains("send X-Forwarded-For"), "\(warnings)")
    #expect(!written.withLock { $0 }.contains("203.0.113.7"))
  }

  @Test("HS-08: X-Forwarded-For of a peer that is not trusted is told once, and whose it is")
  func field() throws {
    let server = try TestServer(log: log)
    try answer(server, "GET /none HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(warnings.isEmpty)
    for _ in 0..<3 { try answer(server, Self.forwarded) }
    #expect(warnings.count == 1 && warnings[0].contains("--trusted-proxy") && warnings[0].contains("127.0.0.1"), "\(warnings)")
    #expect(!written.withLock { $0 }.contains("203.0.113.7"))
  }

  @Test(
    "HS-08: a header of the PROXY protocol, either version, is told once",
    arguments: [
      "PROXY TCP4 203.0.113.7 192.0.2.1 5 80\r\nGET /none HTTP/1.1\r\nHost: h\r\n\r\n",
      "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\0\u{0C}aaaabbbbccdd",
    ])
  func header(bytes: String) throws {
    let server = try TestServer(log: log)
    for _ in 0..<3 { #expect(try answer(server, bytes).hasPrefix("HTTP/1.1 400 ")) }
    #expect(warnings.count == 1 && warnings[0].contains("--proxy-protocol-from"), "\(warnings)")
  }

  @Test("HS-08: a header of the PROXY protocol before TLS, either version, is told once")
  func headerBeforeTLS() throws {
    let files = try TestCertificates.shared.get().localhost
    let context = try TLSContext(
      server: TLSServerConfiguration(identities: [TLSIdentity(certificateFile: files.certificate, keyFile: files.key)]))
    let headers = ["PROXY TCP4 203.0.113.7 192.0.2.1 5 80\r\n", "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\0\u{0C}aaaabbbbccdd"]
    let server = try TestServer(log: log) { $0.tls = TLSContextHolder(context) }
    for other in ["GET / HTTP/1.1\r\nHost: h\r\n\r\n", "PROXYISH\r\n\r\n"] { #expect(try answer(server, other).isEmpty) }
    #expect(warnings.isEmpty, "\(warnings)")
    for _ in 0..<2 { for header in headers { #expect(try answer(server, header).isEmpty) } }
    #expect(warnings.count == 1 && warnings[0].contains("--proxy-protocol-from"), "\(warnings)")
  }

  @Test("HS-08: of a trusted proxy nothing is told")
  func trusted() throws {
    let server = try TestServer(log: log) { $0.trustedProxies = CIDRRange("127.0.0.0/8").map { [.range($0)] } ?? [] }
    try answer(server, Self.forwarded)
    #expect(warnings.isEmpty, "\(warnings)")
  }

  @Test("HS-08: that all who come through it have reached a limit is told once; of an address that speaks for nobody it is not")
  func limit() throws {
    let server = try TestServer(log: log) { $0.connectionsPerAddressMax = 1 }
    let inner = server.server
    func reach() throws {
      let first = try server.register("Asha")
      defer { _ = first.socket }
      #expect(try answer(server, "GET /none HTTP/1.1\r\nHost: h\r\n\r\n").hasPrefix("HTTP/1.1 429 "))
    }
    try reach()
    eventually("the place is free") { inner.connectionCount == 0 }
    #expect(warnings.isEmpty, "\(warnings)")
    try answer(server, Self.forwarded)
    eventually("the place is free") { inner.connectionCount == 0 }
    try reach()
    eventually("the place is free") { inner.connectionCount == 0 }
    try reach()
    #expect(warnings.count == 2 && warnings[1].contains("connections"), "\(warnings)")
  }

  @Test("HS-08: also that they have added as much to histories as one address may")
  func historyLimit() throws {
    let server = try TestServer(log: log) { $0.addressHistoryBytesPerHour = 8_192 }
    try answer(server, Self.forwarded)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    var refused: String?
    for _ in 0..<100 where refused == nil {
      let answer = try asha.ask(.command(.addEntry(group, String(repeating: "x", count: 200))))
      if case .rejected(let rejected) = answer.body { refused = rejected.cause }
    }
    #expect(refused?.hasPrefix("Your address added more than 8192 bytes") == true, "\(refused ?? "")")
    #expect(warnings.count == 2 && warnings[1].contains("the bytes of history"), "\(warnings)")
  }

  @Test("HS-08 Limit: as many speakers are remembered, and of one more a limit is not told")
  func speakers() throws {
    let watch = ProxyWatch(log: log)
    var fields = HTTPFields()
    fields[try #require(HTTPField.Name("X-Forwarded-For"))] = "203.0.113.7"
    for number in 0...ProxyWatch.speakersMax {
      watch.note(fields, from: SocketAddress(ipv4: 0x0A00_0001 + UInt32(number), port: 1))
    }
    watch.noteLimit("codes", of: SocketAddress(ipv4: 0x0A00_0001 + UInt32(ProxyWatch.speakersMax), port: 1))
    #expect(warnings.count == 1)
    watch.noteLimit("codes", of: SocketAddress(ipv4: 0x0A00_0001 + UInt32(ProxyWatch.speakersMax - 1), port: 1))
    #expect(warnings.count == 2)
  }
}
