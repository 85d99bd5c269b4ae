import HearthClient
import HearthProtocol

/// A head as it is written to be compared: "shared:57:" and 64 hexadecimal digits.
struct HeadText: Equatable {
  let head: SeenHead

  init(_ head: SeenHead) { self.head = head }

  /// Reads what another member was shown.
  init(_ text: String) throws(ArgumentFlaw) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let lane = Lane(name: String(parts[0])), let position = UInt64(parts[1]), position > 0,
      let hash = LaneHash(bytes: Self.bytes(parts[2]))
    else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no head. Copy one as hearth verify shows it, like shared:57: and 64 digits.",
        "\"\(text.printable)\" इतिहास का कोई सिरा नहीं है। hearth verify जैसा दिखाता है वैसा लिखें: shared:57: और 64 अंक।")
    }
    head = SeenHead(lane: lane, position: LanePosition(position), hash: hash, seenAt: nil)
  }

  private static func bytes(_ digits: Substring) -> [UInt8] {
    let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count == 64, values.allSatisfy({ $0 != nil }) else { return [] }
    return stride(from: 0, to: 64, by: 2).map { UInt8((values[$0] ?? 0) << 4 | (values[$0 + 1] ?? 0)) }
  }

  var text: String {
    let digits = head.hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(head.lane.name):\(head.position):\(digits)"
  }
}
