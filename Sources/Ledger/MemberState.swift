import HearthProtocol

/// Somebody in a group.
public struct MemberState: Sendable, Equatable {
  /// Names the member within the group.
  public let id: MemberID
  /// What the others call them.
  public internal(set) var displayName: String
  /// What they may do.
  public internal(set) var role: Role
  /// Ties them to an identity; nil for a placeholder.
  public internal(set) var holder: HolderID?
  /// When they joined, milliseconds since 1970.
  public let joinedAt: Int64

  /// The id as text, kept because every entry names members by it.
  let idText: String

  init(id: MemberID, displayName: String, role: Role, holder: HolderID?, joinedAt: Int64) {
    self.id = id
    self.displayName = displayName
    self.role = role
    self.holder = holder
    self.joinedAt = joinedAt
    idText = id.description
  }
}
