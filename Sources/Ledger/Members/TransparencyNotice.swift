/// What somebody must have read before they become a minor: what others see of them (product 43, 56).
///
/// The text changes only together with its version; histories keep the version that each minor accepted.
public enum TransparencyNotice {
  /// The version that is asked for now.
  public static let version = "2026-11-27"

  /// The text, a paragraph an element.
  public static let text = [
    "As a minor you see the group's members, entries, budgets and balances, but you do not change them.",
    "There is no private record for you here yet: entries that name you, and what you owe, are seen by all members of the group.",
    "You have no guardian here yet. The owner decides about your role, and the owner and admins see when you ask for another one.",
    "Nobody can make you a minor while you have an account here without your having read this.",
  ]
}
