import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth alias NAME ALIAS`: what the user calls a member, on this device alone.
  public func setAlias(_ alias: String, for name: String, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let member = try member(name, in: view)
    let phrases = terminal.theme.phrases
    try changeAliases { aliases throws(ConsoleFailure) in
      let isFirst = aliases.count == 0
      do throws(ArgumentFault) {
        try aliases.set(alias, for: member.id, of: view.state.group, in: view.state.shared)
      } catch {
        throw ConsoleFailure(error)
      }
      // Said before anything is kept, and where a program reads JSON beside it.
      guard isFirst else { return }
      let notice = phrases.aliasNotice().wrapped(to: terminal.theme.width)
      if isJSON { terminal.complain(notice) } else { terminal.write(notice) }
    }
    let kept = aliases[view.state.group][member.id] ?? ""
    show([phrases.aliasKept(member.displayName.printable, kept.printable)], json: [Self.json(member, kept, view)])
  }

  /// `hearth alias NAME --remove`.
  public func removeAlias(of name: String, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let member = try member(name, in: view)
    var was = false
    try changeAliases { aliases in was = aliases.remove(member.id, of: view.state.group) }
    guard was else {
      throw ConsoleFailure(ArgumentFault("You have no alias for \(member.displayName.printable). See them all: hearth alias"))
    }
    show([terminal.theme.phrases.aliasRemoved(member.displayName.printable)], json: [Self.json(member, nil, view)])
  }

  /// `hearth alias`.
  public func listAliases(group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let named = view.state.shared.members.filter { view.state.shared.shownNames[$0.id] != nil }
    show(
      Screens.aliases(named, view, terminal.theme), json: named.map { Self.json($0, view.state.shared.shownNames[$0.id], view) })
  }

  private func member(_ name: String, in view: GroupView) throws(ConsoleFailure) -> MemberState {
    let id = try Self.reading { () throws(ArgumentFault) in try MemberNames(view.state.shared, me: view.member).find(name) }
    guard let member = view.state.shared.member(id) else { throw ConsoleFailure(ArgumentFault("Nobody here is called that.")) }
    return member
  }

  private static func json(_ member: MemberState, _ alias: String?, _ view: GroupView) -> String {
    var json = JSONLine()
    json.add("groupId", view.state.group.description)
    json.add("memberId", member.id.description)
    json.add("displayName", member.displayName)
    if let alias { json.add("alias", alias) }
    return json.text
  }
}

extension Screens {
  /// Who is called what on this device.
  static func aliases(_ members: [MemberState], _ view: GroupView, _ theme: Theme) -> [String] {
    guard !members.isEmpty else { return [theme.phrases.noAliases()] }
    var table = Table()
    for member in members { table.add(Cell(member.displayName), Cell("→", .faint), Cell(view.state.shared.called(member), .strong)) }
    return table.lines(theme)
  }
}
