import HearthProtocol
import Testing

@testable import Ledger

/// The product's permission matrix, cell by cell, written out and not derived from `Right`.
struct MatrixTests {
  /// For owner, admin, adult, viewer and minor: `++` with own and others' records, `+-` with their own only, `--` not
  /// at all. Policies are as the product has them in a family.
  static let cells: [(right: Right, row: String)] = [
    (.groupRead, "++ ++ ++ ++ ++"),
    (.incomeRead, "++ ++ ++ -- --"),
    (.entriesAdd, "++ ++ ++ -- --"),
    (.entriesTakePart, "++ ++ ++ ++ ++"),
    (.entriesEdit, "++ ++ ++ -- --"),
    (.entriesVoid, "++ ++ +- -- --"),
    (.entriesRestore, "++ ++ +- -- --"),
    (.entriesUndo, "++ ++ +- -- --"),
    (.entriesDispute, "++ ++ ++ ++ ++"),
    (.entriesComment, "++ ++ ++ ++ ++"),
    (.entriesUncomment, "+- +- +- +- +-"),
    (.incomeSet, "+- +- +- +- --"),
    (.debtsSettle, "++ ++ +- -- --"),
    (.debtsRemind, "++ ++ +- -- --"),
    (.budgetsSet, "++ ++ -- -- --"),
    (.ratesSet, "++ ++ ++ -- --"),
    (.attachmentsAdd, "++ ++ ++ -- --"),
    (.attachmentsRead, "++ ++ ++ ++ ++"),
    (.recurringSet, "++ ++ +- -- --"),
    (.festivalsSet, "++ ++ -- -- --"),
    (.categoriesSet, "++ ++ -- -- --"),
    (.groupSet, "++ ++ -- -- --"),
    (.sharingSet, "++ ++ -- -- --"),
    (.partiesSet, "++ ++ -- -- --"),
    (.policiesSet, "++ ++ -- -- --"),
    (.policiesDelegate, "++ -- -- -- --"),
    (.invitesCreate, "++ -- -- -- --"),
    (.invitesCreateAdmins, "++ -- -- -- --"),
    (.invitesRevoke, "++ -- -- -- --"),
    (.joinsApprove, "++ -- -- -- --"),
    (.placeholdersAdd, "++ ++ -- -- --"),
    (.rolesChange, "++ -- -- -- --"),
    (.rolesAcknowledge, "+- +- +- +- +-"),
    (.preferencesSet, "+- +- +- +- +-"),
    (.emailsSet, "+- +- +- +- +-"),
    (.wordsErase, "++ +- +- +- +-"),
    (.rolesRequest, "-- -- -- -- ++"),
    (.membersRestore, "++ -- -- -- --"),
    (.membersLeave, "-- ++ ++ ++ ++"),
    (.groupArchive, "++ -- -- -- --"),
    (.groupUnarchive, "++ -- -- -- --"),
    (.groupPurge, "++ -- -- -- --"),
    (.historyExport, "++ ++ ++ ++ ++"),
    (.historyVerify, "++ ++ ++ ++ ++"),
    (.adminLaneRead, "++ ++ -- -- --"),
    (.minorsRead, "++ +- +- -- +-"),
    (.minorsSet, "++ +- +- -- --"),
    (.spendingSet, "++ +- +- -- +-"),
    (.guardiansSet, "++ -- -- -- --"),
    (.accountsRead, "+- +- +- +- +-"),
    (.accountsSet, "+- +- +- -- --"),
    (.accountsWrite, "+- +- +- -- --"),
    (.accountsGrant, "+- +- +- -- --"),
    (.accountsRevoke, "+- +- +- +- +-"),
    (.coachingSend, "++ +- +- -- --"),
    (.coachingMute, "++ ++ ++ ++ --"),
    (.coachingRestrict, "++ -- -- -- --"),
    (.separationSet, "+- +- +- +- +-"),
    (.paymentsSet, "+- +- +- +- +-"),
    (.webhooksSet, "++ -- -- -- --"),
    (.categoriesShare, "+- +- +- +- --"),
    (.tokensRead, "+- -- +- +- --"),
    (.tokensWrite, "+- -- +- -- --"),
  ]

  /// Rights that name targets: for each role, toward another who is owner, admin, adult, viewer or minor; then whether
  /// toward oneself.
  static let targets: [(right: Right, rows: [String])] = [
    (.placeholdersClaim, ["+++++ +", "+++++ +", "+++++ +", "+++++ +", "----+ -"]),
    (.membersRemove, ["-++++ -", "--++- -", "----- -", "----- -", "----- -"]),
    (.membersRename, ["-++++ +", "----- +", "----- +", "----- +", "----- +"]),
    (.ownershipTransfer, ["-++-- -", "----- -", "----- -", "----- -", "----- -"]),
  ]

  /// The cells that a policy changes, and how: own and others' records while it allows, and while it does not.
  static let policies: [(policy: Policy, right: Right, role: Role, allowed: String, denied: String)] = [
    (.adultsEditOthers, .entriesEdit, .adult, "++", "+-"),
    (.adultsVoidOwn, .entriesVoid, .adult, "+-", "--"),
    (.adminsInvite, .invitesCreate, .admin, "++", "--"),
    (.adminsInvite, .invitesRevoke, .admin, "++", "--"),
    (.adminsInvite, .joinsApprove, .admin, "++", "--"),
    (.adultsAddPlaceholders, .placeholdersAdd, .adult, "++", "--"),
    (.viewersDispute, .entriesDispute, .viewer, "++", "--"),
    (.minorsDispute, .entriesDispute, .minor, "++", "--"),
    (.viewersDispute, .entriesComment, .viewer, "++", "--"),
    (.minorsDispute, .entriesComment, .minor, "++", "--"),
    (.adultsSeeIncome, .incomeRead, .adult, "++", "--"),
    (.viewersSeeIncome, .incomeRead, .viewer, "++", "--"),
    (.adminsMakeTokens, .tokensRead, .admin, "+-", "--"),
    (.adminsMakeTokens, .tokensWrite, .admin, "+-", "--"),
    (.adminsSetWebhooks, .webhooksSet, .admin, "++", "--"),
  ]

