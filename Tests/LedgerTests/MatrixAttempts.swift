import HearthProtocol
import Testing

@testable import Ledger

/// Every cell of the matrix, tried: each role sends each command, for its own record and for another's, where nothing
/// but the right stands against it.
struct MatrixAttempts {
  /// Rights that no command asks: what is read is decided by lane, and taking part by the split.
  static let withoutCommand: Set<Right> = [
    .groupRead, .attachmentsAdd, .attachmentsRead, .incomeRead, .adminLaneRead, .minorsRead, .entriesTakePart, .historyExport,
    .historyVerify, .accountsRead, .tokensRead, .tokensWrite,
  ]

  /// Rights whose cells name targets; `MemberPermissionTests` tries each of them on each.
  static let withTargets: [Right: [MemberPermissionTests.Wish]] = [
    .placeholdersClaim: [.claimAdult, .claimMinor], .membersRemove: [.remove], .membersRename: [.rename, .color],
    .ownershipTransfer: [.transfer],
  ]

  /// Rights whose commands are about the sender alone: there is no command about another's.
  static let aboutOneself: Set<Right> = [
    .entriesUndo, .incomeSet, .rolesAcknowledge, .preferencesSet, .emailsSet, .separationSet, .paymentsSet,
  ]

  /// Whether a member can send no command of the right about another's record: a viewer sees no account but their own.
  static func isAboutOneself(_ right: Right, by number: UInt64) -> Bool {
    aboutOneself.contains(right) || right == .accountsRevoke && number == 4
  }

