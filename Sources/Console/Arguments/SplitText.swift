import HearthProtocol
import Ledger

/// How a person wants an entry divided, as typed: `equal:Asha,Ravi`, `percent:Asha=60,Ravi=40` or
/// `exact:Asha=333,Ravi=666`, `shares:Asha=1,Ravi=0.5`, `days:Asha=3,Ravi=7` or `income`. `custom:` and `fixed:` are
/// other names of `exact:` (product C18).
public enum SplitText: Equatable, Sendable {
  /// Evenly among these; none: among all.
  case equal([String])
  /// Percentages in 1/100 %.
  case percentage([Portion])
  /// Amounts, still as text: the currency decides about decimals.
  case exact([Part])
  /// By weights.
  case weights([Weight])
  /// By what these earn; none: all.
  case income([String])

  /// A name and its weight.
  public struct Weight: Equatable, Sendable {
    /// As typed.
    public var name: String
    /// 1 to 10,000.
    public var weight: UInt32
  }

  /// A name and its basis points.
  public struct Portion: Equatable, Sendable {
    /// As typed.
    public var name: String
    /// 1/100 %.
    public var basisPoints: Int32
  }

  /// A name and what stands behind it.
  public struct Part: Equatable, Sendable {
    /// As typed.
    public var name: String
    /// An amount, as typed.
    public var amount: String
  }

  /// Reads the text.
  public init(_ text: String) throws(ArgumentFlaw) {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let list = halves.count == 2 ? halves[1] : ""
    switch halves.first?.lowercased() {
    case "equal":
      self = .equal(list.split(separator: ",").map { $0.trimmingSpaces })
    case "percent" where !list.isEmpty:
      var portions: [Portion] = []
      for part in try Part.list(list, example: "percent:Asha=60,Ravi=40") {
        portions.append(Portion(name: part.name, basisPoints: try PercentText.basisPoints(part.amount)))
      }
      self = .percentage(portions)
    case "exact" where !list.isEmpty, "custom" where !list.isEmpty, "fixed" where !list.isEmpty:
      self = .exact(try Part.list(list, example: "exact:Asha=333,Ravi=666"))
    case "shares" where !list.isEmpty:
      self = .weights(try Self.weights(list, example: "shares:Asha=2,Ravi=1"))
    case "days" where !list.isEmpty: self = .weights(try Self.weights(list, example: "days:Asha=3,Ravi=7"))
    case "income": self = .income(list.split(separator: ",").map { $0.trimmingSpaces })
    default:
      throw ArgumentFlaw(
        """
        "\(text.printable)" is no split. Write equal:Asha,Ravi or percent:Asha=60,Ravi=40 or exact:Asha=333,Ravi=666 or shares:Asha=2,Ravi=1 or \
        days:Asha=3,Ravi=7 or income.
        """,
        "\"\(text.printable)\" कोई बँटवारा नहीं है। equal:Asha,Ravi या percent:Asha=60,Ravi=40 या exact:Asha=333,Ravi=666 या shares:Asha=2,Ravi=1 या days:Asha=3,Ravi=7 या income लिखें।"
      )
    }
  }

