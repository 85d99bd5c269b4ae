// How people write amounts of a currency. Histories do not depend on it.
extension Currency {
  /// The sign that stands for this currency alone, or that everybody takes for it; nil when others use it as much or
  /// there is none.
  public var symbol: String? {
    switch code {
    case "INR": "₹"
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "JPY": "¥"
    case "BDT": "৳"
    case "CRC": "₡"
    case "GHS": "₵"
    case "ILS": "₪"
    case "KRW": "₩"
    case "KZT": "₸"
    case "LAK": "₭"
    case "MNT": "₮"
    case "NGN": "₦"
    case "PHP": "₱"
    case "PYG": "₲"
    case "RUB": "₽"
    case "THB": "฿"
    case "TRY": "₺"
    case "UAH": "₴"
    case "VND": "₫"
    default: nil
    }
  }

  /// Whether large figures are separated by lakh (1,00,000) and crore (1,00,00,000): in India, Bangladesh, Bhutan,
  /// Nepal and Pakistan.
  public var countsInLakhs: Bool {
    switch code {
    case "INR", "BDT", "BTN", "NPR", "PKR": true
    default: false
    }
  }

  /// What may stand before or behind a figure of this currency, in small letters, the longest first.
  var signs: [String] {
    let rupees = ["INR", "LKR", "NPR", "PKR"].contains(code) ? ["rs.", "rs"] : []
    return [code.lowercased()] + rupees + (symbol.map { [$0] } ?? [])
  }

  /// The currency whose code or sign begins or ends the text; nil when none does.
  static func named(in text: some StringProtocol) -> Currency? {
    for part in [text.prefix(3), text.suffix(3)] {
      if let currency = Currency(code: part.uppercased()) { return currency }
    }
    return all.first { currency in currency.symbol.map { text.hasPrefix($0) || text.hasSuffix($0) } ?? false }
  }
}
