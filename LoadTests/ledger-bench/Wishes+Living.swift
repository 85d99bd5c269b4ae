import HearthProtocol
import Ledger

// What makes the group one that people have lived in: budgets, entries of every shape, and what was corrected later.
extension Wishes {
  /// Sets budgets whose progress every entry moves and whose alerts fire on the way.
  mutating func budgets() -> [Command] {
    let periods: [BudgetPeriod] = [.monthly, .weekly, .biweekly, .yearly]
    return Self.categories.enumerated().map { number, category in
      var set = SetBudget()
      set.budgetID = BudgetID(high: 0x0189_B000_0000_7000, low: UInt64(number) << 40).description
      set.content.name = category
      set.content.limit.minor = 5_000_000
      set.content.limit.currency = "INR"
      set.content.period = periods[number % periods.count]
      set.content.categories = [category]
      set.content.startDate = CivilDate(daysSince1970: Self.today - 700).description
      set.content.rollover = number == 0 ? .surplus : .none
      return command(.setBudget(set))
    }
  }

  /// Now and then what was entered lately is corrected, and more seldom it is void.
  mutating func correction(in state: GroupState) -> Command? {
    let what = below(100)
    guard what < 5, !lately.isEmpty, let entry = state.shared.entries[lately[below(lately.count)]], !entry.isVoided else { return nil }
    if what == 0 {
      var void = VoidEntry()
      void.entryID = entry.id.description
      return command(.voidEntry(void))
    }
    var edit = EditEntry()
    edit.entryID = entry.id.description
    edit.baseVersion = entry.version.rawValue
    edit.changes.note = "It was ₹\(below(1_000_000)) in truth"
    return command(.editEntry(edit))
  }

  /// What a tenth of the entries has beyond the rest each: a note, a shop, two who paid, parts by weight, another
  /// currency, a receipt.
  mutating func enrich(_ content: inout EntryContent, among members: [String]) {
    switch below(10) {
    case 0: content.note = "For the whole of the week, milk not counted"
    case 1: content.merchant = "Sharma General Store"
    case 2:
      content.paid = zip(members, [content.amount.minor / 2, content.amount.minor - content.amount.minor / 2]).map { member, minor in
        var share = Share()
        (share.memberID, share.minor) = (member, minor)
        return share
      }
    case 3:
      content.split.weights.shares = members.enumerated().map { number, member in
        var share = WeightShare()
        (share.memberID, share.weight) = (member, UInt32(1 + number % 3))
        return share
      }
    case 4 where below(3) == 0:
      content.amount.currency = "USD"
      content.conversion.to = "INR"
      content.conversion.rate = "83.4521"
    case 5 where below(3) == 0:
      var receipt = Receipt()
      receipt.sha256 = .init(
        HolderID(high: random.next(), low: random.next()).bytes + HolderID(high: random.next(), low: random.next()).bytes)
      (receipt.mediaType, receipt.sizeBytes, receipt.name) = ("image/jpeg", 181_034, "bill.jpg")
      content.receipts = [receipt]
    default: break
    }
  }
}
