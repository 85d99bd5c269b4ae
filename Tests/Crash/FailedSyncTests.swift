import Foundation
import HearthClient
import Programs
import Testing

/// A sync fails that no command waits for: the process ends by itself all the same.
@Suite struct FailedSyncTests {
  /// What is written, other than events.
  enum Writing: String, CaseIterable {
    /// Asha comes on another day, and her device's last day of use is noted.
    case useOfToken
    /// Somebody new comes.
    case registration
    /// The log is brought into the database's file, behind the commit that made it long.
    case checkpoint

    /// Days that the server's clock is ahead when it is done.
    fileprivate var daysAhead: Int { self == .useOfToken ? 1 : 0 }

    /// Has it done.
    fileprivate func run(_ server: ServerProgram, token: String) throws {
      switch self {
      case .useOfToken: try server.logIn(token).close()
      case .registration: try server.register("Ravi").connection.close()
      case .checkpoint: for _ in 0..<FailedSyncTests.registrationsToCheckpoint { try server.register("Ravi").connection.close() }
      }
    }
  }

  /// As many as make the log longer than it may be between two checkpoints (`SQLiteStore.committed`).
  fileprivate static let registrationsToCheckpoint = 600

  /// A folder in which Asha is known.
  private func home() throws -> (folder: WatchedFolder, token: String) {
    let folder = try WatchedFolder()
    let server = try ServerProgram(folder.start())
    let (asha, token) = try server.register("Asha")
    asha.close()
    server.program.send(SIGTERM)
    guard try server.program.status() == 0 else { throw Unexpected("hearthd ended with \(try server.program.status())") }
    return (folder, token)
  }

  /// The syncs since the log had this size, by the files' paths as they were last opened or made.
  private func syncs(_ folder: WatchedFolder, since size: Int) throws -> [String] {
    var names: [UInt64: String] = [:]
    var syncs: [String] = []
    for entry in try folder.read().entries {
      switch entry.change {
      case .opened(let file, let path), .created(let file, let path): names[file] = path
      case .synced(let file), .syncFailed(let file): if entry.start >= size { syncs.append(names[file] ?? "") }
      default: break
      }
    }
    return syncs
  }

  @Test("D4: a failed sync ends the process by itself, whatever it was for", arguments: Writing.allCases)
  func ends(_ writing: Writing) throws {
    // Without sabotage all is done, and the process goes on until it is asked to end.
    let (sound, token) = try home()
    let before = sound.logSize
    let server = try ServerProgram(sound.start(daysAhead: writing.daysAhead))
    let ofStart = try syncs(sound, since: before).count
    try writing.run(server, token: token)
    _ = try server.register("Dadi")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let all = try syncs(sound, since: before)
    let place =
      writing == .checkpoint
      ? try #require(all[ofStart...].firstIndex { $0.hasSuffix("hearth.db") }, "there was to be a checkpoint") : ofStart
    #expect(place < all.count)

    let (folder, known) = try home()
    let failing = try ServerProgram(folder.start(.sync(place + 1), daysAhead: writing.daysAhead))
    _ = try? writing.run(failing, token: known)
    #expect(try failing.program.status() == 1)
    let said = try failing.program.errors.all()
    #expect(said.contains("the store is broken") && said.contains("The store failed"), "\(said)")
  }
}
