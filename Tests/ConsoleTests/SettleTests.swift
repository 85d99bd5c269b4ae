import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What `hearth settle` and `hearth balances` offer by themselves is what the group has set (product 7).
struct SettleTests {
  private let plain = Theme(isColored: false, width: 80)

  /// Ravi owes Asha 9.00 and she owes Meera as much; so in the fewest payments Ravi pays Meera.
  private func household(isSimplified: Bool) -> Household {
    var home = Household(meera: "Meera")
    home.add("Taxi", 900, paid: [(home.asha, 900)], owed: [(home.ravi, 900)])
    home.add("Lunch", 900, paid: [(home.meera, 900)], owed: [(home.asha, 900)])
    guard !isSimplified else { return home }
    var updated = GroupUpdated()
    updated.simplifyDebts = false
    home.append(.groupUpdated(updated))
    return home
  }

  private func wish(_ name: String? = nil, _ mode: SettlementMode = .unspecified) -> SettleWish {
    var wish = SettleWish()
    (wish.name, wish.mode) = (name, mode)
    return wish
  }

  @Test("product 7: without a name it is whom the group's debts have one pay")
  func withoutName() throws {
    let direct = household(isSimplified: false)
    let simplified = household(isSimplified: true)
    let command = try wish().command(in: direct.view)
    #expect(
      command.fromMemberID == direct.asha.description && command.toMemberID == direct.meera.description && command.mode == .unspecified)
    #expect(throws: ArgumentFlaw.self) { try wish().command(in: simplified.view) }
    #expect(throws: ArgumentFlaw.self) { try wish(nil, .simplified).command(in: direct.view) }
    let said = try wish(nil, .direct).command(in: simplified.view)
    #expect(said.toMemberID == simplified.meera.description && said.mode == .direct)
  }

  @Test("product 7, ST-06: who of the two paid follows from the debt that is meant, and from no other")
  func whoPaid() throws {
    for (isSimplified, mode) in [(false, .unspecified), (false, .direct), (true, .direct)] as [(Bool, SettlementMode)] {
      let home = household(isSimplified: isSimplified)
      let command = try wish("Ravi", mode).command(in: home.view)
      #expect(command.fromMemberID == home.ravi.description && command.toMemberID == home.asha.description)
      #expect(try home.decision(.settleUp(with(command))).events.count == 1)
    }
    // In the fewest payments there is nothing between the two, and that is the answer.
    let home = household(isSimplified: true)
    let command = try wish("Ravi").command(in: home.view)
    #expect(command.fromMemberID == home.asha.description && !command.hasMinor && command.mode == .unspecified)
    let rejection = #expect(throws: Rejection.self) { try home.decision(.settleUp(with(command))) }
    #expect(rejection?.code == .nothingOwed)
    let failure = ConsoleFailure(try #require(rejection), of: nil, in: home.view.state.shared)
    let (english, hindi) = (failure.lines(in: .english).joined(separator: "\n"), failure.lines(in: .hindi).joined(separator: "\n"))
    #expect(english.contains("In the fewest payments no debt in INR goes this way."))
    #expect(english.contains("hearth balances. By the entries alone instead: --direct."))
    #expect(hindi.contains("हिसाब: सबसे कम भुगतानों में।"))
  }

  @Test("CM-06: what is kept pays the debt that was seen, whatever it becomes meanwhile")
  func paysWhatWasSeen() throws {
    let home = household(isSimplified: false)
    #expect(try wish().command(in: home.view).minor == 900)
    var part = wish()
    part.amount = "4"
    #expect(try part.command(in: home.view).minor == 400)
  }

  @Test("ST-06: who paid more than is owed is said, since the same command would turn its own debt round")
  func whoPaidMore() throws {
    let home = household(isSimplified: false)
    var more = wish("Ravi")
    (more.amount, more.allowsMore) = ("9.01", true)
    let flaw = #expect(throws: ArgumentFlaw.self) { try more.command(in: home.view) }
    #expect("\(try #require(flaw))".contains("--from"))
    #expect(throws: ArgumentFlaw.self) { try more.converted(to: "INR", in: home.view) }
    more.from = "Asha"
    let command = try more.command(in: home.view)
    #expect(command.fromMemberID == home.asha.description && command.toMemberID == home.ravi.description && command.minor == 901)
  }

  @Test("ST-06, ST-10: paid in another currency, no debt of the other mode is settled either")
  func convertedNeither() throws {
    let home = household(isSimplified: true)
    var wish = wish("Ravi")
    wish.paidIn = "INR"
    #expect(throws: ArgumentFlaw.self) { try wish.converted(to: "INR", in: home.view) }
    wish.mode = .direct
    #expect(try wish.converted(to: "INR", in: home.view).commands.map(\.minor) == [900])
  }

  private func with(_ command: SettleUp) -> SettleUp {
    var command = command
    command.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_00AA).description
    return command
  }

  @Test("product 7, 106: the screen of who owes whom is the group's unless said otherwise")
  func screen() {
    for (isSimplified, isDirect, arrows) in [(true, nil, 1), (false, nil, 2), (true, true, 2), (false, false, 1)] as [(Bool, Bool?, Int)] {
      var wish = Screens.DebtsWish()
      wish.isDirect = isDirect
      let lines = Screens.debts(household(isSimplified: isSimplified).view, wish, plain)
      #expect(lines.count { $0.contains("→") } == arrows)
    }
  }

  @Test("product 62: an address stands among the members for whoever has it, and takes no column from the others")
  func emails() throws {
    var view = Household(meera: "Meera").view
    #expect(Screens.members(view, plain).allSatisfy { !$0.contains("@") })
    var event = Event()
    event.memberID = view.state.shared.members[1].id.description
    event.memberEmailSet.email = "ravi@example.org"
    try view.state.apply(event, lane: .admin, position: LanePosition(1))
    #expect(Screens.members(view, plain).map { $0.hasSuffix("ravi@example.org") } == [false, true, false])
  }
}
