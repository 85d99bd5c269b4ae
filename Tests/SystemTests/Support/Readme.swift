import Foundation

/// README.md, as far as it promises what can be run.
struct Readme {
  private let text: String

  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// The code blocks of a section in a language, in order; shell blocks name none.
  func blocks(of section: String, language: String = "") throws -> [String] {
    guard let start = text.range(of: "\n## \(section)\n") else { throw Unexpected("README.md has no section \"\(section)\"") }
    let body = text[start.upperBound...].components(separatedBy: "\n## ")[0]
    let parts = body.components(separatedBy: "```")
    // Every second part stands between fences, behind the rest of the fence's line.
    return stride(from: 1, to: parts.count, by: 2).compactMap { index in
      let lines = parts[index].components(separatedBy: "\n")
      return lines[0] == language ? lines.dropFirst().joined(separator: "\n") : nil
    }
  }
}
