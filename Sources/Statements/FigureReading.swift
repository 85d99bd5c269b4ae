import Ledger

/// What separates decimals from what is before them.
public enum DecimalMark: String, CaseIterable, Sendable {
  /// 1,234.50
  case point
  /// 1.234,50
  case comma
}

/// Which way money went.
public enum Direction: Sendable {
  case `in`, out
}

/// An amount as a field has it, before it is known what its points and commas mean.
struct FigureText {
  /// Whether a minus or parentheses stand at it.
  private(set) var isNegative = false
  /// Whether a plus stands at it.
  private(set) var isPositive = false
  /// Which way it went, by letters at it: Cr and Dr, S and H.
  private(set) var direction: Direction?
  /// The currency by its code or a sign that is of one alone.
  private(set) var currency: Currency?
  /// The codes of the currencies that have the sign at it, where several have it; empty otherwise.
  private var sharers: Set<String> = []
  /// Whether a letter behind it would multiply it.
  private(set) var isMultiplied = false
  /// Digits, points, commas, apostrophes and spaces.
  private let figure: [UInt8]

  /// Reads a field; nil when it is no figure, or only of dashes.
  init?(_ text: String) {
    // Limit: the longest is 10^15 with decimals, separators, sign and currency.
    guard text.utf8.count <= 64, text.unicodeScalars.contains(where: { $0.digit != nil }) else { return nil }
    var words: [String] = []
    var word = ""
    var figure: [UInt8] = []
    var isClosed = false
    var signs = (minus: 0, plus: 0, open: 0, close: 0)
    func endWord() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for letter in text.unicodeScalars {
      if let digit = letter.digit {
        // Letters between digits belong to no amount.
        guard !isClosed else { return nil }
        endWord()
        figure.append(UInt8(0x30 + digit))
        continue
      }
      switch letter {
      case ".", ",": if word.isEmpty && !isClosed { figure.append(UInt8(ascii: letter)) } else { word.unicodeScalars.append(letter) }
      case "'", "’": if figure.isEmpty { return nil } else { figure.append(UInt8(ascii: "'")) }
      case " ", "\u{A0}", "\u{202F}", "\t":
        endWord()
        if !figure.isEmpty { figure.append(UInt8(ascii: " ")) }
      case "-", "\u{2212}", "\u{2013}":
        endWord()
        signs.minus += 1
        isClosed = isClosed || !figure.isEmpty
      case "+":
        endWord()
        signs.plus += 1
        isClosed = isClosed || !figure.isEmpty
      case "(": signs.open += 1
      case ")":
        signs.close += 1
        isClosed = true
      // As in 500/-.
      case "/": isClosed = true
      default:
        word.unicodeScalars.append(letter)
        isClosed = isClosed || figure.contains { $0 >= 0x30 && $0 <= 0x39 }
      }
    }
    endWord()
    let isRupeeStyle = text.hasSuffix("/-") || text.hasSuffix("/–")
    if isRupeeStyle { signs.minus -= 1 } else if text.unicodeScalars.contains("/") { return nil }
    guard signs.minus + signs.plus <= 1, signs.open == signs.close, signs.open <= 1, signs.open == 0 || signs.minus + signs.plus == 0 else {
      return nil
    }
    (isNegative, isPositive) = (signs.minus == 1 || signs.open == 1, signs.plus == 1)
    while figure.last == UInt8(ascii: " ") || figure.last == UInt8(ascii: "'") { figure.removeLast() }
    while figure.first == UInt8(ascii: " ") { figure.removeFirst() }
    self.figure = figure
    for word in words {
      guard take(word) else { return nil }
    }
  }

  /// Takes a word beside the figure: a currency, which way it went, or what multiplies.
  private mutating func take(_ word: String) -> Bool {
    let small = word.lowercased()
    if let named = Currency(code: word.uppercased()), word.utf8.count == 3 {
      currency = named
    } else if let sign = Self.signs[small] {
      currency = sign
    } else if let codes = Self.sharedSigns[small] {
      sharers = codes
    } else if let way = Direction(amountWord: small) {
      direction = way
    } else if Self.multipliers.contains(small) {
      isMultiplied = true
    } else {
      return false
    }
    return true
  }

