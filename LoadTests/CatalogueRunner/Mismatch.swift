/// What came back was not what the catalogue says, or a check after the row failed.
public struct Mismatch: Error, CustomStringConvertible {
  /// In a sentence.
  public let description: String

  /// Says what was due and what came.
  public init(_ description: String) { self.description = description }
}
