import HearthProtocol
import Ledger
import Room
import WebSocket

extension HeadRejection {
  /// The refusal as a problem (RFC 9457), in the words of every other rejection (SPEC ER-01).
  var problem: Rejected {
    switch self {
    case .startLineMalformed: wrong("The first line is no request line.", "Send METHOD TARGET HTTP/1.1.")
    case .startLineTooLong: wrong("The request line is longer than this server takes.", "Shorten the target; 2 KiB are usual.")
    case .versionUnsupported: wrong("The request is not HTTP/1.", "Speak HTTP/1.1.")
    case .byteForbidden: wrong("The head has a byte that may not stand there.", "Send no control characters, and end lines with CR LF.")
    case .fieldMalformed, .fieldFolded: wrong("A line of the head is no field.", "Send each field as NAME: VALUE in one line.")
    case .fieldsTooLarge:
      wrong("The fields are longer or more than this server takes.", "Send fewer; 64 of 8 KiB together, each of 4 KiB, are usual.")
    case .hostInvalid: wrong("Host is missing, doubled or no host.", "Send one field Host.")
    case .targetInvalid: wrong("The target is no path of this server.", "Send a path that begins with a slash, with whole escapes.")
    case .bodyLengthInvalid: wrong("The length of the body is contradictory, or this request has no body.", "Send one Content-Length.")
    case .bodyLengthMissing: wrong("The body has no length.", "Send Content-Length; chunks are not taken.")
    case .expectationUnsupported: wrong("The expectation cannot be met.", "Expect 100-continue of a request with a body, or nothing.")
    case .methodNotGet: wrong("A WebSocket is asked for with GET.", "Use GET.")
    case .upgradeMissing, .upgradeInOldVersion, .connectionNotUpgrade:
      wrong("This path is a WebSocket, and no upgrade to one was asked for.", "Connect with a WebSocket client, or use the calls.")
    case .keyInvalid, .webSocketVersionMissing, .webSocketVersionUnsupported, .extensionsMalformed:
      wrong("The upgrade is not one of RFC 6455.", "Connect with a WebSocket client that speaks version 13.")
    case .webOriginDoubled: wrong("The field Origin is there twice.", "Send it once.")
    case .webOriginForbidden:
      Rejected(.forbidden, cause: "The page comes from another origin than those that this server takes.", remedy: "Ask the operator.")
    case .subprotocolsMalformed, .subprotocolUnknown:
      wrong("No subprotocol that is offered is spoken here.", "Offer hearth.v1.json or hearth.v1.proto.")
    }
  }

  private func wrong(_ cause: String, _ remedy: String) -> Rejected { .badRequest(.messageMalformed, cause: cause, remedy: remedy) }
}
