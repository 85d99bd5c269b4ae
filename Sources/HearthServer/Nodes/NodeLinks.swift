import Locking
import TLS
import Transport

/// What a server needs to ask other nodes of their groups, and to be asked of its own.
public struct NodeLinks: Sendable {
  /// What this server is called among those that share a store; its certificate is for this name.
  public var name: String
  /// Where other nodes connect.
  public var listen: [SocketAddress]
  /// What both ends of a link show one another.
  public var certificates: NodeCertificates
  /// Limit: bytes queued to one node; with more the link is broken, and what it carried begins anew.
  public var queueBytesMax = 32 << 20
  /// Limit: how long nothing is heard over a link, in milliseconds; then it counts as broken.
  public var silenceMilliseconds: Int64 = 10_000

  /// Names the server, where it listens and what it shows.
  public init(name: String, listen: [SocketAddress], certificates: NodeCertificates) {
    (self.name, self.listen, self.certificates) = (name, listen, certificates)
  }
}

/// The certificate of a node, and the authority that vouches for all nodes and for nobody else. Reading the files again
/// concerns new links.
public final class NodeCertificates: Sendable {
  private let identity: TLSIdentity
  private let authoritiesFile: String
  let server: TLSContextHolder
  private let client: Locked<TLSContext>

  /// Reads the files.
  public init(_ identity: TLSIdentity, authoritiesFile: String) throws(TLSFailure) {
    (self.identity, self.authoritiesFile) = (identity, authoritiesFile)
    server = TLSContextHolder(try Self.serving(identity, authoritiesFile))
    client = Locked(try Self.asking(identity, authoritiesFile))
  }

  /// Reads the files again. Links that exist go on as they are; files that cannot be used change nothing.
  public func reload() throws(TLSFailure) {
    let (serving, asking) = (try Self.serving(identity, authoritiesFile), try Self.asking(identity, authoritiesFile))
    server.replace(with: serving)
    client.withLock { $0 = asking }
  }

  /// The node of this name, to connect to: its certificate must be for the name, wherever it is.
  func destination(_ name: String) -> TLSDestination { TLSDestination(client.withLock { $0 }, name: name) }

  private static func serving(_ identity: TLSIdentity, _ authorities: String) throws(TLSFailure) -> TLSContext {
    try TLSContext(server: TLSServerConfiguration(identities: [identity], clientCertificates: .required(authoritiesFile: authorities)))
  }

  private static func asking(_ identity: TLSIdentity, _ authorities: String) throws(TLSFailure) -> TLSContext {
    try TLSContext(client: TLSClientConfiguration(authoritiesFile: authorities, identity: identity))
  }
}
