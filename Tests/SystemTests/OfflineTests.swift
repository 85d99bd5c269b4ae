import Foundation
import HearthClient
import HearthProtocol
import Support
import Testing

/// What is done without a connection (product 169, N8): kept on the disk, sent once, and shown with both versions where
/// it clashes.
@Suite struct OfflineTests {
  /// Three members of a group, each of whom can lose the server alone.
  private struct Family {
    let folder: TemporaryFolder
    let server: ServerProgram
    let members: [String: HearthProgram]
    let group: String

    init() throws {
      folder = try TemporaryFolder()
      server = try ServerProgram(data: folder.path + "/data")
      members = Dictionary(uniqueKeysWithValues: ["Asha", "Ravi", "Meera"].map { [folder] in ($0, HearthProgram(name: $0, in: folder)) })
      for (name, program) in members { try program.run("register", "--server", "\(server.url)", "--name", name) }
      group = try Self.found(members)
    }

    private static func found(_ members: [String: HearthProgram]) throws -> String {
      let asha = try #require(members["Asha"])
      let created = try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC", "--json")
      let invite = try asha.run("invite", "--role", "adult", "--uses", "2", "--json")
      let code = try JSONDecoder().decode(InviteLine.self, from: Data(invite.utf8)).code
      for name in ["Ravi", "Meera"] { try members[name]?.run("join", code) }
      try asha.run("add", "500", "Rent")
      // Everybody has seen it.
      for program in members.values { try program.run("balances") }
      return try JSONDecoder().decode(CreatedLine.self, from: Data(created.utf8)).groupId
    }

