import HearthClient
import HearthProtocol
import Ledger

/// What stands in the details of a refusal (SPEC ER-01), with names and figures as they are to be shown.
enum RefusalFact: Equatable {
  /// The path of the wrong field.
  case field(String)
  /// A number is to be from the first to the second.
  case bounds(String, String)
  /// The same in the unit in which it was typed, so that it says more than the server's cause.
  case range(String, String)
  /// There may be so many.
  case most(String)
  /// So much is missing, or too much.
  case difference(String, isMissing: Bool)
  /// So much is owed.
  case owed(String)
  /// So many messages were sent.
  case sent(String)
  /// No such debt is in this currency.
  case currency(String)
  /// Debts were reckoned by the entries, or in the fewest transfers.
  case reckoned(isDirect: Bool)
  /// The right of the permission matrix, and the asker's role.
  case right(String, role: String)
  /// The instalment that pays the loan back.
  case instalment(String)
  /// The placeholders that nobody has claimed yet.
  case unclaimed([String])
  /// The entry that is much like it: who added it, what it is, how much and how long ago.
  case duplicate(by: String, String, String, ago: String)
  /// Who has not said what they earn.
  case withoutIncome([String])
}

extension RefusalFact {
  /// What a refusal tells, in the order in which it is said.
  ///
  /// - Parameters:
  ///   - command: what was refused; nil when it is not known.
  ///   - shared: the group as it is by now; nil when it is not known. Without it nobody and no entry is named.
  ///   - now: milliseconds since 1970.
  static func all(
    _ rejected: Rejected, of command: Command?, _ shared: SharedState?, now: Int64, _ phrases: Phrases
  ) -> [RefusalFact] {
    let details = Dictionary(rejected.details.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    func list(_ key: String) -> [String] { rejected.details.filter { $0.key == key }.map(\.value) }
    func figure(_ key: String, in currency: Currency?) -> (text: String, minor: Int64)? {
      guard let minor = details[key].flatMap({ Int64($0) }), let currency else { return nil }
      return (currency.text(Int64(clamping: minor.magnitude)), minor)
    }
    let currency = details["currency"].flatMap { Currency(code: $0) }
    let meant = command?.currency(shared) ?? shared?.settings?.currency
    var facts: [RefusalFact] = []
    switch RejectionCode(rawValue: rejected.code) {
    case .alreadyClaimed:
      // Each is an id and a name behind it.
      facts.append(.unclaimed(list("unclaimed").map { $0.split(separator: " ", maxSplits: 1).last.map { String($0).printable } ?? "?" }))
    case .possibleDuplicate:
      if let shared, let entry = details["entry_id"].flatMap({ EntryID($0) }).flatMap({ shared.entries[$0] }) {
        let ago = Screens.time(now - entry.addedAt, phrases)
        let by = shared.name(details["added_by"] ?? "")
        facts.append(.duplicate(by: by, entry.description.printable, entry.currency.text(entry.minor), ago: ago))
      }
    case .incomeUnknown:
      if let shared { facts.append(.withoutIncome(list("member_id").map { shared.name($0) })) }
    case .instalmentDoesNotFit:
      if let figure = figure("instalment_minor", in: meant) { facts.append(.instalment(figure.text)) }
    case .nothingOwed:
      if let currency { facts.append(.currency(currency.code)) }
      if let mode = details["mode"] { facts.append(.reckoned(isDirect: mode == "direct")) }
    case .moreThanOwed:
      if let figure = figure("owed_minor", in: currency) { facts.append(.owed(figure.text)) }
    case .nudge:
      if let sent = details["sent_in_24_hours"] { facts.append(.sent(sent.printable)) }
    case .paidDoesNotAddUp, .splitDoesNotAddUp:
      if let figure = figure("difference_minor", in: currency) { facts.append(.difference(figure.text, isMissing: figure.minor < 0)) }
      if let points = details["difference_basis_points"].flatMap({ Int32($0) }) {
        facts.append(.difference(FeedEntry.percent(Int32(clamping: points.magnitude)), isMissing: points < 0))
      }
    case .forbidden:
      if let right = details["rule"], let role = Role.allCases.first(where: { $0.word == details["role"] }) {
        facts.append(.right(right.printable, role: phrases.role(role)))
      }
    case .badRequest, .notFound, .unknownMember, .unknownCurrency, .dateOutOfRange:
      if !rejected.field.isEmpty { facts.append(.field(rejected.field)) }
    default: break
    }
    if let least = figure("min_minor", in: meant), let most = figure("max_minor", in: meant) {
      facts.insert(.range(least.text, most.text), at: 0)
    } else if let least = details["min"].flatMap({ Int64($0) }), let most = details["max"].flatMap({ Int64($0) }),
      let text = unit(of: rejected.field, phrases)
    {
      facts.insert(.range(text(least), text(most)), at: 0)
    } else {
      for (least, most) in [("min", "max"), ("min_minor", "max_minor")] {
        if let least = details[least], let most = details[most] { facts.append(.bounds(least.printable, most.printable)) }
      }
    }
    if let most = rejected.details.first(where: { $0.key.hasSuffix("s_max") || $0.key == "recurring_max" }) {
      facts.append(.most(most.value.printable))
    }
    return facts
  }

  /// How a number of this field is written where people write another one than the protocol; nil where they do not.
  private static func unit(of field: String, _ phrases: Phrases) -> ((Int64) -> String)? {
    if field.contains("basis_points") { return { AlertThreshold.percentText(Int32(clamping: $0)) + " %" } }
    // Limit: an invite is good for 30 days.
    if field.hasSuffix("_seconds") { return { Screens.time(min($0, .max / 1_000) * 1_000, phrases) } }
    return nil
  }
}

extension Command {
  /// What its amounts are in: as it says, otherwise the group's currency.
  fileprivate func currency(_ shared: SharedState?) -> Currency? {
    let said: String =
      switch body {
      case .addEntry(let wish): wish.content.amount.currency
      case .editEntry(let wish): wish.changes.money.amount.currency
      case .setBudget(let wish): wish.content.limit.currency
      case .setFestival(let wish): wish.content.target.currency
      case .setRecurring(let wish): wish.content.template.amount.currency
      case .settleUp(let wish): wish.currency
      case .setSpending(let wish): wish.content.amount.currency
      case .setSpendingLimit(let wish): wish.content.limit.currency
      case .setAllowance(let wish): wish.content.amount.currency
      case .setAccount(let wish): wish.content.opening.currency
      case .setAccountEntry(let wish): wish.content.amount.currency
      case .transferBetweenAccounts(let wish): wish.amount.currency
      case .setCategoryTotal(let wish): wish.amount.currency
      default: ""
      }
    return Currency(code: said) ?? shared?.settings?.currency
  }
}

extension Rejected {
  /// What the server would say, by all that is known of the group.
  init(_ rejection: Rejection) {
    self.init()
    (code, field) = (rejection.code.rawValue, rejection.field)
    (cause, remedy) = (rejection.cause, rejection.remedy)
    (details, retryAfterMs) = (rejection.details, rejection.retryAfterMilliseconds)
  }

  /// Whether debts were reckoned by the entries when none was found (`nothing_owed`).
  var isReckonedDirect: Bool { details.contains { $0.key == "mode" && $0.value == "direct" } }

  /// Cause and remedy in the words of a language, and behind the cause what the details say of it.
  ///
  /// - Parameters:
  ///   - command: what was refused; nil when it is not known.
  ///   - shared: the group as it is by now; nil when it is not known.
  func sentences(_ command: Command?, _ shared: SharedState?, _ phrases: Phrases) -> (because: [String], remedy: String) {
    let all = RefusalFact.all(self, of: command, shared, now: Present.now, phrases)
    let facts = all.compactMap(phrases.fact)
    let (cause, remedy) = RejectionCode(rawValue: code).map { phrases.refusal($0, self) } ?? (cause.printable, remedy.printable)
    if case .range? = all.first { return (facts, remedy) }
    return ([cause] + facts, remedy)
  }
}
