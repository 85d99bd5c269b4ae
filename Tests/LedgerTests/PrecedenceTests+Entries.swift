import HearthProtocol

@testable import Ledger

extension PrecedenceTests {
  static let tooMuchBooked = bookingTooMuch(in: .family)

  /// The household's state with as much booked by the member as fits.
  static func bookingTooMuch(in household: Household, by number: UInt64 = 1) -> GroupState {
    var household = household
    var content = Household.entry(1, minor: amountMinorMax).content
    content.date = "2026-01-01"
    content.paid = [Household.share(1, amountMinorMax)]
    content.split.equal.memberIds = [Household.text(2)]
    for entry in 0..<9_223 {
      var event = Event()
      event.memberID = Household.text(number)
      event.entryAdded.entryID = EntryID(high: 0xE000, low: UInt64(entry)).description
      event.entryAdded.content = content
      event.entryAdded.owed = [Household.share(2, amountMinorMax)]
      do { try household.state.apply(event, lane: .shared, position: LanePosition(UInt64(entry) + 100)) } catch { break }
    }
    return household.state
  }

  private static let content = ContentFlaws(
    texts: "add_entry.content", money: "add_entry.content", minor: amountMinorMax, change: { $1(&$0.command.addEntry.content) },
    retire: { $0.state = family([.retireCategory(retirement("salary"))]).state }, lose: { $0.state = staged.state })

  static let addEntryFlaws: [Flaw] =
    [
      forbidden(.entriesAdd),
      archivedFlaw,
      Flaw(.malformedID(field: "add_entry.entry_id")) { $0.command.addEntry.entryID = "e1" },
      Flaw(.alreadyExists(field: "add_entry.entry_id")) {
        $0.state = family([.addEntry(Household.entry(2))]).state
        $0.command.addEntry.entryID = Household.entry(2).entryID
      },
    ] + content.figures + content.conversions + content.descriptions + content.categories + content.dates + content.places
    + content.receipts("receipts") + content.payers + content.owers + content.transfersAndAbsent + [
      Flaw(.outOfRange(field: "add_entry.content.amount.minor", rupee)) { $0.state = tooMuchBooked },
      Flaw(.possibleDuplicate(entry: EntryID(high: 0xB000, low: 2), by: Household.member(1))) {
        $0.state = family([.addEntry(Household.entry(2, minor: amountMinorMax))]).state
        $0.context.holder = Household.holder(2)
        $0.command.addEntry.guardDuplicates = true
      },
    ]

  static let rupee: Currency = Household.family.state.shared.settings?.currency ?? Currency.all[0]

  static func points(_ parts: [(UInt64, Int32)]) -> [PercentageShare] {
    parts.map { number, points in
      var share = PercentageShare()
      share.memberID = Household.text(number)
      share.basisPoints = points
      return share
    }
  }
}
