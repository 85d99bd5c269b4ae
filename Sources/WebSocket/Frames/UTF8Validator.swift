/// Checks that bytes arriving in pieces are UTF-8 (RFC 3629), and notices the first bad byte in the piece that brings
/// it.
///
/// One byte of state. ASCII passes sixteen bytes at a time; everything else goes through a table in which the row of a
/// byte holds the next state for each of the nine states, six bits apiece: a step is one load and one shift.
@frozen
public struct UTF8Validator: Sendable {
  /// The bit position of the state in a row; 0 is the boundary between characters, `rejected` is final.
  @usableFromInline var state: UInt8 = 0

  /// Makes a validator at the start of a text.
  @inlinable
  public init() {}

  /// Whether the text so far ends at the end of a character.
  @inlinable
  public var isAtBoundary: Bool { state == 0 }

  /// Takes the next bytes.
  ///
  /// - Returns: false when no continuation can make the text valid any more; this is final.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return state != Self.rejected }
    let count = bytes.count
    var row = UInt64(state)
    var offset = 0
    Self.table.withUnsafeBufferPointer { table in
      // Safety: loads end at or before `count`; the table has a row for each of the 256 bytes.
      while offset &+ 16 <= count {
        let words = base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & Mask.notASCII == 0 && row & 63 == 0 {
          offset &+= 16
          continue
        }
        for index in offset..<offset &+ 16 { row = table[Int(base.load(fromByteOffset: index, as: UInt8.self))] >> (row & 63) }
        offset &+= 16
      }
      while offset < count {
        row = table[Int(base.load(fromByteOffset: offset, as: UInt8.self))] >> (row & 63)
        offset &+= 1
      }
    }
    state = UInt8(truncatingIfNeeded: row & 63)
    return state != Self.rejected
  }

  /// Whether some bytes are UTF-8 from beginning to end.
  public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var validator = UTF8Validator()
    return validator.consume(bytes) && validator.isAtBoundary
  }

  @usableFromInline static let rejected: UInt8 = 48
  // States, each the number of bits below its entry in a row. Named for what the next byte must be.
  private static let boundary: UInt8 = 0
  private static let oneMore: UInt8 = 6
  private static let twoMore: UInt8 = 12
  private static let threeMore: UInt8 = 18
  private static let afterE0: UInt8 = 24  // A0...BF, then one: no overlong form
  private static let afterED: UInt8 = 30  // 80...9F, then one: no surrogate
  private static let afterF0: UInt8 = 36  // 90...BF, then two: no overlong form
  private static let afterF4: UInt8 = 42  // 80...8F, then two: at most U+10FFFF

  private static let table: [UInt64] = (0...255).map { value in
    let byte = UInt8(value)
    var row: UInt64 = 0
    for state in stride(from: UInt8(0), through: rejected, by: 6) { row |= UInt64(next(state, byte)) << UInt64(state) }
    return row
  }

  // RFC 3629 §4.
  private static func next(_ state: UInt8, _ byte: UInt8) -> UInt8 {
    switch (state, byte) {
    case (boundary, 0x00...0x7F): boundary
    case (boundary, 0xC2...0xDF): oneMore
    case (boundary, 0xE0): afterE0
    case (boundary, 0xE1...0xEC), (boundary, 0xEE...0xEF): twoMore
    case (boundary, 0xED): afterED
    case (boundary, 0xF0): afterF0
    case (boundary, 0xF1...0xF3): threeMore
    case (boundary, 0xF4): afterF4
    case (oneMore, 0x80...0xBF): boundary
    case (twoMore, 0x80...0xBF), (afterE0, 0xA0...0xBF), (afterED, 0x80...0x9F): oneMore
    case (threeMore, 0x80...0xBF), (afterF0, 0x90...0xBF), (afterF4, 0x80...0x8F): twoMore
    default: rejected
    }
  }
}
