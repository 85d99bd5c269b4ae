import Room
import Transport

/// A peer's number says which loop its connection lives on, which of that loop's connections it is, and in which of
/// three forms it is sent what is broadcast: the registration number in the upper half; below it two bits for the form,
/// the loop in six bits, and the slot in 24.
extension PeerID {
  /// Limit: loops of a server.
  static let loopsMax = 64
  /// Limit: slots of a loop.
  static let slotsMax = 1 << 24

  private static let loopShift: UInt64 = 24
  private static let loopMask: UInt64 = 0x3F << loopShift
  private static let compressedBit: UInt64 = 1 << 31
  private static let feedBit: UInt64 = 1 << 30

  /// Names a connection of a loop.
  ///
  /// - Parameters:
  ///   - readsCompressed: see the property.
  ///   - readsFeed: see the property.
  init(_ connection: ConnectionID, loop: Int, readsCompressed: Bool = false, readsFeed: Bool = false) {
    precondition(connection.index < Self.slotsMax && (0..<Self.loopsMax).contains(loop), "a name has no space for it")
    let form = (readsCompressed ? Self.compressedBit : 0) | (readsFeed ? Self.feedBit : 0)
    self.init(connection.rawValue | UInt64(loop) << Self.loopShift | form)
  }

  /// The loop on which the connection lives.
  var loop: Int { Int((rawValue & Self.loopMask) >> Self.loopShift) }

  /// Whether the connection agreed to compression. It stands in the name so that a room's loop knows whether
  /// compressing is of use to anybody, on whatever loop, and does it once for all.
  var readsCompressed: Bool { rawValue & Self.compressedBit != 0 }

  /// Whether the connection reads events over HTTP, each with where the reader stands (SPEC HT-12).
  var readsFeed: Bool { rawValue & Self.feedBit != 0 }

  /// The connection, for the loop on which it lives; on another one the same number would be somebody else's.
  func connection(on loop: Int) -> ConnectionID {
    precondition(self.loop == loop, "a peer of another loop")
    return ConnectionID(rawValue: rawValue & ~(Self.loopMask | Self.compressedBit | Self.feedBit))
  }
}

extension ConnectionID {
  /// A number from 0 to `most`. Of connections that come one after the other, in slots of their own or in the same one,
  /// the numbers are spread evenly.
  func spread(to most: Int64) -> Int64 {
    // 2³² divided by the golden ratio.
    let spread = UInt64((UInt32(truncatingIfNeeded: index) &+ generation) &* 0x9E37_79B9)
    return Int64((spread * UInt64(max(0, most) + 1)) >> 32)
  }
}
