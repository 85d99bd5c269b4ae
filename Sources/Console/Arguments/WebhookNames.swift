import HearthProtocol
import Ledger

/// Finds the webhook that somebody means: by its number in `hearth webhook list`, its label, its id or the beginning of
/// that.
struct WebhookNames {
  // Limit: fewer digits of an id name a webhook by chance.
  private static let digitsMin = 4

  private let webhooks: [WebhookState]

  init(_ webhooks: [WebhookState]) { self.webhooks = webhooks }

  func find(_ text: String) throws(ArgumentFlaw) -> WebhookState {
    let wanted = text.lowercased()
    let numbered = webhooks.indices.first { String($0 + 1) == text }.map { [webhooks[$0]] } ?? []
    let labelled = webhooks.filter { !$0.label.isEmpty && $0.label.lowercased() == wanted }
    let begun = text.count < Self.digitsMin ? [] : webhooks.filter { $0.id.description.hasPrefix(wanted) }
    guard let found = [numbered, labelled, begun].first(where: { !$0.isEmpty }) else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no webhook's number, label or id. See which there are: hearth webhook list",
        "\"\(text.printable)\" किसी वेबहुक की गिनती, लेबल या पहचान नहीं है। देखें कि कौन-से हैं: hearth webhook list"
      ).naming(.notFound)
    }
    guard found.count == 1 else {
      throw ArgumentFlaw(
        "\(found.count) webhooks go by \"\(text.printable)\". Name the one you mean by its number in hearth webhook list.",
        "\"\(text.printable)\" से \(found.count) वेबहुक मिलते हैं। जो चाहिए उसकी गिनती लिखें: hearth webhook list")
    }
    return found[0]
  }
}

extension WebhookState {
  /// What a person reads of it: its label, else its host.
  var shown: String { (label.isEmpty ? host : label).printable }
}
