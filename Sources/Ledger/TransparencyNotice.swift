/// What somebody must have read before they become a minor: what others see of them (product 43, 56).
///
/// The text changes only together with its version; histories keep the version that each minor accepted.
public enum TransparencyNotice {
  /// The version that is asked for now.
  public static let version = "2026-11"

  /// The text, a paragraph an element.
  public static let text = [
    "As a minor you see the group's members, entries, budgets and balances, but you do not change them.",
    "What you record for yourself is seen by you and by your guardians in this group: at first its owner.",
    "When somebody becomes your guardian, you are told. Nobody can make you a minor without your having read this.",
  ]
}
