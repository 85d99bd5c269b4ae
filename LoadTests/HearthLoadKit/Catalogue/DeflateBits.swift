/// Writes deflate data by hand (RFC 1951 §3.1.1), without the library under test.
public struct DeflateBits {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private var used = 8

  /// Nothing yet.
  public init() {}

  /// A number, its lowest bit first.
  public mutating func number(_ value: Int, _ count: Int) {
    for index in 0..<count { bit(value >> index & 1) }
  }

  /// A Huffman code, its highest bit first.
  public mutating func code(_ value: Int, _ count: Int) {
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
  public mutating func fixedBlock(isLast: Bool = false) {
    number(isLast ? 1 : 0, 1)
    number(1, 2)
  }

  /// A whole block of these bytes with the fixed codes.
  public mutating func fixedBlock(_ bytes: [UInt8], isLast: Bool = false) {
    fixedBlock(isLast: isLast)
    for byte in bytes { literal(byte) }
    endOfBlock()
  }

  /// One byte, in the fixed codes.
  public mutating func literal(_ byte: UInt8) {
    if byte < 144 { code(0x30 + Int(byte), 8) } else { code(0x190 + Int(byte) - 144, 9) }
  }

  /// Three bytes from so far back, in the fixed codes.
  public mutating func copy(distance: Int) {
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

  /// The end of a block with the fixed codes.
  public mutating func endOfBlock() { code(0, 7) }

  /// An empty block with codes of its own, the dearest that there is for its 90 bits (RFC 1951 §3.2.7).
  public mutating func emptyBlockWithCodes() {
    // Not last, codes of its own: 257 for literals, 1 for distances, 18 lengths of codes, 1 and 18 with a bit each.
    number(0, 1)
    number(2, 2)
    number(0, 5)
    number(0, 5)
    number(14, 4)
    for length in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] { number(length == 18 || length == 1 ? 1 : 0, 3) }
    // 256 zeros, the end of the block in one bit, and one distance. In the order of their symbols 1 is the bit 0, 18
    // the bit 1.
    code(1, 1)
    number(138 - 11, 7)
    code(1, 1)
    number(118 - 11, 7)
    code(0, 1)
    code(0, 1)
    // The end of the block.
    code(0, 1)
  }

  /// The header of the empty stored block whose last four bytes are left out of a message (RFC 7692 §7.2.1).
  public mutating func flush() {
    number(0, 3)
    used = 8
  }

  /// Passes over the rest of a byte, as behind a last block.
  public mutating func alignToByte() { used = 8 }

  /// A whole message.
  public static func message(_ write: (inout DeflateBits) -> Void) -> [UInt8] {
    var bits = DeflateBits()
    write(&bits)
    bits.flush()
    return bits.bytes
  }
}
