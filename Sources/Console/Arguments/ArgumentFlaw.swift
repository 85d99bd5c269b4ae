/// What a person typed and is not understood: one sentence that says what would be.
public struct ArgumentFlaw: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence in every language.
  let wording: Wording

  /// Makes a flaw.
  public init(_ wording: Wording) { self.wording = wording }

  /// Makes a flaw of a sentence in every language.
  public init(_ english: Wording.Text, _ hindi: Wording.Text) { self.init(Wording(english, hindi)) }

  /// The sentence in English.
  public var description: String { wording.description }
}
