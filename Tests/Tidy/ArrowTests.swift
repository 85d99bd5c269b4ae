import Testing

/// Arrows point down the list of targets, and pure targets stay pure.
struct ArrowTests {
  private static let pure: Set<String> = [
    "HearthProtocol", "Packing", "Ledger", "EventStore", "Room", "WebSocket", "JSONWebToken", "Statements", "Importing",
  ]

  @Test("Pure targets import no clock, no threads, no sockets, no log")
  func pureTargets() throws {
    let impure: Set<String> = ["Dispatch", "Glibc", "Foundation", "FoundationEssentials", "Logging", "CLinux", "Synchronization"]
    var wrong: [String] = []
    for file in try SourceTree.swiftFiles("Sources") where Self.pure.contains(file.target) && !file.isGenerated {
      // Fields of bytes are of this type, which does nothing by itself.
      let isData = file.lines.contains("import struct FoundationEssentials.Data")
      for module in Set(file.imports) where impure.contains(module) {
        let isHarmless = module == "FoundationEssentials" && isData && file.imports.filter { $0 == module }.count == 1
        if !isHarmless { wrong.append("\(file.path) imports \(module)") }
      }
    }
    #expect(wrong == [])
  }

  @Test("Pure targets draw nothing at random")
  func randomness() throws {
    var wrong: [String] = []
    for file in try SourceTree.swiftFiles("Sources") where Self.pure.contains(file.target) && !file.isGenerated {
      for (index, line) in file.lines.enumerated() {
        for source in ["RandomBytes.", "SymmetricKey.random", "SystemRandomNumberGenerator", ".random(in:"] where line.contains(source) {
          wrong.append("\(file.place(index)): \(source)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test("Each target depends on targets above it in Package.swift only")
  func manifest() throws {
    var seen: Set<String> = []
    for target in try SourceTree.targets() {
      #expect(target.dependencies.subtracting(seen) == [], "\(target.name) depends on what is declared after it")
      seen.insert(target.name)
    }
  }

  @Test("Each file imports only what its target declares")
  func imports() throws {
    let targets = try SourceTree.targets()
    let own = Set(targets.map(\.name))
    var wrong: [String] = []
    for file in try SourceTree.swiftFiles("Sources", "Tests", "LoadTests") {
      guard let target = targets.first(where: { $0.name == file.target }) else {
        wrong.append("\(file.path) belongs to no target")
        continue
      }
      for module in file.imports where own.contains(module) && !target.dependencies.contains(module) {
        wrong.append("\(file.path) imports \(module)")
      }
    }
    #expect(wrong == [])
  }

  @Test(
    "These never know of one another",
    arguments: [
      ("Transport", "WebSocket"), ("Transport", "HearthProtocol"), ("WebSocket", "HearthProtocol"), ("WebSocket", "Transport"),
      ("HearthServer", "GRDB"), ("HearthServer", "SQLiteStore"), ("Room", "Transport"), ("Room", "SQLiteStore"), ("Ledger", "Room"),
      ("Ledger", "EventStore"), ("HearthClient", "HearthServer"), ("HearthClient", "Room"), ("EventStore", "SQLiteStore"),
    ])
  func strangers(target: String, module: String) throws {
    let files = try SourceTree.swiftFiles("Sources/\(target)").filter { $0.imports.contains(module) }
    #expect(files.map(\.path) == [])
  }
}
