import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import SQLiteStore

/// `hearthd export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a group's whole history and its attachments into one file.",
    discussion: """
        hearthd export 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11 sharma.hearth --data ./data

      A server may be running. The audit log has a row of it, if the folder can be written. The file has all lanes, in plain: a person who has it can read all that the owner can. hearthd import reads it on \
      another server, and what that one exports is the same, byte for byte, up to the signature. The server's key signs it (hearthd keys shows the public one). Of a group that was deleted it is the export from then, if it is still there.
      """)

  @Argument(help: "The group's id, as hearth groups --json shows it.")
  var group: String

  @Argument(help: "The file to write.")
  var file: String

  @OptionGroup var data: DataOptions

  func run() throws {
    guard let id = GroupID(group) else { throw ValidationError("\"\(group)\" is no group's id.") }
    let opened = try data.open()
    defer { try? opened.close() }
    if try opened.reading({ store throws(StoreFailure) in try store.isPurged(id) }) {
      guard try opened.exports().copy(id, to: file) else {
        let place = opened.place.database == nil ? "\(opened.place.name)/exports" : opened.place.name
        throw ServerFailure("Group \(id) was deleted, and its export is not in \(place) any more.")
      }
      opened.note(.groupExported, "export", group: id)
      return print("the export of group \(id), which was deleted, written to \(file)")
    }
    let attachments = opened.attachments()
    let signingKey = BundleSigningKey(serverKey: try opened.serverKey())
    let figures = try BundleFile.write(to: file) { write throws(ServerFailure) in
      try GroupExport.write(id, from: opened.store, attachments, signedBy: signingKey, write: write)
    }
    opened.note(.groupExported, "export", group: id)
    print("\(figures.events) events and \(figures.attachments) attachments of group \(id) written to \(file)")
    print("signed with the key \(signingKey.signer)")
  }
}

/// `hearthd import`.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take over a group from a file that hearthd export wrote.",
    discussion: """
      Everything in the file is verified before anything is written, and all of it is written or nothing. No server may be running on the \
      folder; those of a database may. A group that is there already is refused.

      A bundle is as good as the server that signed it: name that server's key with --trust, as hearthd keys shows it there. What this folder's \
      own server has signed needs none. Hash chains alone show the order of events and not who made them.

      People who are registered on this server under the identity they had find the group again. For all others --codes prints a code for each \
      member whom somebody holds: a person who registers here and joins by it (hearth join CODE) goes on as that member. Each code is good once. A person who has \
      the owner's code becomes the owner, so hand each to the right person. hearthd codes makes new ones for those who have not come in time.

        hearthd import sharma.hearth --data ./data --codes --codes-days 14
      """)

  @Argument(help: "The file.")
  var file: String

  @Option(help: ArgumentHelp("Folder of the data; made when it is not there.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @OptionGroup var key: KeyOptions

  @Flag(help: "Print a code for each member, by which a new identity goes on as them.")
  var codes = false

  @OptionGroup var limits: LimitOptions<ImportLimits>

  @Flag(help: "Take back that the group is to be deleted, if its owner has asked for that.")
  var keep = false

  @Option(
    help: ArgumentHelp(
      "Take over what the server with this key has signed: 64 hexadecimal digits, as hearthd keys shows them there; or \"unsigned\" for a bundle that nobody has signed. May be given several times.",
      valueName: "key"))
  var trust: [BundleTrustOption] = []

  func run() throws {
    var settings = CodeSettings()
    try limits.apply(to: &settings)
    var check = try BundleCheck(try BundleFile.source(file))
    let place = try store.place(data, node: DataPlace.operatorNode)
    if case .folder(let data) = place {
      guard !HalfRestored(data: data).isLeft else { throw ServerFailure(HalfRestored.sentence(data)) }
      // Before a folder is made for what is refused.
      if DataOpening.holdsNothing(data) { try trusted(nil).require(check.signer) }
    }
    let opened = try DataOpening.makeOrOpen(place, key: key.load(data: data))
    let serverKey = opened.key
    try trusted(serverKey).require(check.signer)
    let now = Server.systemClock()
    let takesBack = keep && check.purgeAt != nil
    if keep { try check.keep(at: now) }
    try check.removeWebhooks(at: now)
    let made = codes ? try check.makeCodes(InviteCodes(serverKey: serverKey), days: settings.days, at: now) : []
    // What another server took is not refused here.
    let attachments = opened.opened.attachments(quota: .none)
    do throws(AttachmentFailure) {
      try attachments.prepare()
    } catch {
      throw ServerFailure("The attachments in \(place.name) cannot be kept: \(error.sentence).")
    }
    let store = opened.opened.store
    let figures = try GroupImport.run(check, try BundleFile.source(file), into: store, attachments, at: now)
    let acts: [AuditAct] = takesBack ? [.groupImported, .purgeCancelled] : [.groupImported]
    try store.note(acts.map { AuditNote($0, at: now, group: figures.group) })
    print("\(figures.events) events and \(figures.attachments) attachments of group \(figures.group) imported")
    made.show(days: settings.days)
    try store.close()
  }
}

/// A value of `--trust`.
enum BundleTrustOption: ExpressibleByArgument, Equatable {
  case unsigned
  case signer(BundleSigner)

  init?(argument: String) {
    if argument == "unsigned" {
      self = .unsigned
    } else if let signer = BundleSigner(argument) {
      self = .signer(signer)
    } else {
      return nil
    }
  }
}

extension Import {
  /// Whose bundles are taken over: those of the servers named, and what this folder's own has signed.
  private func trusted(_ serverKey: [UInt8]?) -> BundleTrust {
    var signers = Set(serverKey.map { [BundleSigningKey(serverKey: $0).signer] } ?? [])
    for case .signer(let signer) in trust { signers.insert(signer) }
    return BundleTrust(signers, takesUnsigned: trust.contains(.unsigned))
  }
}

extension [MemberCode] {
  /// Prints them for the operator, who hands each to the right person.
  func show(days: Int) {
    for code in self { print("\(code.code)  \(code.displayName.oneLine) (\(code.role.text))") }
    if !isEmpty { print("Each code is good once, for \(days) days, and is shown nowhere again.") }
  }
}

extension String {
  /// Without what would move the cursor, begin a line or turn the writing direction: names come from a file. Joiners
  /// stay.
  fileprivate var oneLine: String {
    let shown = unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      case .format: scalar.value == 0x200C || scalar.value == 0x200D
      default: true
      }
    }
    return String(String.UnicodeScalarView(shown))
  }
}
