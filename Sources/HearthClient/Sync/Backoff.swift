/// How long to wait before connecting again: a random time up to a bound that doubles (SPEC CL-02), so that many
/// clients that lost their server at once do not come back at once.
public struct Backoff: Sendable {
  /// Limit: the longest wait at first, in milliseconds.
  public static let firstMilliseconds: Int64 = 500
  /// Limit: the longest wait ever, in milliseconds.
  public static let longestMilliseconds: Int64 = 30_000

  /// Attempts since the last success.
  public private(set) var attempts = 0

  /// Makes one without failures so far.
  public init() {}

  /// The next wait, in milliseconds: 0 to 500, then to 1,000, and so on up to 30,000.
  ///
  /// - Parameter random: a random word.
  public mutating func next(random: UInt64) -> Int64 {
    // Six doublings of half a second pass the longest wait.
    let bound = min(Self.firstMilliseconds << Int64(min(attempts, 6)), Self.longestMilliseconds)
    attempts += 1
    return Int64(random % UInt64(bound + 1))
  }

  /// It worked.
  public mutating func succeeded() { attempts = 0 }
}
