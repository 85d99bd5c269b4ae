// Rows H7 to H19 and H24: the fields of the upgrade.
extension CatalogueRow {
  static let fields: [CatalogueRow] = [
    CatalogueRow(
      "H7", "Host",
      [
        .refused("missing", Catalogue.upgrade(without: "Host"), 400),
        .refused("twice", Catalogue.upgrade(adding: ["Host: localhost"]), 400),
        .refused("empty", Catalogue.upgrade(changing: ["Host": ""]), 400),
        .refused("with a path", Catalogue.upgrade(changing: ["Host": "localhost/x"]), 400),
        .refused("with a port that is none", Catalogue.upgrade(changing: ["Host": "localhost:70000"]), 400),
      ]),
    CatalogueRow(
      "H8", "another protocol to upgrade to",
      ["h2c", "websocketx"].map {
        .refused($0, Catalogue.upgrade(changing: ["Upgrade": $0]), 426, [.exactly("upgrade", "websocket")])
      }),
    CatalogueRow(
      "H9", "Connection without upgrade", [.refused("keep-alive", Catalogue.upgrade(changing: ["Connection": "keep-alive"]), 400)]),
    CatalogueRow(
      "H10", "lists and case",
      [
        .granted("a list", Catalogue.upgrade(changing: ["Connection": "keep-alive, Upgrade"])),
        .granted("capitals", Catalogue.upgrade(changing: ["Upgrade": "WebSocket", "Connection": "UPGRADE"])),
      ]),
    CatalogueRow("H11", "no key", [.refused("missing", Catalogue.upgrade(without: "Sec-WebSocket-Key"), 400)]),
    CatalogueRow(
      "H12", "keys that are none",
      [
        ("not base64", "dGhlIHNhbXBsZSBub25jZQ=!", 400), ("15 bytes", "AAECAwQFBgcICQoLDA0O", 400),
        ("17 bytes", "AAECAwQFBgcICQoLDA0ODxA=", 400), ("10 KiB", letters(10_240), 431),
      ].map { name, key, status in .refused(name, Catalogue.upgrade(changing: ["Sec-WebSocket-Key": key]), status) }),
    CatalogueRow("H13", "the key twice", [.refused("the same", Catalogue.upgrade(adding: ["Sec-WebSocket-Key: \(Catalogue.key)"]), 400)]),
    CatalogueRow(
      "H14", "versions",
      [.refused("missing", Catalogue.upgrade(without: "Sec-WebSocket-Version"), 400)]
        + ["8", "12", "99", "13, 8"].map {
          .refused($0, Catalogue.upgrade(changing: ["Sec-WebSocket-Version": $0]), 426, [.exactly("sec-websocket-version", "13")])
        }),
    CatalogueRow("H15", "the version twice", [.refused("13 and 13", Catalogue.upgrade(adding: ["Sec-WebSocket-Version: 13"]), 400)]),
    CatalogueRow(
      "H16", "origins",
      [.granted("the one allowed", fromWebOrigin(Catalogue.webOrigin)), .refused("another", fromWebOrigin("https://evil.example"), 403)]),
    CatalogueRow(
      "H17", "origins that look like the one allowed",
      [
        "https://good.example.evil.org", "https://goodexample", "null", "http://good.example", "https://good.example:444",
        "https://good.example/", "https://GOOD.example", "https://sub.good.example",
      ].map { .refused($0, fromWebOrigin($0), 403) }),
    CatalogueRow(
      "H18", "no origin",
      [
        .granted("a credential follows", Catalogue.upgrade()),
        // Not 4401, which says that a credential was refused (SPEC HS-06).
        CatalogueCase("none follows", .open, [.expect(.close(4408)), .expect(.end)]).atDeadline,
      ]),
    CatalogueRow(
      "H19", "two origins",
      [.refused("both allowed", Catalogue.upgrade(adding: ["Origin: \(Catalogue.webOrigin)", "Origin: \(Catalogue.webOrigin)"]), 400)]),
    CatalogueRow(
      "H24", "lines and bytes that have no place in a head",
      [
        ("a space before the colon", Array("Name : value\r\n".utf8)), ("a folded line", Array("Name: value\r\n more\r\n".utf8)),
        ("a bare CR", Array("Name: val\rue\r\n".utf8)), ("a bare LF", Array("Name: value\n\r\n".utf8)),
        ("NUL", Array("Name: val\0ue\r\n".utf8)), ("a control character", Array("Name: val\u{7}ue\r\n".utf8)),
        ("a byte above 127 in a name", [0x4E, 0xE4] + Array("me: value\r\n".utf8)), ("no colon", Array("Name\r\n".utf8)),
      ].map { name, line in
        .refused(name, Array(Catalogue.upgrade().dropLast(2)) + line + Array("\r\n".utf8), 400)
      }),
  ]

  private static func fromWebOrigin(_ webOrigin: String) -> [UInt8] { Catalogue.upgrade(adding: ["Origin: " + webOrigin]) }
}
