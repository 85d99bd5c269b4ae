import HearthProtocol
import Ledger

extension GroupState {
  /// Decides the command as the server would, and folds in what follows from it; nothing is sent.
  ///
  /// - Returns: why it would be refused; nil when it would not.
  mutating func rehearse(_ command: Command, _ context: DecisionContext) -> Wording? {
    switch rehearsed(command, context) {
    case .success: nil
    case .failure(let failure): failure.cause
    }
  }

  /// The same with what follows from it.
  mutating func rehearsed(_ command: Command, _ context: DecisionContext) -> Result<[Event], RehearsalFailure> {
    do {
      return .success(try foresee(command, context).map(\.event))
    } catch let rejection as Rejection {
      return .failure(RehearsalFailure(cause: .refusal(rejection)))
    } catch {
      return .failure(RehearsalFailure(cause: .cannotTakeIt(error)))
    }
  }

  /// The same for whoever wants to know what follows.
  ///
  /// - Returns: the events, with the lane of each.
  /// - Throws: a `Rejection`, or the `HistoryFlaw` of a group that cannot take what was decided.
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

/// Why a command would be refused.
struct RehearsalFailure: Error {
  let cause: Wording
}
