import Deflate
import Support
import WebSocket

extension MessageCompressor {
  func inflated(_ payload: [UInt8], _ kind: MessageKinds = .binary, windowBits: UInt8 = 15, bytesMax: Int = 65_536) -> Outcome {
    payload.withUnsafeBytes { payload in
      do throws(WebSocketFault) {
        return .message(Array(try inflate(payload, of: kind, windowBits: windowBits, bytesMax: bytesMax)))
      } catch {
        return .fault(error)
      }
    }
  }

  func compressed(_ message: [UInt8], windowBits: UInt8 = 15) -> [UInt8] {
    message.withUnsafeBytes { Array(compress($0, windowBits: windowBits)) }
  }
}

extension ContextCompressor {
  /// Inflates a message in parts.
  ///
  /// - Returns: the outcome, and how many parts were taken before it.
  func inflated(parts: [[UInt8]], _ kind: MessageKinds = .binary, bytesMax: Int = 65_536) -> (outcome: Outcome, taken: Int) {
    for (index, part) in parts.enumerated() {
      let outcome = part.withUnsafeBytes { part -> Outcome? in
        do throws(WebSocketFault) {
          return try inflate(part: part, isLast: index == parts.count - 1, of: kind, bytesMax: bytesMax).map { .message(Array($0)) }
        } catch {
          return .fault(error)
        }
      }
      if let outcome { return (outcome, index) }
    }
    return (.fault(.messageInterrupted), parts.count)
  }
}

/// What inflating came to.
enum Outcome: Equatable, Sendable {
  case message([UInt8])
  case fault(WebSocketFault)
}

extension SeededGenerator {
  /// Bytes that compress well, badly or not at all.
  mutating func message() -> [UInt8] {
    let alphabet = UInt8.random(in: 1...255, using: &self)
    return (0..<Int.random(in: 0...5_000, using: &self)).map { _ in UInt8.random(in: 0...alphabet, using: &self) }
  }
}
