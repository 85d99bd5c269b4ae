import HearthProtocol
import Importing
import Ledger
import Passes
import Testing

@testable import Console

/// That a preview of a long file costs what its lines cost, and no more for each the more there are.
@Suite(.serialized) struct ImportSpeedTests {
  private static let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_0077)

  /// A statement of so many lines.
  private static func file(_ lines: Int) -> [UInt8] {
    var text = "Date,Narration,Ref No,Withdrawal,Deposit\n"
    for line in 0..<lines {
      let (day, month) = (line % 28 + 1, line / 28 % 10 + 1)
      let amount = "\(line % 4_000 + 1).\(line % 90 + 10)"
      text += "\(day)/\(month)/2026,UPI-SHOP \(line % 700)-\(line),R\(line)," + (line % 9 == 0 ? ",\(amount)\n" : "\(amount),\n")
    }
    return Array(text.utf8)
  }

  /// All that a preview takes but the screen: bytes to lines, lines to a plan, sums and balances.
  private static func preview(_ file: [UInt8], into target: ImportPlan.Target, _ home: Household) -> Int {
    guard let lines = try? FileImport.lines(file, ImportOptions(), in: home.view.state.shared, me: home.view.member) else { return 0 }
    let plan = ImportPlan(lines, into: home.view, target, now: 0, today: Importing.today)
    return plan.sums.isEmpty ? 0 : plan.commands.count
  }

  @Test(
    "10,000 lines cost at most 30 times what 1,000 do, into a group and into an account; a cost that grew with the square would be 100 times",
    arguments: [false, true])
  func tenThousandLines(intoAccount: Bool) throws {
    var home = Household()
    var set = AccountSet()
    set.accountID = Self.savings.description
    (set.content.name, set.content.type, set.content.opening.currency) = ("Savings", .savings, "INR")
    home.appendAccount(.accountSet(set), Self.savings)
    let group = home
    let target = intoAccount ? ImportPlan.Target.account(Self.savings, try #require(Currency(code: "INR"))) : .group
    let (short, long) = (Self.file(1_000), Self.file(10_000))
    var counts = (0, 0)
    let few = Passes.of("preview of 1,000 lines", rounds: 3) { counts.0 = Self.preview(short, into: target, group) }
    let many = Passes.of("preview of 10,000 lines", rounds: 2) { counts.1 = Self.preview(long, into: target, group) }
    #expect(counts == (1_000, 10_000))
    #expect(many < few * 30, "\(many) passes for 10,000 lines, \(few) for 1,000")
  }
}
