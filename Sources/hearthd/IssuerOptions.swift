import ArgumentParser
import Dispatch
import Foundation
import HearthServer
import JSONWebToken
import Logging

/// The issuer whose tokens let members in, in place of the server's own. SIGHUP reads the files with its keys again.
struct IssuerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File with the public keys of an issuer whose tokens (JWT) let members in, as a JWK set or PEM; repeatable. Nobody registers then: "
        + "accounts are the issuer's.", valueName: "file"))
  var jwtKeys: [String] = []

  @Option(help: ArgumentHelp("With --jwt-keys, what the issuer's tokens call it (iss).", valueName: "url"))
  var jwtIssuer: String?

  @Option(help: ArgumentHelp("With --jwt-keys, for whom its tokens have to be (aud).", valueName: "name"))
  var jwtAudience: String?

  func validate() throws {
    let given = [!jwtKeys.isEmpty, jwtIssuer != nil, jwtAudience != nil]
    guard Set(given).count == 1 else { throw ValidationError("--jwt-keys, --jwt-issuer and --jwt-audience go together.") }
    guard jwtIssuer != "", jwtAudience != "" else { throw ValidationError("--jwt-issuer and --jwt-audience are not empty.") }
  }

  /// Reads the files; nil when there are none.
  func load() throws(ServerFailure) -> TrustedIssuer? {
    guard let jwtIssuer, let jwtAudience else { return nil }
    return TrustedIssuer(jwtIssuer, audience: jwtAudience, keys: try keys())
  }

  private func keys() throws(ServerFailure) -> WebTokenKeys {
    var keys: WebTokenKeys?
    for path in jwtKeys {
      let bytes = try Self.read(path)
      do throws(WebTokenKeysFlaw) {
        let further = try WebTokenKeys(file: bytes)
        keys = try keys?.adding(further) ?? further
      } catch {
        throw ServerFailure("The key file \(path) cannot be used: it \(error).")
      }
    }
    guard let keys else { throw ServerFailure("No key file was named.") }
    return keys
  }

  /// No more than shows that a file is too large.
  private static func read(_ path: String) throws(ServerFailure) -> [UInt8] {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return Array(try file.read(upToCount: WebTokenKeys.fileBytesMax + 1) ?? Data())
    } catch {
      throw ServerFailure("The key file \(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Reads the files again at each SIGHUP, as long as the result is kept. Connections that exist go on as they are;
  /// files that cannot be used change nothing.
  func reloadAtHangup(_ issuer: TrustedIssuer, _ log: Logger) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler {
      do throws(ServerFailure) {
        issuer.replace(keys: try keys())
        log.info("the issuer's keys reloaded")
      } catch {
        log.error("the issuer's keys not reloaded; the former ones stay", metadata: ["cause": "\(error)"])
      }
    }
    source.resume()
    return source
  }
}
