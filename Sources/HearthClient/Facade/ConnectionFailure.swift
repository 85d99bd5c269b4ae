import HearthProtocol
import TLS
import Transport

/// Why a blocking connection could not do what it was asked.
public enum ConnectionFailure: Error, Sendable {
  /// The server's name has no address.
  case unresolved(ServerURL, String)
  /// Nobody was reached there.
  case unreachable(ServerURL, Disconnection)
  /// The client has given up.
  case stopped(ServerURL, StopReason)
  /// The server refused; nothing changed.
  case rejected(Rejected)
  /// Time was up. Of what only reads nothing is changed by that; whether anything else was done is not known then (SPEC
  /// CM-06).
  case noAnswer(ServerURL, after: Duration, isRead: Bool)
  /// The server has ended the connection several times since the line takes less than it wants (SPEC CL-04).
  case tooSlow(ServerURL)
  /// The server's account of the group cannot be believed.
  case fault(ReplicaFault)
  /// The authorities to be trusted, or the certificate to be shown, cannot be read.
  case trust(TLSFailure)
  /// The system would not start the client.
  case system(SystemError)
}

/// A notice with the group's view at that moment, if it concerns a group.
public struct Delivery: Sendable {
  /// What the client says.
  public var notice: SyncNotice
  /// With `groupUpdated` and `presence`: what may be shown now.
  public var view: GroupView?
}

/// Somebody has logged in.
public struct Login: Sendable {
  /// What the server said.
  public var welcome: Welcome
  /// The device token, if the identity was registered just now; shown this once.
  public var token: String?
}
