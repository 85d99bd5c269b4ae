import ArgumentParser
import Console
import Foundation

/// `--group`, for commands that concern one.
struct GroupOption: ParsableArguments {
  @Option(help: ArgumentHelp("Name or id of the group; otherwise the current one (see hearth use).", valueName: "group"))
  var group: String?
}

/// `--json`, for commands that show something.
struct JSONOption: ParsableArguments {
  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false
}

/// What every command does around its body: sets the scene, and turns a failure into words and an exit status.
enum Program {
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Runs the body for somebody who is registered.
  ///
  /// - Parameter watches: whether they stay and watch; otherwise nobody is told that they are here.
  static func run(_ json: JSONOption, watches: Bool = false, _ body: (Session) throws(ConsoleFailure) -> Void) throws {
    try run { terminal, environment throws(ConsoleFailure) in
      try body(
        Session(
          terminal: terminal, environment: environment, isJSON: json.json, stays: watches, reportsMessages: watches && json.json))
    }
  }

  /// Runs the body for anybody.
  static func run(_ body: (Terminal, [String: String]) throws(ConsoleFailure) -> Void) throws {
    let environment = environment
    let terminal = Terminal(environment: environment)
    do {
      try body(terminal, environment)
    } catch {
      terminal.complain(error.lines)
      throw ExitCode(error.status)
    }
  }
}
