import HearthProtocol
import Ledger

/// Rejections that are not the ledger's: of sessions, rooms and the store. Texts never say more than the asker may
/// know.
extension Rejected {
  /// The ledger said no.
  public init(_ rejection: Rejection) {
    self.init(
      rejection.code, field: rejection.field, cause: rejection.cause, remedy: rejection.remedy,
      retryAfterMilliseconds: rejection.retryAfterMilliseconds)
    details = rejection.details
  }

  /// Makes a rejection of its parts. One of a bad request is made by `badRequest`, which says the reason; made here it
  /// says the reason that says the least.
  public init(_ code: RejectionCode, field: String = "", cause: String, remedy: String, retryAfterMilliseconds: UInt32 = 0) {
    self.init()
    self.code = code.rawValue
    self.field = field
    self.cause = cause
    self.remedy = remedy
    retryAfterMs = retryAfterMilliseconds
    if code == .badRequest { details = [Detail(.messageMalformed)] }
  }

  /// A message that cannot be understood, or a field of it that cannot be taken (SPEC ER-02).
  public static func badRequest(
    _ reason: BadRequestReason, field: String = "", cause: String,
    remedy: String = "Correct the message; its schema is in Protocol/."
  ) -> Rejected {
    var rejected = Rejected(.badRequest, field: field, cause: cause, remedy: remedy)
    rejected.details = [Detail(reason)]
    return rejected
  }

  /// No such group, or none that the asker may know of: the two are never told apart (SPEC ER-04).
  public static func notFound() -> Rejected {
    Rejected(
      .notFound, cause: "There is no such group, or you are not a member of it.", remedy: "Check the id, or join with an invite code.")
  }

  /// The command's id was used for something else.
  public static func idempotencyConflict() -> Rejected {
    Rejected(
      .idempotencyConflict, field: "id", cause: "A different command was accepted under this id before.",
      remedy: "Send the new command under an id of its own.")
  }

  /// Too much at once.
  public static func overloaded(retryAfterMilliseconds: UInt32) -> Rejected {
    Rejected(
      .overloaded, cause: "The server has more to do than it can take on.", remedy: "Send the same command again a little later.",
      retryAfterMilliseconds: retryAfterMilliseconds)
  }

  /// The store did not confirm it (SPEC CM-06).
  public static func unavailable() -> Rejected {
    Rejected(
      .unavailable, cause: "The server could not confirm that the change is stored.",
      remedy: "Send the same command again, under the same id, a little later.", retryAfterMilliseconds: 1_000)
  }

  /// The disk is full, or what is left of it is kept for what protects somebody (SPEC ER-05); nothing was changed.
  public static func storageFull() -> Rejected {
    Rejected(
      .storageFull, cause: "The server's disk is full, or nearly so; nothing was changed.",
      remedy: "Reading goes on. Send the same command again when the operator has made space.", retryAfterMilliseconds: 30_000)
  }

  /// The group's history is as long as the operator lets it become.
  public static func historyFull(_ eventsMax: Int) -> Rejected {
    Rejected(
      .historyFull, cause: "The group's history may hold \(eventsMax) events and has no space for this; nothing was changed.",
      remedy:
        "Ask the operator for more, or export the group and go on in a new one. Leaving, removing members, archiving and deleting go on.")
  }

  /// The operator lets only some people create groups (SPEC GR-10).
  public static func creationRestricted() -> Rejected {
    Rejected(
      .creationRestricted, cause: "Not everybody may create groups on this server.",
      remedy: "Ask the operator, or somebody who is in a group for an invite.")
  }

  /// The operator has nothing sent to webhooks (SPEC WH-01).
  public static func webhooksOff() -> Rejected {
    Rejected(
      .webhooksOff, cause: "This server sends nothing to webhooks.",
      remedy: "Ask the operator to turn them on, or follow the group from a program of yours.")
  }

  /// The operator has no program that tells members (SPEC NP-03).
  public static func noticesOff() -> Rejected {
    Rejected(
      .noticesOff, cause: "This server sends neither push messages nor mail.",
      remedy: "Ask the operator to name a program for it, or keep a feed open.")
  }

  /// The stored history of the group does not verify.
  public static func groupDamaged() -> Rejected {
    Rejected(
      .groupDamaged, cause: "The stored history of this group does not verify, so it is not served.",
      remedy: "Ask the operator to run hearthd verify and to restore a backup.")
  }
}

extension ServerMessage {
  /// An accepted command.
  public static func accepted(_ accepted: Accepted, request: UInt32) -> ServerMessage {
    var message = ServerMessage()
    message.request = request
    message.accepted = accepted
    return message
  }

  /// A refused command.
  public static func rejected(_ rejected: Rejected, to command: Command, request: UInt32) -> ServerMessage {
    var rejected = rejected
    rejected.commandID = command.id
    rejected.groupID = command.groupID
    return .rejected(rejected, request: request)
  }

  /// A refused request about a group.
  public static func rejected(_ rejected: Rejected, group: GroupID, request: UInt32) -> ServerMessage {
    var rejected = rejected
    rejected.groupID = group.description
    return .rejected(rejected, request: request)
  }

  /// A refused request.
  public static func rejected(_ rejected: Rejected, request: UInt32) -> ServerMessage {
    var message = ServerMessage()
    message.request = request
    message.rejected = rejected
    return message
  }

  /// A member came or went.
  static func presence(_ member: MemberID, online: Bool, group: GroupID) -> ServerMessage {
    var message = ServerMessage()
    message.presenceChanged.groupID = group.description
    message.presenceChanged.memberID = member.description
    message.presenceChanged.online = online
    return message
  }
}

extension Accepted {
  /// The answer to an accepted command.
  ///
  /// - Parameter isRequest: of a command that joins, whether it asked to.
  static func make(
    _ submission: Submission, _ place: (lane: Lane, position: LanePosition)?, duplicate: Bool, isRequest: Bool, group: GroupID
  ) -> Accepted {
    var accepted = Accepted()
    accepted.commandID = submission.command.id
    accepted.groupID = group.description
    if let place {
      accepted.lane = place.lane.name
      accepted.position = place.position.rawValue
    }
    accepted.duplicate = duplicate
    accepted.inviteCode = submission.newCode?.text ?? ""
    accepted.webhookSecret = submission.newSecret ?? ""
    if case .joinGroup = submission.command.body { accepted.pending = isRequest }
    return accepted
  }

  /// The same with what ended because the command took a right away (SPEC RE-04). What the command itself asked to end
  /// is not among it.
  ///
  /// - Parameter ends: those that the sender of the command may know.
  func naming(_ ends: [DecidedEvent], by command: Command) -> Accepted {
    guard !ends.isEmpty else { return self }
    var accepted = self
    for event in ends {
      switch (event.body, command.body) {
      case (.inviteRevoked, .revokeInvite), (.recurringPaused, .pauseRecurring), (.allowancePaused, .pauseAllowance): break
      case (.inviteRevoked(let revoked), _): accepted.revokedInviteIds.append(revoked.inviteID)
      case (.recurringPaused(let paused), _): accepted.pausedRuleIds.append(paused.ruleID)
      case (.allowancePaused(let paused), _): accepted.pausedAllowanceIds.append(paused.allowanceID)
      default: break
      }
    }
    return accepted
  }
}

extension Event.OneOf_Body {
  /// Whether the answer to a command names what ended by this event (SPEC RE-04).
  var isNamedEnd: Bool {
    switch self {
    case .inviteRevoked, .recurringPaused, .allowancePaused: true
    default: false
    }
  }
}
