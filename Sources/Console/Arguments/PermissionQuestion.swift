import HearthClient
import HearthProtocol
import Ledger

/// "May Asha void this entry?", asked of the group's constitution (product N12).
public struct PermissionQuestion: Sendable {
  let member: MemberState
  let right: Right
  /// Whether the record is the member's own; nil when none was named.
  let isOwn: Bool?
  /// The role of whom it would be done to; nil when nobody was named.
  let target: Role?
  /// What they would undo, and by which right that is one's own; nil when it is not asked about undoing, or there is
  /// nothing to undo.
  private let undone: (right: Right, entry: EntryState, hasChangedSince: Bool)?
  /// What the server would refuse it for, whatever the matrix allows.
  private let obstacle: Obstacle?

  /// What stands in the way of what one may.
  private enum Obstacle {
    case archived
    case separated
    case notNamed(entry: String)
    case nothingToUndo
    case changedSince(entry: String)
    case voided(entry: String)
    case voidedAlready(entry: String)
    case notVoided(entry: String)
    case stillThere(member: String)

    /// What the server would answer.
    var code: RejectionCode {
      switch self {
      case .archived: .groupArchived
      case .separated: .separated
      case .notNamed: .notNamed
      case .nothingToUndo: .nothingToUndo
      case .changedSince: .conflict
      case .voided: .entryVoided
      case .voidedAlready, .notVoided: .nothingChanges
      case .stillThere: .forbidden
      }
    }
  }

  /// Reads the question.
  ///
  /// - Parameter object: an entry or, for the rights about accounts, an account as other verbs name it, a right's id,
  ///   or the name of a member whom it would be done to; nil asks for any.
  public init(_ name: String, _ action: String, _ object: String?, in view: GroupView) throws(ArgumentFlaw) {
    let shared = view.state.shared
    let names = MemberNames(shared, me: view.member)
    let id = try names.find(name)
    guard let member = shared.member(id) else {
      throw ArgumentFlaw("Nobody here is called \"\(name.printable)\".", "यहाँ \"\(name.printable)\" नाम का कोई नहीं है।")
        .naming(.unknownMember)
    }
    self.member = member
    right = try Choices.right(action)
    // Undoing is always of one's own last act (SPEC EN-05).
    let last = right == .entriesUndo ? shared.nextUndo(of: id) : nil
    var named: EntryState?
    var present: String?
    if let object {
      if let booked = RecurringID(object).flatMap({ shared.recurring[$0] }) {
        isOwn = shared.members.current(booked.createdBy) == id
        target = nil
      } else if let account = try Self.account(object, right, names, view) {
        isOwn = Self.isOwn(account, right, member, view.state)
        target = nil
      } else if let entry = try Self.entry(object, right, names, shared) {
        named = entry
        // Settling and reminding are one's own where one has a part in it.
        isOwn =
          switch right {
          case .debtsSettle, .debtsRemind: Self.names(id, entry)
          case .entriesUncomment: entry.comments.contains { MemberID($0.memberID).map { shared.members.current($0) } == id }
          default: shared.members.current(entry.addedBy) == id
          }
        target = nil
      } else {
        let other = try names.find(object)
        // One has a part in what is between oneself and another.
        isOwn =
          Self.isBetweenTwo(right) || other == id
          || Self.isAboutMinors(right)
            && shared.member(other)?.role == .minor && view.state.guardians(of: other).contains(id)
          || right == .coachingSend && shared.member(other)?.isCoachingRestricted != true
          || right == .accountsGrant && Self.mayBeGranted(to: other, by: id, view.state)
        target = shared.member(other)?.role
        if right == .wordsErase, other != id, shared.member(other)?.isPresent == true { present = shared.name(other).printable }
      }
    } else {
      (isOwn, target) = (nil, nil)
    }
    undone = named == nil || named?.id == last?.entry.id ? last : nil
    if !right.onlyReads, view.state.isSeparated(member) {
      obstacle = .separated
    } else if shared.settings?.isArchived == true, !right.holdsInArchive, right != .entriesAdd {
      obstacle = .archived
    } else if right == .entriesUndo, undone == nil {
      obstacle = .nothingToUndo
    } else if let undone, undone.hasChangedSince {
      obstacle = .changedSince(entry: undone.entry.description)
    } else if right.needsStandingEntry, let named, named.isVoided {
      obstacle = .voided(entry: named.description)
    } else if right == .entriesVoid, let named, named.isVoided {
      obstacle = .voidedAlready(entry: named.description)
    } else if right == .entriesRestore, let named, !named.isVoided {
      obstacle = .notVoided(entry: named.description)
    } else if let present {
      obstacle = .stillThere(member: present)
    } else if right.needsPart, let named, !Self.names(id, named) {
      obstacle = .notNamed(entry: named.description)
    } else {
      obstacle = nil
    }
  }

