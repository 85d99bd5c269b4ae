import Deflate
import Glibc
import WebSocket

/// The codec behind two pipes, for `differential.py`: one line is asked and one answered.
///
///     r ROLE DEFLATE HEX|HEX|...         reads these pieces; answers with KIND:DETAIL:HEX, each after a space
///     e OPCODE FINAL COMPRESSED KEY HEX  encodes a frame, masked unless the key is `-`; answers with its bytes
public enum CodecPipe {
  /// Answers until the input ends.
  public static func run() {
    while let line = readLine() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch words.first {
      case "r" where words.count == 4: print(read(words[3], role: words[1] == "client" ? .client : .server, deflate: words[2]))
      case "e" where words.count == 6: print(encode(words))
      default: print("?")
      }
      fflush(nil)
    }
  }

  private static func encode(_ words: [String]) -> String {
    guard let opcode = UInt8(words[1]).flatMap(Opcode.init), let payload = bytes(words[5]) else { return "?" }
    var output: [UInt8] = []
    FrameEncoder.append(
      opcode, payload: payload, maskKey: UInt32(words[4], radix: 16)?.byteSwapped, isFinal: words[2] == "1", isCompressed: words[3] == "1",
      to: &output)
    return hexadecimal(output)
  }

  /// - Parameter deflate: `-` for none, `messages` without contexts, `context` with them.
  private static func read(_ pieces: String, role: Role, deflate: String) -> String {
    var decoder = FrameDecoder(role: role, limits: .messages(upTo: 65_536), permitsCompression: deflate != "-")
    var agreement = CompressionAgreement()
    agreement.serverKeepsContext = deflate == "context"
    agreement.clientKeepsContext = deflate == "context"
    // For messages in fragments there is no other; for whole ones a loop's is what a server without contexts has.
    let fragments = ContextCompressor(agreement, role: role)
    let compressor: any MessageCompressor = deflate == "context" ? fragments : LoopCompressor()
    var seen: [String] = []
    for piece in pieces.split(separator: "|") {
      guard var buffer = bytes(String(piece)) else { return "?" }
      buffer.withUnsafeMutableBytes { buffer in
        var position = 0
        do throws(WebSocketFault) {
          while let event = try decoder.next(in: buffer, from: &position) {
            if let line = try describe(event, compressor, fragments) { seen.append(line) }
          }
        } catch {
          seen.append("fault:\(error.closeCode.rawValue):\(error)")
          decoder.end()
        }
      }
    }
    return seen.joined(separator: " ")
  }

  /// One word; nil for a fragment that others follow.
  private static func describe(
    _ event: FrameEvent, _ compressor: any MessageCompressor, _ fragments: ContextCompressor
  ) throws(WebSocketFault) -> String? {
    switch event {
    case .text(let payload): "text::" + hexadecimal(payload)
    case .binary(let payload): "binary::" + hexadecimal(payload)
    case .ping(let payload): "ping::" + hexadecimal(payload)
    case .pong(let payload): "pong::" + hexadecimal(payload)
    case .close(let code, let reason): "close:\(code?.rawValue ?? 1005):" + hexadecimal(reason)
    case .compressed(let kind, let payload):
      whole(kind, try compressor.inflate(payload, of: kind, windowBits: 15, bytesMax: 65_536))
    case .compressedPart(let kind, let part, let isLast):
      try fragments.inflate(part: part, isLast: isLast, of: kind, bytesMax: 65_536).map { whole(kind, $0) }
    }
  }

  private static func whole(_ kind: MessageKinds, _ message: UnsafeRawBufferPointer) -> String {
    (kind == .text ? "text::" : "binary::") + hexadecimal(message)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard let digit = character.hexDigitValue.map(UInt8.init) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
