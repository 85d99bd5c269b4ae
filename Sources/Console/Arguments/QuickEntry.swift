import HearthClient
import HearthProtocol
import Ledger

/// An entry in one line, as it is typed: `groceries 1200 @asha @ravi`, `dinner 450+320 paid:ravi yesterday`.
///
/// Reading it needs nothing but the group as it is; `hearth quick` and the room share it.
public struct QuickEntry: Sendable {
  /// How far a line is typed.
  public enum Reading: Sendable {
    /// Nothing is typed.
    case empty
    /// So far so good, and this is missing.
    case incomplete(Wording)
    /// This is not understood.
    case wrong(ArgumentFlaw)
    /// All is there.
    case complete(EntryWish)
  }

  /// What was found in a line; everything is optional, so that an edit can be read too.
  struct Parts {
    var words: [String] = []
    var amount: String?
    var minor: Int64?
    var currency: Currency?
    var category: String?
    var kind: String?
    var date: CivilDate?
    var people: [Person] = []
    /// Whether all were named together.
    var isForAll = false
    var paid: String?
    var note: String?
    var merchant: String?
    var rate: String?
    var guardsDuplicates = true
  }

  struct Person {
    var id: MemberID
    /// "60%", "500" or "*2"; empty for an equal part.
    var part: String
  }

  private let shared: SharedState
  private let me: MemberID
  private let today: CivilDate
  private let names: MemberNames
  private let presets: [String: String]
  private let kept: String?

  /// Entries of this group.
  ///
  /// - Parameters:
  ///   - today: in the group's time zone.
  ///   - presets: lines by the word that stands for each, in small letters.
  ///   - split: how an expense is divided that names nobody; nil: among those who share by default.
  init(_ view: GroupView, today: CivilDate, presets: [String: String] = [:], split: String? = nil) {
    kept = split
    shared = view.state.shared
    me = view.member
    self.today = today
    names = MemberNames(shared, me: me)
    self.presets = presets
  }

  /// Reads a line.
  func read(_ line: some StringProtocol) -> Reading {
    do throws(ArgumentFlaw) {
      let parts = try parts(of: words(of: line))
      let isEmpty = parts.words.isEmpty && parts.amount == nil && parts.people.isEmpty && parts.category == nil
      if isEmpty { return .empty }
      let (category, description) = meaning(of: parts)
      guard let minor = parts.minor, let currency = parts.currency else {
        return .incomplete(Wording("How much? Like 1200, 450+320 or 1.2k", "कितना? जैसे 1200, 450+320 या 1.2k"))
      }
      guard !description.isEmpty else {
        return .incomplete(Wording("What for? Like groceries, or some words of yours", "किस लिए? जैसे groceries, या अपने कुछ शब्द"))
      }
      return .complete(try wish(parts, minor, currency, category, description))
    } catch {
      return .wrong(error)
    }
  }

  /// What others see of a line while it is typed; nil while it has no amount (SPEC PR-11).
  func drafted(_ line: some StringProtocol) -> DraftContent? {
    guard let parts = try? parts(of: words(of: line)), let minor = parts.minor, minor > 0, let currency = parts.currency else {
      return nil
    }
    let (category, description) = meaning(of: parts)
    return DraftContent(minor: minor, currency, category: category?.key ?? "", text: description)
  }

  /// The entry of a line that is whole.
  func wish(_ line: some StringProtocol) throws(ArgumentFlaw) -> EntryWish {
    switch read(line) {
    case .complete(let wish): return wish
    case .wrong(let flaw): throw flaw
    case .incomplete(let wording): throw ArgumentFlaw(wording)
    case .empty: throw ArgumentFlaw("Write what for and how much, like groceries 1200.", "किस लिए और कितना, यह लिखें, जैसे groceries 1200।")
    }
  }

  private func wish(
    _ parts: Parts, _ minor: Int64, _ currency: Currency, _ category: Category?, _ description: String
  ) throws(ArgumentFlaw) -> EntryWish {
    var wish = EntryWish(amount: Money.plain(minor: minor, currency: currency), description: description)
    if let category { wish.category = category.key }
    let isIncome = category.map { $0.forIncome && !$0.forExpense } ?? false
    wish.kind = parts.kind ?? (isIncome ? "income" : "expense")
    wish.date = parts.date?.description ?? ""
    wish.note = parts.note ?? ""
    wish.merchant = parts.merchant ?? ""
    wish.paidBy = parts.paid ?? ""
    wish.split = try split(parts.people) ?? ""
    wish.guardsDuplicates = parts.guardsDuplicates
    wish.currency = currency.code
    wish.rate = parts.rate ?? ""
    return parts.isForAll ? wish : wish.divided(as: kept)
  }

