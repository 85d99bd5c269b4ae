import HearthProtocol
import Testing

/// Ids: their text, their bytes, their version.
struct IdentifierTests {
  static let text = "0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f5061"

  @Test("CM-02 The canonical text and the sixteen bytes name the same id")
  func textAndBytes() throws {
    let id = try #require(GroupID(Self.text))
    #expect(id.high == 0x0189_B3A4_C5D6_7E8F && id.low == 0x9A0B_1C2D_3E4F_5061)
    #expect(id.description == Self.text)
    #expect(id.bytes == [0x01, 0x89, 0xB3, 0xA4, 0xC5, 0xD6, 0x7E, 0x8F, 0x9A, 0x0B, 0x1C, 0x2D, 0x3E, 0x4F, 0x50, 0x61])
    #expect(GroupID(bytes: id.bytes) == id)
    #expect(GroupID(Self.text.uppercased()) == id)
  }

  @Test("CM-02 Of an id that was read from a text there is one text", arguments: [text, text.uppercased(), text.replacing("d", with: "D")])
  func textReadFrom(text: String) throws {
    #expect(try #require(GroupID(text)).text(readFrom: text) == Self.text)
  }

  @Test("The ends of the range are ids like any other", arguments: [(UInt64.min, UInt64.min), (.max, .max), (0, .max), (.max, 0)])
  func ends(high: UInt64, low: UInt64) {
    let id = MemberID(high: high, low: low)
    #expect(MemberID(id.description) == id)
    #expect(MemberID(bytes: id.bytes) == id)
  }

  @Test(
    "Anything but the canonical text is no id",
    arguments: [
      "", "0", "0189b3a4c5d67e8f9a0b1c2d3e4f5061", "{0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f506}", "0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f506",
      "0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f50611", "0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f506g", "0189b3a4-c5d6-7e8f-9a0b+1c2d3e4f5061",
      "0189b3a4c-5d6-7e8f-9a0b-1c2d3e4f5061", "-189b3a4-c5d6-7e8f-9a0b-1c2d3e4f5061", " 189b3a4-c5d6-7e8f-9a0b-1c2d3e4f5061",
      "0189b3a4-c5d6-7e8f-9a0b-1c2d3e4f50\u{0}1", "٠189b3a4-c5d6-7e8f-9a0b-1c2d3e4f506", "------------------------------------",
    ])
  func malformed(text: String) {
    #expect(CommandID(text) == nil)
  }

  @Test("At every place every byte counts for what it is: a digit of either case, a dash where dashes belong, or a flaw")
  func everyByteAtEveryPlace() throws {
    let digits = Array("0123456789abcdef".utf8)
    for place in 0..<36 {
      let isDash = [8, 13, 18, 23].contains(place)
      // Bytes from 0x80 make no text of this length by themselves.
      for byte in UInt8.min..<0x80 {
        var bytes = Array(Self.text.utf8)
        bytes[place] = byte
        let id = EntryID(String(decoding: bytes, as: UTF8.self))
        let lowered = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F") ? byte | 0x20 : byte
        if isDash ? byte == UInt8(ascii: "-") : digits.contains(lowered) {
          bytes[place] = lowered
          #expect(id?.description == String(decoding: bytes, as: UTF8.self))
        } else {
          #expect(id == nil, "byte \(byte) at \(place)")
        }
      }
    }
  }

  @Test("Only sixteen bytes are an id", arguments: [0, 1, 15, 17, 32])
  func malformedBytes(count: Int) {
    #expect(HolderID(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test("CM-02 A new id has version 7, variant 10, the milliseconds in front and all random bits after them (RFC 9562 §5.7)")
  func version7() {
    let zero = EntryID(milliseconds: 0x0189_B3A4_C5D6, random: (0, 0))
    #expect(zero.description == "0189b3a4-c5d6-7000-8000-000000000000")
    let ones = EntryID(milliseconds: 0x0189_B3A4_C5D6, random: (.max, .max))
    #expect(ones.description == "0189b3a4-c5d6-7fff-bfff-ffffffffffff")
  }

  @Test("Instants outside 48 bits do not disturb version and variant", arguments: [Int64.min, -1, .max, 1 << 48])
  func version7Extremes(milliseconds: Int64) {
    let id = EntryID(milliseconds: milliseconds, random: (.max, .max))
    #expect(id.high >> 12 & 0xF == 7)
    #expect(id.low >> 62 == 2)
  }

  @Test(
    "CV-05: derived ids are of version 8 and the same everywhere",
    arguments: [
      ([], "e3b0c442-98fc-8c14-9afb-f4c8996fb924"), ([""], "af5570f5-a181-8b7a-b78c-af4bc70a660f"),
      (["ab", "c"], "601d5476-e2cc-8e2c-87a2-bba7a3226597"), (["a", "bc"], "3fafa1cf-2f19-87c1-929b-eb20cf0983f7"),
      (["hearth.import.entry", "मीरा"], "1d69bafe-1da4-8aa0-ac42-e34290c60591"),
    ] as [([String], String)])
  func derived(from parts: [String], _ text: String) {
    #expect(EntryID(derivedFrom: parts).description == text)
  }

  @Test("Ids order as their bytes do, which for version 7 is the order of making")
  func ordering() {
    let ids = [
      EntryID(high: 0, low: 1), EntryID(high: 0, low: .max), EntryID(high: 1, low: 0), EntryID(milliseconds: 1, random: (.max, .max)),
      EntryID(milliseconds: 2, random: (0, 0)), EntryID(high: .max, low: .max),
    ]
    #expect(ids.reversed().sorted() == ids)
    for (left, right) in zip(ids, ids.dropFirst()) {
      #expect(left < right && !(right < left))
      #expect(left.bytes.lexicographicallyPrecedes(right.bytes))
      #expect(left.description < right.description)
    }
  }
}
