import Foundation
import HearthProtocol
import Support
import Testing

/// Somebody at a terminal who looks back and ahead.
@Suite struct LookingWalkTests {
  @Test("product N2, N13, 185, 187, 188: the past, a preview, a month, a digest and what one is told of")
  func backAndAhead() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let asha = HearthProgram(name: "Asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
    try asha.run("member", "add", "Ravi")
    try asha.run("add", "100", "Milk", "--category", "groceries")
    let moment = try Self.moment(of: try asha.run("history", "--limit", "1", "--json"))
    try asha.run("add", "300", "Taxi")
    try asha.run("budget", "set", "Groceries", "500", "--category", "groceries")

    #expect(try asha.run("balances", "--as-of", moment).contains("₹50.00"))
    #expect(try asha.run("balances").contains("₹200.00"))
    #expect(try asha.run("members", "--as-of", moment).contains("Ravi"))
    #expect(try !asha.run("budgets", "--as-of", moment).contains("₹500.00"))
    #expect(try asha.run("budgets").contains("₹500.00"))
    let history = try asha.run("history", "--as-of", moment)
    #expect(history.contains("Milk") && !history.contains("Taxi"))
    let difference = try asha.run("diff", moment + "..")
    #expect(difference.contains("Taxi") && !difference.contains("Milk") && difference.contains("₹200.00"))
    #expect(try asha.run("diff", moment + "..", "--json").split(separator: "\n").count == 4)
    let early = try asha.start("balances", "--as-of", "2020-01-01")
    #expect(try early.status() == 64 && early.errors.all().contains("There was no such group then"))

    let before = try asha.run("balances", "--json")
    let preview = try asha.run("add", "480", "Rice", "--category", "groceries", "--preview")
    #expect(preview.contains("Groceries 20 % → 116 % (over by ₹80.00)"), "\(preview)")
    #expect(preview.contains("what Ravi owes you: ₹200.00 → ₹440.00"), "\(preview)")
    let settling = try asha.run("settle", "Ravi", "--preview")
    #expect(settling.split(separator: "\n").first?.hasSuffix("Ravi paid Asha  ₹200.00") == true, "\(settling)")
    #expect(settling.contains("what Ravi owes you: ₹200.00 → nothing"))
    #expect(try asha.run("budget", "set", "Fun", "100", "--category", "dining", "--preview").contains("Fun → 0 % (₹100.00 left)"))
    #expect(try asha.run("balances", "--json") == before)

    let month = try JSONDecoder().decode(Month.self, from: Data(asha.run("dash", "--json").utf8))
    #expect(month.periods.last?.spentMinor == "40000" && month.periods.count == 6)
    #expect(try asha.run("dash").contains("₹400.00 spent"))
    #expect(try asha.run("digest", "weekly").hasPrefix("Sharma Family, "))
    #expect(try asha.run("notify", "set", "entries", "digest", "no").contains("entries    yes   no    no"))
    #expect(try asha.run("notify", "list", "--json").split(separator: "\n").count == 26)
    #expect(try !asha.run("digest", "monthly").contains("spent in"))
  }

  @Test("What is asked for or entered by mistake is done and said on standard error: a moment or date ahead, a name that is there already")
  func warnings() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let asha = HearthProgram(name: "Asha", in: folder)
    func warning(_ arguments: String...) throws -> String {
      let call = try asha.start(arguments)
      let errors = try call.errors.all()
      #expect(try call.status() == 0, "\(arguments)")
      return errors
    }
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
    #expect(try warning("member", "add", "Gus") == "")
    #expect(try warning("member", "add", "Gus").hasPrefix("Another member is called Gus too, so this one is shown as Gus ("))
    #expect(try warning("add", "100", "Milk") == "")
    #expect(try asha.run("balances").matches(of: /Gus \([0-9a-f]{6}\)/).count == 2)
    let isAhead = "2099-01-01 is not over yet: this is how things are now."
    #expect(try warning("balances", "--as-of", "2099-01-01") == isAhead)
    #expect(try warning("diff", "2020-01-01..2099-01-01") == isAhead)
    #expect(try warning("diff", "2020-01-01..") == "")
    #expect(try warning("add", "20", "Tea", "--date", "2099-01-01").hasPrefix("2099-01-01 is far ahead."))
    #expect(try warning("edit", "Milk", "--date", "2099-01-01").hasPrefix("2099-01-01 is far ahead."))
    // Of what was refused nothing is to be mended, least of all something else.
    let again = try asha.start("add", "20", "Tea", "--date", "2099-01-01")
    let said = try again.errors.all()
    #expect(try again.status() == 1 && said.contains("possible_duplicate") && !said.contains("far ahead"), "\(said)")
    let rule = try asha.run("recurring", "add", "5000", "Rent", "--every", "monthly", "--start", "2020-01-31", "--until", "2020-03-31")
    #expect(rule.hasSuffix("3 dates of it are past already and are booked at once."), "\(rule)")
    try asha.run("group", "archive")
    #expect(try asha.run("groups") == "1 group of yours is archived, no other is there: hearth groups --all")
    #expect(try asha.run("groups", "--all").contains("Sharma Family"))
  }

  private struct Month: Decodable {
    struct Period: Decodable { var spentMinor: String? }
    var periods: [Period]
  }

  /// The moment of the event in a line of `hearth history --json`, as it is typed.
  private static func moment(of line: String) throws -> String {
    let event = try WireFormat.json.decode(LaneEvent.self, from: Array(line.utf8.prefix { $0 != UInt8(ascii: "\n") }))
    // Half a millisecond more, so that what a double loses takes no whole one.
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.string(from: Date(timeIntervalSince1970: Double(event.event.atMs) / 1_000 + 0.000_5))
  }
}
