import HearthProtocol
import Ledger

// The group itself.
extension EventTeller {
  func item(_ updated: GroupUpdated) -> FeedItem { told("🔧") { $0.groupChanged($1, updated.changes($0)) } }

  func item(_ set: IncomeSet) -> FeedItem {
    guard set.hasMonthlyIncome, let currency = Currency(code: set.monthlyIncome.currency) else {
      return told("🔧") { $0.incomeTakenAway($1) }
    }
    let figure = currency.text(set.monthlyIncome.minor)
    return told("🔧") { $0.incomeSet($1, figure) }
  }

  func item(_ set: CategorySet) -> FeedItem {
    told(set.content.emoji) { $0.categorySet($1, $0.category(set.content).printable) }
  }

  func item(_ retired: CategoryRetired) -> FeedItem {
    let category = shared.category(retired.key)
    return told("🔹") { $0.categoryRetired($1, (category.map($0.category) ?? retired.key).printable) }
  }
}

extension GroupUpdated {
  /// What has changed, in words.
  fileprivate func changes(_ phrases: Phrases) -> [String] {
    var changes: [String] = []
    if hasName { changes.append(phrases.changedName(name.printable)) }
    if hasDescription_p { changes.append(phrases.changedDescription()) }
    if hasIcon { changes.append(phrases.changedIcon()) }
    if hasCurrency { changes.append(phrases.changedCurrency(currency.printable)) }
    if hasSimplifyDebts { changes.append(phrases.changedDebts(isSimplified: simplifyDebts)) }
    if hasTimeZone { changes.append(phrases.changedTimeZone(timeZone.printable)) }
    if hasWeekStartsOn { changes.append(phrases.changedWeek(weekStartsOn)) }
    if hasMembersMax { changes.append(phrases.changedPlaces(membersMax)) }
    return changes
  }
}

extension Weekday {
  /// The day in words.
  var word: String {
    switch self {
    case .monday, .unspecified, .UNRECOGNIZED: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
