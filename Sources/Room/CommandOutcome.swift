import HearthProtocol
import Ledger

/// The end of a command, for the operator's counts.
public struct CommandOutcome: Sendable, Hashable {
  /// The kind of command; nil where its kind is not known.
  public let kind: CommandKind?
  /// Why it was refused; nil: it was accepted.
  public let refusal: RejectionCode?

  /// Makes an outcome.
  public init(kind: CommandKind?, refusal: RejectionCode?) {
    self.kind = kind
    self.refusal = refusal
  }
}
