import Foundation
import HearthClient
import HearthLoadKit
import HearthProtocol
import Support
import Testing

@testable import CatalogueRunner

/// `hearthd serve` when the system gives it no further descriptor, and gives it some again.
@Suite struct NoDescriptorTests {
  /// Lets a running server have so many descriptors from now on; those that it has stay.
  private static func limit(_ server: ServerProgram, to count: Int) throws {
    let change = try Program(path: "/usr/bin/env", ["prlimit", "--pid", "\(server.program.processID)", "--nofile=\(count):"])
    guard try change.status() == 0 else { throw Unexpected(try change.errors.all()) }
  }

  /// How many it may have.
  private static func limit(of server: ServerProgram) throws -> Int {
    let limits = try String(contentsOfFile: "/proc/\(server.program.processID)/limits", encoding: .utf8)
    let match = try #require(limits.firstMatch(of: /Max open files +([0-9]+)/), "\(limits)")
    return try #require(Int(match.1))
  }

  /// Whether no thread of a process has anything to do. One that goes round in a circle always has.
  private static func isAtRest(_ process: Int32) -> Bool {
    let folder = "/proc/\(process)/task/"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else { return false }
    return threads.allSatisfy { thread in
      let text = (try? String(contentsOfFile: folder + thread + "/stat", encoding: .utf8)) ?? ""
      // The state stands behind the name.
      return text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst(2).hasPrefix("S")
    }
  }

  /// Does what a member wishes; if it is refused, then for the time being.
  private static func attempt(_ wish: () throws -> Void) throws {
    do {
      try wish()
    } catch ConnectionFailure.rejected(let rejected) where ["unavailable", "overloaded"].contains(rejected.code) {
      #expect(!rejected.remedy.isEmpty)
    }
  }

  @Test("Without a descriptor who is there is answered, who comes waits, and nobody spins; with some again all are served")
  func exhausted() throws {
    let folder = try TemporaryFolder()
    let first = try ServerProgram(data: folder.path)
    let (asha, token) = try first.register("Asha")
    var groups: [GroupID] = []
    for _ in 0..<3 {
      let made = try asha.send(.createGroup()).groupID
      groups.append(try #require(GroupID(made)))
    }
    asha.close()
    first.program.send(SIGTERM)
    #expect(try first.program.status() == 0)

    // Of these groups one is in memory, and two are at rest.
    let server = try ServerProgram(data: folder.path, ["--loops", "1"])
    let member = try server.logIn(token)
    _ = try member.send(.addEntry("\(groups[0])", minor: 1))
    let usual = try Self.limit(of: server)
    // Fewer than it has, so that not one can be had.
    try Self.limit(server, to: 3)
    let newcomers = try (0..<20).map { _ in
      try Peer(.plain, CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0))
    }
    for newcomer in newcomers { newcomer.send(Catalogue.upgrade()) }
    for number in 2...20 as ClosedRange<Int64> {
      try Self.attempt { _ = try member.send(.addEntry("\(groups[0])", minor: number)) }
    }
    try Self.attempt { _ = try member.follow(groups[1]) }
    let process = server.program.processID
    eventually("the process comes to rest though newcomers wait") { Self.isAtRest(process) }
    #expect(newcomers.allSatisfy { !$0.socket.hasInput(withinMilliseconds: 0) })
    #expect(server.program.isRunning)

    try Self.limit(server, to: usual)
    for newcomer in newcomers { #expect(try newcomer.head().hasPrefix("HTTP/1.1 101 ")) }
    let again = try server.logIn(token)
    _ = try again.send(.addEntry("\(groups[0])", minor: 21))
    for group in groups { _ = try again.follow(group) }
    let door = try AttachmentDoor(server.url, token: token)
    #expect(try door.put(Array("%PDF-1.7 a bill for vegetables".utf8), into: groups[2]) == .kept)
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", folder.path]).status == 0)
  }
}
