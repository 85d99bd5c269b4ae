import Foundation
import Support
import Testing

/// One call of `hearth` in a story, and what must come of it.
struct Call: Sendable {
  enum Outcome: Sendable {
    /// Status 0, and these words.
    case shows([String])
    /// Status 0, every line is a JSON object, and together they hold these texts; values by key to be used by later
    /// calls.
    case json([String], keeps: [String])
    /// Status 64: not understood. What was wrong, and what would be right.
    case wrong([String])
    /// Status 1: refused. The code, or words of it.
    case refused([String])
  }

  let who: String
  /// As typed: words with spaces stand in single quotes; `{name}` is what an earlier call has kept, `{folder}` the
  /// story's folder.
  let line: String
  let outcome: Outcome
  /// What is typed into it.
  var input = ""
  /// Whether nobody is where the caller looks for the server.
  var isOffline = false
  /// The passphrase in the environment.
  var passphrase: String?
  /// Whether it is called again until it shows the words: of what the server does by itself.
  var isRepeated = false
}

/// Calls that follow from one another, by people who share a group.
struct Story: Sendable, CustomTestStringConvertible {
  let name: String
  /// Files in the story's folder, by name.
  var files: [String: String] = [:]
  let calls: [Call]

  var testDescription: String { name }

  static func shows(_ who: String, _ line: String, _ words: String...) -> Call { Call(who: who, line: line, outcome: .shows(words)) }
  static func json(_ who: String, _ line: String, _ texts: String..., keeps: [String] = []) -> Call {
    Call(who: who, line: line + " --json", outcome: .json(texts, keeps: keeps))
  }
  static func wrong(_ who: String, _ line: String, _ words: String...) -> Call { Call(who: who, line: line, outcome: .wrong(words)) }
  static func typing(_ input: String, _ call: Call) -> Call {
    var call = call
    call.input = input
    return call
  }
  static func offline(_ call: Call) -> Call {
    var call = call
    call.isOffline = true
    return call
  }
  static func eventually(_ call: Call) -> Call {
    var call = call
    call.isRepeated = true
    return call
  }
  static func refused(_ who: String, _ line: String, _ words: String...) -> Call { Call(who: who, line: line, outcome: .refused(words)) }
}

extension Call {
  /// The arguments; nothing is filled in yet.
  var arguments: [String] {
    var arguments: [String] = []
    var word = ""
    var isQuoted = false
    var isOpen = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        isOpen = true
      case " " where !isQuoted:
        if isOpen { arguments.append(word) }
        (word, isOpen) = ("", false)
      default:
        word.append(character)
        isOpen = true
      }
    }
    return isOpen ? arguments + [word] : arguments
  }

  var isJSON: Bool { if case .json = outcome { true } else { false } }
  var isWrong: Bool { if case .wrong = outcome { true } else { false } }
}

/// Plays a story with a server of its own.
struct StoryStage {
  let folder: TemporaryFolder
  let server: ServerProgram
  private var kept: [String: String]

  init(_ story: Story) throws {
    folder = try TemporaryFolder()
    server = try ServerProgram(data: folder.path + "/data", ["--webhooks", "--notify-hook", "/bin/true"])
    kept = ["folder": folder.path, "server": "\(server.url)"]
    for (name, text) in story.files { try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name)) }
  }

  mutating func play(_ story: Story) throws {
    for call in story.calls { try play(call) }
  }

  private mutating func play(_ call: Call) throws {
    func filled(_ text: String) -> String { kept.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) } }
    let arguments = call.arguments.map(filled)
    var environment = ["HEARTH_HOME": folder.path + "/" + call.who, "NO_COLOR": "1", "LANG": "C", "LC_ALL": ""]
    environment["HEARTH_PASSPHRASE"] = call.passphrase
    if call.isOffline { try HearthProgram.setOnline(false, call.who, in: folder, server.url) }
    defer { if call.isOffline { try? HearthProgram.setOnline(true, call.who, in: folder, server.url) } }
    var (status, output, errors) = try Program.run("hearth", arguments, environment: environment, input: call.input)
    // Limit: calls until what the server does by itself is there.
    for _ in 0..<200 where call.isRepeated {
      guard case .shows(let words) = call.outcome, !words.allSatisfy({ output.contains(filled($0)) }) else { break }
      (status, output, errors) = try Program.run("hearth", arguments, environment: environment, input: call.input)
    }
    let account: Comment = "\(call.who): hearth \(call.line)\n\(output)\n\(errors)"
    switch call.outcome {
    case .shows(let words):
      #expect(status == 0, account)
      for word in words { #expect(output.contains(filled(word)), account) }
    case .json(let texts, let keys):
      #expect(status == 0, account)
      let lines = output.split(separator: "\n")
      for line in lines {
        #expect(throws: Never.self, account) { _ = try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8)) }
      }
      for text in texts { #expect(output.contains(filled(text)), account) }
      for key in keys {
        let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(try #require(lines.first, account).utf8))
        guard case .text(let value) = object[key] else { throw Unexpected("\(call.line) gave no \(key): \(output)") }
        kept[key] = value
      }
    case .wrong(let words):
      #expect(status == 64, account)
      #expect(!words.isEmpty, account)
      for word in words { #expect(errors.contains(word), account) }
    case .refused(let words):
      #expect(status == 1, account)
      for word in words { #expect(errors.contains(word), account) }
    }
  }
}

/// Any JSON value.
enum JSONValue: Decodable {
  case text(String)
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) { self = .text(text) } else { self = .other }
  }
}

@Suite struct StoryTests {
  @Test("The console's commands in the order that people use them", arguments: Story.all)
  func story(_ story: Story) throws {
    var stage = try StoryStage(story)
    try stage.play(story)
  }

  @Test("Every verb of hearth is told in a story: with JSON, and with an argument that it does not understand")
  func everyVerbIsTold() {
    func verbs(_ isMeant: (Call) -> Bool) -> Set<String> {
      Set(Story.all.flatMap(\.calls).filter(isMeant).compactMap { CommandTree.leaf(of: $0.arguments)?.name })
    }
    let all = CommandTree.leaves.map(\.name)
    #expect(all.filter { !verbs(\.isJSON).contains($0) } == ["quick-exit"], "it writes nothing")
    #expect(all.filter { !verbs(\.isWrong).contains($0) } == [])
  }
}
