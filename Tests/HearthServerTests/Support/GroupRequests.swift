import HearthProtocol

extension ClientMessage.OneOf_Body {
  /// One of each that asks about a group, where lanes and parts matter more than one.
  static func allAboutGroup(_ group: String) -> [Self] {
    let command = Command.addEntry(group)
    let lanes = ["shared", "admin", "nonsense"].map { lane in
      Self.readHistory(.with { ($0.groupID, $0.lane) = (group, lane) })
    }
    return lanes + [
      .command(command), .subscribe(.with { $0.groupID = group }), .readSettlement(.with { $0.groupID = group }),
      .readDashboard(.with { $0.groupID = group }), .previewCommand(.with { $0.command = command }),
      .readGroup(.with { $0.groupID = group }),
      .readGroup(.with { ($0.groupID, $0.part) = (group, .invites) }), .readEntries(.with { $0.groupID = group }),
      .readPaymentLink(.with { $0.groupID = group }), .planImport(.with { $0.groupID = group }),
    ]
  }

  /// The same, of another group.
  func with(group: String) -> Self {
    switch self {
    case .command(var body):
      body.groupID = group
      return .command(body)
    case .subscribe(var body):
      body.groupID = group
      return .subscribe(body)
    case .readHistory(var body):
      body.groupID = group
      return .readHistory(body)
    case .readSettlement(var body):
      body.groupID = group
      return .readSettlement(body)
    case .readDashboard(var body):
      body.groupID = group
      return .readDashboard(body)
    case .previewCommand(var body):
      body.command.groupID = group
      return .previewCommand(body)
    case .readGroup(var body):
      body.groupID = group
      return .readGroup(body)
    case .readEntries(var body):
      body.groupID = group
      return .readEntries(body)
    case .readPaymentLink(var body):
      body.groupID = group
      return .readPaymentLink(body)
    case .planImport(var body):
      body.groupID = group
      return .planImport(body)
    case .tellHeads(var body):
      body.groupID = group
      return .tellHeads(body)
    case .tellDraft(var body):
      body.groupID = group
      return .tellDraft(body)
    case .createGroupToken(var body):
      body.groupID = group
      return .createGroupToken(body)
    case .listGroupTokens, .revokeGroupToken, .hello, .register, .unsubscribe, .previewInvite, .listGroups, .linkDevice, .listDevices,
      .setDevicePush, .revokeDevice, .rotateToken, .createLink:
      return self
    }
  }
}
