import HearthProtocol
import Passes
import Testing

@testable import HearthServer

/// The application's rows of the catalogue of bad input, A1 to A25, over real sockets: a test a row, named after it
/// (`Tidy` looks). These are about messages: what cannot be read, or says what may not stand in a group. After each the
/// connection lives and the group's history has nothing of it.
@Suite(.onOneAndThreeLoops) struct ApplicationRowTests {
  @Test(
    "A1, HS-06: anything but hello, register or link_device first closes with 4401",
    arguments: [
      #"{"listGroups":{}}"#, #"{"command":{"id":"00000000-0000-7000-8000-000000000001"}}"#, #"{"subscribe":{}}"#, #"{"unsubscribe":{}}"#,
      #"{"previewInvite":{}}"#, #"{"readHistory":{}}"#, #"{"listDevices":{}}"#, #"{"rotateToken":{}}"#, #"{"createLink":{}}"#,
      #"{"revokeDevice":{}}"#, #"{"setDevicePush":{}}"#, #"{"createGroupToken":{}}"#, #"{"listGroupTokens":{}}"#,
      #"{"revokeGroupToken":{}}"#, "{}",
    ])
  func beforeLogin(text: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    client.send(text: text)
    #expect(try client.closeCode() == 4401)
  }

  // That the usual time is 5 seconds, DefaultLimitTests shows.
  @Test("A2, HS-06: who says nothing in time is closed with 4408, pings or not")
  func loginDeadline() throws {
    let server = try TestServer { $0.loginMilliseconds = 300 }
    let client = try server.connect()
    client.send(.ping, [1])
    #expect(try client.receive() == .pong([1]))
    #expect(try client.closeCode() == 4408)
  }

  @Test("A3, HS-04: what is not JSON, or more than it, is bad_request; the fifth within a minute closes with 1008, after its answer")
  func notJSON() throws {
    let notJSON: [[UInt8]] =
      [
        "", " ", "hello", #"{"listGroups":{},}"#, #"{"listGroups":{}} {}"#, #"{"listGroups":{}} x"#, "\u{FEFF}{\"listGroups\":{}}",
        "// no\n{}",
        #"{"listGroups":{}/* no */}"#, "{'listGroups':{}}", #"{"listGroups":"#, "[]", "1", "null",
        // UTF-16 without a byte order mark; with one it is no UTF-8, and the frame is closed with 1007 (row F18).
        "{\0}\0",
      ].map { Array($0.utf8) }
    let server = try TestServer()
    for text in notJSON {
      let client = try server.register("Mira")
      for number in 1...4 {
        client.send(.text, text)
        let rejected = try client.message().rejected
        #expect(rejected.code == "bad_request" && !rejected.cause.isEmpty && !rejected.remedy.isEmpty, "\(number): \(rejected)")
      }
      #expect(try client.ask(.listGroups(.init())).groups == Groups())
      client.send(.text, text)
      #expect(try client.message().rejected.code == "bad_request")
      #expect(try client.receive() == .close(1008))
    }
    // At the limit and one past it: the minute is over for the first.
    func isFifthTooMany(at now: Int64) -> Bool {
      var strikes = StrikeCount()
      for earlier in [0, 1, 2, 3] as [Int64] where strikes.strike(now: earlier) { return false }
      return strikes.strike(now: now)
    }
    #expect(isFifthTooMany(at: 59_999) && !isFifthTooMany(at: 60_000))
  }

