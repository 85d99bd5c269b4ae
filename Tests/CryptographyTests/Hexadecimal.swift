/// Bytes as the sources of vectors write them: pairs of hexadecimal digits, with spaces as they please.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// A byte so many times.
func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

/// The bytes, each time with one bit of one of them turned.
func mutants(_ bytes: [UInt8]) -> [[UInt8]] {
  bytes.indices.map { place in
    var mutant = bytes
    mutant[place] ^= 1 << UInt8(place & 7)
    return mutant
  }
}
