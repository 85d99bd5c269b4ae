import HearthProtocol
import Support
import Testing

@testable import Ledger

// Commands that fall under a right besides the first one that `MatrixAttempts.attempt` has for it.
extension MatrixAttempts {
  /// All attempts on a right.
  ///
  /// - Parameters:
  ///   - number: who sends it, 1 to 5 for owner, admin, adult, viewer and minor.
  ///   - isOwn: whether it is about their own record.
  static func attempts(_ right: Right, by number: UInt64, isOwn: Bool) -> [Attempt] {
    [attempt(right, by: number, isOwn: isOwn)].compactMap(\.self) + further(right, by: number, isOwn: isOwn)
  }

  private static func further(_ right: Right, by number: UInt64, isOwn: Bool) -> [Attempt] {
    let whose = isOwn ? number : number == 1 ? 2 : 1
    switch right {
    case .entriesAdd: return [Attempt(body: .addEntry(transfer(by: number)), household: everyone)]
    case .entriesEdit: return [Attempt(body: .editEntry(moneyEdit(of: whose)), household: everyone)]
    // Withdrawn by who has it.
    case .entriesDispute: return isOwn ? [Attempt(body: .withdrawDispute(PrecedenceTests.withdrawing(11)), household: disputed)] : []
    case .budgetsSet:
      return [
        Attempt(body: .removeBudget(PrecedenceTests.removal(1)), household: budgeted),
        Attempt(body: .reactivateBudget(PrecedenceTests.reactivation(2)), household: budgeted),
      ]
    case .recurringSet: return furtherOfRules(whose, isOwn: isOwn)
    case .festivalsSet:
      var removal = RemoveFestival()
      removal.festivalID = Household.festivalID(1).description
      return [Attempt(body: .removeFestival(removal), household: budgeted)]
    case .categoriesSet:
      var retirement = RetireCategory()
      retirement.key = "gold"
      return [Attempt(body: .retireCategory(retirement), household: everyone)]
    case .groupSet:
      var income = UpdateGroup()
      income.monthlyIncome = Money(minor: 100, currency: "INR")
      return [Attempt(body: .updateGroup(income), household: everyone)]
    case .rolesChange:
      return [
        Attempt(body: .approveRole(PrecedenceTests.approval(5)), household: requested),
        Attempt(body: .declineRole(PrecedenceTests.roleDecline(5)), household: requested),
      ]
    case .minorsSet:
      let household = isOwn ? limited : PrecedenceTests.after(everyone, [(.setSpendingLimit(FamilyTests.limit(1)), 1)])
      let given = PrecedenceTests.after(isOwn ? guarded : everyone, [(.setAllowance(AllowanceTests.allowance(1)), 1)])
      return [Attempt(body: .removeSpendingLimit(FamilyTests.limitRemoval(1)), household: household)]
        + [
          .setAllowance(AllowanceTests.allowance(2)), .skipAllowance(AllowanceTests.skip(1)), .pauseAllowance(AllowanceTests.pause(1)),
          .endAllowance(AllowanceTests.end(1)),
        ].map { Attempt(body: $0, household: given) }
    case .spendingSet:
      let minor: UInt64 = isOwn ? 5 : 36
      let household = PrecedenceTests.after(isOwn ? guarded : others, [(.setSpending(FamilyTests.spending(1, of: minor)), 1)])
      let takenOut = PrecedenceTests.after(household, [(.voidSpending(FamilyTests.voiding(1, of: minor)), 1)])
      return [
        Attempt(body: .voidSpending(FamilyTests.voiding(1, of: minor)), household: household),
        Attempt(body: .restoreSpending(FamilyTests.restoring(1, of: minor)), household: takenOut),
      ]
    case .accountsSet, .accountsWrite, .accountsRevoke: return furtherOfAccounts(right, by: number, whose, isOwn: isOwn)
    case .categoriesShare: return [Attempt(body: .setCategoryTotal(SharedCategoryTests.total(of: whose)), household: sharing)]
    case .joinsApprove:
      return [Attempt(body: .declineJoin(PrecedenceTests.joinDecline(9)), household: PrecedenceTests.asking(everyone))]
    case .separationSet:
      guard isOwn else { return [] }
      return [
        Attempt(body: .endSeparation(EndSeparation()), household: PrecedenceTests.after(everyone, [(.separate(Separate()), number)])),
        Attempt(body: .separate(Separate()), household: PrecedenceTests.archived),
      ]
    case .paymentsSet:
      return isOwn ? [Attempt(body: .setPaymentAddress(PaymentLinkTests.wish("m@examplebank")), household: PrecedenceTests.archived)] : []
    case .preferencesSet: return isOwn ? [Attempt(body: .setNoticeAddress(NoticeTests.wish("m-7f3k")), household: everyone)] : []
    case .webhooksSet: return furtherOfWebhooks()
    case .groupPurge: return [Attempt(body: .cancelPurge(CancelPurge()), household: PrecedenceTests.condemned)]
    case .entriesVoid, .entriesRestore, .entriesUndo, .entriesComment, .entriesUncomment, .incomeSet, .debtsSettle, .debtsRemind,
      .ratesSet, .policiesSet, .policiesDelegate, .invitesCreate, .invitesCreateAdmins, .invitesRevoke, .placeholdersAdd, .sharingSet,
      .partiesSet, .rolesAcknowledge, .emailsSet, .rolesRequest, .guardiansSet, .coachingSend, .coachingMute,
      .coachingRestrict, .membersRestore, .accountsGrant, .accountsRead, .membersLeave, .groupArchive, .groupUnarchive,
      .placeholdersClaim, .membersRemove, .membersRename, .ownershipTransfer, .groupRead, .attachmentsAdd, .attachmentsRead, .incomeRead,
      .adminLaneRead, .minorsRead, .entriesTakePart, .historyExport, .historyVerify, .tokensRead, .tokensWrite, .wordsErase:
      return []
    }
  }

