import HearthProtocol
import Ledger

/// Reads the file that Splitwise exports of a group or a friendship (SPEC SW-01).
///
/// The file has for each person only what they paid less what they owe, so who paid how much is made up, and the
/// balances are exact: the totals at its end are compared with them.
public struct SplitwiseImport {
  /// A person's column.
  private struct Person {
    var name: String
    var place: Int
  }

  private static let columns = ["date", "description", "category", "cost", "currency"]

  private let people: [Person]
  private let names: FileNames
  private let shared: SharedState
  private let options: ImportOptions
  /// What the lines so far come to, by currency and person.
  private var totals: [String: [Int64]] = [:]
  private var problems = 0

  /// The lines of a file, without those that only total others.
  ///
  /// - Parameters:
  ///   - shared: the group's members and categories.
  ///   - me: whoever imports.
  public static func lines(
    _ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState, me: MemberID
  ) throws(ArgumentFlaw) -> [ImportLine] {
    let records = try CSV.records(bytes)
    // A remark may stand above the names of the columns.
    let start = records.prefix(5).firstIndex { $0.fields.prefix(5).map { $0.trimmingSpaces.lowercased() } == columns }
    guard let start else {
      throw ArgumentFlaw(
        "This is no export of Splitwise: no line begins with Date,Description,Category,Cost,Currency.",
        "यह Splitwise का निर्यात नहीं है: कोई पंक्ति Date,Description,Category,Cost,Currency से शुरू नहीं होती।")
    }
    var reader = try SplitwiseImport(records[start].fields, options, shared, me)
    return records[(start + 1)...].compactMap { reader.line($0) }
  }

  private init(_ header: [String], _ options: ImportOptions, _ shared: SharedState, _ me: MemberID) throws(ArgumentFlaw) {
    people = header.enumerated().dropFirst(5).map { Person(name: $1.trimmingSpaces, place: $0) }.filter { !$0.name.isEmpty }
    guard !people.isEmpty else {
      throw ArgumentFlaw("The file names no people: there is no column after Currency.", "फ़ाइल में लोग नहीं हैं: Currency के बाद कोई स्तंभ नहीं है।")
    }
    names = try FileNames(options.members, MemberNames(shared.members, me: me))
    self.shared = shared
    self.options = options
  }

  /// What a record says; nil for totals that agree.
  private mutating func line(_ record: CSV.Record) -> ImportLine? {
    let fields = record.fields.map(\.trimmingSpaces)
    guard fields.count >= 5 else {
      problems += 1
      return ImportLine(
        number: record.line, identity: fields, outcome: .problem(Wording("It has fewer than five fields.", "इसमें पाँच से कम ख़ाने हैं।")))
    }
    var identity = Array(fields[..<5])
    do {
      let currency = try Choices.currency(fields[4])
      let nets = try people.map { person throws(ArgumentFlaw) in
        try Self.signed(person.place < fields.count ? fields[person.place] : "", currency)
      }
      if fields[1].lowercased() == "total balance" { return check(nets, currency, record.line) }
      // Only who has a part in it, so that a column for somebody new makes no new entry of an old one.
      for (person, net) in zip(people, nets) where net != 0 { identity += [person.name, String(net)] }
      totals[currency.code] = zip(totals[currency.code] ?? nets.map { _ in 0 }, nets).map { $0.addingReportingOverflow($1).partialValue }
      return ImportLine(number: record.line, identity: identity, outcome: try entry(fields, nets, currency))
    } catch {
      problems += 1
      return ImportLine(number: record.line, identity: identity, outcome: .problem(error.wording))
    }
  }

