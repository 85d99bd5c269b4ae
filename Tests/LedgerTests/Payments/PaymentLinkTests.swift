import HearthProtocol
import Testing

@testable import Ledger

/// Where members take money, and who is told (SPEC PL-01, PL-02).
struct PaymentLinkTests {
  static func wish(_ address: String) -> SetPaymentAddress { .with { $0.address = address } }

  static func read(_ payee: UInt64, minor: Int64 = 0, _ currency: String = "", _ mode: SettlementMode = .unspecified) -> ReadPaymentLink {
    .with { ($0.payeeID, $0.minor, $0.currency, $0.mode) = (Household.text(payee), minor, currency, mode) }
  }

  private static let rupee = PrecedenceTests.rupee
  private static let field = "read_payment_link.payee_id"

  private static func entry(_ minor: Int64, by payer: UInt64, among debtor: UInt64) -> AddEntry {
    var wish = Household.entry(2, minor: minor)
    wish.content.paid = [Share(memberText: Household.text(payer), minor: minor)]
    wish.content.split.equal.memberIds = [Household.text(debtor)]
    return wish
  }

  private static func link(_ household: Household, _ read: ReadPaymentLink, by number: UInt64) throws(Rejection) -> PaymentLink {
    try household.state.paymentLink(read, for: Household.member(number))
  }

  private static func rejection(_ household: Household, _ read: ReadPaymentLink, by number: UInt64) -> Rejection? {
    do throws(Rejection) {
      _ = try link(household, read, by: number)
      return nil
    } catch { return error }
  }