  private static func names(_ id: MemberID, _ entry: EntryState) -> Bool {
    entry.paid.contains { $0.member == id } || entry.owed.contains { $0.member == id }
  }

  /// Whether one's own are the minors whose guardian one is.
  private static func isAboutMinors(_ right: Right) -> Bool {
    right == .minorsRead || right == .minorsSet || right == .spendingSet || right == .categoriesShare
  }

  private static func isBetweenTwo(_ right: Right) -> Bool {
    right == .debtsSettle || right == .debtsRemind || right == .accountsRevoke
  }

  /// Whether a member may share an account of theirs with another: a partner, or a minor whom they look after.
  private static func mayBeGranted(to other: MemberID, by id: MemberID, _ state: GroupState) -> Bool {
    switch state.shared.member(other)?.role {
    case .owner, .admin, .adult: true
    case .minor: state.guardians(of: other).contains(id)
    case .viewer, .unspecified, .UNRECOGNIZED, nil: false
    }
  }

  /// The account that is named; nil when it is a member, or when the right is about something else.
  private static func account(_ object: String, _ right: Right, _ names: MemberNames, _ view: GroupView) throws(ArgumentFlaw)
    -> AccountState?
  {
    guard right.rawValue.hasPrefix("accounts.") else { return nil }
    do throws(ArgumentFlaw) {
      return try AccountNames(view.state, of: view.member).find(object).state
    } catch {
      guard (try? names.find(object)) != nil else { throw error }
      return nil
    }
  }

  /// Whether a right about accounts is one's own in this account: its owner's, and of what a grant gives the grantee's.
  private static func isOwn(_ account: AccountState, _ right: Right, _ member: MemberState, _ state: GroupState) -> Bool {
    if state.shared.members.current(account.owner) == member.id { return true }
    return switch right {
    case .accountsWrite: state.writes(member, to: account)
    case .accountsRead, .accountsRevoke: state.grant(of: account, to: member) != nil
    default: false
    }
  }

  /// The entry that is named; nil when it is a member. An action on entries is about an entry, and so is a name that no
  /// member has.
  private static func entry(_ object: String, _ right: Right, _ names: MemberNames, _ shared: SharedState) throws(ArgumentFlaw)
    -> EntryState?
  {
    let entries = EntryNames(shared)
    if EntryID(object).flatMap({ shared.entries[$0] }) == nil, !right.rawValue.hasPrefix("entries."), (try? names.find(object)) != nil {
      return nil
    }
    do throws(ArgumentFlaw) {
      return try entries.find(object)
    } catch {
      if (try? names.find(object)) != nil { return nil }
      throw right.rawValue.hasPrefix("entries.")
        ? error
        : ArgumentFlaw(
          "Nobody here is called \"\(object.printable)\", and no entry is.", "यहाँ \"\(object.printable)\" नाम का न कोई सदस्य है, न कोई प्रविष्टि।")
    }
  }

