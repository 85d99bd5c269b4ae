import HearthClient
import HearthProtocol
import Ledger

/// What a line of a file says of an entry, or what is wrong with it.
public struct ImportLine: Sendable {
  /// What came of reading a line.
  public enum Outcome: Equatable, Sendable {
    /// An entry. The id is the one that the file gives it, if it does.
    case entry(EntryContent, id: EntryID?)
    /// Nothing to add; says why.
    case nothing(Wording)
    /// It cannot be read; says why.
    case problem(Wording)
  }

  /// Counted from 1.
  public var number: Int
  /// What tells this line from others: the same texts, the same entry.
  public var identity: [String] = []
  /// What it says.
  public var outcome: Outcome
  /// Whether the file does not say that it went out.
  public var isUndirected = false
}

/// What importing a file would do to a group or an account, or does: every line judged, nothing sent.
///
/// Entries get ids that are derived from the group or account and what their line says (SPEC CV-05), so a file that is
/// imported again, or has grown since, adds only what is new. Each entry is decided as the server would, against the
/// state that the former left.
public struct ImportPlan: Sendable {
  /// A line and what becomes of it.
  public struct Step: Sendable {
    /// What becomes of a line.
    public enum Outcome: Equatable, Sendable {
      /// It is added by this command.
      case new(Command)
      /// It stands there just so.
      case known
      /// It stands there with other figures; says which.
      case differs(Wording)
      /// An entry that somebody typed is much like it; says which.
      case like(Wording)
      /// Nothing to add; says why.
      case nothing(Wording)
      /// It cannot be added; says why.
      case problem(Wording)
    }

    /// Counted from 1.
    public var line: Int
    /// What happens.
    public var outcome: Outcome
    /// The entry, if it could be read.
    public var content: EntryContent?
    /// The entry as the group would have it, with who paid and what each owes; nil when it is not added.
    public var entry: EntryState?
  }

  /// Where lines go.
  public enum Target: Sendable {
    /// The group's entries.
    case group
    /// An account of the user's.
    case account(AccountID, Currency)
  }

  // Limit: days between a line and an entry that somebody typed.
  private static let likeDays = 2
  // Limit: how often one line is voided and imported again.
  private static let againMax = 1_000

  /// In the order of the file.
  public private(set) var steps: [Step] = []
  /// The group as it would be.
  public private(set) var after: GroupState

  private let target: Target
  private let context: DecisionContext
  private let addsLike: Bool

  /// The commands to send, in order.
  public var commands: [Command] {
    steps.compactMap { step in
      guard case .new(let command) = step.outcome else { return nil }
      return command
    }
  }

  /// How many lines cannot be added.
  public var problems: Int {
    steps.count { step in
      guard case .problem = step.outcome else { return false }
      return true
    }
  }

  /// Judges the lines.
  ///
  /// - Parameters:
  ///   - view: the group, as whoever imports sees it.
  ///   - addsLike: whether lines are added although somebody typed an entry much like them.
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  public init(
    _ lines: [ImportLine], into view: GroupView, _ target: Target = .group, addsLike: Bool = false, now: Int64, today: CivilDate
  ) {
    after = view.state
    (self.target, self.addsLike) = (target, addsLike)
    let holder = after.shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    context = DecisionContext(holder: holder, now: now, today: today)
    var repeated: [[String]: Int] = [:]
    var typed: Typed?
    for line in lines {
      switch line.outcome {
      case .nothing(let cause): steps.append(Step(line: line.number, outcome: .nothing(cause)))
      case .problem(let cause): steps.append(Step(line: line.number, outcome: .problem(cause)))
      case .entry(let content, let known):
        let occurrence = repeated[line.identity, default: 0]
        repeated[line.identity] = occurrence + 1
        if typed == nil { typed = Typed(view.state, target) }
        steps.append(step(line, content, known, occurrence, view, &typed))
      }
    }
  }

  private mutating func step(
    _ line: ImportLine, _ content: EntryContent, _ known: EntryID?, _ occurrence: Int, _ view: GroupView, _ typed: inout Typed?
  ) -> Step {
    func step(_ outcome: Step.Outcome, _ entry: EntryState? = nil) -> Step {
      Step(line: line.number, outcome: outcome, content: content, entry: entry)
    }
    if case .account = target, line.isUndirected { return step(.problem(.directionUnsaid)) }
    for again in 0..<Self.againMax {
      let id = id(line, known, occurrence, again)
      switch standing(id) {
      case .voided: continue
      case .there(let figures): return step(figures == Figures(content) ? .known : .differs(.differs(figures, Figures(content))))
      case .free:
        if !addsLike, let like = typed?.take(Figures(content), within: Self.likeDays) { return step(.like(like)) }
        var command = command(id, content)
        if case .addEntry = command.body { view.fillSplit(of: &command.addEntry.content, at: context.now) }
        if let cause = wrongCurrency(content) ?? after.rehearse(command, context) { return step(.problem(cause)) }
        return step(.new(command), after.shared.entries[id])
      }
    }
    return step(.problem(.importedTooOften))
  }

  private var home: String {
    switch target {
    case .group: after.group.description
    case .account(let account, _): account.description
    }
  }

  /// The entry's id: that of the file, otherwise one that follows from what the line says. An id whose entry was voided
  /// is not used again.
  private func id(_ line: ImportLine, _ known: EntryID?, _ occurrence: Int, _ again: Int) -> EntryID {
    if let known, again == 0 { return known }
    let identity = known.map { [$0.description] } ?? line.identity
    let suffix = again == 0 ? [] : ["again", String(again)]
    return EntryID(derivedFrom: ["hearth.import.entry", home, String(occurrence)] + identity + suffix)
  }

