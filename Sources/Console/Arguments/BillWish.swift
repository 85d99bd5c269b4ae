import HearthClient
import HearthProtocol
import Ledger

/// A bill's items as they were typed: "Paneer 320 @asha @ravi" each, in the words of
/// quick entry.
public struct BillWish: Sendable {
  /// A name, an amount, and who shares it: nobody named means those who share by default.
  public var items: [String] = []
  /// "57" or "5%" of the items; empty for none.
  public var tax = ""
  /// The same.
  public var tip = ""
  /// The same; it is taken off.
  public var discount = ""

  /// Makes a wish of nothing.
  public init() {}

  /// Whether nothing is said of items.
  public var isEmpty: Bool { items.isEmpty && tax.isEmpty && tip.isEmpty && discount.isEmpty }

  /// The bill, divided.
  ///
  /// - Parameter now: milliseconds since 1970.
  func bill(in view: GroupView, _ currency: Currency, at now: Int64) throws(ArgumentFlaw) -> ItemizedBill {
    guard !items.isEmpty else {
      throw ArgumentFlaw(
        "--tax, --tip and --discount belong to items. Name them: --item \"Paneer 320 @asha @ravi\"",
        "--tax, --tip और --discount चीज़ों के साथ होते हैं। चीज़ें लिखें: --item \"Paneer 320 @asha @ravi\"")
    }
    let quick = QuickEntry(view, today: view.today)
    var read: [ItemizedBill.Item] = []
    for text in items {
      do throws(ArgumentFlaw) {
        read.append(try item(text, quick, view, currency, at: now))
      } catch {
        throw Self.flaw(error, at: "--item \"\(text.printable)\"")
      }
    }
    // Limit: what is beyond 64 bits is beyond the largest entry.
    let sum = read.reduce(Int64(0)) { $0.addingReportingOverflow($1.minor).overflow ? .max : $0 + $1.minor }
    var extras: [ItemizedBill.Extra: Int64] = [:]
    for (extra, text) in [(ItemizedBill.Extra.tax, tax), (.tip, tip), (.discount, discount)] where !text.isEmpty {
      do throws(ArgumentFlaw) {
        extras[extra] = try Self.minor(text, of: sum, currency)
      } catch {
        throw Self.flaw(error, at: "--\(extra.rawValue)")
      }
    }
    do throws(ItemizedBill.Flaw) {
      return try ItemizedBill(items: read, extras: extras)
    } catch {
      throw flaw(error, currency)
    }
  }

  private func item(
    _ text: String, _ quick: QuickEntry, _ view: GroupView, _ currency: Currency, at now: Int64
  ) throws(ArgumentFlaw) -> ItemizedBill.Item {
    let parts = try quick.parts(of: QuickWord.words(of: text), of: currency)
    let hasMore =
      parts.category != nil || parts.kind != nil || parts.date != nil || parts.paid != nil || parts.note != nil || parts.merchant != nil
      || parts.rate != nil
    guard let minor = parts.minor, minor > 0, !parts.words.isEmpty, !hasMore else {
      throw ArgumentFlaw(
        "An item has a name, an amount and who shares it, like \"Paneer 320 @asha @ravi\"; other words stand in quotes.",
        "चीज़ में नाम, राशि और बाँटने वाले होते हैं, जैसे \"Paneer 320 @asha @ravi\"; बाक़ी शब्द उद्धरण में लिखें।")
    }
    guard parts.currency == currency else {
      throw ArgumentFlaw(
        "All items are in \(currency). Say --currency if you mean another.", "सब चीज़ें \(currency) में होती हैं। दूसरी मुद्रा हो तो --currency लिखें।")
    }
    guard parts.people.allSatisfy({ $0.part.isEmpty || $0.part.first == "*" || $0.part.first == "×" }) else {
      throw ArgumentFlaw(
        "An item is shared equally (@asha @ravi) or by weights (@asha*2 @ravi).",
        "चीज़ बराबर (@asha @ravi) या भार से (@asha*2 @ravi) बँटती है।")
    }
    let people =
      parts.people.isEmpty
      ? view.state.shared.members.sharing(at: now).map { QuickEntry.Person(id: $0.id, part: "") } : parts.people
    let weights = try WeightText.whole(people.map { $0.part.isEmpty ? "1" : String($0.part.dropFirst()) })
    let sharers = zip(people, weights).map { ItemizedBill.Sharer(member: $0.id, weight: $1) }
    guard !sharers.isEmpty, Set(sharers.map(\.member)).count == sharers.count else {
      throw ArgumentFlaw(
        "Name those who share it, each once: @asha @ravi", "जो इसे बाँटते हैं उनके नाम एक-एक बार लिखें: @asha @ravi")
    }
    return ItemizedBill.Item(name: parts.words.joined(separator: " "), minor: minor, sharers: sharers)
  }

