/// A small seeded generator: the same seed gives the same words, on every machine.
///
/// The steps are Vigna's SplitMix64, in the public domain.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// Starts at a seed for one of many streams, none of which resembles another.
  public init(seed: UInt64, stream: UInt64) {
    var first = SplitMix64(seed: seed)
    state = first.next() ^ (stream &* 0xD134_2543_DE82_EF95)
  }

  /// The next word.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 to below the bound.
  public mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }
}
