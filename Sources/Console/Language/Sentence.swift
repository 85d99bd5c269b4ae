import HearthProtocol
import Ledger

/// Something to be said, in whatever language is asked for.
public struct Sentence: Sendable {
  /// The sentence in a language.
  let text: @Sendable (any Phrases) -> String

  init(_ text: @escaping @Sendable (any Phrases) -> String) { self.text = text }
}

extension SharedState {
  /// What the member is called, ready to be shown. A member is never deleted, so the mark for an unknown one stands for
  /// a fault elsewhere.
  func name(_ id: MemberID) -> String { (member(id).map(name(of:)) ?? "?").printable }

  /// What the member is called, behind it the end of the id when another is called the same: "Gus (93af07)".
  func name(of member: MemberState) -> String {
    let isShared = members.contains { $0.id != member.id && !$0.isReplaced && $0.displayName == member.displayName }
    return isShared && !member.isReplaced ? "\(member.displayName) (\(member.id.description.suffix(6)))" : member.displayName
  }

  /// The same by the text of an id; what has none was done by the server itself.
  func name(_ id: String) -> String { MemberID(id).map { name($0) } ?? (id.isEmpty ? "Hearth" : "?") }
}
