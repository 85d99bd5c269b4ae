import HearthProtocol

/// A minor that a command is about, and the subject of the lane in which it is carried out.
struct Minor {
  let member: MemberState
  let subject: MemberID

  var lane: Lane { .minor(subject) }
  /// As events name the lane's subject.
  var idText: String { subject.description }
}

extension Deliberation {
  /// A member who is there and a minor.
  func minor(_ text: String, field: String) throws(Rejection) -> Minor {
    let member = try member(text, field: field)
    guard member.isPresent, member.role == .minor else { throw .choiceNotAllowed(field: field) }
    return Minor(member: member, subject: state.minorSubject(of: member.id))
  }

  /// Refuses what the right does not allow the asker with this minor.
  func permit(_ right: Right, _ asker: MemberState, with minor: Minor) throws(Rejection) {
    let isGuardian = state.isNamedGuardian(asker.id, of: minor.subject)
    guard matrix[right, asker.role].allows(isSelf: asker.id == minor.member.id, isGuardian: isGuardian) else {
      throw .forbidden(right: right, role: asker.role)
    }
  }

  func decide(_ wish: SetGuardian) throws(Rejection) -> Decision {
    let asker = try asker(.guardiansSet, evenArchived: wish.removed)
    let minor = try minor(wish.minorID, field: "set_guardian.minor_id")
    let guardian = try member(wish.memberID, field: "set_guardian.member_id")
    let guardians = state.minor(minor.subject).guardians
    let named = guardians.first { shared.members.current($0.member) == guardian.id }
    if wish.removed {
      guard let named else { throw .nothingChanges }
      // Before it, while who is a guardian no more receives the lane.
      let unpaid = unpaid(without: (guardian.id, minor.subject))
      return Decision(actor: asker.id, events: unpaid + [removed(named, of: minor.subject)])
    }
    guard guardian.status == .active else { throw .memberNotActive(field: "set_guardian.member_id") }
    switch guardian.role {
    case .admin, .adult: break
    case .owner, .viewer, .minor, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_guardian.member_id")
    }
    guard named == nil else { throw .nothingChanges }
    guard guardians.count < Limits.guardians else { throw .tooManyForMinor(most: Limits.guardians) }
    var added = GuardianAdded()
    added.minorID = minor.idText
    added.memberID = guardian.idText
    return Decision(actor: asker.id, events: [DecidedEvent(.guardianAdded(added))])
  }

  private func removed(_ guardian: GuardianState, of subject: MemberID) -> DecidedEvent {
    var removed = GuardianRemoved()
    removed.minorID = subject.description
    removed.memberID = guardian.member.description
    return DecidedEvent(.guardianRemoved(removed))
  }

  /// The guardians that end behind a decision (SPEC FA-02): those who come back, or may be one again by their new role,
  /// and those of a member who becomes a minor again. They receive nothing at that moment, and nobody who does not
  /// receive the lane is told anything by where these events stand.
  func lapses(behind events: [DecidedEvent]) -> [DecidedEvent] {
    var lapsed: [DecidedEvent] = []
    for event in events {
      switch event.body {
      case .memberRestored(let restored):
        guard let id = MemberID(restored.memberID) else { continue }
        lapsed += everyGuardianship(of: id) + guardiansOfFormerMinor(id, becoming: restored.role)
      case .memberClaimed(let claimed):
        guard let id = MemberID(claimed.replacedMemberID), let place = MemberID(claimed.memberID) else { continue }
        let role = claimed.role == .unspecified ? shared.member(place)?.role ?? .unspecified : claimed.role
        lapsed += guardiansOfFormerMinor(id, becoming: role)
      case .roleChanged(let changed):
        guard let id = MemberID(changed.memberID), let former = shared.member(id)?.role else { continue }
        let couldBe = Matrix.standard[.minorsRead, former].allows(isSelf: false, isGuardian: true)
        if changed.role == .minor {
          lapsed += guardiansOfFormerMinor(id, becoming: .minor)
        } else if !couldBe {
          lapsed += everyGuardianship(of: id)
        }
      default: continue
      }
    }
    return lapsed
  }

  /// The guardians of a member who is a minor again: they would receive what was written while the member had the lane
  /// alone.
  private func guardiansOfFormerMinor(_ id: MemberID, becoming role: Role) -> [DecidedEvent] {
    guard role == .minor, let former = shared.member(id)?.role, former != .minor else { return [] }
    let subject = state.minorSubject(of: id)
    return state.minor(subject).guardians.map { removed($0, of: subject) }
  }

  private func everyGuardianship(of member: MemberID) -> [DecidedEvent] {
    state.minors.sorted { $0.key < $1.key }.flatMap { subject, minor in
      minor.guardians.filter { shared.members.current($0.member) == member }.map { removed($0, of: subject) }
    }
  }
}