  /// "57", or "5%" of the items, halves up.
  private static func minor(_ text: String, of sum: Int64, _ currency: Currency) throws(ArgumentFlaw) -> Int64 {
    guard text.hasSuffix("%") else { return try AmountText.minor(text, currency) }
    let points = try PercentText.basisPoints(text)
    return Int64(clamping: (Int128(sum) * Int128(points) + 5_000) / 10_000)
  }

  private static func flaw(_ flaw: ArgumentFlaw, at field: String) -> ArgumentFlaw {
    let named = ArgumentFlaw("\(field): \(flaw)", "\(field): \(flaw)")
    if case .typed(let code)? = flaw.refusal { return named.naming(code) }
    return named
  }

  private func flaw(_ flaw: ItemizedBill.Flaw, _ currency: Currency) -> ArgumentFlaw {
    func text(_ place: Int) -> String { place < items.count ? items[place].printable : "" }
    return switch flaw {
    case .itemCount:
      ArgumentFlaw("A bill has 1 to \(ItemizedBill.itemsMax) items.", "बिल में 1 से \(ItemizedBill.itemsMax) चीज़ें होती हैं।")
    case .amountOutOfRange(let place), .sharers(let place):
      ArgumentFlaw(
        "--item \"\(text(place))\" has no amount or too much, or nobody shares it. Write it like \"Paneer 320 @asha @ravi\".",
        "--item \"\(text(place))\" में राशि नहीं या बहुत ज़्यादा है, या बाँटने वाला कोई नहीं। ऐसे लिखें: \"Paneer 320 @asha @ravi\"।")
    case .extraOutOfRange(let extra):
      ArgumentFlaw("--\(extra.rawValue) is more than an entry can hold.", "--\(extra.rawValue) प्रविष्टि की सीमा से ज़्यादा है।")
    case .nothingLeft:
      ArgumentFlaw(
        "--discount leaves nothing of the bill. Take off less than the items cost.", "--discount के बाद बिल में कुछ नहीं बचता। चीज़ों के दाम से कम घटाएँ।")
    case .tooLarge: ArgumentFlaw("The bill is more than an entry can hold.", "बिल प्रविष्टि की सीमा से ज़्यादा है।")
    }
  }
}

extension ItemizedBill {
  /// What the items are called, for an entry that has no other name.
  var names: String { String(items.map(\.name).joined(separator: ", ").prefix(200)) }

  /// The bill in one line, as an entry's note keeps it for all: "Paneer 320.00 @Asha @Ravi; tax 57.00".
  ///
  /// - Parameter own: what else there is to note.
  func note(_ own: String, _ shared: SharedState, _ currency: Currency) throws(ArgumentFlaw) -> String {
    var lines = own.isEmpty ? [] : [own]
    for item in items {
      let isEven = Set(item.sharers.map(\.weight)).count == 1
      let people = item.sharers.map { sharer in
        " @" + (shared.member(sharer.member)?.displayName ?? sharer.member.description) + (isEven ? "" : "*\(sharer.weight)")
      }
      lines.append("\(item.name) \(Money.plain(minor: item.minor, currency: currency))" + people.joined())
    }
    for extra in Extra.allCases {
      guard let minor = extras[extra] else { continue }
      lines.append("\(extra.rawValue) \(extra == .discount ? "-" : "")\(Money.plain(minor: minor, currency: currency))")
    }
    let note = lines.joined(separator: Self.separator)
    guard note.count <= noteCharactersMax else {
      throw ArgumentFlaw(
        "--item: the items take \(note.count) characters of the entry's note, which has at most \(noteCharactersMax). Join some, or shorten names.",
        "--item: चीज़ें प्रविष्टि की टिप्पणी के \(note.count) अक्षर लेती हैं, और उसमें ज़्यादा से ज़्यादा \(noteCharactersMax) आते हैं। कुछ जोड़ दें, या नाम छोटे करें।")
    }
    return note
  }
}