  /// The words of a line; those of a preset where it begins with its name.
  ///
  /// An amount and people behind the name take the place of the preset's own.
  private func words(of line: some StringProtocol) -> [QuickWord] {
    let words = QuickWord.words(of: line)
    guard let first = words.first, !first.isQuoted, let preset = presets[first.text.lowercased()] else { return words }
    let rest = words.dropFirst()
    func isAmount(_ word: QuickWord) -> Bool {
      !word.isQuoted && (shared.settings.map { SumText.isOne(word.text, home: $0.currency) } ?? false)
    }
    func isPerson(_ word: QuickWord) -> Bool { !word.isQuoted && word.text.hasPrefix("@") }
    let (hasAmount, hasPeople) = (rest.contains(where: isAmount), rest.contains(where: isPerson))
    let kept = QuickWord.words(of: preset).filter { !(hasAmount && isAmount($0)) && !(hasPeople && isPerson($0)) }
    return Array((kept + rest).prefix(QuickWord.countMax))
  }

  /// What stands in a line.
  ///
  /// - Parameter own: the currency that is meant where none is named; nil: the group's.
  func parts(of words: [QuickWord], of own: Currency? = nil) throws(ArgumentFlaw) -> Parts {
    guard let home = own ?? shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    var parts = Parts()
    for word in words {
      if word.isQuoted {
        parts.words.append(word.text)
      } else if word.text == "!" {
        parts.guardsDuplicates = false
      } else if word.text.hasPrefix("@"), word.text.count > 1 {
        try add(word.text.dropFirst(), to: &parts)
      } else if word.text.hasPrefix("#"), word.text.count > 1 {
        parts.category = try Choices.category(String(word.text.dropFirst()), of: shared.categories)
      } else if try !take(option: word.text, &parts) {
        try take(plain: word.text, home, &parts)
      }
    }
    if let amount = parts.amount {
      let (minor, currency) = try SumText.read(amount, said: parts.currency, home: home)
      (parts.minor, parts.currency) = (minor, currency)
    }
    return parts
  }

  private func take(plain text: String, _ home: Currency, _ parts: inout Parts) throws(ArgumentFlaw) {
    if let day = SpokenDay.day(text, today: today) {
      parts.date = day
    } else if SumText.isOne(text, home: home) {
      if let amount = parts.amount {
        throw ArgumentFlaw(
          "There are two amounts: \(amount.printable) and \(text.printable). Put what is no amount in quotes, like \"iPhone \(text.printable)\".",
          "दो राशियाँ हैं: \(amount.printable) और \(text.printable)। जो राशि नहीं है उसे उद्धरण में लिखें, जैसे \"iPhone \(text.printable)\"।")
      }
      parts.amount = text
    } else if text.count == 3, text == text.uppercased(), let currency = Currency(code: text) {
      parts.currency = currency
    } else {
      parts.words.append(text)
    }
  }

  /// `paid:ravi` and the like; false for another word.
  private func take(option text: String, _ parts: inout Parts) throws(ArgumentFlaw) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let value = String(text[text.index(after: colon)...])
    let key = text[..<colon].lowercased()
    guard Self.options.contains(key) else { return false }
    // It is still being typed.
    guard !value.isEmpty else { return true }
    switch key {
    case "paid", "by": parts.paid = try paid(value)
    case "on", "date":
      guard let day = SpokenDay.day(value, today: today) else { throw Choices.noDay(value) }
      parts.date = day
    case "note": parts.note = value
    case "at", "merchant": parts.merchant = value
    case "cat", "category": parts.category = try Choices.category(value, of: shared.categories)
    case "kind": parts.kind = value
    default: parts.rate = value
    }
    return true
  }

  /// The words that may stand before a colon.
  static let options = ["paid", "by", "on", "date", "note", "at", "merchant", "cat", "category", "kind", "rate"]

  private func add(_ text: Substring, to parts: inout Parts) throws(ArgumentFlaw) {
    // All is what holds where nobody is named.
    if ["all", "everyone", "सब", "सभी"].contains(text.lowercased()) {
      parts.isForAll = true
      return
    }
    let end = text.firstIndex { $0 == "=" || $0 == "*" || $0 == "×" } ?? text.endIndex
    var part = String(text[end...])
    if part.first == "=" { part.removeFirst() }
    parts.people.append(Person(id: try person(text[..<end]), part: part))
  }

  /// The member of this name, or the only one whose name begins so.
  func person(_ text: some StringProtocol) throws(ArgumentFlaw) -> MemberID {
    do throws(ArgumentFlaw) {
      return try names.find(text)
    } catch {
      let wanted = text.lowercased()
      let alike = shared.members.filter { $0.isPresent && shared.called($0).lowercased().hasPrefix(wanted) }
      guard !wanted.isEmpty, alike.count == 1, let only = alike.first else { throw error }
      return only.id
    }
  }

  /// `paid:ravi` or `paid:asha=500,ravi=499` with ids in the place of names.
  private func paid(_ text: String) throws(ArgumentFlaw) -> String {
    guard text.contains("=") else { return try person(text).description }
    var parts: [String] = []
    for part in try SplitText.Part.list(text, example: "paid:asha=500,ravi=499") {
      parts.append("\(try person(part.name))=\(part.amount)")
    }
    return parts.joined(separator: ",")
  }

  /// The split as it is typed for `hearth add`; nil where nobody is named.
  func split(_ people: [Person]) throws(ArgumentFlaw) -> String? {
    guard let first = people.first else { return nil }
    func kind(_ part: String) -> String {
      part.isEmpty ? "equal" : part.hasSuffix("%") ? "percent" : part.first == "*" || part.first == "×" ? "shares" : "exact"
    }
    let wanted = kind(first.part)
    guard people.allSatisfy({ kind($0.part) == wanted }) else {
      throw ArgumentFlaw(
        "The parts are of several kinds. Give each person a percentage (@asha=60%), an amount (@asha=500), a weight (@asha*2), or none.",
        "हिस्से अलग-अलग तरह के हैं। हर एक का प्रतिशत (@asha=60%), राशि (@asha=500), भार (@asha*2) दें, या किसी का नहीं।")
    }
    let list = people.map { person in
      switch wanted {
      case "equal": "\(person.id)"
      case "percent": "\(person.id)=\(person.part.dropLast())"
      case "shares": "\(person.id)=\(person.part.dropFirst())"
      default: "\(person.id)=\(person.part)"
      }
    }
    return "\(wanted):" + list.joined(separator: ",")
  }
}

