import FoundationEssentials
import Glibc
import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// What entries are written as.
  public enum ExportForm: Sendable {
    /// Comma-separated values (SPEC CV-01).
    case csv
    /// A journal of ledger-cli and hledger (SPEC LC-01).
    case ledger
    /// A ledger of beancount (SPEC LC-02).
    case beancount
  }

  /// What a file of entries is.
  public enum ImportForm: Sendable {
    /// Comma-separated values with columns to be named.
    case csv
    /// Splitwise's export.
    case splitwise
  }

  /// `hearth export`.
  ///
  /// - Parameter path: where to write; "-" is standard output.
  public func export(_ form: ExportForm, to path: String, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let text: String
    switch form {
    case .csv: text = EntriesCSV.text(view.state.shared)
    case .ledger: text = LedgerExport.text(view.state.shared)
    case .beancount: text = BeancountExport.text(view.state.shared)
    }
    // Names and descriptions come from others: a file has them as they are, a terminal does not.
    guard path != "-" else { return terminal.write(text: text.printableLines) }
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ConsoleFailure(
        ["Could not write \(path.printable).", "Check that the folder is there and that you may write to it."], status: 1)
    }
    let count = view.state.shared.entries.count { !$0.isVoided }
    var json = JSONLine()
    json.add("file", path)
    json.add("entries", json: String(count))
    tell(.wroteEntries(count, to: path.printable), json: [json.text])
  }

  /// `hearth import`: says what would be added, or adds it.
  ///
  /// - Parameters:
  ///   - commits: whether to send; nothing is sent while a line is at fault, unless `skipsProblems`.
  public func importFile(
    _ path: String, _ form: ImportForm, _ options: ImportOptions, commits: Bool, skipsProblems: Bool, group: String?
  ) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let bytes = try Self.table(path)
    let shared = view.state.shared
    let lines = try Self.reading { () throws(ArgumentFault) in
      switch form {
      case .csv: try CSVImport.lines(bytes, options, in: shared, me: view.member)
      case .splitwise: try SplitwiseImport.lines(bytes, options, in: shared, me: view.member)
      }
    }
    let plan = ImportPlan(lines, into: view, now: Present.now, today: Present.today(in: shared.settings?.timeZone ?? "UTC"))
    if !commits || (plan.problems > 0 && !skipsProblems) {
      show(
        Screens.importPlan(plan, view, skipsProblems: skipsProblems, today: Self.today(view), terminal.theme), json: plan.steps.map(\.json))
      guard commits else { return }
      throw ConsoleFailure(
        ["Nothing was added, since \(plan.problems) of the lines cannot be.", "Correct them, or leave them out with --skip-problems."],
        status: 1)
    }
    var pace = SendingPace()
    for command in plan.commands { try sendInTurn(command, &pace) }
    show(Screens.imported(plan, terminal.theme), json: plan.steps.map(\.json))
  }

  // Limit: how often a command is sent again; a server that gives way never needs this many.
  private static let sendsMax = 20

  /// Sends a command of many, no faster than the server takes them, and again when it was one too many (SPEC CM-08,
  /// ER-02).
  ///
  /// - Parameter isKept: whether it has waited on the disk, so that it may have been sent before.
  @discardableResult
  func sendInTurn(_ command: Command, _ pace: inout SendingPace, isKept: Bool = false) throws(ConsoleFailure) -> Accepted {
    let connection = try online()
    try pass(until: .now + .milliseconds(pace.beforeNext()), keepsNews: isKept)
    for attempt in 1..<Self.sendsMax {
      do throws(ConnectionFailure) {
        return try connection.send(command, mayBeKnown: isKept || attempt > 1)
      } catch {
        guard case .rejected(let rejected) = error, rejected.code == RejectionCode.rateLimited.rawValue else {
          throw failure(error, of: command)
        }
        try pass(until: .now + .milliseconds(pace.refused(retryAfterMs: rejected.retryAfterMs)), keepsNews: isKept)
      }
    }
    return try asking(of: command) { connection throws(ConnectionFailure) in try connection.send(command, mayBeKnown: true) }
  }

  /// Lets pass what the group tells until then, or keeps it for whoever follows the group next.
  private func pass(until: ContinuousClock.Instant, keepsNews: Bool) throws(ConsoleFailure) {
    if keepsNews { return try asking { connection throws(ConnectionFailure) in try connection.wait(until: until) } }
    while let delivery = try next(within: until - .now) {
      if case .stopped(let reason) = delivery.notice { throw try ConsoleFailure(.stopped(online().server, reason)) }
    }
  }

  /// The bytes of a file; `-` is standard input, for programs that fetch it.
  static func table(_ path: String) throws(ConsoleFailure) -> [UInt8] {
    guard path == "-" else { return try contents(of: path) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ConsoleFailure(["Could not read standard input.", "Pipe the file into it, or name the file."], status: 1)
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  static func contents(of path: String) throws(ConsoleFailure) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConsoleFailure(["Could not read \(path.printable).", "Check the path, and that you may read the file."], status: 1)
    }
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
