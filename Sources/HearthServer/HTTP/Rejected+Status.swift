import HTTPTypes
import HearthProtocol
import Ledger

extension RejectionCode {
  /// The status of a response that carries the code.
  var httpStatus: HTTPResponse.Status {
    switch row.httpStatus {
    case 400: .badRequest
    case 401: .unauthorized
    case 403: .forbidden
    case 404: .notFound
    case 409: .conflict
    case 422: .unprocessableContent
    case 429: .tooManyRequests
    case 500: .internalServerError
    case 503: .serviceUnavailable
    // RFC 4918 §11.5; the vocabulary has no name for it.
    case 507: .init(code: 507, reasonPhrase: "Insufficient Storage")
    default: .init(code: row.httpStatus)
    }
  }
}

extension Rejected {
  /// The status of a response that carries it.
  var httpStatus: HTTPResponse.Status { RejectionCode(rawValue: code)?.httpStatus ?? .internalServerError }
}
