import HearthProtocol

extension GroupState {
  /// Answers what one part of the group is (SPEC QR-01), for a member. Costs what the part has.
  ///
  /// - Throws: `notFound` for a part of a lane that the member does not receive; `choiceNotAllowed`, `malformedID`, or
  ///   that there is nothing of the id.
  public func contents(_ request: ReadGroup, for member: MemberID) throws(Rejection) -> GroupContents {
    var answer = GroupContents()
    answer.groupID = group.description
    answer.memberID = member.description
    let id = request.id
    switch request.part {
    case .unspecified, .settings:
      guard id.isEmpty else { throw .choiceNotAllowed(field: Self.idField) }
      answer.settings = shared.settingsSnapshot(group: group)
    case .members:
      let chosen = try Self.choose(id, MemberID.init, { shared.members[$0] }, or: .unknownMember(field: Self.idField))
      answer.members = (chosen.map { [$0] } ?? Array(shared.members)).map { self.message(of: $0, for: member) }
    case .categories:
      let chosen = try Self.choose(id, { $0 }, { shared.category($0) }, or: .unknownCategory(field: Self.idField))
      answer.categories = chosen.map { [$0] } ?? shared.categories
    case .budgets:
      let chosen = try Self.choose(id, BudgetID.init, { shared.budgets[$0] }, or: .unknownBudget(field: Self.idField))
      answer.budgets = chosen.map { [shared.message($0)] } ?? shared.budgets.map(shared.message)
    case .recurring:
      let chosen = try Self.choose(id, RecurringID.init, { shared.recurring.rules[$0] }, or: .unknownRecurring(field: Self.idField))
      answer.recurring = chosen.map { [$0.message] } ?? shared.recurring.rules.map(\.message)
    case .festivals:
      let chosen = try Self.choose(id, FestivalID.init, { shared.festivals[$0] }, or: .unknownFestival(field: Self.idField))
      answer.festivals = chosen.map { [$0.message] } ?? shared.festivals.map(\.message)
    case .rates:
      guard id.isEmpty else { throw .choiceNotAllowed(field: Self.idField) }
      answer.rates = shared.rates.messages
    case .invites:
      // Who may read is decided by lane, and who may not is not told that there is something.
      guard lanes(readableBy: member).contains(.admin) else { throw .notFound(field: "read_group.part") }
      let chosen = try Self.choose(id, InviteID.init, { admin.invites[$0] }, or: .unknownInvite(field: Self.idField))
      answer.invites = chosen.map { [$0.message] } ?? admin.invites.suffix(Self.invitesMax).map(\.message)
    case .webhooks:
      guard lanes(readableBy: member).contains(.admin) else { throw .notFound(field: "read_group.part") }
      let chosen = try Self.choose(id, WebhookID.init, { admin.webhook($0) }, or: .unknownWebhook(field: Self.idField))
      answer.webhooks = (chosen.map { [$0] } ?? admin.webhooks).map(\.message)
    case .minors:
      let readable = lanes(readableBy: member).compactMap { lane in if case .minor(let subject) = lane { subject } else { nil } }
      // By any name that the minor has or had.
      let chosen = try Self.choose(
        id, MemberID.init, { id in readable.first { $0 == minorSubject(of: shared.members.current(id)) } },
        or: .notFound(field: Self.idField))
      answer.minors = (chosen.map { [$0] } ?? readable).map(contents(ofMinor:))
    case .accounts:
      let readable = lanes(readableBy: member).compactMap { lane in if case .account(let id) = lane { id } else { nil } }
      let chosen = try Self.choose(id, AccountID.init, { id in readable.first { $0 == id } }, or: .unknownAccount(field: Self.idField))
      answer.accounts = (chosen.map { [$0] } ?? readable).compactMap(contents(ofAccount:))
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: "read_group.part")
    }
    return answer
  }

  /// A member as another may see them: who asks for another role is known to the asker, and to those who receive the
  /// lane of the request (SPEC MB-10).
  private func message(of member: MemberState, for reader: MemberID) -> Member {
    var message = member.message
    guard member.isPresent, let asked = roleRequest(of: member.id), asked.lane != .shared,
      reader == member.id || lanes(readableBy: reader).contains(asked.lane)
    else { return message }
    message.requestedRole = asked.role
    return message
  }

  private func contents(ofMinor subject: MemberID) -> MinorContents {
    var contents = MinorContents()
    contents.minorID = subject.description
    contents.guardianIds = guardians(of: shared.members.current(subject)).map(\.description)
    contents.state = minor(subject).snapshot(spending: Self.spendingMax)
    return contents
  }

  private func contents(ofAccount id: AccountID) -> AccountContents? {
    guard let account = account(id) else { return nil }
    var contents = AccountContents()
    contents.accountID = id.description
    contents.balance = Money(minor: account.balanceMinor, currency: account.currency)
    contents.reconciled = Money(minor: account.reconciledMinor, currency: account.currency)
    contents.state = account.snapshot(entries: Self.accountEntriesMax)
    return contents
  }

  // Limit: entries of an account that are listed, the newest; the history has all.
  static let accountEntriesMax = 200

  // Limit: records of a minor's spending that are listed, the newest; the history has all.
  static let spendingMax = 200

  // Limit: invites that are listed, the newest; any other one is there by its id.
  static let invitesMax = 100

  private static var idField: String { "read_group.id" }

  /// What has the id; nil when none was asked for.
  private static func choose<ID, Value>(
    _ text: String, _ read: (String) -> ID?, _ find: (ID) -> Value?, or missing: Rejection
  ) throws(Rejection) -> Value? {
    if text.isEmpty { return nil }
    guard let id = read(text) else { throw .malformedID(field: idField) }
    guard let value = find(id) else { throw missing }
    return value
  }
}
