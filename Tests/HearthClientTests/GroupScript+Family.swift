import HearthProtocol
import Ledger

/// What only some members of the family receive.
extension GroupScript {
  private static let child = MemberID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0004)
  private static let account = AccountID(high: 0x7000, low: 0xA000_0000_0000_0001)

  /// The lanes of the child, of the owner's account and of what was said to the other member.
  static func privateLanes(_ script: GroupScript) -> [Lane] { [.minor(child), .account(account), .inbox(script.other)] }

  private static let rupee = Currency(code: "INR") ?? Currency.all[0]

  /// A minor joins.
  mutating func addChild() {
    append(
      .memberJoined(
        .with { ($0.memberID, $0.displayName, $0.role, $0.holder) = ("\(Self.child)", "Riya", .minor, .init(Self.child.bytes)) }))
  }

  /// The minor's spending is noted, in the minor's lane.
  mutating func addSpending(_ number: UInt64) {
    let set = SpendingSet.with {
      ($0.minorID, $0.spendingID) = ("\(Self.child)", EntryID(high: 0x7001, low: 0x8000_0000_0000_0000 | number).description)
      ($0.content.amount, $0.content.description_p) = (Money(minor: 100 + Int64(number), currency: Self.rupee), "Samosa \(number)")
      $0.content.date = "2026-11-20"
    }
    append(.spendingSet(set), lane: .minor(Self.child))
  }

  /// The owner makes an account.
  mutating func addAccount() {
    let set = AccountSet.with {
      ($0.accountID, $0.content.name, $0.content.type) = ("\(Self.account)", "Savings", .savings)
      $0.content.opening = Money(minor: 1_000, currency: Self.rupee)
    }
    append(.accountSet(set), lane: .account(Self.account))
  }

  /// Something goes into the account.
  mutating func addDeposit(_ number: UInt64) {
    let set = AccountEntrySet.with {
      ($0.accountID, $0.entryID) = ("\(Self.account)", EntryID(high: 0x7002, low: 0x8000_0000_0000_0000 | number).description)
      ($0.content.kind, $0.content.amount) = (.deposit, Money(minor: 100 + Int64(number), currency: Self.rupee))
      ($0.content.description_p, $0.content.date) = ("Salary \(number)", "2026-11-20")
    }
    append(.accountEntrySet(set), lane: .account(Self.account))
  }

  /// The owner says something kind to the other member, in whose inbox it comes.
  mutating func addCoaching(_ number: Int) {
    let sent = CoachingSent.with { ($0.recipientID, $0.text, $0.sentAtMs) = ("\(other)", "Well done \(number)!", at) }
    append(.coachingSent(sent), lane: .inbox(other))
  }
}