  private static func furtherOfWebhooks() -> [Attempt] {
    let id = PrecedenceTests.webhookID(1).description
    return [
      Attempt(body: .rotateWebhookSecret(.with { $0.webhookID = id }), household: PrecedenceTests.hooked),
      Attempt(body: .testWebhook(.with { $0.webhookID = id }), household: PrecedenceTests.hooked),
      Attempt(body: .resumeWebhook(.with { $0.webhookID = id }), household: PrecedenceTests.hookHalted),
      Attempt(body: .removeWebhook(.with { $0.webhookID = id }), household: PrecedenceTests.hooked),
    ]
  }

  private static func furtherOfRules(_ whose: UInt64, isOwn: Bool) -> [Attempt] {
    var end = EndRecurring()
    end.ruleID = Household.ruleID(whose).description
    var resume = ResumeRecurring()
    resume.ruleID = end.ruleID
    return [
      Attempt(body: .setRecurring(ruleChange(of: whose)), household: everyone),
      Attempt(body: .skipOccurrence(RecurringTests.skip(whose, "2027-01-01")), household: everyone),
      Attempt(body: .endRecurring(end), household: everyone), Attempt(body: .resumeRecurring(resume), household: paused),
    ] + (isOwn ? [Attempt(body: .setRecurring(Household.rule(20, from: "2027-01-01")), household: everyone)] : [])
  }

  private static func furtherOfAccounts(_ right: Right, by number: UInt64, _ whose: UInt64, isOwn: Bool) -> [Attempt] {
    switch right {
    case .accountsSet:
      let transfer = AccountTests.transfer(90, from: whose, into: isOwn ? 10 + whose : 10 + number)
      return [Attempt(body: .transferBetweenAccounts(transfer), household: accounts)]
    case .accountsWrite:
      return [
        Attempt(body: .voidAccountEntry(AccountTests.voiding(whose, in: whose)), household: accounts),
        Attempt(body: .reconcileAccount(AccountTests.comparing([whose], in: whose)), household: accounts),
      ]
    default:
      guard isOwn || !isAboutOneself(right, by: number) else { return [] }
      let grantee = isOwn ? (number == 1 ? 2 : 1) : grantee(of: whose, except: number)
      return [Attempt(body: .answerRevocation(AccountTests.answer(grantee, of: whose)), household: accounts)]
    }
  }

  private static func transfer(by number: UInt64) -> AddEntry {
    var wish = Household.entry(1, kind: .transfer)
    wish.content.split.equal.memberIds = [Household.text(number == 1 ? 2 : 1)]
    return wish
  }

  private static func moneyEdit(of number: UInt64) -> EditEntry {
    var edit = EditEntry()
    edit.entryID = Household.entry(10 + number).entryID
    edit.baseVersion = everyone.state.shared.entries[EntryID(high: 0xB000, low: 10 + number)]?.version.rawValue ?? 0
    edit.changes.money = Household.money(700)
    return edit
  }

