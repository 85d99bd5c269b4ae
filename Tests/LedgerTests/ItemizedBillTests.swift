import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Bills of items, divided by what each one had.
@Suite struct ItemizedBillTests {
  private let asha = MemberID(high: 1, low: 1)
  private let ravi = MemberID(high: 1, low: 2)
  private let meera = MemberID(high: 1, low: 3)

  private func item(_ minor: Int64, _ members: MemberID..., weights: [UInt32] = []) -> ItemizedBill.Item {
    let sharers = members.enumerated().map { place, member in
      ItemizedBill.Sharer(member: member, weight: place < weights.count ? weights[place] : 1)
    }
    return ItemizedBill.Item(name: "x", minor: minor, sharers: sharers)
  }

  @Test("Each pays for what they had; tax and tip follow what it cost, to the minor unit")
  func dinner() throws {
    let bill = try ItemizedBill(items: [item(320_00, asha, ravi), item(250_00, ravi)], extras: [.tax: 57_00, .tip: 50_00])
    #expect(bill.total == 677_00)
    #expect(bill.shares == [Portion(member: asha, minor: 190_04), Portion(member: ravi, minor: 486_96)])
    #expect(bill.accounts[0].parts.map(\.minor) == [160_00, 16_00, 14_04])
    #expect(bill.accounts[1].parts.map(\.reason) == [.item(0), .item(1), .extra(.tax), .extra(.tip)])
  }

  @Test("What rounding leaves over goes round, and follows weights")
  func rounding() throws {
    let three = try ItemizedBill(items: [item(100, asha, ravi, meera), item(100, asha, ravi, meera), item(100, asha, ravi, meera)])
    #expect(three.accounts.map(\.minor) == [100, 100, 100])
    #expect(three.accounts.map { $0.parts.map(\.minor) } == [[34, 33, 33], [33, 34, 33], [33, 33, 34]])
    let weighted = try ItemizedBill(items: [item(100, asha, ravi, weights: [2, 1])])
    #expect(weighted.accounts.map(\.minor) == [67, 33])
  }

  @Test("A discount takes nobody below nothing, and who owes nothing is in no split")
  func discount() throws {
    let bill = try ItemizedBill(items: [item(100, asha), item(200, ravi)], extras: [.discount: 299])
    #expect(bill.total == 1 && bill.accounts.map(\.minor) == [0, 1] && bill.shares == [Portion(member: ravi, minor: 1)])
    #expect(try ItemizedBill(items: [item(100, asha)], extras: [.discount: 100, .tip: 5]).total == 5)
    for extras in [[ItemizedBill.Extra.discount: Int64(301)], [.discount: 300], [.discount: 301, .tip: 5]] {
      #expect(throws: ItemizedBill.Flaw.nothingLeft) { try ItemizedBill(items: [item(100, asha), item(200, ravi)], extras: extras) }
    }
  }

  @Test("Limit: the largest amounts and numbers are divided, and beyond them it is said which one is wrong")
  func limits() throws {
    #expect(try ItemizedBill(items: [item(amountMinorMax, asha, ravi, weights: [10_000, 1])]).total == amountMinorMax)
    #expect(throws: ItemizedBill.Flaw.tooLarge) { try ItemizedBill(items: [item(amountMinorMax, asha), item(1, asha)]) }
    #expect(throws: ItemizedBill.Flaw.amountOutOfRange(1)) { try ItemizedBill(items: [item(1, asha), item(0, asha)]) }
    #expect(throws: ItemizedBill.Flaw.amountOutOfRange(0)) { try ItemizedBill(items: [item(amountMinorMax + 1, asha)]) }
    #expect(throws: ItemizedBill.Flaw.sharers(0)) { try ItemizedBill(items: [item(5)]) }
    #expect(throws: ItemizedBill.Flaw.sharers(0)) { try ItemizedBill(items: [item(5, asha, asha)]) }
    #expect(throws: ItemizedBill.Flaw.sharers(0)) { try ItemizedBill(items: [item(5, asha, weights: [0])]) }
    #expect(throws: ItemizedBill.Flaw.extraOutOfRange(.tax)) { try ItemizedBill(items: [item(5, asha)], extras: [.tax: -1]) }
    #expect(throws: ItemizedBill.Flaw.extraOutOfRange(.tip)) { try ItemizedBill(items: [item(5, asha)], extras: [.tip: .max]) }
    let most = Array(repeating: item(5, asha, ravi), count: ItemizedBill.itemsMax)
    #expect(try ItemizedBill(items: most).accounts.map(\.minor) == [250, 250])
    #expect(throws: ItemizedBill.Flaw.itemCount) { try ItemizedBill(items: most + [item(5, asha)]) }
    #expect(throws: ItemizedBill.Flaw.itemCount) { try ItemizedBill(items: []) }
  }

  @Test("Whatever stands on a bill, shares come to its total, parts to their items, and nobody is below nothing")
  func addsUp() throws {
    var generator = SeededGenerator(seed: 43)
    let members = (1...7).map { MemberID(high: 2, low: UInt64($0)) }
    for _ in 0..<300 {
      let items = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        let sharers = members.shuffled(using: &generator).prefix(Int.random(in: 1...7, using: &generator))
        return ItemizedBill.Item(
          name: "x", minor: Int64.random(in: 1...99_999, using: &generator),
          sharers: sharers.map { .init(member: $0, weight: UInt32.random(in: 1...9, using: &generator)) })
      }
      let sum = items.reduce(Int64(0)) { $0 + $1.minor }
      let extras: [ItemizedBill.Extra: Int64] = [
        .tax: Int64.random(in: 0...5_000, using: &generator), .tip: Int64.random(in: 1...5_000, using: &generator),
        .discount: Int64.random(in: 0...sum, using: &generator),
      ]
      let bill = try ItemizedBill(items: items, extras: extras)
      #expect(bill.shares.reduce(0) { $0 + $1.minor } == bill.total)
      #expect(bill.accounts.allSatisfy { account in account.minor >= 0 && account.parts.reduce(0) { $0 + $1.minor } == account.minor })
      for (place, item) in items.enumerated() {
        #expect(bill.accounts.flatMap(\.parts).reduce(0) { $1.reason == .item(place) ? $0 + $1.minor : $0 } == item.minor)
      }
    }
  }
}
