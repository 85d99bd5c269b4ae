import HearthProtocol

/// What the server and every replica have to know of an event besides how it is folded.
public struct EventTraits: Sendable {
  /// The lane that such events belong to; of those that several members have in their inboxes, one of these.
  public let lane: Lane
  /// The lanes that earlier versions put such events in.
  var formerLanes: [Lane] = []
  /// Whether such events may stand in every lane but that of incomes.
  var standsEverywhere = false
  /// The members in whose inboxes the event may stand besides its author; nil for events of the other lanes.
  var audience: [String]?
  /// Whether the event may change who reads which lane, for others than those who are not there yet.
  public var changesAudience = false
  /// Whether the event may change whose presence is told.
  public var changesPresence = false
  /// Whether the event may change who reads the lane that it stands in, and no other.
  public var changesReaders = false
  /// The id of the entry whose amount, day or standing the event changes.
  var entry: String?
  /// What the list of groups, members and invites has to know of it.
  public var directory: DirectoryNote?

  init(
    _ lane: Lane, formerLanes: [Lane] = [], audience: [String]? = nil, changesAudience: Bool = false, changesReaders: Bool = false,
    changesPresence: Bool = false, entry: String? = nil, directory: DirectoryNote? = nil, standsEverywhere: Bool = false
  ) {
    self.lane = lane
    self.formerLanes = formerLanes
    self.audience = audience
    self.changesAudience = changesAudience
    self.changesReaders = changesReaders
    self.changesPresence = changesPresence
    self.entry = entry
    self.directory = directory
    self.standsEverywhere = standsEverywhere
  }

  /// Whether such an event may stand in the lane.
  ///
  /// - Parameter author: the id of the member who brought it about.
  func belong(in lane: Lane, by author: String) -> Bool {
    if standsEverywhere { return lane != .income }
    guard case .inbox(let reader) = lane else { return self.lane == lane || formerLanes.contains(lane) }
    return audience.map { ($0 + [author]).contains(reader.description) } ?? false
  }
}

/// What the list of groups, members and invites has to know of an event.
public enum DirectoryNote: Sendable {
  /// A person is in the group from now on.
  ///
  /// - Parameter former: who held the same member until now.
  case present(HolderID?, former: HolderID?)
  /// Who holds the member is in the group again.
  case back(member: String)
  /// Who held the member is no longer in the group.
  case ended(member: String)
  /// The sender waits to be let in.
  case requested
  /// An invite can be used.
  case invite(InviteID, codeHash: [UInt8])
}

