import HearthProtocol

/// Who may read what, by the events of the log alone: it says the rules of SPEC (sections 4, 7 and 23 to 26) in words
/// of its own, and shares nothing with the ledger that it checks.
struct Oracle {
  struct Person {
    let holder: [UInt8]
    var role: Role
    /// Whether they are in the group and not gone.
    var isHere = true
  }

  struct Grant {
    let permission: GrantPermission
    let needsConsent: Bool
    /// Who wishes that it ends.
    var askedBy: String?
  }

  struct Access: Equatable {
    let name: String
    let type: AccountType
    let owner: String
  }

  struct Account {
    let owner: String
    var grants: [String: Grant] = [:]
    /// What it says of itself.
    var name = ""
    var type = AccountType.unspecified
    /// Who was a minor when it was granted to them, and has not been told that it ended.
    var children: Set<String> = []
  }

  private(set) var people: [String: Person] = [:]
  /// Who looks after each minor besides the owner.
  private(set) var guardians: [String: Set<String>] = [:]
  private(set) var accounts: [String: Account] = [:]
  /// Minors whom the owner alone coaches.
  private(set) var restricted: Set<String> = []
  /// Whose coaching does not reach each member.
  private(set) var mutes: [String: Set<String>] = [:]
  /// Who keeps everything of theirs from the others.
  private(set) var separated: Set<String> = []
  /// Who has said each comment.
  private(set) var comments: [String: String] = [:]
  /// Alerts that have fired and allowances that were booked.
  private var once: Set<[String]> = []
  /// Of a minor's limit: how long its periods are, and how often that has changed. Those of another length are others,
  /// and so is a limit that is set under the id of a removed one.
  private var periods: [[String]: BudgetPeriod] = [:]
  private var lengths: [[String]: Int] = [:]
  /// The lanes about minors, and those of them in which anything stands.
  private(set) var minorLanes: Set<Lane> = []
  private var begun: Set<Lane> = []
  private(set) var accountLanes: Set<Lane> = []
  /// Coaching that stands in its sender's inbox and has to stand in its recipient's next.
  private var coaching: (command: String, recipient: String)?
  /// Of each minor's lane, the accounts that it says the minor reads: name and type.
  private var accesses: [String: [String: Access]] = [:]
  /// Grants that have to have ended behind the batch.
  private var ending: [(account: String, member: String)] = []
  /// Counts the changes of who reads what.
  private(set) var version = 0

  // MARK: Who reads

  /// The member that a person is, if they are there.
  func member(holding holder: [UInt8]) -> String? { people.first { $0.value.isHere && $0.value.holder == holder }?.key }

  /// The lanes that a member receives.
  func lanes(of id: String) -> Set<Lane> {
    var lanes: Set<Lane> = [.shared, .admin, .income]
    if let member = MemberID(id) { lanes.insert(.inbox(member)) }
    return lanes.union(minorLanes).union(accountLanes).filter { mayRead($0, id) }
  }

  private func mayRead(_ lane: Lane, _ id: String) -> Bool {
    guard let person = people[id], person.isHere else { return false }
    switch lane {
    case .shared: return true
    case .admin: return person.role == .owner || person.role == .admin
    case .income: return isPartner(id)
    case .inbox(let reader): return reader.description == id
    case .minor(let minor):
      let subject = minor.description
      guard let child = people[subject] else { return false }
      // A child who has grown up has it alone, if anything stands in it.
      guard child.role == .minor else { return id == subject && begun.contains(lane) }
      // Of a child who has gone before anything stood in it there is none.
      return (child.isHere || begun.contains(lane)) && (id == subject || looksAfter(id, subject))
    case .account(let account):
      guard let account = accounts[account.description] else { return false }
      return account.owner == id || account.grants[id] != nil
    }
  }

  func isPartner(_ id: String) -> Bool { people[id].map { [.owner, .admin, .adult].contains($0.role) } ?? false }

  /// The owner looks after every minor, and so does an admin or adult whom the owner has made a guardian.
  func looksAfter(_ id: String, _ minor: String) -> Bool {
    guard people[minor]?.role == .minor, let person = people[id], person.isHere else { return false }
    return person.role == .owner || isPartner(id) && guardians[minor]?.contains(id) == true
  }

  // MARK: What happens

