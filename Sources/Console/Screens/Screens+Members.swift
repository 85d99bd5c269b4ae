import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// Who is in the group, in the order of joining.
  ///
  /// - Parameter all: whether those are shown too who have left or were removed.
  public static func members(_ view: GroupView, all: Bool = false, _ theme: Theme) -> [String] {
    let shown = view.state.shared.members.filter { all || $0.isPresent }
    // Only owner and admins know any.
    let emails = shown.map { view.state.email(of: $0.id) ?? "" }
    let hasEmails = emails.contains { !$0.isEmpty }
    var table = Table()
    for (member, email) in zip(shown, emails) {
      let (text, tint) = standing(member, view, theme.phrases)
      let cells = [Cell(name(member, view, theme.phrases)), Cell(theme.phrases.role(member.role)), Cell(text, tint)]
      table.add(cells + (hasEmails ? [Cell(email, .faint)] : []))
    }
    return table.lines(theme)
  }

  private static func standing(_ member: MemberState, _ view: GroupView, _ phrases: any Phrases) -> (String, Tint) {
    switch member.status {
    case .left: return ("left", .bad)
    case .removed: return ("removed", .bad)
    case .replaced(let successor, _):
      return ("is now \(view.state.shared.member(successor)?.displayName ?? "somebody else")", .faint)
    case .unclaimed:
      return (member.proposal == nil ? "no account yet" : "no account yet, becomes minor in 7 days", .faint)
    case .active: break
    }
    if let requested = member.requestedRole { return ("asks to become \(requested.word)", .strong) }
    if let proposal = member.proposal { return ("becomes \(proposal.role.word) on accepting it", .strong) }
    return (view.online.contains(member.id) ? "● " + phrases.here() : "", .good)
  }
}
