import ArgumentParser
import HearthServer
import Transport

/// Whose word counts for where a client comes from.
struct ProxyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Proxy whose X-Forwarded-For is believed, repeatable: 127.0.0.1, 10.0.0.0/8, fd00::/8, or unix for all who "
        + "come through Unix sockets. Left out: nobody's.", valueName: "CIDR"))
  var trustedProxy: [TrustedProxy] = []

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) { configuration.trustedProxies = trustedProxy }
}
