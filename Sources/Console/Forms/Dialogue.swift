import Glibc

/// Questions to the user at the keyboard.
struct Dialogue {
  let output: Output

  init(_ output: Output) { self.output = output }

  /// Asks until the form is complete: on a terminal again after an answer that makes no sense; answers from a file or
  /// pipe must all make sense.
  ///
  /// - Parameter undone: what to say when it is broken off, because nothing has come of it.
  /// - Returns: false when the answers ended, on a terminal.
  func fill(_ form: inout some Form, undone: [String]) throws(ConsoleFailure) -> Bool {
    let isTyped = isatty(STDIN_FILENO) == 1
    let output = output
    let interrupts = Interrupts {
      output.complain([""] + undone)
      // What POSIX.1-2024 §2.8.2 has a shell say of a program that was interrupted.
      _exit(130)
    }
    defer { interrupts.cancel() }
    while !form.isComplete {
      let question = form.question(output.theme)
      ask(isTyped ? Self.fitted(question, output.theme) : question)
      guard let answer = readLine() else {
        ask(["", ""])
        guard isTyped else { throw ConsoleFailure(said: [output.phrases.answersEnded()] + undone, status: 64) }
        return false
      }
      // What is typed ends the line by itself.
      if !isTyped { ask(["", ""]) }
      do throws(ArgumentFlaw) {
        try form.take(answer)
      } catch {
        guard isTyped else { throw ConsoleFailure(error).explained(by: undone) }
        output.complain([error.wording.text(in: output.theme.language)])
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
    guard isatty(STDIN_FILENO) == 1 else { throw ConsoleFailure(said: output.phrases.confirmationMissing(), status: 64) }
    var lines = question.wrapped(to: Self.questionColumns(output.theme))
    lines[lines.count - 1] += " "
    ask(lines)
    guard let answer = readLine() else {
      ask(["", ""])
      return false
    }
    return ["yes", "y", "हाँ"].contains(answer.trimmingSpaces.lowercased())
  }

  /// Columns of a question, behind which, or below which, its answer stands.
  private static func questionColumns(_ theme: Theme) -> Int { max(theme.width - 4, 8) }

  /// Lines of which none is parted within a word, the last one with space for the answer.
  static func fitted(_ question: [String], _ theme: Theme) -> [String] {
    guard let prompt = question.last else { return [] }
    return question.dropLast().flatMap { $0.folded(to: theme.width) } + prompt.folded(to: questionColumns(theme))
  }

  /// Writes lines and stays behind the last one; where a program reads JSON, people are asked beside it.
  private func ask(_ lines: [String]) {
    let text = lines.joined(separator: "\n")
    if output.isJSON { output.terminal.complain(text: text) } else { output.terminal.write(text: text) }
  }
}
