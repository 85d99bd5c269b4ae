import HearthProtocol
import Ledger

/// What became of a command, for the operator's counts.
public struct CommandOutcome: Sendable, Hashable {
  /// What it wished; nil where it said nothing known.
  public let kind: CommandKind?
  /// Why it was refused; nil: it was accepted.
  public let refusal: RejectionCode?

  /// Makes an outcome.
  public init(kind: CommandKind?, refusal: RejectionCode?) {
    self.kind = kind
    self.refusal = refusal
  }
}
