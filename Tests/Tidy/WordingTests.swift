import Testing

/// Words and constructs that have no place in the project.
struct WordingTests {
  private func occurrences(of words: [String], in files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.lines.enumerated().compactMap { index, line in
        words.contains { line.contains($0) } ? "\(file.place(index)): \(line.drop { $0 == " " })" : nil
      }
    }
  }

  @Test("Nothing is left to be done, and nothing traps on a whim")
  func forbiddenWords() throws {
    let words = ["TODO", "FIXME", "fatalError(", "try!", " as! "]
    let found = occurrences(of: words, in: try SourceTree.writtenFiles())
    #expect(found == [])
  }

  @Test("No test waits for time to pass")
  func sleeps() throws {
    let tests = try SourceTree.swiftFiles("Tests").filter { $0.target != "Tidy" }
    let words = ["sleep", "asyncAfter"].map { $0 + "(" } + ["poll(nil"]
    let found = occurrences(of: words, in: tests)
    #expect(found == [])
  }

  @Test("What the compiler cannot check is said to be safe, where it may be at all")
  func unsafeConstructs() throws {
    let homes: Set<String> = [
      "Transport", "TLS", "Cryptography", "Locking", "Packing", "Deflate", "CLinux", "COpenSSL", "CZlib", "CNATS", "CQRencode",
      "PostgresStore",
    ]
    var wrong: [String] = []
    for file in try SourceTree.writtenFiles() {
      for (index, line) in file.lines.enumerated() where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
        let around = file.lines[max(0, index - 8)...min(file.lines.count - 1, index + 8)]
        if !homes.contains(file.target) && !file.isTest { wrong.append("\(file.place(index)): only in \(homes.sorted())") }
        if !around.contains(where: { $0.contains("Safety:") }) { wrong.append("\(file.place(index)): no Safety line near it") }
      }
    }
    #expect(wrong == [])
  }

  @Test("Who keeps a pointer or reinterprets memory says why that is safe")
  func pointers() throws {
    var wrong: [String] = []
    for file in try SourceTree.writtenFiles() {
      // Only what outlives a call or leaves the type system; a buffer that is passed down ends with the call.
      let reinterpreting = ["Unmanaged.", "assumingMemoryBound", "bindMemory", "withMemoryRebound", "unsafeBitCast", ".allocate(capacity:"]
      let first = file.lines.firstIndex { line in
        let isProperty =
          line.has("Pointer") && line.firstMatch(of: /^  [a-z@ ]*(let|var) \w+: Unsafe(Mutable)?(Raw)?(Buffer)?Pointer/) != nil
        return isProperty || reinterpreting.contains { line.has($0) }
      }
      if let first, !file.lines.contains(where: { $0.has("Safety:") }) { wrong.append(file.place(first)) }
    }
    #expect(wrong == [])
  }
}
