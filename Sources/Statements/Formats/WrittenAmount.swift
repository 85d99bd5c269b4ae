import Ledger

extension DecimalMark {
  var byte: UInt8 { UInt8(ascii: self == .point ? "." : ",") }

  var other: DecimalMark { self == .point ? .comma : .point }

  init?(byte: UInt8) {
    switch byte {
    case UInt8(ascii: "."): self = .point
    case UInt8(ascii: ","): self = .comma
    default: return nil
    }
  }
}

/// An amount as a bank's program wrote it: an optional sign, digits, points and commas.
///
/// A figure such as 1.234 has two readings. Others of the same file decide; without such the figure is refused.
struct WrittenAmount {
  private let text: String
  private let isNegative: Bool
  // Digits and separators only.
  private let figure: [UInt8]

  /// Nil when the text has something else than a sign, digits and separators, or no digit.
  init?(_ text: String) {
    self.text = text
    var rest = Array(text.utf8)[...]
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    let sign = rest.first
    isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let marks = [DecimalMark.point.byte, DecimalMark.comma.byte]
    guard rest.contains(where: isASCIIDigit), rest.allSatisfy({ isASCIIDigit($0) || marks.contains($0) }) else { return nil }
    figure = Array(rest)
  }

  /// The decimal mark that this figure has for certain, in a currency with so many decimals; nil when it has none or
  /// can be read both ways.
  func mark(exponent: Int) -> DecimalMark? {
    let points = figure.count { $0 == DecimalMark.point.byte }
    let commas = figure.count { $0 == DecimalMark.comma.byte }
    guard points + commas > 0, let place = figure.lastIndex(where: { !isASCIIDigit($0) }), let last = DecimalMark(byte: figure[place])
    else { return nil }
    if points > 0 && commas > 0 { return last }
    // Decimals begin once.
    if points + commas > 1 { return last.other }
    let (before, behind) = (place, figure.count - place - 1)
    // A group of thousands has three digits, and one to three before it, of which the first is not 0.
    let couldBeGroup = behind == 3 && (1...3).contains(before) && figure[0] != UInt8(ascii: "0")
    return couldBeGroup && exponent != 3 ? nil : last
  }

  /// The amount in minor units, below 0 behind a minus.
  ///
  /// - Parameter mark: the file's decimal mark, where something says which.
  func minor(_ mark: DecimalMark?, exponent: Int) throws(StatementFlaw) -> Int64 {
    guard let own = mark ?? self.mark(exponent: exponent) ?? (figure.allSatisfy(isASCIIDigit) ? .point : nil) else {
      throw StatementFlaw(.amountUnclear(text))
    }
    let parts = figure.split(separator: own.byte, omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first else { throw StatementFlaw(.noAmount(text)) }
    var decimals = parts.count == 2 ? parts[1] : []
    // Zeros beyond the currency's decimals lose nothing.
    while decimals.count > exponent, decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    guard decimals.count <= exponent, decimals.allSatisfy(isASCIIDigit), Self.isGrouped(whole, by: own.other.byte) else {
      throw StatementFlaw(.noAmount(text))
    }
    var minor: Int64 = 0
    let zeros = repeatElement(UInt8(ascii: "0"), count: exponent - decimals.count)
    for byte in whole.filter(isASCIIDigit) + Array(decimals) + Array(zeros) {
      minor = minor * 10 + Int64(byte - UInt8(ascii: "0"))
      // Limit: what an entry may have, long before the next digit could overflow.
      guard minor <= amountMinorMax else { throw StatementFlaw(.noAmount(text)) }
    }
    return isNegative ? -minor : minor
  }

  /// Whether there are no separators, or all where thousands or lakhs have them.
  private static func isGrouped(_ whole: some Collection<UInt8>, by separator: UInt8) -> Bool {
    let groups = whole.split(separator: separator, omittingEmptySubsequences: false).map(\.count)
    guard groups.count > 1, let first = groups.first, groups.last == 3 else { return groups.count == 1 }
    let middle = groups.dropFirst().dropLast()
    return (1...3).contains(first) && (middle.allSatisfy { $0 == 3 } || (first <= 2 && middle.allSatisfy { $0 == 2 }))
  }
}

/// What the amounts of a file say together about their decimal mark.
struct DecimalEvidence {
  private var points = false
  private var commas = false

  mutating func add(_ text: String, exponent: Int) {
    switch WrittenAmount(text)?.mark(exponent: exponent) {
    case .point?: points = true
    case .comma?: commas = true
    case nil: break
    }
  }

  /// Nil when nothing says it, or some say this and some that: then each figure speaks for itself.
  var mark: DecimalMark? { points == commas ? nil : points ? .point : .comma }
}

extension WrittenAmount {
  /// Reads an amount with the evidence of its file.
  static func minor(of text: String, _ mark: DecimalMark?, exponent: Int) throws(StatementFlaw) -> Int64 {
    guard let amount = WrittenAmount(text) else { throw StatementFlaw(.noAmount(text)) }
    return try amount.minor(mark, exponent: exponent)
  }
}
