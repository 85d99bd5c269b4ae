import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What the console says and asks of the group itself.
@Suite struct SettingsTests {
  private let plain = Theme(isColored: false, width: 100)

  private func policy(_ policy: Policy, _ isAllowed: Bool) -> Event.OneOf_Body {
    var set = PolicySet()
    set.policy = policy
    set.allowed = isAllowed
    return .policySet(set)
  }

  @Test func allocations() throws {
    #expect(try AllocationText.allocation("60/20/20") == Allocation.templates[1].allocation)
    let own = try AllocationText.allocation("rent=40,food=35.5,savings=24.5")
    #expect(own.parts.map(\.basisPoints) == [4_000, 3_550, 2_450])
    let rupee = try #require(Currency(code: "INR"))
    #expect(
      screen(
        Screens.allocation(Allocation.templates[0].allocation, try Allocation.templates[0].allocation.amounts(of: 8_500_000), rupee, plain)
      )
      .contains("25,500.00"))
  }

  @Test(arguments: ["", "40/40/20", "a=50,b=49", "a=100,b=0", "a=+50,b=50", "a=50.123,b=49.877", "=100", "a=50,,b=50", "a=50.,b=50"])
  func noAllocations(text: String) {
    #expect(throws: ArgumentFlaw.self) { try AllocationText.allocation(text) }
  }

  @Test(arguments: [
    ("void", Right.entriesVoid), ("entries.void", .entriesVoid), ("edit", .entriesEdit), ("settle", .debtsSettle),
    ("rename", .membersRename),
    ("take-part", .entriesTakePart), ("purge", .groupPurge), ("add", .entriesAdd),
  ]) func rights(text: String, right: Right) throws {
    #expect(try Choices.right(text) == right)
  }

  @Test(arguments: ["", "fly", "set"]) func noRights(text: String) {
    #expect(throws: ArgumentFlaw.self) { try Choices.right(text) }
  }

  @Test("product N12: hearth can answers with the right, who set it and when") func can() throws {
    var home = Household()
    func answer(_ name: String, _ action: String, _ object: String? = nil) throws -> [String] {
      try PermissionQuestion(name, action, object, in: home.view).lines(home.view, plain)
    }
    #expect(
      try answer("@ravi", "void") == [
        "Yes: Ravi (adult) may do this with what is their own; not with others'.",
        "The rule is entries.void: owner, admin, adult (own, if adults_void_own).",
        "Adults void entries that they added. Yes, as the product's default.",
      ])
    home.append(policy(.adultsVoidOwn, false))
    #expect(
      try answer("ravi", "void") == [
        "No: Ravi (adult) may not do this.", "The rule is entries.void: owner, admin, adult (own, if adults_void_own).",
        "Adults void entries that they added. No, set by Asha on 1970-01-01.",
      ])
    #expect(try answer("asha", "members.remove", "ravi")[0] == "Yes: Asha (owner) may do this.")
    #expect(try answer("ravi", "members.remove", "asha")[0] == "No: Ravi (adult) may not do this.")
    #expect(
      try answer("मीरा", "budgets.set") == [
        "No: मीरा (viewer) may not do this.", "The rule is budgets.set: owner, admin.", "It is so in every group.",
      ])
    #expect(try PermissionQuestion("me", "add", nil, in: home.view).json(home.view).hasPrefix(#"{"allowed":true,"#))
  }

  @Test("product N12: hearth can counts in the archive, whom an entry names, and what an undo would do") func canBeyondTheMatrix() throws {
    var home = Household()
    func answer(_ name: String, _ action: String, _ object: String? = nil) throws -> (allowed: Bool, obstacle: String, lines: [String]) {
      let question = try PermissionQuestion(name, action, object, in: home.view)
      let json = question.json(home.view)
      let obstacle = json.firstMatch(of: /"obstacle":"(\w+)"/).map { String($0.1) } ?? ""
      return (json.hasPrefix(#"{"allowed":true"#), obstacle, question.lines(home.view, plain))
    }
    // There is nothing to undo.
    #expect(try answer("ravi", "undo").allowed == false && answer("ravi", "undo").obstacle == "nothing_to_undo")
    #expect(
      try answer("ravi", "undo").lines == [
        "No: Ravi (adult) may not do this.", "There is nothing that Ravi could undo now.",
        "The rule is entries.undo: owner, admin, adult (own).", "It is so in every group.",
      ])
    home.add("Taxi", 9_00, paid: [(home.ravi, 9_00)], owed: [(home.ravi, 9_00)], by: home.ravi)
    // An adding is undone by voiding, and whether adults void their own is the group's to say.
    #expect(
      try answer("ravi", "undo").lines == [
        "Yes: Ravi (adult) may do this.", "It would undo the last change of Taxi.",
        "The rule is entries.void: owner, admin, adult (own, if adults_void_own).",
        "Adults void entries that they added. Yes, as the product's default.",
      ])
    #expect(try answer("asha", "undo").obstacle == "nothing_to_undo", "it is not her act")
    home.append(policy(.adultsVoidOwn, false))
    #expect(try !answer("ravi", "entries.undo").allowed && answer("ravi", "undo").obstacle.isEmpty)
    #expect(throws: Rejection.forbidden(right: .entriesVoid, role: .adult)) { try home.decision(.undoLast(UndoLast()), by: home.ravi) }
    // Only whom an entry names disputes it.
    #expect(try answer("ravi", "dispute", "Taxi").allowed)
    #expect(try !answer("asha", "dispute", "Taxi").allowed && answer("asha", "dispute", "Taxi").obstacle == "not_named")
    #expect(try answer("asha", "dispute", "Taxi").lines[1] == "Asha neither paid nor owes anything of Taxi.")
    #expect(try answer("asha", "dispute").allowed, "some entry")
    // In the archive it is settled and left, and little else.
    home.append(.groupArchived(GroupArchived()))
    for action in ["void", "edit", "dispute", "budgets.set", "undo"] {
      #expect(try answer("asha", action).obstacle == "group_archived" && !answer("asha", action).allowed, "\(action)")
    }
    for action in ["settle", "group.unarchive", "add"] {
      #expect(try answer("asha", action).obstacle.isEmpty && answer("asha", action).allowed, "\(action)")
    }
    #expect(try answer("asha", "add").lines[1] == "The group is archived: only payments are added there.")
    // Who may not at all is told that first.
    #expect(try answer("मीरा", "void").obstacle.isEmpty)
  }

  @Test("product N12: hearth can says no where others have changed since what would be undone, and of a voided entry, as the server does")
  func canAsTheServerDecides() throws {
    var home = Household()
    let added = home.add("Taxi", 9_00, paid: [(home.ravi, 9_00)], owed: [(home.ravi, 9_00)], by: home.ravi).event.entryAdded
    func answer(_ action: String, _ object: String? = nil) throws -> (json: String, lines: [String]) {
      let question = try PermissionQuestion("ravi", action, object, in: home.view)
      return (question.json(home.view), question.lines(home.view, plain))
    }
    #expect(try answer("undo").json.contains(#""undoes":"#))
    // Somebody else voids it: Ravi's adding is no longer what there is to take back.
    var voided = EntryVoided()
    voided.entryID = added.entryID
    home.append(.entryVoided(voided))
    #expect(try answer("undo").json.hasPrefix(#"{"allowed":false,"obstacle":"conflict""#))
    #expect(try !answer("undo").json.contains("undoes"))
    #expect(
      try answer("undo").lines.prefix(2) == [
        "No: Ravi (adult) may not do this.", "Taxi has been changed since; what was done to it before is not undone.",
      ])
    let refusal = #expect(throws: Rejection.self) { try home.decision(.undoLast(UndoLast()), by: home.ravi) }
    #expect(refusal?.code == .conflict)
    for action in ["edit", "dispute"] {
      #expect(try answer(action, "Taxi").json.hasPrefix(#"{"allowed":false,"obstacle":"entry_voided""#), "\(action)")
      #expect(try answer(action, "Taxi").lines[1] == "Taxi is voided. Restore it first: hearth restore", "\(action)")
    }
    #expect(try answer("restore", "Taxi").json.contains(#""allowed":true"#))
    #expect(try answer("void", "Taxi").json.hasPrefix(#"{"allowed":false,"obstacle":"nothing_changes""#))
    #expect(try answer("void", "Taxi").lines[1] == "Taxi is voided already.")
    #expect(try answer("void").json.hasPrefix(#"{"allowed":true"#), "some entry")
    var restored = EntryRestored()
    restored.entryID = added.entryID
    home.append(.entryRestored(restored))
    for action in ["edit", "dispute", "void"] { #expect(try answer(action, "Taxi").json.hasPrefix(#"{"allowed":true"#), "\(action)") }
    #expect(try answer("restore", "Taxi").json.hasPrefix(#"{"allowed":false,"obstacle":"nothing_changes""#))
    #expect(try answer("restore", "Taxi").lines[1] == "Taxi is not voided, so there is nothing to restore.")
    #expect(try answer("restore").json.hasPrefix(#"{"allowed":true"#), "some entry")
  }

  @Test("product N12: of an entry that is named hearth can says what the server decides, whoever asks for whatever")
  func canAgreesWithDecide() throws {
    var home = Household()
    for (name, member) in [("Rice", home.asha), ("Taxi", home.ravi), ("Tea", home.ravi)] {
      home.add(name, 9_00, paid: [(member, 9_00)], owed: [(home.asha, 4_50), (home.ravi, 4_50)], by: member)
    }
    let rice = try #require(home.view.state.shared.entries.first).id.description
    for voids in [false, true] {
      if voids { home.append(.entryVoided(.with { $0.entryID = rice })) }
      for allowed in [true, false] {
        home.append(policy(.adultsVoidOwn, allowed))
        for (name, member) in [("asha", home.asha), ("ravi", home.ravi), ("मीरा", home.meera)] {
          for entry in home.view.state.shared.entries {
            let id = entry.id.description
            let edit = EditEntry.with { ($0.entryID, $0.baseVersion, $0.changes.note) = (id, entry.version.rawValue, "seen") }
            let wishes: [(String, Command.OneOf_Body)] = [
              ("void", .voidEntry(.with { $0.entryID = id })), ("restore", .restoreEntry(.with { $0.entryID = id })),
              ("edit", .editEntry(edit)), ("dispute", .disputeEntry(.with { ($0.entryID, $0.reason) = (id, "no") })),
            ]
            for (action, wish) in wishes {
              let json = try PermissionQuestion(name, action, id, in: home.view).json(home.view)
              let what: Comment = "\(name), \(action), \(entry.description), \(entry.isVoided)"
              do {
                _ = try home.decision(wish, by: member)
                #expect(json.hasPrefix(#"{"allowed":true"#), what)
              } catch let refusal as Rejection {
                #expect(json.hasPrefix(#"{"allowed":false"#), what)
                #expect(refusal.code == .forbidden || json.contains(#""obstacle":"\#(refusal.code.rawValue)""#), what)
              }
            }
          }
        }
      }
    }
  }

  @Test("product N12, PM-06: before a policy is set it is shown whose rights it would change, and that is what then holds")
  func policyPreview() throws {
    let home = Household()
    func changes(_ policy: Policy, _ isAllowed: Bool) -> [PermissionChange] {
      home.view.state.shared.permissionChanges(setting: policy, to: isAllowed)
    }
    #expect(changes(.adultsVoidOwn, true).isEmpty && changes(.unspecified, true).isEmpty)
    #expect(
      screen(Screens.permissions(changes(.adultsVoidOwn, false), home.view, plain)) == """
        Ravi  adult  entries.void  only their own → no
        This is a preview: nothing was sent.
        """)
    #expect(
      screen(Screens.permissions(changes(.adultsEditOthers, false), home.view, plain)).hasPrefix(
        "Ravi  adult  entries.edit  yes → only their own\n"))
    #expect(
      screen(Screens.permissions(changes(.viewersSeeIncome, true), home.view, plain)).hasPrefix("मीरा  viewer  income.read  no → yes\n"))
    #expect(Screens.permissions([], home.view, plain).first == "It changes nobody's rights.")
    #expect(
      changes(.adultsVoidOwn, false).map(Screens.permissionJSON) == [
        #"{"memberId":"\#(home.ravi)","rule":"entries.void","before":"own","after":"nothing"}"#
      ])
    // There is no admin here, and no minor.
    #expect(changes(.adminsInvite, true).isEmpty && changes(.minorsDispute, false).isEmpty)
    for each in Policy.all {
      for isAllowed in [true, false] {
        var after = home
        after.append(policy(each, isAllowed))
        let (foretold, now, then) = (changes(each, isAllowed), home.view.state.shared, after.view.state.shared)
        for member in now.members {
          for right in Right.allCases {
            for isOwn in [true, false] {
              let said = foretold.first { $0.member == member.id && $0.right == right }
              let (before, later) = (now.verdict(right, for: member, isOwn: isOwn), then.verdict(right, for: member, isOwn: isOwn))
              let reach: (PermissionChange.Reach) -> Bool = { $0 == .everything || $0 == .own && isOwn }
              #expect(said.map { reach($0.before) } ?? before.isAllowed == before.isAllowed, "\(each) \(right)")
              #expect(said.map { reach($0.after) } ?? before.isAllowed == later.isAllowed, "\(each) \(right)")
            }
          }
        }
      }
    }
  }

  @Test func categoriesAreReadWithWhatIsThere() throws {
    let shared = Household().view.state.shared
    var change = CategoryChange(key: "pets")
    change.name = "Pets"
    #expect(try change.command(in: shared, isNew: true).content.forExpense)
    #expect(throws: ArgumentFlaw.self) { try change.command(in: shared, isNew: false) }
    var other = CategoryChange(key: "Groceries")
    other.color = "#101010"
    let wish = try other.command(in: shared, isNew: false)
    #expect(wish.content.key == "groceries" && wish.content.name == "Groceries" && wish.content.color == "#101010")
    #expect(throws: ArgumentFlaw.self) { try CategoryChange(key: "groceries").command(in: shared, isNew: true) }
  }

  @Test func changesNameOnlyWhatWasSaid() throws {
    let view = Household().view
    var change = GroupChange()
    #expect(throws: ArgumentFlaw.self) { try change.command(in: view) }
    change.income = "85000"
    change.simplify = "no"
    let wish = try change.command(in: view)
    #expect(wish.monthlyIncome.minor == 8_500_000 && wish.monthlyIncome.currency == "INR")
    #expect(wish.hasSimplifyDebts && !wish.simplifyDebts && !wish.hasName && !wish.hasMembersMax)
    change.income = "0"
    #expect(try change.command(in: view).monthlyIncome.minor == 0)
  }

  @Test func feedTellsOfTheGroup() {
    var home = Household()
    var feed = FeedModel()
    _ = feed.update(.began(home.view))
    var updated = GroupUpdated()
    updated.name = "Flat 4B"
    updated.weekStartsOn = .sunday
    let bodies: [(Event.OneOf_Body, String)] = [
      (.groupUpdated(updated), "Asha changed the group: it is called Flat 4B and weeks begin on Sunday"),
      (policy(.adminsInvite, true), "Asha set a policy: Admins invite. Yes."),
      (.groupArchived(GroupArchived()), "Asha archived the group"),
      (.groupUnarchived(GroupUnarchived()), "Asha took the group out of the archive"),
    ]
    for (body, text) in bodies {
      let event = home.append(body)
      let item = EventTeller(event, in: home.view.state, me: home.asha, .live(withBudgets: false)).item
      #expect(item?.lines(plain).first?.hasSuffix(text) == true, "\(text)")
    }
    #expect(Screens.group(home.view, plain).first?.hasSuffix("Flat 4B") == true)
    #expect(Screens.policies(home.view, plain).count == Policy.all.count)
    #expect(Screens.categories(home.view.state.shared.sortedCategories, plain).count == 3)
  }
}