  /// The family in which each has added an entry and made a recurring rule, for viewer and minor were adults before;
  /// the lower their number, the more they paid for all. The owner has an invite open, and there are placeholders.
  static let everyone: Household = {
    var household = PrecedenceTests.staged
    do {
      for child in [4, 5] as [UInt64] { try household.perform(.changeRole(PrecedenceTests.change(child, to: .adult))) }
      for number in 1...5 as ClosedRange<UInt64> {
        try household.perform(.setRecurring(Household.rule(number, from: "2027-01-01")), by: number)
        var wish = Household.entry(10 + number, minor: Int64(600_000 / number))
        wish.content.split.equal.memberIds = (1...5 as ClosedRange<UInt64>).map(Household.text)
        try household.perform(.addEntry(wish), by: number)
      }
      try household.perform(.changeRole(PrecedenceTests.change(4, to: .viewer)))
      try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
      try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }()

  /// The same, where each has two accounts, n and 10 + n, with an entry in the first. The first ones are
  /// granted to others to read, and every grantee wishes that the grant ends.
  static let accounts: Household = {
    var household = everyone
    do {
      for child in [4, 5] as [UInt64] { try household.perform(.changeRole(PrecedenceTests.change(child, to: .adult))) }
      for number in 1...5 as ClosedRange<UInt64> {
        for account in [number, 10 + number] { try household.perform(.setAccount(AccountTests.account(account)), by: number) }
        try household.perform(.setAccountEntry(AccountTests.entry(number, in: number)), by: number)
        for other in number == 1 ? [2, 3] : number == 2 ? [1, 3] : [1] as [UInt64] {
          try household.perform(.grantAccount(AccountTests.grant(other, of: number, .read, needsConsent: true)), by: number)
          try household.perform(.revokeAccount(AccountTests.revocation(other, of: number)), by: other)
        }
      }
      try household.perform(.changeRole(PrecedenceTests.change(4, to: .viewer)))
      try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
      try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
      try household.perform(.grantAccount(AccountTests.grant(5, .read)))
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }()

  /// The same as `everyone`, where each has commented on what the owner added.
  private static let commented = PrecedenceTests.after(
    everyone, (1...5 as ClosedRange<UInt64>).map { (.commentEntry(PrecedenceTests.commenting(11, as: $0)), $0) })

  /// The same as `everyone`, with every entry voided.
  private static let voided = PrecedenceTests.after(
    everyone, (11...15 as ClosedRange<UInt64>).map { (.voidEntry(PrecedenceTests.voiding($0)), 1) })

  /// The same as `everyone`, where admin and adult look after the minor.
  static let guarded = PrecedenceTests.after(everyone, [2, 3].map { (.setGuardian(FamilyTests.guardian($0)), 1) })

  /// The same as `everyone`, with another minor, after whom the owner alone looks.
  static let others = PrecedenceTests.after(everyone, [(.addPlaceholder(PrecedenceTests.placeholder(36, as: .minor)), 1)])

  /// The same as `everyone`, where the owner alone coaches the minor.
  static let restricted = PrecedenceTests.after(everyone, [(.restrictCoaching(CoachingTests.restriction()), 1)])

  typealias Attempt = MatrixTests.Attempt

  /// One's own are minors whose guardian one is, and of a minor themself.
  private static func family(_ right: Right, isOwn: Bool) -> Attempt {
    switch right {
    case .minorsSet: Attempt(body: .setSpendingLimit(FamilyTests.limit(1)), household: isOwn ? guarded : everyone)
    case .spendingSet: Attempt(body: .setSpending(FamilyTests.spending(1, of: isOwn ? 5 : 36)), household: isOwn ? guarded : others)
    default: Attempt(body: .setGuardian(FamilyTests.guardian(3)), household: everyone)
    }
  }

  /// To whom the first account of the owner or the admin is granted, besides a member.
  static func grantee(of whose: UInt64, except number: UInt64) -> UInt64 {
    ([1, 2, 3] as [UInt64]).first { $0 != whose && $0 != number } ?? 0
  }

  /// One's own are accounts of one's own; those of others are granted to read.
  private static func account(_ right: Right, _ whose: UInt64, _ other: UInt64, by number: UInt64, isOwn: Bool) -> Attempt {
    switch right {
    case .accountsSet: Attempt(body: .setAccount(AccountTests.account(whose, opening: 5)), household: accounts)
    case .accountsWrite: Attempt(body: .setAccountEntry(AccountTests.entry(90, in: whose)), household: accounts)
    case .accountsGrant: Attempt(body: .grantAccount(AccountTests.grant(other, of: isOwn ? 10 + whose : whose)), household: accounts)
    default:
      Attempt(
        body: .revokeAccount(AccountTests.revocation(isOwn ? other : grantee(of: whose, except: number), of: whose)), household: accounts)
    }
  }

  /// One's own are messages to who hears all adults, and what one shares.
  private static func telling(_ right: Right, isOwn: Bool, _ whose: UInt64, _ other: UInt64) -> Attempt {
    switch right {
    case .coachingSend: Attempt(body: .sendCoaching(CoachingTests.wish(isOwn ? other : 5)), household: isOwn ? everyone : restricted)
    case .coachingMute: Attempt(body: .muteCoaching(CoachingTests.mute(other)), household: everyone)
    case .wordsErase: Attempt(body: .eraseWords(.with { $0.memberID = Household.text(isOwn ? whose : 32) }), household: everyone)
    case .categoriesShare: Attempt(body: .shareCategory(SharedCategoryTests.share("dining", of: whose)), household: everyone)
    default: Attempt(body: .restrictCoaching(CoachingTests.restriction()), household: everyone)
    }
  }

  /// Whatever is owed; others' is between two of whom neither sends it.
  private static func settlement(by number: UInt64, _ other: UInt64, isOwn: Bool) -> SettleUp {
    var settle =
      isOwn ? SettlementTests.settle(9, from: number, to: other) : SettlementTests.settle(9, from: number == 3 ? 4 : 3, to: other)
    (settle.minor, settle.allowMore) = (5, true)
    return settle
  }

  /// The fifth is owed nothing, and may remind nobody; by the entries all others are owed by those who come behind.
  private static func reminder(by number: UInt64, of whose: UInt64) -> RemindDebtor {
    var remind = SettlementTests.remind(whose == 5 ? 4 : (whose + 1 == number ? whose + 2 : whose + 1), of: whose)
    remind.mode = .direct
    return remind
  }

  /// - Parameters:
  ///   - number: who sends it, 1 to 5 for owner, admin, adult, viewer and minor.
  ///   - isOwn: whether it is about their own record.
  static func attempt(_ right: Right, by number: UInt64, isOwn: Bool) -> Attempt? {
    // Of two others the one with a lower number.
    let other: UInt64 = number == 1 ? 2 : 1
    let whose = isOwn ? number : other
    func here(_ body: Command.OneOf_Body) -> Attempt { Attempt(body: body, household: everyone) }
    switch right {
    case .entriesAdd: return here(.addEntry(Household.entry(1)))
    case .entriesEdit:
      var edit = EditEntry()
      edit.entryID = Household.entry(10 + whose).entryID
      edit.baseVersion = everyone.state.shared.entries[EntryID(high: 0xB000, low: 10 + whose)]?.version.rawValue ?? 0
      edit.changes.note = "for Diwali"
      return here(.editEntry(edit))
    case .entriesVoid: return here(.voidEntry(PrecedenceTests.voiding(10 + whose)))
    case .entriesRestore: return Attempt(body: .restoreEntry(PrecedenceTests.restoring(10 + whose)), household: voided)
    case .entriesUndo: return isOwn ? here(.undoLast(UndoLast())) : nil
    case .entriesDispute: return here(.disputeEntry(PrecedenceTests.disputing(10 + whose)))
    case .entriesComment: return here(.commentEntry(PrecedenceTests.commenting(10 + whose)))
    case .entriesUncomment: return Attempt(body: .removeComment(PrecedenceTests.uncommenting(11, whose)), household: commented)
    case .incomeSet: return isOwn ? here(.setMemberIncome(PrecedenceTests.income(100))) : nil
    case .debtsSettle:
      return here(.settleUp(settlement(by: number, other, isOwn: isOwn)))
    case .debtsRemind:
      return here(.remindDebtor(reminder(by: number, of: whose)))
    case .budgetsSet: return here(.setBudget(Household.budget(1)))
    case .recurringSet: return here(.pauseRecurring(RecurringTests.pause(whose)))
    case .festivalsSet: return here(.setFestival(Household.festival(1)))
    case .ratesSet: return here(Household.rate("USD", "83"))
    case .categoriesSet: return here(.setCategory(PrecedenceTests.category("pets")))
    case .groupSet: return here(.updateGroup(PrecedenceTests.rename("Sharma")))
    case .policiesSet: return here(.setPolicy(PrecedenceTests.policy(.viewersDispute, false)))
    case .policiesDelegate: return here(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)))
    case .invitesCreate: return here(.createInvite(PrecedenceTests.invite(2)))
    case .invitesCreateAdmins: return here(.createInvite(PrecedenceTests.invite(2, role: .admin)))
    case .invitesRevoke: return here(.revokeInvite(PrecedenceTests.revocation(1)))
    case .joinsApprove:
      return Attempt(body: .approveJoin(PrecedenceTests.joinApproval(9)), household: PrecedenceTests.asking(everyone))
    case .placeholdersAdd: return here(.addPlaceholder(PrecedenceTests.placeholder(33)))
    case .rolesChange: return here(.changeRole(PrecedenceTests.change(30, to: .viewer)))
    case .rolesAcknowledge:
      guard isOwn else { return nil }
      // A member who may is told that nothing waits, if nothing can: for the owner, and for a minor.
      let proposed: [(Command.OneOf_Body, UInt64)] =
        [2, 3, 4].contains(number) ? [(.changeRole(PrecedenceTests.change(number, to: .minor)), 1)] : []
      return Attempt(
        body: .acknowledgeRole(PrecedenceTests.acknowledgement()), household: PrecedenceTests.after(everyone, proposed),
        refusal: proposed.isEmpty ? .nothingPending : nil)
    case .rolesRequest: return here(.requestRole(PrecedenceTests.request(.adult)))
    case .partiesSet: return here(.setParty(PrecedenceTests.party(whose, with: whose == 1 ? 2 : 1)))
    case .sharingSet: return here(.setDefaultSharing(PrecedenceTests.sharing(whose, whose > 3)))
    case .preferencesSet: return isOwn ? here(.setPreferences(PrecedenceTests.quiet)) : nil
    case .emailsSet: return isOwn ? here(.setMemberEmail(EmailTests.wish("asha@example.org"))) : nil
    case .separationSet: return isOwn ? here(.separate(Separate())) : nil
    case .paymentsSet: return isOwn ? here(.setPaymentAddress(PaymentLinkTests.wish("asha@examplebank"))) : nil
    case .webhooksSet: return here(.addWebhook(PrecedenceTests.webhook(2)))
    case .guardiansSet, .minorsSet, .spendingSet: return family(right, isOwn: isOwn)
    case .accountsSet, .accountsWrite, .accountsGrant, .accountsRevoke:
      return !isOwn && isAboutOneself(right, by: number) ? nil : account(right, whose, other, by: number, isOwn: isOwn)
    case .coachingSend, .coachingMute, .coachingRestrict, .categoriesShare, .wordsErase: return telling(right, isOwn: isOwn, whose, other)
    case .membersRestore: return here(.restoreMember(PrecedenceTests.restoration(32)))
    case .membersLeave: return Attempt(body: .leaveGroup(LeaveGroup()), household: everyone, refusal: .ownerMustTransfer)
    case .groupArchive: return here(.archiveGroup(ArchiveGroup()))
    case .groupUnarchive: return Attempt(body: .unarchiveGroup(UnarchiveGroup()), household: PrecedenceTests.archived)
    case .groupPurge: return Attempt(body: .requestPurge(PrecedenceTests.purge), household: PrecedenceTests.archived)
    case .placeholdersClaim, .membersRemove, .membersRename, .ownershipTransfer, .groupRead, .incomeRead, .adminLaneRead, .minorsRead,
      .entriesTakePart,
      .attachmentsAdd, .attachmentsRead, .historyExport, .historyVerify, .accountsRead, .tokensRead, .tokensWrite:
      return nil
    }
  }

