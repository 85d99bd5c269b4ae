import ArgumentParser

/// The load test program.
@main
struct HearthLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearth-load",
    abstract: "Simulated members that judge what they receive.",
    discussion: """
      Exit status: 0 when every invariant held and something was delivered, 1 when one did not hold, 2 when the test could not be run.
      """,
    subcommands: [Load.self, Family.self, Hostile.self, Crowd.self, Soak.self],
    defaultSubcommand: Load.self)
}
