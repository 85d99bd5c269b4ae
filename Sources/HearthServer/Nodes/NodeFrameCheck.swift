import HearthProtocol
import Room
import Transport

/// What passes between nodes, for those who try it with bytes that no node has written.
package enum NodeFrameCheck {
  /// Reads a frame of a node that asks, as the node that has the group does, and writes it again; nil: it is a fault.
  package static func asking(_ bytes: [UInt8]) -> [UInt8]? {
    guard let frame = try? AskingFrame(bytes) else { return nil }
    if case .ask(_, let group, let peer, let request) = frame {
      let memory = MemoryBudget(bytesMax: 1 << 30, tightPercent: 85, shortPercent: 95)
      _ = request.asked(
        by: PeerID(remote: 1, loop: 0, likeness: peer), of: group, { Asker(identity: $0, group: group) }, memory: memory)
    }
    return frame.encoded
  }

  /// Reads a frame of the node that has a group, and writes it again; nil: it is a fault, or of a relay that is over,
  /// as those of odd numbers are here.
  package static func owning(_ bytes: [UInt8]) -> [UInt8]? {
    let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
    return (try? OwningFrame.read(bytes) { $0.rawValue.isMultiple(of: 2) ? group : nil })??.encoded
  }

  /// Puts frames together from the pieces in which they come.
  ///
  /// - Parameter most: how long one may be, in bytes.
  /// - Returns: the frames up to a fault, whether there was one, and how many bytes are held.
  package static func frames(in pieces: [[UInt8]], most: Int) -> (frames: [[UInt8]], isFault: Bool, heldBytes: Int) {
    var assembly = NodeFrames()
    var frames: [[UInt8]] = []
    for piece in pieces {
      let taken = piece.withUnsafeBytes { bytes in
        Result { () throws(NodeFault) in
          try assembly.take(bytes, most: { most }) { (frame) throws(NodeFault) in frames.append(frame) }
        }
      }
      guard case .success = taken else { return (frames, true, assembly.heldBytes) }
    }
    return (frames, false, assembly.heldBytes)
  }

  /// A frame as it is sent.
  package static func framed(_ frame: [UInt8]) -> [UInt8] { NodeFrames.framed(frame) }
}
