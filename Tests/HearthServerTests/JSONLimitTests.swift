import HearthProtocol
import Passes
import Testing

@testable import HearthServer

/// How JSON may be built: SPEC HS-04, each limit at its value and one past it.
@Suite struct JSONLimitTests {
  private static func list(_ count: Int) -> String { "[" + [String](repeating: #""a""#, count: count).joined(separator: ",") + "]" }
  private static func object(_ count: Int) -> String { "{" + (0..<count).map { #""a\#($0)":{}"# }.joined(separator: ",") + "}" }
  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)
  }

  private func flaw(_ text: String, _ change: (inout JSONLimits) -> Void = { _ in }) -> String? {
    var limits = JSONLimits()
    change(&limits)
    return limits.flaw(in: Array(text.utf8))
  }

  @Test("HS-04, A7: 16 levels are read, 17 are not")
  func depth() {
    #expect(flaw(Self.nested(16)) == nil)
    #expect(flaw("[" + Self.nested(16) + "]") == "The message is nested deeper than 16 levels.")
    #expect(flaw(String(repeating: "[", count: 1_000_000)) == "The message is nested deeper than 16 levels.")
    // What has been closed counts no more, and what stands in a text never did.
    #expect(flaw("[" + [String](repeating: Self.nested(14), count: 50).joined(separator: ",") + #","[[[[[[[[[[[[[[[[[["]"#) == nil)
    #expect(flaw("[[[]]]") { $0.depthMax = 3 } == nil && flaw("[[[[]]]]") { $0.depthMax = 3 } != nil)
  }

  @Test("HS-04: 64 members are read, 65 are not; each object has its own")
  func members() {
    #expect(flaw(Self.object(64)) == nil)
    #expect(flaw(Self.object(65)) == "An object has more than 64 members.")
    #expect(flaw(#"{"a":\#(Self.object(64)),"b":\#(Self.object(64))}"#) == nil)
    #expect(flaw(#"{"a":\#(Self.list(100)),"b":\#(Self.object(65))}"#) != nil)
    #expect(flaw(Self.object(3)) { $0.membersMax = 3 } == nil && flaw(Self.object(4)) { $0.membersMax = 3 } != nil)
  }

  @Test("HS-04: 100 elements are read, 101 are not; each list has its own")
  func elements() {
    #expect(flaw(Self.list(100)) == nil)
    #expect(flaw(Self.list(101)) == "A list has more than 100 elements.")
    #expect(flaw(#"{"a":\#(Self.list(100)),"b":\#(Self.list(100))}"#) == nil)
    #expect(flaw("[" + [String](repeating: "{}", count: 101).joined(separator: ",") + "]") != nil)
    #expect(flaw(#"["\#(String(repeating: ",", count: 500))"]"#) == nil)
    #expect(flaw(Self.list(3)) { $0.elementsMax = 3 } == nil && flaw(Self.list(4)) { $0.elementsMax = 3 } != nil)
  }

  @Test(
    "HS-04, A8: 1,000 characters are read, 1,001 are not, however many bytes each has",
    arguments: ["a", "\u{915}\u{93F}", "\u{1F468}\u{200D}\u{1F469}", #"\u0915"#, #"\ud83d\ude00"#, #"\n"#, #"\""#, #"\\"#, "\u{1F955}"])
  func characters(one: String) {
    func text(_ count: Int) -> String { #"{"a":""# + String(repeating: one, count: count) + #"","b":"c"}"# }
    #expect(flaw(text(1_000)) == nil)
    #expect(flaw(text(1_001)) == "A text has more than 1000 characters.")
    #expect(flaw(text(5)) { $0.charactersMax = 5 } == nil && flaw(text(6)) { $0.charactersMax = 5 } != nil)
  }

  @Test("HS-04, A8: a name is a text, and a character joined of thousands is too long")
  func otherTexts() {
    #expect(flaw(#"{"\#(String(repeating: "n", count: 1_000))":1}"#) == nil)
    #expect(flaw(#"{"\#(String(repeating: "n", count: 1_001))":1}"#) != nil)
    #expect(flaw("[\"e" + String(repeating: "\u{301}", count: 7_999) + "\"]") == nil)
    #expect(flaw("[\"e" + String(repeating: "\u{301}", count: 8_000) + "\"]") != nil)
  }

  @Test(
    "What is no JSON passes or is refused, and never traps", arguments: ["", "\"", "\"\\", "]]]]}", ",", "{,,", #"["\u12"#, #"["\ud800"]"#])
  func rubbish(text: String) {
    #expect(flaw(text) == nil)
    #expect(flaw(text) { $0.charactersMax = 0 } == nil || text.contains("\""))
  }

  /// Limit: what looking at 64 KiB so many times takes.
  private static let passesMax = 100.0

  private static let dearTexts: KeyValuePairs = [
    "brackets": String(repeating: "[", count: 65_536),
    "empty lists": String(repeating: "[]", count: 32_768),
    "escapes": #"[""# + String(repeating: #"\""#, count: 32_000),
    "small objects": String(repeating: #"{"a":[{"b":"c"},0]}"#, count: 3_449),
    "one text": #"[""# + String(repeating: "a", count: 65_000) + #""]"#,
    "spaces": String(repeating: " ", count: 65_536),
  ]

  @Test("HS-04, A7: 64 KiB of whatever are looked through in no time", arguments: dearTexts.indices)
  func work(index: Int) {
    let (name, text) = Self.dearTexts[index]
    let bytes = Array(text.utf8)
    let work = Passes.of("A7: \(name)") { _ = JSONLimits().flaw(in: bytes) }
    #expect(work < Self.passesMax, "\(name): \(work)")
  }

  private static func limits(depth: Int, members: Int, elements: Int, characters: Int) -> JSONLimits {
    var limits = JSONLimits()
    limits.depthMax = depth
    limits.membersMax = members
    limits.elementsMax = elements
    limits.charactersMax = characters
    return limits
  }

  /// Of each limit a message at it and one past it, and what is said of the second.
  private static func messages(_ limits: JSONLimits) -> [(String, String, String)] {
    func preview(_ count: Int) -> String { #"{"previewInvite":{"code":"\#(String(repeating: "0", count: count))"}}"# }
    return [
      (object(limits.membersMax), object(limits.membersMax + 1), "An object has more than \(limits.membersMax) members."),
      (nested(limits.depthMax), "[" + nested(limits.depthMax) + "]", "The message is nested deeper than \(limits.depthMax) levels."),
      (list(limits.elementsMax), list(limits.elementsMax + 1), "A list has more than \(limits.elementsMax) elements."),
      (preview(limits.charactersMax), preview(limits.charactersMax + 1), "A text has more than \(limits.charactersMax) characters."),
    ]
  }

  /// How what is said of a message past a limit begins, whatever the limit is.
  private static let beginnings = [
    "An object has more than ", "The message is nested deeper than ", "A list has more than ", "A text has more than ",
  ]

  @Test(
    "HS-04: what is at a limit, the usual or a configured one, is refused for what it is; one past it is bad_request, and nobody is closed",
    arguments: [nil, limits(depth: 8, members: 70, elements: 120, characters: 2_000)] as [JSONLimits?])
  func overConnection(configured: JSONLimits?) throws {
    let server = try TestServer { if let configured { $0.json = configured } }
    for (within, beyond, cause) in Self.messages(configured ?? Self.limits(depth: 16, members: 64, elements: 100, characters: 1_000)) {
      let client = try server.register("Mira")
      client.send(text: within)
      let told = try client.message().rejected
      #expect(!told.code.isEmpty && !Self.beginnings.contains { told.cause.hasPrefix($0) }, "\(told.cause)")
      client.send(text: beyond)
      let rejected = try client.message().rejected
      #expect(rejected.code == "bad_request" && rejected.cause == cause)
      _ = try client.ask(.listGroups(.init()))
    }
  }
}