  @Test("A4, HS-04: an unknown name of an enumeration or of a oneof is bad_request, and the field is said", arguments: WireFormat.allCases)
  func unknownNames(format: WireFormat) throws {
    let family = try RowFamily(format)
    switch format {
    case .json:
      // The client reads the names of JSON back into the schema's (SPEC ER-07).
      try family.expectRefused(
        [
          (#"{"command":{"addEntry":{"content":{"kind":"ENTRY_KIND_GIFT"}}}}"#, "add_entry.content.kind"),
          (#"{"previewCommand":{"command":{"addEntry":{"content":{"kind":"ENTRY_KIND_GIFT"}}}}}"#, "add_entry.content.kind"),
          (#"{"command":{"createInvite":{"role":"ROLE_KING"}}}"#, "create_invite.role"),
          (#"{"command":{"flyToTheMoon":{}}}"#, "fly_to_the_moon"), (#"{"flyToTheMoon":{}}"#, "fly_to_the_moon"),
        ])
    case .protobuf:
      // A number without a name is read, and refused in the ledger; an unknown oneof is row A9.
      var entry = Command.addEntry(family.group)
      entry.addEntry.content.kind = .UNRECOGNIZED(99)
      try family.expectRefused(entry, "bad_request", "add_entry.content.kind")
      try family.expectRefused(.createInvite(family.group, .UNRECOGNIZED(99)), "bad_request", "create_invite.role")
    }
    try family.expectUnchanged()
  }

  @Test("A5, HS-04: an unknown or missing field, a wrong type and null are bad_request, and the field's path is said")
  func fields() throws {
    let family = try RowFamily(.json)
    let id = Fresh.id()
    func command(_ content: String, entry: String = "\"\(Fresh.id())\"") -> String {
      #"{"request":9,"command":{"id":"\#(Fresh.id())","groupId":"\#(family.group)","addEntry":{"entryId":\#(entry),"content":{\#(content)}}}}"#
    }
    let amount = #""amount":{"minor":1,"currency":"INR"}"#
    try family.expectRefused([
      (#"{"listGroups":{},"surprise":1}"#, "surprise"),
      (command(#""kind":1,\#(amount),"surprise":1"#), "add_entry.content.surprise"),
      (command(#""kind":1,"amount":7"#), "add_entry.content.amount"), (command(amount, entry: "7"), "add_entry.entry_id"),
      (command(amount, entry: "[\"\(id)\"]"), "add_entry.entry_id"),
    ])
    // The proto3 JSON mapping takes null for what is left out, so null is refused where something is missed.
    try family.expectRefused([
      (command(#""kind":1,\#(amount),"description":"x""#, entry: "null"), "add_entry.entry_id"),
      (command(#""kind":1,"description":"x""#), "add_entry.content.amount.minor"),
      (command(#""kind":1,"amount":null,"description":"x""#), "add_entry.content.amount.minor"),
    ])
    try family.expectUnchanged()
  }

  // That a total past 2^63 - 1, which takes 9,224 of the largest amounts, is out_of_range for every command that books,
  // PrecedenceTests shows.
  @Test("A6: an amount that is none is bad_request, and so are shares that no sum can take; nothing traps")
  func amounts() throws {
    let family = try RowFamily(.json)
    func entry(_ minor: String) -> String {
      #"{"request":9,"command":{"id":"\#(Fresh.id())","groupId":"\#(family.group)","addEntry":{"entryId":"\#(Fresh.id())","content":{"#
        + #""kind":1,"amount":{"minor":\#(minor),"currency":"INR"},"description":"x"}}}}"#
    }
    let unreadable = ["true", "1.5", "9223372036854775808", "-9223372036854775809", "1e400", String(repeating: "9", count: 40), "\"ten\""]
    let refused = ["-9223372036854775808", "9223372036854775807", "1000000000000001", "0", "-1"]
    try family.expectRefused((unreadable + refused).map { (entry($0), "add_entry.content.amount.minor") })
    try family.expectUnchanged()
    // Shares that no sum can take, and shares whose sum one could.
    func paid(_ minor: Int64, times count: Int) -> Command {
      var entry = Command.addEntry(family.group)
      entry.addEntry.content.paid = Array(repeating: .with { ($0.memberID, $0.minor) = (family.owner, minor) }, count: count)
      return entry
    }
    for command in [paid(.max, times: 2), paid(.min, times: 2), paid(1_000_000_000_000_000, times: 100)] {
      let rejected = try family.asha.rejected(command)
      #expect(rejected.code == "bad_request" && rejected.field.hasPrefix("add_entry.content.paid["), "\(rejected)")
    }
    try family.expectUnchanged()
  }

  @Test("A7, HS-04: 17 levels and a million brackets are bad_request, and looked through as fast as anything")
  func depth() throws {
    let family = try RowFamily(.json) { ($0.messageBytesMax, $0.frameBytesMax) = (4 << 20, 4 << 20) }
    func nested(_ depth: Int) -> String {
      #"{"request":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    }
    for (text, cause) in [
      (nested(16), "The text is not the JSON of this message."), (nested(17), "The message is nested deeper than 16 levels."),
      (String(repeating: "[", count: 1_000_000), "The message is nested deeper than 16 levels."),
      (String(repeating: #"{"command":"#, count: 100_000), "The message is nested deeper than 16 levels."),
    ] {
      let client = try family.server.register("Mira")
      client.send(text: text)
      let rejected = try client.message().rejected
      #expect(rejected.code == "bad_request")
      if text.count != nested(16).count { #expect(rejected.cause == cause) } else { #expect(!rejected.cause.contains("deeper")) }
    }
    // Limit: what looking at 64 KiB so many times takes; the other shapes of 64 KiB are in JSONLimitTests.
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 65_536)
    #expect(Passes.of { _ = JSONLimits().flaw(in: brackets) } < 100)
    try family.expectUnchanged()
  }

  @Test(
    "A8, GR-04: texts that disguise or flood are refused; what is taken is in normalisation form C, and counted so",
    arguments: WireFormat.allCases)
  func texts(format: WireFormat) throws {
    let family = try RowFamily(format)
    let refused = [
      "a\0b", "a\u{1}b", "a\nb", "a\tb", "a\u{1B}[31mb", "a\u{7F}b", "a\u{85}b", "a\u{202E}b", "a\u{2066}b", "a\u{2028}b",
      "Z" + String(repeating: "\u{301}", count: 10), String(repeating: "x", count: 201),
    ]
    for text in refused { try family.expectRefused(.addEntry(family.group, text), "bad_request", "add_entry.content.description") }
    var long = Command.addEntry(family.group)
    long.addEntry.content.note = String(repeating: "e\u{301}", count: 1_001)
    switch format {
    case .json:
      // It is too long before it is a note.
      try family.asha.send(.command(long))
      #expect(try family.asha.message().rejected.cause == "A text has more than 1000 characters.")
      try family.expectRefused([(#"{"hello":{"token":"\ud800"}}"#, "hello.token")])
    case .protobuf: try family.expectRefused(long, "bad_request", "add_entry.content.note")
    }
    try family.expectUnchanged()
    long.addEntry.content.note = String(repeating: "e\u{301}", count: 1_000)
    try family.asha.follow(family.group)
    _ = try family.asha.accepted(long)
    for spelling in ["Cafe\u{301}", "Caf\u{E9}"] { _ = try family.asha.accepted(.addEntry(family.group, spelling)) }
    var contents: [EntryContent] = []
    while contents.count < 3 { contents += try family.asha.nextEvents().events.map(\.event.entryAdded.content) }
    #expect(Array(contents[0].note.utf8) == Array(String(repeating: "\u{E9}", count: 1_000).utf8))
    for content in contents.dropFirst() { #expect(Array(content.description_p.utf8) == Array("Caf\u{E9}".utf8)) }
  }

  // In JSON an unknown name cannot be told from a mistyped one, so it is bad_request: row A4.
  @Test("A9: an unknown command or request is unknown_command and the connection stays")
  func unknownCommand() throws {
    let family = try RowFamily(.protobuf)
    // Field 2000, empty, in the command and in the message.
    var command = Command.make(family.group, .addEntry(.init()))
    command.body = nil
    let unknown: [UInt8] = [0x82, 0x7D, 0x00]
    let inCommand = try command.serializedBytes() as [UInt8] + unknown
    family.asha.send(.binary, [0x08, 0x07, 0x92, 0x01, UInt8(inCommand.count)] + inCommand)
    let first = try family.asha.message()
    #expect(first.request == 7)
    #expect(first.rejected.code == "unknown_command")
    #expect(first.rejected.commandID == command.id)
    family.asha.send(.binary, [0x08, 0x08] + unknown)
    let second = try family.asha.message()
    #expect(second.request == 8)
    #expect(second.rejected.code == "unknown_command")
    family.asha.send(.binary, [0x08, 0x09])
    #expect(try family.asha.message().rejected.code == "bad_request")
    try family.expectUnchanged()
  }
}
