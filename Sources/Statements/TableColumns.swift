import Ledger

/// Which columns of a table hold what.
struct TableColumns {
  /// The places of each, from 0.
  private(set) var places: [StatementColumn: [Int]] = [:]
  /// The titles as they stand there; empty where the table has none.
  let titles: [String]
  let profile: StatementProfile?
  /// The currency that the titles name.
  let currency: Currency?
  /// Whether a title is in a language whose writers put the day before the month.
  let isDayFirst: Bool
  private let plain: [String]

  /// Finds the columns by what was said, by a profile, and otherwise by their names.
  init(_ titles: [String], _ options: StatementOptions) throws(StatementFlaw) {
    self.titles = titles
    plain = titles.map(TitleNames.plain)
    profile = try StatementProfile.find(plain, options)
    var named = Set(titles.compactMap(TitleNames.currency))
    if named.isEmpty, !options.isCurrencySaid, profile?.currency == nil {
      for sign in Set(titles.compactMap(TitleNames.sign)) { if let one = try Currency(named: sign, among: options) { named.insert(one) } }
    }
    currency = named.count == 1 ? named.first : nil
    isDayFirst = currency?.code == "INR" || plain.contains(where: TitleNames.isDayFirst)
    for text in options.columns { try take(text) }
    if let profile {
      for column in StatementColumn.allCases where places[column] == nil {
        guard let names = profile.columns[column] else { continue }
        let found = names.compactMap { plain.firstIndex(of: $0) }.filter { !isTaken($0) }
        if !found.isEmpty { places[column] = column.mayRepeat ? found : [found[0]] }
      }
    } else {
      findByName()
    }
  }

