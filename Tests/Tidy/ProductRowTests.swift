import Testing

/// Every row of the product about groups, members, the ledger, its looks and the family has a test that is named after
/// it: `@Test("product 79: …")`, or `"BN-05, product N14: …"` beside a rule of SPEC.md.
struct ProductRowTests {
  private static let ranges: [ClosedRange<Int>] = [
    1...11, 13...25, 44...69, 71...71, 72...100, 101...107, 108...124, 125...131, 132...159, 163...168, 173...176, 180...188, 190...193,
    196...202,
  ]
  /// What none has but this product.
  private static let ambitions = ["N1", "N2", "N4", "N5", "N6", "N7", "N9", "N10", "N11", "N12", "N13", "N14", "N16", "N18", "N20"]
  /// What contradicts itself in what the product grew from, and is resolved.
  private static let contradictions = ["C4", "C9", "C10", "C20", "C21", "C24", "C25", "C26"]
  private static var rows: [String] { ranges.flatMap { $0.map(String.init) } + ambitions + contradictions }

  /// The rows in a test's name: of "BN-05, products 7 and N14: a group" 7 and N14.
  private func rows(in name: some StringProtocol) -> [String] {
    String(name).matches(of: /\b[Pp]roducts? ((?:(?:and )?[A-Z]*-?[0-9]+,? ?)+)/).flatMap { match in
      match.1.split { $0 == " " || $0 == "," }.map(String.init).filter { $0 != "and" }
    }
  }

  @Test("A name says its rows")
  func names() {
    #expect(rows(in: "product 79: a voided entry") == ["79"])
    #expect(rows(in: "product 1, 8, 9, C22: whoever") == ["1", "8", "9", "C22"])
    #expect(rows(in: "products 182 and 183: place") == ["182", "183"])
    #expect(rows(in: "BN-05, product N14: 3 groups") == ["N14"])
    #expect(rows(in: "the product of 3 and 4") == [])
  }

  @Test("Each row of the product has a test named after it")
  func everyRow() throws {
    var named: Set<String> = []
    for file in try SourceTree.swiftFiles("Tests") where file.target != "Tidy" {
      for match in file.lines.joined(separator: "\n").matches(of: /@Test\(\s*"([^"]*)"/) { named.formUnion(rows(in: match.1)) }
    }
    #expect(Self.rows.filter { !named.contains($0) } == [], "no test is named \"product N: …\"")
    #expect(Self.rows.count == 192)
  }
}
