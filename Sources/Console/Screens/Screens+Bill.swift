import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// Each one's share of a bill, and the items that it is made of.
  static func bill(_ bill: ItemizedBill, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> [String] {
    bill.accounts.flatMap { account in
      let parts = account.parts.map { "\(name(of: $0.reason, bill, theme.phrases)) \(signed($0.minor, currency))" }
      let line = "\(view.state.shared.name(account.member))  \(currency.text(account.minor)): \(parts.joined(separator: " · "))"
      return line.wrapped(to: theme.width)
    }
  }

  private static func name(of reason: ItemizedBill.Reason, _ bill: ItemizedBill, _ phrases: Phrases) -> String {
    switch reason {
    case .item(let place): place < bill.items.count ? bill.items[place].name.printable : ""
    case .extra(let extra): phrases.billExtra(extra)
    }
  }

  private static func signed(_ minor: Int64, _ currency: Currency) -> String { (minor < 0 ? "−" : "") + currency.text(abs(minor)) }

  /// The same for a program: one object a member.
  static func billJSON(_ bill: ItemizedBill, _ currency: Currency) -> [String] {
    bill.accounts.map { account in
      var json = JSONLine()
      json.add("memberId", account.member.description)
      json.add("minor", String(account.minor))
      json.add("currency", currency.code)
      let parts = account.parts.map { part in
        var line = JSONLine()
        switch part.reason {
        case .item(let place): line.add("item", place < bill.items.count ? bill.items[place].name : "")
        case .extra(let extra): line.add("extra", extra.rawValue)
        }
        line.add("minor", String(part.minor))
        return line.text
      }
      json.add("parts", json: "[" + parts.joined(separator: ",") + "]")
      return json.text
    }
  }
}
