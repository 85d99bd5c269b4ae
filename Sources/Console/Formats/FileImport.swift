import HearthProtocol
import Ledger
import Statements

/// How a file is to be read.
public struct ImportOptions: Sendable {
  /// In which order days are written that could be two.
  public typealias DateOrder = DayOrder

  /// Which column is what: "date=Booked on"; a column by its name or its number from 1.
  public var columns: [String] = []
  /// The currency where no column names one; nil for the group's.
  public var currency: String?
  /// nil: as the file shows.
  public var dateOrder: DateOrder?
  /// What stands before decimals; nil: as the file shows.
  public var decimals: DecimalMark?
  /// How letters are written, by its name; nil: as the bytes show.
  public var encoding: String?
  /// Whether amounts below 0 are expenses and others income, as in statements of banks.
  public var isSigned = false
  /// Whether amounts above 0 are expenses, as in statements of cards.
  public var isCard = false
  /// The profile's name; nil to find one.
  public var profile: String?
  /// The user's own profiles.
  public var profiles: [StatementProfile] = []
  /// Who is meant by a name of the file: "Asha S.=Asha".
  public var members: [String] = []
  /// What the user wants of lines with some words.
  public var rules: [ImportRule] = []

  /// Makes options that find everything.
  public init() {}

  /// Takes "point" or "comma"; anything else, and nil, is nothing.
  public mutating func setDecimals(_ text: String?) { decimals = text.flatMap(DecimalMark.init(rawValue:)) }

  /// What the steps below are told.
  func statement(_ home: Currency) throws(ArgumentFlaw) -> StatementOptions {
    var options = StatementOptions(currency: try currency.map { text throws(ArgumentFlaw) in try Choices.currency(text) } ?? home)
    (options.columns, options.dayOrder, options.decimalMark) = (columns, dateOrder, decimals)
    (options.profile, options.profiles) = (profile, profiles)
    options.signs = isSigned ? .minusWentOut : isCard ? .plusWentOut : nil
    if let encoding {
      guard let named = StatementEncoding(named: encoding) else { throw ArgumentFlaw(StatementFlaw(.encodingUnknown(encoding))) }
      options.encoding = named
    }
    return options
  }
}

/// Reads the lines of any file as entries of a group: the last step behind those of `Statements`.
public struct FileImport {
  private let shared: SharedState
  private let usual: Currency
  private let names: FileNames
  private let categories: CategoryNames
  private let me: MemberID

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - shared: the group's members, categories and currency.
  ///   - me: who paid where the file does not say.
  public static func lines(
    _ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState, me: MemberID
  ) throws(ArgumentFlaw) -> [ImportLine] {
    try lines(try file(bytes, options, in: shared), options, in: shared, me: me)
  }

  /// What a file is, before it is known whose entries its lines are.
  static func file(_ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState) throws(ArgumentFlaw) -> StatementFile {
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    let statement = try options.statement(home)
    do throws(StatementFlaw) {
      return try StatementFile.read(bytes, statement)
    } catch {
      throw ArgumentFlaw(error)
    }
  }

  static func lines(
    _ file: StatementFile, _ options: ImportOptions, in shared: SharedState, me: MemberID
  ) throws(ArgumentFlaw) -> [ImportLine] {
    let reader = try FileImport(options, shared, me)
    switch file {
    case .tables(let tables): return tables.flatMap { table in table.statement.records.map { reader.line($0, table) } }
    case .book(let book): return book.records.map { reader.line($0, book) }
    }
  }

  private init(_ options: ImportOptions, _ shared: SharedState, _ me: MemberID) throws(ArgumentFlaw) {
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    usual = try options.statement(home).currency
    (self.shared, self.me) = (shared, me)
    names = try FileNames(options.members, MemberNames(shared.members, me: me))
    categories = CategoryNames(shared, options.rules)
  }

  private func line(_ record: StatementRecord, _ table: TableStatement) -> ImportLine {
    switch record.outcome {
    case .nothing(let flaw): return ImportLine(number: record.number, outcome: .nothing(flaw.wording))
    case .problem(let flaw): return ImportLine(number: record.number, outcome: .problem(flaw.wording))
    case .line(let line):
      do throws(ArgumentFlaw) {
        let details = table.details[record.number] ?? [:]
        var content = try content(line, details)
        content.paid = try parts(details[.paid] ?? "", content)
        let owed = try parts(details[.owed] ?? "", content)
        if !owed.isEmpty { content.split.exact.shares = owed }
        return ImportLine(
          number: record.number, identity: identity(line, content), outcome: .entry(content, id: details[.entry].flatMap(EntryID.init)),
          isUndirected: table.isUndirected && details[.kind] == nil)
      } catch {
        return ImportLine(number: record.number, outcome: .problem(error.wording))
      }
    }
  }

