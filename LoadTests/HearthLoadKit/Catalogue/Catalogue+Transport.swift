// Rows T1 to T9: below HTTP.
extension CatalogueRow {
  static let transport: [CatalogueRow] = [
    CatalogueRow("T1", "TCP connection, nothing sent", [CatalogueCase("silence", .connected, [.expect(.end)]).atDeadline]),
    CatalogueRow(
      "T2", "ClientHello byte by byte",
      [
        CatalogueCase("slower than the deadline", .connected, [.drip(TLSBytes.clientHello(version: 0x0303)), .expect(.cut)])
          .atDeadline.onlySecure
      ]),
    CatalogueRow(
      "T3", "plain HTTP on the TLS port",
      [CatalogueCase("a request", .connected, [.send(Catalogue.upgrade()), .expect(.alert(nil))]).onlySecure]),
    CatalogueRow(
      "T4", "TLS 1.0 and 1.1",
      [(0x0301, "1.0"), (0x0302, "1.1")].map { version, name in
        // RFC 8446 §6.2: protocol_version is 70.
        CatalogueCase(name, .connected, [.send(TLSBytes.clientHello(version: version)), .expect(.alert(70))]).onlySecure
      }),
    CatalogueRow(
      "T5", "renegotiation and floods of KeyUpdate",
      [
        CatalogueCase("renegotiation", .securedByOldVersion, [.renegotiate, .expect(.cut)]).onlySecure,
        CatalogueCase("1,000 KeyUpdates", .secured, [.updateKeys(1_000), .expect(.cut)]).onlySecure,
      ]),
    CatalogueRow(
      "T6", "64 KiB of random bytes",
      [
        CatalogueCase("where a request is due", .secured, [.send(noise), .expect(.head(400, [])), .expect(.cut)]),
        CatalogueCase("where a TLS handshake is due", .connected, [.send(noise), .expect(.alert(nil))]).onlySecure,
      ]),
    CatalogueRow(
      "T7", "FIN and RST at bad moments",
      [
        CatalogueCase("FIN right after connecting", .connected, [.halfClose, .expect(.end)]),
        CatalogueCase("RST right after connecting", .connected, [.reset]),
        CatalogueCase("RST in the TLS handshake", .connected, [.send(Array(TLSBytes.clientHello(version: 0x0303).prefix(40))), .reset])
          .onlySecure,
        CatalogueCase("RST in the HTTP handshake", .secured, [.send(Array(Catalogue.upgrade().prefix(40))), .reset]),
        CatalogueCase("RST in a frame", .loggedIn, [.send(Array(Catalogue.text(Catalogue.request(7)).prefix(20))), .reset]),
      ]),
    CatalogueRow(
      "T8", "half-close without a Close frame",
      [
        CatalogueCase("after the login", .loggedIn, [.halfClose, .expect(.end)]),
        CatalogueCase("in a frame", .loggedIn, [.send(Array(Catalogue.text(Catalogue.request(7)).prefix(20))), .halfClose, .expect(.end)]),
      ]),
    CatalogueRow(
      "T9", "close_notify without a Close frame",
      [CatalogueCase("after the login", .loggedIn, [.closeNotify, .expect(.end)])]),
  ]

  /// The same in every run; no byte that a request line or a TLS record may begin with.
  private static let noise: [UInt8] = {
    var random = SplitMix64(seed: 6, stream: 0)
    return [0xF3] + (1..<65_536).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }()
}

/// TLS records written by hand.
enum TLSBytes {
  /// A ClientHello that knows no version above this one (RFC 5246 §7.4.1.2): no supported_versions extension.
  static func clientHello(version: UInt64) -> [UInt8] {
    let suites: [UInt8] = [0xC0, 0x2B, 0xC0, 0x2F, 0xC0, 0x09, 0xC0, 0x13, 0x00, 0x2F]
    let random = [UInt8](0..<32)
    let versionBytes = Catalogue.bigEndian(version, 2)
    // supported_groups with P-256, and ec_point_formats with the uncompressed one.
    let extensions: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0]
    var body = versionBytes + random + [0]
    body += Catalogue.bigEndian(UInt64(suites.count), 2) + suites + [1, 0]
    body += Catalogue.bigEndian(UInt64(extensions.count), 2) + extensions
    let message = [1] + Catalogue.bigEndian(UInt64(body.count), 3) + body
    return [22] + Catalogue.bigEndian(0x0301, 2) + Catalogue.bigEndian(UInt64(message.count), 2) + message
  }
}
