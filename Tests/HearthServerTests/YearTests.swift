import EventStore
import Foundation
import HearthClient
import HearthProtocol
import HearthServer
import Ledger
import SQLiteStore
import Testing

/// A family's year through the real server, with all that the ledger knows.
struct YearTests {
  /// Fields that no accepted command can say, each with why; what they hold, too.
  private static let unsayable = [
    "setRecurring.content.template.receipts": "what a rule books has no receipts, and the server refuses a rule with some (SPEC RC-03)",
    "eraseWords": "the server erases in turns of its own, which end at another place each time; ErasureTests do it (SPEC EW-01)",
    "setBudget.effectiveFrom": "a budget of the year changes from the running period on; BudgetHistoryTests name other days (SPEC BU-06)",
  ]

  @Test("A year in the life of the Sharma family ends in the same state every time, in memory and on disk")
  func aYear() throws {
    let memory = try DataFolder<InMemoryStore>.inMemory()
    var first = try SharmaYear(memory.store, attachments: memory.attachments, seed: 2026)
    let hash = try SharmaYear.stateHash(of: first.group, in: memory.store)
    // A change of what the year sends, or of what it comes to, writes down the state that it ends in from then on.
    #expect(hash == "c76b4370ae990fce44f140318d8181b6a55578625d538db140d03f150ed27c3e")

    let disk = try DataFolder<SQLiteStore>()
    var second = try SharmaYear(disk.store, attachments: disk.attachments, loops: 3, seed: 2026)
    #expect(try SharmaYear.stateHash(of: second.group, in: disk.store) == hash)

    // Another year is another state: the hash says something.
    let other = InMemoryStore()
    let third = try SharmaYear(other, seed: 2027)
    #expect(try SharmaYear.stateHash(of: third.group, in: other) != hash)

    try checkWhatWasSaid(first)
    let sum = first.accepted.values.reduce(0, +) + first.refused.values.reduce(0, +)
    #expect(sum >= SharmaYear.commands && first.accepted.values.reduce(0, +) > 1_800, "\(first.accepted) \(first.refused)")
    print("The year: \(sum) commands, \(first.accepted.values.reduce(0, +)) accepted; state \(hash)")

    // When it is over: back through it, out of it as files, and on to another server. Looking changes nothing.
    try first.lookBack()
    try second.lookBack()
    try first.takeOut()
    try second.takeOut()
    #expect(try SharmaYear.stateHash(of: first.group, in: memory.store) == hash)
    #expect(first.accepted == second.accepted && first.refused == second.refused && first.answered == second.answered)
    #expect(first.fileAnswers == second.fileAnswers && first.imported == second.imported && first.previewed == second.previewed)
    #expect(first.answers.finalize().bytes == second.answers.finalize().bytes)
    try moveOn(&first, from: memory)
    try moveOn(&second, from: disk)
    print("Out of it and into it: \(first.imported), receipts' files \(first.fileAnswers), previews \(first.previewed)")
  }

  /// What a year has to hold follows from the schema: every command with all that it can say, and every question with
  /// all that can be asked.
  private func checkWhatWasSaid(_ year: SharmaYear) throws {
    let schema = try Schema()
    let commands = Set(try schema.fields(of: "Command").map(\.name)).subtracting(["id", "groupId", "saidAtMs", "eraseWords"])
    #expect(commands == Set(year.accepted.keys), "\(commands.symmetricDifference(year.accepted.keys))")
    let sayable = try schema.paths(of: "Command")
    #expect(year.said.subtracting(sayable) == [])
    let unsaid = sayable.subtracting(year.said)
    #expect(unsaid.filter { path in !Self.unsayable.keys.contains { path == $0 || path.hasPrefix($0 + ".") } }.sorted() == [])
    #expect(Self.unsayable.keys.filter { !unsaid.contains($0) } == [], "it can be said after all")

    let questions = try schema.fields(of: "ClientMessage").filter { field in
      // Devices are somebody's, and no group's.
      ["read", "preview", "list"].contains { field.name.hasPrefix($0) } && field.name != "listDevices"
    }
    #expect(Set(questions.map(\.name)) == Set(year.answered.keys))
    // A command that is previewed is one that could be sent, and those have been looked at.
    let askable = try questions.flatMap { question in
      try [question.name] + schema.paths(of: question.type, closed: ["Command"]).map { "\(question.name).\($0)" }
    }
    #expect(askable.filter { !year.asked.contains($0) }.sorted() == [])
    #expect(commands.count > 40 && questions.count > 6 && sayable.count > 250 && askable.count > 35)

    #expect(year.severalPaid > 50 && year.paidAtARate > 10 && year.openShares > 100 && year.foundByWord > 0)
    #expect(year.previewed.count == 6 && year.previewed.values.allSatisfy { $0 > 2 }, "\(year.previewed)")
    #expect(year.fileAnswers.keys.sorted() == ["GET 200", "GET 404", "PUT 201", "PUT 403", "PUT 404"], "\(year.fileAnswers)")
    #expect(year.files.count > 20 && year.imported["splitwise"] == 22 && year.imported["bank"] == 30)
  }

  /// Takes the group to servers that know nobody: as it is, byte for byte, and once more with codes, by which Asha goes
  /// on where she stood.
  private func moveOn<Store>(_ year: inout SharmaYear, from old: DataFolder<Store>) throws {
    let bundle = try old.bundle(year.group)
    let same = try DataFolder<SQLiteStore>()
    let figures = try same.take(bundle)
    // One more is in Kabir's lane.
    #expect(figures.events > 2_000 && figures.attachments == year.files.count + 1)
    #expect(try same.bundle(year.group) == bundle)
    #expect(try SharmaYear.stateHash(of: year.group, in: same.store) == SharmaYear.stateHash(of: year.group, in: old.store))

    let new = try DataFolder<SQLiteStore>()
    var check = try BundleCheck(DataFolder<SQLiteStore>.source(bundle))
    let codes = try check.makeCodes(InviteCodes(serverKey: TestServer.key), days: 7, at: year.now)
    _ = try GroupImport.run(check, DataFolder<SQLiteStore>.source(bundle), into: new.store, new.attachments, at: year.now)
    let server = try TestServer(new.store, attachments: new.attachments, now: year.now)
    let asha = try server.register("Asha again")
    _ = try asha.accepted(.join(try #require(codes.first { $0.displayName == "Asha" }).code, as: "Asha"))
    for currency in ["INR", "USD"] {
      let there = try asha.ask(.readSettlement(.with { ($0.groupID, $0.currency) = (year.group, currency) })).settlement.balances
      let here = try year.balances(of: year.group, currency)
      #expect(Dictionary(uniqueKeysWithValues: there.filter { $0.minor != 0 }.map { ($0.memberID, $0.minor) }) == here)
    }
    let bill = try #require(year.files.last)
    let socket = try BlockingSocket(server.address)
    let path = "/v1/groups/\(year.group)/attachments/\(ContentHash(of: bill))"
    socket.send(AttachmentServer.head("GET", path, token: asha.token))
    #expect(try Answer(socket).body == bill)
    _ = try asha.accepted(.addEntry(year.group, "The first on the new server"))
  }
}