  private func content(_ line: StatementLine, _ details: [StatementColumn: String]) throws(ArgumentFlaw) -> EntryContent {
    var content = EntryContent()
    content.date = line.day.description
    content.amount = Money(minor: Int64(clamping: line.minor.magnitude), currency: line.currency ?? usual)
    content.kind =
      try details[.kind].map { text throws(ArgumentFlaw) in try Choices.anyKind(text) } ?? (line.minor > 0 ? .income : .expense)
    let hasOther = !line.counterparty.isEmpty
    content.describe(hasOther ? line.counterparty : line.text)
    content.note = details[.note] ?? content.note
    if hasOther, content.note.isEmpty, line.text != line.counterparty { content.note = String(line.text.prefix(EntryContent.noteMax)) }
    content.merchant = details[.merchant] ?? ""
    if let key = categories.key(details[.category] ?? "", text: line.counterparty + " " + line.text, content.kind) {
      content.category = key
    }
    if let rate = details[.rate] { (content.conversion.rate, content.conversion.source) = (rate, details[.rateSource] ?? "") }
    return content
  }

  /// What tells a line from others (SPEC CV-05): day, amount, text, reference and people, and neither titles nor how
  /// figures are spelt.
  private func identity(_ line: StatementLine, _ content: EntryContent) -> [String] {
    let parts = content.paid + content.split.exact.shares
    return ["line", line.day.description, String(line.minor), content.amount.currency, line.text, line.reference, line.counterparty]
      + parts.flatMap { [$0.memberID, String($0.minor)] }
  }

  private func line(_ record: SharedRecord, _ book: SharedBook) -> ImportLine {
    switch record.outcome {
    case .nothing(let flaw): return ImportLine(number: record.number, outcome: .nothing(flaw.wording))
    case .problem(let flaw): return ImportLine(number: record.number, outcome: .problem(flaw.wording))
    case .line(let line):
      do throws(ArgumentFlaw) {
        var content = EntryContent()
        content.date = line.day.description
        content.amount = Money(minor: line.minor, currency: line.currency ?? usual)
        content.kind = line.kind == .transfer ? .transfer : line.kind == .income ? .income : .expense
        content.describe(line.text)
        if content.note.isEmpty { content.note = String(line.note.prefix(EntryContent.noteMax)) }
        if let key = categories.key(line.category, text: line.text, content.kind) { content.category = key }
        content.paid = try shares(line.paid, book)
        content.split.exact.shares = try shares(line.owed, book)
        let people = (content.paid + content.split.exact.shares).flatMap { [$0.memberID, String($0.minor)] }
        let identity = [book.app, line.day.description, String(line.minor), content.amount.currency, line.text, line.reference] + people
        return ImportLine(number: record.number, identity: identity, outcome: .entry(content, id: nil))
      } catch {
        return ImportLine(number: record.number, outcome: .problem(error.wording))
      }
    }
  }

  private func shares(_ parts: [SharedPart], _ book: SharedBook) throws(ArgumentFlaw) -> [Share] {
    var shares: [Share] = []
    for part in parts {
      // SplitPro's file is of whoever exported it.
      let member = book.app == "splitpro" && part.name == "You" ? me : try names.find(part.name)
      shares.append(Share(member, part.minor))
    }
    return shares
  }

  /// "Asha=500.00; Ravi=499.00", or one name for all of it; none when nothing is said.
  private func parts(_ text: String, _ content: EntryContent) throws(ArgumentFlaw) -> [Share] {
    if text.isEmpty { return [] }
    guard text.contains("=") else { return [Share(try names.find(text), content.amount.minor)] }
    let currency = try Choices.currency(content.amount.currency)
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

extension EntryContent {
  // Limit: of a description and of a note (SPEC CM-02).
  static let descriptionMax = 200
  static let noteMax = 1_000

  /// Takes a text as the description; one that is too long stands in the note as well.
  fileprivate mutating func describe(_ text: String) {
    let isLong = text.count > Self.descriptionMax
    description_p = isLong ? String(text.prefix(Self.descriptionMax - 1)) + "…" : text
    if isLong { note = String(text.prefix(Self.noteMax)) }
  }
}
