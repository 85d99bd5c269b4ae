import Testing

@testable import Statements

/// Small files in the shapes of real ones, every name, number and reference replaced: what each says.
@Suite struct CaseTests {
  /// What a person says beside the file.
  private static func options(_ name: String) -> StatementOptions {
    .usual(name == "app-ynab.csv" ? "USD" : "INR") { options in
      // 05-11-2026 and 06-11-2026 could be of May and of June, too.
      if name == "bank-cr-dr.csv" { options.dayOrder = .dmy }
      // Neither titles nor balances nor words say it.
      if ["plain-kinds.csv", "bank-hsbc-uk.csv", "bank-bnp.csv", "bank-wells-fargo.csv"].contains(name) { options.signs = .minusWentOut }
    }
  }

  @Test("Each file says this", arguments: CaseTable.expected)
  func file(_ name: String, _ lines: String) throws {
    let read = try said(Files.bytes(name), Self.options(name))
    #expect(read.joined(separator: "\n") == lines)
  }

  @Test func noFileIsLeftOut() throws { #expect(try Files.all() == CaseTable.expected.map(\.0).sorted()) }

  @Test("Each profile has a file of its own that it is known by")
  func everyProfile() throws {
    var known: Set<String> = []
    for name in try Files.all() {
      guard case .tables(let tables) = try StatementFile.read(Files.bytes(name), Self.options(name)) else { continue }
      known.formUnion(tables.compactMap(\.profile?.name))
    }
    #expect(known == Set(StatementProfile.builtIn.map(\.name)))
    #expect(known.count > 15)
  }
}
