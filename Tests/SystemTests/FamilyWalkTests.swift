import Foundation
import HearthClient
import Support
import Testing

/// A family of five over three months, each a process of their own: what a child spends and is given, accounts that
/// two of them share, who coaches whom, a new role, and somebody who keeps everything of theirs from the others.
@Suite struct FamilyWalkTests {
  private static let day = 86_400

  /// The people, and the server that they use now.
  private struct Family {
    static let names = ["Asha", "Ravi", "Mira", "Dadi", "Riya"]
    let folder: TemporaryFolder
    private var server: ServerProgram
    private var ahead = 0

    init() throws {
      folder = try TemporaryFolder()
      server = try Self.serve(folder, ahead: 0)
      for name in Self.names {
        try HearthProgram(name: name, in: folder).run("register", "--server", "\(server.url)", "--name", name)
      }
      try self("Asha").run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
      for (name, role) in zip(Self.names.dropFirst(), ["admin", "adult", "viewer", "minor"]) {
        let invite = try self("Asha").run("invite", "--role", role, "--json")
        let code = try JSONDecoder().decode(InviteLine.self, from: Data(invite.utf8)).code
        try self(name).run(role == "minor" ? ["join", code, "--accept-transparency"] : ["join", code])
      }
    }

    private static func serve(_ folder: TemporaryFolder, ahead seconds: Int) throws -> ServerProgram {
      try ServerProgram(
        Program("hearthd", ServerProgram.arguments(data: folder.path + "/data"), environment: ShiftedClock.environment(seconds: seconds)))
    }

    func callAsFunction(_ name: String) throws -> Person {
      let program = HearthProgram(name: name, in: folder)
      return Person(program: ahead == 0 ? program : try program.later(by: ahead))
    }

    /// Which of the texts a person's device keeps, in any of its files.
    func kept(_ texts: String..., by name: String) throws -> [Bool] {
      let home = folder.path + "/" + name
      let files = try FileManager.default.subpathsOfDirectory(atPath: home).compactMap {
        FileManager.default.contents(atPath: home + "/" + $0)
      }
      return texts.map { text in files.contains { $0.range(of: Data(text.utf8)) != nil } }
    }

    /// The server ends, and another begins that much later.
    mutating func restart(after days: Int) throws {
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
      for name in Self.names { try HearthProgram.setOnline(false, name, in: folder, server.url) }
      ahead += days * day
      server = try Self.serve(folder, ahead: ahead)
      for name in Self.names { try HearthProgram.setOnline(true, name, in: folder, server.url) }
    }
  }

  private struct Person {
    let program: HearthProgram

    @discardableResult
    func run(_ arguments: String...) throws -> String { try run(arguments) }

    @discardableResult
    func run(_ arguments: [String]) throws -> String {
      let (status, output, errors) = try ended(arguments)
      guard status == 0 else { throw Unexpected("\(arguments): \(output)\(errors)") }
      return output
    }

    /// What is said of why it was not done.
    func refused(_ arguments: String...) throws -> String {
      let (status, output, errors) = try ended(arguments)
      #expect(status != 0, "\(arguments): \(output)")
      return errors
    }

    private func ended(_ arguments: [String]) throws -> (Int32, String, String) {
      let program = try program.start(arguments)
      return (try program.status(), try program.output.all(), try program.errors.all())
    }

    /// The dates on which an allowance was booked, as the person's history tells them.
    func bookedDates() throws -> [String] {
      try run("history", "--limit", "1000", "--json").split(separator: "\n").compactMap { line in
        try JSONDecoder().decode(HistoryLine.self, from: Data(line.utf8)).event.allowanceBooked?.date
      }
    }
  }

  private struct InviteLine: Decodable { var code: String }
  private struct HistoryLine: Decodable {
    struct Event: Decodable { var allowanceBooked: Booked? }
    struct Booked: Decodable { var date: String }
    var event: Event
  }

  @Test(
    "product 132, 137, 138, 140, 149, 155, 156, 165: a family over three months and restarts: a limit rings, an allowance, accounts, coaching, a child grows up, somebody goes silent"
  )
  func threeMonths() throws {
    var family = try Family()
    try ringing(family)
    try lookingAfter(family)
    try monthlyAllowance(&family)
    try accountAccess(family)
    try jointAccount(&family)
    try coaching(&family)
    try growingUp(family)
    try silence(&family)
  }

