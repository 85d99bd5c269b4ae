import Foundation
import Testing

/// The schema's messages, as far as a test asks what is in them.
struct Schema {
  /// A field of a message; those of a oneof are the message's like all others.
  struct Field {
    /// As JSON has it: "addEntry".
    var name: String
    /// The message, enum or scalar that it holds: "AddEntry".
    var type: String
    var isRepeated = false
  }

  /// By the messages' names.
  private(set) var messages: [String: [Field]] = [:]

  /// Reads all files of the schema.
  init() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Protocol/hearth/v1")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "proto"
    {
      var message: String?
      for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
        if let start = line.firstMatch(of: /^message (\w+) \{(\}?)/) {
          messages[String(start.1)] = []
          message = start.2.isEmpty ? String(start.1) : nil
        } else if line == "}" {
          message = nil
        } else if let message, let field = line.firstMatch(of: /^ +(optional |repeated )?(\w+) (\w+) = \d+;/) {
          let words = field.3.split(separator: "_")
          let name = String(words[0]) + words.dropFirst().map(\.capitalized).joined()
          messages[message]?.append(Field(name: name, type: String(field.2), isRepeated: field.1 == "repeated "))
        }
      }
    }
  }

  func fields(of message: String) throws -> [Field] { try #require(messages[message], "no message \(message)") }

  /// The paths of all fields of a message and of what they hold: "addEntry.content.place.city".
  ///
  /// - Parameter closed: messages whose own fields are not looked into.
  func paths(of message: String, closed: Set<String> = []) throws -> Set<String> {
    var paths: Set<String> = []
    for field in try fields(of: message) {
      paths.insert(field.name)
      guard messages[field.type] != nil, !closed.contains(field.type) else { continue }
      for inner in try self.paths(of: field.type, closed: closed) { paths.insert("\(field.name).\(inner)") }
    }
    return paths
  }
}
