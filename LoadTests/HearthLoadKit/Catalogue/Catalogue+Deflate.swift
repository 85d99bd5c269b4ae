// Rows Z1 to Z11: permessage-deflate, when it is agreed.
extension CatalogueRow {
  private static let offer = "permessage-deflate"
  private static let request = Array(Catalogue.request(7).utf8)

  static let deflate: [CatalogueRow] = [
    CatalogueRow("Z1", "a bomb of 64 KiB that inflates to 64 MiB", [failed("one frame", compressed(bomb(65_536)), 1009)]),
    CatalogueRow(
      "Z2", "a bomb over fragments",
      [
        // The last fragment is never sent: the one that crosses the limit is what fails.
        failed("each of 256 bytes", fragmented(bomb(16_384), each: 256, isFinished: false), 1009),
        failed("each of one byte", fragmented(Array(bomb(16_384).prefix(120)), each: 1, isFinished: false), 1009),
        answered("a message that stays below", fragmented(DeflateBits.message { $0.fixedBlock(request + blanks(60_000)) }, each: 1_024)),
      ]),
    CatalogueRow(
      "Z3", "data that is no deflate",
      [
        failed("block type 3", compressed([0x06]), 1007),
        failed("a code that is none", compressed(badCode), 1007),
        failed("a distance before the beginning", compressed(copying(distance: 2, behind: [0x41])), 1007),
        failed("a stored block cut short", compressed([0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48]), 1007),
      ]),
    CatalogueRow(
      "Z4", "RSV1 where it means nothing",
      [
        failed("on a continuation", Catalogue.fragment(1, [0x7B]) + Catalogue.frame(0xC0, [0x7D]), 1002),
        failed("on a ping", Catalogue.frame(0xC9, [1]), 1002),
        failed("on a Close", Catalogue.frame(0xC8, [3, 0xE8]), 1002),
      ]),
    CatalogueRow(
      "Z5", "every form of block",
      [
        answered("a last block", compressed(DeflateBits.message { $0.fixedBlock(request, isLast: true) })),
        answered(
          "several blocks",
          compressed(
            DeflateBits.message {
              $0.fixedBlock(Array(request.prefix(9)))
              $0.fixedBlock(Array(request.dropFirst(9)))
            })),
        answered("a stored block", compressed(stored(request))),
        CatalogueCase(
          "an empty message", .extended(offer), [.send(compressed([0x00])), .expect(.message("bad_request")), .expect(.roundTrip)]
        ).on(.compressing),
      ]),
    CatalogueRow("Z6", "a compressed frame without a byte", [failed("empty", compressed([]), 1007)]),
    CatalogueRow("Z7", "an uncompressed message", [answered("text", Catalogue.frame(1, request))]),
    CatalogueRow(
      "Z8", "a copy from the message before, though no context is kept",
      [
        CatalogueCase(
          "the second message", .extended("permessage-deflate; client_no_context_takeover"),
          [
            .send(compressed(DeflateBits.message { $0.fixedBlock(request) })), .expect(.answer(7)),
            .send(compressed(copying(distance: 10, behind: []))), .expect(.close(1007)), .expect(.end),
          ]
        ).on(.compressing)
      ]),
    CatalogueRow(
      "Z9", "a copy from beyond the window agreed",
      [
        answered("256 back, with 8 bits", compressed(copying(distance: 256, behind: request + blanks(400))), windowOfEight),
        failed("257 back, in fragments", fragmented(copying(distance: 257, behind: request + blanks(400)), each: 64), 1007, windowOfEight),
        failed("257 back, with 8 bits", compressed(copying(distance: 257, behind: request + blanks(400))), 1007, windowOfEight),
      ]),
    CatalogueRow(
      "Z10", "inflated text that is not UTF-8",
      [failed("overlong", compressed(DeflateBits.message { $0.fixedBlock([0x7B, 0xC0, 0x80]) }), 1007)]),
    CatalogueRow(
      "Z11", "tiny blocks", processorMax: .milliseconds(5),
      [
        answered("1,000 of them", compressed(blocks(1_000))),
        answered("1,200 with codes of their own", compressed(blocks(withCodes: 1_200))),
        answered("550 of those, where distances are looked at", compressed(blocks(withCodes: 550)), windowOfEight),
        failed("10,000 of them", compressed(blocks(10_000)), 1008),
      ]),
  ]