  private static func ruleChange(of number: UInt64) -> SetRecurring {
    var wish = Household.rule(number, from: "2027-01-01", minor: 5)
    wish.baseVersion = everyone.rule(number)?.version.rawValue ?? 0
    return wish
  }

  /// Everybody disputes what the owner added.
  private static let disputed = PrecedenceTests.after(
    everyone, (1...5 as ClosedRange<UInt64>).map { (.disputeEntry(PrecedenceTests.disputing(11)), $0) })

  /// There is a budget, one that was removed, and an envelope.
  private static let budgeted = PrecedenceTests.after(
    everyone,
    [
      (.setBudget(Household.budget(1)), 1), (.setBudget(Household.budget(2)), 1), (.removeBudget(PrecedenceTests.removal(2)), 1),
      (.setFestival(Household.festival(1)), 1),
    ])

  /// The minor has a limit, and admin and adult look after them.
  private static let limited = PrecedenceTests.after(guarded, [(.setSpendingLimit(FamilyTests.limit(1)), 1)])

  /// Everybody shares a category.
  private static let sharing: Household = {
    var household = PrecedenceTests.after(
      everyone, (1...4 as ClosedRange<UInt64>).map { (.shareCategory(SharedCategoryTests.share("dining")), $0) })
    household = PrecedenceTests.after(household, [(.shareCategory(SharedCategoryTests.share("dining", of: 5)), 1)])
    return household
  }()

  /// Every recurring rule is paused.
  private static let paused = PrecedenceTests.after(
    everyone, (1...5 as ClosedRange<UInt64>).map { (.pauseRecurring(RecurringTests.pause($0)), 1) })

  /// The minor would be a viewer.
  private static let requested = PrecedenceTests.after(everyone, [(.requestRole(PrecedenceTests.request(.viewer)), 5)])
}

extension MatrixTests.Attempt {
  /// The command's name as the schema has it: "add_entry".
  var command: String { body.name }
}

extension Command.OneOf_Body {
  /// The body's name as the schema has it.
  fileprivate var name: String { Kinds.schemaName(Mirror(reflecting: self).children.first?.label ?? "") }
}

/// The matrix is tried with every command, and every one of its denials counts.
struct MatrixMutationTests {
  private typealias Attempt = MatrixTests.Attempt

  /// Commands of whoever is no member: what they lead to follows from no role.
  private static let ofStrangers: Set<String> = ["create_group", "join_group"]

  private static let members = Array(zip(1...5 as ClosedRange<UInt64>, MatrixTests.roles))

  /// What comes of the attempt by a table.
  private static func outcome(_ body: Command.OneOf_Body, _ household: Household, by number: UInt64, _ matrix: Matrix) -> Rejection? {
    do throws(Rejection) {
      _ = try decide(household.command(body), in: household.state, context: household.context(number), matrix: matrix)
      return nil
    } catch {
      return error
    }
  }

  @Test("product 60: every command of the protocol is tried by every role")
  func everyCommand() {
    let all = Set(Kinds.commands.map(\.name))
    for (number, role) in Self.members {
      var tried = Self.ofStrangers
      for right in Right.allCases {
        for isOwn in [true, false] { tried.formUnion(MatrixAttempts.attempts(right, by: number, isOwn: isOwn).map(\.command)) }
        for wish in MatrixAttempts.withTargets[right] ?? [] { tried.insert(MemberPermissionTests.body(wish, number, on: 12).name) }
      }
      #expect(all.subtracting(tried).sorted() == [], "not tried by \(role.text)")
      #expect(tried.subtracting(all).sorted() == [], "no longer in the protocol")
    }
  }

  @Test("product 60: own and others' recurring rules and words and money of entries are told apart")
  func everyVariant() {
    for (number, _) in Self.members {
      let bodies = MatrixAttempts.attempts(.entriesEdit, by: number, isOwn: false).map(\.body)
      #expect(bodies.map { if case .editEntry(let edit) = $0 { edit.changes.hasMoney } else { false } } == [false, true])
      let own = Set(MatrixAttempts.attempts(.recurringSet, by: number, isOwn: true).map(\.command))
      let others = Set(MatrixAttempts.attempts(.recurringSet, by: number, isOwn: false).map(\.command))
      #expect(own == ["set_recurring", "pause_recurring", "resume_recurring", "skip_occurrence", "end_recurring"] && own == others)
    }
  }

