import ClientStore
import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth privacy`: who sees what, from what is known here and, with a connection, by the server.
  public func showPrivacy(group: String?) throws(ConsoleFailure) {
    var groups: [PrivacyReport.Group] = []
    let ids = group == nil ? try self.groups().compactMap { GroupID($0.groupID) } : [try self.group(group)]
    for id in ids {
      let view: GroupView
      do throws(ConsoleFailure) {
        view = try follow(id)
      } catch {
        // One group that cannot be shown is no reason to say nothing of the others.
        guard group == nil, error.isOfGroup || error.rejected != nil else { throw error }
        terminal.complain(error.lines(in: terminal.theme.language))
        continue
      }
      let lanes = PrivacyReport.lanes(of: view.state, for: view.member).filter { view.marks[$0.lane] != nil || isOffline }
      groups.append(PrivacyReport.Group(id: id, name: view.state.shared.settings?.name ?? "", lanes: lanes))
    }
    let report = PrivacyReport(
      server: profile.server, identity: profile.identity, isSecure: profile.server.hasPrefix("wss:"),
      isLocked: (try? file.home.isLocked) ?? false, folder: file.home.path, areAmountsHidden: Amounts.areHidden, aliases: aliases.count,
      waiting: try storing { store throws(ClientStoreFailure) in try store.commands() }.count, groups: groups,
      devices: isOffline ? nil : try devices(), resources: Self.resources(terminal, file.home))
    show(Screens.privacy(report, terminal.theme), json: Screens.privacyJSON(report))
  }

  /// `hearth privacy --resources`: whom to call; asks nobody.
  public static func showResources(isJSON: Bool, _ terminal: Terminal, home: HomeFolder) {
    let resources = resources(terminal, home)
    terminal.write(isJSON ? resources.map(Screens.resourceJSON) : Screens.resources(resources, terminal.theme))
  }

  /// A file that is not as it is to be is no reason to show nothing.
  private static func resources(_ terminal: Terminal, _ home: HomeFolder) -> [SupportResource] {
    do {
      return try SupportResource.all(in: home)
    } catch {
      terminal.complain(ConsoleFailure(error).lines(in: terminal.theme.language))
      return SupportResource.all
    }
  }
}
