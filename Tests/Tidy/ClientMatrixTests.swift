import Foundation
import Testing

/// The matrix of Python's WebSocket clients (`make python-clients`) and the scenarios of the client packages (`make
/// clients-check`): they are part of continuous integration, and are never left out there.
struct ClientMatrixTests {
  /// What the script says where the clients cannot be installed, and how it ends.
  private static func withoutPyPI(_ script: String, _ environment: [String: String]) throws -> (status: Int32, said: String) {
    let folder = NSTemporaryDirectory() + "hearth-matrix-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    process.executableURL = SourceTree.root.appendingPathComponent(script)
    var complete = ProcessInfo.processInfo.environment.filter { $0.key != "HEARTH_SKIP_NOTHING" }
    complete["HEARTHD"] = "/bin/true"
    (complete["PYTHON"], complete["CLIENTS_FOLDER"]) = ("/bin/false", folder)
    process.environment = complete.merging(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  private static let scripts = ["LoadTests/python-clients.sh", "clients/tests/check.sh"]

  @Test("HS-11: continuous integration tries Python's clients with compression, and the client packages")
  func isTried() throws {
    let script = try SourceTree.text(".ci/run")
    // Side by side, and each is waited for.
    for check in ["python-clients", "clients-check"] {
      #expect(script.contains("\nmake \(check) SHORT=1 >\"$logs/\(check)\" 2>&1 &\n"))
      #expect(script.matches(of: /for check in ([a-z -]+); do/).contains { $0.1.contains(check) })
    }
    #expect(script.contains("wait \"${!job}\" || failed=1\n") && script.contains("\n((failed == 0))\n"))
    #expect(script.contains("\nexport HEARTH_SKIP_NOTHING=1\n"))
  }

  @Test("HS-11: without PyPI it is said that no client was tried, which fails in continuous integration alone", arguments: scripts)
  func withoutPyPI(script: String) throws {
    let alone = try Self.withoutPyPI(script, [:])
    #expect(alone.status == 0 && alone.said.contains("PyPI") && alone.said.contains("no client was tried"), "\(alone)")
    let inIntegration = try Self.withoutPyPI(script, ["HEARTH_SKIP_NOTHING": "1"])
    #expect(inIntegration.status == 2 && inIntegration.said.contains("PyPI"), "\(inIntegration)")
    #expect(!inIntegration.said.contains("Left out"), "\(inIntegration)")
  }
}
