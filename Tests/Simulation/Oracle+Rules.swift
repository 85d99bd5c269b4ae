import HearthProtocol

extension Oracle {
  /// Whether a member may do what the event says, as everything was before it.
  func allows(_ event: Event, by id: String) -> Bool {
    guard let role = people[id]?.role else { return false }
    switch event.body {
    case .entryAdded, .entryEdited, .entryVoided: return isPartner(id)
    // Nobody in a simulation sets a policy.
    case .entryCommented: return true
    case .commentRemoved(let removed): return comments[removed.commentID] == id
    case .groupUpdated, .incomeSet, .budgetSet: return role == .owner || role == .admin
    case .memberRemoved, .memberRestored, .roleChangeProposed, .guardianAdded, .guardianRemoved, .coachingRestricted, .roleRequestDeclined:
      return role == .owner
    // By the owner, and by a member who accepts to become a minor.
    case .roleChanged(let changed): return role == .owner || changed.memberID == id && changed.role == .minor
    case .memberLeft: return role != .owner
    case .inviteCreated, .inviteRevoked, .joinDeclined: return role == .owner || role == .admin
    case .roleRequested(let requested): return role == .minor && requested.memberID == id
    case .spendingSet(let set): return notesSpending(id, of: set.minorID)
    case .spendingVoided(let voided): return notesSpending(id, of: voided.minorID)
    case .spendingRestored(let restored): return notesSpending(id, of: restored.minorID)
    case .spendingLimitSet(let set): return looksAfter(id, set.minorID)
    case .spendingLimitRemoved(let removed): return looksAfter(id, removed.minorID)
    case .allowanceSet(let set): return looksAfter(id, set.minorID)
    case .allowanceSkipped(let skipped): return looksAfter(id, skipped.minorID)
    case .allowancePaused(let paused): return looksAfter(id, paused.minorID)
    case .allowanceEnded(let ended): return looksAfter(id, ended.minorID)
    case .accountSet(let set): return isPartner(id) && accounts[set.accountID].map { $0.owner == id } ?? true
    case .accountEntrySet(let set): return writes(id, to: set.accountID)
    case .accountEntryVoided(let voided): return writes(id, to: voided.accountID)
    case .accountReconciled(let reconciled): return writes(id, to: reconciled.accountID)
    case .accountGranted(let granted): return grants(granted, id)
    case .accountRevoked(let revoked): return ends(revoked, id)
    case .accountRevocationAsked(let asked): return mayEnd(id, asked.accountID, asked.memberID)
    case .accountRevocationDeclined(let declined): return mayEnd(id, declined.accountID, declined.memberID)
    case .coachingSent(let sent): return isPartner(id) && (role == .owner || !restricted.contains(sent.recipientID))
    // Nobody in a simulation reminds for somebody else.
    case .debtorReminded(let reminded): return isPartner(id) && reminded.creditorID == id
    case .coachingMuted: return role != .minor
    case .separated(let begun): return begun.memberID == id
    case .separationEnded(let ended): return ended.memberID == id
    case .paymentAddressSet(let set): return set.memberID == id
    case .noticeAddressSet(let set): return set.memberID == id
    case .categoryShared(let set): return sharesCategories(id, of: set.memberID)
    case .categoryTotalSet(let set): return sharesCategories(id, of: set.memberID)
    // Nobody in a simulation asks for anything else.
    default: return false
    }
  }

  /// Whether it only ends with what follows it in its command: a role that changes, or a membership that ends.
  func isEnding(_ event: Event) -> Bool {
    switch event.body {
    case .roleRequestSettled: true
    case .allowancePaused: !allows(event, by: event.memberID)
    default: false
    }
  }

  private func notesSpending(_ id: String, of minor: String) -> Bool {
    looksAfter(id, minor) || id == minor && people[id]?.role == .minor
  }

  private func writes(_ id: String, to account: String) -> Bool {
    isPartner(id) && (accounts[account]?.owner == id || accounts[account]?.grants[id]?.permission == .write)
  }

  /// To a partner, or to a minor whom the account's owner looks after and who may then read.
  private func grants(_ granted: AccountGranted, _ id: String) -> Bool {
    guard isPartner(id), accounts[granted.accountID]?.owner == id, people[granted.memberID]?.isHere == true else { return false }
    let isForChildren = accounts[granted.accountID].map { $0.type == .checking || $0.type == .savings } ?? false
    let isToChild = looksAfter(id, granted.memberID) && granted.permission == .read && !granted.needsConsent && isForChildren
    return granted.memberID != id && (isPartner(granted.memberID) || isToChild)
  }

  private func mayEnd(_ id: String, _ account: String, _ grantee: String) -> Bool { accounts[account]?.owner == id || grantee == id }

  /// Where both must agree, the other of the two has wished it, or is not there to ask.
  private func ends(_ revoked: AccountRevoked, _ id: String) -> Bool {
    guard let account = accounts[revoked.accountID], mayEnd(id, revoked.accountID, revoked.memberID) else { return false }
    guard let grant = account.grants[revoked.memberID], grant.needsConsent else { return true }
    let other = account.owner == id ? revoked.memberID : account.owner
    return grant.askedBy == other || people[other]?.isHere != true
  }

  private func sharesCategories(_ id: String, of member: String) -> Bool {
    id == member && people[id]?.role != .minor || looksAfter(id, member)
  }
}
