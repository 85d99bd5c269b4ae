/// What is to be split, as it was typed.
public struct SplitWish: Sendable {
  /// "450.50"; nil when it comes from an entry.
  public var amount: String?
  /// What it was for; nil likewise.
  public var description: String?
  /// An entry that amount, description and all else are taken from.
  public var from: String?
  /// The group of that entry; nil for the same.
  public var fromGroup: String?

  /// Makes a wish of nothing.
  public init() {}
}
