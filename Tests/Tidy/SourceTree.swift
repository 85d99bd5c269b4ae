import Foundation

/// A file of the project, read.
struct SourceFile {
  /// From the package's root: "Sources/Room/Room.swift".
  var path: String
  var lines: [String]

  /// The target that the file belongs to: "Room".
  var target: String { String(path.split(separator: "/").dropFirst().first ?? "") }
  var isGenerated: Bool { path.contains("/Generated/") }
  var isTest: Bool { path.hasPrefix("Tests/") }

  /// The modules that the file imports, whatever stands before the word.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index < words.index(before: words.endIndex),
        words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0) })
      else { return nil }
      // "import struct Module.Type" names the module second.
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let rest = words[(index + 1)...].drop { kinds.contains($0) }
      return rest.first.flatMap { $0.split(separator: ".").first }.map(String.init)
    }
  }

  /// A line's place as a reader finds it: "Sources/Room/Room.swift:7".
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }
}

extension String {
  /// Whether these bytes stand in it. That is quick: it is asked before a pattern is looked for in thousands of lines.
  func has(_ word: String) -> Bool { withCString { text in word.withCString { strstr(text, $0) != nil } } }
}

/// The project's files.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file by its path from the root.
  static func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }

  /// All files below these folders, or in the root itself, whose names end so.
  static func files(_ folders: String..., endings: [String]) throws -> [SourceFile] {
    var paths: [String] = []
    if folders.isEmpty { paths = try FileManager.default.contentsOfDirectory(atPath: root.path) }
    for folder in folders {
      guard let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path) else { continue }
      for case let path as String in walk { paths.append(folder + "/" + path) }
    }
    return try paths.filter { path in endings.contains { path.hasSuffix("." + $0) || path == $0 } }.sorted()
      .map { SourceFile(path: $0, lines: try text($0).components(separatedBy: "\n")) }
  }

  /// The documents.
  static func markdownFiles() throws -> [SourceFile] {
    try files(endings: ["md"])
      + files("Protocol", "LoadTests", "clients", "deploy", "docs", "findings", "Tests", "Sources", endings: ["md"])
  }

  /// All Swift files below these folders.
  static func swiftFiles(_ folders: String...) throws -> [SourceFile] {
    var files: [SourceFile] = []
    for folder in folders {
      guard let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path) else { continue }
      for case let path as String in walk where path.hasSuffix(".swift") {
        let path = folder + "/" + path
        files.append(SourceFile(path: path, lines: try text(path).components(separatedBy: "\n")))
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Swift files of the project that people wrote, tests included; without these checks, which name what they look for.
  static func writtenFiles() throws -> [SourceFile] {
    try swiftFiles("Sources", "Tests", "LoadTests").filter { !$0.isGenerated && $0.target != "Tidy" }
  }

  /// The own targets in the order of `Package.swift`, each with the own targets that it depends on.
  static func targets() throws -> [(name: String, dependencies: Set<String>)] {
    let declarations = try text("Package.swift").split(separator: /\.(target|executableTarget|systemLibrary|testTarget|plugin)\(/)
      .dropFirst()
    return declarations.compactMap { declaration in
      guard let name = declaration.firstMatch(of: /name: "([^"]+)"/)?.1 else { return nil }
      let list = declaration.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      return (String(name), Set(list.matches(of: /"([^"]+)"/).map { String($0.1) }))
    }
  }
}