    subscript(name: String) -> HearthProgram { get throws { try #require(members[name]) } }

    private func profile(_ name: String) -> URL { URL(fileURLWithPath: folder.path + "/\(name)/profile.json") }

    func setOnline(_ isOnline: Bool, _ name: String) throws { try HearthProgram.setOnline(isOnline, name, in: folder, server.url) }

    func token(_ name: String) throws -> String {
      try JSONDecoder().decode(ProfileLine.self, from: Data(contentsOf: profile(name))).token
    }

    /// Descriptions of all entries that the server has booked, in order.
    func entries() throws -> [String] { try contents().map(\.description) }

    func contents() throws -> [Content] {
      try self["Meera"].run("history", "--limit", "200", "--json").split(separator: "\n").compactMap { line in
        try JSONDecoder().decode(HistoryLine.self, from: Data(line.utf8)).event.entryAdded?.content
      }
    }

    struct Content: Decodable {
      var description: String
      var date: String
    }

    private struct InviteLine: Decodable { var code: String }
    private struct CreatedLine: Decodable { var groupId: String }
    private struct ProfileLine: Decodable { var token: String }
    private struct HistoryLine: Decodable {
      struct Event: Decodable { var entryAdded: Added? }
      struct Added: Decodable { var content: Content }
      var event: Event
    }
  }

  @Test("CM-15, CM-06: what a server cannot take for now is kept as it was said, and what follows it is judged before it is kept")
  func refusedForNow() throws {
    let family = try Family()
    family.server.program.send(SIGTERM)
    #expect(try family.server.program.status() == 0)
    let full = try ServerProgram(data: family.folder.path + "/data", ["--free-bytes-min", "1099511627776"])
    try HearthProgram.moveServer("Ravi", in: family.folder, from: family.server.url, to: full.url)
    // The moment is the server's, whatever the member's own clock says.
    let before = Int64(Date().timeIntervalSince1970 * 1_000) - 1_000
    let add = try family["Ravi"].later(by: 5 * 86_400).start("add", "47", "Eggs")
    #expect(try add.status() == 2)
    let kept = try family["Ravi"].run("outbox", "--json")
    let saidAt = try #require(kept.firstMatch(of: /"saidAtMs":"([0-9]+)"/)?.1)
    let after = Int64(Date().timeIntervalSince1970 * 1_000) + 60_000
    #expect((before...after).contains(Int64(saidAt) ?? 0) && kept.contains("memberIds"), "\(kept)")
    // Behind it the debt that was seen is kept, and what the group as it is known refuses is not.
    #expect(try family["Ravi"].run("settle", "Asha").contains("Kept here."))
    #expect(try family["Ravi"].run("outbox", "--json").contains(#""minor":"13533""#))
    let remind = try family["Ravi"].start("remind", "Asha")
    #expect(try remind.status() == 1)
    #expect(try remind.errors.all().contains("nothing_owed"))
    #expect(try family["Ravi"].run("outbox").split(separator: "\n").filter { $0.contains("waits") }.count == 2)
    #expect(try family["Ravi"].run("outbox").contains("payment of"))
  }

  private static var today: String { String(Date().ISO8601Format().prefix(10)) }

  @Test(
    "product 169: three clients a day without a connection enter 30 expenses and two edit the same one; all 30 arrive once, one is shown the clash"
  )
  func threeClients() throws {
    let family = try Family()
    let names = ["Asha", "Ravi", "Meera"]
    for name in names { try family.setOnline(false, name) }
    // From noon on the day before yesterday, for a day: an entry each 2.4 hours.
    let now = Int(Date().timeIntervalSince1970)
    let noon = (now / 86_400 - 2) * 86_400 + 43_200
    let instants = (0..<10).map { noon + $0 * 8_640 }
    for (name, more) in [("Asha", 100), ("Ravi", 200), ("Meera", 0)] {
      for number in 1...10 {
        // Equal amounts would be taken for the same purchase.
        let output = try family[name].later(by: instants[number - 1] - now).run("add", "\(number + more)", "\(name) \(number)")
        #expect(output.contains("Kept here."), "\(output)")
      }
    }
    #expect(try family["Asha"].run("edit", "Rent", "--amount", "510").contains("Kept here."))
    #expect(try family["Ravi"].run("edit", "Rent", "--amount", "520").contains("Kept here."))
    // Each sees what is their own already, and nobody else's: the others of three owe a third each.
    #expect(try family["Meera"].run("outbox").split(separator: "\n").filter { $0.contains("waits") }.count == 10)
    #expect(try family["Meera"].run("balances").contains("₹130.00"))

    for name in names { try family.setOnline(true, name) }
    #expect(try family["Asha"].run("sync").split(separator: "\n").count == 11)
    let ravi = try family["Ravi"].start("sync")
    #expect(try ravi.status() == 1)
    let clash = try ravi.errors.all()
    for text in ["conflict", "₹500.00", "₹510.00", "₹520.00", "hearth outbox reapply"] { #expect(clash.contains(text), "\(clash)") }
    // The next command is as good as `hearth sync`.
    let meera = try family["Meera"].start("balances")
    #expect(try meera.status() == 0)
    #expect(try meera.errors.all().split(separator: "\n").filter { $0.hasPrefix("Sent: ") }.count == 10)

    let expected = ["Rent"] + names.flatMap { name in (1...10).map { "\(name) \($0)" } }
    let contents = try family.contents()
    #expect(contents.map(\.description) == expected)
    // Each is of the day on which it was said, not of the day on which it was sent.
    let days = instants.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601.year().month().day()) }
    #expect(contents.dropFirst().map(\.date) == days + days + days && Set(days).count == 2)
    #expect(try family["Asha"].run("outbox") == "Nothing waits to be sent.")

    let outbox = try family["Ravi"].run("outbox")
    #expect(outbox.contains("refused: conflict"))
    let id = String(outbox.prefix(6))
    try family["Ravi"].run("outbox", "reapply", id)
    #expect(try family["Ravi"].run("outbox") == "Nothing waits to be sent.")
    #expect(try family["Asha"].run("entry", "show", "Rent").contains("₹520.00"))
    #expect(try family.entries() == expected)
  }

  @Test("CM-06: what is given once more and refused once more stands in the outbox once, with what it was refused for last")
  func refusedTwice() throws {
    let family = try Family()
    try family.setOnline(false, "Ravi")
    try family["Ravi"].run("edit", "Rent", "--amount", "520")
    try family["Asha"].run("edit", "Rent", "--amount", "510")
    try family["Asha"].run("void", "Rent")
    try family.setOnline(true, "Ravi")
    #expect(try family["Ravi"].start("sync").status() == 1)
    let first = try family["Ravi"].run("outbox")
    let again = try family["Ravi"].start("outbox", "reapply", String(first.prefix(6)))
    #expect(try again.status() == 1)
    let second = try family["Ravi"].run("outbox")
    #expect(second.split(separator: "\n").count { $0.contains("refused: ") } == 1, "\(second)")
    #expect(second.prefix(6) != first.prefix(6) && !second.contains("refused: conflict"), "\(first) \(second)")
    try family["Ravi"].run("outbox", "drop", String(second.prefix(6)))
    #expect(try family["Ravi"].run("outbox") == "Nothing waits to be sent.")
  }

