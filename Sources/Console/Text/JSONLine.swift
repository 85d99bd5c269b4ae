import HearthProtocol

/// Writes one JSON object in one line, for what the protocol has no message for. Figures of 64 bits are strings, as in
/// proto3 JSON.
struct JSONLine {
  private var members: [String] = []

  mutating func add(_ key: String, _ text: String) { members.append("\(Self.quoted(key)):\(Self.quoted(text))") }

  mutating func add(_ key: String, json: String) { members.append("\(Self.quoted(key)):\(json)") }

  var text: String { "{" + members.joined(separator: ",") + "}" }

  /// An object in one line with these members behind its own.
  func added(to line: String) -> String {
    guard line.hasPrefix("{"), line.hasSuffix("}"), !members.isEmpty else { return line }
    return String(line.dropLast()) + (line == "{}" ? "" : ",") + members.joined(separator: ",") + "}"
  }

  /// RFC 8259 §7, with more escapes than it asks for (`escapedJSON`).
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.escapedJSON + "\""
  }
}
