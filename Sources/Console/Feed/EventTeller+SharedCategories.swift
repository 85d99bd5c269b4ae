import HearthProtocol
import Ledger

// Totals that members share of their own spending.
extension EventTeller {
  func item(_ set: CategoryShared) -> FeedItem {
    let (member, key) = (current(set.memberID), set.category)
    let isOwn = member == MemberID(event.memberID).map(shared.members.current)
    let name = isOwn ? nil : (member.map(shared.name) ?? "?").printable
    let category = shared.category(key)
    return told("📊") { phrases, actor in
      phrases.categoryShared(actor, name, (category.map(phrases.category) ?? key).printable, isShared: set.shared)
    }
  }

  func item(_ set: CategoryTotalSet) -> FeedItem {
    let name = (current(set.memberID).map(shared.name) ?? "?").printable
    let (category, key, month) = (shared.category(set.category), set.category, String(set.periodStart.prefix(7)).printable)
    let figure = set.amount.minor == 0 ? nil : Currency(code: set.amount.currency)?.text(set.amount.minor) ?? Amounts.text("?")
    return told("📊") { phrases, _ in
      phrases.categoryTotal(name, (category.map(phrases.category) ?? key).printable, month, figure)
    }
  }

  private func current(_ text: String) -> MemberID? { MemberID(text).map(shared.members.current) }
}
