import HearthProtocol

/// What is between a minor and their guardians: the fold of lane `minor/<member>`.
///
/// It says nothing of members that it could be compared with: a reader may receive the lane before what lane `shared`
/// has. So it also names guardians who may not be any more; who reads the lane follows from both (SPEC LN-14).
public struct MinorState: Sendable, Equatable {
  /// Whether anything has happened in the lane.
  public private(set) var hasBegun = false
  /// Besides the owner, in the order of adding.
  public private(set) var guardians: [GuardianState] = []

  init() {}

  init(_ snapshot: MinorSnapshot) throws(HistoryFault) {
    hasBegun = snapshot.begun
    for guardian in snapshot.guardians { try add(try GuardianState(guardian)) }
    guard hasBegun || snapshot == MinorSnapshot() else { throw .malformed("begun") }
  }

  private mutating func add(_ guardian: GuardianState) throws(HistoryFault) {
    guard !guardians.contains(where: { $0.member == guardian.member }) else { throw .contradiction(.idsUnique) }
    guardians.append(guardian)
  }

  func snapshot() -> MinorSnapshot {
    var snapshot = MinorSnapshot()
    snapshot.begun = hasBegun
    snapshot.guardians = guardians.map(\.message)
    return snapshot
  }
}

/// Somebody who looks after a minor besides the owner.
public struct GuardianState: Sendable, Equatable {
  /// Who they are, under the name they had when they were added.
  public let member: MemberID
  /// Who added them.
  public let addedBy: MemberID
  /// When, milliseconds since 1970.
  public let at: Int64

  init(_ message: Guardian) throws(HistoryFault) {
    guard let member = MemberID(message.memberID) else { throw .malformed("member_id") }
    guard let author = MemberID(message.addedBy) else { throw .malformed("added_by") }
    (self.member, addedBy, at) = (member, author, message.atMs)
  }

  var message: Guardian {
    var message = Guardian()
    message.memberID = member.description
    message.addedBy = addedBy.description
    message.atMs = at
    return message
  }
}
