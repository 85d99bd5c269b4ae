import HearthProtocol
import Ledger

/// What somebody looks for among entries, in words that all have to fit: "milk @ravi 2026-10 450".
///
/// Nothing is kept for it, so an entry that is added costs nothing: names of members and categories are gone through
/// once for a search, entries as far as a list needs them.
struct EntrySearch {
  // Limit: characters of what is looked for, and words.
  static let charactersMax = 200
  static let wordsMax = 20

  private struct Word {
    var text: [UInt8]
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

  /// Reads the words; nil when there are none.
  init?(_ text: String, in shared: SharedState) throws(ArgumentFlaw) {
    let typed = text.split(whereSeparator: \.isWhitespace)
    guard text.count <= Self.charactersMax, typed.count <= Self.wordsMax else {
      throw ArgumentFlaw(
        "--search takes at most \(Self.wordsMax) words and \(Self.charactersMax) characters. Name fewer.",
        "--search में ज़्यादा से ज़्यादा \(Self.wordsMax) शब्द और \(Self.charactersMax) अक्षर हो सकते हैं। कम लिखें।")
    }
    guard !typed.isEmpty else { return nil }
    let members = shared.members.map { ($0.id, [$0.displayName, shared.called($0)].map(Self.folded)) }
    let categories = shared.categories.map { ($0.key, QuickEntry.names(of: $0).map(Self.folded)) }
    words = typed.map { typed in
      let isMember = typed.hasPrefix("@") && typed.count > 1
      var word = Word(text: Self.folded(isMember ? typed.dropFirst() : typed), isMember: isMember)
      let text = word.text
      word.members = Set(members.filter { $0.1.contains { Self.holds($0, text) } }.map(\.0))
      guard !isMember else { return word }
      word.categories = Set(categories.filter { $0.1.contains { Self.holds($0, text) } }.map(\.0))
      word.day = CivilDate(iso8601: typed)
      word.month = CivilDate(iso8601: "\(typed)-01")
      for currency in shared.balances.currencies {
        if let minor = try? Money.minor(of: typed, in: currency) { word.amounts[currency] = minor }
      }
      return word
    }
  }

  /// Whether all words fit.
  func fits(_ entry: EntryState) -> Bool {
    var texts: [[UInt8]]?
    return words.allSatisfy { word in
      if isNamed(by: word, entry) { return true }
      if word.isMember { return false }
      let known = texts ?? [entry.description, entry.note, entry.merchant].map(Self.folded)
      texts = known
      return known.contains { Self.holds($0, word.text) }
    }
  }

  /// Whether the word fits something else than a text.
  private func isNamed(by word: Word, _ entry: EntryState) -> Bool {
    if word.amounts[entry.currency] == entry.minor || word.day == entry.date || word.categories.contains(entry.category) { return true }
    if let month = word.month?.components, case let date = entry.date.components, date.year == month.year, date.month == month.month {
      return true
    }
    guard !word.members.isEmpty else { return false }
    return entry.paid.contains { word.members.contains($0.member) } || entry.owed.contains { word.members.contains($0.member) }
  }

  private static func folded(_ text: some StringProtocol) -> [UInt8] { Array(text.lowercased().utf8) }

  /// Whether a text has another in it.
  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return part.isEmpty }
    return text.indices.prefix(text.count - part.count + 1).contains { text[$0] == first && text[$0...].starts(with: part) }
  }
}
