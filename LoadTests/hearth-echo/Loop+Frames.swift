import Transport
import WebSocket

extension Loop {
  /// Queues one unmasked frame, all of it or nothing: what came behind a header alone would be taken for its payload.
  func sendFrame(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false, to connection: ConnectionID) {
    send(writeFrame(opcode, payload, isCompressed: isCompressed), to: connection)
  }

  /// Writes one unmasked frame into the turn's arena.
  func writeFrame(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false) -> OutputRange {
    write(capacity: FrameHeader.byteCount(payloadCount: payload.count, isMasked: false) + payload.count) { space in
      let written = FrameHeader.write(opcode: opcode, payloadCount: payload.count, isCompressed: isCompressed, into: space)
      UnsafeMutableRawBufferPointer(rebasing: space[written...]).copyMemory(from: payload)
      return written + payload.count
    }
  }
}
