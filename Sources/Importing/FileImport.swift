import HearthProtocol
import Ledger
import Statements

/// Reads the lines of any file as entries of a group: the last step behind those of `Statements`.
public struct FileImport {
  private let shared: SharedState
  private let usual: Currency
  private let names: FileNames
  private let categories: CategoryNames
  private let me: MemberID

  // What a refusal of a line names.
  private static let paidField = "add_entry.content.paid"
  private static let owedField = "add_entry.content.split.exact.shares"

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - shared: the group's members, categories and currency.
  ///   - me: who paid where the file does not say.
  public static func lines(
    _ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState, me: MemberID
  ) throws(ImportFlaw) -> [ImportLine] {
    try lines(try file(bytes, options, in: shared), options, in: shared, me: me)
  }

  /// What a file is, before it is known whose entries its lines are.
  public static func file(_ bytes: [UInt8], _ options: ImportOptions, in shared: SharedState) throws(ImportFlaw) -> StatementFile {
    guard let home = shared.settings?.currency else { throw .settingsMissing }
    let statement = try options.statement(home)
    do throws(StatementFlaw) {
      return try StatementFile.read(bytes, statement)
    } catch {
      throw .statement(error)
    }
  }

  /// The lines of a file that was read.
  ///
  /// - Parameter goesOn: asked before each record; when it says no, it takes too long.
  public static func lines(
    _ file: StatementFile, _ options: ImportOptions, in shared: SharedState, me: MemberID, goesOn: () -> Bool = { true }
  ) throws(ImportFlaw) -> [ImportLine] {
    let reader = try FileImport(options, shared, me, goesOn)
    var lines: [ImportLine] = []
    switch file {
    case .tables(let tables):
      for table in tables {
        for record in table.statement.records {
          guard goesOn() else { throw .takesTooLong }
          lines.append(reader.line(record, table))
        }
      }
    case .book(let book):
      for record in book.records {
        guard goesOn() else { throw .takesTooLong }
        lines.append(reader.line(record, book))
      }
    }
    return lines
  }

  /// Refuses numbers of lines that are wanted and are no entries of the file.
  ///
  /// - Parameters:
  ///   - wanted: counted from 1.
  ///   - lines: those of the whole file.
  public static func check(_ wanted: Set<Int>, in lines: [ImportLine]) throws(ImportFlaw) {
    guard !wanted.isEmpty else { return }
    var missing = wanted
    for line in lines {
      if case .nothing = line.outcome { continue }
      missing.remove(line.number)
    }
    if let number = missing.min() { throw .noEntryAtLine(number) }
  }

  private init(_ options: ImportOptions, _ shared: SharedState, _ me: MemberID, _ goesOn: () -> Bool) throws(ImportFlaw) {
    guard let home = shared.settings?.currency else { throw .settingsMissing }
    usual = try options.statement(home).currency
    (self.shared, self.me) = (shared, me)
    names = try FileNames(options.members, MemberFinder(shared.members, me: me), goesOn: goesOn)
    categories = CategoryNames(shared, options.rules)
  }

  private func line(_ record: StatementRecord, _ table: TableStatement) -> ImportLine {
    switch record.outcome {
    case .nothing(let flaw): return ImportLine(number: record.number, outcome: .nothing(.statement(flaw)))
    case .problem(let flaw): return ImportLine(number: record.number, outcome: .problem(.statement(flaw)))
    case .line(let line):
      do throws(ImportFlaw) {
        let details = table.details[record.number] ?? [:]
        var content = try content(line, details)
        content.paid = try parts(details[.paid] ?? "", content, field: Self.paidField)
        let owed = try parts(details[.owed] ?? "", content, field: Self.owedField)
        if !owed.isEmpty { content.split.exact.shares = owed }
        return ImportLine(
          number: record.number, identity: identity(line, content), outcome: .entry(content, id: details[.entry].flatMap(EntryID.init)),
          isUndirected: table.isUndirected && details[.kind] == nil,
          isOfUndirectedTable: table.isUndirected && table.columns[.kind] == nil)
      } catch {
        return ImportLine(number: record.number, outcome: .problem(error))
      }
    }
  }

