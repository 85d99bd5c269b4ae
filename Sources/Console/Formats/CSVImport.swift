import HearthProtocol
import Ledger

/// How a file's columns are to be read.
public struct ImportOptions: Sendable {
  /// In which order days are written that are not written like 2026-11-20.
  public enum DateOrder: String, CaseIterable, Sendable {
    /// 31.12.2026
    case dmy
    /// 12/31/2026
    case mdy
    /// 2026/12/31
    case ymd
  }

  /// Which column is what: "date=Booked on"; a column by its name or its number from 1.
  public var columns: [String] = []
  /// The currency where no column names one; nil for the group's.
  public var currency: String?
  /// nil: only 2026-11-20 is understood, since 03/04/2026 could be two days.
  public var dateOrder: DateOrder?
  /// Whether amounts below 0 are expenses and others income, as in statements of banks.
  public var isSigned = false
  /// Who is meant by a name of the file: "Asha S.=Asha".
  public var members: [String] = []

  /// Makes options that take everything as `hearth export --csv` writes it.
  public init() {}
}

/// Reads entries from comma-separated values with a line of names on top.
public struct CSVImport {
  private let places: [EntryColumn: Int]
  private let options: ImportOptions
  private let shared: SharedState
  private let names: FileNames
  private let usual: Currency

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - shared: the group's members, categories and currency.
  ///   - me: who paid where the file does not say.
  public static func lines(
    _ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState, me: MemberID
  ) throws(ArgumentFlaw) -> [ImportLine] {
    let records = try CSV.records(bytes)
    guard let header = records.first else { throw ArgumentFlaw(.fileEmpty) }
    let reader = try CSVImport(header.fields, options, shared, me)
    return records.dropFirst().map { record in
      guard record.fields.count <= header.fields.count else {
        return ImportLine(
          number: record.line, identity: record.fields,
          outcome: .problem(Wording("It has more fields than the first line.", "इसमें पहली पंक्ति से ज़्यादा ख़ाने हैं।")))
      }
      do throws(ArgumentFlaw) {
        let (content, id) = try reader.entry(record.fields)
        return ImportLine(number: record.line, identity: record.fields, outcome: .entry(content, id: id))
      } catch {
        return ImportLine(number: record.line, identity: record.fields, outcome: .problem(error.wording))
      }
    }
  }

  private init(_ header: [String], _ options: ImportOptions, _ shared: SharedState, _ me: MemberID) throws(ArgumentFlaw) {
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    self.options = options
    self.shared = shared
    usual = try options.currency.map { text throws(ArgumentFlaw) in try Choices.currency(text) } ?? home
    names = try FileNames(options.members, MemberNames(shared.members, me: me))
    places = try Self.places(header, options.columns)
  }

