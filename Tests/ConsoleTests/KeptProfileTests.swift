import Foundation
import HearthProtocol
import Importing
import Ledger
import Statements
import Testing

@testable import Console

/// What `--save-profile` keeps of a file's reading: the next plain import reads it the same way.
@Suite struct KeptProfileTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("StatementsTests/Files")

  private static func text(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).csv"))) }

  /// The profile that is kept of a file, read back from its text as a later call reads it.
  private func kept(_ bytes: [UInt8], _ options: ImportOptions) throws -> StatementProfile {
    let file = try FileImport.file(bytes, options, in: Importing().home.view.state.shared)
    guard case .tables(let tables) = file else { throw StatementFlaw(.noTable) }
    return try StatementProfile(try #require(tables.first).asProfile("mine", options).text)
  }

  /// The same file, imported plainly with that profile.
  private func plainly(_ bytes: [UInt8], _ profile: StatementProfile) throws -> ImportPlan {
    var importing = Importing()
    importing.options.profiles = [profile]
    return try importing.plan(bytes, .group)
  }

  @Test("What was said of a file is kept: the next plain import knows each line")
  func said() throws {
    let file = Array("Date,Text,Amount\n2026-11-13,Rice,-19.99\n2026-11-14,Pay,100.00\n".utf8)
    var importing = Importing()
    (importing.options.currency, importing.options.isSigned) = ("usd", true)
    let plan = try importing.plan(file, .group)
    #expect(plan.problems == 0 && plan.steps.map(\.content?.amount.currency) == ["USD", "USD"])
    try importing.commit(plan)
    let profile = try kept(file, importing.options)
    #expect(profile.currency?.code == "USD" && profile.signs == .minusWentOut)
    importing.options = ImportOptions()
    importing.options.profiles = [profile]
    #expect(try importing.plan(file, .group).outcomes == ["2 known", "3 known"])
  }

  @Test(
    "What is known of a bank's files is kept with it",
    arguments: [
      "profile-revolut", "profile-paypal", "profile-venmo", "profile-danske", "profile-sparkasse", "profile-kotak", "profile-phonepe",
    ])
  func known(_ name: String) throws {
    let bytes = try Self.text(name)
    let profile = try kept(bytes, ImportOptions())
    let built = try #require(StatementProfile.builtIn.first { "profile-\($0.name)" == name })
    var same = built
    same.name = "mine"
    // PayPal writes days as its user does, and those of this file show how.
    if name == "profile-paypal" { same.dayOrder = .mdy }
    #expect(profile == same)
    let before = try Importing().plan(bytes, .group)
    let after = try plainly(bytes, profile)
    #expect(after.outcomes == before.outcomes && after.commands.map(\.addEntry) == before.commands.map(\.addEntry))
  }

  @Test("What was said goes above what is known, and the rest of it stays")
  func saidAboveKnown() throws {
    let bytes = try Self.text("profile-danske")
    var options = ImportOptions()
    (options.currency, options.columns) = ("EUR", ["category=Kategori"])
    let profile = try kept(bytes, options)
    #expect(profile.currency?.code == "EUR" && profile.undone == ["venter", "slettet"] && profile.signs == .minusWentOut)
    #expect(profile.columns[.category] == ["kategori"] && profile.columns[.description] == ["tekst"])
    let plan = try plainly(bytes, profile)
    #expect(plan.outcomes.filter { $0.hasSuffix("new") } == ["2 new", "3 new"])
    #expect(plan.commands.allSatisfy { $0.addEntry.content.amount.currency == "EUR" })
    // A title that was said for another column is no longer the known one's.
    options.columns = ["reference=Saldo", "balance=Afstemt"]
    #expect(try kept(bytes, options).columns[.reference] == ["saldo"])
    options.columns = ["note=Underkategori"]
    let moved = try kept(bytes, options)
    #expect(moved.columns[.note] == ["underkategori"] && moved.columns[.category] == nil)
  }

  @Test("The order of days is kept where it was said or days show it, and not where titles made it likely")
  func orderOfDays() throws {
    let named = Array("Txn Date,Narration,Debit,Credit\n\"Apr 28, 2026\",Rice,4.00,\n".utf8)
    #expect(try kept(named, ImportOptions()).dayOrder == nil)
    let likely = Array("Txn Date,Narration,Debit,Credit\n03/04/2026,Rice,4.00,\n".utf8)
    #expect(try kept(likely, ImportOptions()).dayOrder == nil)
    #expect(try plainly(likely, try kept(likely, ImportOptions())).commands.map(\.addEntry.content.date) == ["2026-04-03"])
    let shown = Array("Txn Date,Narration,Debit,Credit\n28/04/2026,Rice,4.00,\n".utf8)
    #expect(try kept(shown, ImportOptions()).dayOrder == .dmy)
    var options = ImportOptions()
    options.dateOrder = .mdy
    #expect(try kept(likely, options).dayOrder == .mdy)
  }

  @Test("A bank that was named for other titles is known by these afterwards")
  func namedForOtherTitles() throws {
    let file = Array("Date,Description,Amount,Extra\n2026-11-13,Rice,5.00,x\n".utf8)
    var options = ImportOptions()
    options.profile = "amex-us"
    let profile = try kept(file, options)
    #expect(profile.matches == [["amount", "date", "description"]] && profile.signs == .plusWentOut)
    #expect(try plainly(file, profile).commands.map(\.addEntry.content.amount.currency) == ["USD"])
  }

  @Test("Of several profiles of the user's that fit, that with the most titles is taken")
  func ofSeveral() throws {
    let file = Array("Date,Text,Amount,Extra\n2026-11-13,Rice,5.00,x\n".utf8)
    var importing = Importing()
    func own(_ name: String, _ titles: [String], _ code: String) -> StatementProfile {
      var profile = StatementProfile(name: name, titles: titles)
      profile.columns = [.date: ["date"], .description: ["text"], .amount: ["amount"]]
      (profile.signs, profile.currency) = (.plusWentOut, Currency(code: code))
      return profile
    }
    let (few, more) = (own("a", ["date", "text", "amount"], "USD"), own("b", ["date", "text", "amount", "extra"], "EUR"))
    importing.options.profiles = [few, more]
    #expect(try importing.plan(file, .group).commands.map(\.addEntry.content.amount.currency) == ["EUR"])
    importing.options.profiles = [more, few]
    #expect(try importing.plan(file, .group).commands.map(\.addEntry.content.amount.currency) == ["EUR"])
  }
}