  @Test(
    "product 141, 149: an allowance is paid into an account on each date of three months, once whatever restarts; a wish to end a joint account that nobody answers lapses after 14 days"
  )
  func paidAndUnanswered() throws {
    var family = try Family()
    try paidAllowance(&family)
    try unanswered(&family)
  }

  /// A deposit a month into an account that the child reads, whatever restarts; to others there is no such account.
  private func paidAllowance(_ family: inout Family) throws {
    try family("Asha").run("account", "add", "Piggy", "--type", "savings", "--opening", "1000")
    try family("Asha").run("account", "share", "Piggy", "Riya")
    try family("Asha").run("allowance", "set", "Riya", "300", "--period", "monthly", "--into", "Piggy")
    for (month, balance) in ["₹1,300.00", "₹1,600.00", "₹1,900.00", "₹2,200.00"].enumerated() {
      // Twice, so that the second server finds the date booked already.
      for days in month == 0 ? [0] : [31, 0] {
        try family.restart(after: days)
        try family("Ravi").run("add", "20", "Milk", "--again")
        for name in ["Asha", "Riya"] {
          let shown = try family(name).run("account", "show", "Piggy")
          let deposits = shown.components(separatedBy: "Allowance").count - 1
          #expect(deposits == month + 1 && shown.contains("Balance \(balance)"), "\(name): \(shown)")
        }
      }
    }
    #expect(try family("Asha").run("child", "Riya", "--as-of", "2099-01-01").contains("Piggy: ₹2,200.00"))
    #expect(try family("Riya").run("account", "show", "Piggy", "--as-of", "2099-01-01").contains("Allowance"))
    #expect(try family("Riya").refused("me", "--as-of", "2020-01-01").contains("There was no such group then"))
    let copies = family.folder.path + "/accounts"
    #expect(try family("Riya").run("export", "--accounts", copies).contains("1 account"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies).count == 1)
    for name in ["Ravi", "Mira", "Dadi"] {
      #expect(try family(name).run("account").contains("No accounts yet"))
      #expect(try family(name).run("history", "--limit", "1000").contains("Milk"))
      #expect(try !family(name).run("history", "--limit", "1000").contains("Piggy"))
    }
  }

  /// One of two asks to end a joint account and the other says nothing: after 14 days it can be confirmed no more, and
  /// the account is shared as before; asked again, it waits anew.
  private func unanswered(_ family: inout Family) throws {
    try family("Asha").run("account", "share", "Piggy", "Ravi", "--yes")
    try family("Ravi").run("account", "unshare", "Piggy", "me")
    for (days, waits) in [(13, true), (1, false)] {
      try family.restart(after: days)
      for name in ["Asha", "Ravi"] {
        #expect(try family(name).run("account", "show", "Piggy").contains("Ravi asked to end it") == waits, "\(name) after \(days)")
      }
    }
    for answer in ["confirm", "decline"] {
      #expect(try family("Asha").refused("account", answer, "Piggy", "Ravi").contains("nothing_pending"))
    }
    try family("Ravi").run("account", "deposit", "Piggy", "5", "Coin")
    #expect(try family("Asha").run("account", "show", "Piggy").contains("Coin"))

    try family("Ravi").run("account", "unshare", "Piggy", "me")
    try family.restart(after: 13)
    try seenOnce(family)
  }

  /// When the sharing ends, what a device keeps of the account goes with the next call; what was exported stays.
  private func seenOnce(_ family: Family) throws {
    func devices() throws -> [Bool] { try family.kept("Piggy", "Milk", by: "Ravi") }
    let bundle = family.folder.path + "/Ravi.hearth"
    try family("Ravi").run("export", "--bundle", bundle)
    #expect(try family("Ravi").run("history", "--limit", "1000").contains("Coin") && devices() == [true, true])
    try family("Asha").run("account", "confirm", "Piggy", "Ravi")
    #expect(try family("Ravi").refused("account", "show", "Piggy").contains("There is no account"))
    #expect(try !family("Ravi").run("history", "--limit", "1000").contains("Coin") && devices() == [false, true])
    #expect(try Data(contentsOf: URL(fileURLWithPath: bundle)).range(of: Data("Coin".utf8)) != nil)
  }

