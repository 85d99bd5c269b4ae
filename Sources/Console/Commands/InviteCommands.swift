import HearthClient
import HearthProtocol
import Ledger

/// `hearth invite` and `hearth invites`.
public struct InviteCommands: CommandFamily {
  // SPEC IN-02: what the server takes when nothing is said.
  private static let inviteSeconds: UInt32 = 604_800
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth invite`: the code, the link, a QR code, and what handing it out means.
  ///
  /// - Parameters:
  ///   - recipient: the identity that alone may join by it; nil: everybody with the code.
  ///   - needsApproval: whether a person who joins by it asks first, and a member lets them in.
  ///   - label: whom it is meant for, in the user's words; may be empty.
  public func create(
    role: String, uses: UInt32, expires: String?, recipient: String?, needsApproval: Bool, label: String, group: String?
  ) throws(ConsoleFailure) {
    let id: InviteID = Present.id()
    var create = CreateInvite()
    create.inviteID = id.description
    create.role = try reading { () throws(ArgumentFlaw) in try Choices.role(role) }
    create.usesMax = uses
    create.label = label
    create.needsApproval = needsApproval
    if let recipient {
      guard let identity = IdentityID(recipient) else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "\"\(recipient.printable)\" is no identity. The person you invite finds theirs with hearth whoami.",
            "\"\(recipient.printable)\" कोई पहचान नहीं है। जिसे आप बुलाते हैं उसे उसकी पहचान यह दिखाता है: hearth whoami।"))
      }
      create.forIdentityID = identity.description
    }
    create.expiresInSeconds = try reading { () throws(ArgumentFlaw) in
      try expires.map { text throws(ArgumentFlaw) in try DurationText.seconds(text) } ?? Self.inviteSeconds
    }
    let accepted = try sitting.send(.createInvite(create), to: try sitting.group(group)).accepted
    let link = try sitting.online().page.map { InviteCodeText.link(code: accepted.inviteCode, page: $0) }
    var json = JSONLine()
    json.add("inviteId", create.inviteID)
    json.add("code", accepted.inviteCode)
    if let link { json.add("link", link) }
    json.add("role", create.role.word)
    json.add("sharesByDefault", json: create.role.sharesByDefault ? "true" : "false")
    json.add("usesMax", json: String(create.usesMax))
    json.add("expiresInSeconds", json: String(create.expiresInSeconds))
    if recipient != nil { json.add("forIdentityId", create.forIdentityID) }
    if needsApproval { json.add("needsApproval", json: "true") }
    if !label.isEmpty { json.add("label", label) }
    output.show(
      Screens.invite(
        code: accepted.inviteCode.printable, link: link?.printable, id: create.inviteID, role: create.role, uses: create.usesMax,
        seconds: create.expiresInSeconds, isBound: recipient != nil, needsApproval: needsApproval, output.theme), json: [json.text])
  }

  /// `hearth invite revoke`.
  ///
  /// - Parameter text: the invite's id or the beginning of it, its label, or its number in `hearth invites`.
  public func revoke(_ text: String, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    var revoke = RevokeInvite()
    var shown = text.printable
    if let id = InviteID(text) {
      revoke.inviteID = id.description
    } else {
      let invites = try followInvites(group).state.admin.invites
      let invite = try reading { () throws(ArgumentFlaw) in try InviteNames(invites).find(text) }
      revoke.inviteID = invite.id.description
      shown = invite.label.isEmpty ? revoke.inviteID : "\(revoke.inviteID) (\(invite.label.printable))"
    }
    let accepted = try sitting.send(.revokeInvite(revoke), to: group).accepted
    output.tell(.inviteRevoked(shown), json: WireFormat.line(accepted))
  }

  /// The group as somebody sees it who may see its invites.
  private func followInvites(_ group: GroupID) throws(ConsoleFailure) -> GroupView {
    let view = try sitting.follow(group)
    guard view.marks[.admin] != nil else {
      throw ConsoleFailure(
        [Wording("forbidden: Invites are seen by the owner and admins only.", "forbidden: न्योते केवल मालिक और प्रबंधक देखते हैं।"), .askOneOfThem],
        status: 1)
    }
    return view
  }

  /// `hearth invites`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try followInvites(try sitting.group(group))
    let invites = view.state.admin.invites.map { invite in
      var message = invite.message
      // Of no use outside the server.
      message.codeHash = .init()
      return message
    }
    output.show(Screens.invites(view, now: Present.now, output.theme), json: invites.flatMap(WireFormat.line))
  }
}
