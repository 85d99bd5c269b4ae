import Foundation
import HearthClient
import Support
import Testing

/// Rows of the product about a family that show in what `hearth` prints and does.
@Suite struct FamilyRowTests {
  /// Asha is the owner, Ravi an adult, Riya a minor.
  private struct Family {
    let base: AshasHome
    let ravi: HearthProgram
    let riya: HearthProgram
    var asha: HearthProgram { base.asha }

    init() throws {
      base = try AshasHome()
      ravi = HearthProgram(name: "Ravi", in: base.folder)
      riya = HearthProgram(name: "Riya", in: base.folder)
      try base.asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
      for (program, name, role) in [(ravi, "Ravi", "adult"), (riya, "Riya", "minor")] {
        let invite = try base.asha.run("invite", "--role", role)
        let code = String(try #require(invite.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
        try program.run("register", "--server", "\(base.server.url)", "--name", name)
        let join = try program.start(["join", code] + (role == "minor" ? ["--accept-transparency"] : []))
        #expect(try join.status() == 0)
      }
      try base.asha.run("account", "add", "Savings", "--type", "savings", "--opening", "300")
    }
  }

  /// Runs a line as it was offered.
  private func runs(_ line: String, _ program: HearthProgram) throws {
    let words = line.matches(of: /"([^"]*)"|([^ "]+)/).map { String($0.output.1 ?? $0.output.2 ?? "") }
    let call = try program.start(Array(words.dropFirst()))
    let (status, errors) = (try call.status(), try call.errors.all())
    #expect(status == 0, "\(line): \(errors)")
  }

  @Test(
    "product 132, 133: the child's overview offers a limit, an allowance and an account, as typed, and then shows them with all else there is"
  )
  func childOverview() throws {
    let family = try Family()
    func offered(_ screen: String) throws -> [String] {
      screen.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("hearth ") }
    }
    try family.asha.run("account", "edit", "Savings", "--rename", "For later")
    let empty = try family.asha.run("child", "@riya")
    let actions = try offered(empty)
    for action in ["hearth limit set Riya", "hearth allowance set Riya", "hearth account share \"For later\" Riya"] {
      #expect(actions.contains { $0.hasPrefix(action) }, "\(empty)")
    }
    for action in actions { try runs(action, family.asha) }
    try family.riya.run("spend", "300", "Books")
    try family.riya.run("role", "request", "adult")
    try family.asha.run("coach", "restrict", "Riya")

    let shown = try family.asha.run("child", "@riya")
    let sections = [
      "Riya  minor", "Looked after by: Asha", "adult", "Coaching: by the owner alone", "Spent", "₹420.00: ₹420.00 noted", "Limits",
      "Pocket",
      "84 %", "₹420.00 of ₹500.00, ₹80.00 left", "Allowances", "₹500.00 weekly", "Accounts", "For later: ₹300.00", "Samosa", "Books",
    ]
    var rest = shown[...]
    for section in sections.prefix(14) {
      guard let range = rest.range(of: section) else {
        Issue.record("\(section) is not there, or not in its place: \(shown)")
        break
      }
      rest = rest[range.upperBound...]
    }
    for part in sections { #expect(shown.contains(part), "\(part)") }
    // The child sees the same of her own, who sees it, and nothing that is a guardian's to do.
    let own = try family.riya.run("me")
    #expect(own.contains("Who sees this besides you: Asha") && own.contains("84 %") && own.contains("For later: ₹300.00"), "\(own)")
    #expect(try offered(own).allSatisfy { $0.hasPrefix("hearth spend ") } && !offered(own).isEmpty)
  }

  @Test("product 143: an allowance is edited from what it is, under that title")
  func editedAllowance() throws {
    let family = try Family()
    try family.asha.run("allowance", "set", "Riya", "500", "--period", "monthly", "--note", "Pocket money")
    let edited = try family.asha.run("allowance", "edit", "Riya", "--amount", "600")
    #expect(edited.split(separator: "\n").first == "Edit Allowance", "\(edited)")
    let shown = try family.asha.run("child", "Riya")
    #expect(shown.contains("₹600.00 monthly") && shown.contains("“Pocket money”") && !shown.contains("₹500.00 monthly"), "\(shown)")
  }

  @Test("product 145, 146: who has an account already is not offered it again; a joint one is asked about first, and a no shares nothing")
  func sharing() throws {
    let family = try Family()
    func offered() throws -> String { try family.asha.run("account", "share") }
    func share(_ answer: String, _ more: String...) throws -> (status: Int32, output: String) {
      try TerminalCall.run(
        ["account", "share", "Savings", "Ravi"] + more, answers: [answer + "\n"], questions: ["yes or no: "],
        home: family.base.folder.path + "/Asha")
    }
    #expect(try offered().contains("Savings: Ravi and Riya"))
    let declined = try share("no")
    #expect(declined.output.contains("Ending it later needs the consent of both of you."), "\(declined)")
    #expect(try declined.output.contains("Nothing was shared.") && family.ravi.run("account").contains("No accounts yet"))
    // One that the other only reads is a joint account, too.
    let read = try share("no", "--read-only")
    let asked = read.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(asked.contains("you alone can add, change and void entries."), "\(read)")
    #expect(try read.output.contains("Nothing was shared.") && family.ravi.run("account").contains("No accounts yet"))
    #expect(try share("yes").status == 0 && family.ravi.run("account").contains("Savings"))
    #expect(try offered().contains("Savings: Riya"))
    try family.asha.run("account", "share", "Savings", "Riya")
    #expect(try offered().contains("You have no account that could be shared") && !offered().contains("Savings"))
    // The server does not rely on who asks.
    for (more, code) in [([], "nothing_changes"), (["--read-only"], "already_granted")] as [([String], String)] {
      let again = try family.asha.start(["account", "share", "Savings", "Ravi", "--yes"] + more)
      let (status, errors) = (try again.status(), try again.errors.all())
      #expect(status == 1 && errors.contains(code), "\(errors)")
    }
    // Nobody can be asked, and nothing was said.
    try family.asha.run("account", "add", "Purse")
    for more in [[], ["--read-only"]] {
      let unasked = try family.asha.start(["account", "share", "Purse", "Ravi"] + more)
      #expect(try unasked.status() == 64)
    }
    #expect(try !family.ravi.run("account").contains("Purse"))
  }

  @Test("product 150: whom an account is shared with, and who becomes a guardian, is told so by a feed that runs")
  func opened() throws {
    let family = try Family()
    let feed = try family.ravi.start("feed")
    _ = try feed.output.next(containing: "Sharma Family")
    try family.asha.run("account", "share", "Savings", "Ravi", "--yes")
    let account = try feed.output.next(containing: "shared with you")
    #expect(account.contains("The account Savings of Asha is shared with you, to read and write"))
    try family.asha.run("guardian", "add", "Riya", "Ravi")
    let child = try feed.output.next(containing: "look after")
    #expect(child.contains("You look after Riya from now on and see what Riya spends"))
    #expect(feed.output.seen.count { $0.contains("with you") || $0.contains("look after") } == 2, "each once")
  }

  @Test(
    "product 148: an account is shown with name, type, balance, who may do what and since when, and what is in it; each of the two may change it"
  )
  func accountDetail() throws {
    let family = try Family()
    try family.asha.run("account", "share", "Savings", "Ravi", "--yes")
    try family.asha.run("account", "deposit", "Savings", "500", "Salary")
    try family.ravi.run("account", "withdraw", "Savings", "20", "Milk")
    // A partner who writes adds, changes and takes out, whoever noted it (product 147).
    try family.ravi.run("account", "correct", "Savings", "Salary", "--amount", "600")
    try family.ravi.run("account", "deposit", "Savings", "5", "Mistake")
    try family.asha.run("account", "void", "Savings", "Mistake")
    let today = try family.asha.run("account", "show", "Savings", "--json").firstMatch(of: /"date":"([0-9-]+)"/)?.output.1
    for (program, owner) in [(family.asha, "savings, yours"), (family.ravi, "savings, of Asha")] {
      let shown = try program.run("account", "show", "Savings")
      let parts = [
        "Savings", owner, "Balance ₹880.00", "Ravi reads and writes, since \(today ?? "?"), ends when both agree", "Salary", "₹600.00",
        "Milk", "-₹20.00",
      ]
      for part in parts { #expect(shown.contains(part), "\(part): \(shown)") }
      #expect(!shown.contains("Mistake"))
    }
  }

  @Test(
    "product 184: hearth dash has the sections of who looks: joint accounts and children for parents, budgets, expenses and settings for all"
  )
  func dashboard() throws {
    let family = try Family()
    try family.asha.run("account", "share", "Savings", "Ravi", "--yes")
    try family.asha.run("account", "add", "Purse", "--type", "savings", "--opening", "7")
    try family.asha.run("account", "share", "Purse", "Riya")
    try family.asha.run("budget", "set", "Fun", "200", "--category", "dining")
    try family.ravi.run("add", "50", "Tea", "--category", "dining")
    for (program, joint, children) in [(family.asha, true, true), (family.ravi, true, false), (family.riya, false, false)] {
      let shown = try program.run("dash")
      #expect(shown.contains("Joint accounts") == joint && shown.contains("Savings") == joint && !shown.contains("Purse"), "\(shown)")
      #expect(shown.contains("Children") == children, "\(shown)")
      for part in ["₹50.00 spent", "Fun", "Tea", "Settings", "Time zone: UTC"] { #expect(shown.contains(part), "\(part): \(shown)") }
    }
  }

  @Test("product 65: a minor has an alias for anybody, whose own they are or not, and is asked for no right")
  func aliases() throws {
    let family = try Family()
    for (name, alias) in [("Asha", "Mummy"), ("Ravi", "Papa"), ("me", "Queen")] {
      #expect(try family.riya.run("alias", name, alias).contains("on this device"))
    }
    let shown = try family.riya.run("members")
    for alias in ["Mummy", "Papa", "Queen"] {
      #expect(try shown.contains(alias) && !family.asha.run("members").contains(alias), "\(shown)")
    }
  }
}
