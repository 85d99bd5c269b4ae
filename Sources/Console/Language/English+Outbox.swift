extension English {
  func asSeen(ago time: String) -> String {
    "The server cannot be reached: this is the group as you saw it \(time) ago, with what waits here."
  }
  func kept() -> String { "Kept here. It is sent with the next command that reaches the server: hearth sync" }
  func staysKept() -> String { "Your command is kept here and is sent again until it is answered, which cannot double it: hearth sync" }
  func waitsItself(_ entry: String) -> String {
    "Something about \(entry) waits to be sent, and until then nobody knows which version you would edit. Send it: hearth sync. Or take it out: hearth outbox drop."
  }
  func nothingWaits() -> String { "Nothing waits to be sent." }
  func nothingRefused() -> String { "Nothing was refused. What waits is dropped by its id: hearth outbox" }
  func waits() -> String { "waits" }
  func refusedWith(_ code: String) -> String { "refused: \(code)" }
  func sent(_ words: String) -> String { "Sent: \(words)" }
  func wasRefused(_ words: String) -> String { "Refused: \(words)" }
  func dropped(_ words: String) -> String { "Dropped: \(words)" }
  func refusalHint() -> String {
    "Make it anew: hearth outbox reapply ID. Or let it go: hearth outbox drop ID. What there is: hearth outbox"
  }
  func syncHint() -> String { "Send it: hearth sync" }
  func waitsAnyway() -> String { "It was not refused and is sent by itself: hearth sync" }
  func waitingPayment(_ amount: String) -> String { "payment of \(amount)" }

  func waitingRule(_ name: String) -> String { "rule \(name)" }

  func waitingReminder() -> String { "reminder" }

  func waitingCommand(_ id: String) -> String { "command \(id)" }

  func waitingEntry(_ name: String, _ amount: String) -> String { "\(name) \(amount)" }
  func waitingChange(_ change: WaitingChange, of entry: String) -> String {
    switch change {
    case .edit: "edit of \(entry)"
    case .void: "voiding of \(entry)"
    case .restore: "restoring of \(entry)"
    case .dispute: "dispute of \(entry)"
    case .withdraw: "end of the dispute of \(entry)"
    }
  }
}
