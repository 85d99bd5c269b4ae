/// The answer to a command that was accepted, in protobuf as the node that has the group wrote it. It is passed on
/// unread, under the number that the client gave its request: to read it and to write it again costs more than all else
/// that is done for it.
struct WrittenAnswer: Hashable, Sendable {
  // The tags of `request` and `accepted` (Protocol/hearth/v1/session.proto).
  private static let requestTag: UInt8 = 1 << 3
  private static let acceptedTag: [UInt8] = [0x92, 0x01]

  /// The number of the request that it answers, from 1.
  let request: UInt32
  /// All behind that.
  private let body: ArraySlice<UInt8>

  /// - Returns: nil when the bytes are no such answer, or are not written as nodes write it.
  init?(_ bytes: [UInt8]) {
    guard bytes.first == Self.requestTag else { return nil }
    var rest = bytes.dropFirst()
    guard let request = Self.takeNumber(&rest), request > 0 else { return nil }
    var inner = rest
    guard inner.starts(with: Self.acceptedTag) else { return nil }
    inner = inner.dropFirst(Self.acceptedTag.count)
    guard let count = Self.takeNumber(&inner), Int(count) == inner.count else { return nil }
    (self.request, body) = (request, rest)
  }

  /// The whole message, as the answer to the request of this number; 0 is what the server says by itself.
  func bytes(answering request: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 6)
    if request > 0 {
      bytes.append(Self.requestTag)
      var rest = request
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    bytes.append(contentsOf: body)
    return bytes
  }

  /// A number of 32 bits in as few bytes as it takes.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
    var number: UInt64 = 0
    for (place, byte) in bytes.prefix(5).enumerated() {
      number |= UInt64(byte & 0x7F) << UInt64(7 * place)
      guard byte < 0x80 else { continue }
      bytes = bytes.dropFirst(place + 1)
      return byte == 0 && place > 0 ? nil : UInt32(exactly: number)
    }
    return nil
  }
}
