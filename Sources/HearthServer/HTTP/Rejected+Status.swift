import HTTPTypes
import HearthProtocol
import Ledger

extension RejectionCode {
  /// The status of a response that carries the code.
  var httpStatus: HTTPResponse.Status {
    // RFC 4918 §11.5; the vocabulary has no name for it.
    row.httpStatus == 507 ? .init(code: 507, reasonPhrase: "Insufficient Storage") : .init(code: row.httpStatus)
  }
}

extension Rejected {
  /// The status of a response that carries it.
  var httpStatus: HTTPResponse.Status { RejectionCode(rawValue: code)?.httpStatus ?? .internalServerError }
}
