@testable import Console

/// What a test expects is written in English alone: so sentences are compared.
extension Wording: ExpressibleByStringInterpolation {
  /// Takes the sentence in English.
  public init(stringLiteral: String) { self.init(said: stringLiteral) }
}
