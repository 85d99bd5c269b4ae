import Ledger

/// What a person typed and is not understood, or cannot be done as the group is: one sentence that says what would be.
public struct ArgumentFlaw: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a program is told of it.
  enum Refusal: Equatable, Sendable {
    /// What was typed names nothing, or does not add up: the server has this code for it.
    case typed(RejectionCode)
    /// What is asked for is understood, and the server would refuse it.
    case refused(Rejection)
  }

  /// The sentence in every language.
  let wording: Wording
  /// What the server has a code for; nil for all else.
  private(set) var refusal: Refusal?

  /// Makes a flaw.
  public init(_ wording: Wording) { self.wording = wording }

  /// Makes a flaw of a sentence in every language.
  public init(_ english: Wording.Text, _ hindi: Wording.Text) { self.init(Wording(english, hindi)) }

  /// The same with the server's code for it.
  func naming(_ code: RejectionCode) -> ArgumentFlaw {
    var flaw = self
    flaw.refusal = .typed(code)
    return flaw
  }

  /// The same as a refusal of what was understood.
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
