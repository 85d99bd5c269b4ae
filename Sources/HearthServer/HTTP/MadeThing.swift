import HearthProtocol

/// Where in a group a POST makes something, and how the thing is read behind its command (SPEC HT-15).
///
/// The raw value stands in `Location` behind the group's path; that of the group itself is empty.
enum MadeCollection: String, Sendable {
  case groups = ""
  case invites, webhooks, members, entries, comments, budgets, recurring, festivals, spending, limits, allowances
  case accountEntries = "account-entries"
}

/// What a POST has made. What is no thing of its own to any question is found in the one that the path names: a comment
/// in its entry, an allowance in what is between the minor and their guardians.
struct MadeThing {
  private let collection: MadeCollection
  /// The command's answer.
  let accepted: Accepted
  /// The id of the thing.
  private let id: String
  /// The id of what the path names besides the group; the thing's own where it names nothing.
  private let owner: String

  /// - Returns: nil when the call makes nothing in a group, or has only asked to join one.
  init?(_ accepted: Accepted, by call: Call) {
    guard case .created(let collection?) = call.route.answer, !accepted.pending else { return nil }
    self.collection = collection
    self.accepted = accepted
    // However its letters were written, the thing has it in small ones.
    id = CommandID(call.madeID)?.description ?? call.madeID
    owner = call.parts.count > 1 ? call.parts[1] : id
  }

  /// Where the thing is.
  var location: String {
    "/v1/groups/\(accepted.groupID)" + (collection == .groups ? "" : "/\(collection.rawValue)/\(id)")
  }

  /// What is asked to learn how the thing stands.
  var question: ClientMessage {
    var message = ClientMessage()
    switch collection {
    case .entries, .comments:
      message.readEntries.groupID = accepted.groupID
      message.readEntries.entryID = owner
      message.readEntries.withStanding = collection == .comments
    case .groups: message.readGroup = read(.settings, "")
    case .invites: message.readGroup = read(.invites, id)
    case .webhooks: message.readGroup = read(.webhooks, id)
    case .members: message.readGroup = read(.members, id)
    case .budgets: message.readGroup = read(.budgets, id)
    case .recurring: message.readGroup = read(.recurring, id)
    case .festivals: message.readGroup = read(.festivals, id)
    case .spending, .limits, .allowances: message.readGroup = read(.minors, owner)
    case .accountEntries: message.readGroup = read(.accounts, owner)
    }
    return message
  }

  private func read(_ part: GroupPart, _ id: String) -> ReadGroup {
    var read = ReadGroup()
    read.groupID = accepted.groupID
    read.part = part
    read.id = id
    return read
  }

  /// The body of the response.
  ///
  /// - Parameter answer: to the question; anything else, such as a refusal, leaves the thing out.
  func created(_ answer: ServerMessage.OneOf_Body?) -> Created {
    var created = Created()
    created.commandID = accepted.commandID
    created.groupID = accepted.groupID
    created.lane = accepted.lane
    created.position = accepted.position
    created.duplicate = accepted.duplicate
    created.inviteCode = accepted.inviteCode
    created.webhookSecret = accepted.webhookSecret
    switch answer {
    case .groupContents(let contents): created.thing = thing(in: contents)
    case .entries(let entries): created.thing = entries.entries.first.flatMap(thing(in:))
    default: break
    }
    return created
  }

  private func thing(in entry: ListedEntry) -> Created.OneOf_Thing? {
    guard collection == .comments else { return .entry(entry) }
    return entry.standing.comments.first { $0.commentID == id }.map { .comment($0) }
  }

  private func thing(in contents: GroupContents) -> Created.OneOf_Thing? {
    switch collection {
    case .groups: .group(contents)
    case .invites: contents.invites.first.map { .invite($0) }
    case .webhooks: contents.webhooks.first.map { .webhook($0) }
    case .members: contents.members.first.map { .member($0) }
    case .budgets: contents.budgets.first.map { .budget($0) }
    case .recurring: contents.recurring.first.map { .rule($0) }
    case .festivals: contents.festivals.first.map { .festival($0) }
    case .spending: contents.minors.first?.state.spending.first { $0.spendingID == id }.map { .spending($0) }
    case .limits: contents.minors.first?.state.limits.first { $0.limitID == id }.map { .limit($0) }
    case .allowances: contents.minors.first?.state.allowances.first { $0.allowanceID == id }.map { .allowance($0) }
    case .accountEntries: contents.accounts.first?.state.entries.first { $0.entryID == id }.map { .accountEntry($0) }
    case .entries, .comments: nil
    }
  }
}

extension Created {
  /// The version of the thing: what a change of it is based on; 0: it has none.
  var version: UInt64 {
    switch thing {
    case .entry(let entry): entry.version
    case .rule(let rule): rule.version
    default: 0
    }
  }
}
