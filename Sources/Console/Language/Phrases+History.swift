/// What the client says of a history that it has verified.
protocol HistoryPhrases {
  func historyHolds(_ group: String, events: Int) -> String
  /// - Parameter count: hashes seen before that were met again; none is that nothing was seen before.
  func metAgain(_ count: Int) -> String
  func headsToCompare() -> String
  /// - Parameter ago: when it was seen otherwise; nil when somebody else told of it.
  func altered(_ lane: String, first: UInt64, last: UInt64, ago: String?) -> String
  func cutOff(_ lane: String, had: UInt64, found: UInt64, ago: String?) -> String
  /// That the balances which the server shows are not those which its history comes to.
  func doesNotAddUp() -> String
  /// What to do about any of these.
  func alterationHint() -> String
  /// That the server says to have been restored from a backup since the group was seen here.
  func restored() -> String
  /// What to do about that.
  func restoredHint() -> String
  func trusted(_ group: String) -> String
  /// That a member says to have been told another history than is known here.
  func otherHistory(_ name: String, _ lane: String, at position: UInt64) -> String
  func youHere() -> String
  func otherHistoryHint(_ name: String) -> String
}
