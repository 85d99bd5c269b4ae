import Foundation

/// A document of the project, as far as it promises what can be run.
struct Page {
  /// A code block.
  struct Block {
    /// What stands between this block and the one before.
    var prose: String
    /// Behind the opening fence; shell blocks name none.
    var language: String
    var text: String
  }

  /// In order.
  let blocks: [Block]

  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Reads a document by its path from the project's folder.
  init(_ path: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let parts = ("\n" + text).components(separatedBy: "\n```")
    // Every second part stands between fences, behind the rest of the opening fence's line.
    blocks = stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].components(separatedBy: "\n")
      return Block(prose: parts[index - 1], language: lines[0], text: lines.dropFirst().joined(separator: "\n"))
    }
  }

  /// The lines of all shell blocks that begin with a program's name, without their comments.
  func calls(of program: String) -> [String] {
    blocks.filter { $0.language == "" }.flatMap { $0.text.components(separatedBy: "\n") }.filter { $0.hasPrefix(program + " ") }
      .map { $0.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces) }
  }
}
