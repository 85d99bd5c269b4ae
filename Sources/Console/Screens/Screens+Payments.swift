import HearthProtocol
import Ledger

extension Screens {
  /// How to pay somebody: what and whom, the link where it is one, the code for a telephone, and the note.
  static func payment(_ link: PaymentLink, _ theme: Theme) -> [String] {
    let amount = Currency(code: link.amount.currency)?.text(link.amount.minor) ?? ""
    let title = theme.phrases.payTo(link.name.printable, amount, link.address.printable)
    var lines = title.wrapped(to: theme.width).map { theme.paint($0, .strong) }
    // Whole, since a link that is cut pays nobody.
    if link.link { lines.append(link.payload.printable) }
    if let picture = QRCode.lines(link.payload, theme) { lines += [""] + picture + [""] }
    if !link.note.isEmpty { lines.append(theme.phrases.payNote(link.note.printable)) }
    return lines + theme.phrases.payHint().wrapped(to: theme.width).map { theme.paint($0, .faint) }
  }

  /// In one line, beside a settlement.
  static func paymentHint(_ link: PaymentLink, _ theme: Theme) -> [String] {
    let how = link.link ? link.payload.printable : link.address.printable
    return [theme.phrases.payBy(link.name.printable, how)]
  }
}
