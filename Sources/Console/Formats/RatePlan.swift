import HearthClient
import HearthProtocol
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
    case problem(String)
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
  public let lines: [Line]

  /// What is to be sent, in the file's order.
  public var new: [ExchangeRate] {
    lines.compactMap { line in if case .new(let rate) = line.outcome { rate } else { nil } }
  }

  /// How many lines cannot be noted.
  public var problems: Int { lines.count { if case .problem = $0.outcome { true } else { false } } }

  /// Reads comma-separated values. The first line names the columns: `from` and `rate` are needed, `to`, `date` and `source` are not.
  ///
  /// - Parameters:
  ///   - order: how days are written that are not written like 2026-11-20.
  ///   - shared: the group, for its currency and the rates it knows.
  ///   - today: the day of a rate that says none.
  /// - Throws: when nothing of the file can be read; what is wrong with one line is its outcome.
  public init(_ bytes: [UInt8], _ order: ImportOptions.DateOrder?, into shared: SharedState, today: CivilDate) throws(ArgumentFault) {
    let records = try CSV.records(bytes)
    guard let header = records.first else { throw ArgumentFault("The file is empty.") }
    let titles = header.fields.map { $0.unguardedCell.trimmingSpaces.lowercased() }
    let home = try Choices.currency(nil, in: shared)
    for column in [Column.from, .rate] where !titles.contains(column.rawValue) {
      let all = Column.allCases.map(\.rawValue).joined(separator: ", ")
      throw ArgumentFault("The first line names no column \"\(column.rawValue)\". The columns are \(all); from and rate are needed.")
    }
    var lines: [Line] = []
    var seen: [ExchangeRate: Int] = [:]
    for record in records.dropFirst() {
      func text(_ column: Column) -> String {
        guard let place = titles.firstIndex(of: column.rawValue), place < record.fields.count else { return "" }
        return record.fields[place].unguardedCell.trimmingSpaces
      }
      do {
        let from = try Choices.currency(text(.from))
        let to = try text(.to).isEmpty ? home : Choices.currency(text(.to))
        guard from != to else { throw ArgumentFault("\(from) has no rate in itself.") }
        let day = try text(.date).isEmpty ? today.description : DayText.day(text(.date), order)
        var rate = ExchangeRate()
        (rate.from, rate.to, rate.date) = (from.code, to.code, day)
        if let line = seen.updateValue(record.line, forKey: rate) {
          throw ArgumentFault("Line \(line) has a rate of these currencies and this day already.")
        }
        rate.rate = try Choices.rate(text(.rate)).description
        rate.source = text(.source)
        let known = CivilDate(iso8601: day).flatMap { shared.rates.rate(from: from, to: to, of: $0) }
        lines.append(Line(number: record.line, outcome: known?.message == rate ? .known(rate) : .new(rate)))
      } catch {
        lines.append(Line(number: record.line, outcome: .problem("\(error)")))
      }
    }
    self.lines = lines
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
      json.add("cause", cause)
    }
    return json.text
  }
}
