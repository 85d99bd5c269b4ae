import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Support
import Testing

/// Members as witnesses of their group's history, against a server whose operator has changed it well: every hash is
/// right again.
@Suite struct HistoryWitnessTests {
  private struct Home {
    let folder: TemporaryFolder
    let asha: HearthProgram
    let group: GroupID
    private var server: ServerProgram
    private var data: String { folder.path + "/data" }

    /// A group with two entries, its events 3 and 4, which Asha has seen.
    init() throws {
      folder = try TemporaryFolder()
      server = try ServerProgram(data: folder.path + "/data")
      asha = HearthProgram(name: "Asha", in: folder)
      try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
      let created = try asha.run("create", "Sharma Family", "--currency", "INR", "--json")
      struct Created: Decodable { var groupId: String }
      group = try #require(GroupID(try JSONDecoder().decode(Created.self, from: Data(created.utf8)).groupId))
      try asha.run("add", "500", "Rent")
      try asha.run("add", "60", "Milk")
      try asha.run("balances")
    }

    /// Stops the server, changes its files, and starts it again.
    mutating func restart(_ change: (Database, Data) throws -> Void) throws {
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
      let queue = try DatabaseQueue(path: data + "/hearth.db")
      try queue.write { database in
        try change(database, Data(group.bytes))
        // The operator removes the traces: without snapshots the log is all there is.
        try database.execute(sql: "DELETE FROM snapshot")
      }
      try queue.close()
      let former = "\(server.url)"
      server = try ServerProgram(data: data)
      let profile = URL(fileURLWithPath: folder.path + "/Asha/profile.json")
      let text = try String(contentsOf: profile, encoding: .utf8)
      #expect(text.contains(former))
      try text.replacingOccurrences(of: former, with: "\(server.url)").write(to: profile, atomically: true, encoding: .utf8)
      // It holds for whoever has not seen it before.
      let verify = try Program.run("hearthd", ["verify", "--data", data])
      #expect(verify.status == 0, "\(verify.output)")
    }

    /// Has Asha enter something while she cannot reach the server.
    func keep(_ amount: String, _ description: String, in name: String = "Sharma Family") throws {
      try HearthProgram.setOnline(false, "Asha", in: folder, server.url)
      try asha.run("add", amount, description, "--group", name)
      try HearthProgram.setOnline(true, "Asha", in: folder, server.url)
    }

    /// Has so many further entries booked without Asha's program seeing them.
    func book(_ count: Int) throws {
      struct Profile: Decodable { var token: String }
      let file = URL(fileURLWithPath: folder.path + "/Asha/profile.json")
      let connection = try server.logIn(JSONDecoder().decode(Profile.self, from: Data(contentsOf: file)).token)
      for number in 1...count { _ = try connection.send(.addEntry(group.description, minor: Int64(number))) }
    }

    /// Rewrites event 3, and the hashes from there on.
    static func rewrite(_ database: Database, _ group: Data) throws {
      let id = try #require(GroupID(bytes: [UInt8](group)))
      var hash = LaneHash.genesis(group: id, lane: .shared)
      let rows = try Row.fetchAll(
        database, sql: "SELECT id, position, bytes FROM event WHERE group_id = ? AND lane = 'shared' ORDER BY position", arguments: [group])
      for row in rows {
        var bytes: Data = row["bytes"]
        if row["position"] == 3 {
          let found = try #require(bytes.firstRange(of: Data("Rent".utf8)))
          bytes.replaceSubrange(found, with: Data("Loan".utf8))
        }
        hash = hash.next(stored: bytes)
        try database.execute(
          sql: "UPDATE event SET bytes = ?, hash = ? WHERE id = ?", arguments: [bytes, Data(hash.bytes), row["id"] as Int64])
      }
    }
  }

  /// The server's operator says that it was restored from a backup.
  private static func startEpoch(_ database: Database, _ group: Data) throws {
    try database.execute(sql: "INSERT OR REPLACE INTO epoch (group_id, epoch) VALUES (?, 7)", arguments: [group])
  }

