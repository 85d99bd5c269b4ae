import Foundation
import Testing

/// S9: the page about OWASP's ASVS has a row for each item that is claimed, and what a row names is there.
struct VerificationStandardTests {
  /// What is claimed (ASVS 5.0): level 2 of the chapters that concern a server without pages of its own, and some items
  /// of level 3.
  private static let items: [String] =
    ["2.2.1", "2.2.2", "2.3.2", "2.3.3", "2.4.1", "4.1.3", "4.1.4", "4.2.1", "4.4.1", "4.4.2", "4.4.3"]
    + ["6.1.1", "6.3.1", "6.3.8", "6.4.1", "6.5.1", "6.5.2", "6.5.3", "6.6.3"]
    + ["7.1.1", "7.1.2", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.3.1", "7.3.2", "7.4.1", "7.4.2", "7.4.5", "7.5.2"]
    + ["8.1.1", "8.1.2", "8.2.1", "8.2.2", "8.2.3", "8.3.1", "8.3.2", "8.4.1"]
    + ["11.1.1", "11.2.1", "11.2.3", "11.2.4", "11.3.1", "11.3.2", "11.3.3", "11.3.4", "11.5.1"]
    + ["15.1.3", "15.2.2", "15.3.3", "15.3.5", "15.4.1", "15.4.2", "15.4.3", "15.4.4"]
    + ["16.1.1", "16.2.1", "16.2.5", "16.3.1", "16.3.2", "16.3.3", "16.4.1", "16.5.1", "16.5.2", "16.5.3"]

  private struct Row {
    var item: String
    var shownBy: String
  }

  private func rows() throws -> [Row] {
    try SourceTree.text("deploy/ASVS.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil else { return nil }
      return Row(item: cells[0], shownBy: cells[2])
    }
  }

  @Test("S9: each claimed item of ASVS 5.0 has one row")
  func items() throws {
    let items = try rows().map(\.item)
    #expect(Set(items).count == items.count)
    #expect(Self.items.filter { !items.contains($0) } == [])
    // The chapters on TLS and on configuration are claimed as they are.
    for chapter in ["12.1", "12.2", "12.3", "13.1", "13.2", "13.3", "13.4"] {
      #expect(items.contains { $0.hasPrefix(chapter + ".") }, "\(chapter)")
    }
  }

  @Test("S9: each test, rule, verb and page that a row names is there")
  func evidence() throws {
    let tests = try SourceTree.swiftFiles("Tests").filter { $0.target != "Tidy" }.map { $0.lines.joined(separator: "\n") }.joined()
    let specification = try SourceTree.text("Protocol/SPEC.md")
    let makefile = try SourceTree.text("Makefile")
    let others = try SourceTree.text("deploy/hearthd.service") + SourceTree.swiftFiles("Sources").flatMap(\.lines).joined(separator: "\n")
    func isThere(_ evidence: String) -> Bool {
      if evidence.hasPrefix("make ") { return makefile.contains("\n\(evidence.dropFirst("make ".count)):") }
      return tests.contains("\"\(evidence)") || tests.contains("func \(evidence)(") || others.contains(evidence)
    }
    for row in try rows() {
      let named = row.shownBy.matches(of: /`([^`]+)`/).map { String($0.1) }
      let rules = row.shownBy.matches(of: /SPEC ([A-Z]{2}-[0-9]{2})/).map { String($0.1) }
      let pages = ["ARCHITECTURE.md", "docs/operating.md", "docs/storage.md", "docs/decisions"].filter(row.shownBy.contains)
      #expect(!named.isEmpty || !rules.isEmpty || !pages.isEmpty, "\(row.item) is shown by nothing")
      for page in pages { #expect(FileManager.default.fileExists(atPath: SourceTree.root.appendingPathComponent(page).path), "\(page)") }
      for evidence in named { #expect(isThere(evidence), "\(row.item): \(evidence)") }
      for rule in rules { #expect(specification.contains("**\(rule)**"), "\(row.item): SPEC \(rule)") }
    }
    // The control: what is nowhere is found to be nowhere.
    #expect(!isThere("S9: a test that nobody wrote") && !isThere("make gold"))
  }
}
