import HearthClient
import HearthProtocol
import Ledger

/// Commands about one member, whom the user names.
struct MemberChange: CommandFamily {
  let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// Sends a command about the member of this name and says what came of it.
  ///
  /// - Parameters:
  ///   - status: of several of the name, those who are in the group in this way are meant.
  ///   - isWished: asked first, with the member's name; false ends it.
  ///   - wish: takes the member and their name as it is shown.
  func callAsFunction(
    _ name: String, _ group: String?, first status: MemberState.Status? = nil,
    if isWished: (String, GroupSettings?) throws(ConsoleFailure) -> Bool = { _, _ in true },
    to wish: (MemberState, String) -> (body: Command.OneOf_Body, outcome: Outcome)
  ) throws(ConsoleFailure) {
    try withState(name, group, first: status, if: isWished) { member, name, _ in wish(member, name) }
  }

  /// The same where the command depends on the group's state too.
  func withState(
    _ name: String, _ group: String?, first status: MemberState.Status? = nil,
    if isWished: (String, GroupSettings?) throws(ConsoleFailure) -> Bool = { _, _ in true },
    by wish: (MemberState, String, GroupState) -> (body: Command.OneOf_Body, outcome: Outcome)
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try reading { () throws(ArgumentFlaw) in
      try MemberNames(view.state.shared, me: view.member).find(name, first: status)
    }
    guard let member = view.state.shared.member(id) else { throw ConsoleFailure(ArgumentFlaw(.nobodyCalledThat)) }
    let shown = view.state.shared.called(member).printable
    guard try isWished(shown, view.state.shared.settings) else { return }
    let (body, outcome) = wish(member, shown, view.state)
    output.tell(outcome, with: try sitting.send(body, to: group).accepted, view.state.shared)
  }
}