  /// Takes the next event of the log.
  ///
  /// - Throws: when it stands in a lane where it does not belong, a second time, or reaches whom it must not.
  mutating func take(_ event: Event, in lane: Lane) throws {
    guard event.lanes.contains(lane.name) else {
      throw Broken(description: "\(event.commandID) stands in \(lane) and belongs in \(event.lanes.joined(separator: " or "))")
    }
    try follow(event, in: lane)
    if case .minor = lane, begun.insert(lane).inserted { version += 1 }
    switch event.body {
    case .memberJoined, .memberLeft, .memberRemoved, .memberRestored, .roleChanged, .ownershipTransferred: takeMember(event)
    case .accountSet, .accountGranted, .accountRevoked, .accountRevocationAsked, .accountRevocationDeclined: takeAccount(event)
    case .childAccessGranted(let granted):
      accesses[granted.minorID, default: [:]][granted.accountID] = Access(name: granted.name, type: granted.type, owner: granted.ownerID)
    case .childAccessEnded(let ended): accesses[ended.minorID]?[ended.accountID] = nil
    case .guardianAdded(let added):
      guardians[added.minorID, default: []].insert(added.memberID)
      version += 1
    case .guardianRemoved(let removed):
      guardians[removed.minorID]?.remove(removed.memberID)
      version += 1
    case .coachingRestricted(let set): restricted = set.lifted ? restricted.subtracting([set.minorID]) : restricted.union([set.minorID])
    case .coachingMuted(let set):
      if set.unmuted { mutes[event.memberID]?.remove(set.memberID) } else { mutes[event.memberID, default: []].insert(set.memberID) }
    case .entryCommented(let commented): comments[commented.commentID] = event.memberID
    case .separated(let begun): separated.insert(begun.memberID)
    case .separationEnded(let ended): separated.remove(ended.memberID)
    case .spendingLimitSet(let set):
      let limit = [set.minorID, set.limitID]
      if periods.updateValue(set.content.period, forKey: limit) != set.content.period { lengths[limit, default: 0] += 1 }
    case .spendingLimitRemoved(let removed): periods[[removed.minorID, removed.limitID]] = nil
    case .childAlertFired(let fired):
      let limit = [fired.minorID, fired.limitID]
      let threshold = fired.over ? "over" : String(fired.basisPoints)
      try requireOnce(limit + [String(lengths[limit] ?? 0), fired.periodStart, threshold], event)
    case .allowanceBooked(let booked): try requireOnce([booked.minorID, booked.allowanceID, booked.date], event)
    default: break
    }
  }

  private mutating func requireOnce(_ what: [String], _ event: Event) throws {
    guard once.insert(what).inserted else { throw Broken(description: "\(what) happens a second time") }
  }

  /// What is sent to somebody stands in their inbox right behind the sender's, unless they have muted the sender.
  private mutating func follow(_ event: Event, in lane: Lane) throws {
    if let awaited = coaching {
      coaching = nil
      guard case .coachingSent = event.body, event.commandID == awaited.command, lane.name == "inbox/" + awaited.recipient else {
        throw Broken(description: "the coaching of \(awaited.command) is not in its recipient's inbox, who has not muted its sender")
      }
      return
    }
    guard case .coachingSent(let sent) = event.body else { return }
    guard lane.name == "inbox/" + event.memberID else {
      throw Broken(description: "the coaching of \(event.commandID) does not belong to the recipient's inbox, who has muted its sender")
    }
    let isMuted = mutes[sent.recipientID]?.contains(event.memberID) == true && people[sent.recipientID]?.role != .minor
    if !isMuted { coaching = (event.commandID, sent.recipientID) }
  }

  private mutating func takeMember(_ event: Event) {
    version += 1
    switch event.body {
    case .memberJoined(let joined):
      people[joined.memberID] = Person(holder: Array(joined.holder), role: joined.role)
      if joined.role == .minor, let child = MemberID(joined.memberID) { minorLanes.insert(.minor(child)) }
    case .memberLeft(let left): leave(left.memberID)
    case .memberRemoved(let removed): leave(removed.memberID)
    case .memberRestored(let restored):
      people[restored.memberID]?.isHere = true
      if restored.role != .unspecified { become(restored.role, restored.memberID) }
    case .roleChanged(let changed): become(changed.role, changed.memberID)
    case .ownershipTransferred(let transferred):
      for (id, person) in people where person.role == .owner { people[id]?.role = .admin }
      people[transferred.memberID]?.role = .owner
    default: break
    }
  }

  private mutating func leave(_ id: String) {
    people[id]?.isHere = false
    endTrust(in: id)
  }

  private mutating func become(_ role: Role, _ id: String) {
    guard let former = people[id]?.role, former != role else { return }
    people[id]?.role = role
    if role == .minor, let child = MemberID(id) { minorLanes.insert(.minor(child)) }
    if former == .minor {
      guardians[id] = nil
      restricted.remove(id)
    }
    // Partners keep what they had, and a child who grows up what they may read. Somebody who becomes a child is told
    // the end of what they might still read.
    guard role == .viewer || role == .minor else { return }
    endTrust(in: id, but: role == .minor ? .read : nil)
  }

  /// They look after nobody any more, and what was granted to them ends.
  ///
  /// - Parameter spared: grants that end with the batch.
  private mutating func endTrust(in id: String, but spared: GrantPermission? = nil) {
    for minor in guardians.keys { guardians[minor]?.remove(id) }
    for (account, state) in accounts {
      guard let grant = state.grants[id] else { continue }
      if grant.permission == spared { ending.append((account, id)) } else { accounts[account]?.grants[id] = nil }
    }
  }

  /// The batch is complete.
  ///
  /// - Throws: when a child reads an account that is none for children, or the child's lane says otherwise than the
  ///   grants.
  mutating func endBatch() throws {
    for (account, member) in ending { accounts[account]?.grants[member] = nil }
    if !ending.isEmpty { version += 1 }
    ending = []
    try requireAccesses()
  }