extension QuickEntry {
  /// The category that a line means, and what its entry is called.
  ///
  /// A category's name that begins the line is the category; otherwise it is that of the last entry that was called the
  /// same, and of usual words the usual one.
  private func meaning(of parts: Parts) -> (category: Category?, description: String) {
    let text = parts.words.joined(separator: " ")
    if let key = parts.category {
      let category = shared.category(key)
      return (category, text.isEmpty ? category?.name ?? "" : Self.capitalized(text))
    }
    let small = text.lowercased()
    let named = shared.categories.filter { !$0.retired }.first { category in
      Self.names(of: category).contains { small == $0 || small.hasPrefix($0 + " ") }
    }
    if let named { return (named, Self.capitalized(text)) }
    let earlier = shared.entries.suffix(Self.entriesSearched).last { !$0.isVoided && $0.description.lowercased() == small }
    if let earlier, let category = shared.category(earlier.category), !category.retired { return (category, earlier.description) }
    let usual = small.split(separator: " ").lazy.compactMap { Self.usual[String($0)] }.first
    let category = usual.flatMap { shared.category($0.rawValue) }.flatMap { $0.retired ? nil : $0 }
    return (category, Self.capitalized(text))
  }

  // Limit: entries that are looked through for one of the same name, the newest.
  private static let entriesSearched = 500

  /// What a category is called, in small letters.
  static func names(of category: Category) -> [String] {
    [category.key, Language.english.phrases.category(category), Language.hindi.phrases.category(category)].map { $0.lowercased() }
  }

  /// Words that were typed in small letters throughout get a large one at the beginning.
  private static func capitalized(_ text: String) -> String {
    guard text == text.lowercased(), let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }

  /// What people call things, and the category that a group starts with for them.
  private static let usual: [String: UsualCategory] = {
    let words: [UsualCategory: String] = [
      .dining: "dinner lunch breakfast restaurant cafe coffee pizza takeaway खाना नाश्ता चाय",
      .groceries: "grocery vegetables veggies sabzi milk bread fruit eggs supermarket सब्ज़ी दूध राशन",
      .transportation: "taxi uber ola auto cab bus metro train petrol diesel fuel parking पेट्रोल टैक्सी",
      .utilities: "electricity water gas wifi internet broadband phone mobile recharge बिजली पानी गैस",
      .housing: "rent maintenance plumber किराया", .healthcare: "doctor medicine medicines pharmacy dentist दवा डॉक्टर",
      .education: "school fees tuition books स्कूल फ़ीस", .entertainment: "movie movies cinema concert फ़िल्म",
      .travel: "flight hotel hostel visa होटल", .subscriptions: "netflix spotify subscription सदस्यता",
      .shopping: "clothes shoes कपड़े", .gifts: "gift donation उपहार",
    ]
    var result: [String: UsualCategory] = [:]
    for (category, list) in words { for word in list.split(separator: " ") { result[String(word)] = category } }
    return result
  }()
}
