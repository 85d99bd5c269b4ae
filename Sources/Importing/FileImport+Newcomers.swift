import HearthProtocol
import Ledger
import Statements

extension FileImport {
  /// Notes down people of the file whom nobody here is called like, in the group as it would then be.
  ///
  /// - Parameters:
  ///   - state: gets the new members.
  ///   - me: who imports.
  ///   - now: milliseconds since 1970.
  ///   - today: in the group's time zone.
  ///   - goesOn: asked before each person; when it says no, it takes too long.
  /// - Returns: the commands to send before those of the plan; their ids follow from the names.
  public static func newcomers(
    of file: StatementFile, _ options: ImportOptions, in state: inout GroupState, me: MemberID, now: Int64, today: CivilDate,
    goesOn: () -> Bool = { true }
  ) throws(ImportFlaw) -> [Command] {
    guard case .book(let book) = file else { return [] }
    var commands: [Command] = []
    let holder = state.shared.member(me)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: now, today: today)
    var names = try FileNames(options.members, MemberFinder(state.shared.members, me: me), goesOn: goesOn)
    for name in book.people where !(book.app == "splitpro" && name == "You") {
      guard goesOn() else { throw .takesTooLong }
      if names.knows(name) { continue }
      var command = Command()
      let group = state.group.description
      let id = MemberID(derivedFrom: ["hearth.import.member", group, name])
      command.id = CommandID(derivedFrom: ["hearth.import.command", group, id.description]).description
      command.groupID = group
      (command.addPlaceholder.memberID, command.addPlaceholder.displayName, command.addPlaceholder.role) = (id.description, name, .adult)
      if let flaw = state.rehearse(command, context) { throw .newcomer(name, flaw) }
      commands.append(command)
      if let newcomer = state.shared.member(id) { names.add(newcomer) }
    }
    return commands
  }
}
