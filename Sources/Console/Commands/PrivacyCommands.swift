import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth privacy`.
public struct PrivacyCommands: CommandFamily {
  let session: Session

  /// Commands of this call.
  public init(_ session: Session) { self.session = session }

  /// `hearth privacy`: who sees what, from what is known here and, with a connection, by the server.
  public func show(group: String?) throws(ConsoleFailure) {
    var groups: [PrivacyReport.Group] = []
    let ids = group == nil ? try session.groups().compactMap { GroupID($0.groupID) } : [try session.group(group)]
    for id in ids {
      let view: GroupView
      do throws(ConsoleFailure) {
        view = try session.follow(id)
      } catch {
        // One group that cannot be shown is no reason to say nothing of the others.
        guard group == nil, error.isOfGroup || error.rejected != nil else { throw error }
        output.complain(error)
        continue
      }
      let lanes = PrivacyReport.lanes(of: view.state, for: view.member).filter { view.marks[$0.lane] != nil || session.isOffline }
      groups.append(PrivacyReport.Group(view, lanes: lanes))
    }
    let report = PrivacyReport(
      session.profile, isLocked: (try? session.file.home.isLocked) ?? false, folder: session.file.home.path,
      aliases: session.aliases.count,
      waiting: try session.storing { store throws(ClientStoreFailure) in try store.commands() }.count, groups: groups,
      devices: session.isOffline ? nil : try DeviceCommands(session).devices(),
      resources: ResourceCommands(output, session.file.home).resources())
    output.show(Screens.privacy(report, output.theme), json: Screens.privacyJSON(report))
  }
}
