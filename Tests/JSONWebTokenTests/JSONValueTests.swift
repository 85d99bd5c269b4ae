import Foundation
import JSONWebToken
import Testing

/// JSON as RFC 8259 has it, and nothing else.
struct JSONValueTests {
  private func read(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

  @Test(
    "reads what is JSON",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("\t-0.5E+3\r\n", .number("-0.5E+3")),
      ("0", .number("0")),
      (#""a\"\\\/\b\f\n\r\té\u00e9""#, .text("a\"\\/\u{8}\u{C}\n\r\téé")), (#""\ud83d\ude00😀""#, .text("😀😀")), ("[]", .list([])),
      ("[1,[2 , {} ]]", .list([.number("1"), .list([.number("2"), .object([:])])])),
      (#"{"a":{"":null}}"#, .object(["a": .object(["": .null])])),
    ])
  func reads(text: String, value: JSONValue) { #expect(read(text) == value) }

  @Test(
    "refuses what is none",
    arguments: [
      "", " ", "nul", "nulll", "True", "+1", "01", "1.", ".5", "1e", "-", "0x1", "NaN", "Infinity", "'a'", "\"", "\"a", #""\x""#,
      #""\u12""#,
      #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, "\"\u{1F}\"", "\"\u{0}\"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{}}",
      "{} {}",
      #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", "{1:1}", #"{"a":1 "b":2}"#, #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, "// x\n1",
      "\u{FEFF}1",
    ])
  func refuses(text: String) { #expect(read(text) == nil) }

  @Test("refuses what is no UTF-8")
  func encoding() {
    for bytes in [[0x22, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
      #expect(JSONValue(bytes) == nil)
    }
  }

  @Test("Limit: 16 levels", arguments: [(16, true), (17, false)])
  func depth(levels: Int, isGood: Bool) {
    let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    #expect((read(text) != nil) == isGood)
  }

  @Test("agrees with Foundation about what is cut off anywhere")
  func prefixes() {
    let whole = Array(#"{"a":[1,-2.5e3,"x\u00e9\n"],"b":{"c":null,"d":true}}"#.utf8)
    for count in 0...whole.count {
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(whole[..<count]), options: .fragmentsAllowed)) != nil
      #expect((JSONValue(Array(whole[..<count])) != nil) == isJSON, "the first \(count) bytes")
    }
  }
}
