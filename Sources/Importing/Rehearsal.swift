import HearthProtocol
import Ledger

extension GroupState {
  /// Decides the command as the server would, and folds in what follows from it; nothing is sent.
  ///
  /// - Returns: why it would be refused; nil when it would not.
  public mutating func rehearse(_ command: Command, _ context: DecisionContext) -> RehearsalFlaw? {
    do {
      _ = try foresee(command, context)
      return nil
    } catch let rejection as Rejection {
      return .refused(rejection)
    } catch {
      return .impossible("\(error)")
    }
  }

  /// The same for a caller that wants to know what follows.
  ///
  /// - Returns: the events, with the lane of each.
  /// - Throws: a `Rejection`, or the `HistoryFlaw` of a group that cannot take what was decided.
  public mutating func foresee(_ command: Command, _ context: DecisionContext) throws -> [(lane: Lane, event: Event)] {
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
public enum RehearsalFlaw: Error, Equatable, Sendable {
  /// The server would refuse it.
  case refused(Rejection)
  /// The group could not take what would be decided; says why.
  case impossible(String)
}
