/// A certificate with its chain, and its private key: two PEM files.
public struct TLSIdentity: Hashable, Sendable {
  /// The file with the certificate first, then those that lead to an authority.
  public var certificateFile: String
  /// The file with the private key, which no password protects.
  public var keyFile: String

  /// Names the two files.
  public init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }
}

/// What a server presents and asks for.
public struct TLSServerConfiguration: Sendable {
  /// Whether clients show certificates. The authorities stand in a PEM file.
  public enum ClientCertificates: Hashable, Sendable {
    /// They are not asked.
    case unwanted
    /// They are asked; one that is shown must be good.
    case optional(authoritiesFile: String)
    /// Without a good one there is no connection.
    case required(authoritiesFile: String)
  }

  /// The certificates. The client's wish for a name decides; when none is for that name it gets the first.
  public var identities: [TLSIdentity]
  /// Whether clients show certificates.
  public var clientCertificates: ClientCertificates

  /// Sets both.
  public init(identities: [TLSIdentity], clientCertificates: ClientCertificates = .unwanted) {
    self.identities = identities
    self.clientCertificates = clientCertificates
  }
}

/// The authorities that a client trusts, and what it presents.
public struct TLSClientConfiguration: Sendable {
  /// The PEM file with the authorities that may vouch for servers; nil for the system's.
  public var authoritiesFile: String?
  /// What is shown to a server that asks.
  public var identity: TLSIdentity?

  /// Sets both.
  public init(authoritiesFile: String? = nil, identity: TLSIdentity? = nil) {
    self.authoritiesFile = authoritiesFile
    self.identity = identity
  }
}
