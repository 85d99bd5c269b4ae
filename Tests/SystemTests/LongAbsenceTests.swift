import Foundation
import HearthClient
import Support
import Testing

/// Somebody who comes back after three months (N8): what was kept is booked once, of the days on which it was said, and
/// nothing is missing.
@Suite struct LongAbsenceTests {
  private static let day = 86_400
  /// Limit: events of which a client that missed so many is sent each (SPEC SB-04); of more, what came of them.
  private static let tailEventsMax = 2_000

  /// A server whose clock is ahead.
  private static func serve(_ folder: TemporaryFolder, ahead seconds: Int) throws -> ServerProgram {
    try ServerProgram(
      Program("hearthd", ServerProgram.arguments(data: folder.path + "/data"), environment: ShiftedClock.environment(seconds: seconds)))
  }

  @Test("product 169: 92 days without a connection, a rotated token, a restart and 2,100 missed events later")
  func threeMonths() throws {
    let folder = try TemporaryFolder()
    let before = try Self.serve(folder, ahead: 0)
    let (asha, ravi) = (HearthProgram(name: "Asha", in: folder), HearthProgram(name: "Ravi", in: folder))
    for (program, name) in [(asha, "Asha"), (ravi, "Ravi")] { try program.run("register", "--server", "\(before.url)", "--name", name) }
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    let invite = try asha.run("invite", "--role", "adult", "--json")
    try ravi.run("join", JSONDecoder().decode(InviteLine.self, from: Data(invite.utf8)).code)
    try asha.run("add", "500", "Rent")
    try ravi.run("balances")
    let replaced = try Self.profile("Ravi", folder).token
    try ravi.run("devices", "rotate")
    #expect(throws: (any Error).self) { try before.logIn(replaced) }

    try HearthProgram.setOnline(false, "Ravi", in: folder, before.url)
    let said = ["Train", "Hotel", "Dinner"]
    let now = Int(Date().timeIntervalSince1970)
    // At noon of the next three days.
    let instants = said.indices.map { (now / Self.day + 1 + $0) * Self.day + Self.day / 2 }
    for (number, name) in said.enumerated() {
      #expect(try ravi.later(by: instants[number] - now).run("add", "\(number + 10)", name).contains("Kept here."))
    }
    let profile = try Self.profile("Asha", folder)
    let group = try #require(profile.currentGroup)
    let missed = Self.tailEventsMax + 100
    do {
      let connection = try before.logIn(profile.token)
      for number in 1...missed { _ = try connection.send(.addEntry(group, minor: Int64(number))) }
    }
    // The group leaves memory with the server, and comes back from the disk.
    before.program.send(SIGTERM)
    #expect(try before.program.status() == 0)

    let after = try Self.serve(folder, ahead: 92 * Self.day)
    try HearthProgram.setOnline(false, "Asha", in: folder, before.url)
    for name in ["Asha", "Ravi"] { try HearthProgram.setOnline(true, name, in: folder, after.url) }
    let (ashaNow, raviNow) = (try asha.later(by: 92 * Self.day), try ravi.later(by: 92 * Self.day))
    #expect(try raviNow.run("sync").split(separator: "\n").count == said.count)
    #expect(try raviNow.run("outbox") == "Nothing waits to be sent.")
    // Once, however often it is asked again.
    try raviNow.run("sync")

    let entries = try raviNow.run("history", "--limit", "1000", "--json").split(separator: "\n").compactMap { line in
      try JSONDecoder().decode(HistoryLine.self, from: Data(line.utf8)).event.entryAdded?.content
    }
    let kept = entries.filter { said.contains($0.description) }
    #expect(kept.map(\.description) == said)
    #expect(kept.map(\.date) == instants.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601.year().month().day()) })
    try raviNow.run("verify")
    #expect(try raviNow.balances() == ashaNow.balances())
  }

  private static func profile(_ name: String, _ folder: TemporaryFolder) throws -> ProfileLine {
    try JSONDecoder().decode(ProfileLine.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(name)/profile.json")))
  }

  private struct InviteLine: Decodable { var code: String }
  private struct ProfileLine: Decodable {
    var token: String
    var currentGroup: String?
  }
  private struct HistoryLine: Decodable {
    struct Event: Decodable { var entryAdded: Added? }
    struct Added: Decodable { var content: Content }
    var event: Event
  }
  private struct Content: Decodable {
    var description: String
    var date: String
  }
}
