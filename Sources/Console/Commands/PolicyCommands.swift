import HearthClient
import HearthProtocol
import Ledger

/// `hearth policy` and `hearth can`.
public struct PolicyCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth policy list`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    output.show(Screens.policies(view, output.theme), json: Policy.all.map { Screens.policyJSON($0, view) })
  }

  /// `hearth policy set`.
  ///
  /// - Parameter isPreview: whether only to show whose rights it would change.
  public func set(_ key: String, _ value: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    var wish = SetPolicy()
    wish.policy = try reading { () throws(ArgumentFlaw) in try Choices.policy(key) }
    wish.allowed = try reading { () throws(ArgumentFlaw) in try Choices.yes(value) }
    let group = try sitting.group(group)
    if isPreview {
      let view = try sitting.follow(group)
      let asked = sitting.command(.setPolicy(wish), to: group)
      let impact = try sitting.asking(of: asked) { connection throws(ConnectionFailure) in try connection.impact(of: asked) }
      let changes = view.state.shared.permissionChanges(setting: wish.policy, to: wish.allowed)
      return output.show(
        Screens.rehearsed(impact.events, view, output.theme) + Screens.permissions(changes, view, output.theme),
        json: WireFormat.line(impact) + changes.map(Screens.permissionJSON))
    }
    let accepted = try sitting.send(.setPolicy(wish), to: group).accepted
    output.tell(.policySet(wish.policy, wish.allowed), with: accepted)
  }

  /// `hearth can`: answered from what the user's own client holds, by the function that the server decides by.
  public func can(_ name: String, _ action: String, on object: String?, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let question = try reading { () throws(ArgumentFlaw) in try PermissionQuestion(name, action, object, in: view) }
    output.show(question.lines(view, output.theme), json: [question.json(view)])
  }
}
