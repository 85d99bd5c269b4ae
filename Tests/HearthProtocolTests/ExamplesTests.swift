import Foundation
import HearthProtocol
import SwiftProtobuf
import Testing

/// `Protocol/EXAMPLES.md` against the schema.
struct ExamplesTests {
  /// A section of the page: its heading, the message of its examples, and the schema that lists its bodies.
  private static let sections: [(heading: String, message: any Message.Type, file: String)] = [
    ("What a client sends", ClientMessage.self, "session"), ("Commands", Command.self, "command"),
    ("What a server sends", ServerMessage.self, "session"), ("Events", Event.self, "event"),
  ]

  private func text(_ path: String) throws -> String {
    try String(contentsOf: VectorTests.root.appendingPathComponent("Protocol/" + path), encoding: .utf8)
  }

  /// The bodies of a message of the schema, in its order.
  private func bodies(of message: String, in file: String) throws -> [String] {
    let schema = try text("hearth/v1/\(file).proto")
    let declaration = try #require(schema.components(separatedBy: "message \(message) {").dropFirst().first)
    let body = try #require(declaration.components(separatedBy: "oneof body {").dropFirst().first).prefix { $0 != "}" }
    return body.matches(of: /(?m)^\s+\w+ ([a-z_]+) = [0-9]+;/).map { String($0.1) }
  }

  /// The examples of a section: the body that each is headed by, and its JSON.
  private func examples(of heading: String) throws -> [(body: String, json: String)] {
    let page = try text("EXAMPLES.md")
    let section = try #require(page.components(separatedBy: "\n## \(heading)\n").dropFirst().first).components(separatedBy: "\n## ")[0]
    return try section.components(separatedBy: "\n### `").dropFirst().map { part in
      let json = try #require(part.components(separatedBy: "```json\n").dropFirst().first).components(separatedBy: "\n```")[0]
      return (part.components(separatedBy: "`")[0], json)
    }
  }

  @Test("EXAMPLES.md has one example of each message, which reads by the schema as that message")
  func everyMessage() throws {
    func read<M: Message>(_ type: M.Type, _ json: String) throws -> String {
      try WireFormat.json.decode(type, from: Array(json.utf8)).textFormatString()
    }
    for section in Self.sections {
      let name = String(describing: section.message)
      let examples = try examples(of: section.heading)
      #expect(try examples.map(\.body) == bodies(of: name, in: section.file))
      for example in examples {
        // The schema's own names, beside which a body of a message stands.
        let message = try read(section.message, example.json)
        #expect(message.firstMatch(of: try Regex("(?m)^\(example.body) [{]")) != nil, "\(example.body): \(message)")
      }
    }
  }

  @Test("An example with a name that the schema has not is found")
  func control() {
    #expect(throws: (any Error).self) {
      try WireFormat.json.decode(ClientMessage.self, from: Array(#"{"request": 1, "hallo": {}}"#.utf8))
    }
  }
}