extension Event.OneOf_Body {
  /// What is to be known of the event besides how it is folded.
  public var traits: EventTraits {
    switch self {
    case .memberJoined(let joined):
      // The owner looks after a minor from the beginning.
      EventTraits(
        .shared, changesAudience: joined.role == .minor, directory: .present(HolderID(bytes: joined.holder), former: nil))
    case .memberClaimed(let claimed):
      // The claimer goes on as another member, or somebody else was the member until now, or a minor is there now.
      EventTraits(
        .shared, changesAudience: !claimed.replacedMemberID.isEmpty || !claimed.formerHolder.isEmpty || claimed.role == .minor,
        directory: .present(HolderID(bytes: claimed.holder), former: HolderID(bytes: claimed.formerHolder)))
    case .memberLeft(let left): EventTraits(.shared, changesAudience: true, directory: .ended(member: left.memberID))
    case .memberRemoved(let removed): EventTraits(.shared, changesAudience: true, directory: .ended(member: removed.memberID))
    case .memberRestored(let restored):
      EventTraits(.shared, changesAudience: restored.role == .minor, directory: .back(member: restored.memberID))
    case .roleChanged, .ownershipTransferred: EventTraits(.shared, changesAudience: true)
    case .policySet(let set):
      EventTraits(.shared, changesAudience: set.policy == .adultsSeeIncome || set.policy == .viewersSeeIncome)
    case .entryAdded(let added): EventTraits(.shared, entry: added.entryID)
    case .entryEdited(let edited): EventTraits(.shared, entry: edited.entryID)
    case .entryVoided(let voided): EventTraits(.shared, entry: voided.entryID)
    case .entryRestored(let restored): EventTraits(.shared, entry: restored.entryID)
    case .groupCreated, .groupUpdated, .groupArchived, .groupUnarchived, .purgeRequested, .purgeCancelled, .memberRenamed,
      .memberColorSet, .defaultSharingSet, .partySet, .roleChangeProposed, .entryDisputed, .disputeWithdrawn, .entryCommented,
      .commentRemoved,
      .budgetSet, .budgetRemoved,
      .budgetReactivated, .alertFired, .categorySet, .categoryRetired, .rateSet, .preferencesSet, .recurringSet, .recurringPaused,
      .recurringResumed, .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved:
      EventTraits(.shared)
    case .inviteCreated(let created):
      EventTraits(.admin, directory: InviteID(created.inviteID).map { .invite($0, codeHash: Array(created.codeHash)) })
    case .joinRequested: EventTraits(.admin, directory: .requested)
    case .inviteRevoked, .inviteUsed, .joinApproved, .joinDeclined, .memberEmailSet, .webhookAdded, .webhookSecretRotated,
      .webhookTested, .webhookPaused, .webhookResumed, .webhookRemoved:
      EventTraits(.admin)
    case .roleRequested(let requested): EventTraits(Self.lane(of: requested.memberID), formerLanes: [.admin, .shared])
    case .roleRequestDeclined(let declined): EventTraits(Self.lane(of: declined.memberID), formerLanes: [.admin, .shared])
    case .roleRequestSettled(let settled): EventTraits(Self.lane(of: settled.memberID), formerLanes: [.admin])
    case .guardianAdded(let added): EventTraits(Self.lane(of: added.minorID), changesReaders: true)
    case .guardianRemoved(let removed): EventTraits(Self.lane(of: removed.minorID), changesReaders: true)
    case .spendingSet(let set): EventTraits(Self.lane(of: set.minorID))
    case .spendingVoided(let voided): EventTraits(Self.lane(of: voided.minorID))
    case .spendingRestored(let restored): EventTraits(Self.lane(of: restored.minorID))
    case .spendingLimitSet(let set): EventTraits(Self.lane(of: set.minorID))
    case .spendingLimitRemoved(let removed): EventTraits(Self.lane(of: removed.minorID))
    case .childAlertFired(let fired): EventTraits(Self.lane(of: fired.minorID))
    case .allowanceSet(let set): EventTraits(Self.lane(of: set.minorID))
    case .allowanceSkipped(let skipped): EventTraits(Self.lane(of: skipped.minorID))
    case .allowancePaused(let paused): EventTraits(Self.lane(of: paused.minorID))
    case .allowanceEnded(let ended): EventTraits(Self.lane(of: ended.minorID))
    case .allowanceBooked(let booked): EventTraits(Self.lane(of: booked.minorID))
    case .childAccessGranted(let granted): EventTraits(Self.lane(of: granted.minorID))
    case .childAccessEnded(let ended): EventTraits(Self.lane(of: ended.minorID))
    // The first one makes the account, which its owner then receives.
    case .accountSet(let set): EventTraits(Self.lane(ofAccount: set.accountID), changesReaders: true)
    case .accountEntrySet(let set): EventTraits(Self.lane(ofAccount: set.accountID))
    case .accountEntryVoided(let voided): EventTraits(Self.lane(ofAccount: voided.accountID))
    case .accountReconciled(let reconciled): EventTraits(Self.lane(ofAccount: reconciled.accountID))
    case .accountGranted(let granted): EventTraits(Self.lane(ofAccount: granted.accountID), changesReaders: true)
    case .accountRevoked(let revoked): EventTraits(Self.lane(ofAccount: revoked.accountID), changesReaders: true)
    case .accountRevocationAsked(let asked): EventTraits(Self.lane(ofAccount: asked.accountID))
    case .accountRevocationDeclined(let declined): EventTraits(Self.lane(ofAccount: declined.accountID))
    case .incomeSet, .memberIncomeSet: EventTraits(.income)
    case .coachingSent(let sent): EventTraits(Self.inbox(of: sent.recipientID), audience: [sent.recipientID])
    // In its author's inbox alone, which the event does not name.
    case .coachingMuted: EventTraits(Self.inbox(of: ""), audience: [])
    case .coachingRestricted, .categoryShared, .categoryTotalSet: EventTraits(.shared)
    case .debtorReminded(let reminded):
      EventTraits(
        MemberID(reminded.creditorID).map(Lane.inbox) ?? .shared, formerLanes: [.shared],
        audience: [reminded.debtorID, reminded.creditorID])
    case .separated(let separated): Self.ofOneself(separated.memberID)
    case .separationEnded(let ended): Self.ofOneself(ended.memberID)
    case .paymentAddressSet(let set): EventTraits(Self.inbox(of: set.memberID), audience: [])
    case .noticeAddressSet(let set): EventTraits(Self.inbox(of: set.memberID), audience: [])
    case .wordsErased: EventTraits(.shared, standsEverywhere: true)
    }
  }

  /// What stands in the inbox of who brought it about, and nowhere else.
  private static func ofOneself(_ member: String) -> EventTraits {
    EventTraits(.inbox(MemberID(member) ?? MemberID(high: 0, low: 0)), audience: [], changesPresence: true)
  }

  /// The lane of a minor; an id that is none gives one that no event stands in.
  private static func lane(of minor: String) -> Lane { .minor(MemberID(minor) ?? MemberID(high: 0, low: 0)) }

  private static func lane(ofAccount id: String) -> Lane { .account(AccountID(id) ?? AccountID(high: 0, low: 0)) }

  /// A member's inbox; the same for an id that is none.
  private static func inbox(of member: String) -> Lane { .inbox(MemberID(member) ?? MemberID(high: 0, low: 0)) }
}
