import Ledger

/// What the files of one bank or app are like.
///
/// A profile is text, one `key: value` a line; `#` begins a remark. `match` has the titles by which it is known, `|`
/// between them, and each of `date`, `amount` and the other columns has a title, or several with `|` between them.
public struct StatementProfile: Equatable, Sendable {
  /// What it is called, in small letters: "hdfc".
  public var name: String
  /// Whose files: "HDFC Bank, account".
  public var title = ""
  /// The titles that a line of titles must have, as they are compared; each line of `match` is a way of its own.
  public var matches: [[String]] = []
  /// The titles of each column.
  public var columns: [StatementColumn: [String]] = [:]
  /// In which order days are written.
  public var dayOrder: DayOrder?
  /// What stands before decimals.
  public var decimalMark: DecimalMark?
  /// What a minus means.
  public var signs: StatementOptions.SignHabit?
  /// The currency of lines that name none.
  public var currency: Currency?
  /// Texts of the column `state` of lines that did not come about.
  public var undone: Set<String> = []
  /// Titles whose columns hold no line where one of these texts stands: record types of sums.
  public var sums: [String: Set<String>] = [:]

  // Limit: a profile has some twenty short lines.
  private static let bytesMax = 8 << 10

  /// Reads a profile.
  ///
  /// - Throws: `malformed` with the line that is wrong.
  public init(_ text: String) throws(StatementFlaw) {
    guard text.utf8.count <= Self.bytesMax else { throw StatementFlaw(.malformed(format: "profile", "\(Self.bytesMax >> 10) KiB")) }
    name = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.collapsed
      if line.isEmpty || line.hasPrefix("#") { continue }
      let halves = line.split(separator: ":", maxSplits: 1).map(\.collapsed)
      guard halves.count == 2, take(halves[0].lowercased(), halves[1]) else { throw StatementFlaw(.malformed(format: "profile", line)) }
    }
    guard !name.isEmpty, !matches.isEmpty else { throw StatementFlaw(.malformed(format: "profile", "name, match")) }
  }

  private mutating func take(_ key: String, _ value: String) -> Bool {
    // Nothing between two strokes names nothing: as a text of `undone` it would leave out each line whose state is
    // empty.
    let parts = value.split(separator: "|").map(\.collapsed).filter { !$0.isEmpty }
    // A title of no letters names nothing.
    let titles = parts.map(TitleNames.plain).filter { !$0.isEmpty }
    switch key {
    case "name": name = value.lowercased()
    case "title": title = value
    case "match":
      guard !titles.isEmpty else { return false }
      matches.append(titles)
    case "days": dayOrder = DayOrder(rawValue: value)
    case "decimals": decimalMark = DecimalMark(rawValue: value)
    case "signs": signs = StatementOptions.SignHabit(rawValue: value)
    case "money": currency = Currency(code: value)
    case "undone":
      guard !parts.isEmpty else { return false }
      undone = Set(parts.map { $0.lowercased() })
    case "sums":
      guard let column = parts.first.map(TitleNames.plain), !column.isEmpty, parts.count > 1 else { return false }
      sums[column] = Set(parts.dropFirst().map { $0.lowercased() })
    default:
      guard let column = StatementColumn(rawValue: key), !titles.isEmpty else { return false }
      columns[column] = titles
      return true
    }
    switch key {
    case "days": return dayOrder != nil
    case "decimals": return decimalMark != nil
    case "signs": return signs != nil
    case "money": return currency != nil
    default: return true
    }
  }

  /// The profile as text.
  public var text: String {
    var lines = ["name: \(name)"]
    if !title.isEmpty { lines.append("title: \(title)") }
    lines += matches.map { "match: " + $0.joined(separator: " | ") }
    lines += StatementColumn.allCases.compactMap { column in
      columns[column].map { "\(column.rawValue): " + $0.joined(separator: " | ") }
    }
    if let dayOrder { lines.append("days: \(dayOrder.rawValue)") }
    if let decimalMark { lines.append("decimals: \(decimalMark.rawValue)") }
    if let signs { lines.append("signs: \(signs.rawValue)") }
    if let currency { lines.append("money: \(currency)") }
    if !undone.isEmpty { lines.append("undone: " + undone.sorted().joined(separator: " | ")) }
    lines += sums.sorted { $0.key < $1.key }.map { "sums: \($0.key) | " + $0.value.sorted().joined(separator: " | ") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Its columns below those that a file was read with: a title that the file has for another column is left out, and
  /// where the file shows no other, the titles of its other files stay.
  public func columns(under read: [StatementColumn: [String]], of titles: [String]) -> [StatementColumn: [String]] {
    let (taken, there) = (Set(read.values.joined()), Set(titles))
    var columns = read
    for (column, names) in self.columns {
      let present = names.filter(there.contains)
      if let found = read[column] {
        if column.mayRepeat ? found == present : found.first == present.first { columns[column] = names }
      } else {
        let left = names.filter { !taken.contains($0) }
        if !left.isEmpty { columns[column] = left }
      }
    }
    return columns
  }

  /// Whether a line of titles is that of its files.
  public func matches(_ titles: [String]) -> Bool {
    let there = Set(titles)
    return matches.contains { $0.allSatisfy(there.contains) }
  }

  /// The profile that a line of titles is of: the one that asks for the most titles.
  static func find(_ titles: [String], _ options: StatementOptions) throws(StatementFlaw) -> StatementProfile? {
    let all = options.profiles + StatementProfile.builtIn
    if let name = options.profile {
      guard let named = all.first(where: { $0.name == name.lowercased() }) else { throw StatementFlaw(.profileUnknown(name)) }
      return named
    }
    let there = Set(titles)
    func size(_ profile: StatementProfile) -> Int { profile.matches.filter { $0.allSatisfy(there.contains) }.map(\.count).max() ?? 0 }
    let own = options.profiles.filter { size($0) > 0 }
    return (own.isEmpty ? builtIn.filter { size($0) > 0 } : own).max { size($0) < size($1) }
  }

  /// The profiles that come with the program.
  public static let builtIn: [StatementProfile] = ProfileText.embedded.compactMap { text in
    do { return try StatementProfile(text) } catch { return nil }
  }
}

extension StatementProfile {
  /// Makes a profile that is known by these titles.
  public init(name: String, titles: [String]) {
    self.name = name
    matches = [titles.map(TitleNames.plain).filter { !$0.isEmpty }.sorted()]
  }
}
