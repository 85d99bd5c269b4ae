import ArgumentParser
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import SQLiteStore

/// `hearthd codes`.
struct Codes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print new codes for members of an imported group whom nobody here has become yet.",
    discussion: """
        hearthd codes 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11 --data ./data --days 14

      For a group that is here already, when a code of hearthd import --codes was lost or is too old. A person who registers here and joins by a code
      (hearth join CODE) goes on as that member. Members who are held by somebody registered here get none. Codes that were made for the same
      members before hold no longer. No server may be running on the folder.
      """)

  @Argument(help: "The group's id, as hearthd import has printed it.")
  var group: String

  @Option(help: ArgumentHelp("Folder of the data.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var key: KeyOptions

  @OptionGroup var limits: LimitOptions<CodeLimits>

  func validate() throws {
    guard GroupID(group) != nil else { throw ValidationError("\"\(group)\" is no group's id.") }
  }

  func run() throws {
    guard let id = GroupID(group) else { return }
    var settings = CodeSettings()
    try limits.apply(to: &settings)
    try DataOpening.requireData(in: data)
    let secret = try key.load(data: data)
    let store: SQLiteStore
    do {
      store = try SQLiteStore(directory: data, key: secret, readOnly: false, keepsCopy: true)
    } catch {
      throw ServerFailure("The data in \(data) cannot be opened: \(error.sentence).")
    }
    let codes = InviteCodes(serverKey: try ServerKey.load(directory: data, sealer: store.fileSealer))
    let known: Set<HolderID>
    do {
      known = try store.holders(of: id)
    } catch {
      throw ServerFailure("The data in \(data) cannot be read: \(error.sentence).")
    }
    let made = try MemberCodes.renew(of: id, in: store, known: known, codes, days: settings.days, at: Server.systemClock())
    // They are good by now, whatever else happens.
    if made.isEmpty {
      print("Every active member of group \(id) is held by somebody who is registered here.")
    } else {
      made.show(days: settings.days)
    }
    try store.close()
  }
}
