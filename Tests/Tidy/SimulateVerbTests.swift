import Foundation
import Testing

/// What `make simulate` runs of the simulation.
struct SimulateVerbTests {
  /// The functions of a file in which a count comes from the environment.
  private func counted(_ lines: [String]) -> Set<String> {
    var name = ""
    var found: Set<String> = []
    for line in lines {
      if let function = line.firstMatch(of: #/\bfunc (\w+)\(/#) { name = String(function.output.1) }
      if line.has("count(\"HEARTH_SIMULATE_"), !line.has("\"HEARTH_SIMULATE_FIRST\"") { found.insert(name) }
    }
    return found
  }

  /// The functions that a line of the Makefile chooses.
  private func chosen(_ lines: [String]) -> Set<String> {
    let filters = lines.compactMap { $0.firstMatch(of: #/SimulationTests/\(([\w|]+)\)/#)?.output.1 }
    return Set(filters.flatMap { $0.split(separator: "|") }.map(String.init))
  }

  @Test("make simulate lives every kind of life of which there can be more, and the sabotaged ones")
  func livesAllKinds() throws {
    let counted = try counted(SourceTree.text("Tests/Simulation/SimulationTests.swift").components(separatedBy: "\n"))
    let chosen = try chosen(SourceTree.text("Makefile").components(separatedBy: "\n"))
    #expect(counted.count >= 5)
    #expect(counted.subtracting(chosen) == [])
    #expect(chosen.contains("sabotageIsFound"))
    // The control.
    #expect(self.counted(["  func others() {", "    count(\"HEARTH_SIMULATE_SEEDS\", otherwise: 1)"]) == ["others"])
    #expect(self.chosen(["--filter 'Simulation\\.SimulationTests/(promises|replay)'"]) == ["promises", "replay"])
  }
}
