import Foundation
import HearthProtocol
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
    let steps = try CSVImport.lines(Array(csv.utf8), ImportOptions(), in: home.view.state.shared, me: home.view.member)
    let rates = try RatePlan(
      Array("from,rate,date\nUSD,abc,2026-11-20\n".utf8), .ymd, into: home.view, today: CivilDate(daysSince1970: 20_780))
    var causes: [Wording] = []
    for step in steps { if case .problem(let cause) = step.outcome { causes.append(cause) } }
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
}
