import HearthClient
import HearthProtocol
import Ledger

/// `hearth privacy separate` and `rejoin`.
public struct SeparationCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth privacy separate`: takes copies along, asks, and sends it (SPEC SE-01).
  ///
  /// - Parameters:
  ///   - folder: where the exports are written; nil: one that is named after the group, in the current folder.
  ///   - isSure: whether not to ask.
  public func separate(to folder: String?, isSure: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let folder = folder ?? "hearth-export-\(group)"
    try UserFile.makeFolder(folder)
    try BundleCommands(sitting).export(to: folder + "/group.hearth", group: group.description)
    try ExportCommands(sitting).export(.csv, to: folder + "/entries.csv", group: group.description)
    if !AccountNames(view.state, of: view.member).accounts.isEmpty {
      try ExportCommands(sitting).exportAccounts(to: folder, group: group.description)
    }
    let name = view.state.shared.settings?.name.printable ?? ""
    guard try Dialogue(output).confirms(output.phrases.askSeparation(from: name), isSure: isSure) else {
      return output.show([output.phrases.nothingSeparated()], json: [])
    }
    try send(.separate(Separate()), to: group, .separated(folder.printable), exports: folder.printable)
  }

  /// `hearth privacy rejoin`.
  public func rejoin(group: String?) throws(ConsoleFailure) {
    try send(.endSeparation(EndSeparation()), to: try sitting.group(group), .rejoined, exports: nil)
  }

  private func send(_ body: Command.OneOf_Body, to group: GroupID, _ outcome: Outcome, exports: String?) throws(ConsoleFailure) {
    let accepted: Accepted
    do throws(ConsoleFailure) {
      accepted = try sitting.send(body, to: group).accepted
    } catch {
      throw error.rejected == nil ? error.explained(by: output.phrases.separationUnanswered(exports)) : error
    }
    output.tell(outcome, json: WireFormat.line(accepted))
  }
}
