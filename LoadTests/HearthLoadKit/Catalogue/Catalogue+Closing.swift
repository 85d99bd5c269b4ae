// Rows C1 to C13: the closing handshake.
extension CatalogueRow {
  static let closing: [CatalogueRow] = [
    CatalogueRow("C1", "a Close without a code", [closed("empty", [.bytes(Catalogue.close(nil))], nil)]),
    CatalogueRow("C2", "a Close of one byte", [.failed("03", Catalogue.frame(8, [3]), 1002)]),
    CatalogueRow(
      "C3", "codes that must not be sent",
      [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map { (code: Int) in
        .failed(String(code), Catalogue.close(code), 1002)
      }),
    CatalogueRow(
      "C4", "codes that may be sent",
      [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map { (code: Int) in
        closed(String(code), [.bytes(Catalogue.close(code))], code)
      }),
    CatalogueRow("C5", "a reason that is not UTF-8", [.failed("C0 80", Catalogue.close(1000, reason: [0xC0, 0x80]), 1007)]),
    CatalogueRow(
      "C6", "long reasons",
      [
        closed("123 bytes, the most", [.bytes(Catalogue.close(1000, reason: [UInt8](repeating: 0x61, count: 123)))], 1000),
        .failed("124 bytes", Catalogue.close(1000, reason: [UInt8](repeating: 0x61, count: 124)), 1002),
      ]),
    CatalogueRow("C7", "a command after the Close", [closed("never applied", [.bytes(Catalogue.close(1000)), .text(addEntry)], 1000)]),
    CatalogueRow(
      "C8", "more than one Close",
      [
        closed("two", [.bytes(Catalogue.close(1000) + Catalogue.close(1001))], 1000),
        CatalogueCase(
          "racing ours", .open,
          [.sendTogether([.text(Catalogue.request(7)), .bytes(Catalogue.close(1000))]), .expect(.close(4401)), .expect(.end)]),
      ]),
    // C9 is about a Close that opens the closing handshake. A Close that fails the connection ends it within a second,
    // answered or not: "fail N" in the head of the catalogue. That nothing ends before the deadline is asserted in
    // ClosingTests.
    CatalogueRow(
      "C9", "our Close is never answered",
      [
        CatalogueCase(
          "TCP is closed at the deadline", .open, [.sendTogether([.text(Catalogue.hello)]), .expect(.close(4429)), .expect(.end)]
        ).on(.familiar).atDeadline,
        CatalogueCase(
          "at once where the peer was at fault", .open,
          [.send(Catalogue.text(Catalogue.request(7))), .expect(.close(4401)), .expect(.end)]),
      ]),
    CatalogueRow(
      "C10", "our Close is answered and TCP stays open",
      [
        CatalogueCase(
          "TCP is closed by us", .open,
          [.sendTogether([.text(Catalogue.hello)]), .expect(.close(4429)), .send(Catalogue.close(4429)), .expect(.end)]
        ).on(.familiar),
        CatalogueCase(
          "behind other frames", .open,
          [
            .sendTogether([.text(Catalogue.hello)]), .expect(.close(4429)),
            .send(Catalogue.text(Catalogue.request(7)) + Catalogue.frame(9, [1]) + Catalogue.close(4429)), .expect(.end),
          ]
        ).on(.familiar),
        CatalogueCase(
          "where the peer was at fault", .open,
          [.send(Catalogue.text(Catalogue.request(7))), .expect(.close(4401)), .send(Catalogue.close(4401)), .expect(.end)]),
      ]),
    CatalogueRow(
      "C11", "a Close inside a message",
      [
        closed(
          "the message is dropped", [.bytes(Catalogue.fragment(1, Array(Catalogue.request(7).utf8)) + Catalogue.close(1000))], 1000)
      ]),
    CatalogueRow(
      "C12", "the application answers while the connection closes",
      [
        askedAndClosed("nothing follows the Close", #"{"request":7,"listGroups":{}}"#),
        askedAndClosed("a look-up", preview),
      ]),
    CatalogueRow(
      "C13", "the connection ends while it joins",
      [
        askedAndClosed("a Close behind the subscription", subscribe),
        CatalogueCase("a reset behind the subscription", .loggedIn, [.sendTogether([.text(subscribe)]), .reset]),
        CatalogueCase(
          "the end behind the subscription", .loggedIn, [.sendTogether([.text(subscribe)]), .halfClose, .expect(.cutEventually)]),
      ]),
  ]

  private static let subscribe = #"{"request":7,"subscribe":{"groupId":"\#(Catalogue.group)"}}"#
  private static let preview = #"{"request":7,"previewInvite":{"code":"0000-0000-0000-0000"}}"#
  private static let addEntry =
    #"{"request":7,"command":{"id":"01900000-0000-7000-8000-0000000000c7","groupId":"\#(Catalogue.group)","addEntry":{"#
    + #""entryId":"01900000-0000-7000-8000-0000000000c8","content":{"kind":"ENTRY_KIND_EXPENSE","#
    + #""amount":{"minor":"100","currency":"INR"},"description":"never"}}}}"#

  /// What is sent after a login, a Close among it, and the Close that comes back.
  private static func closed(_ name: String, _ spoken: [Spoken], _ code: Int?) -> CatalogueCase {
    CatalogueCase(name, .loggedIn, [.sendTogether(spoken), .expect(.close(code)), .expect(.end)])
  }

  /// A question and a Close behind it. The answer comes before the Close when there was time for it, and never after
  /// it.
  private static func askedAndClosed(_ name: String, _ question: String) -> CatalogueCase {
    CatalogueCase(
      name, .loggedIn,
      [.sendTogether([.text(question), .bytes(Catalogue.close(1000))]), .expect(.closeEventually(1000)), .expect(.end)])
  }
}