  /// A column by its title or number, as it was said.
  private mutating func take(_ text: String) throws(StatementFlaw) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.collapsed)
    guard halves.count == 2, let column = StatementColumn(rawValue: halves[0].lowercased()) else {
      throw StatementFlaw(.fieldUnknown(text))
    }
    let wanted = TitleNames.plain(halves[1])
    // As `shown` has a column without a title: "3 (450.50)".
    let number = Int(wanted).flatMap { (1...max(1, titles.count)).contains($0) ? $0 - 1 : nil }
    let exact = titles.firstIndex { $0.lowercased() == halves[1].lowercased() } ?? plain.firstIndex { !$0.isEmpty && $0 == wanted }
    guard let place = exact ?? number else { throw StatementFlaw(.columnUnknown(halves[1], titles: titles)) }
    places[column, default: []].append(place)
  }

  private func isTaken(_ place: Int) -> Bool { places.values.contains { $0.contains(place) } }

  private mutating func findByName() {
    var found: [StatementColumn: [(rank: Int, place: Int)]] = [:]
    for (place, title) in titles.enumerated() where !isTaken(place) {
      if let (column, rank) = TitleNames.meaning(title) { found[column, default: []].append((rank, place)) }
    }
    for (column, candidates) in found where places[column] == nil {
      let sorted = candidates.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
      places[column] = column.mayRepeat ? sorted.map(\.place) : [sorted[0].place]
    }
  }

  /// The titles as one who chooses among them is shown them: a column without one by its number and what stands there.
  func shown(_ rows: [TableRow]) -> [String] {
    titles.enumerated().map { place, title in
      guard title.isEmpty else { return title }
      let text = rows.lazy.map { $0[place].collapsed }.first { !$0.isEmpty } ?? ""
      return text.isEmpty ? String(place + 1) : "\(place + 1) (\(text.prefix(40)))"
    }
  }

  /// The text of the columns of names: an account's number among names is none.
  ///
  /// - Parameter cameIn: whether money came in; then the payer is meant where payer and payee have a column each, and
  ///   otherwise the payee.
  func counterparty(_ row: TableRow, cameIn: Bool) -> String {
    guard let places = places[.counterparty] else { return "" }
    var names: [(place: Int, text: String)] = []
    for place in places {
      let text = Self.unguarded(row[place]).collapsed
      if !text.isEmpty, !Self.isAccountNumber(text), !names.contains(where: { $0.text == text }) { names.append((place, text)) }
    }
    let (payers, payees) = (names.filter { Self.payers.contains(plain[$0.place]) }, names.filter { Self.payees.contains(plain[$0.place]) })
    if !payers.isEmpty, !payees.isEmpty {
      let others = cameIn ? payees : payers
      names.removeAll { name in others.contains { $0.place == name.place } }
    }
    return names.map(\.text).joined(separator: " ")
  }

  private static let payers: Set<String> = ["zahlungspflichtige r", "payer", "payer name", "received from"]
  private static let payees: Set<String> = ["zahlungsempfänger in", "payee", "payee name", "paid to"]

  /// Whether a text is of digits alone, perhaps behind a country's two letters, as an IBAN is.
  private static func isAccountNumber(_ text: String) -> Bool {
    let letters = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard letters.count >= 8 else { return false }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    if letters.allSatisfy(isDigit) { return true }
    let isCapital = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    return letters.count >= 15 && letters.prefix(2).allSatisfy(isCapital) && letters[2...3].allSatisfy(isDigit)
      && letters.allSatisfy { isDigit($0) || isCapital($0) }
  }

  /// Adds a column that its content shows.
  mutating func add(_ column: StatementColumn, _ place: Int) { places[column, default: []].append(place) }

  /// Takes a column away that its content disproves.
  mutating func remove(_ column: StatementColumn) { places[column] = nil }

  /// Takes those of several places away that their content disproves, as long as one is left.
  mutating func remove(_ column: StatementColumn, where isWrong: (Int) -> Bool) {
    guard let all = places[column], all.count > 1 else { return }
    let left = all.filter { !isWrong($0) }
    if !left.isEmpty { places[column] = left }
  }

  /// Takes what was found for one column for another.
  mutating func move(_ column: StatementColumn, to other: StatementColumn) {
    places[other] = places[column]
    places[column] = nil
  }

  /// The places that hold nothing known.
  func free(of width: Int) -> [Int] { (0..<width).filter { !isTaken($0) } }

  func has(_ column: StatementColumn) -> Bool { places[column] != nil }

  /// The currency of lines that name none: what was said, otherwise what the titles name, otherwise the bank's own;
  /// nil for the group's.
  func stated(_ options: StatementOptions) -> Currency? { options.isCurrencySaid ? options.currency : currency ?? profile?.currency }

  /// The text of a column in a row; several are one after the other, each said once. A lone dash is none.
  func text(_ column: StatementColumn, _ row: TableRow) -> String {
    guard let places = places[column] else { return "" }
    if places.count == 1 { return Self.unguarded(row[places[0]]) }
    var texts: [String] = []
    for place in places {
      let text = Self.unguarded(row[place]).collapsed
      if !text.isEmpty, !texts.contains(text) { texts.append(text) }
    }
    return texts.joined(separator: " ")
  }

  /// Nothing of a lone dash, and a guarded cell without its guard (SPEC CV-03).
  private static func unguarded(_ text: String) -> String {
    if text == "-" || text == "--" { return "" }
    guard text.utf8.first == UInt8(ascii: "'"), let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return text }
    return "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first) ? String(text.dropFirst()) : text
  }

  /// Whether the row names the columns of a table: a day and money.
  static func areTitles(_ row: TableRow, _ options: StatementOptions) -> Bool {
    guard row.fields.count >= 2, row.flaw == nil else { return false }
    var kinds: Set<StatementColumn> = []
    for field in row.fields where !field.isEmpty {
      if let meaning = TitleNames.meaning(field) { kinds.insert(meaning.column) }
    }
    let hasMoney = !kinds.isDisjoint(with: [.amount, .in, .out])
    if hasMoney, !kinds.isDisjoint(with: [.date, .valueDate]) { return true }
    let plain = row.fields.map(TitleNames.plain)
    if (options.profiles + StatementProfile.builtIn).contains(where: { $0.matches(plain) }) { return true }
    let said = options.columns.compactMap { $0.split(separator: "=", maxSplits: 1).last.map(\.collapsed) }.filter { Int($0) == nil }
    return !said.isEmpty && said.allSatisfy { plain.contains(TitleNames.plain($0)) }
  }
}
