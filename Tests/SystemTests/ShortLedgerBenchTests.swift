import Foundation
import Support
import Testing

/// `ledger-bench` as a process, on a small group: its figures are judged by `make ledger-bench` alone, on a quiet
/// machine.
@Suite struct ShortLedgerBenchTests {
  private func bench(_ thresholds: String) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let file = folder.path + "/thresholds.txt"
    try Data(thresholds.utf8).write(to: URL(fileURLWithPath: file))
    let result = try Program.run("ledger-bench", ["--entries", "300", "--repetitions", "10", "--thresholds", file])
    return (result.status, result.output)
  }

  @Test("A group that people have lived in is built and opened from every store, and no figure is above a threshold that nothing reaches")
  func within() throws {
    let result = try bench("decide-p50-us 1e12\nmemory-per-entry-bytes 1e12\nopen-from-snapshot-encrypted-ms 1e12\n")
    #expect(result.status == 0 && !result.output.contains("MISSED"), "\(result.output)")
    for store in ["", "-sqlite", "-encrypted"] {
      #expect(result.output.contains("open-from-snapshot\(store)-ms") && result.output.contains("open-from-log\(store)-ms"))
    }
  }

  @Test("A figure above its threshold is named, and the status says so")
  func missed() throws {
    let result = try bench("decide-p50-us 1e12\nsnapshot-per-entry-bytes 1\n")
    let missed = result.output.split(separator: "\n").filter { $0.hasSuffix("MISSED") }
    #expect(result.status == 1 && missed.count == 1 && missed[0].hasPrefix("snapshot-per-entry-bytes"), "\(result.output)")
  }
}
