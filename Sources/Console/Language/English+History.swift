extension English {
  func historyHolds(_ group: String, events: Int) -> String {
    events == 1 ? "\(group): 1 event, from the group's beginning." : "\(group): \(events) events, each following from the one before."
  }
  func metAgain(_ count: Int) -> String {
    switch count {
    case 0: "Nothing of it was seen here before; from now on it is remembered."
    case 1: "What was seen of it here before is in it unchanged."
    default: "What was seen of it here before is in it unchanged, at \(count) places."
    }
  }
  func headsToCompare() -> String { "Others who see this group have the same. They compare it with hearth verify --head:" }
  func altered(_ lane: String, first: UInt64, last: UInt64, ago: String?) -> String {
    let what =
      first == last
      ? "Event \(first) of lane \(lane) is not what it was" : "Events \(first) to \(last) of lane \(lane) are not what they were"
    return ago.map { "\(what) when it was seen here \($0) ago." } ?? "\(what) when somebody else saw it."
  }
  func cutOff(_ lane: String, had: UInt64, found: UInt64, ago: String?) -> String {
    let what = "Lane \(lane) ends at event \(found), but it went to \(had)"
    return ago.map { "\(what) when it was seen here \($0) ago." } ?? "\(what) when somebody else saw it."
  }
  func doesNotAddUp() -> String { "The balances that the server shows are not those that its history comes to." }
  func alterationHint() -> String {
    "Ask the server's operator, and compare with the other members. To go on with what the server tells now: hearth verify --trust."
  }
  func otherHistory(_ name: String, _ lane: String, at position: UInt64) -> String {
    "\(name) says that they have another history of lane \(lane) at event \(position)."
  }
  func youHere() -> String { "you" }
  func otherHistoryHint(_ name: String) -> String {
    "The server shows you two different ones, or \(name) is mistaken: hearth verify."
  }
  func restored() -> String {
    "The server says that it was restored from a backup since you last looked: what came after the backup is gone."
  }
  func restoredHint() -> String { "To see whether anything that you saw is gone or changed: hearth verify." }
  func trusted(_ group: String) -> String { "\(group): what was seen before is forgotten, and what the server tells now is taken." }
}
