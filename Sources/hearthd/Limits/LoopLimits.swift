import Foundation
import HearthServer

/// On how many threads the server works.
enum LoopLimits: LimitTable {
  static let rows = [
    LimitRow(
      "loops", "Event loops, each with a thread.", 1...ServerConfiguration.loopsMax, LimitPlace(\.loops),
      default: "one for each core that it may use"
    ) { $0.loops = usual }
  ]

  /// One loop for each core, as far as there may be so many.
  static var usual: Int { min(coreCount, ServerConfiguration.loopsMax) }

  /// The cores on which this process may run: with `taskset` or in a container fewer than the machine has.
  private static var coreCount: Int {
    // proc(5): a mask in hexadecimal. Foundation counts all cores of the machine.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?.split(separator: "\t").last ?? ""
    let count = mask.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
    return count > 0 ? count : ProcessInfo.processInfo.activeProcessorCount
  }
}
