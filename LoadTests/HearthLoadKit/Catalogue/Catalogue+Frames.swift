// Rows F1 to F12, F16, F26 and F28: single frames.
extension CatalogueRow {
  /// A request whose answer shows that it reached the application.
  private static let request = Array(Catalogue.request(7).utf8)
  private static let fin: UInt8 = 0x80

  static let frames: [CatalogueRow] = [
    CatalogueRow("F1", "an unmasked frame", [.failed("text", Catalogue.frame(1, request, mask: nil), 1002)]),
    CatalogueRow(
      "F2", "reserved bits",
      [("RSV1", 0x40), ("RSV2", 0x20), ("RSV3", 0x10), ("all", 0x70)].map { name, bits in
        .failed(name, Catalogue.frame(fin | bits | 1, request), 1002)
      }),
    CatalogueRow(
      "F3", "reserved opcodes",
      ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).map { .failed("\($0)", Catalogue.frame(fin | $0, request), 1002) }),
    CatalogueRow(
      "F4", "fragmented control frames",
      [("close", 8), ("ping", 9), ("pong", 10)].map { name, opcode in .failed(name, Catalogue.fragment(opcode), 1002) }),
    CatalogueRow(
      "F5", "long control frames",
      [
        .failed("126 bytes", Catalogue.frame(9, [UInt8](repeating: 1, count: 126)), 1002),
        .failed("a 64-bit length", Catalogue.frame(9, [1], form: 64), 1002),
        CatalogueCase(
          "125 bytes, the most", .loggedIn,
          [
            .send(Catalogue.frame(9, [UInt8](repeating: 1, count: 125))), .expect(.pong([UInt8](repeating: 1, count: 125))),
            .expect(.roundTrip),
          ]),
      ]),
    CatalogueRow("F6", "a continuation of nothing", [.failed("final", Catalogue.frame(fin | 0, request), 1002)]),
    CatalogueRow(
      "F7", "a message inside another",
      [("text", 1), ("binary", 2)].map { name, opcode in
        .failed(name, Catalogue.fragment(1, Array("{".utf8)) + Catalogue.frame(opcode, request), 1002)
      }),
    CatalogueRow(
      "F8", "64-bit lengths below zero",
      [("the top bit alone", 1 << 63), ("all bits", UInt64.max)].map { name, length in
        .failed(name, Catalogue.frame(1, mask: [0, 0, 0, 0], length: length, form: 64), 1002)
      }),
    CatalogueRow(
      "F9", "enormous lengths",
      [("2^62", 1 << 62), ("2^32", 1 << 32), ("2^31", 1 << 31)].map { name, length in
        .failed(name, Catalogue.frame(1, length: length, form: 64), 1009)
      }),
    CatalogueRow(
      "F10", "lengths in more bytes than needed",
      [
        .failed("5 in 16 bits", Catalogue.frame(1, Array("hello".utf8), form: 16), 1002),
        .failed("300 in 64 bits", Catalogue.frame(1, [UInt8](repeating: 0x20, count: 300), form: 64), 1002),
      ]),
    CatalogueRow(
      "F11", "a message at 64 KiB and one byte past it",
      [
        .answered("64 KiB", Catalogue.text(padded(65_536))),
        .failed("64 KiB and one byte", Catalogue.text(padded(65_537)), 1009),
      ]),
    CatalogueRow(
      "F12", "fragments at 64 KiB in all and one byte past it",
      [
        .answered("64 KiB", halves(65_536)),
        .failed("64 KiB and one byte", halves(65_537), 1009),
        // A server that adds up at the end of the message would wait for it.
        .failed("64 KiB and one byte, and more to come", halves(65_537, isFinished: false), 1009),
      ]),
    CatalogueRow(
      "F16", "a header split at every byte",
      [
        CatalogueCase(
          "14 bytes", .loggedIn,
          Catalogue.text(padded(65_536)).prefix(14).map { .send([$0]) }
            + [.send(Array(Catalogue.text(padded(65_536)).dropFirst(14))), .expect(.answer(7)), .expect(.roundTrip)])
      ]),
    CatalogueRow("F26", "a mask of zeros", [.answered("text", Catalogue.frame(1, request, mask: [0, 0, 0, 0]))]),
    CatalogueRow(
      "F28", "the protocol's drafts",
      [
        .refused(
          "hixie-76",
          "GET \(Catalogue.path) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n"
            + "Sec-WebSocket-Key1: 4 @1  46546xW%0l 1 5\r\nSec-WebSocket-Key2: 12998 5 Y3 1  .P00\r\n\r\n^n:ds[4U", 400),
        .failed("its framing", [0x00] + request + [0xFF], 1002),
      ]),
  ]

  /// Request 7 in so many bytes.
  static func padded(_ count: Int) -> String { Catalogue.request(7) + repeated(" ", count - Catalogue.request(7).utf8.count) }

  private static func halves(_ count: Int, isFinished: Bool = true) -> [UInt8] {
    let bytes = Array(padded(count).utf8)
    let (first, second) = (Array(bytes[..<32_768]), Array(bytes[32_768...]))
    return Catalogue.fragment(1, first) + (isFinished ? Catalogue.frame(fin | 0, second) : Catalogue.fragment(0, second))
  }
}
