import ArgumentParser
import Dispatch
import Foundation
import Logging
import TLS

/// The certificates that members' connections are secured with. SIGHUP reads the files again.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "PEM file with the certificate and its chain; members then use wss://. Repeatable: the client's wish for a name chooses.",
      valueName: "file"))
  var tlsCert: [String] = []

  @Option(help: ArgumentHelp("PEM file with the certificate's private key, in the same order as --tls-cert.", valueName: "file"))
  var tlsKey: [String] = []

  func validate() throws {
    guard tlsCert.count == tlsKey.count else { throw ValidationError("Each --tls-cert needs a --tls-key, in the same order.") }
  }

  /// Reads the files; nil when there are none.
  func load() throws(TLSFailure) -> TLSContextHolder? {
    tlsCert.isEmpty ? nil : TLSContextHolder(try context())
  }

  private func context() throws(TLSFailure) -> TLSContext {
    let identities = zip(tlsCert, tlsKey).map { TLSIdentity(certificateFile: $0, keyFile: $1) }
    return try TLSContext(server: TLSServerConfiguration(identities: identities))
  }

  /// Reads the files again at each SIGHUP, as long as the result is kept. Connections that exist go on as they are; files that cannot be
  /// used change nothing.
  func reloadAtHangup(_ holder: TLSContextHolder, _ log: Logger) -> any DispatchSourceSignal {
    signal(SIGHUP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler {
      do throws(TLSFailure) {
        holder.replace(with: try context())
        log.info("certificates reloaded")
      } catch {
        log.error("certificates not reloaded; the former ones stay", metadata: ["cause": "\(error)"])
      }
    }
    source.resume()
    return source
  }
}
