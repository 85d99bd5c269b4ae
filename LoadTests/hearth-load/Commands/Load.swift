import ArgumentParser
import CatalogueRunner
import Foundation
import HearthClient

/// `hearth-load` as such: rooms under load, judged.
struct Load: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Rooms under load: at a rate, as much as goes, or while the server is killed again and again.")

  @OptionGroup var target: TargetOptions

  @Option(
    help: ArgumentHelp(
      "One more server of the same groups, repeatable: members are spread over all of them. Its process is found by its port.",
      valueName: "url"))
  var alsoServer: [String] = []

  @Option(help: "Rooms.")
  var rooms = 100

  @Option(help: "Members of each room, at most 10.")
  var members = 10

  @Option(help: "Commands a second in all, evenly spread; latency counts from the moment a command was due.")
  var rate = 500.0

  @Option(help: "How long, in seconds.")
  var seconds = 30.0

  @Flag(help: "Instead of a rate: the next command of a room leaves when all its members have the former.")
  var saturate = false

  @Option(help: "With --saturate: commands of each room in flight.")
  var window = 1

  @Option(help: "Everything made up comes from this number.")
  var seed: UInt64 = 1

  @Flag(help: "Let the server compress what it sends; it must have been started with --deflate.")
  var deflate = false

  @Option(help: "One command in so many breaks a rule and must be refused; 0: none.")
  var wrongOneIn = 64

  @Option(
    help:
      "One command in so many goes to lanes that a few members receive: a child's, an account's, inboxes; 0, or fewer than 4 members: none."
  )
  var narrowOneIn = 16

  @Option(help: ArgumentHelp("kill: end the spawned server without warning again and again while the load goes on.", valueName: "kind"))
  var chaos: ChaosKind?

  @Option(help: "With --chaos: seconds between two kills.")
  var chaosEvery = 2.0

  @Option(help: "With --chaos: kills.")
  var chaosCount = 20

  @Option(
    help: ArgumentHelp(
      "Fail when the answers' p99 is above so many milliseconds; reliability D9 wants 25 at 500 commands a second.", valueName: "ms"))
  var answerP99Max: Double?

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  func validate() throws {
    guard (1...10_000).contains(rooms) else { throw ValidationError("--rooms is a number from 1 to 10000.") }
    // Limit: a group has at most ten members.
    guard (1...10).contains(members) else { throw ValidationError("--members is a number from 1 to 10.") }
    guard rate > 0, rate <= 1_000_000 else { throw ValidationError("--rate is a number from above 0 to 1000000.") }
    guard seconds > 0, seconds <= 86_400 else { throw ValidationError("--seconds is a number from above 0 to 86400.") }
    guard (1...100).contains(window) else { throw ValidationError("--window is a number from 1 to 100.") }
    guard wrongOneIn >= 0 else { throw ValidationError("--wrong-one-in is not negative.") }
    guard narrowOneIn >= 0 else { throw ValidationError("--narrow-one-in is not negative.") }
    guard chaosEvery > 0, chaosCount > 0 else { throw ValidationError("--chaos-every and --chaos-count are above 0.") }
    if chaos != nil, target.spawn == nil { throw ValidationError("--chaos needs --spawn and --data: only a server of its own is killed.") }
    if let answerP99Max, answerP99Max <= 0 { throw ValidationError("--answer-p99-max is above 0.") }
    if !alsoServer.isEmpty, target.spawn != nil { throw ValidationError("--also-server does not go with --spawn.") }
    if chaos != nil, saturate { throw ValidationError("--chaos goes with --rate.") }
  }

  func run() throws {
    let report = try reportingFailure { try LoadRun(self).run() }
    print(report.text(asJSON: json))
    try succeed(if: report.holds)
    guard let answerP99Max, report.answer.p99 > answerP99Max * 1_000 else { return }
    FileHandle.standardError.write(Data("The answers' p99 is above \(answerP99Max) ms.\n".utf8))
    throw ExitCode(1)
  }
}

