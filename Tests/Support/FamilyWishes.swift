import HearthProtocol

/// Makes up what a family does with its children, accounts and words of encouragement: the same numbers, the same
/// commands. Some of them somebody in the family may give; the others are refused.
public struct FamilyWishes {
  /// The numbers that members have.
  public var people: ClosedRange<UInt64>
  /// The numbers of the minors who are there.
  public var minors: [UInt64]
  /// The numbers of the accounts that commands are about.
  public var accounts: [UInt64]
  /// The id of the member with a number.
  public var member: (UInt64) -> String
  /// The day so many days after today; empty: whatever day the server has.
  public var day: (_ days: Int) -> String
  /// The day so many months after today; empty: whatever day the server has.
  public var month: (_ months: Int) -> String

  /// Makes the wishes of a group's members.
  public init(
    people: ClosedRange<UInt64>, minors: [UInt64], accounts: [UInt64], member: @escaping (UInt64) -> String,
    day: @escaping (Int) -> String = { _ in "" }, month: @escaping (Int) -> String = { _ in "" }
  ) {
    self.people = people
    self.minors = minors
    self.accounts = accounts
    self.member = member
    self.day = day
    self.month = month
  }

  /// The id of the account with a number.
  public static func account(_ number: UInt64) -> AccountID { AccountID(high: 0xAC00, low: number) }
  private static func entry(_ number: UInt64) -> String { EntryID(high: 0xF1A0, low: number).description }
  private static func limit(_ number: UInt64) -> String { BudgetID(high: 0xF1A1, low: number).description }
  private static func allowance(_ number: UInt64) -> String { RecurringID(high: 0xF1A2, low: number).description }

  private func pick<Choice>(_ choices: [Choice], _ random: inout some RandomNumberGenerator) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private func money(_ range: ClosedRange<Int64>, _ currency: String, _ random: inout some RandomNumberGenerator) -> Money {
    .with { ($0.minor, $0.currency) = (Int64.random(in: range, using: &random), currency) }
  }

  // MARK: Accounts