  private func content(_ line: StatementLine, _ details: [StatementColumn: String]) throws(ImportFlaw) -> EntryContent {
    var content = EntryContent()
    content.date = line.day.description
    content.amount = Money(minor: Int64(clamping: line.minor.magnitude), currency: line.currency ?? usual)
    content.kind =
      try details[.kind].map { text throws(ImportFlaw) in try EntryKind(inFile: text) } ?? (line.minor > 0 ? .income : .expense)
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
    case .nothing(let flaw): return ImportLine(number: record.number, outcome: .nothing(.statement(flaw)))
    case .problem(let flaw): return ImportLine(number: record.number, outcome: .problem(.statement(flaw)))
    case .line(let line):
      do throws(ImportFlaw) {
        var content = EntryContent()
        content.date = line.day.description
        content.amount = Money(minor: line.minor, currency: line.currency ?? usual)
        content.kind = line.kind == .transfer ? .transfer : line.kind == .income ? .income : .expense
        content.describe(line.text)
        if content.note.isEmpty { content.note = String(line.note.prefix(EntryContent.noteMax)) }
        if let key = categories.key(line.category, text: line.text, content.kind) { content.category = key }
        content.paid = try shares(line.paid, book, field: Self.paidField)
        content.split.exact.shares = try shares(line.owed, book, field: Self.owedField)
        let people = (content.paid + content.split.exact.shares).flatMap { [$0.memberID, String($0.minor)] }
        let identity = [book.app, line.day.description, String(line.minor), content.amount.currency, line.text, line.reference] + people
        return ImportLine(number: record.number, identity: identity, outcome: .entry(content, id: nil))
      } catch {
        return ImportLine(number: record.number, outcome: .problem(error))
      }
    }
  }

  /// Refuses what no entry may have, before anybody is looked up.
  private func check(_ count: Int, field: String) throws(ImportFlaw) {
    guard count <= portionsMax else { throw .refused(.refused(.tooManyShares(field: field))) }
  }

  private func shares(_ parts: [SharedPart], _ book: SharedBook, field: String) throws(ImportFlaw) -> [Share] {
    try check(parts.count, field: field)
    var shares: [Share] = []
    for part in parts {
      // SplitPro's file is about the user who exported it.
      let member = book.app == "splitpro" && part.name == "You" ? me : try names.find(part.name, canJoin: true)
      shares.append(Share(member, part.minor))
    }
    return shares
  }

  /// "Asha=500.00; Ravi=499.00", or one name for all of it; none when nothing is said.
  private func parts(_ text: String, _ content: EntryContent, field: String) throws(ImportFlaw) -> [Share] {
    if text.isEmpty { return [] }
    guard text.contains("=") else { return [Share(try names.find(text), content.amount.minor)] }
    let currency = try Currency(inFile: content.amount.currency)
    var shares: [Share] = []
    let parts = text.split(separator: ";")
    try check(parts.count, field: field)
    for part in parts {
      guard let equals = part.lastIndex(of: "=") else {
        throw .noNameAndAmount(String(part))
      }
      let member = try names.find(part[..<equals].trimmingSpaces)
      let text = part[part.index(after: equals)...].trimmingSpaces
      do throws(MoneyTextFlaw) {
        shares.append(Share(member, try Money.minor(of: text, in: currency, inFile: true)))
      } catch {
        throw .amount(text, error, currency)
      }
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

extension Currency {
  /// The currency with this code, in capitals or not.
  init(inFile text: String) throws(ImportFlaw) {
    guard let currency = Currency(code: text.uppercased()) else { throw .unknownCurrency(text) }
    self = currency
  }
}

extension EntryKind {
  /// The kind with this name, in capitals or not; nil for any other text.
  public init?(word: String) {
    switch word.lowercased() {
    case "expense": self = .expense
    case "income": self = .income
    case "transfer": self = .transfer
    default: return nil
    }
  }

  /// The same of a file's text.
  fileprivate init(inFile text: String) throws(ImportFlaw) {
    guard let kind = EntryKind(word: text) else { throw .unknownKind(text) }
    self = kind
  }

  /// The kind as commands and files name it.
  public var word: String {
    switch self {
    case .expense: "expense"
    case .income: "income"
    case .transfer: "transfer"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}

extension Share {
  /// A member's part of an amount, in minor units.
  public init(_ member: MemberID, _ minor: Int64) {
    self.init()
    memberID = member.description
    self.minor = minor
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  public var trimmingSpaces: String {
    var rest = self[...]
    while rest.first == " " { rest = rest.dropFirst() }
    while rest.last == " " { rest = rest.dropLast() }
    return String(rest)
  }
}
