import Foundation
import HearthProtocol
import Importing
import Ledger
import Testing

@testable import Console

/// What the program says of its own accord on a walk that everybody takes.
@Suite struct BeginningWordsTests {
  private func isHindi(_ text: String) -> Bool { text.unicodeScalars.contains { (0x900...0x97F).contains($0.value) } }

  @Test("product 191: what is wrong with a line of a file of entries or of rates is said in Hindi")
  func lines() throws {
    let home = Household()
    let csv = "date,description,amount\nnone,Milk,50\n2026-11-20,Milk,abc\n"
    let steps = try FileImport.lines(Array(csv.utf8), ImportOptions(), in: home.view.state.shared, me: home.view.member)
    let rates = try RatePlan(
      Array("from,rate,date\nUSD,abc,2026-11-20\n".utf8), .ymd, into: home.view, today: CivilDate(daysSince1970: 20_780))
    var causes: [Wording] = []
    for step in steps { if case .problem(let flaw) = step.outcome { causes.append(flaw.wording) } }
    for line in rates.lines { if case .problem(let cause) = line.outcome { causes.append(cause) } }
    #expect(causes.count == 3)
    for cause in causes { #expect(isHindi(cause.text(in: .hindi)) && !isHindi(cause.description), "\(cause)") }
  }

  @Test("Sentences are parted at spaces where a terminal ends, and nothing of them is lost")
  func wrapping() {
    #expect("Hearth records payments, it does not".wrapped(to: 16) == ["Hearth records", "payments, it", "does not"])
    #expect("अब आप इस समूह के सदस्य नहीं हैं।".wrapped(to: 12).joined(separator: " ") == "अब आप इस समूह के सदस्य नहीं हैं।")
    #expect("unbreakable".wrapped(to: 5) == ["unbr…"] && "".wrapped(to: 5).isEmpty)
  }

  @Test("product 191: a bad request says its cause in Hindi where English says more than that something is wrong")
  func badRequests() throws {
    let common = ConsoleFailure(Rejection.malformedID(field: "add_entry.entry_id")).lines(in: .hindi)[0]
    let bad: [Rejection] = [
      .timeZoneMalformed(field: "update_group.time_zone"), .rateMalformed(field: "set_rate.rate.rate"),
      .textMissing(field: "update_group.name"), .choiceNotAllowed(field: "set_recurring.content.recurrence.last_date"),
    ]
    let causes = bad.map { ConsoleFailure($0).lines(in: .hindi)[0] }
    let unknown = Rejected.with {
      ($0.code, $0.field, $0.cause) = (RejectionCode.badRequest.rawValue, "update_group.time_zone", "There is no such time zone.")
    }
    #expect(ConsoleFailure(unknown).lines(in: .hindi)[0] == causes[0])
    #expect(Set(causes + [common]).count == bad.count + 1 && causes.allSatisfy(isHindi))
  }

  @Test("On 40 columns no policy's meaning and no figure of a budget is cut off")
  func narrow() {
    var home = Household()
    home.setBudget("Food", 1_000_00, "groceries")
    home.add("Rice", 1_100_01, "groceries", paid: [(home.asha, 1_100_01)], owed: [(home.ravi, 1_100_01)])
    for language in Language.allCases {
      let theme = Theme(isColored: false, width: 40, language: language)
      let policies = Screens.policies(home.view, theme)
      for policy in Policy.all {
        #expect(policies.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(theme.phrases.policy(policy)))
      }
      let budgets = Screens.budgets(home.view, today: CivilDate(daysSince1970: 20_780), theme)
      let figures = budgets.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(figures.contains(theme.phrases.over("₹100.01")), "\(budgets)")
      #expect((policies + budgets).allSatisfy { $0.displayWidth <= 40 }, "\(policies + budgets)")
    }
  }
}
