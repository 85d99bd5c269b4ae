/// Walks over deflate data (RFC 1951) without inflating it, to see how far back its copies reach.
///
/// zlib accepts any distance within the output of one call, whatever its window is. So this walk checks data that zlib
/// has accepted. It looks at each bit once. Data that is no deflate ends the walk; nothing traps.
package struct CopyDistances {
  private var bits: BitReader
  private var literals = PrefixCode()
  private var distances = PrefixCode()
  private var lengths = PrefixCode()

  private init(_ message: UnsafeRawBufferPointer) { bits = BitReader(message) }

  /// Whether a copy in the message comes from beyond a window of 2^windowBits bytes, 8 to 15.
  ///
  /// - Parameter message: begins with a block, as every message does (RFC 7692 §7.2.1).
  package static func exceed(windowBits: UInt8, in message: UnsafeRawBufferPointer) -> Bool {
    var walk = CopyDistances(message)
    // RFC 1951 §3.2.5: each power of two has two of the 30 codes, so a window ends where a code ends.
    return walk.findsDistance(from: min(2 * Int(windowBits), 30))
  }

  private mutating func findsDistance(from symbol: Int) -> Bool {
    while let header = bits.number(3) {
      switch header >> 1 {
      case 0: guard skipStored() else { return false }
      case 1:
        literals.assign(Self.fixedLiterals[...])
        distances.assign(Self.fixedDistances[...])
        if let found = walkBlock(from: symbol) { return found }
      case 2:
        guard readCodes() else { return false }
        if let found = walkBlock(from: symbol) { return found }
      default: return false
      }
      // RFC 7692 §7.2.3.4: another block may follow a last one, and begins with the next byte.
      if header & 1 == 1 { bits.alignToByte() }
    }
    return false
  }

  /// Reads the symbols of a block up to its end.
  ///
  /// - Returns: true at the first distance that is too far, nil when the block has none, false when the data ends.
  private mutating func walkBlock(from tooFar: Int) -> Bool? {
    while let symbol = bits.symbol(literals) {
      if symbol < 256 { continue }
      if symbol == 256 { return nil }
      // RFC 1951 §3.2.5: from 265 to 284 each group of four symbols has one more extra bit; 285 has none.
      let extra = symbol < 265 || symbol >= 285 ? 0 : (symbol - 261) / 4
      guard symbol < 286, bits.number(extra) != nil, let distance = bits.symbol(distances) else { return false }
      if distance >= tooFar { return true }
      guard bits.number(distance < 2 ? 0 : distance / 2 - 1) != nil else { return false }
    }
    return false
  }

  private mutating func skipStored() -> Bool {
    bits.alignToByte()
    guard let count = bits.number(16), bits.number(16) != nil else { return false }
    return bits.skipBytes(count)
  }

  /// RFC 1951 §3.2.7: the lengths of the codes, themselves in a code.
  private mutating func readCodes() -> Bool {
    guard let literalCount = bits.number(5).map({ $0 + 257 }), let distanceCount = bits.number(5).map({ $0 + 1 }),
      let codeCount = bits.number(4).map({ $0 + 4 })
    else { return false }
    var ofLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codeCount {
      guard let length = bits.number(3) else { return false }
      ofLengths[Self.order[index]] = UInt8(length)
    }
    lengths.assign(ofLengths[...])
    var all: [UInt8] = []
    all.reserveCapacity(literalCount + distanceCount)
    while all.count < literalCount + distanceCount {
      guard let symbol = bits.symbol(lengths) else { return false }
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last, let more = bits.number(2) else { return false }
        all.append(contentsOf: repeatElement(last, count: 3 + more))
      default:
        guard let more = bits.number(symbol == 17 ? 3 : 7) else { return false }
        all.append(contentsOf: repeatElement(0, count: (symbol == 17 ? 3 : 11) + more))
      }
    }
    guard all.count == literalCount + distanceCount else { return false }
    literals.assign(all[..<literalCount])
    distances.assign(all[literalCount...])
    return true
  }

  /// RFC 1951 §3.2.6.
  private static let fixedLiterals: [UInt8] = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
  private static let fixedDistances = [UInt8](repeating: 5, count: 30)
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

/// A code given by the lengths of its words (RFC 1951 §3.2.2).
private struct PrefixCode {
  /// The number of words of each length.
  private(set) var counts = [UInt16](repeating: 0, count: 16)
  /// The symbols that have words, in the order of the words.
  private(set) var symbols = [UInt16](repeating: 0, count: 288)

  mutating func assign(_ lengths: ArraySlice<UInt8>) {
    for length in 0..<16 { counts[length] = 0 }
    for length in lengths { counts[Int(length & 15)] += 1 }
    var next = [UInt16](repeating: 0, count: 16)
    for length in 1..<15 { next[length + 1] = next[length] + counts[length] }
    for (symbol, length) in lengths.enumerated() where length != 0 {
      symbols[Int(next[Int(length & 15)])] = UInt16(symbol)
      next[Int(length & 15)] += 1
    }
    counts[0] = 0
  }
}

/// Bits as deflate packs them (RFC 1951 §3.1.1).
private struct BitReader {
  // Safety: the reader lives within one call of `exceed`, as long as the message that this points to.
  private let bytes: UnsafeRawBufferPointer
  /// Bits that were read.
  private var position = 0
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    end = bytes.count * 8
  }

  mutating func alignToByte() { position = (position + 7) & ~7 }

  /// Skips bytes; false when fewer are left.
  mutating func skipBytes(_ count: Int) -> Bool {
    position += count * 8
    return position <= end
  }

  /// The number in the next `count` bits, at most 16, the lowest first; nil when fewer are left.
  mutating func number(_ count: Int) -> Int? {
    guard position + count <= end else { return nil }
    var value = 0
    for index in 0..<count { value |= bit(position + index) << index }
    position += count
    return value
  }

  private func bit(_ position: Int) -> Int { Int(bytes[position >> 3] >> UInt8(position & 7)) & 1 }

  /// The next symbol of a code, whose highest bit comes first; nil at the end of the data, and for bits that are no
  /// word.
  mutating func symbol(_ prefixCode: PrefixCode) -> Int? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard position < end else { return nil }
      code |= bit(position)
      position += 1
      let count = Int(prefixCode.counts[length])
      if code - count < first { return Int(prefixCode.symbols[index + code - first]) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }
}
