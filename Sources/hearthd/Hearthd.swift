import ArgumentParser

/// The server program.
@main
struct Hearthd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearthd",
    abstract: "Serves groups that share money, in real time.",
    discussion: "Everything is kept in one folder, or in a PostgreSQL of yours. SIGTERM ends it: what it accepted is finished.",
    version: "0.1.0",
    subcommands: [
      Serve.self, Verify.self, Export.self, Import.self, Codes.self, Backup.self, Restore.self, Erase.self, Keys.self, Audit.self,
      Groups.self, Identities.self, Sessions.self, Move.self,
    ])
}
