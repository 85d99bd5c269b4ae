import Foundation
import Support
import Testing

/// What README.md and the pages under docs/ say is what the programs do.
@Suite struct DocumentTests {
  /// Whether one of the lines is what a page shows, where `…` stands for anything.
  private func isShown(_ shown: String, in lines: [Substring]) -> Bool {
    let parts = shown.components(separatedBy: "…")
    return lines.contains { line in
      var rest = line[...]
      for (index, part) in parts.enumerated() {
        guard let found = index == 0 ? (rest.hasPrefix(part) ? rest.range(of: part) : nil) : rest.range(of: part) else {
          return part.isEmpty
        }
        rest = rest[found.upperBound...]
      }
      return rest.isEmpty || parts.last == ""
    }
  }

  @Test("A page's line stands for itself, and … for anything")
  func shownLines() {
    #expect(isShown("a … c", in: ["x", "a b c"]))
    #expect(!isShown("a … c", in: ["a b c d", "xa b c"]))
    #expect(!isShown("a", in: ["a b"]))
  }

  @Test("Every command of README.md works as written, in order, and prints what the page shows")
  func readme() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let environment = ["HOME": folder.path, "PATH": Program.products + ":/usr/bin:/bin", "HEARTH_HOME": folder.path + "/.config/hearth"]
    var code = ""
    func shell(_ block: String) throws -> Program {
      let script = block.replacing("127.0.0.1:7433", with: server.url.authority).replacing("K7QM-3FXP-9RTW-2HVC", with: code)
        .replacing("hearth feed", with: "exec hearth feed").replacing("$PWD/.build/release", with: Program.products)
      return try Program(path: "/bin/bash", ["-e", "-c", script], environment: environment)
    }
    var blocks = try Page("README.md").blocks[...]

    // The verbs, whose work would take minutes: make knows them.
    for block in [blocks.removeFirst(), blocks[1]] {
      for line in block.text.split(separator: "\n") where line.hasPrefix("make ") {
        let verb = String(line.split(separator: " ")[1])
        let make = try Program(path: "/usr/bin/env", ["make", "-n", "-C", Page.root.path, verb])
        #expect(try make.status() == 0, "\(line)")
      }
    }
    #expect(blocks.removeFirst().text.hasSuffix("hearthd serve --listen 127.0.0.1:7433 --data ./data"))

    let asha = try shell(blocks.removeFirst().text)
    #expect(try asha.status() == 0, "\(asha.errors.seen)")
    code = String(try #require(try asha.output.all().firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
    let ravi = try shell(blocks.removeFirst().text)
    _ = try ravi.output.next(containing: "2 members")
    let again = try shell(blocks.removeFirst().text)
    #expect(try again.status() == 0, "\(again.errors.seen)")
    let balances = try again.output.all().split(separator: "\n").suffix(2)
    #expect(balances.first?.hasSuffix("is owed  ₹872.25") == true, "\(balances)")
    #expect(balances.last?.hasSuffix("owes     ₹872.25") == true, "\(balances)")
    for text in ["Vegetables", "Electricity", "Dinner", "Groceries"] { _ = try ravi.output.next(containing: text) }
    ravi.send(SIGINT)
    #expect(try ravi.status() == 0)

    // A command, and a line of what it prints.
    #expect(blocks.count == 12)
    while let command = blocks.popFirst(), let shown = blocks.popFirst() {
      #expect(command.language == "" && shown.language == "output")
      if command.prose.contains("Stop the server") {
        server.program.send(SIGTERM)
        #expect(try server.program.status() == 0)
      }
      let program = try shell(command.text)
      #expect(try program.status() == 0, "\(command.text): \(program.errors.seen)")
      let lines = try (program.output.all() + "\n" + program.errors.all()).split(separator: "\n")
      #expect(isShown(shown.text, in: lines), "\(command.text) does not print \(shown.text): \(lines)")
    }
  }

  @Test(
    "Each call of hearth and hearthd on a page has the options that its --help knows",
    arguments: [
      ("README.md", "hearth"), ("docs/clients.md", "hearth"), ("docs/operating.md", "hearthd"),
    ])
  func calls(page: String, program: String) throws {
    var helps: [[String]: String] = [:]
    let calls = try Page(page).calls(of: program)
    #expect(calls.count > 3)
    for call in calls {
      let words = call.split(separator: " ").dropFirst().map(String.init)
      // At most two words name the command; what stands behind them are names, amounts and options.
      let path = Array(words.prefix(2).prefix { $0.wholeMatch(of: /[a-z-]+/) != nil && !$0.hasPrefix("-") })
      if helps[path] == nil {
        let two = try Program.run(program, path + ["--help"])
        let help = two.status == 0 ? two : try Program.run(program, path.prefix(1) + ["--help"])
        helps[path] = help.status == 0 ? help.output : ""
      }
      let help = helps[path] ?? ""
      #expect(!help.isEmpty, "\(call)")
      for word in words where word.hasPrefix("--") { #expect(help.contains(word), "\(call): \(word)") }
    }
  }

  @Test("The table of options in docs/operating.md is what hearthd serve --help says")
  func options() throws {
    let script = Page.root.appendingPathComponent("docs/options.py").path
    let check = try Program(
      path: "/usr/bin/env", ["python3", script, "--check", "--program", Program.products + "/hearthd"])
    #expect(try check.status() == 0, "\(check.errors.seen)")
  }

  @Test("The picture of the feed can be drawn anew, and has fifteen lines")
  func picture() throws {
    let folder = try TemporaryFolder()
    let script = Page.root.appendingPathComponent("docs/picture.py").path
    let drawing = try Program(
      path: "/usr/bin/env", ["python3", script, "--programs", Program.products, "--out", folder.path + "/feed.svg"])
    #expect(try drawing.status() == 0, "\(drawing.errors.seen)")
    let drawn = try String(contentsOfFile: folder.path + "/feed.svg", encoding: .utf8)
    let kept = try String(contentsOf: Page.root.appendingPathComponent("docs/feed.svg"), encoding: .utf8)
    for picture in [drawn, kept] {
      #expect(picture.components(separatedBy: "<text ").count == 1 + 15)
      #expect(picture.contains("Sharma Family at 80% of Groceries"))
    }
  }
}
