import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// Who is in the group, in the order of joining, and who shares entries that do not say who owes (SPEC MB-14); for
  /// owner and admins who asks to be in it too, below.
  ///
  /// - Parameters:
  ///   - all: whether those are shown too who have left or were removed.
  ///   - now: milliseconds since 1970; a placeholder may count as a minor by then.
  public static func members(_ view: GroupView, all: Bool = false, now: Int64 = 0, _ theme: Theme) -> [String] {
    let shown = view.state.shared.members.filter { all || $0.isPresent }
    // Only owner and admins know any.
    let emails = shown.map { view.state.email(of: $0.id) ?? "" }
    let hasEmails = emails.contains { !$0.isEmpty }
    // On the narrowest screens the name and the role alone stand in columns.
    let isBelow = theme.isNarrowest
    var table = Table()
    var below: [[String]] = []
    func add(_ mark: [Cell], _ name: Cell, _ role: Cell, _ shares: Cell, _ standing: Cell, _ email: String) {
      guard isBelow else { return table.add(mark + [name, role, shares, standing] + (hasEmails ? [Cell(email, .faint)] : [])) }
      table.add(mark + [name, role])
      let details = [standing, shares, Cell(email, .faint)].filter { !$0.text.isEmpty }
      below.append(details.flatMap { cell in cell.text.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, cell.tint) } })
    }
    for (member, email) in zip(shown, emails) {
      let (text, tint) = standing(member, view, theme.phrases)
      let avatar = Avatar(member, in: view.state.shared)
      let mark = theme.isColored ? [Cell(avatar.initials, avatar.tint)] : []
      let role = (member.role == .owner ? Role.crown + " " : "") + word(for: member.role, view, theme.phrases)
      let shares = member.isPresent ? theme.phrases.memberShares(member.sharesByDefault(at: now)) : ""
      let others = view.state.shared.party(of: member.id).filter { $0.id != member.id }.map { view.state.shared.name(of: $0).printable }
      let standing = [text, others.isEmpty ? "" : theme.phrases.settlesWith(others.joined(separator: ", "))].filter { !$0.isEmpty }
      let states = Cell(standing.joined(separator: ", "), tint)
      add(mark, Cell(name(member, view, theme.phrases)), Cell(role), Cell(shares, .faint), states, email)
    }
    for request in view.state.admin.joinRequests {
      let mark = theme.isColored ? [Cell("")] : []
      let role = Cell(word(for: request.role, view, theme.phrases))
      add(mark, Cell(request.displayName), role, Cell(""), Cell(theme.phrases.memberPending(), .due), "")
    }
    return isBelow ? zip(table.linesByRow(theme), below).flatMap { $0 + $1 } : table.lines(theme)
  }

  /// The role as the group's template calls it, and what it is called in commands where that is another word.
  private static func word(for role: Role, _ view: GroupView, _ phrases: Phrases) -> String {
    let word = phrases.role(role)
    guard let label = view.state.shared.settings?.template.label(of: role).map(phrases.label) else { return word }
    return label.lowercased() == word ? label : "\(label) (\(word))"
  }

  private static func standing(_ member: MemberState, _ view: GroupView, _ phrases: Phrases) -> (String, Tint) {
    switch member.status {
    case .left: return (phrases.memberLeft(), .bad)
    case .removed: return (phrases.memberRemoved(), .bad)
    case .replaced(let successor, _):
      return (phrases.isNow(view.state.shared.name(successor)), .faint)
    case .unclaimed:
      return (phrases.noAccount(becomesMinor: member.proposal != nil), .faint)
    case .active: break
    }
    if let requested = view.state.requestedRole(of: member.id) { return (phrases.asksToBecome(requested), .strong) }
    if let proposal = member.proposal { return (phrases.becomes(proposal.role), .strong) }
    let badge = view.marks[.admin] == nil ? "" : phrases.memberAccepted()
    return (view.online.contains(member.id) ? "● " + phrases.here() : badge, .good)
  }
}
