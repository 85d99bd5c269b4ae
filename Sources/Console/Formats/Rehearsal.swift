import HearthProtocol
import Ledger

extension GroupState {
  /// Decides the command as the server would, and folds in what follows from it; nothing is sent.
  ///
  /// - Returns: why it would be refused; nil when it would not.
  mutating func rehearse(_ command: Command, _ context: DecisionContext) -> Wording? {
    do {
      _ = try foresee(command, context)
      return nil
    } catch let rejection as Rejection {
      return .refusal(rejection)
    } catch {
      return Wording("The group cannot take it: \(error).")
    }
  }

  /// The same for whoever wants to know what follows.
  ///
  /// - Returns: the events, with the lane of each.
  /// - Throws: a `Rejection`, or the `HistoryFault` of a group that cannot take what was decided.
  mutating func foresee(_ command: Command, _ context: DecisionContext) throws -> [(lane: Lane, event: Event)] {
    try decide(command, in: self, context: context).events.map { decided in
      var event = Event()
      event.atMs = context.now
      event.memberID = member(holding: context.holder)?.id.description ?? ""
      event.commandID = command.id
      event.body = decided.body
      try apply(event, lane: decided.lane, position: .start)
      return (decided.lane, event)
    }
  }
}
