import HearthProtocol

extension Category {
  /// A picture for the category: chosen by its key for the usual ones, otherwise a plain mark.
  public var emoji: String { Self.emoji[key] ?? "🔹" }

  private static let emoji = [
    "housing": "🏠", "groceries": "🛒", "utilities": "💡", "education": "📚", "healthcare": "🏥", "transportation": "🚌",
    "insurance": "🔒", "family-support": "👪", "emi": "🏦", "dining": "🍛", "entertainment": "🎬", "shopping": "🛍️",
    "personal-care": "🧴", "travel": "🧳", "subscriptions": "🔁", "gifts": "🎁", "festivals": "🪔", "emergency-fund": "🚨",
    "investments": "📈", "retirement": "🌅", "goal-savings": "🎯", "gold": "🥇", "salary": "💼", "other-income": "💰",
  ]
}

extension EntryKind {
  /// A picture for entries without a category.
  var emoji: String {
    switch self {
    case .expense: "🧾"
    case .income: "💰"
    case .transfer: "💸"
    case .unspecified, .UNRECOGNIZED: "🔹"
    }
  }
}

extension Role {
  /// The owner's mark (product 49, 59).
  static let crown = "👑"

  /// The role in words.
  public var word: String {
    switch self {
    case .owner: "owner"
    case .admin: "admin"
    case .adult: "adult"
    case .viewer: "viewer"
    case .minor: "minor"
    case .unspecified, .UNRECOGNIZED: "unknown role"
    }
  }
}

extension BudgetPeriod {
  /// The period in words.
  public var word: String {
    switch self {
    case .weekly: "weekly"
    case .biweekly: "every two weeks"
    case .monthly: "monthly"
    case .yearly: "yearly"
    case .unspecified, .UNRECOGNIZED: "unknown period"
    }
  }
}
