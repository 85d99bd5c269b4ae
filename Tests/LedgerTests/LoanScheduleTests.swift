import HearthProtocol
import Support
import Testing

@testable import Ledger

struct LoanScheduleTests {
  @Test(
    "product 193: the instalment is the one that banks compute",
    arguments: [
      // Principal, rate, instalments, EMI by P·r·(1+r)^n / ((1+r)^n − 1) to the nearest paisa.
      (50_000_000, 1_000, 60, 1_062_352),
      (100_000_000, 850, 240, 867_823),
      (2_500_000_000, 899, 360, 20_097_580),
      (12_000_000, 0, 12, 1_000_000),
      (10_000, 0, 3, 3_333),
      (100_000, 1_200, 1, 101_000),
      (30_000, 10_000, 2, 16_900),
    ] as [(Int64, Int, Int, Int64)])
  func instalments(_ principal: Int64, _ rate: Int, _ count: Int, _ expected: Int64) throws {
    let schedule = try #require(LoanSchedule(principalMinor: principal, annualRateBasisPoints: rate, count: count))
    #expect(schedule.instalmentMinor == expected)
  }

  @Test("the first and the last lines of a schedule, to the paisa")
  func lines() throws {
    let schedule = try #require(LoanSchedule(principalMinor: 10_000, annualRateBasisPoints: 0, count: 3))
    #expect(schedule.rows.map(\.minor) == [3_333, 3_333, 3_334])
    #expect(schedule.rows.map(\.outstandingMinor) == [6_667, 3_334, 0])
    let car = try #require(LoanSchedule(principalMinor: 50_000_000, annualRateBasisPoints: 1_000, count: 60))
    #expect(car.rows[0] == LoanSchedule.Row(number: 1, interestMinor: 416_667, principalMinor: 645_685, outstandingMinor: 49_354_315))
    #expect(car.rows[59].outstandingMinor == 0)
    #expect(abs(car.rows[59].minor - car.instalmentMinor) < 60)
  }

  @Test("every schedule pays back exactly what was lent", arguments: [81] as [UInt64])
  func adds(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var made = 0
    for number in 0..<400 {
      let largest: Int64 = [1_000, 100_000_000, amountMinorMax][number % 3]
      let principal = Int64.random(in: 1...largest, using: &random)
      let rate = Int.random(in: 0...10_000, using: &random)
      let count = Int.random(in: 1...600, using: &random)
      guard let schedule = LoanSchedule(principalMinor: principal, annualRateBasisPoints: rate, count: count) else {
        // Only where hardly a rupee would be paid back at first, so that a minor unit more or less decides over
        // everything.
        let month = Double(rate) / 120_000
        let growth = (0..<count).reduce(1.0) { growth, _ in growth * (1 + month) } - 1
        #expect(growth == 0 ? principal < 2 * count : Double(principal) * month / growth < 100, "seed \(seed), case \(number)")
        continue
      }
      made += 1
      let rows = schedule.rows
      #expect(rows.count == count && rows.reduce(0) { $0 + $1.principalMinor } == principal, "seed \(seed), case \(number)")
      #expect(rows.dropLast().allSatisfy { $0.minor == schedule.instalmentMinor && $0.principalMinor > 0 }, "seed \(seed), case \(number)")
      #expect(rows.last?.outstandingMinor == 0 && (rows.last?.minor ?? 0) > 0, "seed \(seed), case \(number)")
    }
    #expect(made > 150)
  }

  @Test("an amount of one's own is taken if it pays the loan back with the last instalment")
  func ownAmounts() throws {
    func schedule(_ minor: Int64) -> LoanSchedule? {
      LoanSchedule(principalMinor: 50_000_000, annualRateBasisPoints: 1_000, count: 60, instalmentMinor: minor)
    }
    // Whole rupees, as banks bill them.
    let rounded = try #require(schedule(1_062_400))
    #expect(rounded.rows.last.map { $0.minor < 1_062_400 && $0.outstandingMinor == 0 } == true)
    // Less than the first month's interest; so little that too much is left; so much that nothing is.
    #expect(schedule(416_667) == nil)
    #expect(schedule(1_000_000) == nil)
    #expect(schedule(1_100_000) == nil)
    #expect(LoanSchedule(principalMinor: 3, annualRateBasisPoints: 0, count: 10) == nil)
    #expect(LoanSchedule(principalMinor: 10, annualRateBasisPoints: 0, count: 10)?.instalmentMinor == 1)
  }
}
