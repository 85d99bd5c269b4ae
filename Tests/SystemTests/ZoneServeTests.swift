import Foundation
import Programs
import Support
import Testing

/// The time zones that a server goes by, as a process.
@Suite struct ZoneServeTests {
  /// A folder of zones with one in it, which says of itself which version it is.
  private func write(_ version: String, to folder: String) throws {
    let zone = URL(filePath: "/usr/share/zoneinfo/Asia/Kolkata")
    let copy = URL(filePath: folder + "/Asia/Kolkata")
    try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contentsOf: zone).write(to: copy)
    try Data("# version \(version)\n".utf8).write(to: URL(filePath: folder + "/tzdata.zi"))
  }

  @Test("TM-02: hearthd says at its start which version of the time zones it goes by, and reads them again at SIGHUP")
  func version() throws {
    let folder = try TemporaryFolder()
    let zones = folder.path + "/zones"
    try write("2026f", to: zones)
    let arguments = ServerProgram.arguments(data: folder.path + "/data")
    let server = try ServerProgram(Program("hearthd", arguments, environment: ["TZDIR": zones]))
    let read = server.program.errors.seen.filter { $0.contains("time zones read") }
    #expect(read.count == 1 && read[0].contains("version=2026f") && read[0].contains("zones=1") && read[0].contains(zones), "\(read)")
    try write("2027a", to: zones)
    server.program.send(SIGHUP)
    #expect(try server.program.errors.next(containing: "time zones read").contains("version=2027a"))
    try FileManager.default.removeItem(atPath: zones + "/Asia")
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "no time zones there")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }
}
