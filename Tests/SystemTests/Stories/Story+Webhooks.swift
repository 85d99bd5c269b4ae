extension Story {
  static let webhooks = Story(
    name: "What happens in the group is sent to a program of the owner's",
    calls: family + [
      shows("Asha", "webhook list", "There are no webhooks.", "hearth webhook add https://…"),
      wrong("Asha", "webhook add", "<url>"), refused("Ravi", "webhook list", "forbidden: Webhooks are seen by the owner and admins only."),
      refused("Asha", "webhook add http://hooks.example.com/", "bad_request", "https://hooks.example.com/hearth"),
      refused("Asha", "webhook add https://192.168.1.1/", "bad_request"),
      refused("Asha", "webhook add https://127.0.0.1/", "bad_request", "not on the public internet"),
      refused("Ravi", "webhook add https://hooks.example.com/", "forbidden"),
      // The name leads to this machine, to which nothing is sent.
      json("Asha", "webhook add https://localhost:1/hook --label Bot", "\"secret\":\"whsec_", keeps: ["webhookId"]),
      shows("Asha", "webhook", "localhost:1", "Bot", "active", "Asha"),
      wrong("Asha", "webhook list much", "Unexpected argument 'much'"),
      json("Asha", "webhook list", "{webhookId}", "\"host\":\"localhost:1\""),
      refused("Asha", "webhook resume Bot", "nothing_changes"),
      shows("Asha", "webhook rotate 1", "whsec_", "24 hours"), json("Asha", "webhook rotate Bot", "\"secret\":\"whsec_"),
      wrong("Asha", "webhook rotate Nobody", "\"Nobody\" is no webhook's number, label or id", "hearth webhook list"),
      wrong("Asha", "webhook test 2", "hearth webhook list"), json("Asha", "webhook test Bot", "\"commandId\""),
      eventually(shows("Asha", "webhook list", "paused: the host leads to an address that is not public")),
      wrong("Asha", "webhook resume", "<webhook>"), json("Asha", "webhook resume Bot", "\"commandId\""),
      wrong("Asha", "webhook remove abc", "is no webhook's number, label or id"),
      shows("Asha", "webhook remove Bot", "Removed Bot: nothing more is sent to it."),
      shows("Asha", "webhook add https://hooks.invalid/ --language hi", "whsec_", "वेबहुक"),
      json("Asha", "webhook remove 1", "\"commandId\""),
    ])
}