  @Test("PL-01: every role says where it takes money, changes it and takes it away, in its own inbox and nowhere else")
  func comesAndGoes() throws {
    var household = Household.family
    for number in 1...5 as ClosedRange<UInt64> {
      let before = household.state
      let decision = try household.perform(.setPaymentAddress(Self.wish(" m\(number)@examplebank ")), by: number)
      #expect(decision.events.map(\.lane) == [.inbox(Household.member(number))])
      let member = try #require(household.state.shared.member(Household.member(number)))
      #expect(household.state.paymentAddress(of: member)?.address == "m\(number)@examplebank")
      for lane in [Lane.shared, .admin, .income] + (1...5).filter({ $0 != number }).map({ .inbox(Household.member($0)) }) {
        #expect(household.state.snapshot(of: lane) == before.snapshot(of: lane))
      }
    }
    try household.perform(.setPaymentAddress(Self.wish("de02 1203 0000 0000 2020 51")), by: 3)
    let three = try #require(household.state.shared.member(Household.member(3)))
    #expect(household.state.paymentAddress(of: three)?.address == "DE02 1203 0000 0000 2020 51")
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, .inbox(three.id)] { try restored.restore(household.state.snapshot(of: lane)) }
    #expect(restored.paymentAddress(of: three) == household.state.paymentAddress(of: three))
    #expect(restored.snapshot(of: .inbox(three.id)) == household.state.snapshot(of: .inbox(three.id)))
    try household.perform(.setPaymentAddress(Self.wish("")), by: 3)
    #expect(household.state.paymentAddress(of: three) == nil)
  }

  @Test("PL-01: an event in another lane, by another member, of no holder or too long is no history")
  func flaws() throws {
    let household = Household.family
    let one = Household.text(1)
    func event(_ author: String, _ change: (inout PaymentAddressSet) -> Void) -> Event {
      var set = PaymentAddressSet()
      (set.memberID, set.holder, set.address) = (one, .init(Household.holder(1).bytes), "asha@examplebank")
      change(&set)
      return .with { ($0.memberID, $0.body) = (author, .paymentAddressSet(set)) }
    }
    func flaw(_ event: Event, _ lane: Lane) -> HistoryFlaw? {
      var state = household.state
      do throws(HistoryFlaw) {
        try state.apply(event, lane: lane, position: LanePosition(1))
        return nil
      } catch { return error }
    }
    let inbox = Lane.inbox(Household.member(1))
    #expect(flaw(event(one) { _ in }, inbox) == nil)
    for lane in [Lane.shared, .admin, .inbox(Household.member(2))] { #expect(flaw(event(one) { _ in }, lane) == .misplaced) }
    #expect(flaw(event(Household.text(2)) { _ in }, inbox) == .misplaced)
    #expect(flaw(event(one) { $0.memberID = Household.text(2) }, inbox) == .misplaced)
    #expect(flaw(event(one) { $0.holder = .init() }, inbox) == .malformed("holder"))
    // At the limit, and one past it.
    #expect(flaw(event(one) { $0.address = String(repeating: "a", count: PaymentAddress.textBytesMax) }, inbox) == nil)
    let long = String(repeating: "a", count: PaymentAddress.textBytesMax + 1)
    #expect(flaw(event(one) { $0.address = long }, inbox) == .malformed("address"))
  }

  @Test("PL-02: who owes is told the link, all of it or a part, by the plan or by the entries")
  func owing() throws {
    var household = try SettlementTests.owing()
    try household.perform(.setPaymentAddress(Self.wish("asha@examplebank")), by: 1)
    let link = try Self.link(household, Self.read(1), by: 3)
    #expect(link.link && link.payload.hasPrefix("upi://pay?pa=asha@examplebank&pn=") && link.payload.contains("&am=20.00&cu=INR&tn="))
    #expect(link.amount.minor == 2_000 && link.amount.currency == "INR" && link.address == "asha@examplebank" && !link.note.isEmpty)
    #expect(link.name == household.state.shared.member(Household.member(1))?.displayName && link.payeeID == Household.text(1))
    #expect(try Self.link(household, Self.read(1, minor: 550), by: 3).payload.contains("&am=5.50&"))
    #expect(try Self.link(household, Self.read(1, minor: 9_900), by: 3).payload.contains("&am=99.00&"))
    for mode in [SettlementMode.direct, .simplified] {
      #expect(try Self.link(household, Self.read(1, "INR", mode), by: 5).amount.minor == 2_000)
    }
    // By the plan alone Mira pays Asha: by the entries she owes Ravi, who owes Asha as much.
    try household.perform(.addEntry(Self.entry(2_000, by: 2, among: 3)), by: 2)
    #expect(try Self.link(household, Self.read(1, "", .simplified), by: 3).amount.minor == 4_000)
    #expect(try Self.link(household, Self.read(1, "", .direct), by: 3).amount.minor == 2_000)
    #expect(Self.rejection(household, Self.read(1, "", .simplified), by: 2) == .nothingOwed(field: Self.field, Self.rupee, isDirect: false))
  }

  @Test("PL-02: who owes nothing gets the same answer with an address as without one")
  func leaksNothing() throws {
    let silent = try SettlementTests.owing()
    var told = silent
    for number in 1...5 as ClosedRange<UInt64> {
      try told.perform(.setPaymentAddress(Self.wish("m\(number)@examplebank")), by: number)
    }
    var differing = 0
    for (asker, payee) in (1...6).flatMap({ asker in (1...6).map { (UInt64(asker), UInt64($0)) } }) {
      for currency in ["", "EUR", "XXQ"] {
        for mode in [SettlementMode.unspecified, .direct, .simplified, .UNRECOGNIZED(9)] {
          let read = Self.read(payee, currency, mode)
          let (before, after) = (Self.rejection(silent, read, by: asker), Self.rejection(told, read, by: asker))
          // The control: who owes is told.
          guard before != after else { continue }
          differing += 1
          #expect(before == .noPaymentAddress(field: Self.field) && after == nil && payee == 1 && (2...5).contains(asker))
        }
      }
    }
    #expect(differing == 4 * 3)
  }

  @Test("PL-02: in the order of what is refused: the question, what is owed, the address, what it takes")
  func refusals() throws {
    var household = try SettlementTests.owing()
    func refusal(_ read: ReadPaymentLink, by number: UInt64 = 3) -> Rejection? { Self.rejection(household, read, by: number) }
    #expect(refusal(Self.read(1, "", .UNRECOGNIZED(3))) == .choiceNotAllowed(field: "read_payment_link.mode"))
    for minor in [-1, Int64.min, amountMinorMax + 1] {
      #expect(refusal(Self.read(1, minor: minor)) == .amountOutOfRange(field: "read_payment_link.minor"))
    }
    #expect(refusal(Self.read(1, "inr")) == .unknownCurrency(field: "read_payment_link.currency"))
    #expect(refusal(.with { $0.payeeID = "Asha" }) == .malformedMember(field: Self.field))
    #expect(refusal(Self.read(3)) == .memberRepeated(field: Self.field))
    #expect(refusal(Self.read(66)) == .unknownMember(field: Self.field))
    #expect(refusal(Self.read(2)) == .nothingOwed(field: Self.field, Self.rupee, isDirect: false))
    #expect(refusal(Self.read(1)) == .noPaymentAddress(field: Self.field))
    try household.perform(.setPaymentAddress(Self.wish("DE02120300000000202051")), by: 1)
    #expect(refusal(Self.read(1)) == .paymentNotPossible(field: Self.field, takes: "EUR"))
    try household.perform(.setPaymentAddress(Self.wish("asha@examplebank")), by: 1)
    #expect(refusal(Self.read(1)) == nil && refusal(Self.read(1, minor: amountMinorMax)) == nil)
  }

  @Test("PL-01: nobody is paid who is not there, and nobody who comes after is paid at the address of who was")
  func holders() throws {
    var household = try SettlementTests.owing()
    try household.perform(.setPaymentAddress(Self.wish("m3@examplebank")), by: 3)
    try household.perform(.addEntry(Self.entry(9_000, by: 3, among: 2)), by: 3)
    #expect(Self.rejection(household, Self.read(3, "", .direct), by: 2) == nil)
    var gone = household
    try gone.perform(.leaveGroup(LeaveGroup()), by: 3)
    #expect(Self.rejection(gone, Self.read(3, "", .direct), by: 2) == .noPaymentAddress(field: Self.field))
    let member = try #require(household.state.shared.member(Household.member(3)))
    var taken = household.state.snapshot(of: .inbox(member.id))
    taken.inbox.paymentAddress.holder = .init(Household.holder(77).bytes)
    try household.state.restore(taken)
    #expect(Self.rejection(household, Self.read(3, "", .direct), by: 2) == .noPaymentAddress(field: Self.field))
  }

  @Test("PL-01: the address goes along when its owner goes on as a placeholder")
  func claims() throws {
    var household = PrecedenceTests.staged
    try household.perform(.setPaymentAddress(Self.wish("m3@examplebank")), by: 3)
    let decision = try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3)
    #expect(decision.events.last?.lane == .inbox(Household.member(30)))
    let member = try #require(household.state.shared.member(Household.member(30)))
    #expect(household.state.paymentAddress(of: member)?.address == "m3@examplebank")
  }
}
