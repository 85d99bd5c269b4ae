import ClientStore
import HearthProtocol
import TLS

extension Profile {
  /// Who the user is.
  static func registered(in file: ProfileFile) throws(ConsoleFailure) -> Profile {
    do throws(ProfileFailure) {
      guard let profile = try file.load() else {
        throw ProfileFailure(
          cause: "You are not registered yet: there is no \(file.path).",
          remedy: "Register first: hearth register --server ws://127.0.0.1:7433 --name YOURNAME")
      }
      return profile
    } catch {
      throw ConsoleFailure(error)
    }
  }

  /// Opens what is kept for the user between two calls.
  func store(in file: ProfileFile) throws(ConsoleFailure) -> ClientStore {
    guard let identity = IdentityID(identity) else {
      throw ConsoleFailure(
        ProfileFailure(
          cause: "\(file.path) names no identity.", remedy: "Move the file away and register again, or restore it from a backup."))
    }
    do {
      return try ClientStore(home: file.home, identity: identity)
    } catch {
      throw ConsoleFailure(error)
    }
  }

  /// What is shown to a secure server that asks.
  var certificate: TLSIdentity? {
    guard let certificateFile, let keyFile else { return nil }
    return TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
  }
}
