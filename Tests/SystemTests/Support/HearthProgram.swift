import Foundation
import HearthClient
import Support

/// Somebody at a terminal: the program `hearth` with credentials of their own.
struct HearthProgram {
  private var environment: [String: String]

  init(name: String, in folder: TemporaryFolder) { environment = ["HEARTH_HOME": folder.path + "/" + name, "NO_COLOR": "1"] }

  /// The same user, by a clock that says so many seconds more than it is.
  func later(by seconds: Int) throws -> HearthProgram {
    var program = self
    program.environment.merge(try ShiftedClock.environment(seconds: seconds)) { $1 }
    return program
  }

  func start(_ arguments: String...) throws -> Program { try start(arguments) }

  func start(_ arguments: [String], input: Pipe? = nil) throws -> Program {
    try Program("hearth", arguments, environment: environment, input: input)
  }

  /// Runs a command to its end, which must be a good one.
  @discardableResult
  func run(_ arguments: String...) throws -> String {
    let program = try Program("hearth", arguments, environment: environment)
    let status = try program.status()
    let output = try program.output.all()
    guard status == 0 else { throw Unexpected("hearth \(arguments) ended with \(status): \(output)\n\(try program.errors.all())") }
    return output
  }

  /// From here on nobody is where the program of `name` looks for the server, or the server is again.
  static func setOnline(_ isOnline: Bool, _ name: String, in folder: TemporaryFolder, _ server: ServerURL) throws {
    let nowhere = try ServerURL("ws://127.0.0.1:1")
    try moveServer(name, in: folder, from: isOnline ? nowhere : server, to: isOnline ? server : nowhere)
  }

  /// From here on the program of `name` looks for the server elsewhere.
  static func moveServer(_ name: String, in folder: TemporaryFolder, from: ServerURL, to: ServerURL) throws {
    let profile = URL(fileURLWithPath: folder.path + "/\(name)/profile.json")
    let text = try String(contentsOf: profile, encoding: .utf8)
    guard text.contains("\(from)") else { throw Unexpected("\(name) does not look for \(from)") }
    try text.replacingOccurrences(of: "\(from)", with: "\(to)").write(to: profile, atomically: true, encoding: .utf8)
  }

  /// Everybody's balance in minor units, by member.
  func balances() throws -> [String: Int] {
    var result: [String: Int] = [:]
    for line in try run("balances", "--json").split(separator: "\n") {
      let balance = try JSONDecoder().decode(Balance.self, from: Data(line.utf8))
      result[balance.memberId] = Int(balance.minor)
    }
    return result
  }

  private struct Balance: Decodable {
    var memberId: String
    var minor: String
  }
}

/// A server on which Asha has registered with the console; it ends with the last reference.
struct AshasHome {
  let folder: TemporaryFolder
  let server: ServerProgram
  let asha: HearthProgram

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProgram(data: folder.path + "/data")
    asha = HearthProgram(name: "Asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
  }
}

/// An entry as `hearth feed --json` and the Python member print it: its place in the lane, and the chain's hash there.
struct PrintedEntry: Codable, Hashable {
  var position: String
  var hash: String
}

extension Lines {
  /// Reads the feed's entries up to a position.
  func entries(through last: Int) throws -> [PrintedEntry] {
    var entries: [PrintedEntry] = []
    while Int(entries.last?.position ?? "") ?? 0 < last {
      guard let line = try next() else { throw Unexpected("the feed ended: \(seen.suffix(3))") }
      let message = try JSONDecoder().decode(FeedLine.self, from: Data(line.utf8))
      for event in message.laneEvents?.events ?? [] where event.event.entryAdded != nil {
        entries.append(PrintedEntry(position: event.position, hash: event.hash))
      }
    }
    return entries
  }
}

/// What these tests look at in a line of `hearth feed --json`.
private struct FeedLine: Decodable {
  struct LaneEvents: Decodable { var events: [LaneEvent] }
  struct LaneEvent: Decodable {
    var position: String
    var hash: String
    var event: Event
  }
  struct Event: Decodable { var entryAdded: Entry? }
  struct Entry: Decodable { var entryId: String }

  var laneEvents: LaneEvents?
}
