import HTTPTypes

/// The head of a request, or the upgrade it asks for, was refused. Each case names the violated fact.
public enum HeadRejection: Error, Hashable, Sendable, CaseIterable {
  /// The first line is no request line or status line (RFC 9112 §3, §4).
  case startLineMalformed
  /// The request line is above its limit.
  case startLineTooLong
  /// Not HTTP/1, such as the preface of HTTP/2.
  case versionUnsupported
  /// A control character, a bare CR or a bare LF (RFC 9112 §2.2, RFC 9110 §5.5).
  case byteForbidden
  /// A line that is not `name: value` (RFC 9112 §5.1).
  case fieldMalformed
  /// A field continued on the next line (RFC 9112 §5.2).
  case fieldFolded
  /// One field line, or all together, above their limits, or too many.
  case fieldsTooLarge
  /// Host missing, doubled or not a host (RFC 9112 §3.2).
  case hostInvalid
  /// A target that is no path, names another host, or hides something (RFC 9112 §3.2).
  case targetInvalid
  /// A body announced where none is taken, or two contradicting lengths (RFC 9112 §6).
  case bodyLengthInvalid
  /// A body without a length (RFC 9110 §15.5.12).
  case bodyLengthMissing
  /// Another expectation than 100-continue, or one without a body (RFC 9110 §10.1.1).
  case expectationUnsupported

  /// Another method than GET (RFC 6455 §4.2.1).
  case methodNotGet
  /// No upgrade to websocket asked for.
  case upgradeMissing
  /// An upgrade asked for in HTTP/1.0 (RFC 6455 §4.2.1, RFC 9110 §7.8).
  case upgradeInOldVersion
  /// Connection without `upgrade` (RFC 6455 §4.2.1).
  case connectionNotUpgrade
  /// Sec-WebSocket-Key missing, doubled, or not 16 bytes in base64 (RFC 6455 §4.2.1).
  case keyInvalid
  /// Sec-WebSocket-Version missing or doubled (RFC 6455 §11.3.5).
  case webSocketVersionMissing
  /// Another version of the protocol than 13 (RFC 6455 §4.4).
  case webSocketVersionUnsupported
  /// Two Origin fields.
  case webOriginDoubled
  /// A web origin that is not on the list, or none where one is wanted (RFC 6455 §10.2).
  case webOriginForbidden
  /// Sec-WebSocket-Extensions that cannot be parsed (RFC 6455 §9.1).
  case extensionsMalformed
  /// Sec-WebSocket-Protocol that cannot be parsed (RFC 6455 §11.3.4).
  case subprotocolsMalformed
  /// None of the subprotocols offered is spoken here, or none was offered where one is wanted.
  case subprotocolUnknown

  /// The status of the answer.
  public var status: HTTPResponse.Status {
    switch self {
    case .startLineMalformed, .byteForbidden, .fieldMalformed, .fieldFolded, .hostInvalid, .targetInvalid, .bodyLengthInvalid,
      .expectationUnsupported, .upgradeInOldVersion, .connectionNotUpgrade, .keyInvalid, .webSocketVersionMissing, .webOriginDoubled,
      .extensionsMalformed, .subprotocolsMalformed, .subprotocolUnknown:
      .badRequest
    case .startLineTooLong: .uriTooLong
    case .versionUnsupported: .httpVersionNotSupported
    case .fieldsTooLarge: .requestHeaderFieldsTooLarge
    case .bodyLengthMissing: .lengthRequired
    case .methodNotGet: .methodNotAllowed
    case .upgradeMissing, .webSocketVersionUnsupported: .upgradeRequired
    case .webOriginForbidden: .forbidden
    }
  }

  /// The whole answer: no body, and the connection closes after it.
  public var response: HTTPResponse {
    var fields: HTTPFields = [:]
    switch self {
    case .upgradeMissing, .webSocketVersionUnsupported:
      // RFC 9110 §15.5.22, RFC 6455 §4.4; `close` because the shell reads no further request.
      fields[.upgrade] = "websocket"
      fields[.connection] = "Upgrade, close"
      fields[.secWebSocketVersion] = "13"
    case .methodNotGet:
      fields[.allow] = "GET"
      fields[.connection] = "close"
    case .startLineMalformed, .startLineTooLong, .versionUnsupported, .byteForbidden, .fieldMalformed, .fieldFolded, .fieldsTooLarge,
      .hostInvalid, .targetInvalid, .bodyLengthInvalid, .bodyLengthMissing, .expectationUnsupported, .upgradeInOldVersion,
      .connectionNotUpgrade, .keyInvalid, .webSocketVersionMissing, .webOriginDoubled, .webOriginForbidden, .extensionsMalformed,
      .subprotocolsMalformed, .subprotocolUnknown:
      fields[.connection] = "close"
    }
    fields[.contentLength] = "0"
    return HTTPResponse(status: status, headerFields: fields)
  }
}
