import HearthProtocol
import Ledger

/// Something to be said, in whatever language is asked for.
public struct Sentence: Sendable {
  /// The sentence in a language.
  let text: @Sendable (any Phrases) -> String

  init(_ text: @escaping @Sendable (any Phrases) -> String) { self.text = text }
}

extension SharedState {
  /// What the member is called, ready to be shown. A member is never deleted, so the mark for an unknown one stands for a fault elsewhere.
  func name(_ id: MemberID) -> String { (member(id)?.displayName ?? "?").printable }

  /// The same by the text of an id; what has none was done by the server itself.
  func name(_ id: String) -> String { MemberID(id).map { name($0) } ?? (id.isEmpty ? "Hearth" : "?") }
}