  @Test("product 60: every cell is tried, with one's own and with others' records, and comes out as the matrix says")
  func everyCell() throws {
    var tried = 0
    for (right, row) in MatrixTests.cells where !Self.withoutCommand.contains(right) {
      for (number, (role, cell)) in zip(1...5 as ClosedRange<UInt64>, zip(MatrixTests.roles, row.split(separator: " "))) {
        for (isOwn, sign) in zip([true, false], cell) {
          if Self.attempt(right, by: number, isOwn: isOwn) != nil { tried += 1 }
          for attempt in Self.attempts(right, by: number, isOwn: isOwn) {
            let rejection = Situation(attempt.body, household: attempt.household, by: number).rejection
            let whose = isOwn ? "own" : "others'"
            let what = "\(attempt.command): \(right.rawValue) by \(role.text), \(whose): \(String(describing: rejection))"
            if sign == "+" {
              #expect(rejection == nil || (rejection == attempt.refusal && rejection == .nothingPending), "\(what)")
            } else {
              #expect(rejection == attempt.refusal ?? .forbidden(right: right, role: role), "\(what)")
            }
          }
        }
      }
    }
    let commands = MatrixTests.cells.count - Self.withoutCommand.count
    // Of a viewer there is no attempt on others' grants.
    #expect(tried == (commands * 2 - Self.aboutOneself.count) * 5 - 1)
  }

  @Test("product 60: no right is without an attempt")
  func everyRight() {
    for right in Right.allCases where !Self.withoutCommand.contains(right) {
      if let wishes = Self.withTargets[right] {
        let tried = MemberPermissionTests.plain.map(\.0) + MemberPermissionTests.targeted.map(\.0)
        #expect(!wishes.isEmpty && wishes.allSatisfy(tried.contains), "\(right.rawValue)")
        continue
      }
      #expect(MatrixTests.cells.contains { $0.right == right }, "\(right.rawValue)")
      for number in 1...5 as ClosedRange<UInt64> {
        #expect(Self.attempt(right, by: number, isOwn: true) != nil, "\(right.rawValue) by \(number)")
        #expect(
          (Self.attempt(right, by: number, isOwn: false) == nil) == Self.isAboutOneself(right, by: number), "\(right.rawValue) by \(number)"
        )
      }
    }
  }
}
