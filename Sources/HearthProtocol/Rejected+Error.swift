/// A rejection travels as an error inside the server until it is sent as an answer.
extension Rejected: Error {}
