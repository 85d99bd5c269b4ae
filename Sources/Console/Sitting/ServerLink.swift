import HearthClient
import TLS

/// The way to the server.
enum ServerLink {
  case online(HearthConnection)
  /// It cannot be reached, for this reason.
  case offline(ConsoleFailure)

  static func logIn(_ configuration: SyncConfiguration, _ profile: Profile) throws(ConsoleFailure) -> HearthConnection {
    let connection = try connect(
      configuration, to: profile.server, authoritiesFile: profile.authoritiesFile, certificate: profile.certificate)
    do {
      _ = try connection.open()
    } catch {
      connection.close()
      throw ConsoleFailure(error)
    }
    return connection
  }

  static func connect(
    _ configuration: SyncConfiguration, to server: String, authoritiesFile: String?, certificate: TLSIdentity?
  ) throws(ConsoleFailure) -> HearthConnection {
    let url: ServerURL
    do {
      url = try ServerURL(server)
    } catch {
      throw ConsoleFailure(
        ArgumentFlaw(
          "\"\(server.printable)\" is no server's address. Write it like wss://hearth.example or ws://127.0.0.1:7433.",
          "\"\(server.printable)\" किसी सर्वर का पता नहीं है। ऐसे लिखें: wss://hearth.example या ws://127.0.0.1:7433।"))
    }
    do {
      return try HearthConnection(configuration, server: url, authoritiesFile: authoritiesFile, certificate: certificate)
    } catch {
      throw ConsoleFailure(error)
    }
  }
}
