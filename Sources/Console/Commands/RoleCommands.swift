import HearthClient
import HearthProtocol
import Ledger

/// `hearth member role` and `hearth role`.
public struct RoleCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth member role`.
  public func change(_ name: String, to text: String, group: String?) throws(ConsoleFailure) {
    let role = try reading { () throws(ArgumentFlaw) in try Choices.role(text) }
    try MemberChange(sitting)(name, group) { member, name in
      var change = ChangeRole()
      (change.memberID, change.role) = (member.id.description, role)
      guard role == .minor, member.role != .minor else { return (.changeRole(change), .memberIs(name, role)) }
      return (.changeRole(change), .becomesMinor(name, isAccepting: member.status != .unclaimed))
    }
  }

  /// `hearth role request`.
  public func request(_ text: String, group: String?) throws(ConsoleFailure) {
    var request = RequestRole()
    request.role = try reading { () throws(ArgumentFlaw) in try Choices.role(text) }
    let accepted = try sitting.send(.requestRole(request), to: try sitting.group(group)).accepted
    output.tell(.asked(request.role), json: WireFormat.line(accepted))
  }

  /// `hearth role approve`: what the member has asked for.
  public func approve(of name: String, group: String?) throws(ConsoleFailure) {
    try MemberChange(sitting).withState(name, group) { member, name, state in
      var approve = ApproveRole()
      (approve.memberID, approve.role) = (member.id.description, state.requestedRole(of: member.id) ?? .unspecified)
      return (.approveRole(approve), .memberIs(name, approve.role))
    }
  }

  /// `hearth role decline`.
  public func decline(of name: String, group: String?) throws(ConsoleFailure) {
    try MemberChange(sitting)(name, group) { member, name in
      var decline = DeclineRole()
      decline.memberID = member.id.description
      return (.declineRole(decline), .stays(name, member.role))
    }
  }

  /// `hearth role accept`: the role that waits for the user.
  public func accept(acceptsTransparency: Bool, group: String?) throws(ConsoleFailure) {
    guard acceptsTransparency else { throw ConsoleFailure.notice(command: "hearth role accept") }
    var acknowledge = AcknowledgeRole()
    acknowledge.acceptsTransparency = TransparencyNotice.version
    let group = try sitting.group(group)
    let accepted = try sitting.send(.acknowledgeRole(acknowledge), to: group).accepted
    // Names of rules that pause by it.
    let shared = accepted.pausedRuleIds.isEmpty ? nil : try sitting.follow(group).state.shared
    output.tell(.roleAccepted, with: accepted, shared)
  }
}

extension ConsoleFailure {
  /// The notice, to somebody who has not accepted it yet.
  static func notice(command: String) -> ConsoleFailure {
    return ConsoleFailure(
      [Wording("Before you become a minor in this group, read what that means:", "इस समूह में नाबालिग़ बनने से पहले पढ़ें कि इसका मतलब क्या है:")]
        + TransparencyNotice.wordings.map { Wording("  \($0)", "  \($0)") } + [
          Wording("If you accept it: \(command) --accept-transparency", "मानने पर: \(command) --accept-transparency")
        ], status: 1)
  }
}
