import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// The webhooks of the group, in the order of creation, each with the number by which other commands take it.
  public static func webhooks(_ view: GroupView, _ theme: Theme) -> [String] {
    let webhooks = view.state.admin.webhooks
    guard !webhooks.isEmpty else { return [theme.phrases.noWebhooks(maySet: view.offers(.webhooksSet))] }
    let shared = view.state.shared
    var table = Table()
    for (place, webhook) in webhooks.enumerated() {
      let pause = webhook.pause.map { theme.phrases.webhookPause($0, status: webhook.status) }
      table.add(
        Cell(String(place + 1), right: true), Cell(webhook.host.printable, whole: true), Cell(webhook.label.printable),
        Cell(pause ?? theme.phrases.webhookIsActive(), pause == nil ? .good : .bad),
        Cell(shared.name(shared.members.current(webhook.createdBy)).printable, .faint))
    }
    return table.lines(theme)
  }
}
