import Deflate
import FuzzUnits
import Glibc
import WebSocket

/// The codec behind two pipes, for `differential.py`: one line is asked and one answered.
///
///     r ROLE DEFLATE HEX|HEX|...         reads a stream in these pieces; answers with what was seen: KIND:DETAIL:HEX, each after a space
///     e OPCODE FINAL COMPRESSED KEY HEX  encodes a frame, masked unless the key is `-`; answers with its bytes
enum CodecPipe {
  static func run() {
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
    let compressor: any MessageCompressor =
      deflate == "context" ? ContextCompressor(CompressionAgreement(), role: role) : LoopCompressor()
    var seen: [String] = []
    for piece in pieces.split(separator: "|") {
      guard var buffer = bytes(String(piece)) else { return "?" }
      buffer.withUnsafeMutableBytes { buffer in
        var position = 0
        do throws(WebSocketFault) {
          while let event = try decoder.next(in: buffer, from: &position) { seen.append(try describe(event, compressor)) }
        } catch {
          seen.append("fault:\(error.closeCode.rawValue):\(error)")
          decoder.end()
        }
      }
    }
    return seen.joined(separator: " ")
  }

  private static func describe(_ event: FrameEvent, _ compressor: any MessageCompressor) throws(WebSocketFault) -> String {
    switch event {
    case .text(let payload): "text::" + hexadecimal(payload)
    case .binary(let payload): "binary::" + hexadecimal(payload)
    case .ping(let payload): "ping::" + hexadecimal(payload)
    case .pong(let payload): "pong::" + hexadecimal(payload)
    case .close(let code, let reason): "close:\(code?.rawValue ?? 1005):" + hexadecimal(reason)
    case .compressed(let kind, let payload):
      (kind == .text ? "text::" : "binary::")
        + hexadecimal(try compressor.inflate(payload, of: kind, windowBits: 15, bytesMax: 65_536))
    }
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
