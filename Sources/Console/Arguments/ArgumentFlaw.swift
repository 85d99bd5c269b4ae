import Ledger

/// A flaw in what a person typed: the program does not understand it, or the group does not allow it. One sentence says
/// what would be right.
public struct ArgumentFlaw: Error, Equatable, Sendable, CustomStringConvertible {
  /// The refusal that a program is told with it.
  enum Refusal: Equatable, Sendable {
    /// The text names nothing, or does not add up; the server has this code for it.
    case typed(RejectionCode)
    /// The text is understood, and the server would refuse the command.
    case refused(Rejection)
  }

  /// The sentence in every language.
  let wording: Wording
  /// Nil when the server has no code for it.
  private(set) var refusal: Refusal?

  /// Makes a flaw.
  public init(_ wording: Wording) { self.wording = wording }

  /// Makes a flaw of a sentence in every language.
  public init(_ english: Wording.Text, _ hindi: Wording.Text) { self.init(Wording(english, hindi)) }

  /// The flaw with the server's code for it.
  func naming(_ code: RejectionCode) -> ArgumentFlaw {
    var flaw = self
    flaw.refusal = .typed(code)
    return flaw
  }

  /// The flaw as the server's refusal of a command that was understood.
  func refusing(_ rejection: Rejection) -> ArgumentFlaw {
    var flaw = self
    flaw.refusal = .refused(rejection)
    return flaw
  }

  /// The sentence in English.
  public var description: String { wording.description }

  /// Whether both say the same.
  public static func == (left: ArgumentFlaw, right: ArgumentFlaw) -> Bool { left.wording == right.wording }
}
