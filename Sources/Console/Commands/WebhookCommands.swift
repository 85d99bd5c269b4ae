import HearthClient
import HearthProtocol
import Ledger

/// `hearth webhook`.
public struct WebhookCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth webhook add`: the secret is shown this once.
  ///
  /// - Parameter label: what it is for, in the user's words; may be empty.
  public func add(_ url: String, label: String, group: String?) throws(ConsoleFailure) {
    let id: WebhookID = Present.id()
    var add = AddWebhook()
    (add.webhookID, add.url, add.label) = (id.description, url, label)
    let accepted = try sitting.send(.addWebhook(add), to: try sitting.group(group)).accepted
    show(accepted.webhookSecret, of: id) { .webhookAdded(id.description, secret: $0) }
  }

  /// `hearth webhook rotate`: the new secret is shown this once.
  public func rotate(_ text: String, group: String?) throws(ConsoleFailure) {
    let (group, webhook) = try find(text, group)
    var rotate = RotateWebhookSecret()
    rotate.webhookID = webhook.id.description
    let accepted = try sitting.send(.rotateWebhookSecret(rotate), to: group).accepted
    show(accepted.webhookSecret, of: webhook.id) { .webhookRotated(webhook.shown, secret: $0) }
  }

  /// `hearth webhook test`.
  public func test(_ text: String, group: String?) throws(ConsoleFailure) {
    try send(to: text, group, { id in .testWebhook(.with { $0.webhookID = id }) }, Outcome.webhookTested)
  }

  /// `hearth webhook resume`.
  public func resume(_ text: String, group: String?) throws(ConsoleFailure) {
    try send(to: text, group, { id in .resumeWebhook(.with { $0.webhookID = id }) }, Outcome.webhookResumed)
  }

  /// `hearth webhook remove`.
  public func remove(_ text: String, group: String?) throws(ConsoleFailure) {
    try send(to: text, group, { id in .removeWebhook(.with { $0.webhookID = id }) }, Outcome.webhookRemoved)
  }

  private func send(
    to text: String, _ group: String?, _ wish: (String) -> Command.OneOf_Body, _ outcome: (String) -> Outcome
  ) throws(ConsoleFailure) {
    let (group, webhook) = try find(text, group)
    let accepted = try sitting.send(wish(webhook.id.description), to: group).accepted
    output.tell(outcome(webhook.shown), json: WireFormat.line(accepted))
  }

  /// `hearth webhook list`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try follow(try sitting.group(group))
    output.show(Screens.webhooks(view, output.theme), json: view.state.admin.webhooks.flatMap { WireFormat.line($0.message) })
  }

  private func show(_ secret: String, of id: WebhookID, _ outcome: (String) -> Outcome) {
    var json = JSONLine()
    json.add("webhookId", id.description)
    json.add("secret", secret)
    output.tell(outcome(secret.printable), json: [json.text])
  }

  /// The group as somebody sees it who may see its webhooks.
  private func follow(_ group: GroupID) throws(ConsoleFailure) -> GroupView {
    let view = try sitting.follow(group)
    guard view.marks[.admin] != nil else {
      throw ConsoleFailure(
        [Wording("forbidden: Webhooks are seen by the owner and admins only.", "forbidden: वेबहुक केवल मालिक और प्रबंधक देखते हैं।"), .askOneOfThem],
        status: 1)
    }
    return view
  }

  /// The webhook that somebody means: by its number in the list, its label, or the beginning of its id.
  private func find(_ text: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, WebhookState) {
    let group = try sitting.group(group)
    let webhooks = try follow(group).state.admin.webhooks
    let webhook = try reading { () throws(ArgumentFlaw) in try WebhookNames(webhooks).find(text) }
    return (group, webhook)
  }
}