  /// The answer as a person reads it.
  public func lines(_ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let verdict = verdict(shared)
    let phrases = theme.phrases
    let isAllowed = verdict.isAllowed && obstacle == nil
    let word = isAllowed ? theme.paint(phrases.yes(true).capitalizedFirst, .good) : theme.paint(phrases.yes(false).capitalizedFirst, .bad)
    let name = shared.name(of: member).printable
    var answer = word + ": " + phrases.may(name, member.role, isAllowed)
    if isOwn == nil, undone == nil, isAllowed, verdict.isAllowed != allowsOthers(shared) { answer += " " + phrases.onlyOwn() }
    var lines = [answer + phrases.fullStop()]
    if verdict.isAllowed {
      switch obstacle {
      case .archived: lines.append(phrases.nothingInArchive())
      case .separated: lines.append(phrases.isSeparated())
      case .notNamed(let entry): lines.append(phrases.isNotNamed(name, entry.printable))
      case .nothingToUndo: lines.append(phrases.nothingToUndo(name))
      case .changedSince(let entry): lines.append(phrases.hasChangedSince(entry.printable))
      case .voided(let entry): lines.append(phrases.isVoided(entry.printable))
      case .voidedAlready(let entry): lines.append(phrases.isVoidedAlready(entry.printable))
      case .notVoided(let entry): lines.append(phrases.isNotVoided(entry.printable))
      case .stillThere(let member): lines.append(phrases.isStillThere(member))
      case nil: if right == .entriesAdd, shared.settings?.isArchived == true { lines.append(phrases.onlyPaymentsInArchive()) }
      }
    }
    if let undone, !undone.hasChangedSince { lines.append(phrases.wouldUndo(undone.entry.description.printable)) }
    return lines + [phrases.right(verdict.right), Self.setting(verdict, shared, phrases)]
  }

  /// The answer for a program.
  public func json(_ view: GroupView) -> String {
    let shared = view.state.shared
    let verdict = verdict(shared)
    var json = JSONLine()
    json.add("allowed", json: verdict.isAllowed && obstacle == nil ? "true" : "false")
    if verdict.isAllowed, let obstacle { json.add("obstacle", obstacle.code.rawValue) }
    if let undone, !undone.hasChangedSince { json.add("undoes", undone.entry.id.description) }
    json.add("memberId", member.id.description)
    json.add("role", member.role.word)
    json.add("rule", verdict.right.rawValue)
    json.add("ruleText", verdict.right.text)
    if let policy = verdict.cell.policy { json.add("policy", policy.key) }
    if let setting = verdict.setting {
      json.add("setBy", setting.setBy.description)
      json.add("setAtMs", json: String(setting.setAt))
    }
    json.add("policiesVersion", json: String(shared.policies.version))
    return json.text
  }

  /// Who may not do a thing outright does not do it by undoing, so the answer about undoing is the one about that.
  private func verdict(_ shared: SharedState) -> Verdict {
    let verdict = shared.verdict(right, for: member, isOwn: undone != nil || isOwn ?? true, target: target)
    guard let undone, verdict.isAllowed else { return verdict }
    return shared.verdict(undone.right, for: member, isOwn: shared.members.current(undone.entry.addedBy) == member.id)
  }

  private func allowsOthers(_ shared: SharedState) -> Bool { shared.verdict(right, for: member, isOwn: false, target: target).isAllowed }

  /// Who said so, and when.
  private static func setting(_ verdict: Verdict, _ shared: SharedState, _ phrases: Phrases) -> String {
    guard let policy = verdict.cell.policy else { return phrases.soEverywhere() }
    let isAllowed = phrases.yes(shared.policies.allows(policy)).capitalizedFirst
    return "\(phrases.policy(policy)) \(isAllowed), \(setting(policy, shared, phrases))" + phrases.fullStop()
  }

  /// "as the product's default", or who set the policy and when.
  static func setting(_ policy: Policy, _ shared: SharedState, _ phrases: Phrases) -> String {
    guard let setting = shared.policies.setting(of: policy) else { return phrases.asDefault() }
    return phrases.set(by: shared.name(shared.members.current(setting.setBy)), on: Present.day(setting.setAt, shared).description)
  }
}

extension Right {
  /// Whether it is about what somebody sees, which a member who keeps everything of theirs from the others still does.
  fileprivate var onlyReads: Bool {
    switch self {
    case .groupRead, .attachmentsRead, .incomeRead, .adminLaneRead, .minorsRead, .accountsRead, .entriesTakePart, .historyExport,
      .historyVerify:
      true
    default: false
    }
  }
}

extension String {
  /// The text with a capital at its beginning, where the script has any.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
