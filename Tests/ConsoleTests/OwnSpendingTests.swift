import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a member adds up of their own before they share the sum (SPEC CS-02).
@Suite struct OwnSpendingTests {
  private let purse = AccountID(high: 0x7000, low: 0x8000_0000_0000_0C01)
  private let riya = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D)

  private func id(_ number: UInt64) -> EntryID { EntryID(high: 0x7000, low: 0x8000_0000_0000_0C10 + number) }

  /// Asha's purse, with what counts of November's dining and what does not.
  private func household() -> Household {
    var home = Household()
    home.append(.memberJoined(.with { ($0.memberID, $0.displayName, $0.role) = (riya.description, "Riya", .minor) }))
    var set = AccountSet()
    set.accountID = purse.description
    (set.content.name, set.content.type, set.content.opening) = ("Purse", .cash, .with { ($0.minor, $0.currency) = (1_000_00, "INR") })
    home.appendAccount(.accountSet(set), purse)
    for (number, kind, minor, day, category) in [
      (1, .withdrawal, 20_00, "2026-11-01", "dining"), (2, .withdrawal, 30_50, "2026-11-30", "dining"),
      (3, .withdrawal, 5_00, "2026-10-31", "dining"), (4, .withdrawal, 6_00, "2026-12-01", "dining"),
      (5, .withdrawal, 7_00, "2026-11-10", "groceries"), (6, .deposit, 8_00, "2026-11-10", "dining"),
      (7, .withdrawal, 9_00, "2026-11-10", "dining"), (8, .withdrawal, 10_00, "2026-11-10", "dining"),
      (9, .withdrawal, 11_00, "2026-11-10", ""),
    ] as [(UInt64, AccountEntryKind, Int64, String, String)] {
      var entry = AccountEntrySet()
      (entry.accountID, entry.entryID) = (purse.description, id(number).description)
      entry.content.amount = .with { ($0.minor, $0.currency) = (minor, "INR") }
      (entry.content.kind, entry.content.description_p, entry.content.date) = (kind, "Lunch \(number)", day)
      entry.content.category = category
      home.appendAccount(.accountEntrySet(entry), purse)
    }
    home.appendAccount(.accountEntryVoided(.with { ($0.accountID, $0.entryID) = (purse.description, id(7).description) }), purse)
    return home
  }

  /// Puts an entry of the purse into the group, as `hearth account split` does.
  private func split(_ number: UInt64, _ home: inout Household) throws {
    let entry = try #require(home.view.state.account(purse)?.entries[id(number)])
    let asha = home.asha.description
    let added = try EntryAdded.with {
      $0.entryID = try AccountCommands.sharedID(of: entry, in: home.view).description
      ($0.content.kind, $0.content.description_p, $0.content.date) = (.expense, entry.description, entry.date.description)
      $0.content.amount = Money.with { ($0.minor, $0.currency) = (entry.minor, "INR") }
      $0.content.paid = [.with { ($0.memberID, $0.minor) = (asha, entry.minor) }]
      $0.content.split.equal.memberIds = [asha]
      $0.owed = $0.content.paid
    }
    home.append(.entryAdded(added))
  }

  @Test("The month's withdrawals from one's own accounts are added up, but for what is taken out, elsewhere, or in the group already")
  func accounts() throws {
    var home = household()
    let rupee = try #require(Currency(code: "INR"))
    let day = try #require(CivilDate(iso8601: "2026-11-15"))
    func sum(_ member: MemberID) -> OwnSpending { OwnSpending("dining", of: member, inMonthOf: day, rupee, home.view) }
    #expect(sum(home.asha).minor == 60_50 && sum(home.asha).entries == 3, "the control: nothing stands in the group")
    try split(8, &home)
    let own = sum(home.asha)
    #expect(own.minor == 50_50 && own.entries == 2 && own.leftOut == 0 && own.monthText == "2026-11")
    #expect(sum(home.ravi).entries == 0, "an account is its owner's")
  }

  @Test("Of a minor what is noted of their spending is added up, in the group's currency, and what is left out is said")
  func minor() throws {
    let home = household()
    var view = home.view
    for (number, code, minor) in [(1, "INR", 40_00), (2, "USD", 5_00), (3, "INR", 2_00)] as [(UInt64, String, Int64)] {
      let event = Event.with {
        $0.memberID = home.asha.description
        $0.spendingSet = .with {
          ($0.minorID, $0.spendingID) = (riya.description, id(number).description)
          ($0.content.amount.minor, $0.content.amount.currency, $0.content.description_p) = (minor, code, "Samosa")
          ($0.content.category, $0.content.date) = ("dining", "2026-11-20")
        }
      }
      try view.state.apply(event, lane: .minor(riya), position: LanePosition(number))
    }
    let rupee = try #require(Currency(code: "INR"))
    let day = try #require(CivilDate(iso8601: "2026-11-15"))
    let sum = OwnSpending("dining", of: riya, inMonthOf: day, rupee, view)
    #expect(sum.minor == 42_00 && sum.entries == 2 && sum.leftOut == 1)
    let english = Language.english.phrases.addedUp(sum.entries, "Dining Out", sum.monthText, "₹42.00", leftOut: sum.leftOut)
    #expect(english == "Added up, 2 entries of Dining Out in 2026-11: ₹42.00. Not counted, in other currencies: 1.")
    let hindi = Language.hindi.phrases.addedUp(1, "बाहर का खाना", "2026-11", "₹42.00", leftOut: 0)
    #expect(hindi == "2026-11 में बाहर का खाना की 1 प्रविष्टि का जोड़: ₹42.00।")
  }
}
