import HearthProtocol

@testable import Ledger

extension RandomWishes {
  /// Something about some account of whoever asks, or of another.
  mutating func accountWish(in household: Household) -> Command.OneOf_Body {
    let account = UInt64.random(in: 1...4, using: &random)
    let other = UInt64.random(in: 1...4, using: &random)
    let (entry, member) = (UInt64.random(in: 1...6, using: &random), UInt64.random(in: 1...5, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return .setAccount(AccountTests.account(account, opening: Int64.random(in: -900...900, using: &random)))
    case 2: return .voidAccountEntry(AccountTests.voiding(entry, in: account))
    case 3: return .reconcileAccount(AccountTests.comparing([entry], in: account, isUndone: pick([true, false])))
    case 4: return .transferBetweenAccounts(AccountTests.transfer(entry + 10, from: account, into: other))
    case 5, 6:
      return .grantAccount(AccountTests.grant(member, of: account, pick([.read, .write]), needsConsent: pick([true, false, false])))
    case 7: return .revokeAccount(AccountTests.revocation(member, of: account))
    case 8: return .answerRevocation(AccountTests.answer(member, of: account, isConfirmed: pick([true, false])))
    default:
      let minor = Int64.random(in: 1...9_000, using: &random)
      return .setAccountEntry(AccountTests.entry(entry, pick([.deposit, .withdrawal]), minor: minor, in: account))
    }
  }

  /// Something about some minor: mostly one who is there, and now and then somebody who is none.
  mutating func familyWish(in household: Household) -> Command.OneOf_Body {
    let minors = household.state.shared.members.present.filter { $0.role == .minor }.map(\.id.low)
    let minor = minors.randomElement(using: &random) ?? UInt64.random(in: 1...5, using: &random)
    let number = UInt64.random(in: 1...6, using: &random)
    switch Int.random(in: 0..<18, using: &random) {
    case 17: return pick([.separate(Separate()), .endSeparation(EndSeparation())])
    case 10, 11:
      var wish = CoachingTests.wish(UInt64.random(in: 1...5, using: &random), pick(["Well done!", "शाबाश!", "You saved half."]))
      wish.anyway = pick([true, true, false])
      return .sendCoaching(wish)
    case 12: return .muteCoaching(CoachingTests.mute(UInt64.random(in: 1...5, using: &random), isUnmuted: pick([true, false])))
    case 14:
      var wish = SharedCategoryTests.share(pick(["dining", "groceries"]), isShared: pick([true, true, false]))
      wish.memberID = pick(["", Household.text(minor)])
      return .shareCategory(wish)
    case 15, 16:
      var wish = SharedCategoryTests.total(pick(["dining", "groceries"]), Int64.random(in: 0...90_000, using: &random))
      wish.memberID = pick(["", Household.text(minor)])
      wish.periodStart = household.today.adding(months: Int.random(in: -12...0, using: &random)).description
      return .setCategoryTotal(wish)
    case 13: return .restrictCoaching(CoachingTests.restriction(minor, isLifted: pick([true, false])))
    case 8:
      var wish = AllowanceTests.allowance(UInt64.random(in: 1...3, using: &random), minor: Int64.random(in: 1...9_000, using: &random))
      (wish.minorID, wish.content.period) = (Household.text(minor), pick([.weekly, .biweekly, .monthly]))
      return .setAllowance(wish)
    case 9:
      let allowance = UInt64.random(in: 1...3, using: &random)
      return pick([
        .skipAllowance(AllowanceTests.skip(allowance)), .pauseAllowance(AllowanceTests.pause(allowance, isResumed: pick([true, false]))),
        .endAllowance(AllowanceTests.end(allowance)),
      ])
    case 0:
      return .setGuardian(FamilyTests.guardian(UInt64.random(in: 1...5, using: &random), of: minor, isRemoved: pick([true, false, false])))
    case 1: return .voidSpending(FamilyTests.voiding(number, of: minor))
    case 2: return .removeSpendingLimit(FamilyTests.limitRemoval(UInt64.random(in: 1...3, using: &random), of: minor))
    case 3, 4:
      var wish = FamilyTests.limit(UInt64.random(in: 1...3, using: &random), minor: Int64.random(in: 1...50_000, using: &random), of: minor)
      wish.content.period = pick([.weekly, .biweekly, .monthly])
      wish.content.categories = pick([[], ["groceries"], ["dining", "groceries"]])
      return .setSpendingLimit(wish)
    default:
      var wish = FamilyTests.spending(number, minor: Int64.random(in: 1...20_000, using: &random), of: minor)
      wish.content.category = pick(["", "dining", "groceries"])
      wish.content.date = household.today.adding(days: Int.random(in: -20...0, using: &random)).description
      return .setSpending(wish)
    }
  }
}
