import HearthClient
import HearthProtocol
import Ledger

/// A rule as it was typed.
public struct RecurringWish: Sendable {
  /// What each entry says; its date is not looked at.
  public var entry: EntryWish
  /// "monthly", "2 weeks".
  public var every = "monthly"
  /// "2026-11-30"; nil for today, or as it was.
  public var start: String?
  /// "2027-10-31"; nil for no such end.
  public var until: String?
  /// How many dates; nil for no such end.
  public var times: UInt32?
  /// What is owed, like "500000"; nil when it is no loan. The entry's amount is then the instalment, empty for the
  /// usual one.
  public var principal: String?
  /// Percent a year, like "8.5".
  public var rate = "0"
  /// The rule that is changed, by its name or the end of its id; nil for a new one.
  public var replaces: String?

  /// Makes a wish.
  public init(_ entry: EntryWish) { self.entry = entry }

  /// The same, divided as the user keeps it for the group, where its entries are expenses that do not say how.
  func divided(as kept: String?) -> RecurringWish {
    var wish = self
    wish.entry = entry.divided(as: kept)
    return wish
  }

  /// The command.
  public func command(in view: GroupView) throws(ArgumentFlaw) -> SetRecurring {
    let shared = view.state.shared
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    let currency = try entry.currency.isEmpty ? home : Choices.currency(entry.currency)
    let old = try replaces.map { name throws(ArgumentFlaw) in try RecurringNames(shared).find(name) }
    let fresh: RecurringID = Present.id()
    var set = SetRecurring()
    set.ruleID = (old?.id ?? fresh).description
    set.baseVersion = old?.version.rawValue ?? 0
    set.content.recurrence = try Self.series(every)
    if let start { set.content.recurrence.firstDate = try Choices.date(start, today: view.today) }
    if let until {
      guard times == nil else {
        throw ArgumentFlaw(
          "A rule ends with a day or after a number of times: say --until or --times.",
          "नियम किसी दिन पर या कुछ बार के बाद समाप्त होता है: --until या --times लिखें।")
      }
      set.content.recurrence.lastDate = try Choices.date(until, today: view.today)
    }
    if let times { set.content.recurrence.count = times }
    var wish = entry
    if let principal {
      set.content.loan.principalMinor = try AmountText.minor(principal, currency)
      set.content.loan.annualRateBasisPoints = UInt32(clamping: try PercentText.basisPoints(rate))
      // The server computes the instalment; one that is given is read like any amount.
      if wish.amount.isEmpty {
        wish.amount = "1"
        set.content.template = try wish.content(in: view)
        set.content.template.amount.minor = 0
        if set.content.template.paid.count == 1 { set.content.template.paid[0].minor = 0 }
        return set
      }
    }
    set.content.template = try wish.content(in: view)
    return set
  }

  /// "monthly" or "3 months".
  static func series(_ text: String) throws(ArgumentFlaw) -> Recurrence {
    var recurrence = Recurrence()
    let words = text.lowercased().split(separator: " ")
    let unit = words.last ?? ""
    recurrence.interval = 1
    if words.count == 2, let number = UInt32(words[0]), (1...100).contains(number) {
      recurrence.interval = number
    } else {
      guard words.count == 1 else { throw wrong(text) }
    }
    switch unit {
    case "daily", "day", "days": recurrence.unit = .day
    case "weekly", "week", "weeks": recurrence.unit = .week
    case "biweekly":
      guard words.count == 1 else { throw wrong(text) }
      recurrence.unit = .week
      recurrence.interval = 2
    case "monthly", "month", "months": recurrence.unit = .month
    case "yearly", "year", "years": recurrence.unit = .year
    default: throw wrong(text)
    }
    return recurrence
  }

  private static func wrong(_ text: String) -> ArgumentFlaw {
    ArgumentFlaw(
      "\"\(text.printable)\" is no interval. Write daily, weekly, biweekly, monthly, yearly, or like \"3 months\".",
      "\"\(text.printable)\" कोई अंतराल नहीं है। daily, weekly, biweekly, monthly, yearly, या \"3 months\" जैसा लिखें।")
  }
}

