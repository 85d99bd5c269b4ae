import HearthProtocol
import Support

@testable import Ledger

/// Makes commands from a seed: sensible ones for the properties, garbage for the fuzz tests.
struct RandomWishes {
  var random: SeededGenerator
  private var made: UInt64 = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: Sensible

  /// An entry that every family accepts.
  mutating func entry() -> AddEntry {
    made += 1
    let kind: EntryKind = [.expense, .expense, .expense, .income, .transfer][Int.random(in: 0..<5, using: &random)]
    let minor = Int64.random(in: 100...pick([200, 10_000, 5_000_000, 1_000_000_000_000]), using: &random)
    var wish = Household.entry(made, minor: minor, kind: kind)
    wish.content.amount.currency = pick(["INR", "INR", "JPY", "KWD"])
    wish.content.date = Household.today.adding(days: Int.random(in: -400...30, using: &random)).description
    if wish.content.amount.currency != "INR", Int.random(in: 0..<4, using: &random) == 0 {
      wish.content.conversion.rate = exchange().rate
      wish.content.conversion.source = "receipt"
    }
    let members = Array((1...5 as ClosedRange<UInt64>).shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)))
    switch kind {
    case .transfer:
      wish.content.paid = [Household.share(members[0], minor)]
      wish.content.split.equal.memberIds = [Household.text(members[0] % 5 + 1)]
    case .expense, .income, .unspecified, .UNRECOGNIZED:
      wish.content.category = kind == .expense ? pick(["", "groceries", "dining", "emi", "gold"]) : pick(["", "salary"])
      if Bool.random(using: &random) { wish.content.paid = zip(members, cut(minor, into: members.count)).map(Household.share) }
      wish.content.split = split(minor, among: members.shuffled(using: &random))
    }
    return wish
  }

  /// An edit, a voiding, a restoring, an undo, a dispute or its end, a comment or its end. It may be refused.
  mutating func change(of entry: EntryState, to content: EntryContent) -> Command.OneOf_Body {
    // A voided entry is mostly taken back in, since little else can be done to it.
    switch entry.isVoided && Bool.random(using: &random) ? 5 : Int.random(in: 0..<10, using: &random) {
    case 0...2:
      var wish = EditEntry()
      wish.entryID = entry.id.description
      wish.baseVersion = entry.version.rawValue
      wish.changes.money.kind = content.kind
      wish.changes.money.amount = content.amount
      wish.changes.money.paid = content.paid
      wish.changes.money.split = content.split
      wish.changes.category = content.category
      if Bool.random(using: &random) { wish.changes.date = content.date }
      return .editEntry(wish)
    case 3...4:
      var wish = VoidEntry()
      wish.entryID = entry.id.description
      return .voidEntry(wish)
    case 5:
      var wish = RestoreEntry()
      wish.entryID = entry.id.description
      return .restoreEntry(wish)
    case 6:
      var wish = DisputeEntry()
      wish.entryID = entry.id.description
      wish.reason = pick(["I was not there", "It was less"])
      return .disputeEntry(wish)
    case 7:
      var wish = WithdrawDispute()
      wish.entryID = entry.id.description
      return .withdrawDispute(wish)
    case 8:
      guard let comment = entry.comments.randomElement(using: &random) else {
        return .commentEntry(
          .with {
            ($0.entryID, $0.text) = (entry.id.description, pick(["The bill is in the drawer", "Thanks"]))
            $0.commentID = CommentID(high: .random(in: 0...(.max), using: &random), low: 1).description
          })
      }
      return .removeComment(.with { ($0.entryID, $0.commentID) = (entry.id.description, comment.commentID) })
    default: return .undoLast(UndoLast())
    }
  }

  /// Adds an entry or changes one, some by undoing; what was decided, or nil when it was refused.
  mutating func act(on household: inout Household, by number: UInt64 = 1) throws -> Decision? {
    let content = entry()
    let entry = household.state.shared.entries.randomElement(using: &random)
    let body =
      if let entry, Int.random(in: 0..<3, using: &random) == 0 {
        change(of: entry, to: content.content)
      } else {
        Command.OneOf_Body.addEntry(content)
      }
    do { return try household.perform(body, by: number) } catch is Rejection { return nil }
  }

  /// Adds, edits, voids or restores something that can be undone; whether anything could be done.
  mutating func change(of household: inout Household, by number: UInt64) throws -> Bool {
    let content = entry()
    var body = Command.OneOf_Body.addEntry(content)
    if let entry = household.state.shared.entries.randomElement(using: &random), Bool.random(using: &random) {
      body = change(of: entry, to: content.content)
    }
    switch body {
    case .disputeEntry, .withdrawDispute, .commentEntry, .removeComment, .undoLast: return false
    default: break
    }
    do {
      try household.perform(body, by: number)
      return true
    } catch is Rejection {
      return false
    }
  }

  /// Two say what they earn and divide an entry by it, as far as the group lets them.
  mutating func divideByIncome(in household: inout Household) throws {
    for number in [1, 2] as [UInt64] {
      var wish = SetMemberIncome()
      wish.monthly = Money(minor: Int64.random(in: 1...10_000_000, using: &random), currency: "INR")
      do { try household.perform(.setMemberIncome(wish), by: number) } catch is Rejection {}
    }
    var wish = entry()
    wish.content.kind = .expense
    wish.content.category = ""
    wish.content.split.income.memberIds = [Household.text(1), Household.text(2)]
    do { try household.perform(.addEntry(wish)) } catch is Rejection {}
  }

  /// A settlement that may be more than is owed.
  mutating func settlement() -> SettleUp {
    made += 1
    let members = (1...5 as ClosedRange<UInt64>).shuffled(using: &random)
    var wish = SettleUp()
    wish.entryID = Household.entry(made).entryID
    wish.fromMemberID = Household.text(members[0])
    wish.toMemberID = Household.text(members[1])
    wish.minor = Int64.random(in: 1...1_000_000, using: &random)
    wish.currency = pick(["INR", "", "JPY", "KWD"])
    wish.allowMore = true
    return wish
  }

  private mutating func split(_ minor: Int64, among members: [UInt64]) -> Split {
    var split = Split()
    switch Int.random(in: 0..<5, using: &random) {
    case 0: break
    case 4:
      split.weights.shares = members.map { member in
        var share = WeightShare()
        share.memberID = Household.text(member)
        share.weight = UInt32.random(in: 1...9, using: &random)
        return share
      }
    case 1: split.equal.memberIds = members.map(Household.text)
    case 2:
      let parts = cut(10_000, into: members.count).map { Int32($0) }
      split.percentage.shares = PrecedenceTests.points(Array(zip(members, parts)))
    default: split.exact.shares = zip(members, cut(minor, into: members.count)).map(Household.share)
    }
    return split
  }

  /// Positive parts that total the whole; it must be at least as large as their count.
  mutating func cut(_ whole: Int64, into count: Int) -> [Int64] {
    var parts: [Int64] = []
    var left = whole
    for open in stride(from: count, to: 1, by: -1) {
      let part = Int64.random(in: 1...(left - Int64(open) + 1), using: &random)
      parts.append(part)
      left -= part
    }
    return parts + [left]
  }

  mutating func budget() -> SetBudget {
    var wish = Household.budget(UInt64.random(in: 1...6, using: &random), minor: Int64.random(in: 1...1_000_000, using: &random))
    wish.content.period = pick([.weekly, .biweekly, .monthly, .yearly])
    wish.content.limit.currency = pick(["INR", "JPY"])
    wish.content.categories = Array(["groceries", "dining", "emi", "gold"].prefix(Int.random(in: 1...4, using: &random)))
    wish.content.rollover = pick([.unspecified, .none, .surplus, .both])
    if Bool.random(using: &random) {
      wish.content.startDate = Household.today.adding(days: Int.random(in: -500...40, using: &random)).description
    }
    return wish
  }

  mutating func exchange() -> ExchangeRate {
    let text = "\(Int.random(in: 1...pick([9, 999, 999_999]), using: &random)).\(Int.random(in: 0...999_999, using: &random))"
    let date = Household.today.adding(days: Int.random(in: -400...30, using: &random)).description
    return Household.exchange(pick(["JPY", "KWD"]), text, on: date)
  }

  mutating func rate() -> Command.OneOf_Body { .setRate(.with { $0.rate = exchange() }) }

  /// A change of the group itself.
  mutating func setting() -> Command.OneOf_Body {
    switch Int.random(in: 0..<10, using: &random) {
    case 7: return .setPreferences(preferences())
    case 8: return .eraseWords(EraseWords())
    case 0, 1:
      var wish = UpdateGroup()
      if Bool.random(using: &random) { wish.name = pick(["Sharma", "Flat 4B", "e\u{301}t\u{e9}"]) }
      if Bool.random(using: &random) { wish.currency = pick(["INR", "EUR"]) }
      if Bool.random(using: &random) { wish.monthlyIncome = Money(minor: pick([0, 1, 8_500_000]), currency: "INR") }
      if Bool.random(using: &random) { wish.simplifyDebts = Bool.random(using: &random) }
      if Bool.random(using: &random) { wish.weekStartsOn = pick([.sunday, .monday]) }
      if Bool.random(using: &random) { wish.membersMax = pick([10, 50, 100]) }
      return .updateGroup(wish)
    case 2, 3: return .setPolicy(PrecedenceTests.policy(pick(Policy.all), Bool.random(using: &random)))
    case 4: return .setCategory(PrecedenceTests.category(pick(["pets", "garden", "groceries"]), name: pick(["Pets", "Tiere"])))
    case 5: return .retireCategory(PrecedenceTests.retirement(pick(["emi", "festivals", "gifts"])))
    case 6: return pick([.archiveGroup(ArchiveGroup()), .unarchiveGroup(UnarchiveGroup())])
    default: return .requestPurge(PrecedenceTests.purge)
    }
  }

  /// Some cells, mostly such as there are.
  mutating func preferences() -> SetPreferences {
    var wish = SetPreferences()
    wish.preferences = NoticeWishes.cells.shuffled(using: &random).prefix(Int.random(in: 1...16, using: &random)).map {
      NoticePreference($0.kind, $0.channel, isWanted: Bool.random(using: &random))
    }
    return wish
  }

  // MARK: Garbage

  private static let texts: [String] = [
    "", " ", "\u{0}", "\u{202E}", "INR", "inr", "JPY", "groceries", "salary", "2026-10-26", "9999-99-99", "0001-01-01", "UTC",
    "Asia/Kolkata",
    "₹", "e\u{301}", "👨‍👩‍👧‍👦", String(repeating: "x", count: 300), String(repeating: "\u{301}", count: 40),
    String(repeating: "é", count: 30_000),
    "\u{FEFF}", "\u{10FFFF}", "\r\n", "-", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-fffffffffffF",
  ]

  mutating func text() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Household.text(UInt64.random(in: 1...7, using: &random))
    case 1: return EntryID(high: random.next(), low: random.next()).description
    case 2: return InviteID(high: 0xA000, low: UInt64.random(in: 1...6, using: &random)).description
    case 3:
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    default: return pick(Self.texts)
    }
  }

  mutating func number() -> Int64 {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: pick([.min, .min + 1, -1, 0, 1, 9_999, 10_000, amountMinorMax, amountMinorMax + 1, .max - 1, .max])
    case 1: Int64(truncatingIfNeeded: random.next())
    default: Int64.random(in: 1...20_000, using: &random)
    }
  }

  mutating func shares() -> [Share] {
    (0..<pick([0, 1, 1, 2, 3, 120])).map { _ in Share(memberText: text(), minor: number()) }
  }

  private mutating func garbageRate() -> Command.OneOf_Body {
    var rate = Bool.random(using: &random) ? exchange() : ExchangeRate()
    if Bool.random(using: &random) { (rate.from, rate.to) = (text(), text()) }
    if Bool.random(using: &random) { (rate.rate, rate.source) = (String(number()), text()) }
    return .setRate(.with { $0.rate = rate })
  }

  mutating func garbage() -> Command.OneOf_Body? {
    switch Int.random(in: 0..<20, using: &random) {
    case 14: return memberWish(people: 7)
    case 17, 18: return garbageRecurring()
    case 19: return .setPreferences(garbagePreferences())
    case 0: return .settleUp(garbageSettlement())
    case 1:
      var wish = RemindDebtor()
      (wish.debtorID, wish.creditorID, wish.currency) = (text(), pick([text(), ""]), pick([text(), ""]))
      return .remindDebtor(wish)
    case 2:
      var wish = UpdateGroup()
      (wish.name, wish.currency, wish.timeZone, wish.icon) = (text(), text(), text(), text())
      wish.monthlyIncome = Money(minor: number(), currency: text())
      wish.membersMax = UInt32(truncatingIfNeeded: number())
      return .updateGroup(wish)
    case 3:
      var wish = SetCategory()
      (wish.content.key, wish.content.name, wish.content.color, wish.content.forExpense) = (text(), text(), text(), true)
      return pick([.setCategory(wish), .retireCategory(PrecedenceTests.retirement(text()))])
    case 4:
      // An archived group refuses nearly everything else.
      let wish = setting()
      if case .archiveGroup = wish { return nil }
      return wish
    case 5:
      var wish = CreateGroup()
      (wish.name, wish.currency, wish.timeZone) = (text(), text(), text())
      (wish.memberID, wish.displayName, wish.icon, wish.description_p) = (text(), text(), text(), text())
      return .createGroup(wish)
    case 6:
      var wish = JoinGroup()
      (wish.code, wish.memberID, wish.displayName) = (text(), text(), text())
      return .joinGroup(wish)
    case 7:
      var wish = SetBudget()
      (wish.budgetID, wish.content.name, wish.content.startDate) = (text(), text(), text())
      wish.content.limit = Money(minor: number(), currency: text())
      wish.content.period = BudgetPeriod(rawValue: Int(Int32(truncatingIfNeeded: number()))) ?? .monthly
      wish.content.categories = (0..<pick([0, 1, 2, 60])).map { _ in text() }
      return .setBudget(garbageBudget(wish))
    case 8:
      var wish = CreateInvite()
      wish.inviteID = text()
      wish.role = Role(rawValue: Int.random(in: -1...7, using: &random)) ?? .adult
      (wish.usesMax, wish.expiresInSeconds) = (UInt32(truncatingIfNeeded: number()), UInt32(truncatingIfNeeded: number()))
      if Bool.random(using: &random) { (wish.forIdentityID, wish.label) = (text(), text()) }
      return .createInvite(wish)
    case 9:
      var wish = RevokeInvite()
      wish.inviteID = text()
      return .revokeInvite(wish)
    case 10: return nil
    case 11:
      var wish = RemoveBudget()
      wish.budgetID = pick([text(), budget().budgetID])
      return .removeBudget(wish)
    case 12:
      var wish = ReactivateBudget()
      wish.budgetID = pick([text(), budget().budgetID])
      return .reactivateBudget(wish)
    case 13: return garbageRate()
    default: return .addEntry(garbageEntry())
    }
  }

  private mutating func garbageSettlement() -> SettleUp {
    var wish = pick([settlement(), SettleUp()])
    if Bool.random(using: &random) { (wish.fromMemberID, wish.toMemberID) = (text(), text()) }
    if Bool.random(using: &random) { (wish.entryID, wish.currency, wish.note) = (text(), text(), text()) }
    if Bool.random(using: &random) { (wish.conversion.to, wish.conversion.rate) = (text(), text()) }
    if Bool.random(using: &random) { wish.minor = number() }
    wish.allowMore = Bool.random(using: &random)
    return wish
  }

  private mutating func garbagePreferences() -> SetPreferences {
    var wish = preferences()
    if Bool.random(using: &random) { wish.preferences[0].kind = pick([.unspecified, .digest, .UNRECOGNIZED(-1)]) }
    return pick([wish, SetPreferences()])
  }

  /// The budget or a sound one, with rollover and alerts that may be sound.
  private mutating func garbageBudget(_ wish: SetBudget) -> SetBudget {
    var wish = Bool.random(using: &random) ? budget() : wish
    wish.content.rollover = Rollover(rawValue: Int.random(in: -1...4, using: &random)) ?? .surplus
    wish.content.rolloverCapMinor = pick([0, number()])
    if Bool.random(using: &random) {
      wish.content.alerts.basisPoints = (0..<pick([0, 1, 3, 11])).map { _ in UInt32(truncatingIfNeeded: number()) }
      wish.content.alerts.over = Bool.random(using: &random)
    }
    return wish
  }

  /// Starts from a sound entry or from nothing and spoils some fields, so that the later checks are reached too.
  private mutating func garbageEntry() -> AddEntry {
    var wish = Bool.random(using: &random) ? entry() : AddEntry()
    func chance(_ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<6, using: &random) == 0 }
    if chance(&random) { wish.entryID = text() }
    if chance(&random) { wish.content.kind = EntryKind(rawValue: Int.random(in: -2...5, using: &random)) ?? .expense }
    if chance(&random) { wish.content.amount = Money(minor: number(), currency: text()) }
    if chance(&random) { wish.content.description_p = text() }
    if chance(&random) { wish.content.category = text() }
    if chance(&random) { wish.content.date = text() }
    if chance(&random) { (wish.content.note, wish.content.merchant) = (text(), text()) }
    if chance(&random) { (wish.content.conversion.to, wish.content.conversion.rate) = (text(), String(number())) }
    if chance(&random) { wish.content.paid = shares() }
    if chance(&random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: wish.content.split = Split()
      case 1: wish.content.split.equal.memberIds = shares().map(\.memberID)
      case 2: wish.content.split.exact.shares = shares()
      default:
        wish.content.split.percentage.shares = shares().map { share in
          var part = PercentageShare()
          part.memberID = share.memberID
          part.basisPoints = Int32(truncatingIfNeeded: share.minor)
          return part
        }
      }
    }
    return wish
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
}