  /// A limit rings at 80 %, at 100 % and over, for the child and who looks after her, and nobody else.
  private func ringing(_ family: Family) throws {
    #expect(try family("Riya").run("me").contains("Who sees this besides you: Asha"))
    try family("Asha").run("limit", "set", "Riya", "Pocket", "500", "--period", "monthly")
    for (amount, part) in [("400", "80%"), ("100", "100%"), ("10", "102%")] {
      #expect(try family("Riya").run("spend", amount, "Samosa").contains("Riya at \(part) of Pocket"), "\(part)")
    }
    #expect(try family("Asha").run("child", "Riya").contains("102 %"))
    for name in ["Ravi", "Mira", "Dadi"] {
      #expect(try family(name).refused("child", "Riya").contains("You do not see what Riya spends"))
      #expect(try !family(name).run("history").contains("Samosa"))
    }
  }

  /// A second guardian sees what was spent; afterwards their device keeps nothing of it after its next call.
  private func lookingAfter(_ family: Family) throws {
    try family("Asha").run("guardian", "add", "Riya", "Ravi")
    try family("Ravi").run("add", "20", "Milk for two")
    #expect(try family("Ravi").run("child", "Riya").contains("102 %"))
    #expect(try family("Ravi").run("history", "--limit", "1000").contains("Samosa"))
    #expect(try family.kept("Samosa", "Milk", by: "Ravi") == [true, true])
    try family("Asha").run("guardian", "remove", "Riya", "Ravi")
    #expect(try !family("Ravi").run("history", "--limit", "1000").contains("Samosa"))
    #expect(try family.kept("Samosa", "Milk", by: "Ravi") == [false, true])
    #expect(try family("Ravi").refused("child", "Riya").contains("You do not see what Riya spends"))
  }

  /// One booking a month, whatever restarts.
  private func monthlyAllowance(_ family: inout Family) throws {
    try family("Asha").run("allowance", "set", "Riya", "300", "--period", "monthly")
    try family("Ravi").run("add", "20", "Milk")
    let first = try family("Riya").bookedDates()
    for month in 1...3 {
      try family.restart(after: 31)
      // What is due is booked before a command.
      try family("Ravi").run("add", "20", "Milk of month \(month)")
      let dates = try family("Riya").bookedDates()
      #expect(dates.count == first.count + month && Set(dates).count == dates.count, "\(dates)")
    }
    #expect(try family("Mira").bookedDates() == [])
  }

  /// A child reads an account and writes nothing in it; nobody else is told that it is there.
  private func accountAccess(_ family: Family) throws {
    try family("Asha").run("account", "add", "Savings", "--type", "savings", "--opening", "1000")
    #expect(try family("Riya").run("account").contains("No accounts yet"))
    try family("Asha").run("account", "share", "Savings", "Riya")
    try family("Asha").run("account", "deposit", "Savings", "50", "Birthday")
    let shown = try family("Riya").run("account", "show", "Savings")
    #expect(shown.contains("₹1,050.00") && shown.contains("Birthday") && shown.contains("Riya reads"), "\(shown)")
    #expect(try family("Riya").refused("account", "deposit", "Savings", "5", "Sweets").contains("forbidden"))
    #expect(try family("Asha").run("child", "Riya").contains("Savings: ₹1,050.00"))
    for name in ["Ravi", "Mira", "Dadi"] {
      #expect(try family(name).run("account").contains("No accounts yet"))
      #expect(try !family(name).run("history").contains("Birthday"))
    }
  }

