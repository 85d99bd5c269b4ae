import Dispatch
import Foundation
import HearthClient
import HearthProtocol
import Testing

/// A folder that is gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/hearth-system-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// `hearthd serve` on a port of the system's choosing.
struct ServerProgram {
  let program: Program
  /// `ws://127.0.0.1:PORT`, or `wss` if the options say so.
  let url: ServerURL

  /// - Parameters:
  ///   - fileBlocksMax: blocks of 1 KiB past which the system refuses to let a file of the server grow, as a failing disk would.
  ///   - limits: what bash's `ulimit` sets first, such as `-n 196`.
  init(data: String, _ options: [String] = [], fileBlocksMax: Int? = nil, limits: String? = nil) throws {
    let arguments =
      ["serve", "--listen", "127.0.0.1:0", "--data", data, "--message-rate", "100000", "--connections-per-identity", "100"] + options
    if let limits {
      program = try Program(path: "/bin/bash", ["-c", "ulimit \(limits); exec \"$0\" \"$@\"", Program.products + "/hearthd"] + arguments)
    } else if let fileBlocksMax {
      let script = "trap '' XFSZ; ulimit -f \(fileBlocksMax); exec \"$0\" \"$@\""
      program = try Program(path: "/bin/bash", ["-c", script, Program.products + "/hearthd"] + arguments)
    } else {
      program = try Program("hearthd", arguments)
    }
    let line = try program.errors.next(containing: "/v1/socket")
    guard let start = line.range(of: "wss?://", options: .regularExpression) else { throw Unexpected(line) }
    url = try ServerURL(String(line[start.lowerBound...].prefix { $0 != " " }))
  }

  /// Somebody new.
  func register(_ name: String) throws -> (connection: HearthConnection, token: String) {
    let connection = try HearthConnection(SyncConfiguration(credentials: .register(displayName: name)), server: url)
    guard let token = try connection.open(within: .seconds(60)).token else { throw Unexpected("registered without a token") }
    return (connection, token)
  }

  /// Somebody known.
  func logIn(_ token: String) throws -> HearthConnection {
    let connection = try HearthConnection(SyncConfiguration(credentials: .token(token)), server: url)
    _ = try connection.open(within: .seconds(60))
    return connection
  }
}

/// Commands as a program would send them.
extension Command {
  static func id() -> String { UUID().uuidString.lowercased() }

  private static func make(_ group: String, _ body: OneOf_Body) -> Command {
    .with {
      $0.id = id()
      $0.groupID = group
      $0.body = body
    }
  }

  static func createGroup(_ group: String = id()) -> Command {
    make(
      group,
      .createGroup(
        .with {
          $0.name = "Sharma Family"
          $0.currency = "INR"
          $0.timeZone = "Asia/Kolkata"
          $0.memberID = id()
          $0.displayName = "Asha"
        }))
  }

  static func addEntry(_ group: String, minor: Int64) -> Command {
    make(
      group,
      .addEntry(
        .with {
          $0.entryID = id()
          $0.content.kind = .expense
          $0.content.amount.minor = minor
          $0.content.amount.currency = "INR"
          $0.content.description_p = "Vegetables"
        }))
  }
}

/// Waits until something becomes true that nothing announces, with a deadline that only a fault reaches.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isTrue: @escaping @Sendable () -> Bool) {
  let came = DispatchSemaphore(value: 0)
  let timer = DispatchSource.makeTimerSource()
  timer.schedule(deadline: .now(), repeating: .milliseconds(5))
  timer.setEventHandler { if isTrue() { came.signal() } }
  timer.resume()
  let result = came.wait(timeout: .now() + 60)
  timer.cancel()
  #expect(result == .success, what, sourceLocation: sourceLocation)
}
