import COpenSSL
import Glibc

/// OpenSSL reports through a queue that belongs to the thread. The discipline: `clear` before every call that may fail,
/// then the oldest error is the cause, and what is left of the queue is cleared before the next call.
enum ErrorQueue {
  /// openssl/err.h: ERR_SYSTEM_FLAG.
  private static let systemFlag: UInt = 1 << 31

  static func clear() { ERR_clear_error() }

  /// What the oldest error says.
  static func takeReason() -> String {
    let code = ERR_get_error()
    return code == 0 ? "no reason given" : text(code)
  }

  static func text(_ code: UInt) -> String {
    // A failed call of the system stands in the queue as a flag and the number (ERR_GET_REASON).
    if code & systemFlag != 0 {
      let number = Int32(truncatingIfNeeded: code & (systemFlag - 1))
      let reason = String(cString: strerror(number))
      return number == EACCES ? "\(reason). Let the user that the program runs as read the file" : reason
    }
    return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension TLSFailure {
  /// What a received alert becomes in the queue.
  private static let alertReasons = Int32(SSL_AD_REASON_OFFSET)..<Int32(SSL_AD_REASON_OFFSET) + 256

  /// Reads why a call on a connection failed.
  ///
  /// - Parameter name: what the peer's certificate has to be for.
  static func taken(from ssl: OpaquePointer, name: String?) -> TLSFailure {
    let code = ERR_get_error()
    defer { ErrorQueue.clear() }
    guard code != 0 else { return .broken(reason: "the handshake ended early") }
    let reason = copenssl_reason(code)
    switch reason {
    case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_WRONG_VERSION_NUMBER: return .notTLS
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_NO_PROTOCOLS_AVAILABLE: return .versionTooOld
    case SSL_R_NO_APPLICATION_PROTOCOL: return .noCommonApplicationProtocol
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return .certificateMissing
    case SSL_R_CERTIFICATE_VERIFY_FAILED: return verification(ssl, name)
    case alertReasons:
      let alert = UInt8(truncatingIfNeeded: reason - alertReasons.lowerBound)
      return .refusedByPeer(alert: alert, reason: String(cString: SSL_alert_desc_string_long(Int32(alert))))
    case Int32(ERR_R_MALLOC_FAILURE): return .unavailable(reason: ErrorQueue.text(code))
    default: return .broken(reason: ErrorQueue.text(code))
    }
  }

  private static func verification(_ ssl: OpaquePointer, _ name: String?) -> TLSFailure {
    let result = SSL_get_verify_result(ssl)
    switch Int32(truncatingIfNeeded: result) {
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: return .certificateExpired
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: return mismatch(ssl, expected: name ?? "this connection")
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
      return .authorityUnknown
    default: return .certificateRefused(reason: String(cString: X509_verify_cert_error_string(result)))
    }
  }

  private static func mismatch(_ ssl: OpaquePointer, expected: String) -> TLSFailure {
    // A certificate that is refused stands in the chain that was sent, not yet where `SSL_get0_peer_certificate` looks.
    let shown = OPENSSL_sk_value(SSL_get_peer_cert_chain(ssl), 0).map { OpaquePointer($0) }
    guard let shown, X509_get_ext_by_NID(shown, NID_subject_alt_name, -1) < 0 else { return .nameMismatch(expected: expected) }
    return .certificateNameless(expected: expected)
  }
}
