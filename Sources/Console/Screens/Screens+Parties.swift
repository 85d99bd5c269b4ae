import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What is owed where those who settle as one count as one, and who pays whom then (SPEC PT-02).
  public static func parties(_ view: GroupView, _ theme: Theme) -> [String] {
    let (shared, phrases) = (view.state.shared, theme.phrases)
    let currencies = shared.balances.currencies
    guard !currencies.isEmpty else { return [nothingCounts(view, phrases)] }
    var lines: [String] = []
    var isOpen = false
    for currency in currencies {
      var table = Table()
      let shown = shared.partyBalances(in: currency).filter { balance in
        balance.minor != 0 || shared.party(of: balance.member).contains(where: \.isPresent)
      }
      for balance in shown.sorted(by: { $0.minor > $1.minor }) {
        let minor = balance.minor
        let tint: Tint = minor > 0 ? .good : minor < 0 ? .due : .faint
        let word = minor > 0 ? phrases.isOwed() : minor < 0 ? phrases.owes() : phrases.settled()
        let figure = minor == 0 ? currencies.count > 1 ? currency.code : "" : currency.text(Int64(clamping: minor.magnitude))
        table.add(Cell(partyName(balance.member, view, phrases)), Cell(word, tint), Cell(figure, tint, right: true))
      }
      lines += table.lines(theme)
      let plan = shared.partyPlan(in: currency)
      guard !plan.transfers.isEmpty else { continue }
      isOpen = true
      lines.append(theme.paint(phrases.settles(plan.transfers.count, currency.code, isProven: plan.isProven), .strong))
      var arrows = Table()
      for debt in plan.transfers {
        arrows.add(
          Cell(partyName(debt.debtor, view, phrases)), Cell("→"), Cell(partyName(debt.creditor, view, phrases)),
          Cell(currency.text(debt.minor), right: true))
      }
      lines += arrows.lines(theme)
    }
    return isOpen ? lines + phrases.partiesHint().wrapped(to: theme.width).map { theme.paint($0, .faint) } : lines
  }

  /// The same for a program: as the server answers `read_settlement` with `by_party`, one line a currency.
  static func partiesJSON(_ view: GroupView) -> [String] {
    view.state.shared.balances.currencies.flatMap { currency in
      let request = ReadSettlement.with { ($0.currency, $0.byParty) = (currency.code, true) }
      return (try? view.state.settlement(request, .none)).map { WireFormat.line($0) } ?? []
    }
  }

  /// "Asha + Ravi", those first who joined first.
  private static func partyName(_ id: MemberID, _ view: GroupView, _ phrases: Phrases) -> String {
    view.state.shared.party(of: id).map { name($0, view, phrases).printable }.joined(separator: " + ")
  }
}