  /// The minor units that it is, with a decimal mark; nil where it is no figure so.
  ///
  /// Decimals beyond those of the currency count only where they are all 0.
  func minor(_ mark: DecimalMark, exponent: Int) -> Int64? {
    let decimal = UInt8(ascii: mark == .point ? "." : ",")
    let parts = figure.split(separator: decimal, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, let digits = Self.digits(of: whole, mark) else { return nil }
    var decimals = parts.count == 2 ? Array(parts[1]) : []
    guard decimals.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !(digits.isEmpty && decimals.isEmpty) else { return nil }
    while decimals.count > exponent, decimals.last == 0x30 { decimals.removeLast() }
    guard decimals.count <= exponent else { return nil }
    decimals += Array(repeating: 0x30, count: exponent - decimals.count)
    var minor: Int64 = 0
    for digit in digits + decimals {
      minor = minor * 10 + Int64(digit - 0x30)
      // Limit: an entry's largest amount; no next digit can leave 64 bits.
      guard minor <= amountMinorMax else { return nil }
    }
    return minor
  }

  /// Whether its one mark has three digits behind it, as that of thousands has and that of three decimals.
  var couldBeThousands: Bool {
    let marks = figure.filter { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    guard marks.count == 1, figure.count == figure.count(where: { $0 >= 0x30 && $0 <= 0x39 }) + 1,
      let place = figure.firstIndex(of: marks[0])
    else {
      return false
    }
    return figure.count - place == 4 && (1...3).contains(place) && figure[0] != 0x30
  }

  /// Whether nothing but a sign stands at it.
  var isBare: Bool { direction == nil && currency == nil && !isMultiplied }

  /// Whether a text is the sign of a currency or of several.
  static func isSign(_ text: String) -> Bool { signs[text.lowercased()] != nil || sharedSigns[text.lowercased()] != nil }

  /// Whether it can be an amount of a currency: `$5` is none of rupees.
  func fits(_ currency: Currency) -> Bool { sharers.isEmpty || sharers.contains(currency.code) }

  /// Whether a point or comma stands in it.
  var hasDecimals: Bool { figure.contains(UInt8(ascii: ".")) || figure.contains(UInt8(ascii: ",")) }

  /// Its one mark, as that of decimals.
  var onlyMark: DecimalMark { figure.contains(UInt8(ascii: ",")) ? .comma : .point }

  /// The minor units that it is with its mark as that of thousands.
  func thousands(exponent: Int) -> Int64? {
    minor(onlyMark == .comma ? .point : .comma, exponent: exponent)
  }

  /// Whether it would be a figure if the currency had more decimals, or if it might be larger.
  func isFigure(_ mark: DecimalMark) -> Bool {
    let decimal = UInt8(ascii: mark == .point ? "." : ",")
    let parts = figure.split(separator: decimal, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, Self.digits(of: whole, mark) != nil else { return false }
    return parts.count == 1 || parts[1].allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// The digits before the decimals, whose groups are of three or, in front of the last, of two.
  private static func digits(of whole: ArraySlice<UInt8>, _ mark: DecimalMark) -> [UInt8]? {
    let other = UInt8(ascii: mark == .point ? "," : ".")
    let marks = Set(whole.filter { $0 < 0x30 || $0 > 0x39 })
    guard marks.count <= 1 else { return nil }
    guard let group = marks.first else { return Array(whole) }
    guard group == other || group == UInt8(ascii: "'") || group == UInt8(ascii: " ") else { return nil }
    let runs = whole.split(separator: group, omittingEmptySubsequences: false).map(\.count)
    guard let first = runs.first, let last = runs.last, last == 3 else { return nil }
    // As in 0.125, no group of thousands stands behind a lone 0.
    guard first > 1 || whole.first != 0x30 else { return nil }
    let middle = runs.dropFirst().dropLast()
    let byThousands = (1...3).contains(first) && middle.allSatisfy { $0 == 3 }
    let byLakhs = group == UInt8(ascii: ",") && (1...2).contains(first) && middle.allSatisfy { $0 == 2 }
    return byThousands || byLakhs ? whole.filter { $0 != group } : nil
  }

  /// Signs of currencies that one alone has.
  private static let signs: [String: Currency] = [
    "₹": "INR", "€": "EUR", "£": "GBP", "zł": "PLN", "kč": "CZK", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS", "฿": "THB", "₫": "VND",
    "₱": "PHP", "₴": "UAH", "us$": "USD", "r$": "BRL", "元": "CNY", "円": "JPY",
  ].compactMapValues { Currency(code: $0) }

  /// Signs that several currencies have, with the codes of these.
  private static let sharedSigns: [String: Set<String>] = {
    let francs = codes("CHF XAF XOF XPF BIF CDF DJF GNF KMF RWF FRF BEF LUF")
    let crowns = codes("SEK NOK DKK ISK EEK")
    let rupees = codes("INR PKR LKR NPR MUR SCR")
    let signs = [
      "$": codes(
        """
        USD ARS AUD BBD BMD BND BRL BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MOP MXN NAD NIO NZD SBD SGD SRD SVC TOP TTD TWD \
        UYU WST XCD ZWG ZWL
        """),
      "¥": codes("JPY CNY"), "￥": codes("JPY CNY"), "रु": codes("INR NPR"), "रु.": codes("INR NPR"),
    ]
    return signs.merging(
      [("kr", crowns), ("kr.", crowns), ("rs", rupees), ("rs.", rupees), ("fr", francs), ("fr.", francs)],
      uniquingKeysWith: { first, _ in first })
  }()

  private static func codes(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let multipliers: Set<String> = [
    "k", "l", "m", "b", "lakh", "lakhs", "lac", "lacs", "crore", "crores", "million", "mio", "tsd", "हज़ार", "हजार", "लाख", "करोड़", "करोड",
    "मिलियन",
    "बिलियन",
  ]
}

extension Direction {
  /// By a word at an amount.
  init?(amountWord small: String) {
    switch small {
    case "cr", "cr.", "credit", "h": self = .in
    case "dr", "dr.", "db", "debit", "s": self = .out
    default: return nil
    }
  }

  /// By a field of a column that says nothing else.
  init?(mark text: String) {
    let small = text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" }
    switch small {
    case "cr", "c", "k", "h", "credit", "crdt", "kredit", "crédit", "haben", "bij", "+", "in", "deposit", "gutschrift", "received",
      "income", "incomes", "incomingtransfer", "einnahme", "einnahmen", "revenu", "revenus", "ingreso", "ingresos", "entrata", "entrada",
      "wpływ", "जमा", "आय", "收入":
      self = .in
    case "dr", "d", "db", "s", "debit", "dbit", "debet", "débit", "soll", "af", "-", "out", "withdrawal", "lastschrift", "paid", "sent",
      "expense", "expenses", "outgoingtransfer", "ausgabe", "ausgaben", "dépense", "dépenses", "gasto", "gastos", "spesa", "saída",
      "wydatek", "नामे",
      "निकासी", "ख़र्च", "खर्च", "支出":
      self = .out
    default: return nil
    }
  }
}

/// Which decimal mark a file has, as all its amounts together show.
struct DecimalVote {
  fileprivate var votes: Set<DecimalMark> = []

  /// Takes one more amount into account; one mark with three digits behind it could be either, and shows nothing.
  mutating func add(_ figure: FigureText, exponent: Int) {
    guard !figure.couldBeThousands else { return }
    let fits = DecimalMark.allCases.filter { figure.minor($0, exponent: exponent) != nil }
    if fits.count == 1 { votes.insert(fits[0]) }
  }

  /// The mark; nil where no amount shows it, or some show another than the others.
  var mark: DecimalMark? { votes.count == 1 ? votes.first : nil }
  /// Whether some amounts show another mark than the others.
  var isMixed: Bool { votes.count > 1 }
}

extension DecimalVote {
  /// Takes an amount of a bank's own format into account, where it is one.
  mutating func add(_ text: String, exponent: Int) {
    guard let figure = FigureText(text), figure.isBare else { return }
    // The third decimal is there in a currency that has three.
    if figure.couldBeThousands, exponent == 3 { votes.insert(figure.onlyMark) } else { add(figure, exponent: exponent) }
  }
}

/// Reads amounts of a file.
struct FigureReader {
  /// The decimal mark of the file, where it is known.
  var mark: DecimalMark?
  /// Whether the file has both.
  var isMixed = false

  /// Takes what was said, otherwise what the file shows.
  init(mark: DecimalMark?, _ vote: DecimalVote = DecimalVote()) {
    self.mark = mark ?? vote.mark
    isMixed = mark == nil && vote.isMixed
  }

  /// Minor units, below 0 behind a minus, of an amount in a bank's own format, where nothing but a sign stands at it.
  ///
  /// Programs write more decimals than a currency has, so one mark with three digits behind it is unclear unless the
  /// currency has three or other amounts of the file say which mark it is.
  func minor(inFormat text: String, _ currency: Currency) throws(StatementFlaw) -> Int64 {
    guard let figure = FigureText(text), figure.isBare else { throw StatementFlaw(.noAmount(text)) }
    let minor: Int64
    if mark == nil, figure.couldBeThousands {
      guard currency.exponent == 3 else { throw StatementFlaw(.amountUnclear(text)) }
      minor = try FigureReader(mark: figure.onlyMark).minor(figure, text, currency)
    } else {
      minor = try self.minor(figure, text, currency)
    }
    return figure.isNegative ? -minor : minor
  }

  /// Minor units without a sign.
  func minor(_ figure: FigureText, _ text: String, _ currency: Currency) throws(StatementFlaw) -> Int64 {
    guard !figure.isMultiplied else { throw StatementFlaw(.multiplier(text)) }
    let exponent = Int(currency.exponent)
    if let mark, let minor = figure.minor(mark, exponent: exponent) { return minor }
    guard DecimalMark.allCases.contains(where: figure.isFigure) else { throw StatementFlaw(.noAmount(text)) }
    if figure.couldBeThousands {
      // Nobody writes three decimals of a currency that has two, unless the other amounts do.
      guard !isMixed, exponent < 3 else { throw StatementFlaw(.amountUnclear(text)) }
      guard mark == nil else { throw StatementFlaw(.tooManyDecimals(text, currency: currency)) }
      return try figure.thousands(exponent: exponent).orThrow(StatementFlaw(.amountTooLarge(text)))
    }
    let fits = Set(DecimalMark.allCases.compactMap { figure.minor($0, exponent: exponent) })
    if fits.count == 1, let only = fits.first { return only }
    guard fits.isEmpty else { throw StatementFlaw(.amountUnclear(text)) }
    let hasDecimals = DecimalMark.allCases.contains { figure.minor($0, exponent: 12) != nil }
    throw hasDecimals ? StatementFlaw(.tooManyDecimals(text, currency: currency)) : StatementFlaw(.amountTooLarge(text))
  }
}

extension Optional {
  fileprivate func orThrow(_ flaw: StatementFlaw) throws(StatementFlaw) -> Wrapped {
    guard let self else { throw flaw }
    return self
  }
}
