import HearthClient
import HearthProtocol
import Ledger

/// `hearth alias`: what the user calls members, on this device alone.
public struct AliasCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth alias NAME ALIAS`: what the user calls a member, on this device alone.
  public func set(_ alias: String, for name: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let member = try member(name, in: view)
    let phrases = output.phrases
    try sitting.changeAliases { aliases throws(ConsoleFailure) in
      let isFirst = aliases.count == 0
      do throws(ArgumentFlaw) {
        try aliases.set(alias, for: member.id, of: view.state.group, in: view.state.shared)
      } catch {
        throw ConsoleFailure(error)
      }
      // Said before anything is kept, and where a program reads JSON beside it.
      guard isFirst else { return }
      let notice = phrases.aliasNotice().wrapped(to: output.theme.width)
      if output.isJSON { output.complain(notice) } else { output.write(notice) }
    }
    let kept = sitting.aliases[view.state.group][member.id] ?? ""
    output.show([phrases.aliasKept(member.displayName.printable, kept.printable)], json: [Self.json(member, kept, view)])
  }

  /// `hearth alias NAME --remove`.
  public func remove(of name: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let member = try member(name, in: view)
    var was = false
    try sitting.changeAliases { aliases in was = aliases.remove(member.id, of: view.state.group) }
    guard was else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "You have no alias for \(member.displayName.printable). See them all: hearth alias",
          "\(member.displayName.printable) के लिए आपने कोई नाम नहीं रखा है। सब यहाँ हैं: hearth alias"))
    }
    output.show([output.phrases.aliasRemoved(member.displayName.printable)], json: [Self.json(member, nil, view)])
  }

  /// `hearth alias`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let named = view.state.shared.members.filter { view.state.shared.shownNames[$0.id] != nil }
    output.show(
      Screens.aliases(named, view, output.theme), json: named.map { Self.json($0, view.state.shared.shownNames[$0.id], view) })
  }

  private func member(_ name: String, in view: GroupView) throws(ConsoleFailure) -> MemberState {
    let id = try sitting.member(name, in: view)
    guard let member = view.state.shared.member(id) else { throw ConsoleFailure(ArgumentFlaw(.nobodyCalledThat)) }
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