  private enum Standing {
    case free, voided
    case there(Figures)
  }

  private func standing(_ id: EntryID) -> Standing {
    switch target {
    case .group:
      guard let entry = after.shared.entries[id] else { return .free }
      return entry.isVoided ? .voided : .there(Figures(entry))
    case .account(let account, _):
      guard let entry = after.account(account)?.entries[id] else { return .free }
      return entry.isVoided ? .voided : .there(Figures(entry))
    }
  }

  private func command(_ id: EntryID, _ content: EntryContent) -> Command {
    var command = Command()
    command.id = CommandID(derivedFrom: ["hearth.import.command", home, id.description]).description
    command.groupID = after.group.description
    switch target {
    case .group:
      command.addEntry.entryID = id.description
      command.addEntry.content = content
    case .account(let account, _):
      command.setAccountEntry.accountID = account.description
      command.setAccountEntry.entryID = id.description
      command.setAccountEntry.content = content.accountEntry
    }
    return command
  }

  private func wrongCurrency(_ content: EntryContent) -> Wording? {
    guard case .account(_, let currency) = target, content.amount.currency != currency.code else { return nil }
    return .otherThanAccount(content.amount.currency, currency)
  }

  /// What becomes of lines, as sums: what went out, came in, and passed between members, by currency.
  public var sums: [(currency: Currency, spent: Int64, received: Int64, transferred: Int64)] {
    var sums: [Currency: (spent: Int64, received: Int64, transferred: Int64)] = [:]
    for step in steps {
      guard let content = step.content, let currency = Currency(code: content.amount.currency) else { continue }
      guard case .new = step.outcome else { continue }
      var sum = sums[currency] ?? (0, 0, 0)
      switch content.kind {
      case .income: sum.received = sum.received.addingReportingOverflow(content.amount.minor).partialValue
      case .transfer: sum.transferred = sum.transferred.addingReportingOverflow(content.amount.minor).partialValue
      default: sum.spent = sum.spent.addingReportingOverflow(content.amount.minor).partialValue
      }
      sums[currency] = sum
    }
    return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value.spent, $0.value.received, $0.value.transferred) }
  }
}

/// What is compared of an entry that stands there.
struct Figures: Hashable {
  var minor: Int64
  var currency: String
  var day: String
  var kind: String

  init(_ content: EntryContent) {
    (minor, currency, day, kind) = (content.amount.minor, content.amount.currency, content.date, content.kind.word)
  }

  init(_ entry: EntryState) {
    (minor, currency, day, kind) = (entry.minor, entry.currency.code, entry.date.description, entry.kind.word)
  }

  init(_ entry: AccountEntryState) {
    (minor, currency, day) = (entry.minor, entry.currency.code, entry.date.description)
    kind = entry.kind == .deposit ? "income" : "expense"
  }

  /// "2026-11-20, ₹450.50".
  var text: String { "\(day), \(Amounts.text(Currency(code: currency)?.text(minor) ?? ""))" }
}

/// Entries that somebody typed, by what they come to; each is like one line at most.
struct Typed {
  private var entries: [String: [(day: CivilDate, text: String)]] = [:]

  init(_ state: GroupState, _ target: ImportPlan.Target) {
    switch target {
    case .group:
      for entry in state.shared.entries where !entry.isVoided && entry.id.isTyped { add(Figures(entry), entry.date, entry.description) }
    case .account(let account, _):
      for entry in state.account(account)?.entries.map({ $0 }) ?? [] where !entry.isVoided && entry.id.isTyped {
        add(Figures(entry), entry.date, entry.description)
      }
    }
  }

  private static func key(_ figures: Figures) -> String { "\(figures.kind) \(figures.minor) \(figures.currency)" }

  private mutating func add(_ figures: Figures, _ day: CivilDate, _ text: String) {
    entries[Self.key(figures), default: []].append((day, "\"\(text.printable)\", \(figures.text)"))
  }

  /// The entry that is like the figures and is not taken yet.
  mutating func take(_ figures: Figures, within days: Int) -> Wording? {
    let key = Self.key(figures)
    guard let day = CivilDate(iso8601: figures.day), let found = entries[key],
      let place = found.firstIndex(where: { abs($0.day.daysSince1970 - day.daysSince1970) <= days })
    else { return nil }
    let text = found[place].text
    entries[key]?.remove(at: place)
    return Wording("like \(text)", "\(text) जैसी")
  }
}

extension EntryID {
  /// Whether a person's client made it, and nothing derived it.
  fileprivate var isTyped: Bool { high >> 12 & 15 == 7 }
}

extension EntryContent {
  /// The entry as one of an account: what came in or went out.
  fileprivate var accountEntry: AccountEntryContent {
    var entry = AccountEntryContent()
    entry.kind = kind == .income ? .deposit : .withdrawal
    (entry.amount, entry.date, entry.description_p, entry.category, entry.note) = (amount, date, description_p, category, note)
    return entry
  }
}

extension Wording {
  fileprivate static let directionUnsaid = Wording(
    "Nothing says whether it came in or went out. Say --signed or --card.", "कहीं नहीं लिखा कि यह आया या गया। --signed या --card लिखें।")
  fileprivate static let importedTooOften = Wording("It was imported and voided too often.", "यह बहुत बार आयात और रद्द हुई।")

  fileprivate static func differs(_ there: Figures, _ here: Figures) -> Wording {
    Wording("it stands there as \(there.text)", "वहाँ यह \(there.text) है")
  }

  fileprivate static func otherThanAccount(_ code: String, _ currency: Currency) -> Wording {
    Wording("It is in \(code.printable), but the account is in \(currency).", "यह \(code.printable) में है, पर खाता \(currency) में है।")
  }
}