  /// A joint account ends when both agree; what was asked for waits over a restart.
  private func jointAccount(_ family: inout Family) throws {
    try family("Asha").run("account", "share", "Savings", "Ravi", "--yes")
    try family("Ravi").run("account", "deposit", "Savings", "100", "Refund")
    for name in ["Asha", "Ravi", "Riya"] { #expect(try family(name).run("account", "show", "Savings").contains("₹1,150.00"), "\(name)") }

    try family("Ravi").run("account", "unshare", "Savings", "me")
    try family.restart(after: 1)
    #expect(try family("Asha").run("account", "show", "Savings").contains("Ravi asked to end it"))
    #expect(try family("Ravi").refused("account", "confirm", "Savings", "me").contains("Wait for the other member"))
    try family("Asha").run("account", "decline", "Savings", "Ravi")
    try family("Ravi").run("account", "deposit", "Savings", "1", "Coin")

    try family("Asha").run("account", "unshare", "Savings", "Ravi")
    #expect(try family("Ravi").run("account", "show", "Savings").contains("Asha asked to end it"))
    try family("Ravi").run("account", "confirm", "Savings", "me")
    try family("Asha").run("account", "deposit", "Savings", "7", "Afterwards")
    #expect(try family("Ravi").refused("account", "show", "Savings").contains("There is no account"))
    #expect(try !family("Ravi").run("history").contains("Afterwards"))
    #expect(try family("Riya").run("account", "show", "Savings").contains("₹1,158.00"))
  }

  /// Who is muted sees no difference, and what they say never comes; where the owner alone coaches, others are refused.
  private func coaching(_ family: inout Family) throws {
    let text = "Well saved this month!"
    let heard = try family("Ravi").run("coach", "Mira", text)
    try family("Mira").run("coach", "mute", "Ravi")
    for _ in 0..<2 {
      #expect(try family("Ravi").run("coach", "Mira", text) == heard)
      #expect(try family("Mira").run("coach").components(separatedBy: text).count == 2)
      try family.restart(after: 1)
    }
    #expect(try family("Ravi").run("coach").components(separatedBy: text).count == 4)
    #expect(try !family("Ravi").run("history").contains("reaches you no more"))

    try family("Mira").run("coach", "Riya", "From Mira, well done!")
    try family("Asha").run("coach", "restrict", "Riya")
    for name in ["Ravi", "Mira"] {
      #expect(try family(name).refused("coach", "Riya", "Once more!").contains("The owner alone coaches this child"), "\(name)")
    }
    try family("Asha").run("coach", "Riya", "From Asha, well done!")
    let told = try family("Riya").run("coach")
    #expect(told.contains("From Mira") && told.contains("From Asha") && !told.contains("Once more"), "\(told)")
    for name in ["Ravi", "Dadi"] { #expect(try !family(name).run("history").contains("well done"), "\(name)") }
  }

  /// The child asks for another role, and has her lane alone from then on.
  private func growingUp(_ family: Family) throws {
    try family("Riya").run("role", "request", "adult")
    #expect(try family("Asha").run("child", "Riya").contains("adult"))
    try family("Asha").run("role", "approve", "Riya")
    #expect(try family("Asha").refused("child", "Riya").contains("Riya is not a minor"))
    #expect(try family("Riya").run("history").contains("Samosa"))
    try family("Riya").run("add", "30", "Bus")
  }

  /// Mira goes silent: nobody is told, and it outlasts a restart.
  private func silence(_ family: inout Family) throws {
    let taken = family.folder.path + "/taken"
    #expect(try family("Mira").run("privacy", "separate", "--yes", "--to", taken).contains("nobody is told"))
    #expect(
      FileManager.default.fileExists(atPath: taken + "/group.hearth") && FileManager.default.fileExists(atPath: taken + "/entries.csv"))
    for _ in 0..<2 {
      #expect(try family("Mira").refused("add", "10", "Tea").contains("separated"))
      #expect(try family("Mira").run("history").contains("Bus"))
      for name in ["Asha", "Ravi", "Dadi", "Riya"] {
        let told = try family(name).run("history") + family(name).run("members") + family(name).run("privacy")
        #expect(
          told.contains("Mira") && !told.contains("silence") && !told.contains("Nothing of yours") && !told.contains("rejoin"), "\(name)")
      }
      try family.restart(after: 1)
    }
    try family("Mira").run("privacy", "rejoin")
    try family("Mira").run("add", "10", "Tea")
    #expect(try family("Dadi").run("history").contains("Tea"))
  }
}