  static let targetsOrNone: [Role?] = [nil, .owner, .admin, .adult, .viewer, .minor]
  static let roles: [Role] = [.owner, .admin, .adult, .viewer, .minor]

  /// What the table says with own and with others' records, `++` or the like.
  private static func answer(_ right: Right, _ role: Role, target: Role?, _ policies: Policies) -> String {
    [true, false].map { Matrix.standard[right, role].allows(isOwn: $0, target: target, policies) ? "+" : "-" }.joined()
  }

  @Test("S1, product 60, 197: every cell of the matrix: role, right, own or other's, role of the target")
  func everyCell() {
    let policies = Policies()
    for (right, row) in Self.cells {
      let expected = row.split(separator: " ").map(String.init)
      #expect(expected.count == 5)
      for (role, cell) in zip(Self.roles, expected) {
        for target in Self.targetsOrNone {
          #expect(
            Self.answer(right, role, target: target, policies) == cell, "\(right) by \(role.text), target \(String(describing: target))")
        }
      }
    }
    for (right, rows) in Self.targets {
      #expect(rows.count == 5)
      for (role, row) in zip(Self.roles, rows) {
        let cells = Array(row)
        for (target, cell) in zip(Self.roles, cells) {
          let isAllowed = Matrix.standard[right, role].allows(isOwn: false, target: target, policies)
          #expect(isAllowed == (cell == "+"), "\(right) by \(role.text) toward \(target.text)")
        }
        // Nobody is removed by themselves; whoever renames themselves may.
        if right != .placeholdersClaim {
          let isAllowed = Matrix.standard[right, role].allows(isOwn: true, target: role, policies)
          let own = right == .membersRemove ? false : cells[6] == "+"
          // An admin is no target of admins, an adult none of adults: so it holds for oneself.
          #expect(isAllowed == own, "\(right) by \(role.text) toward themselves")
        }
      }
    }
    #expect(Set(Self.cells.map(\.right)).union(Self.targets.map(\.right)) == Set(Right.allCases))
  }

  @Test("product 60: each policy changes the cells it is for, and no other")
  func everyPolicy() throws {
    for policy in Policy.all {
      for isAllowed in [true, false] {
        var policies = Policies()
        try policies.set(policy, Policies.Setting(isAllowed: isAllowed, setBy: Household.member(1), setAt: 0))
        for right in Right.allCases {
          for role in Self.roles {
            for target in Self.targetsOrNone {
              let changed = Self.policies.first { $0.policy == policy && $0.right == right && $0.role == role }
              let expected =
                changed.map { isAllowed ? $0.allowed : $0.denied } ?? Self.answer(right, role, target: target, Policies())
              #expect(
                Self.answer(right, role, target: target, policies) == expected, "\(policy.key) \(isAllowed): \(right) by \(role.text)")
            }
          }
        }
      }
    }
    #expect(Set(Self.policies.map(\.policy)) == Set(Policy.all))
  }

  @Test func roleNobodyKnowsMayNothing() {
    for right in Right.allCases {
      for role in [Role.unspecified, .UNRECOGNIZED(9)] {
        #expect(Self.answer(right, role, target: .adult, Policies()) == "--")
      }
    }
  }

  // MARK: Every cell counts

  struct Attempt {
    var body: Command.OneOf_Body
    var household = Household.family
    /// What whoever may not is told, if it is not `forbidden`.
    var refusal: Rejection?
  }

  // That each denial of a command counts, `MatrixMutationTests` shows.
  @Test("product 60: without any one denial of a lane it is read")
  func everyLaneDenialCounts() {
    for (right, lane, denied) in [(Right.incomeRead, Lane.income, 2), (.adminLaneRead, .admin, 3)] {
      let shut = zip(1...5 as ClosedRange<UInt64>, Self.roles).filter { !right.row[$1].allowsSome(Policies()) }
      #expect(shut.count == denied)
      for (number, role) in shut {
        var open = Matrix.standard
        open[right, role] = .yes
        let state = Household.family.state
        #expect(!state.lanes(readableBy: Household.member(number)).contains(lane))
        #expect(state.lanes(readableBy: Household.member(number), matrix: open).contains(lane), "\(right) for \(role.text)")
      }
    }
  }

  @Test("product N12: the constitution answers with the right, who set it and when")
  func verdicts() throws {
    var household = Household.family
    let adult = try #require(household.state.shared.member(Household.member(3)))
    let before = household.state.shared.verdict(.entriesVoid, for: adult, isOwn: true)
    #expect(before.isAllowed && before.setting == nil && before.cell == .ownIf(.adultsVoidOwn))
    household.now += 60_000
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsVoidOwn, false)), by: 2)
    let after = household.state.shared.verdict(.entriesVoid, for: adult, isOwn: true)
    #expect(!after.isAllowed)
    #expect(after.setting == Policies.Setting(isAllowed: false, setBy: Household.member(2), setAt: Household.noon + 60_000))
    #expect(household.state.shared.policies.version == 1)
    #expect(after.right.text == "entries.void: owner, admin, adult (own, if adults_void_own)")
    #expect(Right.membersRemove.text == "members.remove: owner (toward admin, adult, viewer, minor), admin (toward adult, viewer)")
    #expect(Right.entriesEdit.text == "entries.edit: owner, admin, adult (own; others' if adults_edit_others)")
  }
}
