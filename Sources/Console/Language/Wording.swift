import HearthClient
import HearthProtocol
import Ledger

/// A sentence that the program says of its own accord: written in English where it is said, and found by that in the
/// tables of the other languages. What stands in it is the same in all of them.
public struct Wording: Sendable, Equatable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// What stands in a sentence: a text as it is, another sentence, or what each language says in a way of its own.
  enum Part: Sendable {
    case text(String)
    case sentence(Wording)
    case phrase(@Sendable (any Phrases) -> String)
  }

  /// The sentence with numbers for what stands in it: "There is no policy \"{1}\". There are: {2}."
  let pattern: String
  private let parts: [Part]

  /// Collects a sentence and what stands in it.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var pattern = ""
    fileprivate var parts: [Part] = []

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of the sentence.
    public mutating func appendLiteral(_ literal: String) { pattern += literal }

    /// Adds something that stands in it.
    public mutating func appendInterpolation<Value>(_ value: Value) { add(.text(String(describing: value))) }

    mutating func appendInterpolation(_ sentence: Wording) { add(.sentence(sentence)) }

    mutating func appendInterpolation(_ fault: ArgumentFault) { add(.sentence(fault.wording)) }

    private mutating func add(_ part: Part) {
      parts.append(part)
      pattern += "{\(parts.count)}"
    }
  }

  /// Takes a sentence in which nothing stands.
  public init(stringLiteral: String) { (pattern, parts) = (stringLiteral, []) }

  /// Takes a sentence with what stands in it.
  public init(stringInterpolation: StringInterpolation) { (pattern, parts) = (stringInterpolation.pattern, stringInterpolation.parts) }

  /// Says why something would be refused, with what the details of the refusal tell.
  static func refusal(_ rejection: Rejection) -> Wording {
    Wording { Rejected(rejection).sentences(nil, nil, $0).because.joined(separator: " ") }
  }

  /// Says why a server's account of a group cannot be believed.
  static func fault(_ fault: ReplicaFault) -> Wording { Wording { $0.fault(fault) } }

  private init(_ say: @escaping @Sendable (any Phrases) -> String) { (pattern, parts) = ("{1}", [.phrase(say)]) }

  /// Takes a sentence that is written as a literal.
  init(_ sentence: Wording) { self = sentence }

  /// The sentence in English.
  public var description: String { text(in: .english) }

  /// Whether both say the same.
  public static func == (left: Wording, right: Wording) -> Bool { left.description == right.description }

  /// The sentence in a language; in English where a language lacks it.
  public func text(in language: Language) -> String {
    var rest = (language.phrases.wordings[pattern] ?? pattern)[...]
    var text = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      if let number = Int(rest[rest.index(after: open)..<close]), parts.indices.contains(number - 1) {
        switch parts[number - 1] {
        case .text(let part): text += part
        case .sentence(let part): text += part.text(in: language)
        case .phrase(let say): text += say(language.phrases)
        }
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
