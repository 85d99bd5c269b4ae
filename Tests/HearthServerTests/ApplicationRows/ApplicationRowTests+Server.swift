import EventStore
import HearthProtocol
import HearthServer
import Locking
import Logging
import Testing

/// Rows A23 to A25: the server's own clock, log and pace.
extension ApplicationRowTests {
  // A date more than a hundred years away is a mistyped one, so the year 9999 is date_out_of_range.
  @Test("A23: dates and ids that speak of 1970 or of a far year are data; order and time are the server's")
  func foreignTimes() throws {
    let family = try RowFamily()
    try family.asha.follow(family.group)
    let head = try #require(try family.server.logIn(family.asha.token).follow(family.group).heads["shared"])
    // Ids of version 7 begin with a time: of the year 9999, then of 1970.
    let times: [(milliseconds: Int64, date: String)] = [(253_402_300_799_000, "2099-12-31"), (0, "1970-01-01")]
    for (number, time) in times.enumerated() {
      var entry = Command.addEntry(family.group)
      entry.id = CommandID(milliseconds: time.milliseconds, random: (0, UInt64(number))).description
      entry.addEntry.entryID = CommandID(milliseconds: time.milliseconds, random: (1, UInt64(number))).description
      entry.addEntry.content.date = time.date
      #expect(try family.asha.accepted(entry).position == head + UInt64(number) + 1)
      let added = try #require(try family.asha.nextEvents().events.first)
      #expect(added.event.atMs == 1_790_000_000_000 && added.event.entryAdded.content.date == time.date)
    }
    try family.noteHeads()
    var late = Command.addEntry(family.group)
    late.addEntry.content.date = "9999-12-31"
    try family.expectRefused(late, "date_out_of_range", "add_entry.content.date")
    for date in ["253402300799", "1970-13-01", "-1970-01-01", "31.12.1999"] {
      late.addEntry.content.date = date
      try family.expectRefused(late, "bad_request", "add_entry.content.date")
    }
    try family.expectUnchanged()
  }

  /// Whether a log has a line or a colour that somebody else has put there.
  private func isForged(_ log: String) -> Bool {
    log.contains("FORGED") || log.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) }
  }

  // Nothing that a member sends is written to the log but ids, which are written anew, and names take no control
  // characters, so there is nothing to escape. What a client's certificate says is written escaped
  // (ClientCertificateTests).
  @Test("A24: a line or a colour that somebody puts into a name, a code, a path or a field comes into no log, audit or answer")
  func logInjection() throws {
    let forged = "x\n2026-11-23T00:00:00Z error hearthd: FORGED \u{1B}[31mred"
    let written = Locked("")
    var log = Logger(label: "test") { _ in RecordingLog(written: written) }
    log.logLevel = .trace
    log.notice("\(forged)")
    #expect(written.withLock { isForged($0) }, "what would be found")
    written.withLock { $0 = "" }
    let store = InMemoryStore()
    let server = try TestServer(store, log: log)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let member = Fresh.id()
    let newcomer = try server.connect()
    for body: ClientMessage.OneOf_Body in [
      .register(.with { $0.displayName = forged }), .register(.with { ($0.displayName, $0.device) = ("Ravi", forged) }),
    ] { #expect(try newcomer.rejected(body).code == "bad_request") }
    let wishes: [ClientMessage.OneOf_Body] = [
      .command(.createGroup(Fresh.id(), name: forged)), .command(.createGroup(Fresh.id(), as: forged)), .command(.addEntry(group, forged)),
      .command(.make(group, .renameMember(.with { ($0.memberID, $0.displayName) = (member, forged) }))), .command(.addEntry(forged)),
      .command(.make(group, .updateGroup(.with { $0.timeZone = forged }))), .previewInvite(.with { $0.code = forged }),
      .readHistory(.with { ($0.groupID, $0.lane) = (group, forged) }), .subscribe(.with { $0.groupID = forged }),
    ]
    for wish in wishes {
      let rejected = try asha.rejected(wish)
      #expect(!isForged(rejected.cause + rejected.remedy + rejected.field), "\(rejected)")
    }
    asha.send(text: #"{"FORGED\n\u001b[31mred":1}"#)
    #expect(!isForged(try asha.message().rejected.cause.replacing("FORGED", with: "")))
    let stranger = try server.connect()
    try stranger.send(.hello(.with { $0.token = forged }))
    #expect(try stranger.closeCode() == 4401)
    for head in [
      "GET /FORGED%0A%1B[31m HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/socket HTTP/1.1\r\nHost: x\r\nUser-Agent: FORGED\u{1B}[31m\r\n\r\n",
    ] {
      let socket = try BlockingSocket(server.address)
      socket.send(head)
      #expect(try socket.receiveAll().hasPrefix("HTTP/1.1 4"))
    }
    server.drain()
    #expect(!written.withLock { isForged($0) }, "\(written.withLock { $0 })")
    let audit = try store.auditRows(after: 0, limit: 1_000).map { "\($0)" }
    #expect(!audit.isEmpty && !isForged(audit.joined()))
  }

  @Test(
    "A25, CM-08: the burst is taken, one more is rate_limited with a time to wait, the fifth closes with 1008",
    arguments: WireFormat.allCases)
  func burst(format: WireFormat) throws {
    // So slow a refill that none happens during the test.
    let server = try TestServer {
      $0.messagesPerSecond = 0.01
      $0.messagesBurst = 60
    }
    let client = try server.register("Mira", format)
    var bytes: [UInt8] = []
    let unsubscribe = Unsubscribe.with { $0.groupID = Fresh.id() }
    for number in 2...60 { bytes += try client.encode(.unsubscribe(unsubscribe), request: UInt32(number)) }
    client.socket.send(bytes)
    var answers: [UInt32: ServerMessage] = [:]
    func read(_ count: Int) throws {
      for _ in 0..<count {
        let answer = try client.message()
        answers[answer.request] = answer
      }
    }
    try read(59)
    for number in 2...60 { #expect(answers[UInt32(number)]?.unsubscribed.groupID == unsubscribe.groupID) }
    let command = Command.addEntry(Fresh.id())
    client.socket.send(try (61...65).flatMap { try client.encode(.command(command), request: $0) })
    try read(5)
    for number in 61...65 {
      let rejected = try #require(answers[UInt32(number)]?.rejected)
      #expect(rejected.code == "rate_limited")
      #expect(rejected.commandID == command.id)
      #expect(rejected.retryAfterMs > 0 && rejected.retryAfterMs <= 100_000)
      #expect(rejected.cause == "This connection sends more than 0.01 messages a second.")
    }
    #expect(try client.closeCode() == 1008)
  }
}
