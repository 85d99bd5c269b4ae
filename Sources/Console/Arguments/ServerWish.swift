import TLS

/// Where a server is, and how it and this device trust one another.
public struct ServerWish: Sendable {
  let server: String
  let authoritiesFile: String?
  let certificate: TLSIdentity?
  let device: String?

  /// Makes a wish.
  ///
  /// - Parameters:
  ///   - authoritiesFile: the absolute path of the PEM file of the authorities that may vouch for a secure server; nil
  ///     for the system's.
  ///   - certificate: what is shown to a secure server that asks, as absolute paths.
  ///   - device: what this device is called; nil for this machine's name.
  public init(server: String, authoritiesFile: String?, certificate: TLSIdentity?, device: String?) {
    self.server = server
    self.authoritiesFile = authoritiesFile
    self.certificate = certificate
    self.device = device
  }
}
