import Transport

/// The limits of files that are planned for a member (SPEC CV-12).
enum ImportLimits {
  // Limit: a year of a household's statements has some thousand lines of a hundred bytes; longer ones go in parts, or
  // by the console.

  /// Bytes of a file.
  static let fileBytesMax = 1 << 20
  /// Lines or records of a file.
  static let linesMax = 2_000
  // Limit: so that an answer has space for lines, too (SPEC section 22).

  /// Balances that an answer tells.
  static let balancesMax = 300
  /// Texts that a flaw is about.
  static let detailsMax = 100
  /// Code points of such a text.
  static let detailScalarsMax = 200
  // Limit: some ten times what as many lines take.

  /// How long one plan may be reckoned, in nanoseconds of the thread that does it.
  static let nanosecondsMax: Int64 = 5_000_000_000
}

/// Bytes that are charged to a budget for as long as somebody has this.
final class HeldBytes: Sendable {
  private let count: Int
  private let memory: MemoryBudget

  init(_ count: Int, in memory: MemoryBudget) {
    (self.count, self.memory) = (count, memory)
    memory.charge(count)
  }

  deinit { memory.discharge(count) }
}
