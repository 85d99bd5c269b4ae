/// What came back was not what the catalogue says, or a check after the row failed.
public struct Mismatch: Error, CustomStringConvertible {
  /// In a sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
