import HearthClient
import HearthProtocol
import Ledger

/// A sentence that is written where it arises, in every language, and said later in the language of its reader.
///
/// It is the sentence of a flaw, a fault, a failure or an item of the feed, which know no reader. What is said at once
/// is a phrase (`Phrases.say`).
public struct Wording: Sendable, Equatable, CustomStringConvertible {
  /// A sentence in one language, and what stands in it: texts as they are, and other sentences.
  public struct Text: Sendable, ExpressibleByStringInterpolation {
    fileprivate let parts: [@Sendable (Phrases) -> String]

    /// Takes a sentence in which nothing stands.
    public init(stringLiteral: String) { parts = [{ _ in stringLiteral }] }

    /// Takes a sentence with what stands in it.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    fileprivate func text(_ phrases: Phrases) -> String { parts.map { $0(phrases) }.joined() }

    /// Collects a sentence and what stands in it.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var parts: [@Sendable (Phrases) -> String] = []

      /// Begins with nothing.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Adds words of the sentence.
      public mutating func appendLiteral(_ literal: String) { parts.append { _ in literal } }

      /// Adds something that stands in it.
      public mutating func appendInterpolation<Value>(_ value: Value) {
        let text = String(describing: value)
        parts.append { _ in text }
      }

      mutating func appendInterpolation(_ sentence: Wording) { parts.append { sentence.say($0) } }

      mutating func appendInterpolation(_ flaw: ArgumentFlaw) { appendInterpolation(flaw.wording) }
    }
  }

  private let say: @Sendable (Phrases) -> String

  /// Takes a sentence as it is said, if that is known already.
  init(_ say: @escaping @Sendable (Phrases) -> String) { self.say = say }

  /// Takes a sentence in every language.
  public init(_ english: Text, _ hindi: Text) {
    self.init { phrases in phrases.say(english.text(phrases), hindi.text(phrases)) }
  }

  /// Takes what is in the reader's language already, or is the same in every one.
  init(said text: String) { self.init { _ in text } }

  /// Says why something would be refused, with what the details of the refusal tell.
  static func refusal(_ rejection: Rejection) -> Wording {
    Wording { Rejected(rejection).sentences(nil, nil, $0).because.joined(separator: " ") }
  }

  /// Says why a server's account of a group cannot be believed.
  static func fault(_ fault: ReplicaFault) -> Wording { Wording { $0.fault(fault) } }

  /// The sentence in English.
  public var description: String { text(in: .english) }

  /// Whether both say the same.
  public static func == (left: Wording, right: Wording) -> Bool { left.description == right.description }

  /// The sentence in a language.
  public func text(in language: Language) -> String { say(language.phrases) }
}
