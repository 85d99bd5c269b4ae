/// Eight hexadecimal digits at once, one in each byte of a word, the first in the top byte; a room reads and writes
/// some ten ids a command.
enum HexDigits {
  private static let topBits: UInt64 = 0x8080_8080_8080_8080
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// What the digits say, up to 32 bits; `flaws` is not 0 when one of the bytes is none.
  @inline(__always)
  static func read(_ digits: UInt64) -> (value: UInt64, flaws: UInt64) {
    // Below 0x80 no sum carries into the next byte, so a top bit says of its own byte whether it is at least a bound.
    let decimals = atLeast(digits, UInt8(ascii: "0")) & ~atLeast(digits, UInt8(ascii: "9") + 1)
    let lowered = digits | 0x20 * ones
    let letters = atLeast(lowered, UInt8(ascii: "a")) & ~atLeast(lowered, UInt8(ascii: "f") + 1)
    let flaws = (digits | ~(decimals | letters)) & topBits
    var value = (digits & (0x0F * ones)) + (letters & topBits) >> 7 * 9
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return ((value | value >> 16) & 0xFFFF_FFFF, flaws)
  }

  /// The digits of a number, lower case.
  static func text(of number: UInt32) -> UInt64 {
    var value = UInt64(number)
    value = (value | value << 16) & 0x0000_FFFF_0000_FFFF
    value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
    value = (value | value << 4) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = atLeast(value, 10) >> 7 & ones
    return value + UInt64(UInt8(ascii: "0")) * ones + letters * UInt64(UInt8(ascii: "a") - 10 - UInt8(ascii: "0"))
  }

  private static func atLeast(_ bytes: UInt64, _ bound: UInt8) -> UInt64 { bytes &+ UInt64(0x80 - bound) * ones }
}
