import Foundation
import HearthClient
import HearthProtocol

/// `hearthd serve` on a port of the system's choosing.
package struct ServerProgram: Sendable {
  /// The process.
  package let program: Program
  /// `ws://127.0.0.1:PORT`, or `wss` if the options say so.
  package let url: ServerURL

  /// - Parameters:
  ///   - fileBlocksMax: blocks of 1 KiB past which the system refuses to let a file of the server grow, as a failing
  ///     disk would.
  ///   - limits: what bash's `ulimit` sets first, such as `-n 196`.
  package init(data: String, _ options: [String] = [], fileBlocksMax: Int? = nil, limits: String? = nil) throws {
    let arguments = Self.arguments(data: data) + options
    if let limits {
      try self.init(Program(path: "/bin/bash", ["-c", "ulimit \(limits); exec \"$0\" \"$@\"", Program.products + "/hearthd"] + arguments))
    } else if let fileBlocksMax {
      // The thread sanitizer maps a file of its own that the limit would cut off, unless there is no place for one.
      let script = "trap '' XFSZ; export TMPDIR=/proc; ulimit -f \(fileBlocksMax); exec \"$0\" \"$@\""
      try self.init(Program(path: "/bin/bash", ["-c", script, Program.products + "/hearthd"] + arguments))
    } else {
      try self.init(Program("hearthd", arguments))
    }
  }

  /// - Parameter store: the address of a PostgreSQL that has the data.
  package init(store: String, _ options: [String] = []) throws {
    try self.init(Program("hearthd", Self.arguments(at: ["--store", store]) + options))
  }

  /// Waits until a program that was started with `arguments` serves members.
  ///
  /// - Parameter whenDiskIsFull: called when it says that it waits for space.
  package init(_ program: Program, whenDiskIsFull: () throws -> Void = {}) throws {
    self.program = program
    while let line = try program.errors.next() {
      if line.contains("the disk is full") { try whenDiskIsFull() }
      guard let start = line.range(of: "wss?://[^ ]*/v1/socket", options: .regularExpression) else { continue }
      url = try ServerURL(String(line[start]))
      return
    }
    throw Unexpected("hearthd serves nobody: \(program.errors.seen)")
  }

  /// What hearthd is started with.
  package static func arguments(data: String) -> [String] { arguments(at: ["--data", data]) }

  private static func arguments(at place: [String]) -> [String] {
    ["serve", "--listen", "127.0.0.1:0"] + place + [
      "--message-rate", "100000", "--connections-per-identity", "100",
      "--registrations-per-hour", "10000", "--groups-per-hour", "10000",
      "--identity-read-ms-per-minute", "1000000", "--address-read-ms-per-minute", "1000000",
      "--identity-history-bytes-per-hour", "1099511627776", "--address-history-bytes-per-hour", "1099511627776",
    ]
  }

  /// Somebody new.
  package func register(_ name: String) throws -> (connection: HearthConnection, token: String) {
    let connection = try HearthConnection(SyncConfiguration(credentials: .register(displayName: name)), server: url)
    guard let token = try connection.open(within: .seconds(60)).token else { throw Unexpected("registered without a token") }
    return (connection, token)
  }

  /// Somebody known.
  package func logIn(_ token: String) throws -> HearthConnection {
    let connection = try HearthConnection(SyncConfiguration(credentials: .token(token)), server: url)
    _ = try connection.open(within: .seconds(60))
    return connection
  }
}
