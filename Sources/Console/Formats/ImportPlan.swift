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
  /// What tells this line from others of the file: the same texts, the same entry.
  public var identity: [String]
  /// What it says.
  public var outcome: Outcome
}

/// What importing a file would do to a group, or does: every line judged, nothing sent.
///
/// Entries get ids that are derived from the group and what their line says (SPEC CV-05), so a file that is imported
/// again, or has grown since, adds only what is new. Each entry is decided as the server would, against the state that
/// the former left.
public struct ImportPlan: Sendable {
  /// A line and what becomes of it.
  public struct Step: Sendable {
    /// What becomes of a line.
    public enum Outcome: Equatable, Sendable {
      /// It is added by this command.
      case new(Command)
      /// The group has it.
      case known
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

  /// In the order of the file.
  public private(set) var steps: [Step] = []

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
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  public init(_ lines: [ImportLine], into view: GroupView, now: Int64, today: CivilDate) {
    var state = view.state
    let holder = state.shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: now, today: today)
    var repeated: [[String]: Int] = [:]
    for line in lines {
      let occurrence = repeated[line.identity, default: 0]
      repeated[line.identity] = occurrence + 1
      switch line.outcome {
      case .nothing(let cause): steps.append(Step(line: line.number, outcome: .nothing(cause)))
      case .problem(let cause): steps.append(Step(line: line.number, outcome: .problem(cause)))
      case .entry(let content, let known):
        let group = state.group.description
        let id = known ?? EntryID(derivedFrom: ["hearth.import.entry", group, String(occurrence)] + line.identity)
        var command = Command()
        command.id = CommandID(derivedFrom: ["hearth.import.command", group, id.description]).description
        command.groupID = group
        command.addEntry.entryID = id.description
        command.addEntry.content = content
        view.fillSplit(of: &command.addEntry.content, at: now)
        let outcome = state.shared.entries.has(id) ? Step.Outcome.known : Self.judge(command, &state, context)
        let entry = outcome == .known ? nil : state.shared.entries[id]
        steps.append(Step(line: line.number, outcome: outcome, content: content, entry: entry))
      }
    }
  }

  /// What becomes of the command.
  private static func judge(_ command: Command, _ state: inout GroupState, _ context: DecisionContext) -> Step.Outcome {
    state.rehearse(command, context).map(Step.Outcome.problem) ?? .new(command)
  }
}