  /// `--days Asha:3,Ravi:7` as a split: who was there longer owes more.
  public static func days(_ text: String) -> String {
    "days:"
      + text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        guard !part.contains("="), let colon = part.lastIndex(of: ":") else { return String(part) }
        return part[..<colon] + "=" + part[part.index(after: colon)...]
      }.joined(separator: ",")
  }

  /// As it is typed, with other names.
  func text(_ name: (String) throws(ArgumentFlaw) -> String) throws(ArgumentFlaw) -> String {
    var parts: [String] = []
    switch self {
    case .equal(let list), .income(let list): for member in list { parts.append(try name(member)) }
    case .percentage(let list):
      for part in list {
        let hundredths = part.basisPoints % 100
        parts.append("\(try name(part.name))=\(part.basisPoints / 100).\(hundredths < 10 ? "0" : "")\(hundredths)")
      }
    case .exact(let list): for part in list { parts.append("\(try name(part.name))=\(part.amount)") }
    case .weights(let list): for part in list { parts.append("\(try name(part.name))=\(part.weight)") }
    }
    return kind + parts.joined(separator: ",")
  }

  private var kind: String {
    switch self {
    case .equal: "equal:"
    case .percentage: "percent:"
    case .exact: "exact:"
    case .weights: "shares:"
    case .income: "income:"
    }
  }

  private static func weights(_ list: some StringProtocol, example: String) throws(ArgumentFlaw) -> [Weight] {
    let parts = try Part.list(list, example: example)
    return zip(parts, try WeightText.whole(parts.map(\.amount))).map { Weight(name: $0.name, weight: $1) }
  }

  /// The split for the protocol, with members found by name and amounts read in the currency.
  public func resolved(_ names: MemberNames, _ currency: Currency) throws(ArgumentFlaw) -> Split {
    var split = Split()
    switch self {
    case .equal(let list):
      split.equal = EqualSplit()
      for name in list { split.equal.memberIds.append(try names.find(name).description) }
    case .percentage(let portions):
      split.percentage = PercentageSplit()
      for portion in portions {
        var share = PercentageShare()
        share.memberID = try names.find(portion.name).description
        share.basisPoints = portion.basisPoints
        split.percentage.shares.append(share)
      }
    case .exact(let parts):
      split.exact = ExactSplit()
      split.exact.shares = try Part.shares(parts, names, currency)
    case .weights(let weights):
      split.weights = WeightSplit()
      for weight in weights {
        var share = WeightShare()
        share.memberID = try names.find(weight.name).description
        share.weight = weight.weight
        split.weights.shares.append(share)
      }
    case .income(let list):
      split.income = IncomeSplit()
      for name in list { split.income.memberIds.append(try names.find(name).description) }
    }
    return split
  }
}

extension SplitText.Part {
  /// Reads "Asha=500,Ravi=499".
  public static func list(_ text: some StringProtocol, example: String) throws(ArgumentFlaw) -> [SplitText.Part] {
    var parts: [SplitText.Part] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      // The last equals sign separates, so that a name may hold one.
      guard let equals = item.lastIndex(of: "=") else {
        throw ArgumentFlaw(
          "\"\(item.printable)\" names no amount. Write NAME=AMOUNT, as in \(example); no commas within amounts.",
          "\"\(item.printable)\" में राशि नहीं है। नाम=राशि लिखें, जैसे \(example); राशि में अल्पविराम नहीं।")
      }
      let name = item[..<equals].trimmingSpaces
      let amount = item[item.index(after: equals)...].trimmingSpaces
      guard !name.isEmpty, !amount.isEmpty else {
        throw ArgumentFlaw(
          "\"\(item.printable)\" is not NAME=AMOUNT, as in \(example).", "\"\(item.printable)\" नाम=राशि नहीं है, जैसे \(example)।")
      }
      parts.append(SplitText.Part(name: name, amount: amount))
    }
    return parts
  }

  /// The parts for the protocol.
  /// What each paid, as it is typed: "Asha=500,Ravi=499", or the name of who paid it all.
  ///
  /// - Parameter whole: the entry's amount as it is typed.
  public static func paid(_ text: String, of whole: String, _ names: MemberNames, _ currency: Currency) throws(ArgumentFlaw) -> [Share] {
    guard !text.contains("=") else { return try shares(try list(text, example: "Asha=500,Ravi=499"), names, currency) }
    if text.contains(","), (try? names.find(text)) == nil {
      let example = text.split(separator: ",").map { $0.trimmingSpaces.printable + "=…" }.joined(separator: ",")
      throw ArgumentFlaw(
        "Where several paid, say how much each did: --paid-by \"\(example)\".", "कई लोगों ने दिया हो तो बताएँ कि किसने कितना दिया: --paid-by \"\(example)\"।"
      )
    }
    return try shares([SplitText.Part(name: text, amount: whole)], names, currency)
  }

  /// The shares that these parts name.
  public static func shares(_ parts: [SplitText.Part], _ names: MemberNames, _ currency: Currency) throws(ArgumentFlaw) -> [Share] {
    var shares: [Share] = []
    for part in parts {
      var share = Share()
      share.memberID = try names.find(part.name).description
      share.minor = try AmountText.minor(part.amount, currency)
      shares.append(share)
    }
    return shares
  }
}

