/// One connection from its coming to its leaving.
struct SoakLife {
  /// How it leaves.
  enum Leaving: String, CaseIterable {
    /// By Close frames both ways.
    case close
    /// By the end of its stream, without a Close.
    case end
    /// By a reset.
    case reset
    /// In the middle of a frame, by the end of its stream or by a reset.
    case midFrame = "within a frame"
    /// In the middle of the request.
    case midRequest = "within the request"
  }

  enum Stage {
    case upgrading
    case talking
    /// Everything is said; the server must end the connection.
    case leaving
  }

  let fd: Int32
  /// Counts up over the whole run.
  let number: UInt32
  let leaving: Leaving
  var stage = Stage.upgrading
  /// Messages still to be said.
  var messagesLeft: Int
  /// Messages said; the number of the next one.
  var said: UInt32 = 0
  /// What was last heard of each place of the circle: who sat there, and which message.
  var heard: [(number: UInt32, message: UInt32)?]
  var head: [UInt8] = []
  var reader = FrameReader()
  var hasClose = false
}

/// What a message carries: who says it, which of its messages it is, from which place; then filling that follows from
/// these.
struct SoakMessage: Equatable {
  var number: UInt32
  var message: UInt32
  var place: UInt32

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in [number, message, place] { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) } }
    return bytes + Array(repeating: filling, count: fillingCount)
  }

  init(number: UInt32, message: UInt32, place: UInt32) {
    self.number = number
    self.message = message
    self.place = place
  }

  /// Nil when the bytes are not exactly such a message.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 12 else { return nil }
    func word(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << UInt32(8 * $1) } }
    self.init(number: word(0), message: word(4), place: word(8))
    guard bytes.count == 12 + fillingCount, bytes.dropFirst(12).allSatisfy({ $0 == filling }) else { return nil }
  }

  private var filling: UInt8 { UInt8(truncatingIfNeeded: number &+ message) }
  /// Most are short, some take the 16-bit length.
  private var fillingCount: Int { Int((number &* 31 &+ message &* 7) % 160) }
}