  private static let windowOfEight = "permessage-deflate; client_max_window_bits=8"

  private static func failed(_ name: String, _ bytes: [UInt8], _ code: Int, _ extensions: String = offer) -> CatalogueCase {
    CatalogueCase(name, .extended(extensions), [.send(bytes), .expect(.close(code)), .expect(.end)]).on(.compressing)
  }

  private static func answered(_ name: String, _ bytes: [UInt8], _ extensions: String = offer) -> CatalogueCase {
    CatalogueCase(name, .extended(extensions), [.send(bytes), .expect(.answer(7)), .expect(.roundTrip)]).on(.compressing)
  }

  private static func compressed(_ payload: [UInt8]) -> [UInt8] { Catalogue.frame(0xC1, payload) }

  private static func fragmented(_ payload: [UInt8], each count: Int, isFinished: Bool = true) -> [UInt8] {
    let starts = Array(stride(from: 0, to: payload.count, by: count))
    return starts.flatMap { start in
      var frame = Catalogue.frame(start == 0 ? 0xC1 : 0x80, Array(payload[start..<min(start + count, payload.count)]))
      if !isFinished || start != starts.last { frame[0] &= 0x7F }
      return frame
    }
  }

  private static func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: max(0, count - request.count)) }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    // RFC 1951 §3.2.4: length and its complement, lowest byte first; then an empty block, without its last four bytes.
    return [0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes + [0]
  }

  /// These bytes and a copy of three from so far back.
  private static func copying(distance: Int, behind bytes: [UInt8]) -> [UInt8] {
    DeflateBits.message {
      $0.fixedBlock()
      for byte in bytes { $0.literal(byte) }
      $0.copy(distance: distance)
      $0.endOfBlock()
    }
  }

  /// RFC 1951 §3.2.6: codes 286 and 287 never occur.
  private static let badCode = DeflateBits.message {
    $0.fixedBlock()
    $0.code(0b1100_0110, 8)
  }

  private static func blocks(_ count: Int) -> [UInt8] {
    DeflateBits.message { data in
      data.fixedBlock(request)
      for _ in 1..<count { data.fixedBlock([]) }
    }
  }

  private static func blocks(withCodes count: Int) -> [UInt8] {
    DeflateBits.message { data in
      data.fixedBlock(request)
      for _ in 0..<count { data.emptyBlockWithCodes() }
    }
  }

  /// So many bytes of a block whose every two bits stand for 258 zeros (RFC 1951 §3.2.7).
  private static func bomb(_ count: Int) -> [UInt8] {
    var bits = DeflateBits()
    bits.number(0, 1)
    bits.number(2, 2)
    // 286 codes for literals and lengths, one for distances; 18 code lengths for codes, in the standard's order up to
    // that of 1.
    bits.number(29, 5)
    bits.number(0, 5)
    bits.number(14, 4)
    for code in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
      bits.number(code == 18 ? 1 : code < 3 && code > 0 ? 2 : 0, 3)
    }
    // A run of zeros is 0 and its length less 11; the length 1 is 10, the length 2 is 11.
    func zeros(_ count: Int) {
      bits.code(0, 1)
      bits.number(count - 11, 7)
    }
    bits.code(0b11, 2)
    zeros(138)
    zeros(117)
    bits.code(0b11, 2)
    zeros(28)
    bits.code(0b10, 2)
    bits.code(0b10, 2)
    // The byte zero, and from then on copies of it.
    bits.code(0b10, 2)
    return bits.bytes + [UInt8](repeating: 0, count: count - bits.bytes.count)
  }
}
