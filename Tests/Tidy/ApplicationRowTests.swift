import Testing

/// Every row of the catalogue of bad input that is about the application has one test, whose name begins with it:
/// `@Test("A7, HS-04: …")`. The other rows are cases of a table, which `CatalogueTests` counts.
struct ApplicationRowTests {
  @Test("Each of the rows A1 to A25 has exactly one test named after it")
  func everyRow() throws {
    var named: [Int: Int] = [:]
    for file in try SourceTree.swiftFiles("Tests") where file.target != "Tidy" {
      for match in file.lines.joined(separator: "\n").matches(of: /@Test\(\s*"A([0-9]+)\b/) { named[Int(match.1) ?? 0, default: 0] += 1 }
    }
    #expect(named == Dictionary(uniqueKeysWithValues: (1...25).map { ($0, 1) }))
  }
}
