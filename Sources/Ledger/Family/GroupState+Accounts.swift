import HearthProtocol

// Who receives an account's lane, and who writes to it.
extension GroupState {
  /// The accounts that a member receives: their own, and those granted to them, of these the ones granted first (SPEC
  /// AC-02).
  func accountLanes(readableBy reader: MemberState, _ matrix: Matrix) -> [Lane] {
    guard !accounts.isEmpty, matrix[.accountsRead, reader.role].allows(isOwn: true, target: nil, shared.policies) else { return [] }
    var own: [AccountID] = []
    var granted: [(at: Int64, id: AccountID)] = []
    for (id, account) in accounts {
      if shared.members.current(account.owner) == reader.id {
        own.append(id)
      } else if let grant = grant(of: account, to: reader) {
        granted.append((grant.at, id))
      }
    }
    let received = granted.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(Limits.accountsReceived).map(\.id)
    return (own + received).sorted().map(Lane.account)
  }

  /// The grant of an account that holds for a member in the role they have now; nil: none does.
  public func grant(of account: AccountState, to member: MemberState) -> AccountGrantState? {
    guard member.status == .active, shared.members.current(account.owner) != member.id,
      let grant = account.grants.first(where: { shared.members.current($0.member) == member.id }),
      Self.suits(grant.permission, member.role)
    else { return nil }
    return grant
  }

  /// Whether a member of this role may have such a grant: a partner any, a minor one to read.
  static func suits(_ permission: GrantPermission, _ role: Role) -> Bool {
    switch role {
    case .owner, .admin, .adult: permission == .read || permission == .write
    case .minor: permission == .read
    case .viewer, .unspecified, .UNRECOGNIZED: false
    }
  }

  /// Whether the account is the member's, or granted to them to write to.
  public func writes(_ member: MemberState, to account: AccountState) -> Bool {
    shared.members.current(account.owner) == member.id || grant(of: account, to: member)?.permission == .write
  }

  /// The lanes of the accounts that are the member's own.
  public func ownAccountLanes(of member: MemberID) -> [Lane] {
    accounts.filter { shared.members.current($0.value.owner) == member }.keys.sorted().map(Lane.account)
  }

  /// How many accounts a member has made.
  func accountCount(of member: MemberID) -> Int { accounts.count { shared.members.current($0.value.owner) == member } }
}
