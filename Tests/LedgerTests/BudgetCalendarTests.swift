import HearthProtocol
import Testing

@testable import Ledger

/// The periods of a budget.
@Suite struct BudgetCalendarTests {
  @Test(
    "BU-02: periods that begin on any of a month's last days, or on 29 February, hold each day once and leave no gap",
    arguments: [BudgetPeriod.weekly, .biweekly, .monthly, .yearly])
  func everyDayOnce(period: BudgetPeriod) throws {
    for first in ["2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2026-08-31", "2028-02-29"] {
      let start = try #require(CivilDate(iso8601: first))
      let calendar = BudgetCalendar(period: period, start: start)
      #expect(calendar.number(of: start.adding(days: -1)) == nil)
      var last = (number: 0, day: start)
      for passed in 0..<1_600 {
        let day = start.adding(days: passed)
        let number = try #require(calendar.number(of: day))
        let days = calendar.days(of: number)
        #expect(days.contains(day))
        if number != last.number {
          #expect(number == last.number + 1 && days.lowerBound == day && calendar.days(of: last.number).upperBound == last.day)
        }
        last = (number, day)
      }
    }
  }
}
