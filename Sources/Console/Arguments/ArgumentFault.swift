/// What a person typed and is not understood: one sentence that says what would be.
public struct ArgumentFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence in every language.
  let wording: Wording

  /// Makes a fault.
  public init(_ wording: Wording) { self.wording = wording }

  /// Makes a fault of a sentence in every language.
  public init(_ english: Wording.Text, _ hindi: Wording.Text) { self.init(Wording(english, hindi)) }

  /// The sentence in English.
  public var description: String { wording.description }
}
