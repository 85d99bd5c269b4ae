import Transport
import WebSocket

extension Loop {
  /// Queues one unmasked frame. The payload of a large message is handed over as it is.
  func sendFrame(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false, to connection: ConnectionID) {
    let header = FrameHeader.byteCount(payloadCount: payload.count, isMasked: false)
    if payload.count >= 64 << 10 {
      let range = write(capacity: header) {
        FrameHeader.write(opcode: opcode, payloadCount: payload.count, isCompressed: isCompressed, into: $0)
      }
      send(range, to: connection)
      send(payload, to: connection)
      return
    }
    send(writeFrame(opcode, payload, isCompressed: isCompressed), to: connection)
  }

  /// Writes one unmasked frame into the turn's arena.
  func writeFrame(_ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isCompressed: Bool = false) -> OutputRange {
    write(capacity: FrameHeader.byteCount(payloadCount: payload.count, isMasked: false) + payload.count) { room in
      let written = FrameHeader.write(opcode: opcode, payloadCount: payload.count, isCompressed: isCompressed, into: room)
      UnsafeMutableRawBufferPointer(rebasing: room[written...]).copyMemory(from: payload)
      return written + payload.count
    }
  }
}
