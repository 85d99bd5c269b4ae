import Testing

/// What no longer fits into a head wants a cut.
struct SizeTests {
  // Limit: house style.
  private static let fileLinesMax = 500
  private static let functionLinesMax = 70

  @Test("There is something to check")
  func findsFiles() throws {
    #expect(try SourceTree.writtenFiles().count > 100)
    #expect(try SourceTree.targets().map(\.name).contains("Room"))
  }

  @Test("No file is longer than 500 lines")
  func files() throws {
    let long = try SourceTree.swiftFiles("Sources", "Tests", "LoadTests").filter { !$0.isGenerated && $0.lines.count > Self.fileLinesMax }
    #expect(long.map(\.path) == [])
  }

  @Test("No function is longer than 70 lines")
  func functions() throws {
    var long: [String] = []
    for file in try SourceTree.swiftFiles("Sources", "Tests", "LoadTests") where !file.isGenerated {
      for (index, line) in file.lines.enumerated() where isFunction(line) {
        let count = length(of: index, in: file.lines)
        if count > Self.functionLinesMax { long.append("\(file.place(index)): \(count) lines") }
      }
    }
    #expect(long == [])
  }

  private func isFunction(_ line: String) -> Bool {
    guard ["func ", "init", "subscript"].contains(where: line.has) else { return false }
    let modifiers: Set<Substring> = [
      "public", "package", "internal", "private", "fileprivate", "static", "mutating", "override", "final", "convenience", "required",
    ]
    let word = line.split(separator: " ").first { !modifiers.contains($0) && !$0.hasPrefix("@") } ?? ""
    return word == "func" || word == "deinit" || word.prefixMatch(of: /(init|subscript)[?(<]/) != nil
  }

  /// The formatter puts the closing brace where the declaration begins; a function on one line has none of its own.
  private func length(of start: Int, in lines: [String]) -> Int {
    let indentation = lines[start].prefix { $0 == " " }
    if lines[start].hasSuffix("}") { return 1 }
    // A protocol's requirement has no body: what follows stands where it stands.
    let next = start + 1 < lines.count ? lines[start + 1] : ""
    let isRequirement = !lines[start].hasSuffix("{") && !lines[start].hasSuffix("(")
    if isRequirement, next.prefix(while: { $0 == " " }).count <= indentation.count, next != indentation + "{" { return 1 }
    // Nor has one whose parameters have lines of their own.
    if lines[start].hasSuffix("("), let close = lines[(start + 1)...].firstIndex(where: { $0.hasPrefix(indentation + ")") }),
      !lines[close].hasSuffix("{"), !lines[close].hasSuffix("}")
    {
      return close - start + 1
    }
    let end = lines[(start + 1)...].firstIndex { line in
      let own = line.prefix { $0 == " " }
      return !line.isEmpty && (own.count < indentation.count || line == indentation + "}")
    }
    return (end ?? lines.count) - start + 1
  }
}
