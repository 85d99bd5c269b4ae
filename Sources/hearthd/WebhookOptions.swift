import ArgumentParser
import HearthServer
import Transport

/// Whether what happens in groups is sent to webhooks, and where to.
struct WebhookOptions: ParsableArguments {
  @Flag(help: "Let groups have webhooks: what happens in them is sent to https addresses of the public internet that members name.")
  var webhooks = false

  @Option(
    help: ArgumentHelp(
      "With --webhooks, addresses of receivers within your own network, repeatable: 10.1.2.0/24, fd00::/8. Left out: none.",
      valueName: "CIDR"))
  var webhookAllow: [CIDRRange] = []

  @Option(
    help: ArgumentHelp(
      "With --webhooks, PEM file with the authorities that vouch for receivers; left out, the system's do.", valueName: "file"))
  var webhookCa: String?

  func validate() throws {
    guard webhooks || webhookAllow.isEmpty && webhookCa == nil else {
      throw ValidationError("--webhook-allow and --webhook-ca go with --webhooks.")
    }
  }

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) {
    guard webhooks else { return }
    var settings = WebhookConfiguration()
    (settings.allowed, settings.authoritiesFile) = (webhookAllow, webhookCa)
    configuration.webhooks = settings
  }
}

extension CIDRRange: ExpressibleByArgument {
  /// Reads an address, or a range of addresses with its prefix.
  public init?(argument: String) { self.init(argument) }
}
