import ArgumentParser
import HearthLoadKit

/// `hearth-load crowd`: many who talk, and some who trouble the server; the former must not notice.
struct Crowd: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Thousands of members of two hearth-echo --rooms, of which one is troubled by stalled readers, half handshakes and ping floods.",
    discussion: """
      Members talk to one server and to the other by turns of half a second, and in each round the other one is troubled: so whatever the machine \
      and its host do beside comes to both. While they talk to the one that nobody troubles, the other one runs when nobody else wants a \
      processor.

      Exit status: 0 when the members' p99 with the disturbance is at most 1.2 times what it is without (of all deliveries that \
      count), nobody but the stalled and the flooding was closed, every message came once and in order, memory stayed within its \
      budget and those who trouble the server were there, at least 95 in 100 of them at half of the looks, and did so; 1 when not; \
      2 when the test could not be run, or would be smaller than what is promised.
      """)

  @OptionGroup var target: EchoTargetOptions

  @Option(help: "Loops of each server.")
  var loops = 2

  @Option(help: "Rooms of each server.")
  var rooms = 1_000

  @Option(help: "Members of each.")
  var members = 10

  @Option(help: "Messages a second in all; each is delivered to a whole room. They are sent on time, whatever the server does.")
  var rate = 1_000.0

  @Option(help: "Seconds of each round that are measured at either server.")
  var seconds = 20.0

  @Option(help: "Rounds, in each of which another server is troubled than in the one before.")
  var rounds = 4

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
    help: ArgumentHelp(
      "A port with TLS in the server's arguments: half of the half handshakes are half a ClientHello there. The second server has another.",
      valueName: "port"))
  var tlsPort: UInt16?

  @Option(
    help: "Milliseconds for which the troubled server is stopped in one stretch of each round: sabotage that has to be found (100 to 5000)."
  )
  var pauseMilliseconds: Int?

  @Flag(help: "Run a crowd that is smaller than the promised 10,000 connections all the same; it does not show what is promised.")
  var short = false

  @Option(help: "A server's budget of memory.")
  var budgetMib = 256

  func validate() throws {
    guard (CrowdMembers.busyCircles + 1...10_000).contains(rooms) else { throw ValidationError("--rooms is a number from 3 to 10000.") }
    guard (1...100).contains(members) else { throw ValidationError("--members is a number from 1 to 100.") }
    guard rate > 0, rate <= 100_000 else { throw ValidationError("--rate is a number from above 0 to 100000.") }
    guard seconds > 0, seconds <= 3_600, rounds > 0, rounds <= 100 else { throw ValidationError("--seconds or --rounds is out of range.") }
    guard target.spawn != nil else { throw ValidationError("Two servers are started here: give --spawn.") }
    guard (100...5_000).contains(pauseMilliseconds ?? 100) else {
      throw ValidationError("--pause-milliseconds is a number from 100 to 5000.")
    }
    guard min(stalled, halfOpen, pinging, flooding) >= 0 else { throw ValidationError("Numbers of connections are not negative.") }
  }

  /// How many there are of each kind, and for how long.
  var size: CrowdSize {
    CrowdSize(
      members: rooms * members, stalled: stalled, feeding: Guests.feeders(ofStalled: stalled), halfOpen: halfOpen, pinging: pinging,
      flooding: flooding, loops: loops, measuredSeconds: Double(rounds) * seconds)
  }

  /// Descriptors that the members need, and a few besides; the trouble-makers have a table of their own.
  var descriptorCount: Int { 2 * rooms * members + 100 }

  func run() throws {
    let outcome = try reportingFailure { try CrowdRun(self).run() }
    print(outcome.text)
    try succeed(if: outcome.holds)
  }
}