  private func failure(_ program: HearthProgram, _ arguments: String...) throws -> String {
    let program = try program.start(arguments)
    #expect(try program.status() == 1, "\(arguments)")
    return try program.errors.all()
  }

  @Test("product N1, LN-08: of a history that was not touched everything that was seen is met again")
  func untouched() throws {
    var home = try Home()
    #expect(try home.asha.run("verify").contains("Sharma Family: 4 events, each following from the one before."))
    try home.restart { _, _ in }
    try home.asha.run("add", "70", "Bread")
    let output = try home.asha.run("verify")
    #expect(output.contains("5 events") && output.contains("unchanged"), "\(output)")
    #expect(try home.asha.run("balances").contains("settled"))
  }

  @Test("product N1, LN-08: an event that the server's operator rewrote is named, and what follows from it is not believed")
  func rewritten() throws {
    var home = try Home()
    try home.asha.run("verify")
    try home.restart(Home.rewrite)
    let found = try failure(home.asha, "verify")
    #expect(found.contains("Event 3 of lane shared is not what it was when it was seen here"), "\(found)")
    // What was seen is what is shown, until something new stands on the other past.
    #expect(try home.asha.run("balances").contains("settled"))
    _ = try home.asha.start("add", "70", "Bread").status()
    let refused = try failure(home.asha, "balances")
    #expect(refused.contains("Event 5 of lane shared does not match its hash") && refused.contains("hearth verify"), "\(refused)")
    #expect(try failure(home.asha, "verify").contains("Event 3 of lane shared"))
    // The user says so to go on all the same.
    #expect(try home.asha.run("verify", "--trust").contains("5 events"))
    #expect(try home.asha.run("history").contains("Loan"))
  }

  @Test("product N1, LN-08: an end that was cut off is missed by whoever saw it")
  func cutOff() throws {
    var home = try Home()
    try home.restart { database, group in
      try database.execute(sql: "DELETE FROM event WHERE group_id = ? AND lane = 'shared' AND position = 4", arguments: [group])
    }
    let refused = try failure(home.asha, "balances")
    #expect(refused.contains("ends at 3, but it once went to 4"), "\(refused)")
    #expect(try failure(home.asha, "verify").contains("Lane shared ends at event 3, but it went to 4"))
  }

  /// Limit: events of which a client that missed so many is sent each (SPEC SB-04); of more, what came of them.
  private static let tailEventsMax = 2_000

  @Test(
    "product N1, LN-08, SB-04: an older copy of the folder is found out also behind more events than are sent, and a sound one is followed",
    arguments: [true, false])
  func olderCopy(isPutBack: Bool) throws {
    var home = try Home()
    try home.asha.run("verify")
    try home.keep("80", "Kept")
    if isPutBack {
      try home.restart { database, group in
        try database.execute(sql: "DELETE FROM event WHERE group_id = ? AND lane = 'shared' AND position = 4", arguments: [group])
      }
    }
    try home.book(Self.tailEventsMax + 10)
    guard isPutBack else {
      #expect(try home.asha.run("balances").contains("settled"))
      #expect(try home.asha.run("verify").contains("2015 events"))
      return
    }
    for command in [["sync"], ["balances"], ["add", "70", "Bread"]] {
      let program = try home.asha.start(command)
      #expect(try program.status() == 1, "\(command)")
      let refused = try program.errors.all()
      #expect(refused.contains("Event 5 of lane shared does not match its hash") && refused.contains("hearth verify"), "\(refused)")
    }
    #expect(try failure(home.asha, "verify").contains("Event 4 of lane shared is not what it was when it was seen here"))
    // What was kept has not reached the other past, until its user goes on with that.
    #expect(try home.asha.run("verify", "--trust").contains("2013 events"))
    #expect(try home.asha.run("outbox").contains("Kept"))
    try home.asha.run("sync")
    #expect(try home.asha.run("verify").contains("2014 events"))
  }

