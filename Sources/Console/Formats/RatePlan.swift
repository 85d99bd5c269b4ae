import HearthClient
import HearthProtocol
import Importing
import Ledger

/// The exchange rates of a file, and what becomes of each when they are imported (SPEC CV-06).
public struct RatePlan: Sendable {
  /// What becomes of a line.
  public enum Outcome: Equatable, Sendable {
    /// The group does not know the rate, or another one of that day.
    case new(ExchangeRate)
    /// The group knows it just so.
    case known(ExchangeRate)
    /// It cannot be noted, and why.
    case problem(Wording)
  }

  /// A line of the file.
  public struct Line: Equatable, Sendable {
    /// Counted from 1.
    public var number: Int
    /// What becomes of it.
    public var outcome: Outcome
  }

  private enum Column: String, CaseIterable {
    case from, to, rate, date, source
  }

  /// In the file's order, without the first line.
  public private(set) var lines: [Line]

  /// What is to be sent, in the file's order.
  public var new: [ExchangeRate] {
    lines.compactMap { line in if case .new(let rate) = line.outcome { rate } else { nil } }
  }

  /// Somebody else has noted the rate just so since it was judged.
  mutating func isKnown(_ rate: ExchangeRate) {
    for place in lines.indices where lines[place].outcome == .new(rate) { lines[place].outcome = .known(rate) }
  }

  /// How many lines cannot be noted.
  public var problems: Int { lines.count { if case .problem = $0.outcome { true } else { false } } }

  /// Reads comma-separated values. The first line names the columns: `from` and `rate` are needed, `to`, `date` and
  /// `source` are not.
  ///
  /// - Parameters:
  ///   - order: how days are written that are not written like 2026-11-20.
  ///   - view: the group, as the importing member sees it. Each rate is decided as the server would, against the state
  ///     that
  ///     the former left.
  ///   - today: the day of a rate that says none.
  /// - Throws: when nothing of the file can be read; what is wrong with one line is its outcome.
  public init(_ bytes: [UInt8], _ order: ImportOptions.DateOrder?, into view: GroupView, today: CivilDate) throws(ArgumentFlaw) {
    let records = try CSV.records(bytes)
    guard let header = records.first else { throw ArgumentFlaw(.fileEmpty) }
    let titles = header.fields.map { $0.unguardedCell.trimmingSpaces.lowercased() }
    var state = view.state
    let home = try Choices.currency(nil, in: state.shared)
    let holder = state.shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: 0, today: today)
    for column in [Column.from, .rate] where !titles.contains(column.rawValue) {
      let all = Column.allCases.map(\.rawValue).joined(separator: ", ")
      throw ArgumentFlaw(
        "The first line names no column \"\(column.rawValue)\". The columns are \(all); from and rate are needed.",
        "पहली पंक्ति में \"\(column.rawValue)\" नाम का स्तंभ नहीं है। स्तंभ हैं: \(all); from और rate ज़रूरी हैं।")
    }
    var lines: [Line] = []
    var seen: [ExchangeRate: Int] = [:]
    for record in records.dropFirst() {
      func text(_ column: Column) -> String {
        guard let place = titles.firstIndex(of: column.rawValue), place < record.fields.count else { return "" }
        return record.fields[place].unguardedCell.trimmingSpaces
      }
      do throws(ArgumentFlaw) {
        let from = try Choices.currency(text(.from))
        let to = try text(.to).isEmpty ? home : Choices.currency(text(.to))
        guard from != to else { throw ArgumentFlaw("\(from) has no rate in itself.", "\(from) की अपने आप में कोई दर नहीं होती।") }
        let day = try text(.date).isEmpty ? today.description : DayText.day(text(.date), order)
        var rate = ExchangeRate()
        (rate.from, rate.to, rate.date) = (from.code, to.code, day)
        let key = rate
        rate.rate = try Choices.rate(text(.rate)).description
        rate.source = text(.source)
        if let line = seen[key] {
          throw ArgumentFlaw(
            "Line \(line) has a rate of these currencies and this day already.", "पंक्ति \(line) में इन मुद्राओं की इस दिन की दर पहले से है।")
        }
        let outcome = Self.judge(rate, &state, context)
        // A wrong line takes no place from a later one that is not.
        if case .problem = outcome {} else { seen[key] = record.line }
        lines.append(Line(number: record.line, outcome: outcome))
      } catch {
        lines.append(Line(number: record.line, outcome: .problem(error.wording)))
      }
    }
    self.lines = lines
  }

  /// What becomes of the rate; a new one is known from then on.
  private static func judge(_ rate: ExchangeRate, _ state: inout GroupState, _ context: DecisionContext) -> Outcome {
    var command = Command()
    let group = state.group.description
    command.id = CommandID(derivedFrom: ["hearth.import.rate", group, rate.from, rate.to, rate.date]).description
    command.groupID = group
    command.setRate.rate = rate
    do throws(Rejection) {
      _ = try decide(command, in: state, context: context)
    } catch {
      return error == .nothingChanges ? .known(rate) : .problem(.refusal(error))
    }
    return state.rehearse(command, context).map { .problem($0.wording) } ?? .new(rate)
  }
}

extension RatePlan.Line {
  /// The line for a program.
  var json: String {
    var json = JSONLine()
    json.add("line", json: String(number))
    func add(_ outcome: String, _ rate: ExchangeRate) {
      json.add("outcome", outcome)
      json.add("from", rate.from)
      json.add("to", rate.to)
      json.add("rate", rate.rate)
      json.add("date", rate.date)
    }
    switch outcome {
    case .new(let rate): add("new", rate)
    case .known(let rate): add("known", rate)
    case .problem(let cause):
      json.add("outcome", "problem")
      json.add("cause", cause.description)
    }
    return json.text
  }
}
