import Foundation
import Testing

/// Simulated lives of the real cores, the same in every run.
@Suite struct SimulationTests {
  private static func count(_ variable: String, otherwise: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? otherwise
  }

  private static func live(_ seed: UInt64, _ fault: Fault? = nil) throws -> World {
    let world = try World(seed: seed, fault: fault)
    try world.run()
    return world
  }

  @Test("I1 to I14: whatever happens, nothing is lost, doubled, reordered or told to whom it is not for")
  func promises() async {
    let first = Self.count("HEARTH_SIMULATE_FIRST", otherwise: 0)
    let seeds = Self.count("HEARTH_SIMULATE_SEEDS", otherwise: 500)
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<2 as Range<UInt64> {
        group.addTask {
          for seed in stride(from: first + part, to: first + seeds, by: 2) {
            // Other tests have their turn between two lives.
            await Task.yield()
            do {
              _ = try Self.live(seed)
            } catch {
              Issue.record("seed \(seed): \(error)\nmake simulate SEEDS=1 FIRST=\(seed)")
            }
          }
        }
      }
    }
  }

  @Test("The lives are not idle, and the same seed gives the same life")
  func busyAndRepeatable() throws {
    var (accepted, rejected) = (0, 0)
    for seed in 1_000..<1_008 as Range<UInt64> {
      let world = try Self.live(seed)
      #expect(try Self.live(seed).trace == world.trace, "seed \(seed)")
      accepted += world.witness.acceptedCount
      rejected += world.witness.rejectedCount
    }
    #expect(accepted > 500 && rejected > 20, "\(accepted) accepted, \(rejected) rejected")
  }

  @Test("The checker is checked: a world with one fault is found out within 40 lives, for what it is", arguments: Fault.allCases)
  func faultsAreFound(fault: Fault) {
    let found = (0..<40 as Range<UInt64>).lazy.compactMap { seed -> String? in
      do {
        _ = try Self.live(seed, fault)
        return nil
      } catch {
        return "\(error)"
      }
    }
    let first = found.first
    #expect(first?.contains(fault.symptom) == true, "\(fault) was found out by: \(first ?? "nothing")")
  }
}
