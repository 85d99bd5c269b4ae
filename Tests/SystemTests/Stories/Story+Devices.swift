extension Story {
  static let devices = Story(
    name: "A laptop, a phone, and a phone that is lost",
    calls: [
      json("Asha", "register --server {server} --name Asha --device Laptop", "\"displayName\":\"Asha\"", keeps: ["identityId"]),
      wrong("Asha", "whoami me", "Unexpected argument 'me'", "hearth whoami --help"),
      json("Asha", "whoami", "\"displayName\":\"Asha\"", keeps: ["identityId"]),
      shows("Asha", "whoami", "Your identity is {identityId}."),
      wrong("Asha", "invite --role adult --for Ravi", "\"Ravi\" is no identity", "hearth whoami"),
      wrong("Asha", "devices list all", "Unexpected argument 'all'", "hearth devices list --help"),
      json("Asha", "devices list", "\"name\":\"Laptop\"", "\"current\":true", keeps: ["deviceId"]),
      wrong("Asha", "devices link Phone", "Unexpected argument 'Phone'", "hearth devices link --help"),
      json("Asha", "devices link", "\"expiresInSeconds\":600", keeps: ["code"]),
      wrong("Phone", "login --server {server} --link 123", "123", "K7QM-3FXP-9RTW-2HVC"),
      json("Phone", "login --server {server} --link {code} --device Phone", "{identityId}"),
      refused("Phone", "login --server {server} --link {code}", "registered here already", "--replace"),
      refused("Thief", "login --server {server} --link {code}", "link_invalid", "show a new code"),
      shows("Phone", "devices", "Laptop", "Phone", "{deviceId}"),
      wrong("Asha", "devices rotate now", "Unexpected argument 'now'", "hearth devices rotate --help"),
      json("Asha", "devices rotate", "\"rotated\":true"),
      shows("Asha", "devices", "Laptop"),
      wrong("Asha", "devices revoke Tablet --yes", "You have no device with the id or name \"Tablet\"", "hearth devices lists the ids"),
      wrong("Asha", "devices revoke Phone", "--yes"),
      json("Asha", "devices revoke Phone --yes", "\"name\":\"Phone\""),
      json("Asha", "devices list", "Laptop"),
      shows("Asha", "devices link --language hi", "hearth login --server {server} --link "),
    ])

  static let tokens = Story(
    name: "A program that reads, one that writes, and an end to both",
    calls: [
      json("Asha", "register --server {server} --name Asha", "\"displayName\":\"Asha\""),
      json("Asha", "create Family --currency INR", "groupId"),
      shows("Asha", "token", "You have no tokens here."),
      wrong("Asha", "token add Bot --days 367", "--days is a number from 1 to 366."),
      json("Asha", "token add Bot --write --days 30", "GROUP_TOKEN_ACCESS_WRITE", "\"token\":\""),
      shows("Asha", "token add Digest", "reads what you may, in this group alone", "It ends with this device, too."),
      wrong("Asha", "token list now", "Unexpected argument 'now'", "hearth token list --help"),
      json("Asha", "token list", "\"name\":\"Bot\"", "\"name\":\"Digest\""),
      shows("Asha", "token list --all", "Bot", "writes", "Digest", "reads", "never used"),
      shows("Asha", "can asha tokens.write", "Yes"),
      wrong("Asha", "token revoke Importer --yes", "You have no token with the id or name \"Importer\"", "hearth token list --all"),
      wrong("Asha", "token revoke Bot", "--yes"),
      json("Asha", "token revoke Bot --yes", "\"name\":\"Bot\""),
      shows("Asha", "token revoke Digest --yes --language hi", "हटाया गया: Digest"),
    ])
}
