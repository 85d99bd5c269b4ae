import ArgumentParser
import Dispatch
import Foundation
import Logging
import TLS

/// The certificates that members' connections are secured with, and those that members show. SIGHUP reads the files
/// again.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "PEM file with the certificate and its chain; members then use wss://. Repeatable: the client's wish for a name chooses.",
      valueName: "file"))
  var tlsCert: [String] = []

  @Option(help: ArgumentHelp("PEM file with the certificate's private key, in the same order as --tls-cert.", valueName: "file"))
  var tlsKey: [String] = []

  @Option(help: ArgumentHelp("PEM file with the authorities that vouch for members' own certificates.", valueName: "file"))
  var tlsClientCa: String?

  @Option(
    help: ArgumentHelp(
      "With --tls-client-ca, whether a member without a certificate may connect: required (if left out), optional.", valueName: "need"))
  var tlsClientCert: ClientCertificateNeed?

  func validate() throws {
    guard tlsCert.count == tlsKey.count else { throw ValidationError("Each --tls-cert needs a --tls-key, in the same order.") }
    guard tlsClientCa == nil || !tlsCert.isEmpty else { throw ValidationError("--tls-client-ca needs --tls-cert and --tls-key.") }
    guard tlsClientCert == nil || tlsClientCa != nil else { throw ValidationError("--tls-client-cert needs --tls-client-ca.") }
  }

  /// Reads the files; nil when there are none.
  func load(_ log: Logger) throws(TLSFailure) -> TLSContextHolder? {
    guard !tlsCert.isEmpty else { return nil }
    let context = try context()
    warnOfNameless(context, log)
    return TLSContextHolder(context)
  }

  /// Tells the operator of certificates that browsers and clients refuse, each time that they are read.
  private func warnOfNameless(_ context: TLSContext, _ log: Logger) {
    for place in context.namelessIdentities where tlsCert.indices.contains(place) {
      log.warning(
        "the certificate has no subjectAltName, so browsers and clients refuse it: have it made anew for the server's names",
        metadata: ["file": "\(tlsCert[place])", "remedy": "openssl req … -addext subjectAltName=DNS:hearth.example"])
    }
  }

  private func context() throws(TLSFailure) -> TLSContext {
    let identities = zip(tlsCert, tlsKey).map { TLSIdentity(certificateFile: $0, keyFile: $1) }
    return try TLSContext(server: TLSServerConfiguration(identities: identities, clientCertificates: clientCertificates))
  }

  private var clientCertificates: TLSServerConfiguration.ClientCertificates {
    guard let tlsClientCa else { return .unwanted }
    return switch tlsClientCert ?? .required {
    case .required: .required(authoritiesFile: tlsClientCa)
    case .optional: .optional(authoritiesFile: tlsClientCa)
    }
  }

  /// Reads the files again at each SIGHUP, as long as the result is kept. Connections that exist go on as they are;
  /// files that cannot be used change nothing.
  func reloadAtHangup(_ holder: TLSContextHolder, _ log: Logger) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler {
      do throws(TLSFailure) {
        let context = try context()
        warnOfNameless(context, log)
        holder.replace(with: context)
        log.info("certificates reloaded")
      } catch {
        log.error("certificates not reloaded; the former ones stay", metadata: ["cause": "\(error)"])
      }
    }
    source.resume()
    return source
  }
}

/// Whether members have to show certificates; one that is shown must be good either way.
enum ClientCertificateNeed: String, ExpressibleByArgument, CaseIterable {
  case required
  case optional
}
