/// What a person typed and is not understood: one sentence that says what would be.
public struct ArgumentFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Makes a fault.
  public init(_ description: String) { self.description = description }
}
