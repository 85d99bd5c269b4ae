/// What the client says of commands that wait on this machine.
protocol OutboxPhrases {
  /// That the server cannot be reached, and how old what is shown is.
  func asSeen(ago time: String) -> String
  func kept() -> String
  /// That the server's answer has not come.
  func staysKept() -> String
  /// That an entry waits itself, so that it cannot be edited.
  func waitsItself(_ entry: String) -> String
  func nothingWaits() -> String
  func nothingRefused() -> String
  func waits() -> String
  func refusedWith(_ code: String) -> String
  func sent(_ words: String) -> String
  func wasRefused(_ words: String) -> String
  func dropped(_ words: String) -> String
  func refusalHint() -> String
  func syncHint() -> String
  /// That something need not be sent anew, because it is sent by itself.
  func waitsAnyway() -> String
  func waitingEntry(_ name: String, _ amount: String) -> String
  func waitingPayment(_ amount: String) -> String
  func waitingRule(_ name: String) -> String
  func waitingReminder() -> String
  /// - Parameter id: the end of the command's id.
  func waitingCommand(_ id: String) -> String
  /// - Parameter entry: the end of its id.
  func waitingChange(_ change: WaitingChange, of entry: String) -> String
}
