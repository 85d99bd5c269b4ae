import HearthProtocol

/// What somebody looks for among entries, in words that all have to fit: "milk @ravi 2026-10 450" (SPEC QR-04).
///
/// Nothing is kept for it, so an entry that is added costs nothing: names of members and categories are gone through
/// once for a search, entries as far as a page needs them.
struct EntrySearch {
  // Limit: characters of what is looked for.
  static let charactersMax = 200
  // Limit: bytes that are compared for one page, which take some hundredths of a second; the next page goes on from
  // there.
  static let bytesMax = 8_388_608

  private struct Word {
    var text: SearchText
    /// Whether it names a member alone.
    var isMember = false
    var month: CivilDate?
    var day: CivilDate?
    /// By the currency in which it is an amount.
    var amounts: [Currency: Int64] = [:]
    var members: Set<MemberID> = []
    var categories: Set<String> = []
  }

  private let words: [Word]
  /// Bytes that were compared.
  private(set) var bytes = 0

  /// Reads the words; nil when there are none.
  init?(_ text: String, field: String, in shared: SharedState) throws(Rejection) {
    guard text.utf8.count <= Self.charactersMax * Limits.characterBytes, text.count <= Self.charactersMax else {
      throw .textTooLong(field: field, charactersMax: Self.charactersMax)
    }
    // As the entries' texts are kept.
    let typed = text.composed.split(whereSeparator: \.isWhitespace)
    guard !typed.isEmpty else { return nil }
    let members = shared.members.map { member in
      (member.id, [member.displayName, shared.shownNames[member.id] ?? ""].map(SearchText.folded))
    }
    let categories = shared.categories.map { ($0.key, $0.searchedNames.map(SearchText.folded)) }
    words = typed.map { typed in
      let isMember = typed.hasPrefix("@") && typed.count > 1
      var word = Word(text: SearchText(isMember ? typed.dropFirst() : typed), isMember: isMember)
      let text = word.text
      word.members = Set(members.filter { $0.1.contains { text.stands(in: $0) } }.map(\.0))
      guard !isMember else { return word }
      word.categories = Set(categories.filter { $0.1.contains { text.stands(in: $0) } }.map(\.0))
      word.day = CivilDate(iso8601: typed)
      word.month = CivilDate(iso8601: "\(typed)-01")
      for currency in shared.balances.currencies {
        if let minor = try? Money.minor(of: typed, in: currency) { word.amounts[currency] = minor }
      }
      return word
    }
  }

  /// Whether all words fit.
  mutating func fits(_ entry: EntryState) -> Bool {
    var texts: [[UInt8]]?
    for word in words {
      if isNamed(by: word, entry) { continue }
      if word.isMember { return false }
      let known = texts ?? [entry.description, entry.note, entry.merchant].map(SearchText.folded)
      let length = known.reduce(0) { $0 + $1.count }
      bytes += texts == nil ? 2 * length : length
      texts = known
      guard known.contains(where: { word.text.stands(in: $0) }) else { return false }
    }
    return true
  }

  /// Whether the word fits something else than a text.
  private mutating func isNamed(by word: Word, _ entry: EntryState) -> Bool {
    if word.amounts[entry.currency] == entry.minor || word.day == entry.date || word.categories.contains(entry.category) { return true }
    if let month = word.month?.components, case let date = entry.date.components, date.year == month.year, date.month == month.month {
      return true
    }
    guard !word.members.isEmpty else { return false }
    // Two words of an id each.
    bytes += 16 * (entry.paid.count + entry.owed.count)
    return entry.paid.contains { word.members.contains($0.member) } || entry.owed.contains { word.members.contains($0.member) }
  }
}

/// A text to be found in others, in a time that grows with their length alone (Knuth, Morris and Pratt 1977).
private struct SearchText {
  private let bytes: [UInt8]
  /// For each place how many of the first bytes stand before it, itself included, but not from the beginning.
  private let borders: [Int]

  init(_ text: some StringProtocol) {
    let bytes = Self.folded(text)
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for place in bytes.indices.dropFirst() {
      while length > 0, bytes[place] != bytes[length] { length = borders[length - 1] }
      if bytes[place] == bytes[length] { length += 1 }
      borders[place] = length
    }
    (self.bytes, self.borders) = (bytes, borders)
  }

  /// Without the difference between large and small letters.
  static func folded(_ text: some StringProtocol) -> [UInt8] { Array(text.lowercased().utf8) }

  /// Whether a folded text has it in it.
  func stands(in text: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length = 0
    for byte in text {
      while length > 0, byte != bytes[length] { length = borders[length - 1] }
      if byte == bytes[length] { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }
}

extension Category {
  /// What it is found by: its key, what the group calls it, and what it is called in Hindi while it is called so.
  fileprivate var searchedNames: [String] {
    let usual = UsualCategory(rawValue: key).flatMap { $0.isUnchanged(self) ? $0.hindi : nil }
    return [key, name] + [usual].compactMap(\.self)
  }
}
