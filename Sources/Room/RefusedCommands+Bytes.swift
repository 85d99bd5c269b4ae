import HearthProtocol

// Refusals as they go to the server that has the group next (SPEC CM-14).
extension RefusedCommands {
  /// Which form the bytes have; a server that does not know it remembers nothing.
  private static let form: UInt8 = 1
  private static let identifierBytes = 16

  /// Each sender's, oldest first; empty when nothing was refused.
  var bytes: [UInt8] {
    guard !refusals.isEmpty else { return [] }
    var bytes = [Self.form]
    for (holder, ids) in ids.sorted(by: { $0.key < $1.key }) {
      for id in ids {
        guard let refusal = refusals[Key(holder: holder, id: id)], let answer: [UInt8] = try? refusal.answer.serializedBytes() else {
          continue
        }
        bytes += holder.bytes
        bytes += id.bytes
        bytes.append(refusal.wasPresent ? 1 : 0)
        withUnsafeBytes(of: refusal.digest.littleEndian) { bytes += $0 }
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: answer.count).littleEndian) { bytes += $0 }
        bytes += answer
      }
    }
    return bytes
  }

  /// Adds the refusals that another server remembered. Bytes that are none are passed over.
  mutating func add(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard rest.popFirst() == Self.form else { return }
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number(_ count: Int) -> UInt64? { take(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    while let holder = take(Self.identifierBytes).flatMap({ HolderID(bytes: $0) }),
      let id = take(Self.identifierBytes).flatMap({ CommandID(bytes: $0) }), let wasPresent = number(1), let digest = number(8),
      let count = number(4), let answer = take(Int(count)).flatMap({ try? Rejected(serializedBytes: Array($0)) })
    {
      note(Refusal(wasPresent: wasPresent != 0, digest: digest, answer: answer), of: Key(holder: holder, id: id))
    }
  }
}
