import ArgumentParser
import ClientStore
import Console
import Foundation

/// `--group`, for commands that concern one.
struct GroupOption: ParsableArguments {
  @Option(help: ArgumentHelp("Name or id of the group; otherwise the current one (see hearth use).", valueName: "group"))
  var group: String?
}

/// `--json` and `--language`, for commands that show something.
struct JSONOption: ParsableArguments {
  @Flag(help: "Write JSON, one object a line, instead of text; a refusal is one on standard error.")
  var json = false

  @Option(help: ArgumentHelp("Speak this language: en or hi; otherwise that of hearth language, otherwise of LANG.", valueName: "code"))
  var language: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Write ••• where amounts would stand, or show them for once; otherwise as hearth amounts has it. Not with --json.")
  var hideAmounts: Bool?
}

/// What every command does around its body: sets the scene, and turns a failure into words and an exit status.
enum Program {
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Runs the body for somebody who is registered.
  ///
  /// - Parameters:
  ///   - watches: whether they stay and watch; otherwise nobody is told that they are here.
  ///   - worksOffline: whether it goes on with what is kept here when the server cannot be reached.
  ///   - keepsFirst: whether the server is asked only once the command is kept here, or needs it.
  ///   - sendsKept: whether what waits here is sent before.
  static func run(
    _ json: JSONOption, watches: Bool = false, worksOffline: Bool = false, keepsFirst: Bool = false, sendsKept: Bool = true,
    _ body: (Sitting) throws(ConsoleFailure) -> Void
  ) throws {
    try run(json) { terminal, home throws(ConsoleFailure) in
      let sitting = try Sitting(
        terminal: terminal, home: home, isJSON: json.json, stays: watches, reportsMessages: watches && json.json,
        worksOffline: worksOffline, asksLater: keepsFirst)
      defer { sitting.end() }
      if sendsKept, !keepsFirst { SyncCommands(sitting).sendKeptFirst() }
      try body(sitting)
    }
  }

  /// Runs the body for anybody.
  ///
  /// - Parameters:
  ///   - output: as said on the command line.
  ///   - asksPassphrase: whether the passphrase of a locked folder is asked for, to know what the profile says of
  ///     language and amounts.
  static func run(
    _ output: JSONOption?, asksPassphrase: Bool = true, _ body: (Terminal, HomeFolder) throws(ConsoleFailure) -> Void
  ) throws {
    let environment = environment
    let home = HomeFolder(environment: environment) { Passphrase.ask(environment) }
    var terminal = Terminal(environment: environment)
    // The code that needs a profile reports one that cannot be read.
    let isReadable = asksPassphrase || (try? home.isLocked) == false
    let kept = isReadable ? try? ProfileFile(home: home).load() : nil
    try Amounts.hiding(output?.hideAmounts ?? kept?.hidesAmounts ?? false) {
      do throws(ConsoleFailure) {
        terminal = Terminal(environment: environment, language: try chosen(output?.language, kept?.language, environment))
        if output?.json == true, output?.hideAmounts == true {
          throw ConsoleFailure(
            ArgumentFlaw(
              "JSON has the amounts that programs need. Leave out --json or --hide-amounts.",
              "JSON में वे राशियाँ होती हैं जो प्रोग्राम पढ़ते हैं। --json या --hide-amounts में से एक छोड़ दें।"))
        }
        try body(terminal, home)
      } catch {
        terminal.complain(output?.json == true ? error.json : error.lines(in: terminal.theme.language))
        throw ExitCode(error.status)
      }
    }
  }

  /// What is wrong with options that are right one by one, in the user's language.
  ///
  /// - Parameter output: as said on the command line; nil when the options that are wrong are a group without it.
  static func misuse(_ sentence: Wording, _ output: JSONOption? = nil) -> ValidationError {
    let environment = environment
    let kept = try? ProfileFile(home: HomeFolder(environment: environment)).load()
    let language = try? chosen(output?.language, kept?.language, environment)
    return ValidationError(sentence.text(in: language ?? .english))
  }

  private static func chosen(_ said: String?, _ kept: String?, _ environment: [String: String]) throws(ConsoleFailure) -> Language {
    do {
      return try Language(said: said, kept: kept, environment: environment)
    } catch {
      throw ConsoleFailure(error)
    }
  }
}

/// `--as-of`, for commands that can look back.
struct AsOfOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As the group knew it at the end of this day, like 2026-10-24, or at a time of it, like 2026-10-24T18:30.", valueName: "moment"))
  var asOf: String?
}

/// `--preview`, for commands whose effect can be looked at first.
struct PreviewOption: ParsableArguments {
  @Flag(help: "Show what it would do and what that would change for budgets and debts, and do nothing.")
  var preview = false
}

/// `--place`, `--country` and `--at`, for commands that say where something happened.
struct PlaceOption: ParsableArguments {
  @Option(help: ArgumentHelp("The city; empty for no place at all.", valueName: "city"))
  var place: String?

  @Option(help: ArgumentHelp("The country; empty for none.", valueName: "country"))
  var country: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Degrees north and east, like 19.0760,72.8777 or -33.86,151.21; empty for none.", valueName: "coordinates"))
  var at: String?

  var wish: PlaceWish {
    var wish = PlaceWish()
    (wish.city, wish.country, wish.coordinates) = (place, country, at)
    return wish
  }
}
