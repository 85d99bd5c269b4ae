import HearthProtocol
import Ledger
import Room

extension ServerLoop.Refusal {
  /// The refusal as a problem (RFC 9457), in the words of every other rejection (SPEC ER-01).
  var problem: Rejected {
    switch self {
    case .requestTimeout: wrong("The request did not come in time.", "Send it again, all of it at once.")
    case .unavailable:
      Rejected(
        .unavailable, cause: "The server takes nobody just now: it is starting or ending, or short of memory.",
        remedy: "Try again after the time that Retry-After names.")
    case .tooManyConnections:
      Rejected(
        .rateLimited, cause: "There are as many connections of this address or identity as there may be.",
        remedy: "Close one, or try again after the time that Retry-After names.")
    case .unknownPath:
      Rejected(
        .notFound, cause: "There is nothing at this path, or nothing that you may know of.", remedy: "Check the path and the ids in it.")
    case .methodNotAllowed: wrong("This path has no such method.", "Use one that Allow names.")
    case .tokenInTarget: wrong("This path takes no query.", "Leave it out; a token belongs in the field Authorization.")
    case .framesTooEarly: wrong("Frames came before the WebSocket was granted.", "Wait for the answer to the request.")
    case .forwardedForMalformed: wrong("X-Forwarded-For of the trusted proxy names no address.", "Correct the proxy's configuration.")
    case .webOriginForeign:
      Rejected(
        .forbidden, cause: "The page that asks comes from another origin than those that this server takes.",
        remedy: "Open the page at the server's own address, or ask the operator to name the page's origin with --origin.")
    case .tokenUnknown:
      Rejected(
        .unauthorized, cause: "The request has no token, or one that does not hold.",
        remedy: "Send Authorization: Bearer with a token that does.")
    case .accountSuspended: .suspended()
    case .notPermitted:
      Rejected(
        .forbidden, cause: "Your role may not add receipts, or the group is archived.",
        remedy: "Ask somebody who may add entries, or the owner to unarchive the group.")
    case .separated: Rejected(Rejection.separated)
    case .lengthMissing: wrong("The request has no Content-Length.", "Say how many bytes follow; chunks are not taken.")
    case .bodyEmpty: wrong("The file is empty.", "Send one byte at least.")
    case .bodyTooLarge: wrong("The file is larger than this server takes.", "Make it smaller; 5 MiB are usual.")
    case .otherContent: wrong("The bytes have another SHA-256 than the path.", "Name the file by the hash of what is sent.")
    case .tooManyRequests(let wait):
      Rejected(
        .rateLimited, cause: "There were more requests than a connection or identity may send.", remedy: "Wait, and send it again.",
        retryAfterMilliseconds: wait)
    case .tooManyBytes(let perHour, let wait):
      Rejected(
        .rateLimited, cause: "More than \(perHour) bytes of receipts' files an hour came from you.", remedy: "Wait, and send it again.",
        retryAfterMilliseconds: wait)
    case .storageFull:
      Rejected(
        .storageFull, cause: "The server's disk is full, or nearly so; nothing was kept.",
        remedy: "Send it again after the time that Retry-After names. The operator has to make space.",
        retryAfterMilliseconds: Rejected.storageFull().retryAfterMs)
    case .quotaReached(ofServer: false):
      Rejected(
        .storageFull, cause: "The group has as many receipts' files as it may.",
        remedy: "Waiting alone does not help. Ask the operator for more, or go on in another group.",
        retryAfterMilliseconds: Self.quotaWaitMilliseconds)
    case .quotaReached(ofServer: true):
      Rejected(
        .storageFull, cause: "All groups together have as many receipts' files as this server takes.",
        remedy: "Waiting helps only where a group is deleted. Ask the operator for more.",
        retryAfterMilliseconds: Self.quotaWaitMilliseconds)
    }
  }

  // Limit: when whoever has met a quota may try again, in milliseconds: space comes by what people decide, not by
  // itself.
  private static var quotaWaitMilliseconds: UInt32 { 3_600_000 }

  private func wrong(_ cause: String, _ remedy: String) -> Rejected { .badRequest(.messageMalformed, cause: cause, remedy: remedy) }
}