extension EntryWish {
  /// The bill that it has, divided; nil where it has no items.
  func itemized(in view: GroupView) throws(ArgumentFlaw) -> ItemizedBill? {
    guard !bill.isEmpty else { return nil }
    guard let home = view.state.shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    return try bill.bill(in: view, try currency.isEmpty ? home : Choices.currency(currency), at: Present.now)
  }

  /// The wish with amount, split and note of its bill; the same where it has none.
  func withBill(_ divided: ItemizedBill?, _ shared: SharedState, _ currency: Currency) throws(ArgumentFlaw) -> EntryWish {
    guard let divided else { return self }
    try divided.require(amount: amount, split: split, try Choices.kind(kind), currency)
    var wish = self
    wish.amount = Money.plain(minor: divided.total, currency: currency)
    wish.note = try divided.note(note, shared, currency)
    if description.isEmpty { wish.description = divided.names }
    wish.split = divided.split(currency)
    return wish
  }
}

extension ItemizedBill {
  /// What stands between the parts of a note.
  private static let separator = "; "

  /// Refuses what is said beside items that say it themselves.
  ///
  /// - Parameters:
  ///   - amount: as it was typed; empty: nothing was said.
  ///   - split: the same.
  func require(amount: String, split: String, _ kind: EntryKind, _ currency: Currency) throws(ArgumentFlaw) {
    guard split.isEmpty, kind == .expense else {
      throw ArgumentFlaw(
        "The items say who owes, and they are spent: leave out --split, --days and --kind.",
        "चीज़ें ही बताती हैं कि किसे देना है, और वे ख़र्च हैं: --split, --days और --kind छोड़ दें।")
    }
    if !amount.isEmpty, try AmountText.minor(amount, currency) != total {
      throw ArgumentFlaw(
        """
        The items come to \(currency.text(total)), not to \(amount.printable). Leave the amount out, or mend --item, --tax, --tip or \
        --discount.
        """,
        "चीज़ों का जोड़ \(currency.text(total)) है, \(amount.printable) नहीं। राशि छोड़ दें, या --item, --tax, --tip या --discount ठीक करें।"
      ).naming(.splitDoesNotAddUp)
    }
  }

  /// Who owes what by it, as one types it.
  func split(_ currency: Currency) -> String {
    "exact:" + shares.map { "\($0.member)=\(Money.plain(minor: $0.minor, currency: currency))" }.joined(separator: ",")
  }

  /// What a note says besides the bill that `note` has put behind it: "for Diwali" of "for Diwali; Paneer 320.00
  /// @Asha".
  static func noteWithoutBill(_ note: String) -> String {
    var parts = note.split(separator: separator, omittingEmptySubsequences: false)
    while let last = parts.last, isOfBill(last) { parts.removeLast() }
    return parts.joined(separator: separator)
  }

  /// Whether a part of a note is one that `note` writes for an item, or for what belongs to all.
  private static func isOfBill(_ part: Substring) -> Bool {
    // A bill stands in one line.
    guard !part.contains("\n") else { return false }
    let figures = part.prefix { $0 != "@" }.split(separator: " ")
    guard let figure = figures.last, figures.count > 1 else { return false }
    let isItem = part.contains(" @")
    guard isItem || figures.count == 2 && Extra(rawValue: String(figures[0])) != nil else { return false }
    let digits = figure.drop { $0 == "-" && !isItem }
    return !digits.isEmpty && digits.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber }
  }
}
