import HearthClient
import HearthProtocol
import Ledger

/// Where a command writes, and how: lines for a person, or JSON for a program.
struct Output: Sendable {
  let terminal: Terminal
  /// Whether results are written as JSON.
  let isJSON: Bool

  /// How screens are drawn.
  var theme: Theme { terminal.theme }

  /// What is said in the user's language.
  var phrases: Phrases { theme.phrases }

  /// Writes lines to standard output.
  func write(_ lines: [String]) { terminal.write(lines) }

  /// Writes lines to standard error.
  func complain(_ lines: [String]) { terminal.complain(lines) }

  /// Writes on standard error why something was not done.
  func complain(_ failure: ConsoleFailure) { terminal.complain(failure.lines(in: theme.language)) }

  /// Tells a person what was done, or a program what the server said.
  func tell(_ outcome: Outcome, json: @autoclosure () -> [String]) { show(outcome.lines(phrases), json: json()) }

  /// The same, and what ended because the command took somebody's right away.
  ///
  /// - Parameter shared: where the names of rules stand; nil when the group was not looked at.
  func tell(_ outcome: Outcome, with accepted: Accepted, _ shared: SharedState? = nil) {
    let rules = accepted.pausedRuleIds.map { id in
      RecurringID(id).flatMap { shared?.recurring[$0]?.name.printable } ?? String(id.suffix(6)).printable
    }
    let phrases = phrases
    let ended = phrases.ended(invites: accepted.revokedInviteIds.count, rules: rules, allowances: accepted.pausedAllowanceIds.count)
    show(outcome.lines(phrases) + [ended].compactMap(\.self), json: WireFormat.line(accepted))
  }

  /// Writes lines for a person, or the message for a program.
  func show(_ lines: @autoclosure () -> [String], json: @autoclosure () -> [String]) { write(isJSON ? json() : lines()) }

  /// Says that an entry that was taken is dated further ahead than people enter things ahead.
  ///
  /// - Parameter date: "2027-11-20"; empty says nothing.
  func warn(ifFarAhead date: String, _ view: GroupView, of what: DatedThing = .entry) {
    guard let day = CivilDate(iso8601: date), day.isFarAhead(of: view.today) else { return }
    complain([phrases.isFarAhead(date, of: what)])
  }
}

/// What a date is of, as far as another remedy follows from it.
enum DatedThing: CaseIterable {
  /// An entry of the group.
  case entry
  /// A rule that books entries.
  case rule
  /// What is given its date anew by the command that made it.
  case other
}
