import Glibc
import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// Asks until the form is complete: on a terminal again after an answer that makes no sense; answers from a file or
  /// pipe must all make sense.
  ///
  /// - Parameter undone: what to say when it is broken off, because nothing has come of it.
  /// - Returns: false when the answers ended, on a terminal.
  func fill(_ form: inout some Form, undone: [String]) throws(ConsoleFailure) -> Bool {
    let isTyped = isatty(STDIN_FILENO) == 1
    let terminal = terminal
    let interrupts = Interrupts {
      terminal.complain([""] + undone)
      // What POSIX.1-2024 §2.8.2 has a shell say of a program that was interrupted.
      _exit(130)
    }
    defer { interrupts.cancel() }
    while !form.isComplete {
      let question = form.question(terminal.theme)
      ask(question)
      guard let answer = readLine() else {
        ask(["", ""])
        guard isTyped else { throw ConsoleFailure(said: [terminal.theme.phrases.answersEnded()] + undone, status: 64) }
        return false
      }
      // What is typed ends the line by itself.
      if !isTyped { ask(["", ""]) }
      do throws(ArgumentFault) {
        try form.take(answer)
      } catch {
        guard isTyped else { throw ConsoleFailure(error).explained(by: undone) }
        terminal.complain([error.wording.text(in: terminal.theme.language)])
      }
    }
    return true
  }

  /// Asks before something is done that cannot simply be taken back.
  ///
  /// - Parameter isSure: whether the user has said so already.
  /// - Returns: false when they are not sure.
  func confirms(_ question: String, isSure: Bool) throws(ConsoleFailure) -> Bool {
    if isSure { return true }
    // What comes from a file or pipe was not written as an answer to this.
    guard isatty(STDIN_FILENO) == 1 else { throw ConsoleFailure(said: terminal.theme.phrases.confirmationMissing(), status: 64) }
    ask([question])
    guard let answer = readLine() else {
      ask(["", ""])
      return false
    }
    return ["yes", "y", "हाँ"].contains(answer.trimmingSpaces.lowercased())
  }

  /// Writes lines and stays behind the last one; where a program reads JSON, people are asked beside it.
  private func ask(_ lines: [String]) {
    let text = lines.joined(separator: "\n")
    if isJSON { terminal.complain(text: text) } else { terminal.write(text: text) }
  }

  /// `hearth create --wizard`, once the group is there: asks for budgets and sets them all, or none.
  func askForBudgets(in group: GroupID) throws(ConsoleFailure) {
    let view = try follow(group)
    let shared = view.state.shared
    let phrases = terminal.theme.phrases
    guard let settings = shared.settings else { throw ConsoleFailure(said: [phrases.notComplete()], status: 1) }
    let undone = [phrases.noBudgetsSet(settings.name.printable)]
    var form = BudgetForm(shared.sortedCategories, settings.currency, phrases)
    let bodies = try fill(&form, undone: undone) ? form.commands { Present.id() } : []
    guard !bodies.isEmpty else { return show(undone, json: []) }
    // From here on all or nothing: what cannot be is found out before the first is sent, and nobody interrupts.
    let commands = bodies.map { command($0, to: group) }
    var state = view.state
    let holder = shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: Present.now, today: Self.today(view))
    for command in commands {
      guard let rejection = state.rehearse(command, context) else { continue }
      throw ConsoleFailure([rejection], status: 1).explained(by: undone)
    }
    let interrupts = Interrupts {}
    defer { interrupts.cancel() }
    var pace = SendingPace()
    for command in commands {
      let accepted = try sendInTurn(command, &pace)
      guard case .setBudget(let set) = command.body else { continue }
      let limit = settings.currency.text(set.content.limit.minor)
      tell(.budgetSet(set.content.name.printable, limit: limit, .monthly, rollover: ""), json: WireFormat.line(accepted))
    }
  }
}