  @Test("product N1, LN-08: what waits for a group whose history is not believed waits on, and holds up no other's")
  func otherGroupGoesOn() throws {
    var home = try Home()
    try home.asha.run("create", "Flat", "--currency", "INR")
    try home.asha.run("balances", "--group", "Flat")
    try home.keep("80", "Kept")
    try home.keep("81", "Sofa")
    try home.keep("90", "Lamp", in: "Flat")
    try home.restart(Home.rewrite)
    try home.book(1)
    let syncing = try home.asha.start("sync")
    #expect(try syncing.status() == 1)
    let refused = try syncing.errors.all()
    #expect(refused.contains("Event 5 of lane shared does not match its hash") && refused.contains("hearth verify"), "\(refused)")
    #expect(try syncing.output.all() == "Sent: Lamp ₹90.00")
    let waiting = try home.asha.run("outbox")
    #expect(waiting.contains("Kept") && waiting.contains("Sofa") && !waiting.contains("Lamp"), "\(waiting)")
    #expect(try home.asha.run("history", "--group", "Flat").contains("Lamp"))
  }

  @Test("product N1, SB-07: a server that says to have been restored is followed with a warning, and compared with what was seen")
  func restored() throws {
    var home = try Home()
    try home.asha.run("verify")
    try home.restart(Self.startEpoch)
    let looking = try home.asha.start("balances")
    #expect(try looking.status() == 0)
    let warning = try looking.errors.all()
    #expect(warning.contains("restored from a backup") && warning.contains("hearth verify"), "\(warning)")
    // Said once. All of it is there.
    let again = try home.asha.start("balances")
    #expect(try again.status() == 0 && again.errors.all().isEmpty)
    #expect(try home.asha.run("verify").contains("unchanged"))
  }

  @Test("product N1, SB-07: a rewritten event and a cut end are found out under a new epoch too", arguments: [true, false])
  func alteredAndRestored(rewrites: Bool) throws {
    var home = try Home()
    try home.asha.run("verify")
    try home.restart { database, group in
      try Self.startEpoch(database, group)
      if rewrites { return try Home.rewrite(database, group) }
      try database.execute(sql: "DELETE FROM event WHERE group_id = ? AND lane = 'shared' AND position = 4", arguments: [group])
    }
    _ = try home.asha.start("balances").status()
    _ = try home.asha.start("add", "70", "Bread").status()
    for _ in 1...2 {
      let found = try failure(home.asha, "verify")
      #expect(found.contains(rewrites ? "Event 3 of lane shared is not" : "Event 4 of lane shared is not"), "\(found)")
      #expect(found.contains("restored from a backup"), "\(found)")
    }
    #expect(try home.asha.run("verify", "--trust").contains(rewrites ? "5 events" : "4 events"))
    #expect(try home.asha.run("verify").contains("unchanged"))
  }

  @Test("product N1: two members compare what each was shown")
  func compared() throws {
    let home = try Home()
    struct Verified: Decodable { var heads: [String] }
    let output = try home.asha.run("verify", "--json")
    let head = try #require(try JSONDecoder().decode(Verified.self, from: Data(output.utf8)).heads.first { $0.hasPrefix("shared:4:") })
    #expect(try home.asha.run("verify", "--head", head).contains("4 events"))
    let other = String(head.dropLast()) + (head.last == "0" ? "1" : "0")
    let found = try failure(home.asha, "verify", "--head", other)
    #expect(found.contains("of lane shared") && found.contains("when somebody else saw it"), "\(found)")
    let further = try failure(home.asha, "verify", "--head", "shared:9:" + head.dropFirst("shared:4:".count))
    #expect(further.contains("Lane shared ends at event 4, but it went to 9"), "\(further)")
    let nonsense = try home.asha.start("verify", "--head", "shared:4:12")
    #expect(try nonsense.status() == 64)
    #expect(try nonsense.errors.all().contains("is no head"))
  }
}
