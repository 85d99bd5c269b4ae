import HearthClient
import HearthProtocol
import Ledger

/// `hearth member approve` and `hearth member decline`.
public struct JoinRequestCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth member approve`.
  public func approve(of name: String, group: String?) throws(ConsoleFailure) {
    try answer(name, group) { request in
      var approve = ApproveJoin()
      approve.memberID = request.id.description
      return (.approveJoin(approve), .letIn(request.displayName.printable, request.role))
    }
  }

  /// `hearth member decline`.
  public func decline(of name: String, group: String?) throws(ConsoleFailure) {
    try answer(name, group) { request in
      var decline = DeclineJoin()
      decline.memberID = request.id.description
      return (.declineJoin(decline), .notLetIn(request.displayName.printable))
    }
  }

  /// Sends an answer to the person who asks to join under this name, and says what came of it.
  private func answer(
    _ name: String, _ group: String?, _ wish: (JoinRequestState) -> (body: Command.OneOf_Body, outcome: Outcome)
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    guard view.marks[.admin] != nil else {
      throw ConsoleFailure(
        [
          Wording(
            "forbidden: Who asks to join is seen by the owner and admins only.", "forbidden: कौन शामिल होना माँग रहा है, यह केवल मालिक और प्रबंधक देखते हैं।"),
          .askOneOfThem,
        ], status: 1)
    }
    let request = try reading { () throws(ArgumentFlaw) in try view.state.admin.joinRequest(called: name) }
    let (body, outcome) = wish(request)
    let accepted = try sitting.send(body, to: group).accepted
    output.tell(outcome, json: WireFormat.line(accepted))
  }
}

extension AdminState {
  /// The request of the person who asks to join under this name, in capitals or not, or with this id.
  func joinRequest(called text: String) throws(ArgumentFlaw) -> JoinRequestState {
    if let id = MemberID(text), let request = joinRequest(id) { return request }
    let found = joinRequests.filter { $0.displayName.lowercased() == text.lowercased() }
    if found.count == 1, let request = found.first { return request }
    guard !found.isEmpty else {
      throw ArgumentFlaw(
        "Nobody called \"\(text.printable)\" asks to join. See who does: hearth members.",
        "\"\(text.printable)\" नाम से कोई शामिल होना नहीं माँग रहा। देखें कौन माँग रहा है: hearth members।")
    }
    let ids = found.map { "\($0.displayName.printable) \($0.id)" }.joined(separator: ", ")
    throw ArgumentFlaw(
      "\(found.count) people called \"\(text.printable)\" ask to join. Name the one you mean by id: \(ids).",
      "\"\(text.printable)\" नाम के \(found.count) लोग शामिल होना माँग रहे हैं। पहचान से बताएँ कि कौन: \(ids)।")
  }
}

extension MemberState {
  /// What became of their invitation, to owner and admins; nil: they were not invited, or left by themselves (product
  /// 40).
  var badge: String? {
    switch status {
    case .active: "accepted"
    case .removed: "removed"
    case .unclaimed, .left, .replaced: nil
    }
  }
}

extension JoinRequestState {
  /// As a member whose badge is pending, for `hearth members --json`.
  var lines: [String] {
    var member = Member()
    (member.memberID, member.displayName, member.role) = (id.description, displayName, role)
    var json = JSONLine()
    json.add("badge", "pending")
    json.add("inviteId", invite.description)
    json.add("requestedAtMs", String(requestedAt))
    return WireFormat.line(member).map(json.added)
  }
}
