import ArgumentParser

/// `hearth-load crowd`: many who talk, and some who trouble the server; the former must not notice.
struct Crowd: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Thousands of members of a hearth-echo --rooms, in turns undisturbed and beside stalled readers, half handshakes and ping floods.",
    discussion: """
      Exit status: 0 when the members' p99 with the disturbance is at most 1.2 times what it is without (of all deliveries that \
      count), nobody but the stalled and the flooding was closed, every message came once and in order and memory stayed within its budget; 1 when \
      not; 2 when the test could not be run.
      """)

  @OptionGroup var target: EchoTargetOptions

  @Option(help: "Loops of a server that is started here.")
  var loops = 2

  @Option(help: "Rooms.")
  var rooms = 1_000

  @Option(help: "Members of each.")
  var members = 10

  @Option(help: "Messages a second in all; each is delivered to a whole room. They are sent on time, whatever the server does.")
  var rate = 1_000.0

  @Option(help: "Seconds of each phase.")
  var seconds = 8.0

  @Option(help: "Rounds, each of a phase without the disturbance and one with it.")
  var rounds = 10

  @Option(help: "Readers that never read.")
  var stalled = 100

  @Option(help: "Connections that send half a handshake.")
  var halfOpen = 1_000

  @Flag(help: "Let them come all at once, and again all at once when the server has ended them, instead of spread over its deadline.")
  var halfTogether = false

  @Option(help: "Connections that ping ten times a second, as they may.")
  var pinging = 100

  @Option(help: "Connections that ping 200 times at once, again and again.")
  var flooding = 20

  @Option(
    help: ArgumentHelp("A port with TLS of the same server: half of the half handshakes are half a ClientHello there.", valueName: "port"))
  var tlsPort: UInt16?

  @Flag(
    help: ArgumentHelp(
      "Trouble a second server in the phases without: then both have the same work for the machine, and what is left is the server's.",
      discussion: "With --spawn."))
  var elsewhere = false

  @Option(
    name: .customLong("other-tls-port"), help: ArgumentHelp("With --elsewhere: the second server's port with TLS.", valueName: "port"))
  var otherTLSPort: UInt16?

  @Option(help: "The server's budget of memory.")
  var budgetMib = 256

  func validate() throws {
    guard (CrowdMembers.busyRooms + 1...10_000).contains(rooms) else { throw ValidationError("--rooms is a number from 3 to 10000.") }
    guard (1...100).contains(members) else { throw ValidationError("--members is a number from 1 to 100.") }
    guard rate > 0, rate <= 100_000 else { throw ValidationError("--rate is a number from above 0 to 100000.") }
    guard seconds > 0, seconds <= 3_600, rounds > 0, rounds <= 100 else { throw ValidationError("--seconds or --rounds is out of range.") }
    guard !elsewhere || (target.spawn != nil && (tlsPort == nil) == (otherTLSPort == nil)) else {
      throw ValidationError("--elsewhere wants --spawn, and --other-tls-port with --tls-port.")
    }
    guard min(stalled, halfOpen, pinging, flooding) >= 0 else { throw ValidationError("Numbers of connections are not negative.") }
  }

  func run() throws {
    let outcome = try reportingFailure { try CrowdRun(self).run() }
    print(outcome.text)
    if !outcome.holds { throw ExitCode(1) }
  }
}