  @Test("product 60: without any one denial of a role, to its own or to others' records, an attempt comes out differently")
  func everyDenial() {
    var counted = 0
    for (right, row) in MatrixTests.cells where !MatrixAttempts.withoutCommand.contains(right) {
      for ((number, role), cell) in zip(Self.members, row.split(separator: " ")) {
        for (isOwn, sign) in zip([true, false], cell) where sign == "-" {
          let attempts = MatrixAttempts.attempts(right, by: number, isOwn: isOwn)
          // There is no command about another's of those that are about oneself.
          guard !attempts.isEmpty else {
            #expect(!isOwn && MatrixAttempts.isAboutOneself(right, by: number))
            continue
          }
          counted += 1
          var open = Matrix.standard
          open[right, role] = .yes
          for attempt in attempts {
            let shut = Self.outcome(attempt.body, attempt.household, by: number, .standard)
            let opened = Self.outcome(attempt.body, attempt.household, by: number, open)
            #expect(shut != nil && shut != opened, "\(attempt.command): \(right.rawValue) for \(role.text), \(isOwn ? "own" : "others'")")
          }
        }
      }
    }
    #expect(counted > 100)
  }

  @Test("product 60: without any one denial that a policy makes, an attempt comes out differently")
  func everyPolicy() {
    for (policy, right, role, _, denied) in MatrixTests.policies where !MatrixAttempts.withoutCommand.contains(right) {
      let number = UInt64(MatrixTests.roles.firstIndex(of: role) ?? 0) + 1
      for (isOwn, sign) in zip([true, false], denied) where sign == "-" {
        for attempt in MatrixAttempts.attempts(right, by: number, isOwn: isOwn) {
          // Some are so from the beginning.
          let household = PrecedenceTests.after(attempt.household, [(.setPolicy(PrecedenceTests.policy(policy, false)), 1)])
          var open = Matrix.standard
          open[right, role] = .yes
          let shut = Self.outcome(attempt.body, household, by: number, .standard)
          #expect(shut == .forbidden(right: right, role: role), "\(attempt.command): \(policy.key)")
          #expect(shut != Self.outcome(attempt.body, household, by: number, open), "\(attempt.command): \(policy.key)")
        }
      }
    }
  }

  @Test("product 60: without any one denial toward a role, an attempt comes out differently")
  func everyTarget() {
    var counted = 0
    let household = MemberPermissionTests.household
    for (right, rows) in MatrixTests.targets {
      for ((number, role), row) in zip(Self.members, rows) {
        // Second members of every role stand for others of it; a placeholder is claimed as what it is marked as.
        let targets: [(target: Role, wishes: [(MemberPermissionTests.Wish, UInt64)])] =
          right == .placeholdersClaim
          ? [(.adult, [(.claimAdult, 0)]), (.minor, [(.claimMinor, 0)])]
          : zip(MatrixTests.roles, [1, 11, 12, 13, 14] as [UInt64]).map { role, target in
            (role, (MatrixAttempts.withTargets[right] ?? []).map { ($0, target) })
          }
        for (target, wishes) in targets {
          let column = MatrixTests.roles.firstIndex(of: target) ?? 0
          guard Array(row)[column] == "-" else { continue }
          for (wish, on) in wishes where on != number {
            counted += 1
            var open = Matrix.standard
            open[right, role] = Self.opened(Matrix.standard[right, role], toward: target)
            let body = MemberPermissionTests.body(wish, number, on: on)
            let (shut, opened) = (Self.outcome(body, household, by: number, .standard), Self.outcome(body, household, by: number, open))
            #expect(shut != nil && shut != opened, "\(wish) by \(role.text) toward \(target.text)")
          }
        }
      }
    }
    #expect(counted == 1 + 18 + 40 + 22)
  }

  /// The cell that allows what it did, and this target too.
  private static func opened(_ cell: Permission, toward target: Role) -> Permission {
    switch cell {
    case .toward(let roles): .toward(roles.union(RoleSet(target)))
    case .ownAndToward(let roles): .ownAndToward(roles.union(RoleSet(target)))
    case .own: .ownAndToward(RoleSet(target))
    case .no: .toward(RoleSet(target))
    case .yes, .policy, .ownIf, .ownAndOthers, .guardian, .unrestricted: cell
    }
  }
}
