import Room
import Transport

/// A peer's number says which loop its connection lives on, which of that loop's connections it is, and in which of
/// three forms it is sent what is broadcast: the registration number in the upper half; below it two bits for the form,
/// the loop in six bits, one that names a peer of another node, and the slot in 23.
extension PeerID {
  /// Limit: loops of a server.
  static let loopsMax = 64
  /// Limit: slots of a loop. The upper half of the 24 bits names peers of other nodes.
  static let slotsMax = 1 << 23

  private static let loopShift: UInt64 = 24
  private static let loopMask: UInt64 = 0x3F << loopShift
  private static let compressedBit: UInt64 = 1 << 31
  private static let feedBit: UInt64 = 1 << 30
  private static let remoteBit = UInt64(slotsMax)

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

  /// Names a peer of another node, towards the rooms of this one.
  ///
  /// - Parameters:
  ///   - number: which of the loop's it is, from 1; a later one never has the same.
  ///   - loop: on which the other node's link lives.
  ///   - form: the peer's own name, whose form of messages it has.
  init(remote number: UInt64, loop: Int, likeness form: PeerID) {
    precondition((0..<Self.loopsMax).contains(loop), "a name has no space for it")
    let place = number >> 32 & UInt64(Self.slotsMax - 1) | Self.remoteBit
    self.init(
      number << 32 | place | UInt64(loop) << Self.loopShift | form.rawValue & (Self.compressedBit | Self.feedBit))
  }

  /// Whether its connection is another node's.
  var isRemote: Bool { rawValue & Self.remoteBit != 0 }

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
