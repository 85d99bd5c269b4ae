import Cryptography
import EventStore
import HearthProtocol
import Ledger
import Room

/// The code of a member, by which a new identity goes on as them (SPEC BN-07).
public struct MemberCode: Sendable, Equatable {
  /// What the member is called.
  public var displayName: String
  /// The member's role.
  public var role: Role
  /// Sixteen characters in fours.
  public var code: String
}

/// Makes codes for members of a group that is here already, in place of codes that were lost or are too old.
public enum MemberCodes {
  /// Limit: days that members' codes may hold.
  public static let days: ClosedRange<Int> = 1...90
  /// Days that they hold unless somebody says otherwise.
  public static let daysUsual = 30

  /// Makes a code for each active member who is held by nobody of this server, and revokes those that the server has
  /// made for them and that are still open, all in one commit.
  ///
  /// - Parameters:
  ///   - store: of a data folder that no server has open.
  ///   - known: who of this server's identities is or was in the group.
  ///   - codes: of this server.
  ///   - days: how long they hold, within `MemberCodes.days`.
  ///   - now: milliseconds since 1970.
  /// - Returns: none when everybody who is active is known here.
  /// - Throws: when there is no such group, it is damaged, or the disk refuses; nothing has changed then.
  public static func renew(
    of group: GroupID, in store: some EventStore, known: Set<HolderID>, _ codes: InviteCodes, days: Int, at now: Int64
  ) throws(ServerFailure) -> [MemberCode] {
    var history = try load(group, store)
    let strangers = history.state.shared.members.filter { member in
      member.status == .active && member.holder.map { !known.contains($0) } ?? false
    }
    var batch = AppendBatch(group: group, expected: history.sequence, events: [])
    for invite in history.state.admin.invites where invite.createdBy == nil && invite.isOpen(at: now) {
      guard strangers.contains(where: { $0.id == invite.claims }) else { continue }
      var revoked = InviteRevoked()
      revoked.inviteID = invite.id.description
      batch.events.append(try history.append(.inviteRevoked(revoked), to: .admin, at: now))
      batch.notes.append(AuditNote(.inviteRevoked, at: now, group: group))
    }
    var made: [MemberCode] = []
    for member in strangers {
      let (created, code) = invitation(of: member, in: group, codes, days: days, at: now)
      batch.events.append(try history.append(.inviteCreated(created), to: .admin, at: now))
      batch.notes.append(AuditNote(.inviteMade, at: now, group: group))
      if let invite = InviteID(created.inviteID) {
        batch.projections.append(.invite(codeHash: Array(created.codeHash), group: group, invite: invite))
      }
      made.append(code)
    }
    guard !made.isEmpty else { return [] }
    switch store.append([batch]).first {
    case .success: return made
    case .failure(.full): throw ServerFailure("The disk is full; nothing has changed.")
    case .failure(let failure): throw ServerFailure("The codes cannot be kept: \(failure). Nothing has changed.")
    case nil: throw ServerFailure("The codes cannot be kept. Nothing has changed.")
    }
  }

  /// An invite for one member, in nobody's name, and its code. Only a hash of the code is stored.
  static func invitation(
    of member: MemberState, in group: GroupID, _ codes: InviteCodes, days: Int, at now: Int64
  ) -> (InviteCreated, MemberCode) {
    precondition(Self.days.contains(days), "codes hold for \(Self.days.lowerBound) to \(Self.days.upperBound) days")
    let invite = InviteID(milliseconds: now, random: RandomBytes.words())
    let code = codes.code(group: group, invite: invite)
    var created = InviteCreated()
    created.inviteID = invite.description
    created.role = member.role
    created.usesMax = 1
    created.expiresAtMs = now + Int64(days) * 86_400_000
    created.codeHash = .init(code.hash)
    created.claimsMemberID = member.id.description
    return (created, MemberCode(displayName: member.displayName, role: member.role, code: code.text))
  }

  private static func load(_ group: GroupID, _ store: some EventStore) throws(ServerFailure) -> GroupHistory {
    do throws(LoadFailure) {
      let history = try GroupHistory.load(group, from: store)
      guard history.state.isCreated else { throw LoadFailure.purged }
      return history
    } catch {
      switch error {
      case .purged: throw ServerFailure("There is no group \(group) here.")
      case .damaged(let damage): throw ServerFailure("Group \(group) is damaged: \(damage). hearthd verify says more.")
      case .store(let failure): throw ServerFailure("Group \(group) cannot be read: \(failure).")
      }
    }
  }
}

extension GroupHistory {
  /// Adds an event of the server's, in nobody's name, behind all others.
  ///
  /// - Returns: the event as it is stored.
  mutating func append(_ body: Event.OneOf_Body, to lane: Lane, at now: Int64) throws(ServerFailure) -> StoredEvent {
    var event = Event()
    event.salt = .init(RandomBytes.make(16))
    event.atMs = now
    event.body = body
    guard let bytes: [UInt8] = try? event.serializedBytes() else { throw ServerFailure("An event of the server cannot be written.") }
    let head = head(of: lane)
    let stored = StoredEvent(
      sequence: sequence.next, lane: lane, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
    do {
      try fold(stored)
    } catch {
      throw ServerFailure("The group's history cannot go on: \(error).")
    }
    return stored
  }
}