  @Test("SPEC CM-06: a command whose answer was never heard is sent again under its id, and booked once")
  func sentAgain() throws {
    let family = try Family()
    try family.setOnline(false, "Ravi")
    let line = try family["Ravi"].run("add", "99", "Cinema", "--json")
    let start = try #require(line.range(of: #""command":"#)).upperBound
    let end = try #require(line.range(of: #","keptAtMs""#)).lowerBound
    let command = try WireFormat.json.decode(Command.self, from: Array(line[start..<end].utf8))
    // As if the program had been killed between sending and hearing.
    let accepted = try family.server.logIn(try family.token("Ravi")).send(command)
    try family.setOnline(true, "Ravi")
    let answer = try family["Ravi"].run("sync", "--json")
    #expect(try WireFormat.json.decode(Accepted.self, from: Array(answer.utf8)).position == accepted.position)
    #expect(try family.entries() == ["Rent", "Cinema"])
  }

  @Test("SPEC CM-06: a command of which the server cannot say whether it is stored stays under its id, and is booked once when it can")
  func unknownOutcome() throws {
    let folder = try TemporaryFolder()
    // A disk that fails once some thirty entries are on it.
    let failing = try ServerProgram(data: folder.path + "/data", fileBlocksMax: 300)
    let asha = HearthProgram(name: "Asha", in: folder)
    let before = Self.today
    try asha.run("register", "--server", "\(failing.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    var (said, errors): ([String], String) = ([], "")
    while errors.isEmpty, said.count < 200 {
      said.append("Tea \(said.count + 1)")
      let adding = try asha.start("add", "\(said.count)", said[said.count - 1])
      if try adding.status() != 0 { errors = try adding.errors.all() }
    }
    #expect(errors.contains("is kept here and is sent again until it is answered"), "\(errors)")
    #expect(try failing.program.status() == 1)

    try HearthProgram.setOnline(false, "Asha", in: folder, failing.url)
    #expect(try asha.run("outbox").contains("waits"))
    // It is sent again five days later, and is of the day on which it was said.
    let sound = try ServerProgram(
      Program("hearthd", ServerProgram.arguments(data: folder.path + "/data"), environment: ShiftedClock.environment(seconds: 5 * 86_400)))
    try HearthProgram.setOnline(true, "Asha", in: folder, sound.url)
    try asha.run("sync")
    let history = try asha.run("history", "--limit", "1000", "--json").split(separator: "\n")
    let days = [before, Self.today].map { #""date":"\#($0)""# }
    for entry in said {
      let booked = history.filter { $0.contains("\"entryAdded\"") && $0.contains("\"\(entry)\"") }
      #expect(booked.count == 1 && days.contains { booked[0].contains($0) }, "\(entry): \(booked)")
    }
  }

  @Test("product 198: what the group would refuse by all that is known is refused at once; what is not known needs the server")
  func refusedAtOnce() throws {
    let family = try Family()
    try family.setOnline(false, "Asha")
    for (arguments, status, text) in [
      (["add", "10", "Old", "--date", "1800-01-01"], 1, "date_out_of_range"),
      (["add", "10", "Odd", "--category", "nonsense"], 64, "There is no category"),
      (["history"], 2, "cannot be reached"), (["sync"], 2, "cannot be reached"),
      (["add", "10", "Other", "--group", "Flat"], 64, "Sharma Family"),
    ] {
      let program = try family["Asha"].start(arguments)
      #expect(try program.status() == status, "\(arguments)")
      #expect(try program.errors.all().contains(text), "\(arguments)")
    }
    #expect(try family["Asha"].run("outbox") == "Nothing waits to be sent.")
    // Of something that waits itself nobody knows the version.
    try family["Asha"].run("add", "10", "Milk")
    let edit = try family["Asha"].start("edit", "Milk", "--amount", "11")
    #expect(try edit.status() == 64)
    #expect(try edit.errors.all().contains("waits to be sent"))
    let id = String(try family["Asha"].run("outbox").prefix(6))
    #expect(try family["Asha"].run("outbox", "drop").contains("Nothing was refused."))
    #expect(try family["Asha"].run("outbox", "drop", id) == "Dropped: Milk ₹10.00")
    #expect(try family["Asha"].run("outbox") == "Nothing waits to be sent.")
  }

  @Test("CM-06: a split and a dispute wait for the server as well; an undoing does not, and says why")
  func splitAndUndo() throws {
    let family = try Family()
    try family.setOnline(false, "Ravi")
    let answers = Pipe()
    let split = try family["Ravi"].start(["split", "90", "Pizza"], input: answers)
    // Equal parts from the first on.
    answers.fileHandleForWriting.write(Data("=\n".utf8))
    try answers.fileHandleForWriting.close()
    let status = try split.status()
    let complaint = try split.errors.all()
    #expect(status == 0, "\(complaint)")
    #expect(try split.output.all().contains("Kept here."))
    #expect(try family["Ravi"].run("dispute", "Rent", "I paid it").contains("Kept here."))
    let undo = try family["Ravi"].start("undo")
    #expect(try undo.status() == 2)
    let errors = try undo.errors.all()
    #expect(errors.contains("cannot be reached") && errors.contains("which change of yours is the last only the server knows"), "\(errors)")
    #expect(try family["Ravi"].run("outbox").split(separator: "\n").count { $0.contains("waits") } == 2)
    try family.setOnline(true, "Ravi")
    try family["Ravi"].run("sync")
    #expect(try family.entries() == ["Rent", "Pizza"])
  }

  @Test("product 169: a program that reads the feed is told what was missed, and what had waited, once", arguments: [true, false])
  func feedBehindWhatWaited(waited: Bool) throws {
    let family = try Family()
    let asha = try family["Asha"]
    try family.setOnline(false, "Asha")
    if waited { try asha.run("add", "80", "Kept") }
    try family["Ravi"].run("add", "70", "Bread")
    try family.setOnline(true, "Asha")
    let feed = try asha.start("feed", "--json")
    // One message may bring both.
    let line = try feed.output.next(containing: "Bread")
    if waited, !line.contains("Kept") { _ = try feed.output.next(containing: "Kept") }
    try family["Ravi"].run("add", "60", "Milk")
    _ = try feed.output.next(containing: "Milk")
    feed.send(SIGINT)
    _ = try feed.status()
    for (name, count) in [("Bread", 1), ("Kept", waited ? 1 : 0), ("Milk", 1)] {
      #expect(feed.output.seen.count { $0.contains(name) } == count, "\(name): \(feed.output.seen)")
    }
  }

  @Test("CM-03: what waits for a group that its user was removed from is refused; the other group's goes out, and its feed goes on")
  func removedMeanwhile() throws {
    let family = try Family()
    let (asha, ravi) = (try family["Asha"], try family["Ravi"])
    try asha.run("create", "Flat", "--currency", "INR", "--time-zone", "UTC")
    let invitation = try asha.run("invite", "--role", "adult")
    let code = try #require(invitation.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).0
    try ravi.run("join", String(code))
    try ravi.run("balances")
    try family.setOnline(false, "Ravi")
    try ravi.run("add", "90", "Lamp", "--group", "Flat")
    try ravi.run("add", "91", "Sofa", "--group", "Flat")
    try ravi.run("add", "80", "Kept", "--group", "Sharma Family")
    try asha.run("member", "remove", "Ravi", "--yes")
    try family.setOnline(true, "Ravi")
    let feed = try ravi.start("feed", "--json", "--group", "Sharma Family")
    _ = try feed.output.next(containing: "Kept")
    try family["Meera"].run("add", "60", "Milk")
    _ = try feed.output.next(containing: "Milk")
    feed.send(SIGINT)
    _ = try feed.status()
    // What another group has refused is none of this one's messages.
    #expect(feed.output.seen.allSatisfy { !$0.contains("not_found") }, "\(feed.output.seen)")
    let outbox = try ravi.run("outbox")
    #expect(outbox.split(separator: "\n").count { $0.contains("refused: not_found") } == 2, "\(outbox)")
    #expect(try family.entries() == ["Rent", "Kept", "Milk"])
  }
}
