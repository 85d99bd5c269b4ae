extension Story {
  static let separation = Story(
    name: "Somebody keeps everything of theirs from the group, reads on in silence, and comes back",
    calls: family + [
      json("Asha", "add 600 Rice"),
      wrong("Ravi", "privacy separate now", "Unexpected argument 'now'", "hearth privacy separate --help"),
      wrong("Ravi", "privacy rejoin now", "Unexpected argument 'now'", "hearth privacy rejoin --help"),
      refused("Ravi", "privacy rejoin", "nothing_changes"),
      refused("Ravi", "privacy separate --to {folder}/no/where --yes", "Could not write"),
      wrong("Ravi", "privacy separate --to {folder}/taken", "nobody is there to answer", "--yes"),
      json("Ravi", "add 20 Tea"),
      json(
        "Ravi", "privacy separate --to {folder}/taken --yes", "group.hearth", "entries.csv", "\"entries\":2", "\"commandId\"",
        "\"lane\":\"inbox/"),
      shows("Ravi", "verify-bundle {folder}/taken/group.hearth"),
      refused("Ravi", "add 10 Milk", "separated", "hearth privacy rejoin"),
      refused("Ravi", "privacy separate --to {folder}/taken --yes", "separated"),
      refused("Ravi", "leave --yes", "separated"),
      shows("Ravi", "balances", "Asha"), shows("Ravi", "privacy", "nothing of yours reaches this group, and nobody was told"),
      shows("Ravi", "privacy --language hi", "rejoin", "किसी को बताया नहीं गया"),
      json("Ravi", "privacy", "\"shared\":\"nothing\"", "\"separatedSinceMs\""),
      shows("Ravi", "feed --for 1s", "You read in silence", "Rice"), json("Ravi", "can me add", "\"obstacle\":\"separated\""),
      shows("Ravi", "can me add --language hi", "hearth privacy rejoin"),
      shows("Ravi", "history", "Nothing of yours reaches this group from now on"),
      shows("Asha", "can ravi add", "Yes: Ravi"),
      json("Ravi", "privacy rejoin", "\"commandId\""),
      shows("Ravi", "history", "What you do reaches this group again"), json("Ravi", "add 10 Milk", "\"commandId\""),
      shows("Asha", "history", "Milk"),
    ])

  static let erases = Story(
    name: "Somebody erases what they wrote, and the owner what somebody wrote who has left",
    calls: family + [
      json("Asha", "add 600 Zuckerwatte"), json("Ravi", "add 20 Marzipan"),
      wrong("Ravi", "privacy erase now then", "Unexpected argument 'then'", "hearth privacy erase --help"),
      wrong("Ravi", "privacy erase", "nobody is there to answer", "--yes"),
      json("Asha", "can me words.erase ravi", "\"allowed\":false", "\"obstacle\":\"forbidden\""),
      shows("Asha", "can me words.erase ravi", "Ravi is there"), shows("Ravi", "can me words.erase", "Yes"),
      refused("Ravi", "privacy erase asha --yes", "forbidden"), refused("Asha", "privacy erase ravi --yes", "forbidden"),
      json("Ravi", "privacy erase --yes", "\"commandId\"", "\"lane\":\"shared\""),
      eventually(shows("Asha", "history", "What Ravi wrote is erased")), shows("Asha", "history --language hi", "मिट गया"),
      shows("Asha", "history", "Zuckerwatte"), shows("Asha", "verify"), shows("Ravi", "verify"), shows("Asha", "balances", "Ravi"),
      json("Ravi", "leave --yes"), json("Asha", "privacy erase ravi --yes", "\"commandId\""),
      eventually(shows("Asha", "history", "What Former member 2 wrote is erased")),
    ])
}
