import Foundation
import Testing

/// The language of comments and documents.
struct ProseTests {
  // Limit: characters of a line that is read without scrolling.
  private static let markdownLineMax = 200
  private static let commentLineMax = 120
  // Limit: words of a page or rule that is read in one go.
  private static let pageWordsMax = ["README.md": 1_300, "ARCHITECTURE.md": 2_500]
  private static let ruleWordsMax = 120

  /// Files with prose for people, besides Swift's: documents, schemas, scripts, the table of errors.
  private func others() throws -> [SourceFile] {
    try SourceTree.files(
      "Protocol", "LoadTests", "clients", "deploy", "findings", "docs", "Tests", endings: ["proto", "sh", "py", "json", "c", "h"]
    )
    .filter { !$0.path.hasPrefix("Protocol/vectors") && !$0.path.hasPrefix("Tests/Fuzz/Corpus") && $0.target != "Tidy" }
      + SourceTree.files(endings: ["Makefile"])
  }

  /// The lines in which a sentence begins with a word that hides its subject.
  private func riddles(_ lines: [String]) -> [Int] {
    lines.indices.filter { place in
      ["Whoever", "Whom", "Likewise"].contains { lines[place].has($0) } && lines[place].contains(#/\b(Whoever|Whom|Likewise)\b/#)
    }
  }

  @Test("No comment and no sentence begins with Whoever, Whom or Likewise")
  func subjects() throws {
    var wrong: [String] = []
    for file in try SourceTree.writtenFiles() + SourceTree.markdownFiles() + others() {
      for index in riddles(file.lines) {
        // The page of style names and shows what it forbids.
        if file.path == "CONTRIBUTING.md" && (file.lines[index].hasPrefix("| ") || file.lines[index].contains("`Tests/Tidy` looks")) {
          continue
        }
        wrong.append("\(file.place(index)): \(file.lines[index])")
      }
    }
    #expect(wrong == [])
    // The control.
    #expect(riddles(["/// Whoever comes.", "It is told whoever comes.", "Likewise."]) == [0, 2])
  }

  /// The lines that say "room" of what is not the live group.
  private func otherRooms(_ lines: [String]) -> [Int] {
    lines.indices.filter { place in
      lines[place].has("room") && lines[place].contains(#/\b(room for|(leave|have|has|[Mm]ake)s? (no |more |enough )?room)\b(?!-)/#)
    }
  }

  @Test("A room is the live group and nothing else: there is space for something, not room")
  func rooms() throws {
    var wrong: [String] = []
    for file in try SourceTree.writtenFiles() + SourceTree.markdownFiles() + others() {
      wrong += otherRooms(file.lines).map { "\(file.place($0)): \(file.lines[$0])" }
    }
    #expect(wrong == [])
    // The control.
    #expect(otherRooms(["There is room for it.", "What left the room.", "It has no room."]) == [0, 2])
  }

  @Test("No line of Markdown is longer than 200 characters, and prose is written one sentence a line")
  func markdown() throws {
    let pages = try SourceTree.markdownFiles()
    #expect(pages.count > 40)
    for page in pages {
      let long = page.lines.indices.filter { page.lines[$0].count > Self.markdownLineMax }.map { page.place($0) }
      #expect(long == [])
    }
    #expect(try isProse(pages.map { SourceTree.root.appendingPathComponent($0.path).path }))
    // The control.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("prose-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let long = String(repeating: "word ", count: 37)
    for (index, (text, isRight)) in [
      ("One. Two.\n", false), ("- One.\n  Two, `a. B`.\n", true), ("\(long)and (one,\nthree).\n", false),
      ("\(long)and\n(one, three).\n", true),
    ].enumerated() {
      let page = folder.appendingPathComponent("\(index).md")
      try Data(text.utf8).write(to: page)
      #expect(try isProse([page.path]) == isRight, "\(text)")
    }
  }

  private func isProse(_ pages: [String]) throws -> Bool {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["python3", SourceTree.root.appendingPathComponent("Tests/Tidy/prose.py").path, "--check"] + pages
    try program.run()
    program.waitUntilExit()
    return program.terminationStatus == 0
  }

  @Test("No line of a comment is longer than 120 characters")
  func comments() throws {
    var long: [String] = []
    for file in try SourceTree.writtenFiles() + SourceTree.swiftFiles("Tests/Tidy") {
      for (index, line) in file.lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("//") && line.count > Self.commentLineMax
      {
        long.append("\(file.place(index)). Run: make format")
      }
    }
    #expect(long == [])
  }

  @Test("README has at most 1,300 words, ARCHITECTURE 2,500, and a rule of SPEC 120")
  func words() throws {
    func count(_ text: some StringProtocol) -> Int { text.split { $0.isWhitespace }.count }
    for (page, most) in Self.pageWordsMax { #expect(count(try SourceTree.text(page)) <= most, "\(page)") }
    let parts = try SourceTree.text("Protocol/SPEC.md").components(separatedBy: "\n- **").dropFirst()
    let rules = parts.map { $0.components(separatedBy: "\n\n")[0].components(separatedBy: "\n#")[0] }
    #expect(rules.count > 200)
    #expect(rules.filter { count($0) > Self.ruleWordsMax + 1 }.map { String($0.prefix(7)) } == [])
  }

  @Test("Each Swift file that a page names is there, and each page that a page links to")
  func paths() throws {
    let files = try SourceTree.swiftFiles("Sources", "Tests", "LoadTests").map(\.path)
    var missing: [String] = []
    for page in try SourceTree.markdownFiles() where page.path != "CHANGELOG.md" {
      for (index, line) in page.lines.enumerated() {
        for match in line.matches(of: #/`([A-Za-z0-9+/_-]+\.swift)`/#)
        where !match.1.hasPrefix("TYPE") && !files.contains(where: { $0.hasSuffix("/" + match.1) }) {
          missing.append("\(page.place(index)) names \(match.1)")
        }
        for match in line.matches(of: #/\]\(([A-Za-z0-9./_-]+\.(?:md|svg|service|socket))\)/#) {
          let folder = SourceTree.root.appendingPathComponent(page.path).deletingLastPathComponent()
          if !FileManager.default.fileExists(atPath: folder.appendingPathComponent(String(match.1)).path) {
            missing.append("\(page.place(index)) links to \(match.1)")
          }
        }
      }
    }
    #expect(missing == [])
  }

  @Test("The list of decisions has each of them, newest first")
  func decisions() throws {
    let names = try SourceTree.markdownFiles().map(\.path).filter { $0.hasPrefix("docs/decisions/2") }
      .map { String($0.dropFirst("docs/decisions/".count)) }
    let listed = try SourceTree.text("docs/decisions/README.md").matches(of: #/\(([0-9-]+[a-z0-9-]*\.md)\)/#).map { String($0.1) }
    #expect(Set(names) == Set(listed) && names.count == listed.count)
    let days = listed.map { $0.prefix(10) }
    #expect(days == days.sorted(by: >))
    for name in names { #expect(try SourceTree.text("docs/decisions/" + name).split(separator: "\n").count <= 20, "\(name)") }
  }
}
