import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  // Limit: entries that a person reads; JSON has them all.
  private static let accountEntriesShown = 10
  // Limit: columns from which on an entry's id is shown beside it.
  static let recordLineFrom = 60

  /// The accounts that the viewer sees, each with what is in it.
  static func accounts(_ accounts: [AccountNames.Account], _ view: GroupView, _ theme: Theme) -> [String] {
    guard !accounts.isEmpty else { return theme.phrases.noAccounts(mayMake: view.offers(.accountsSet)).wrapped(to: theme.width) }
    var table = Table()
    for account in accounts {
      let state = account.state
      table.add(
        Cell(state.name, .strong), Cell(kind(of: state, theme), .faint), Cell(whose(state, view, theme.phrases), .faint),
        Cell(state.currency.text(state.balanceMinor), right: true))
    }
    return table.lines(theme)
  }

  /// An account in full (product 148).
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970.
  ///   - isPast: whether it is looked back at, so that nothing can be done about it.
  static func account(
    _ account: AccountNames.Account, _ view: GroupView, at instant: Int64 = Present.now, isPast: Bool = false, _ theme: Theme
  ) -> [String] {
    let (phrases, shared, state) = (theme.phrases, view.state.shared, account.state)
    var lines = [theme.paint(state.name.printable.shortened(to: theme.width), .strong)]
    func add(_ text: String, _ tint: Tint = .plain) { lines += text.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, tint) } }
    func title(_ text: String) { lines.append(theme.paint(text.shortened(to: theme.width), .strong)) }
    add("\(kind(of: state, theme)), \(whose(state, view, phrases))", .faint)
    add(phrases.balance(state.currency.text(state.balanceMinor), reconciled: state.currency.text(state.reconciledMinor)))
    add(phrases.opening(state.currency.text(state.openingMinor)), .faint)
    title(phrases.sharedWith())
    if state.grants.isEmpty { add(phrases.sharedWithNobody(), .faint) }
    for grant in state.grants {
      let name = shared.name(shared.members.current(grant.member)).printable
      add(phrases.grant(name, grant.permission, since: Present.day(grant.at, shared).description, needsConsent: grant.needsConsent))
      if let revocation = grant.revocation, !revocation.isLapsed(at: instant) {
        let asker = shared.name(shared.members.current(revocation.by)).printable
        let until = Present.day(revocation.at, shared).adding(days: AccountGrantState.revocationDays)
        add(phrases.revocationWaits(asker, until: until.description), .due)
        if !isPast { for answer in answers(to: revocation, of: grant, account, view, phrases) { add(answer, .faint) } }
      }
    }
    title(phrases.accountEntries())
    let newest = state.entries.filter { !$0.isVoided }.enumerated().sorted { ($0.element.date, $0.offset) > ($1.element.date, $1.offset) }
    if newest.isEmpty { add(phrases.noAccountEntries(), .faint) }
    var table = Table()
    let isNarrow = theme.width < recordLineFrom
    var below: [String] = []
    for entry in newest.prefix(accountEntriesShown).map(\.element) {
      let category = shared.category(entry.category).map { phrases.category($0).printable }
      let marks = [category, entry.isTransfer ? phrases.transferSide() : nil, entry.isReconciled ? phrases.compared() : nil].compactMap(
        \.self)
      let (date, amount) = (Cell(entry.date.description, .faint), Cell(entry.currency.text(entry.change), right: true))
      let id = String(entry.id.description.suffix(6))
      if isNarrow {
        table.add(date, Cell(entry.description), amount)
      } else {
        table.add(date, Cell(entry.description), Cell(marks.joined(separator: ", "), .faint), amount, Cell(id, .faint))
      }
      below.append("      " + theme.paint((marks + [id]).joined(separator: ", "), .faint))
    }
    return lines
      + zip(table.linesByRow(theme.indented(by: 3)), below).flatMap { row, details in row.map { "   " + $0 } + (isNarrow ? [details] : []) }
  }

  /// How the viewer answers who asked to end a grant, or takes their own wish back, as they would type it; nothing for
  /// who is neither of the two.
  private static func answers(
    to revocation: AccountGrantState.Revocation, of grant: AccountGrantState, _ account: AccountNames.Account, _ view: GroupView,
    _ phrases: Phrases
  ) -> [String] {
    let members = view.state.shared.members
    let (owner, grantee) = (members.current(account.state.owner), members.current(grant.member))
    guard [owner, grantee].contains(view.member), view.offers(.accountsRevoke) else { return [] }
    let names = [account.state.name.printable, view.state.shared.name(grantee).printable].map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    let end = names.joined(separator: " ")
    return members.current(revocation.by) == view.member
      ? [phrases.takeBack("hearth account decline \(end)")]
      : [phrases.agree("hearth account confirm \(end)"), phrases.keepShared("hearth account decline \(end)")]
  }

  private static func kind(of account: AccountState, _ theme: Theme) -> String {
    theme.phrases.accountType(account.type) + (account.isClosed ? ", " + theme.phrases.closedAccount() : "")
  }

  private static func whose(_ account: AccountState, _ view: GroupView, _ phrases: Phrases) -> String {
    let owner = view.state.shared.members.current(account.owner)
    return phrases.accountOf(owner == view.member ? nil : view.state.shared.name(owner).printable)
  }

  /// The accounts that can be shared, and with whom (product 145).
  static func shareable(
    _ shareable: [(account: AccountNames.Account, members: [MemberState])], _ view: GroupView, _ theme: Theme
  ) -> [String] {
    let phrases = theme.phrases
    guard !shareable.isEmpty else { return phrases.allShared().wrapped(to: theme.width) }
    var lines = [theme.paint(phrases.shareable(), .strong)]
    for (account, members) in shareable {
      let names = phrases.list(members.map { view.state.shared.name(of: $0).printable })
      lines += "\(account.state.name.printable): \(names)".wrapped(to: theme.width - 3).map { "   " + $0 }
    }
    return lines
  }

  static func shareableJSON(_ shareable: (account: AccountNames.Account, members: [MemberState]), _ view: GroupView) -> String {
    var json = JSONLine()
    json.add("accountId", shareable.account.id.description)
    json.add("name", shareable.account.state.name)
    json.add("memberIds", json: "[" + shareable.members.map { "\"\($0.id)\"" }.joined(separator: ",") + "]")
    return json.text
  }

  /// An account for a program, without its entries.
  static func accountJSON(_ account: AccountNames.Account, _ view: GroupView) -> String {
    let state = account.state
    var json = JSONLine()
    json.add("accountId", account.id.description)
    json.add("ownerId", view.state.shared.members.current(state.owner).description)
    json.add("account", json: WireFormat.line(state.content).joined())
    json.add("balanceMinor", String(state.balanceMinor))
    json.add("reconciledMinor", String(state.reconciledMinor))
    json.add("grants", json: "[" + state.grants.map { WireFormat.line($0.message).joined() }.joined(separator: ",") + "]")
    return json.text
  }

  /// What the dashboard has besides for who sees it: joint accounts, and the children whom the viewer looks after
  /// (product 184).
  static func family(_ view: GroupView, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, view.state.shared)
    var lines: [String] = []
    let joint = jointAccounts(view)
    if !joint.isEmpty { lines += [theme.paint(phrases.jointAccounts(), .strong)] + accounts(joint, view, theme).map { "  " + $0 } }
    let children = self.children(view)
    if !children.isEmpty { lines.append(theme.paint(phrases.children(), .strong)) }
    for child in children {
      let name = shared.name(of: child.member).printable
      let spent = child.currency.map { $0.text(child.spent.total) } ?? ""
      let asked = view.state.requestedRole(of: child.member.id).map { ", " + phrases.asksToBecome($0) } ?? ""
      lines += (phrases.childSpent(name, spent) + asked).wrapped(to: theme.width - 2).map { "  " + $0 }
      if let currency = child.currency { lines += leftOut(child.leftOut, of: currency, indent: 2, theme) }
    }
    return lines
  }

  static func familyJSON(_ view: GroupView) -> [String] {
    jointAccounts(view).map { accountJSON($0, view) }
      + children(view).map { child in
        var json = JSONLine()
        json.add("minorId", child.member.id.description)
        json.add("spentMinor", String(child.spent.total))
        addLeftOut(child.leftOut, to: &json)
        return json.text
      }
  }

  /// The accounts that the viewer shares with a partner; one that only children read is none of them.
  private static func jointAccounts(_ view: GroupView) -> [AccountNames.Account] {
    let (state, members) = (view.state, view.state.shared.members)
    guard state.shared.member(view.member)?.role != .minor else { return [] }
    return AccountNames(state, of: view.member).accounts.filter { account in
      members.contains { $0.role != .minor && state.grant(of: account.state, to: $0) != nil }
    }
  }

  /// The settings that all see, at the end of the dashboard (product 184).
  static func settings(_ view: GroupView, _ theme: Theme) -> [String] {
    let (phrases, shared) = (theme.phrases, view.state.shared)
    guard let settings = shared.settings else { return [] }
    let parts: [(GroupLine, String)] = [
      (.currency, settings.currency.code), (.debts, phrases.debts(isSimplified: settings.simplifiesDebts)),
      (.timeZone, settings.timeZone), (.weekStart, phrases.weekday(settings.weekStart)),
      (.members, phrases.members(shared.members.presentIDs.count, of: settings.membersMax)),
    ]
    let text = parts.filter { !$0.1.isEmpty }.map { "\(phrases.label($0.0)): \($0.1)" }.joined(separator: " · ")
    return [theme.paint(phrases.settings(), .strong)] + text.wrapped(to: theme.width - 2).map { "  " + $0 }
  }

  private static func children(_ view: GroupView) -> [ChildReport] {
    view.state.shared.members.filter { member in
      member.isPresent && member.role == .minor && member.id != view.member && view.state.guardians(of: member.id).contains(view.member)
    }.map { ChildReport(state: view.state, member: $0, viewer: view.member, today: view.today) }
  }

  static func accountEntriesJSON(_ account: AccountNames.Account) -> [String] {
    account.state.entries.map { entry in
      var json = JSONLine()
      json.add("entry", json: WireFormat.line(entry.message).joined())
      return json.text
    }
  }
}
