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

      For a group that is here already, when a code of hearthd import --codes was lost or is too old. A person who registers here and joins by a code \
      (hearth join CODE) goes on as that member. Members who are held by somebody registered here get none. Codes that were made for the same \
      members before hold no longer. No server may be running on the folder, or in PostgreSQL on the \
      group.
      """)

  @Argument(help: "The group's id, as hearthd import has printed it.")
  var group: String

  @OptionGroup var data: DataOptions

  @OptionGroup var limits: LimitOptions<CodeLimits>

  func validate() throws {
    guard GroupID(group) != nil else { throw ValidationError("\"\(group)\" is no group's id.") }
  }

  func run() throws {
    guard let id = GroupID(group) else { return }
    var settings = CodeSettings()
    try limits.apply(to: &settings)
    let opened = try data.openForWriting(id)
    let codes = InviteCodes(serverKey: try opened.serverKey())
    let known = try opened.reading { store throws(StoreFailure) in try store.holders(of: id) }
    let made = try MemberCodes.renew(of: id, in: opened.store, known: known, codes, days: settings.days, at: Server.systemClock())
    // They are good by now, whatever else happens.
    if made.isEmpty {
      print("Every active member of group \(id) is held by somebody who is registered here.")
    } else {
      made.show(days: settings.days)
    }
    try opened.close()
  }
}
