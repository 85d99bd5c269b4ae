import Ledger
import Testing

@testable import Statements

@Suite struct DayTextTests {
  @Test(
    "One day alone fits",
    arguments: [
      ("2026-11-20", "2026-11-20"), ("2026/11/20", "2026-11-20"), ("20261120", "2026-11-20"), ("31.12.2026", "2026-12-31"),
      ("12/31/2026", "2026-12-31"),
      ("03-Mar-26", "2026-03-03"), ("3 March 2026", "2026-03-03"), ("Apr 28, 2026 06:30 PM", "2026-04-28"), ("Mar 05, 2026", "2026-03-05"),
      ("mar. 5 mars 2026", "2026-03-05"), ("5. Mai 2026", "2026-05-05"), ("12 déc. 2026", "2026-12-12"), ("1 augusti 2026", "2026-08-01"),
      ("२० नवंबर २०२६", "2026-11-20"), ("20 नवम्बर 2026", "2026-11-20"), ("28/04/2026 16:08:48", "2026-04-28"),
      ("2026-05-01T10:00:00Z", "2026-05-01"),
      ("2026-05-01 10:00:00.123 +0530", "2026-05-01"), ("Sept. 7, 2026", "2026-09-07"), ("31-12-99", "1999-12-31"),
      ("11/11/2026", "2026-11-11"),
      ("Mon, 12 Oct 2026", "2026-10-12"), ("1st of May 2026", "2026-05-01"), ("31Dec2026", "2026-12-31"),
    ])
  func only(_ text: String, _ day: String) {
    #expect(DayText(text)?.only?.description == day || DayText(text).map { Set($0.orders.compactMap($0.day(in:))).count } == 1)
    #expect(DayText(text).flatMap { $0.only ?? $0.day(in: .dmy) }?.description == day)
  }

  @Test("Two days fit, or three", arguments: ["03/04/2026", "01.04.26", "01-02-2026", "12102026"])
  func several(_ text: String) {
    #expect(DayText(text)?.only == nil)
    #expect((DayText(text)?.orders.count ?? 0) > 1)
  }

  @Test(
    "No day",
    arguments: [
      "", "12.50", "1,234.50", "1.052,23", "0.00", "26", "APR-26", "APR 2026", "32/01/2026", "2026-13-01", "29.02.2026", "1.2.3.4",
      "12/2026", "Shop",
      "UPI-609100000001", "1/2-2026", "0099-01-01", "99999999", "2026-11-20-1", "Dec 12", "5 Foo 2026", String(repeating: "1", count: 65),
      "10:30", "1 2", "260403",
    ])
  func none(_ text: String) { #expect(DayText(text) == nil) }

  @Test("The file's other days decide, and otherwise nobody guesses")
  func votes() throws {
    func order(_ texts: [String], isDayFirst: Bool = false) -> DayOrder? {
      var vote = DayVote()
      for text in texts { if let day = DayText(text) { vote.add(day) } }
      return vote.order(isDayFirst: isDayFirst)
    }
    #expect(order(["03/04/2026", "13/04/2026"]) == .dmy)
    #expect(order(["03/04/2026", "04/13/2026"]) == .mdy)
    #expect(order(["03/04/2026", "05/06/2026"]) == nil)
    #expect(order(["03/04/2026", "05/06/2026"], isDayFirst: true) == .dmy)
    #expect(order(["01.04.26", "02.04.26"]) == .dmy)
    #expect(order(["26-04-30", "26-05-01"]) == .ymd || order(["26-04-30", "26-05-01"]) == nil)
    let file = "Date,Text,Amount\n03/04/2026,Tea,1.00\n05/06/2026,Rice,2.00\n"
    #expect(try said(file).allSatisfy { $0.contains("dayUnclear") })
    #expect(try said(file + "13/06/2026,Dal,3.00\n").first == "2 2026-04-03 -100 Tea")
    #expect(try said(file, .usual { $0.dayOrder = .mdy }).first == "2 2026-03-04 -100 Tea")
    // A preamble's days are days of the file.
    #expect(try said("From 01/04/2026,to 30/04/2026\n" + file).first == "3 2026-04-03 -100 Tea")
  }
}