/// How the server is troubled.
enum ChaosKind: String, ExpressibleByArgument, CaseIterable {
  /// SIGKILL, then a new start on the same data and port.
  case kill
}

/// Which server is tested.
struct TargetOptions: ParsableArguments {
  @Option(help: "The server.")
  var server = "ws://127.0.0.1:7433"

  @OptionGroup var trust: TrustOptions

  @Option(help: "The server's process, for its CPU time and memory; left out, the one that listens on the port of this machine.")
  var serverPid: Int32?

  @Option(help: ArgumentHelp("Start this hearthd on a free port instead, and end it afterwards.", valueName: "path"))
  var spawn: String?

  @Option(help: ArgumentHelp("With --spawn: its data folder.", valueName: "folder"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "With --spawn: one more argument for it, repeatable: --server-argument=--log-level=error. With --tls-cert among them members use wss://.",
      valueName: "argument"))
  var serverArgument: [String] = []

  func validate() throws {
    if spawn != nil, data == nil { throw ValidationError("--spawn needs --data.") }
  }

  /// Starts the server if one is to be started, and waits until it answers.
  func open() throws -> Target {
    guard let spawn, let data else {
      let found = serverPid ?? (try? ServerURL(server)).flatMap { ServerSockets.listener($0.port) }
      return Target(url: server, authoritiesFile: trust.ca, pid: found, server: nil)
    }
    let port = try LoopbackPort.free()
    let server = try SpawnedServer(
      path: spawn, listen: "127.0.0.1:\(port)", data: data,
      arguments: [
        "--message-rate", "1000000", "--connections-per-address", "100000", "--registrations-per-hour", "1000000", "--groups-per-hour",
        "1000000", "--identity-read-ms-per-minute", "1000000", "--address-read-ms-per-minute", "1000000",
        "--identity-history-bytes-per-hour", "1099511627776", "--address-history-bytes-per-hour", "1099511627776", "--messages-per-turn",
        "10000",
        "--log-level", "error",
      ] + serverArgument)
    guard LoopbackPort.waitUntilOpen(port, seconds: 20) else {
      server.kill()
      throw CannotRun(description: "\(spawn) does not listen after 20 s.")
    }
    let scheme = serverArgument.contains { $0.hasPrefix("--tls-cert") } ? "wss" : "ws"
    return Target(url: "\(scheme)://127.0.0.1:\(port)", authoritiesFile: trust.ca, pid: nil, server: server)
  }
}

/// `--ca`, for whoever talks to a server.
struct TrustOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("PEM file with the authority that vouches for a wss:// server; left out: those of the system.", valueName: "file"))
  var ca: String?
}

/// The server under test.
struct Target {
  /// Its URL.
  var url: String
  /// The authorities that may vouch for it, if it is secure; nil for the system's.
  var authoritiesFile: String?
  private var givenPid: Int32?
  /// If it was started here.
  var server: SpawnedServer?
  /// Further servers of the same groups.
  var otherURLs: [String] = []

  init(url: String, authoritiesFile: String?, pid: Int32?, server: SpawnedServer?) {
    self.url = url
    self.authoritiesFile = authoritiesFile
    givenPid = pid
    self.server = server
  }

  /// Its process, if known.
  var pid: Int32? { server?.pid ?? givenPid }

  /// The processes of all servers; nil unless each is known.
  var pids: [Int32]? {
    let others = otherURLs.map { url in (try? ServerURL(url)).flatMap { ServerSockets.listener($0.port) } }
    let all = [pid] + others
    return all.contains(nil) ? nil : all.compactMap(\.self)
  }
}

/// Exits with 1 unless what was found holds and every server that was started ended in order.
func succeed(if holds: Bool) throws {
  if !holds || !SpawnedServer.allEndedInOrder { throw ExitCode(1) }
}

/// Runs the body; prints why it cannot be done and exits with 2.
func reportingFailure<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let code as ExitCode {
    throw code
  } catch {
    FileHandle.standardError.write(Data("hearth-load: \(error)\n".utf8))
    throw ExitCode(2)
  }
}
