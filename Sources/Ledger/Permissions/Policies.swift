import HearthProtocol

/// What the group has decided for itself in the permission matrix: its constitution. Each change is an event, so the
/// log has every version.
public struct Policies: Sendable, Equatable {
  /// A policy as somebody set it.
  public struct Setting: Sendable, Equatable {
    /// What it says.
    public let isAllowed: Bool
    /// Who set it last.
    public let setBy: MemberID
    /// When, milliseconds since 1970.
    public let setAt: Int64
  }

  /// How often a policy was set.
  public internal(set) var version: UInt32 = 0
  private var settings: [Policy: Setting] = [:]
  private var template: GroupTemplate

  init(template: GroupTemplate = .family) { self.template = template }

  /// Whether the policy allows it: as it was set, else as the template has it.
  public func allows(_ policy: Policy) -> Bool { settings[policy]?.isAllowed ?? policy.isAllowed(in: template) }

  /// Who set the policy and when; nil while it is as the template has it.
  public func setting(of policy: Policy) -> Setting? { settings[policy] }

  /// The same with one of them set.
  func setting(_ policy: Policy, to isAllowed: Bool, by member: MemberID, at instant: Int64) -> Policies {
    var policies = self
    policies.settings[policy] = Setting(isAllowed: isAllowed, setBy: member, setAt: instant)
    return policies
  }

  mutating func set(_ policy: Policy, _ setting: Setting) throws(HistoryFlaw) {
    guard Policy.all.contains(policy) else { throw .malformed("policy") }
    settings[policy] = setting
  }

  var messages: [PolicySetting] {
    Policy.all.compactMap { policy in
      settings[policy].map { setting in
        var message = PolicySetting()
        message.policy = policy
        message.allowed = setting.isAllowed
        message.setBy = setting.setBy.description
        message.setAtMs = setting.setAt
        return message
      }
    }
  }
}

extension Policy {
  /// Every policy, in the order of its number.
  public static let all = allCases.filter { $0 != .unspecified }

  /// The policy's name in rights and commands: "adults_edit_others".
  public var key: String {
    switch self {
    case .adultsEditOthers: "adults_edit_others"
    case .adultsVoidOwn: "adults_void_own"
    case .adminsInvite: "admins_invite"
    case .adultsAddPlaceholders: "adults_add_placeholders"
    case .viewersDispute: "viewers_dispute"
    case .minorsDispute: "minors_dispute"
    case .adultsSeeIncome: "adults_see_income"
    case .viewersSeeIncome: "viewers_see_income"
    case .adminsMakeTokens: "admins_make_tokens"
    case .adminsSetWebhooks: "admins_set_webhooks"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }

  /// Whether it says what admins may; the owner alone sets such a one, for nobody widens their own rights.
  var isOwners: Bool { [.adminsInvite, .adminsMakeTokens, .adminsSetWebhooks].contains(self) }

  /// What the product has it be in a group of this template.
  public func isAllowed(in template: GroupTemplate) -> Bool {
    switch self {
    case .adultsEditOthers, .adultsVoidOwn, .viewersDispute, .minorsDispute, .adultsSeeIncome: true
    case .adminsInvite, .viewersSeeIncome, .adminsMakeTokens, .adminsSetWebhooks: false
    case .adultsAddPlaceholders: template == .splitGroup
    case .unspecified, .UNRECOGNIZED: false
    }
  }
}

extension SharedState {
  mutating func set(_ event: PolicySet, by author: String, at instant: Int64) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let member = MemberID(author) else { throw .malformed("member_id") }
    guard self.member(member) != nil else { throw .contradiction(.namesKnown) }
    try policies.set(event.policy, Policies.Setting(isAllowed: event.allowed, setBy: member, setAt: instant))
    policies.version &+= 1
  }

  mutating func restorePolicies(_ snapshot: SharedSnapshot) throws(HistoryFlaw) {
    for message in snapshot.policies {
      guard let member = MemberID(message.setBy) else { throw .malformed("set_by") }
      try policies.set(message.policy, Policies.Setting(isAllowed: message.allowed, setBy: member, setAt: message.setAtMs))
    }
    policies.version = snapshot.policiesVersion
  }
}
