import HearthProtocol
import Testing

@testable import Ledger

/// Whatever a peer sends, the answer is a decision that can be folded in, or a rejection; never a trap.
struct FuzzTests {
  @Test(arguments: Property.seeds(101, 102, 103, 104, 105)) func garbageCommandsAreAnswered(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var household = Household.family
    var accepted = 0
    for number in 0..<Property.cases(of: 5) {
      var command = household.command(.revokeInvite(RevokeInvite()))
      command.body = wishes.garbage()
      if number.isMultiple(of: 50) { command.id = wishes.text() }
      if number.isMultiple(of: 40) { command.groupID = wishes.text() }
      var context = household.context(UInt64(number % 6) + 1)
      if number.isMultiple(of: 10) {
        (context.now, context.settled) = (wishes.number(), wishes.number())
        context.today = CivilDate(daysSince1970: Int(truncatingIfNeeded: wishes.number()))
      }
      context.invite = InviteID(wishes.text())
      do throws(Rejection) {
        let decision = try decide(command, in: household.state, context: context)
        accepted += 1
        var readable = household.state.lanes(readableBy: decision.actor)
        for decided in decision.events {
          #expect(throws: Never.self, "seed \(seed), case \(number)") { try household.store(decided, by: decision.actor) }
        }
        readable += household.state.lanes(readableBy: decision.actor)
        // Who says where they can be written to, what they earn or what they want to be may be unable to read that of
        // others.
        let isOwnWord: Bool
        switch decision.events[0].body {
        case .memberEmailSet, .memberIncomeSet, .roleRequested: isOwnWord = true
        default: isOwnWord = false
        }
        #expect(isOwnWord || readable.contains(decision.events[0].lane), "seed \(seed), case \(number)")
      } catch {
        #expect(!error.cause.isEmpty && !error.remedy.isEmpty && !error.code.rawValue.isEmpty, "seed \(seed), case \(number)")
        #expect(error.field.utf8.count < 100 && error.details.count < 11, "seed \(seed), case \(number)")
      }
    }
    #expect(accepted >= Property.enough(31), "seed \(seed): too little gets through to test what follows")
  }

  /// Damaged histories: garbage in every field of an event either folds in or is refused, and a refusal changes
  /// nothing.
  @Test(arguments: [111] as [UInt64]) func garbageEventsAreFoldedOrRefused(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var state = Household.family.state
    var refused = 0
    for number in 0..<2_000 {
      let event = Self.garbageEvent(&wishes)
      let before = state
      do throws(HistoryFlaw) {
        try state.apply(event, lane: Bool.random(using: &wishes.random) ? .shared : .admin, position: LanePosition(wishes.random.next()))
      } catch {
        refused += 1
        for lane in [Lane.shared, .admin, .income] {
          #expect(state.snapshot(of: lane) == before.snapshot(of: lane), "seed \(seed), case \(number)")
        }
      }
    }
    #expect(refused > 500 && refused < 2_000)
  }

  private static func garbageEvent(_ wishes: inout RandomWishes) -> Event {
    var event = Event()
    event.atMs = wishes.number()
    event.memberID = wishes.pick([wishes.text(), Household.text(1)])
    switch Int.random(in: 0..<18, using: &wishes.random) {
    case 17:
      let holder = wishes.pick([wishes.text().utf8.map(\.self), Household.holder(1).bytes])
      event.body = wishes.pick([
        .separated(.with { ($0.memberID, $0.holder) = (event.memberID, .init(holder)) }),
        .separationEnded(.with { $0.memberID = wishes.text() }),
      ])
    case 12, 13: event.body = wishes.memberEvent()
    case 14...16:
      event.memberID = wishes.pick(["", Household.text(1)])
      event.body = wishes.recurringEvent()
    case 0:
      event.debtorReminded.debtorID = wishes.text()
      event.debtorReminded.creditorID = wishes.text()
      event.debtorReminded.owed = wishes.entry().content.amount
    case 1:
      event.memberJoined.memberID = wishes.text()
      event.memberJoined.role = .adult
    case 2:
      event.entryAdded.entryID = wishes.text()
      event.entryAdded.content = wishes.entry().content
      event.entryAdded.owed = wishes.pick([event.entryAdded.content.paid, wishes.shares()])
    case 3:
      event.budgetSet.budgetID = wishes.text()
      event.budgetSet.content = wishes.budget().content
    case 4:
      event.inviteCreated.inviteID = wishes.text()
      event.inviteCreated.role = .viewer
      event.inviteCreated.usesMax = UInt32(truncatingIfNeeded: wishes.number())
      event.inviteCreated.claimsMemberID = wishes.pick(["", wishes.text(), Household.text(1)])
      event.inviteCreated.codeHash = .init(repeating: 1, count: Int.random(in: 31...33, using: &wishes.random))
    case 5: event.budgetRemoved.budgetID = wishes.pick([wishes.text(), wishes.budget().budgetID])
    case 6:
      event.alertFired.budgetID = wishes.pick([wishes.text(), wishes.budget().budgetID])
      event.alertFired.periodStart = wishes.pick([wishes.text(), "2026-10-01"])
      event.alertFired.basisPoints = wishes.pick([0, 1, 100_000, 100_001])
      event.alertFired.over = Bool.random(using: &wishes.random)
      (event.alertFired.spentMinor, event.alertFired.limitMinor) = (wishes.number(), wishes.number())
    case 7 where Bool.random(using: &wishes.random):
      event.joinRequested = .with {
        ($0.memberID, $0.displayName, $0.inviteID) = (wishes.text(), wishes.text(), wishes.text())
        ($0.holder, $0.role) = (.init(wishes.text().utf8), wishes.pick([.adult, .owner, .UNRECOGNIZED(9)]))
      }
    case 7: event.inviteRevoked.inviteID = wishes.text()
    case 8:
      event.groupUpdated.currency = wishes.text()
      event.groupUpdated.weekStartsOn = wishes.pick([.sunday, .unspecified, .UNRECOGNIZED(8)])
      event.groupUpdated.membersMax = UInt32(truncatingIfNeeded: wishes.number())
    case 9 where Bool.random(using: &wishes.random):
      event.preferencesSet.preferences = wishes.preferences().preferences
      if Bool.random(using: &wishes.random) { event.preferencesSet.preferences[0].channel = .UNRECOGNIZED(7) }
    case 9:
      event.policySet.policy = wishes.pick([.adultsVoidOwn, .unspecified, .UNRECOGNIZED(9)])
    case 10:
      event.body = wishes.pick([
        .groupArchived(GroupArchived()), .groupUnarchived(GroupUnarchived()), .purgeRequested(PurgeRequested()),
        .purgeCancelled(PurgeCancelled()), .wordsErased(WordsErased()), .categorySet(CategorySet()), .categoryRetired(CategoryRetired()),
      ])
    default:
      event.inviteUsed.inviteID = wishes.text()
      event.inviteUsed.memberID = wishes.text()
    }
    return event
  }
}
