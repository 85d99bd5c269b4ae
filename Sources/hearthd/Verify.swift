import ArgumentParser
import HearthProtocol
import HearthServer
import Ledger

/// `hearthd verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay the whole history of a data folder, or of a bundle, and say what is damaged.",
    discussion: """
      Reads only; a server may be running. Exit status 0 when everything verifies, 1 when something is damaged.

      A receipt that an entry names and whose file is not there is "missing", which is no damage: an entry may name a file that nobody has put there.
      """)

  @OptionGroup var data: DataOptions

  @Option(help: ArgumentHelp("Verify this file of hearthd export or hearth export --bundle, and no folder.", valueName: "file"))
  var bundle: String?

  func run() throws {
    if let bundle { return try verifyBundle(bundle) }
    let check = try FolderCheck(data.open())
    check.show()
    if !check.isIntact { throw ExitCode(1) }
  }

  /// A bundle of a server or a member, from its first byte to its last.
  private func verifyBundle(_ path: String) throws {
    let source = try BundleFile.source(path)
    var audit = BundleAudit()
    do {
      while true {
        let bytes = try source()
        if bytes.isEmpty { break }
        try audit.take(bytes)
      }
      try audit.finish()
    } catch let flaw as BundleFlaw {
      print("damaged: \(flaw)")
      throw ExitCode(1)
    }
    let lanes = audit.events.keys.sorted().map { "\($0): \(audit.events[$0] ?? 0)" }.joined(separator: ", ")
    let count = audit.events.values.reduce(0, +)
    print("\(count) events (\(lanes)), \(audit.attachments) attachments: all verified")
    print(
      audit.signer.map { "signed with the key \($0): the server whose key that is vouches for it" }
        ?? "signed by nobody: the chains show the order of the events and not who made them")
  }
}
