import HearthClient
import HearthProtocol
import Ledger

/// `hearth import`.
public struct ImportCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// What a file of entries is.
  public enum Form: Sendable {
    /// Comma-separated values with columns to be named.
    case csv
    /// Splitwise's export.
    case splitwise
  }

  /// `hearth import`: says what would be added, or adds it.
  ///
  /// - Parameters:
  ///   - commits: whether to send; nothing is sent while a line is wrong, unless `skipsProblems`.
  public func importFile(
    _ path: String, _ form: Form, _ options: ImportOptions, commits: Bool, skipsProblems: Bool, group: String?
  ) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let bytes = try UserFile.table(path)
    let shared = view.state.shared
    let lines = try reading { () throws(ArgumentFlaw) in
      switch form {
      case .csv: try CSVImport.lines(bytes, options, in: shared, me: view.member)
      case .splitwise: try SplitwiseImport.lines(bytes, options, in: shared, me: view.member)
      }
    }
    let plan = ImportPlan(lines, into: view, now: Present.now, today: Present.today(in: shared.settings?.timeZone ?? "UTC"))
    if !commits || (plan.problems > 0 && !skipsProblems) {
      output.show(
        Screens.importPlan(plan, view, skipsProblems: skipsProblems, today: view.today, output.theme), json: plan.steps.map(\.json))
      guard commits else { return }
      throw ConsoleFailure(
        [
          Wording("Nothing was added, since \(plan.problems) of the lines cannot be.", "कुछ नहीं जोड़ा गया, क्योंकि \(plan.problems) पंक्तियाँ नहीं जुड़ सकतीं।"),
          .correctOrSkip,
        ],
        status: 1)
    }
    var line = SendingInTurn(sitting)
    for command in plan.commands { try line.send(command) }
    output.show(Screens.imported(plan, output.theme), json: plan.steps.map(\.json))
  }
}

extension ImportPlan.Step {
  /// The step for a program.
  var json: String {
    var json = JSONLine()
    json.add("line", json: String(line))
    switch outcome {
    case .new(let command):
      json.add("outcome", "new")
      json.add("entryId", command.addEntry.entryID)
      if let entry { json.add("entry", json: WireFormat.line(entry.message).joined()) }
    case .known: json.add("outcome", "known")
    case .nothing(let cause):
      json.add("outcome", "nothing")
      json.add("cause", cause.description)
    case .problem(let cause):
      json.add("outcome", "problem")
      json.add("cause", cause.description)
    }
    return json.text
  }
}
