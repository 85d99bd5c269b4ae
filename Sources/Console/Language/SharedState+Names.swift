import HearthProtocol
import Ledger

extension SharedState {
  /// What the member is called, ready to be shown. A member is never deleted, so the mark for an unknown one stands for
  /// a bug elsewhere.
  func name(_ id: MemberID) -> String { (member(id).map(name(of:)) ?? "?").printable }

  /// What the viewer calls the member, otherwise what the member is called: the one place where a name is looked up to
  /// be shown (product 63). What is sent or exported has `displayName`.
  func called(_ member: MemberState) -> String { shownNames[member.id] ?? member.displayName }

  /// The same of a member of whom an event says what they were called then.
  func called(_ id: String, then name: String) -> String { MemberID(id).flatMap { shownNames[$0] } ?? name }

  /// What the member is called, behind it the end of the id when another is called the same: "Gus (93af07)".
  func name(of member: MemberState) -> String {
    let name = called(member)
    let isShared = members.contains { $0.id != member.id && !$0.isReplaced && called($0).lowercased() == name.lowercased() }
    return isShared && !member.isReplaced ? "\(name) (\(member.id.description.suffix(6)))" : name
  }

  /// The same by the text of an id; what has none was done by the server itself.
  func name(_ id: String) -> String { MemberID(id).map { name($0) } ?? (id.isEmpty ? "Hearth" : "?") }
}
