import COpenSSL

/// The names that a verified certificate of a peer is for.
public struct TLSPeerCertificate: Hashable, Sendable, CustomStringConvertible {
  /// The subject as text (RFC 2253): `CN=asha,O=Sharma`. ASCII without control characters, whatever the certificate
  /// says; some 64 KiB at most, as the handshake is.
  public let subject: String
  /// The SHA-256 digest of the certificate: 32 bytes.
  public let fingerprint: [UInt8]

  /// The subject, and the fingerprint in hexadecimal.
  public var description: String {
    let digits = Array("0123456789abcdef")
    return "\(subject) sha256:" + String(fingerprint.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

extension TLSConnection {
  /// The certificate that the peer has shown, and that has been verified; nil when it has shown none, or the handshake
  /// goes on. A resumed connection has that of the first handshake.
  ///
  /// It is read anew at each call, which costs some microseconds.
  public var peerCertificate: TLSPeerCertificate? {
    guard isEstablished, SSL_get_verify_result(ssl) == Int(X509_V_OK), let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard X509_digest(certificate, EVP_sha256(), &digest, &count) == 1, let subject = Self.subject(certificate) else { return nil }
    return TLSPeerCertificate(subject: subject, fingerprint: Array(digest[..<Int(count)]))
  }

  /// Whether the peer has shown a certificate that has been verified and is for this name, as a client looks for a
  /// server's (RFC 9525 §6.3).
  public func peerIsNamed(_ name: String) -> Bool {
    guard !name.isEmpty, isEstablished, SSL_get_verify_result(ssl) == Int(X509_V_OK), let certificate = SSL_get0_peer_certificate(ssl)
    else { return false }
    return X509_check_host(certificate, name, name.utf8.count, TLSContext.nameFlags, nil) == 1
  }

  private static func subject(_ certificate: OpaquePointer) -> String? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard X509_NAME_print_ex(bio, X509_get_subject_name(certificate), 0, copenssl_name_flags) >= 0 else { return nil }
    let count = Int(BIO_ctrl_pending(bio))
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, Int(BIO_read(bio, buffer.baseAddress, Int32(count))))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
