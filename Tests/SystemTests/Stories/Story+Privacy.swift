extension Story {
  static let privacy = Story(
    name: "What stays on a device: aliases, hidden amounts, a passphrase, and a quick way out",
    calls: [
      json("Asha", "register --server {server} --name Asha", "\"displayName\":\"Asha\""),
      json("Asha", "create 'Sharma Family' --currency INR"), json("Asha", "member add Ravi"), json("Asha", "add 600 Rice"),
      wrong("Asha", "alias Ravi", "Say what you call them", "--remove"),
      wrong("Asha", "alias Ravi Asha", "Somebody else in the group is called \"Asha\"", "Choose another alias"),
      wrong("Asha", "alias Dev Bhai", "Nobody here is called \"Dev\"", "Ravi"),
      json("Asha", "alias Ravi Bhai", "\"alias\":\"Bhai\"", "\"displayName\":\"Ravi\""), shows("Asha", "alias", "Ravi  →  Bhai"),
      shows("Asha", "members", "Bhai"), shows("Asha", "alias --language hi", "Bhai"),
      wrong("Asha", "alias me --remove", "You have no alias for Asha", "hearth alias"),
      wrong("Asha", "amounts maybe", "\"maybe\" is neither hide nor show"),
      json("Asha", "amounts hide", "\"amounts\":\"hide\""), shows("Asha", "balances", "•••"),
      wrong("Asha", "balances --hide-amounts --json", "Leave out --json or --hide-amounts"),
      shows("Asha", "balances --no-hide-amounts", "₹300.00"), json("Asha", "amounts show", "\"amounts\":\"show\""),
      wrong("Asha", "drafts maybe", "\"maybe\" is neither hide nor show"),
      json("Asha", "drafts hide", "\"drafts\":\"hide\""), json("Asha", "drafts show", "\"drafts\":\"show\"", "\"others\":\"show\""),
      wrong("Asha", "privacy please", "Unexpected argument 'please'", "hearth privacy"),
      json("Asha", "privacy", "\"lane\":\"shared\"", "\"locked\":false", "\"country\":\"IN\""),
      wrong("Asha", "quick-exit now", "Unexpected argument 'now'", "hearth quick-exit --help"),
      wrong("Asha", "lock forever", "Unexpected argument 'forever'", "hearth lock --help"),
      refused("Asha", "lock --remove", "The folder is not locked", "hearth lock"),
      knowing("short", refused("Asha", "lock", "A passphrase has 8 to 1000 characters")),
      knowing("four green boats", json("Asha", "lock", "\"locked\":true")),
      knowing("four green boots", refused("Asha", "members", "The passphrase is wrong", "Try again")),
      knowing("four green boats", shows("Asha", "members", "Bhai")),
      knowing("four green boats", json("Asha", "lock --remove", "\"locked\":false")), shows("Asha", "members", "Bhai"),
    ])

  static func knowing(_ passphrase: String, _ call: Call) -> Call {
    var call = call
    call.passphrase = passphrase
    return call
  }
}
