import ArgumentParser
import Console
import Foundation

/// The client program.
@main
struct Hearth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearth",
    abstract: "Share money with family and friends, live.",
    discussion: """
      Start with hearth register, then hearth create or hearth join. Credentials and the current group are kept in $HEARTH_HOME
      (~/.config/hearth if it is not set).

      Exit status: 0 done, 1 refused (nothing was changed), 2 no connection or no final answer, 64 not understood.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "You",
        subcommands: [
          RegisterCommand.self, LoginCommand.self, WhoAmICommand.self, DevicesCommand.self, TokenCommand.self, LanguageCommand.self,
          CurrencyCommand.self,
          AmountsCommand.self, DraftsCommand.self, PrivacyCommand.self, LockCommand.self, QuickExitCommand.self,
        ]),
      CommandGroup(
        name: "Groups",
        subcommands: [
          CreateCommand.self, InviteCommand.self, InvitesCommand.self, PreviewCommand.self, JoinCommand.self, GroupsCommand.self,
          UseCommand.self, GroupCommand.self, PolicyCommand.self, CanCommand.self, CategoryCommand.self, WebhookCommand.self,
        ]),
      CommandGroup(
        name: "Members",
        subcommands: [
          MemberCommand.self, AliasCommand.self, ClaimCommand.self, RoleCommand.self, LeaveCommand.self, TransferOwnershipCommand.self,
        ]),
      CommandGroup(
        name: "Money",
        subcommands: [
          AddCommand.self, QuickCommand.self, PresetCommand.self, SplitCommand.self, PayCommand.self, EditCommand.self, VoidCommand.self,
          RestoreCommand.self,
          UndoCommand.self,
          DisputeCommand.self, CommentCommand.self,
          EntryCommand.self, ReceiptCommand.self, IncomeCommand.self, SettleCommand.self, PayLinkCommand.self, PayAddressCommand.self,
          RemindCommand.self, BudgetCommand.self,
          AllocateCommand.self, ShareCategoryCommand.self, RateCommand.self, RecurringCommand.self, EMICommand.self, FestivalCommand.self,
        ]),
      CommandGroup(
        name: "Children",
        subcommands: [
          SpendCommand.self, LimitCommand.self, AllowanceCommand.self, GuardianCommand.self, ChildCommand.self, MeCommand.self,
          CoachCommand.self,
        ]),
      CommandGroup(name: "Accounts", subcommands: [AccountCommand.self]),
      CommandGroup(
        name: "Looking",
        subcommands: [
          RoomCommand.self, FeedCommand.self, EntriesCommand.self, MirrorCommand.self, BalancesCommand.self, MembersCommand.self,
          BudgetsCommand.self,
          HistoryCommand.self,
          DiffCommand.self,
          DashCommand.self, DigestCommand.self, NotifyCommand.self, VerifyCommand.self,
        ]),
      CommandGroup(name: "Without a connection", subcommands: [SyncCommand.self, OutboxCommand.self]),
      CommandGroup(name: "Files", subcommands: [ExportCommand.self, ImportCommand.self, ImportsCommand.self, VerifyBundleCommand.self]),
    ])

  /// Without a verb: how to begin, for newcomers; then the room of the current group, where there is a terminal, and
  /// otherwise the help.
  func run() throws {
    var isNew = false
    try Program.run(nil) { terminal, home in isNew = Welcome.show(terminal, home: home) }
    if isNew { return }
    guard RoomCommands.isPossible(Program.environment) else { throw CleanExit.helpRequest(self) }
    try RoomCommand.parse([]).run()
  }

  /// Runs what was asked for. An unknown verb is answered with the likeliest one, a missing verb with all.
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parseAsRoot(arguments)
      if let message = Suggestion.verbs(of: type(of: command)) {
        complain(message)
        Foundation.exit(ExitCode.validationFailure.rawValue)
      }
      try command.run()
    } catch {
      let code = exitCode(for: error)
      guard !code.isSuccess else { answer(error) }
      let suggestion = code == .validationFailure ? Suggestion.sentence(for: arguments) : nil
      let message = suggestion ?? fullMessage(for: error)
      if !message.isEmpty { complain(message) }
      Foundation.exit(code.rawValue)
    }
  }

  /// What was asked for and is no wrong: help, as wide as the terminal is, the version, or a script.
  private static func answer(_ asked: any Error) -> Never {
    let text = fullMessage(for: asked, columns: HelpText.unbroken)
    guard HelpText.isHelp(text) else { exit(withError: asked) }
    let terminal = Terminal(environment: Program.environment)
    terminal.write(HelpText.laid(text, columns: terminal.helpColumns))
    Foundation.exit(ExitCode.success.rawValue)
  }

  /// As wide as the terminal is, like everything else that is said.
  private static func complain(_ message: String) {
    Terminal(environment: Program.environment).complain(message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}
