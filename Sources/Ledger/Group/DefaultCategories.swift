import HearthProtocol

/// What a new group starts with (product 127): 22 categories for expenses and two for income.
public let defaultCategories: [Category] = categoriesInOrder.enumerated().map { place, category in
  var category = category
  category.sortOrder = UInt32(place + 1) * 10
  return category
}

private let categoriesInOrder: [Category] =
  [
    expense("housing", "Housing/Rent", "house.fill", "#4A90A4", .needs),
    expense("groceries", "Groceries", "cart.fill", "#6B8E23", .needs),
    expense("utilities", "Utilities", "bolt.fill", "#FFD700", .needs),
    expense("education", "Education", "book.fill", "#8B4513", .needs),
    expense("healthcare", "Healthcare", "cross.case.fill", "#DC143C", .needs),
    expense("transportation", "Transportation", "car.fill", "#4169E1", .needs),
    expense("insurance", "Insurance", "shield.fill", "#2E8B57", .needs),
    expense("family-support", "Family Support", "person.2.fill", "#9370DB", .needs),
    expense("emi", "EMI/Loans", "indianrupeesign.circle.fill", "#CD853F", .needs),
    expense("dining", "Dining Out", "fork.knife", "#FF6347", .wants),
    expense("entertainment", "Entertainment", "tv.fill", "#9932CC", .wants),
    expense("shopping", "Shopping", "bag.fill", "#FF69B4", .wants),
    expense("personal-care", "Personal Care", "sparkles", "#FFB6C1", .wants),
    expense("travel", "Travel", "airplane", "#00CED1", .wants),
    expense("subscriptions", "Subscriptions", "play.rectangle.fill", "#FF4500", .wants),
    expense("gifts", "Gifts & Donations", "gift.fill", "#DAA520", .wants),
    expense("festivals", "Festivals", "sparkler", "#FF8C00", .wants),
    expense("emergency-fund", "Emergency Fund", "banknote.fill", "#228B22", .savings),
    expense("investments", "Investments", "chart.line.uptrend.xyaxis", "#008B8B", .savings),
    expense("retirement", "Retirement", "clock.fill", "#4682B4", .savings),
    expense("goal-savings", "Goal Savings", "target", "#32CD32", .savings),
    // Not the yellow of Utilities: no two look alike.
    expense("gold", "Gold/Jewelry", "seal.fill", "#D4AF37", .savings),
    income("salary", "Salary", "briefcase.fill", "#3CB371"),
    income("other-income", "Other Income", "plus.circle.fill", "#5F9EA0"),
  ]

private func expense(_ key: String, _ name: String, _ icon: String, _ color: String, _ kind: CategoryClass) -> Category {
  var category = Category()
  category.key = key
  category.name = name
  category.icon = icon
  category.color = color
  category.class = kind
  category.forExpense = true
  return category
}

private func income(_ key: String, _ name: String, _ icon: String, _ color: String) -> Category {
  var category = expense(key, name, icon, color, .unspecified)
  category.forExpense = false
  category.forIncome = true
  return category
}