/// Reads amounts.
public enum AmountText {
  /// Minor units of "450.50".
  ///
  /// - Parameters:
  ///   - inFile: whether it stands in a file, where nothing multiplies.
  ///   - isTyped: whether the reader of a flaw has typed the text, so that a flaw may show it.
  public static func minor(
    _ text: String, _ currency: Currency, inFile: Bool = false, isTyped: Bool = true
  ) throws(ArgumentFlaw) -> Int64 {
    do {
      return try Money.minor(of: text, in: currency, inFile: inFile)
    } catch {
      throw flaw(error, text, currency, inFile: inFile, isTyped: isTyped)
    }
  }

  /// What is wrong with an amount.
  static func flaw(_ flaw: MoneyTextFlaw, _ text: String, _ currency: Currency, inFile: Bool, isTyped: Bool = true) -> ArgumentFlaw {
    let said = isTyped && !inFile ? text.printable : Amounts.text(text.printable)
    return switch flaw {
    case .notANumber where inFile:
      ArgumentFlaw(
        "\"\(said)\" is no amount. Write it like 450 or 450.50.", "\"\(said)\" कोई राशि नहीं है। इसे 450 या 450.50 जैसे लिखें।")
    case .multiplierInFile:
      ArgumentFlaw(
        "\"\(said)\" has letters behind the figure. In files nothing multiplies, since banks mean credit by Cr: write it like 450 or 450.50.",
        "\"\(said)\" में अंक के पीछे अक्षर हैं। फ़ाइलों में कुछ गुणा नहीं होता, क्योंकि बैंक Cr से जमा लिखते हैं: इसे 450 या 450.50 जैसे लिखें।"
      )
    case .notANumber:
      ArgumentFlaw(
        "\"\(said)\" is no amount. Write it like 450, 450.50 or 1.2L.",
        "\"\(said)\" कोई राशि नहीं है। ऐसे लिखें: 450, 450.50 या 1.2L।")
    case .otherCurrency(let other):
      ArgumentFlaw(
        "\"\(said)\" is in \(other), but the amount is to be in \(currency). Say --currency if you mean another.",
        "\"\(said)\" \(other) में है, पर राशि \(currency) में होनी है। दूसरी मुद्रा हो तो --currency लिखें।")
    case .separatorMisplaced:
      ArgumentFlaw(
        "\"\(said)\" has a comma where none belongs. Write it like 450.50 or 12,34,567: decimals come after a point.",
        "\"\(said)\" में अल्पविराम ग़लत जगह है। 450.50 या 12,34,567 जैसा लिखें: दशमलव बिंदु के बाद आता है।")
    case .twoReadings:
      ArgumentFlaw(
        "\"\(said)\" could be two amounts. Write decimals after a point, like 1.234, and thousands without a comma, like 1234.",
        "\"\(said)\" दो राशियाँ हो सकती हैं। दशमलव बिंदु के बाद लिखें, जैसे 1.234, और हज़ार बिना अल्पविराम के, जैसे 1234।")
    case .tooManyDecimals(let most):
      most == 0
        ? ArgumentFlaw(
          "\"\(said)\" has too many decimals: \(currency) has none.",
          "\"\(said)\" में दशमलव के अंक ज़्यादा हैं: \(currency) में वे नहीं होते।")
        : ArgumentFlaw(
          "\"\(said)\" has too many decimals: \(currency) has at most \(most).",
          "\"\(said)\" में दशमलव के अंक ज़्यादा हैं: \(currency) में ज़्यादा से ज़्यादा \(most) होते हैं।")
    case .tooLarge: ArgumentFlaw("\"\(said)\" is more than an entry can hold.", "\"\(said)\" प्रविष्टि की सीमा से ज़्यादा है।")
    }
  }
}