  /// Something about some account of the sender's, or of another.
  public func aboutAccount(using random: inout some RandomNumberGenerator) -> Command.OneOf_Body {
    let account = Self.account(pick(accounts, &random)).description
    let other = Self.account(pick(accounts, &random)).description
    let number = UInt64.random(in: 1...6, using: &random)
    let member = member(UInt64.random(in: people, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return .setAccount(newAccount(account, &random))
    case 2: return .voidAccountEntry(.with { ($0.accountID, $0.entryID) = (account, Self.entry(number)) })
    case 3:
      let isUndone = pick([true, false], &random)
      return .reconcileAccount(.with { ($0.accountID, $0.entryIds, $0.undone) = (account, [Self.entry(number)], isUndone) })
    case 4:
      return .transferBetweenAccounts(
        .with {
          ($0.entryID, $0.fromAccountID, $0.toAccountID) = (Self.entry(number + 10), account, other)
          ($0.amount.minor, $0.description_p) = (300, "Put aside")
        })
    case 5, 6:
      let (permission, needsConsent) = (pick([GrantPermission.read, .write], &random), pick([true, false, false], &random))
      return .grantAccount(
        .with { ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (account, member, permission, needsConsent) })
    case 7: return .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, member) })
    case 8:
      let isConfirmed = pick([true, false], &random)
      return .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (account, member, isConfirmed) })
    default:
      var wish = SetAccountEntry()
      (wish.accountID, wish.entryID) = (account, Self.entry(number))
      wish.content.amount = money(1...9_000, "", &random)
      (wish.content.kind, wish.content.description_p) = (pick([.deposit, .withdrawal], &random), "Salary")
      return .setAccountEntry(wish)
    }
  }

  private func newAccount(_ id: String, _ random: inout some RandomNumberGenerator) -> SetAccount {
    var wish = SetAccount()
    (wish.accountID, wish.content.name) = (id, pick(["Savings", "Savings", "For later"], &random))
    // Mostly one that a child may read.
    wish.content.type = pick([.savings, .savings, .savings, .checking, .cash, .gold], &random)
    wish.content.opening = money(-900...900, "INR", &random)
    return wish
  }

  // MARK: Minors and coaching

  /// Something about some minor, mostly one who is there and now and then a member who is none, or about coaching, a
  /// category that is shared, or a separation.
  public func aboutFamily(using random: inout some RandomNumberGenerator) -> Command.OneOf_Body {
    let minor = member(minors.randomElement(using: &random) ?? UInt64.random(in: people, using: &random))
    let number = UInt64.random(in: 1...6, using: &random)
    let other = member(UInt64.random(in: people, using: &random))
    switch Int.random(in: 0..<19, using: &random) {
    case 18:
      let address = pick(["asha@examplebank", "ravi@examplebank", "DE02120300000000202051", ""], &random)
      return .setPaymentAddress(.with { $0.address = address })
    case 17: return pick([.separate(Separate()), .endSeparation(EndSeparation())], &random)
    case 10, 11:
      let (text, isAnyway) = (pick(["Well done!", "शाबाश!", "You saved half."], &random), pick([true, true, false], &random))
      return .sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (other, text, isAnyway) })
    case 12:
      let isUnmuted = pick([true, false], &random)
      return .muteCoaching(.with { ($0.memberID, $0.unmuted) = (other, isUnmuted) })
    case 13:
      let isLifted = pick([true, false], &random)
      return .restrictCoaching(.with { ($0.minorID, $0.lifted) = (minor, isLifted) })
    case 14:
      var wish = ShareCategory()
      (wish.category, wish.shared) = (pick(["dining", "groceries"], &random), pick([true, true, false], &random))
      wish.memberID = pick(["", minor], &random)
      return .shareCategory(wish)
    case 15, 16:
      var wish = SetCategoryTotal()
      (wish.category, wish.memberID) = (pick(["dining", "groceries"], &random), pick(["", minor], &random))
      wish.amount = money(0...90_000, "INR", &random)
      wish.periodStart = month(Int.random(in: -12...0, using: &random))
      return .setCategoryTotal(wish)
    case 8, 9: return aboutAllowance(of: minor, &random)
    case 0:
      let isRemoved = pick([true, false, false], &random)
      return .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (minor, other, isRemoved) })
    case 1:
      let isRestored = pick([true, false, false], &random)
      return isRestored
        ? .restoreSpending(.with { ($0.minorID, $0.spendingID) = (minor, Self.entry(number)) })
        : .voidSpending(.with { ($0.minorID, $0.spendingID) = (minor, Self.entry(number)) })
    case 2:
      let limit = Self.limit(UInt64.random(in: 1...3, using: &random))
      return .removeSpendingLimit(.with { ($0.minorID, $0.limitID) = (minor, limit) })
    case 3, 4: return .setSpendingLimit(limit(of: minor, &random))
    default: return .setSpending(spending(number, of: minor, &random))
    }
  }

  private func aboutAllowance(of minor: String, _ random: inout some RandomNumberGenerator) -> Command.OneOf_Body {
    let allowance = Self.allowance(UInt64.random(in: 1...3, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .skipAllowance(.with { ($0.minorID, $0.allowanceID) = (minor, allowance) })
    case 1:
      let isResumed = pick([true, false], &random)
      return .pauseAllowance(.with { ($0.minorID, $0.allowanceID, $0.resumed) = (minor, allowance, isResumed) })
    case 2: return .endAllowance(.with { ($0.minorID, $0.allowanceID) = (minor, allowance) })
    default:
      var wish = SetAllowance()
      (wish.minorID, wish.allowanceID) = (minor, allowance)
      wish.content.amount = money(1...9_000, "INR", &random)
      wish.content.period = pick([.weekly, .biweekly, .monthly], &random)
      return .setAllowance(wish)
    }
  }

  private func limit(of minor: String, _ random: inout some RandomNumberGenerator) -> SetSpendingLimit {
    var wish = SetSpendingLimit()
    (wish.minorID, wish.limitID, wish.content.name) = (minor, Self.limit(UInt64.random(in: 1...3, using: &random)), "Pocket")
    wish.content.limit = money(1...50_000, "INR", &random)
    wish.content.period = pick([.weekly, .biweekly, .monthly], &random)
    wish.content.categories = pick([[], ["groceries"], ["dining", "groceries"]], &random)
    return wish
  }

  private func spending(_ number: UInt64, of minor: String, _ random: inout some RandomNumberGenerator) -> SetSpending {
    var wish = SetSpending()
    (wish.minorID, wish.spendingID, wish.content.description_p) = (minor, Self.entry(number), "Samosa")
    wish.content.amount = money(1...20_000, "INR", &random)
    wish.content.category = pick(["", "dining", "groceries"], &random)
    wish.content.date = day(Int.random(in: -20...0, using: &random))
    wish.content.receipts = (0..<Int.random(in: 0...2, using: &random)).map { number in
      .with {
        $0.sha256 = .init([UInt8](repeating: UInt8(number), count: 32))
        ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", UInt64(number + 1), "bill.jpg")
      }
    }
    return wish
  }
}
