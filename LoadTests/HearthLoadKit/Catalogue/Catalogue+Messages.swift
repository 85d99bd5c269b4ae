// Rows F13 to F15, F17 to F25 and F27: messages of several frames, text, and floods.
extension CatalogueRow {
  static let messages: [CatalogueRow] = [
    CatalogueRow(
      "F13", "many fragments",
      [
        .answered("128 of them", fragments(128)),
        .failed("129 of them", fragments(129), 1008),
        .failed(
          "empty ones without end", Catalogue.fragment(1) + (0..<1_000).flatMap { _ in Catalogue.fragment(0) }, 1008),
      ]),
    CatalogueRow(
      "F14", "a message that is never finished",
      [.failed("one fragment", Catalogue.fragment(1, Array("{".utf8)), 1008).atDeadline]),
    CatalogueRow(
      "F15", "a frame that never comes",
      [.failed("60 KiB announced", Catalogue.frame(1, length: 60 << 10), 1008).atDeadline]),
    CatalogueRow(
      "F17", "a ping inside a message",
      [
        CatalogueCase(
          "between two fragments", .loggedIn,
          [
            .send(Catalogue.fragment(1, first) + Catalogue.frame(9, [1, 2, 3])), .expect(.pong([1, 2, 3])),
            .send(Catalogue.frame(0, second)), .expect(.answer(7)), .expect(.roundTrip),
          ])
      ]),
    CatalogueRow(
      "F18", "text that is not UTF-8",
      [
        ("overlong", [0xC0, 0x80]), ("a surrogate", [0xED, 0xA0, 0x80]), ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]),
        ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]), ("a continuation alone", [0x80]), ("cut at the end", [0xE2, 0x82]),
      ].map { name, bytes in .failed(name, Catalogue.frame(1, Array(#"{""#.utf8) + bytes), 1007) }),
    CatalogueRow(
      "F19", "text that is not UTF-8 in the first fragment, the rest never sent",
      [
        .failed("in a whole fragment", Catalogue.fragment(1, [0x7B, 0xC0, 0x80]), 1007),
        .failed("in the part of a frame that has come", Array(Catalogue.frame(1, [0x7B, 0xC0, 0x80, 0x20, 0x20]).dropLast(2)), 1007),
      ]),
    CatalogueRow(
      "F20", "a character split over fragments",
      [
        .answered(
          "between its bytes",
          split(Catalogue.request(7, padding: "\u{1F955}"), at: "{\"request\":7,\"unsubscribe\":{\"groupId\":\"".utf8.count + 2))
      ]),
    CatalogueRow("F21", "a binary message where text is spoken", [.failed("binary", Catalogue.frame(2, first + second), 1003)]),
    CatalogueRow(
      "F22", "an empty message",
      [CatalogueCase("text", .loggedIn, [.send(Catalogue.text("")), .expect(.message("bad_request")), .expect(.roundTrip)])]),
    CatalogueRow(
      "F23", "a flood of pings",
      [
        CatalogueCase(
          "10 at once", .loggedIn,
          [.send(pings(10))] + (1...10).map { .expect(.pong(number($0))) } + [.expect(.roundTrip)]),
        // That no more than 16 and the last are kept where they cannot leave is shown by FrameLimitTests and
        // ConnectionTests: here they leave as they come.
        CatalogueCase(
          "30 at once", .loggedIn, [.send(pings(30)), .expect(.pongs(atMost: 30, last: number(30))), .expect(.roundTrip)]),
        CatalogueCase("1,000 at once", .loggedIn, [.send(pings(1_000)), .expect(.closeEventually(1008)), .expect(.end)]),
      ]),
    // Where control frames have their usual rate F23 comes first, with 1008; only an operator who raised it lets pongs
    // come as far as the cap.
    CatalogueRow(
      "F24", "a peer that never reads",
      [
        CatalogueCase(
          "pongs past the cap of the send queue", .loggedIn,
          [
            // Half a megabyte: when the last of it has left the peer, which only then begins to read, the server has
            // taken most, whatever the kernel keeps in between. More would only take longer than anything may stay
            // unsent.
            .send((1...4_000).flatMap { _ in Catalogue.frame(9, [UInt8](repeating: 7, count: 125)) }), .expect(.closeEventually(4008)),
            .expect(.end),
          ]
        ).on(.narrow).leaving(out: [.bytewise, .secureBytewise], .takesTooLong).with { $0.bufferBytes = 4_096 },
        CatalogueCase(
          "pings without end at the usual rate", .loggedIn, [.send(pings(10_000)), .expect(.closeEventually(1008)), .expect(.end)]),
      ]),
    CatalogueRow(
      "F25", "a pong nobody asked for", [.answered("and a request", Catalogue.frame(10, [1]) + Catalogue.frame(1, first + second))]),
    CatalogueRow(
      "F27", "100 messages in one segment",
      [
        CatalogueCase(
          "all answered in order", .loggedIn,
          [.send((1...100).flatMap { Catalogue.text(Catalogue.request($0)) })] + (1...100).map { .expect(.answer($0)) }
            + [.expect(.roundTrip)])
      ]),
  ]

  private static let first = Array(Catalogue.request(7).utf8.prefix(20))
  private static let second = Array(Catalogue.request(7).utf8.dropFirst(20))

  /// Request 7 in so many fragments, one byte each as far as it goes.
  private static func fragments(_ count: Int) -> [UInt8] {
    let bytes = Array(padded(count).utf8)
    return Catalogue.fragment(1, [bytes[0]]) + bytes[1..<(count - 1)].flatMap { Catalogue.fragment(0, [$0]) }
      + Catalogue.frame(0x80, [bytes[count - 1]])
  }

  private static func split(_ text: String, at index: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    return Catalogue.fragment(1, Array(bytes[..<index])) + Catalogue.frame(0x80, Array(bytes[index...]))
  }

  private static func number(_ number: Int) -> [UInt8] { Catalogue.bigEndian(UInt64(number), 2) }
  private static func pings(_ count: Int) -> [UInt8] { (1...count).flatMap { Catalogue.frame(9, number($0)) } }
}
