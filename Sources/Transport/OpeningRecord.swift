/// What the first bytes of a connection to be secured are: the partial beginning of a record, or ready to be judged by
/// OpenSSL.
package enum OpeningRecord: Equatable {
  /// The beginning of a handshake record.
  case partial
  /// A handshake record, or something else that OpenSSL is to judge.
  case ready

  /// RFC 8446 §5.1: the type 22, the version 3.x, and two bytes of length, 16 KiB at most.
  ///
  /// - Parameters:
  ///   - head: the first of the bytes, as many as `headerBytes` where there are so many.
  ///   - count: how many there are in all.
  package init(_ head: some Collection<UInt8>, count: Int) {
    var head = head.makeIterator()
    guard let type = head.next() else {
      self = .partial
      return
    }
    let (major, _, high, low) = (head.next(), head.next(), head.next(), head.next())
    guard type == 22, major ?? 3 == 3 else {
      self = .ready
      return
    }
    guard let high, let low else {
      self = .partial
      return
    }
    let length = Int(high) << 8 | Int(low)
    self = length > Self.lengthMax || count >= Self.headerBytes + length ? .ready : .partial
  }

  package static let headerBytes = 5
  /// Limit: bytes of a record (RFC 8446 §5.1).
  package static let lengthMax = 16 << 10
  /// Limit: bytes that are kept of it.
  package static let bytesMax = headerBytes + lengthMax
}
