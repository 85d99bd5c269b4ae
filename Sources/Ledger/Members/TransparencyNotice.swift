/// What somebody must have read before they become a minor: what others see of them (product 43, 56).
///
/// The text changes only together with its version; histories keep the version that each minor accepted.
public enum TransparencyNotice {
  /// The version that is asked for now.
  public static let version = "2026-11-29"

  /// The text, a paragraph an element.
  public static let text = [
    "As a minor you see the group's members, entries, budgets and balances, but you do not change them.",
    "What you note of your own spending is seen by you, the owner and your guardians, and so are limits and allowances that they set.",
    "Entries that name you, and what you owe, are seen by all members of the group.",
    "The owner says who your guardians are and decides about your role; hearth me shows you who sees what you spend.",
    "When an account is shared with you to read, the owner and your guardians see which one it is, and not what is in it.",
    "When you ask for another role, the owner and your guardians see it.",
    "Nobody can make you a minor while you have an account here without your having read this.",
  ]
}