/// Finds rules by what people call them.
public struct RecurringNames {
  private let shared: SharedState

  /// The rules of this group.
  public init(_ shared: SharedState) { self.shared = shared }

  /// The rule with this id or end of an id, or the one whose entries are called so. Of several of a name the one that
  /// is not over is meant.
  public func find(_ text: String) throws(ArgumentFlaw) -> RecurringState {
    if let rule = RecurringID(text).flatMap({ shared.recurring[$0] }) { return rule }
    let wanted = text.lowercased()
    // Limit: an end of fewer digits would often be that of several.
    let byID = wanted.utf8.count >= 4 ? shared.recurring.rules.filter { $0.id.description.hasSuffix(wanted) } : []
    var found = byID.isEmpty ? shared.recurring.rules.filter { $0.content.template.description_p.lowercased() == wanted } : byID
    if found.contains(where: { !$0.isEnded }) { found = found.filter { !$0.isEnded } }
    if found.count == 1 { return found[0] }
    guard !found.isEmpty else {
      throw ArgumentFlaw(
        "No rule is called \"\(text.printable)\". hearth recurring list shows them all.",
        "\"\(text.printable)\" नाम का कोई नियम नहीं है। सब यहाँ दिखते हैं: hearth recurring list।"
      ).naming(.notFound)
    }
    let list = found.map { String($0.id.description.suffix(6)) }.joined(separator: ", ")
    throw ArgumentFlaw(
      "\(found.count) rules are called \"\(text.printable)\". Name the one you mean by the end of its id: \(list).",
      "\"\(text.printable)\" नाम के \(found.count) नियम हैं। जो चाहिए उसकी पहचान का अंत लिखें: \(list)।")
  }
}

/// An envelope for a festival as it was typed.
public struct FestivalWish: Sendable {
  /// "diwali".
  public var festival: String
  /// "60000".
  public var target: String
  /// What it is called; nil for the festival's name.
  public var name: String?
  /// Over how many months it is put aside; nil for 6.
  public var months: UInt32?
  /// Keys or names of categories; empty for the festivals' one.
  public var categories: [String] = []
  /// "2026-06-01"; nil for today, or as it was.
  public var start: String?

  /// Makes a wish.
  public init(festival: String, target: String) {
    self.festival = festival
    self.target = target
  }

  /// The command: it changes the envelope of that name, or makes it.
  public func command(in view: GroupView) throws(ArgumentFlaw) -> SetFestival {
    let shared = view.state.shared
    guard let currency = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    var set = SetFestival()
    set.content.festival = try Self.festival(festival)
    set.content.name = name ?? set.content.festival.text
    let known = shared.festivals.last { $0.name.lowercased() == set.content.name.lowercased() }
    let fresh: FestivalID = Present.id()
    set.festivalID = (known?.id ?? fresh).description
    set.content.target = Money(minor: try AmountText.minor(target, currency), currency: currency)
    if let months { set.content.monthsAhead = months }
    for category in categories { set.content.categories.append(try Choices.category(category, of: shared.categories)) }
    if let start { set.content.startDate = try Choices.date(start, today: view.today) }
    return set
  }

  /// One of the festivals that are known.
  static func festival(_ text: String) throws(ArgumentFlaw) -> Festival {
    let wanted = text.lowercased().replacing("-", with: " ")
    // The word Eid alone means the end of Ramadan.
    if wanted == "eid" { return .eidAlFitr }
    if let found = Festival.known.first(where: { $0.text.lowercased().replacing("-", with: " ") == wanted }) { return found }
    let names = Festival.known.map { $0.text.lowercased().replacing(" ", with: "-") }.joined(separator: ", ")
    throw ArgumentFlaw(
      "\"\(text.printable)\" is no festival that is known. There are: \(names).", "\"\(text.printable)\" जाना हुआ त्योहार नहीं है। ये हैं: \(names)।")
  }
}
