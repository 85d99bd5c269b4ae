import Deflate
import WebSocket

/// Writes deflate data by hand (RFC 1951 §3.1.1), without the library under test.
struct Bits {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  /// A number, its lowest bit first.
  mutating func number(_ value: Int, _ count: Int) {
    for index in 0..<count { bit(value >> index & 1) }
  }

  /// A Huffman code, its highest bit first.
  mutating func code(_ value: Int, _ count: Int) {
    for index in (0..<count).reversed() { bit(value >> index & 1) }
  }

  private mutating func bit(_ bit: Int) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= UInt8(bit << used)
    used += 1
  }

  /// Begins a block with the fixed codes (RFC 1951 §3.2.6).
  mutating func fixedBlock(isLast: Bool = false) {
    number(isLast ? 1 : 0, 1)
    number(1, 2)
  }

  mutating func literal(_ byte: UInt8) {
    if byte < 144 { code(0x30 + Int(byte), 8) } else { code(0x190 + Int(byte) - 144, 9) }
  }

  /// Three bytes from so far back.
  mutating func copy(distance: Int) {
    code(1, 7)
    var symbol = 0
    var base = 1
    while true {
      let extra = symbol < 2 ? 0 : symbol / 2 - 1
      if distance < base + (1 << extra) {
        code(symbol, 5)
        number(distance - base, extra)
        return
      }
      base += 1 << extra
      symbol += 1
    }
  }

  mutating func endOfBlock() { code(0, 7) }

  /// The header of the empty stored block whose last four bytes are left out of a message.
  mutating func flush() {
    number(0, 3)
    used = 8
  }

  static func message(_ write: (inout Bits) -> Void) -> [UInt8] {
    var bits = Bits()
    write(&bits)
    bits.flush()
    return bits.bytes
  }
}

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

/// What inflating came to.
enum Outcome: Equatable, Sendable {
  case message([UInt8])
  case fault(WebSocketFault)
}

/// A generator with a seed, so that every run is the same (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Bytes that compress well, badly or not at all.
  mutating func message() -> [UInt8] {
    let alphabet = UInt8.random(in: 1...255, using: &self)
    return (0..<Int.random(in: 0...5_000, using: &self)).map { _ in UInt8.random(in: 0...alphabet, using: &self) }
  }
}
