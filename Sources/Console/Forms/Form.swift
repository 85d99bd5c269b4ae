/// Questions to a person, one after the other, and what their answers come to.
///
/// A form is pure: its driver writes the question and hands in the answer.
protocol Form {
  /// Whether nothing is left to ask.
  var isComplete: Bool { get }

  /// What to show before the next answer; the last line is the prompt.
  func question(_ theme: Theme) -> [String]

  /// Takes an answer; one that makes no sense changes nothing.
  mutating func take(_ answer: String) throws(ArgumentFlaw)
}