  private func entry(_ fields: [String], _ nets: [Int64], _ currency: Currency) throws(ArgumentFlaw) -> ImportLine.Outcome {
    let cost = try Self.signed(fields[3], currency)
    guard nets.contains(where: { $0 != 0 }) else { return .nothing(Wording("Nobody owes anybody for it.", "इसका किसी को कुछ देना नहीं है।")) }
    guard nets.reduce(0, +) == 0 else {
      throw ArgumentFlaw("What people paid and owe does not add up to 0.", "लोगों ने जो दिया और जो देना है, उनका जोड़ 0 नहीं है।")
    }
    var content = EntryContent()
    content.date = try DayText.day(fields[0], options.dateOrder)
    content.description_p = fields[1]
    // Money that came back is an income of whoever received it.
    content.kind = cost < 0 ? .income : .expense
    content.amount = Money(minor: abs(cost), currency: currency)
    let sides = nets.map { cost < 0 ? -$0 : $0 }
    let given = sides.filter { $0 > 0 }
    let lent = given.reduce(0, +)
    guard lent <= abs(cost) else { throw ArgumentFlaw("People get back more than it cost.", "लोगों को ख़र्च से ज़्यादा वापस मिलता है।") }
    if fields[2].lowercased() == "payment", cost > 0, given == [cost], sides.count(where: { $0 < 0 }) == 1 { content.kind = .transfer }
    // What nobody owes was used by those who paid, by how much they lent.
    var used = given.map { Int64(Int128(abs(cost) - lent) * Int128($0) / Int128(lent)) }
    used[0] += abs(cost) - lent - used.reduce(0, +)
    var payers = used[...]
    for (person, side) in zip(people, sides) where side != 0 {
      let member = try names.find(person.name)
      guard side > 0 else {
        content.split.exact.shares.append(Share(member, -side))
        continue
      }
      let own = payers.removeFirst()
      content.paid.append(Share(member, side + own))
      if own > 0 { content.split.exact.shares.append(Share(member, own)) }
    }
    if content.kind == .expense, let category = Self.categories[fields[2].lowercased()], shared.category(category)?.forExpense == true {
      content.category = category
    }
    return .entry(content, id: nil)
  }

  /// Compares the totals of the file with what its lines come to.
  private func check(_ stated: [Int64], _ currency: Currency, _ line: Int) -> ImportLine? {
    let reckoned = totals[currency.code] ?? stated.map { _ in 0 }
    // A line that could not be read is missing in the sum, and is reported itself.
    guard problems == 0, let place = stated.indices.first(where: { stated[$0] != reckoned[$0] }) else { return nil }
    func figure(_ minor: Int64) -> String { Amounts.text(Money.plain(minor: minor, currency: currency)) }
    let (file, lines) = (figure(stated[place]), figure(reckoned[place]))
    let cause = Wording(
      "The total of \(people[place].name.printable) in \(currency) is \(file) here, but the lines above come to \(lines).",
      "\(currency) में \(people[place].name.printable) का जोड़ यहाँ \(file) है, पर ऊपर की पंक्तियों का \(lines) है।")
    return ImportLine(number: line, identity: [], outcome: .problem(cause))
  }

  /// "-30.00"; nothing is 0.
  private static func signed(_ text: String, _ currency: Currency) throws(ArgumentFlaw) -> Int64 {
    if text.isEmpty { return 0 }
    return try text.hasPrefix("-")
      ? -AmountText.minor(String(text.dropFirst()), currency, inFile: true) : AmountText.minor(text, currency, inFile: true)
  }

  /// Keys of our categories by Splitwise's names; others stay without one.
  private static let categories = [
    "groceries": "groceries", "dining out": "dining", "food and drink - other": "dining", "liquor": "dining", "rent": "housing",
    "mortgage": "housing", "home - other": "housing", "furniture": "shopping", "household supplies": "groceries", "electronics": "shopping",
    "clothing": "shopping", "electricity": "utilities", "heat/gas": "utilities", "water": "utilities", "trash": "utilities",
    "tv/phone/internet": "utilities", "utilities - other": "utilities", "cleaning": "utilities", "maintenance": "housing",
    "services": "utilities", "pets": "family-support", "insurance": "insurance", "medical expenses": "healthcare",
    "childcare": "family-support", "education": "education", "gifts": "gifts", "taxes": "emi", "movies": "entertainment",
    "music": "entertainment", "games": "entertainment", "sports": "entertainment", "entertainment - other": "entertainment",
    "bus/train": "transportation", "car": "transportation", "taxi": "transportation", "gas/fuel": "transportation",
    "parking": "transportation", "bicycle": "transportation", "transportation - other": "transportation", "plane": "travel",
    "hotel": "travel",
  ]
}
