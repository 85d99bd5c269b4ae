import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth privacy`.
public struct PrivacyCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth privacy`: who sees what, from what is known here and, with a connection, by the server.
  public func show(group: String?) throws(ConsoleFailure) {
    var groups: [PrivacyReport.Group] = []
    let ids = group == nil ? try sitting.groups().compactMap { GroupID($0.groupID) } : [try sitting.group(group)]
    for id in ids {
      let view: GroupView
      do throws(ConsoleFailure) {
        view = try sitting.follow(id)
      } catch {
        // One group that cannot be shown is no reason to say nothing of the others.
        guard group == nil, error.isOfGroup || error.rejected != nil else { throw error }
        output.complain(error)
        continue
      }
      let lanes = PrivacyReport.lanes(of: view.state, for: view.member).filter { view.marks[$0.lane] != nil || sitting.isOffline }
      groups.append(PrivacyReport.Group(view, lanes: lanes))
    }
    let report = PrivacyReport(
      sitting.profile, isLocked: (try? sitting.file.home.isLocked) ?? false, folder: sitting.file.home.path,
      aliases: sitting.aliases.count,
      waiting: try sitting.storing { store throws(ClientStoreFailure) in try store.commands() }.count, groups: groups,
      devices: sitting.isOffline ? nil : try DeviceCommands(sitting).devices(),
      tokens: sitting.isOffline ? nil : try TokenCommands(sitting).tokens(),
      resources: ResourceCommands(output, sitting.file.home).resources())
    output.show(Screens.privacy(report, output.theme), json: Screens.privacyJSON(report))
  }
}
