/// What is against a token. The operator's log may say it; a peer is never told which one it was.
public enum WebTokenFlaw: String, Error, Sendable, CaseIterable {
  /// More bytes than `WebTokenVerifier.tokenBytesMax`.
  case tooLong = "too_long"
  /// Not three parts with dots between them (RFC 7515 §7.1).
  case notCompact = "not_compact"
  /// The header is no base64url of a JSON object whose names are all different.
  case headerMalformed = "header_malformed"
  /// `alg`, `kid` or `typ` is not what it has to be, or `alg` is missing.
  case headerIncomplete = "header_incomplete"
  /// The header has `crit`: nothing that it could name is understood here (RFC 7515 §4.1.11).
  case criticalExtension = "critical_extension"
  /// It says that it is a token of another kind (RFC 8725 §3.11).
  case typeNotAccepted = "type_not_accepted"
  /// No key has the `kid`, or none the algorithm.
  case keyUnknown = "key_unknown"
  /// The key is for another algorithm than the token names.
  case algorithmNotTheKeys = "algorithm_not_the_keys"
  /// Without a `kid` more keys come into question than are tried.
  case keyAmbiguous = "key_ambiguous"
  /// The signature is no base64url.
  case signatureMalformed = "signature_malformed"
  /// The signature is not the key's over this token.
  case signatureWrong = "signature_wrong"
  /// The claims are no base64url of a JSON object whose names are all different.
  case claimsMalformed = "claims_malformed"
  /// `iss` is another one's, no text, or missing.
  case issuerWrong = "issuer_wrong"
  /// `aud` is not us, malformed, or missing.
  case audienceWrong = "audience_wrong"
  /// `sub` is missing, no text, or empty.
  case subjectMissing = "subject_missing"
  /// `sub` has more bytes than `WebTokenVerifier.subjectBytesMax`.
  case subjectTooLong = "subject_too_long"
  /// `exp` is missing.
  case expiryMissing = "expiry_missing"
  /// `exp`, `nbf` or `iat` is no number of seconds in the years 1970 to 9999.
  case timeMalformed = "time_malformed"
  /// `exp` is past.
  case expired
  /// `nbf` is to come.
  case notYetValid = "not_yet_valid"
  /// `iat` is to come.
  case issuedInFuture = "issued_in_future"
}
