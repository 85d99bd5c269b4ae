/// Frames of RFC 6455 as a client sees them, written apart from the code that they are to test.
enum PlainFrames {
  static let text: UInt8 = 1
  static let binary: UInt8 = 2
  static let close: UInt8 = 8
  static let ping: UInt8 = 9
  static let pong: UInt8 = 10

  /// The request for a circle, with the key of RFC 6455 §1.3.
  static func request(circle: String) -> [UInt8] {
    Array(
      """
      GET /?room=\(circle) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n
      """.utf8)
  }

  /// The end of the answer to such a request, in its beginning; nil while it is not all there.
  static func answerEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in bytes.startIndex...(bytes.endIndex - 4) where bytes[index] == 13 {
      if bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
    }
    return nil
  }

  /// Whether an answer grants the upgrade.
  static func isGranted(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 101 ")
      && String(decoding: bytes, as: UTF8.self).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  /// Appends a masked frame.
  static func append(_ opcode: UInt8, _ payload: [UInt8], mask: UInt32, to output: inout [UInt8]) {
    output.append(0x80 | opcode)
    if payload.count < 126 {
      output.append(0x80 | UInt8(payload.count))
    } else {
      // Limit: 65,535 bytes, the most that the load tests send.
      output += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    }
    let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (8 * $0)) }
    output += key
    for (index, byte) in payload.enumerated() { output.append(byte ^ key[index & 3]) }
  }
}

/// Takes a server's frames out of what is read from one connection.
struct FrameReader {
  /// The beginning of a frame whose end has not been read.
  private var rest: [UInt8] = []

  /// Whether the last read ended where a frame does.
  var isAtBoundary: Bool { rest.isEmpty }

  /// Calls the body with each whole frame: opcode and payload.
  ///
  /// - Returns: false when something is no frame that a server may send here.
  mutating func take(_ read: ArraySlice<UInt8>, _ body: (UInt8, ArraySlice<UInt8>) -> Void) -> Bool {
    let bytes = rest.isEmpty ? read : (rest + read)[...]
    var position = bytes.startIndex
    while bytes.endIndex - position >= 2 {
      let first = bytes[position]
      var length = Int(bytes[position + 1])
      var start = position + 2
      guard first & 0xF0 == 0x80, length < 127 else { return false }
      if length == 126 {
        guard bytes.endIndex - position >= 4 else { break }
        length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
        start = position + 4
      }
      guard bytes.endIndex - start >= length else { break }
      body(first & 15, bytes[start..<(start + length)])
      position = start + length
    }
    rest = Array(bytes[position...])
    return true
  }
}
