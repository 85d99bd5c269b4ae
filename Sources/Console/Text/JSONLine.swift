import HearthProtocol

/// Writes one JSON object in one line, for what the protocol has no message for. Figures of 64 bits are strings, as in proto3 JSON.
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

  /// RFC 8259 §7.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