  /// Where each column stands: as said, otherwise under its own name.
  private static func places(_ header: [String], _ said: [String]) throws(ArgumentFlaw) -> [EntryColumn: Int] {
    let titles = header.map { $0.unguardedCell.trimmingSpaces.lowercased() }
    var places: [EntryColumn: Int] = [:]
    for column in EntryColumn.allCases where column.isRead { places[column] = titles.firstIndex(of: column.rawValue) }
    let all = EntryColumn.allCases.filter(\.isRead).map(\.rawValue).joined(separator: ", ")
    for text in said {
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmingSpaces)
      guard halves.count == 2, let column = EntryColumn(rawValue: halves[0].lowercased()), column.isRead else {
        throw ArgumentFlaw(
          "\"\(text.printable)\" maps nothing. Write FIELD=COLUMN, like date=Booked; the fields are \(all).",
          "\"\(text.printable)\" कुछ नहीं जोड़ता। FIELD=COLUMN लिखें, जैसे date=Booked; ख़ाने हैं: \(all)।")
      }
      let number = Int(halves[1]).flatMap { (1...titles.count).contains($0) ? $0 - 1 : nil }
      guard let place = titles.firstIndex(of: halves[1].lowercased()) ?? number else {
        let columns = header.map(\.printable).joined(separator: ", ")
        throw ArgumentFlaw(
          "The file has no column \"\(halves[1].printable)\". It has: \(columns).",
          "फ़ाइल में \"\(halves[1].printable)\" नाम का स्तंभ नहीं है। ये हैं: \(columns)।")
      }
      places[column] = place
    }
    for column in [EntryColumn.date, .description, .amount] where places[column] == nil {
      let columns = header.map(\.printable).joined(separator: ", ")
      throw ArgumentFlaw(
        "No column is the \(column.rawValue). Say which with --map \(column.rawValue)=COLUMN; there are: \(columns).",
        "\(column.rawValue) का कोई स्तंभ नहीं है। --map \(column.rawValue)=COLUMN से बताएँ; ये हैं: \(columns)।")
    }
    return places
  }

  private func entry(_ fields: [String]) throws(ArgumentFlaw) -> (EntryContent, EntryID?) {
    func text(_ column: EntryColumn) -> String {
      guard let place = places[column], place < fields.count else { return "" }
      return fields[place].unguardedCell.trimmingSpaces
    }
    var content = EntryContent()
    content.date = try DayText.day(text(.date), options.dateOrder)
    content.description_p = text(.description)
    let currency = try text(.currency).isEmpty ? usual : Choices.currency(text(.currency))
    let isNegative = text(.amount).hasPrefix("-") || text(.amount).hasPrefix("\u{2212}")
    if isNegative && !options.isSigned {
      let said = Amounts.text(text(.amount).printable)
      throw ArgumentFlaw(
        "\"\(said)\" is below 0. If such amounts are expenses and others income, say --signed.",
        "\"\(said)\" 0 से कम है। अगर ऐसी रक़में ख़र्च हैं और बाक़ी आय, तो --signed लिखें।")
    }
    let minor = try AmountText.minor(isNegative ? String(text(.amount).dropFirst()) : text(.amount), currency, inFile: true)
    content.amount = Money(minor: minor, currency: currency)
    content.kind = try kind(text(.kind), isNegative: isNegative)
    if !text(.category).isEmpty { content.category = try Choices.category(text(.category), of: shared.categories) }
    content.note = text(.note)
    content.merchant = text(.merchant)
    content.paid = try shares(text(.paid), minor, currency)
    let owed = try shares(text(.owed), minor, currency)
    if !owed.isEmpty { content.split.exact.shares = owed }
    if !text(.rate).isEmpty {
      content.conversion.rate = text(.rate)
      content.conversion.source = text(.rateSource)
    }
    return (content, EntryID(text(.entry)))
  }

  private func kind(_ text: String, isNegative: Bool) throws(ArgumentFlaw) -> EntryKind {
    if text.isEmpty { return options.isSigned && !isNegative ? .income : .expense }
    return try Choices.anyKind(text)
  }

  /// "Asha=500.00; Ravi=499.00", or one name for all of it; none when nothing is said.
  private func shares(_ text: String, _ minor: Int64, _ currency: Currency) throws(ArgumentFlaw) -> [Share] {
    if text.isEmpty { return [] }
    guard text.contains("=") else { return [Share(try names.find(text), minor)] }
    var shares: [Share] = []
    for part in text.split(separator: ";") {
      guard let equals = part.lastIndex(of: "=") else {
        let said = Amounts.text(part.printable)
        throw ArgumentFlaw("\"\(said)\" is not NAME=AMOUNT.", "\"\(said)\" NAME=AMOUNT नहीं है।")
      }
      let member = try names.find(part[..<equals].trimmingSpaces)
      shares.append(Share(member, try AmountText.minor(part[part.index(after: equals)...].trimmingSpaces, currency, inFile: true)))
    }
    return shares
  }
}

/// Members by the names that a file has for them.
struct FileNames {
  private var meant: [String: MemberID] = [:]
  private let names: MemberNames

  /// - Parameter said: "Asha S.=Asha".
  init(_ said: [String], _ names: MemberNames) throws(ArgumentFlaw) {
    self.names = names
    for text in said {
      guard let equals = text.lastIndex(of: "=") else {
        throw ArgumentFlaw(
          "\"\(text.printable)\" names nobody. Write NAME IN THE FILE=NAME HERE.",
          "\"\(text.printable)\" में कोई नाम नहीं है। ऐसे लिखें: फ़ाइल में नाम=यहाँ का नाम।")
      }
      meant[text[..<equals].trimmingSpaces.lowercased()] = try names.find(text[text.index(after: equals)...].trimmingSpaces)
    }
  }

  func find(_ name: String) throws(ArgumentFlaw) -> MemberID {
    if let member = meant[name.lowercased()] { return member }
    do {
      return try names.find(name)
    } catch {
      throw ArgumentFlaw(
        "\(error) Say who it is with --member \"\(name.printable)=NAME\".", "\(error) --member \"\(name.printable)=NAME\" से बताएँ कि वह कौन है।")
    }
  }
}

/// Reads days as files have them.
enum DayText {
  /// The day as the protocol has it.
  static func day(_ text: String, _ order: ImportOptions.DateOrder?) throws(ArgumentFlaw) -> String {
    if let date = CivilDate(iso8601: text) { return date.description }
    guard let order else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no day like 2026-11-20. If days are written otherwise, say --dates dmy, mdy or ymd.",
        "\"\(text.printable)\" 2026-11-20 जैसा दिन नहीं है। दिन और तरह लिखे हों तो --dates dmy, mdy या ymd लिखें।")
    }
    let parts = text.split(whereSeparator: { "./- ".contains($0) }).map { Int($0) ?? 0 }
    let wrong = ArgumentFlaw(
      "\"\(text.printable)\" is no day in the order \(order.rawValue), with a year of four digits.",
      "\"\(text.printable)\" \(order.rawValue) क्रम में चार अंकों के साल वाला दिन नहीं है।")
    guard parts.count == 3 else { throw wrong }
    let (year, month, day) =
      switch order {
      case .dmy: (parts[2], parts[1], parts[0])
      case .mdy: (parts[2], parts[0], parts[1])
      case .ymd: (parts[0], parts[1], parts[2])
      }
    guard year >= 1_000, let date = CivilDate(year: year, month: month, day: day) else { throw wrong }
    return date.description
  }
}

extension Share {
  init(_ member: MemberID, _ minor: Int64) {
    self.init()
    memberID = member.description
    self.minor = minor
  }
}
