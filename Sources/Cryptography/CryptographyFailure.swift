import COpenSSL

/// Why something could not be computed. A wrong tag or signature is no failure: those answer nil or false.
public enum CryptographyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key has another length than the algorithm takes.
  case keyLengthWrong(bytes: Int)
  /// libcrypto could not do its part; for want of memory, for example.
  case unavailable(reason: String)

  /// One sentence for an operator.
  public var description: String {
    switch self {
    case .keyLengthWrong(let bytes): "A key of \(bytes) bytes does not fit the algorithm."
    case .unavailable(let reason): "libcrypto failed: \(reason)."
    }
  }

  /// What libcrypto reported last. The thread's queue of errors is empty afterwards.
  static func taken() -> CryptographyFailure {
    let code = ERR_get_error()
    ERR_clear_error()
    return .unavailable(reason: ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given")
  }
}
