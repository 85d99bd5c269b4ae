/// Why a context could not be made, or a connection ended.
///
/// Two kinds: files the operator named, and what the peer sent. The text is for operators and logs, never for the peer,
/// which gets an alert.
public enum TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
  // What was configured.

  /// The file with a certificate and its chain cannot be used.
  case certificateUnusable(file: String, reason: String)
  /// The file with a private key cannot be used, or belongs to another certificate.
  case keyUnusable(file: String, reason: String)
  /// The file with certificate authorities cannot be used.
  case authoritiesUnusable(file: String, reason: String)

  // What the peer sent.

  /// The peer does not speak TLS at all.
  case notTLS
  /// The peer speaks no version of TLS that is accepted (RFC 8996).
  case versionTooOld
  /// The peer offers no application protocol that is spoken here (RFC 7301 §3.2).
  case noCommonApplicationProtocol
  /// The peer's certificate is out of date, or not valid yet.
  case certificateExpired
  /// The peer's certificate comes from nobody who is trusted.
  case authorityUnknown
  /// The peer's certificate is for somebody else.
  case nameMismatch(expected: String)
  /// The peer's certificate is for nobody: it has no subjectAltName, and a common name does not count (RFC 9525 §2).
  case certificateNameless(expected: String)
  /// The peer's certificate is refused for another reason.
  case certificateRefused(reason: String)
  /// The peer has no certificate, and needs one.
  case certificateMissing
  /// The peer refused, with an alert (RFC 8446 §6).
  case refusedByPeer(alert: UInt8, reason: String)
  /// The peer ended its stream in the handshake.
  case handshakeAbandoned
  /// The peer's handshake goes on beyond the limit.
  case handshakeTooLong
  /// The peer changes keys, or wants to, more often than the limit allows.
  case tooManyKeyChanges
  /// A record is damaged or out of place.
  case broken(reason: String)

  // What should not happen.

  /// OpenSSL could not do its part; for want of memory, for example.
  case unavailable(reason: String)

  /// One sentence for an operator.
  public var description: String {
    switch self {
    case .certificateUnusable(let file, let reason): "The certificate in \(file) cannot be used: \(reason)."
    case .keyUnusable(let file, let reason): "The private key in \(file) cannot be used: \(reason)."
    case .authoritiesUnusable(let file, let reason): "The certificate authorities in \(file) cannot be used: \(reason)."
    case .notTLS: "The other side does not speak TLS."
    case .versionTooOld: "The other side speaks no TLS from version 1.2 on."
    case .noCommonApplicationProtocol: "The other side does not offer http/1.1."
    case .certificateExpired: "The other side's certificate is out of date, or not valid yet."
    case .authorityUnknown: "The other side's certificate comes from no trusted authority."
    case .nameMismatch(let expected): "The other side's certificate is not for \(expected)."
    case .certificateNameless(let expected):
      "The other side's certificate has no subjectAltName, which would have to name \(expected); a common name does not count."
    case .certificateRefused(let reason): "The other side's certificate is refused: \(reason)."
    case .certificateMissing: "The other side has no certificate."
    case .refusedByPeer(let alert, let reason): "The other side refused: \(reason) (alert \(alert))."
    case .handshakeAbandoned: "The other side ended the connection in the handshake."
    case .handshakeTooLong: "The other side's handshake is too long."
    case .tooManyKeyChanges: "The other side changes its keys too often."
    case .broken(let reason): "The other side broke the TLS protocol: \(reason)."
    case .unavailable(let reason): "TLS is not available: \(reason)."
    }
  }
}