  private func requireAccesses() throws {
    var granted: [String: [String: Access]] = [:]
    for (id, account) in accounts {
      for child in account.children {
        // The lane of somebody who has grown up says what the account was called then (SPEC AC-11).
        let former = people[child]?.role == .minor ? nil : accesses[child]?[id]
        granted[child, default: [:]][id] = former ?? Access(name: account.name, type: account.type, owner: account.owner)
        guard people[child]?.role != .minor || account.type == .checking || account.type == .savings else {
          throw Broken(description: "\(child) reads account \(id), which is none for children")
        }
      }
    }
    guard accesses.filter({ !$0.value.isEmpty }) == granted else {
      throw Broken(description: "the lanes of minors say otherwise than the grants which accounts they read")
    }
  }

  private mutating func takeAccount(_ event: Event) {
    switch event.body {
    case .accountSet(let set):
      guard accounts[set.accountID] == nil else {
        accounts[set.accountID]?.name = set.content.name
        accounts[set.accountID]?.type = set.content.type
        return
      }
      accounts[set.accountID] = Account(owner: event.memberID, name: set.content.name, type: set.content.type)
      if let id = AccountID(set.accountID) { accountLanes.insert(.account(id)) }
      version += 1
    case .accountGranted(let granted):
      accounts[granted.accountID]?.grants[granted.memberID] = Grant(permission: granted.permission, needsConsent: granted.needsConsent)
      if people[granted.memberID]?.role == .minor { accounts[granted.accountID]?.children.insert(granted.memberID) }
      version += 1
    case .accountRevoked(let revoked):
      accounts[revoked.accountID]?.grants[revoked.memberID] = nil
      accounts[revoked.accountID]?.children.remove(revoked.memberID)
      version += 1
    case .accountRevocationAsked(let asked): accounts[asked.accountID]?.grants[asked.memberID]?.askedBy = event.memberID
    case .accountRevocationDeclined(let declined): accounts[declined.accountID]?.grants[declined.memberID]?.askedBy = nil
    default: break
    }
  }
}

extension Event {
  /// The names of the lanes in which such an event may stand.
  fileprivate var lanes: [String] {
    switch body {
    case .inviteCreated, .inviteRevoked, .inviteUsed, .joinRequested, .joinApproved, .joinDeclined, .memberEmailSet, .webhookAdded,
      .webhookSecretRotated, .webhookTested, .webhookPaused, .webhookResumed, .webhookRemoved:
      ["admin"]
    case .incomeSet, .memberIncomeSet: ["income"]
    case .guardianAdded(let added): ["minor/" + added.minorID]
    case .guardianRemoved(let removed): ["minor/" + removed.minorID]
    case .spendingSet(let set): ["minor/" + set.minorID]
    case .spendingVoided(let voided): ["minor/" + voided.minorID]
    case .spendingRestored(let restored): ["minor/" + restored.minorID]
    case .spendingLimitSet(let set): ["minor/" + set.minorID]
    case .spendingLimitRemoved(let removed): ["minor/" + removed.minorID]
    case .childAlertFired(let fired): ["minor/" + fired.minorID]
    case .allowanceSet(let set): ["minor/" + set.minorID]
    case .allowanceSkipped(let skipped): ["minor/" + skipped.minorID]
    case .allowancePaused(let paused): ["minor/" + paused.minorID]
    case .allowanceEnded(let ended): ["minor/" + ended.minorID]
    case .allowanceBooked(let booked): ["minor/" + booked.minorID]
    case .childAccessGranted(let granted): ["minor/" + granted.minorID]
    case .childAccessEnded(let ended): ["minor/" + ended.minorID]
    case .roleRequested(let requested): ["minor/" + requested.memberID]
    case .roleRequestDeclined(let declined): ["minor/" + declined.memberID]
    case .roleRequestSettled(let settled): ["minor/" + settled.memberID]
    case .accountSet(let set): ["account/" + set.accountID]
    case .accountEntrySet(let set): ["account/" + set.accountID]
    case .accountEntryVoided(let voided): ["account/" + voided.accountID]
    case .accountReconciled(let reconciled): ["account/" + reconciled.accountID]
    case .accountGranted(let granted): ["account/" + granted.accountID]
    case .accountRevoked(let revoked): ["account/" + revoked.accountID]
    case .accountRevocationAsked(let asked): ["account/" + asked.accountID]
    case .accountRevocationDeclined(let declined): ["account/" + declined.accountID]
    case .coachingSent(let sent): ["inbox/" + memberID, "inbox/" + sent.recipientID]
    case .coachingMuted: ["inbox/" + memberID]
    case .separated(let begun): ["inbox/" + begun.memberID]
    case .separationEnded(let ended): ["inbox/" + ended.memberID]
    case .paymentAddressSet(let set): ["inbox/" + set.memberID]
    case .noticeAddressSet(let set): ["inbox/" + set.memberID]
    case .debtorReminded(let reminded): ["inbox/" + reminded.debtorID, "inbox/" + reminded.creditorID]
    default: ["shared"]
    }
  }
}
