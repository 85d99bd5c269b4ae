import HearthProtocol
import Ledger

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
      /// It stands there with these other figures.
      case differs(Figures)
      /// An entry that somebody typed is much like it: its text and figures.
      case like(String, Figures)
      /// Nothing to add; says why.
      case nothing(ImportFlaw)
      /// It cannot be added; says why.
      case problem(ImportFlaw)
    }

    /// Counted from 1.
    public var line: Int
    /// What happens.
    public var outcome: Outcome
    /// The entry, if it could be read.
    public var content: EntryContent?
    /// The entry as the group would have it, with who paid and what each owes; nil when it is not added.
    public var entry: EntryState?
    /// Whether nothing in its table says which way money went, so that it is taken for an expense.
    public var isUndirected = false
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
  /// Whether it took too long, so that the last lines are not judged.
  public private(set) var isCut = false
  /// The group as it would be.
  public private(set) var after: GroupState

  /// Where the lines go.
  public let target: Target
  private let context: DecisionContext
  private let addsLike: Bool
  private let addsLines: Set<Int>

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

  /// Whether new lines are taken for expenses since nothing says which way their money went.
  public var isUndirected: Bool { steps.contains(where: \.isUndirected) }

  /// How many balances of the file differ from what its lines come to.
  public var warnings: Int {
    steps.count { step in
      guard case .nothing(let flaw) = step.outcome else { return false }
      return flaw.isWarning
    }
  }

  /// Judges the lines.
  ///
  /// - Parameters:
  ///   - state: the group, as the importing member sees it.
  ///   - member: who imports.
  ///   - addsLike: whether lines are added although somebody typed an entry much like them.
  ///   - addsLines: the numbers of lines of which the same holds, whatever holds of the others.
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  ///   - goesOn: asked before each line; when it says no, the plan is cut there.
  public init(
    _ lines: [ImportLine], into state: GroupState, by member: MemberID, _ target: Target = .group, addsLike: Bool = false,
    addsLines: Set<Int> = [], now: Int64, today: CivilDate, goesOn: () -> Bool = { true }
  ) {
    after = state
    (self.target, self.addsLike, self.addsLines) = (target, addsLike, addsLines)
    let holder = after.shared.member(member)?.holder ?? HolderID(high: 0, low: 0)
    context = DecisionContext(holder: holder, now: now, today: today)
    var repeated: [[String]: Int] = [:]
    var typed: Typed?
    for line in lines {
      guard goesOn() else {
        isCut = true
        break
      }
      switch line.outcome {
      case .nothing(let cause): steps.append(Step(line: line.number, outcome: .nothing(cause)))
      case .problem(let cause): steps.append(Step(line: line.number, outcome: .problem(cause)))
      case .entry(let content, let known):
        let occurrence = repeated[line.identity, default: 0]
        repeated[line.identity] = occurrence + 1
        if typed == nil { typed = Typed(state, target) }
        steps.append(step(line, content, known, occurrence, state.shared, &typed))
      }
    }
  }

  private mutating func step(
    _ line: ImportLine, _ content: EntryContent, _ known: EntryID?, _ occurrence: Int, _ shared: SharedState, _ typed: inout Typed?
  ) -> Step {
    func step(_ outcome: Step.Outcome, _ entry: EntryState? = nil) -> Step {
      Step(line: line.number, outcome: outcome, content: content, entry: entry)
    }
    if case .account = target, line.isUndirected { return step(.problem(.directionUnsaid)) }
    for again in 0..<Self.againMax {
      let id = id(line, known, occurrence, again)
      switch standing(id) {
      case .voided: continue
      case .there(let figures): return step(figures == Figures(content) ? .known : .differs(figures))
      case .free:
        let isWanted = addsLike || addsLines.contains(line.number)
        if !isWanted, let like = typed?.take(Figures(content), within: Self.likeDays) { return step(.like(like.text, like.figures)) }
        var command = command(id, content)
        if case .addEntry = command.body { shared.fillSplit(of: &command.addEntry.content, at: context.now) }
        if let cause = wrongCurrency(content) ?? after.rehearse(command, context).map(ImportFlaw.refused) { return step(.problem(cause)) }
        var new = step(.new(command), after.shared.entries[id])
        new.isUndirected = line.isOfUndirectedTable
        return new
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

  private func wrongCurrency(_ content: EntryContent) -> ImportFlaw? {
    guard case .account(_, let currency) = target, content.amount.currency != currency.code else { return nil }
    return .otherCurrency(content.amount.currency, currency)
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

extension EntryID {
  /// Whether a person's client made it, and nothing derived it.
  var isTyped: Bool { high >> 12 & 15 == 7 }
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
