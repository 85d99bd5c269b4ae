import HearthClient
import HearthProtocol
import Ledger

/// What the last word of a line may become: verbs, members, categories, and what entries were called before.
struct RoomCompletion: Sendable, Equatable {
  // Limit: what is offered for one word.
  private static let offersMax = 50
  // Limit: entries whose names are offered, the newest.
  private static let entriesMax = 200

  /// What stands before the word.
  private let head: String
  /// The words, as they would stand there.
  let offers: [String]
  private var place: Int?

  /// - Parameter line: up to the cursor.
  init(_ line: String, _ view: GroupView, _ language: Language, presets: [String: String] = [:]) {
    var start = line.endIndex
    var isQuoted = line.filter { $0 == "\"" }.count % 2 == 1
    while start > line.startIndex {
      let before = line.index(before: start)
      if line[before] == " ", !isQuoted { break }
      if line[before] == "\"" { isQuoted.toggle() }
      start = before
    }
    head = String(line[..<start])
    offers = Array(Self.offers(for: String(line[start...]), behind: head, view, language, Array(presets.keys)).prefix(Self.offersMax))
  }

  /// The line with the next offer in the place of its last word; nil when there is none.
  mutating func next(backwards: Bool) -> String? {
    guard !offers.isEmpty else { return nil }
    let count = offers.count
    let new = place.map { ($0 + (backwards ? count - 1 : 1)) % count } ?? (backwards ? count - 1 : 0)
    place = new
    return head + offers[new] + (offers[new].hasSuffix(":") ? "" : " ")
  }

  /// The offer that stands in the line.
  var chosen: Int? { place }

  private static func offers(for word: String, behind head: String, _ view: GroupView, _ language: Language, _ presets: [String])
    -> [String]
  {
    let shared = view.state.shared
    if head.isEmpty, word.hasPrefix("/") {
      return matching(RoomVerb.allCases.map(\.rawValue), String(word.dropFirst())).map { "/" + $0 }
    }
    let names = shared.members.filter(\.isPresent).map { quoted(shared.called($0)) }
    if word.hasPrefix("@") { return matching(names, String(word.dropFirst())).map { "@" + $0 } }
    for key in ["paid:", "by:"] where word.lowercased().hasPrefix(key) {
      return matching(names, String(word.dropFirst(key.count))).map { key + $0 }
    }
    let categories = shared.categories.filter { !$0.retired }
    if word.hasPrefix("#") { return matching(categories.map(\.key), String(word.dropFirst())).map { "#" + $0 } }
    let latest = shared.entries.suffix(entriesMax).reversed().map { quoted($0.description.printable) }
    if let verb = head.split(separator: " ").first, head.hasPrefix("/") {
      guard let verb = RoomVerb(typed: String(verb.dropFirst())) else { return [] }
      if verb == .settle { return matching(names, word) }
      return verb.namesEntry && !head.dropFirst().contains(where: { $0 == "\"" }) ? matching(unique(["last"] + latest), word) : []
    }
    guard !word.isEmpty else { return [] }
    let phrases = language.phrases
    let known = categories.flatMap { [$0.key, phrases.category($0).lowercased()] }.filter { !$0.contains(" ") }
    return matching(
      unique((head.isEmpty ? presets.sorted() : []) + known + latest + QuickEntry.options.map { $0 + ":" } + ["yesterday"]), word)
  }

  private static func matching(_ words: [String], _ beginning: String) -> [String] {
    let wanted = beginning.filter { $0 != "\"" }.lowercased()
    return words.filter { $0.filter { $0 != "\"" }.lowercased().hasPrefix(wanted) }
  }

  private static func quoted(_ name: String) -> String { name.contains(" ") ? "\"\(name.filter { $0 != "\"" })\"" : name }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0.lowercased()).inserted }
  }
}
