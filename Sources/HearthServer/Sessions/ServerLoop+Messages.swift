import EventStore
import HearthProtocol
import JSONWebToken
import Ledger
import Room
import Transport
import WebSocket

/// From frames to messages to the rooms and the directory.
extension ServerLoop {
  /// Takes a message, unless it is one too many.
  func receive(_ payload: [UInt8], _ session: Session) {
    ownCounts.received.add(1, session.wire.format)
    if let refusal = charge(session) {
      answer(refusal, to: payload, session)
      return strike(session)
    }
    if case .pending = session.account.login {
      session.input.heldBytes += payload.count
      guard session.input.heldBytes <= configuration.heldBytesMax else { return close(session, .tooMuchHeld) }
    }
    session.input.messageBytes = payload.count
    if let message = read(payload, session) { handle(message, session) } else { strike(session) }
  }

  /// How a message may be built. An issuer's token is a longer text than any other (SPEC ID-10).
  private var jsonLimits: JSONLimits {
    var limits = configuration.json
    if configuration.issuer != nil { limits.charactersMax = max(limits.charactersMax, WebTokenVerifier.tokenBytesMax) }
    return limits
  }

  /// Reads a message; one that cannot be read is answered.
  private func read(_ payload: [UInt8], _ session: Session) -> ClientMessage? {
    do throws(CodecError) {
      if session.wire.format == .json, let flaw = jsonLimits.flaw(in: payload) { throw CodecError(cause: flaw) }
      return try session.wire.format.decode(ClientMessage.self, from: payload)
    } catch {
      session.owed.addOne()
      let request = session.wire.format.requestNumber(of: payload)
      send(
        .rejected(.badRequest(.messageMalformed, field: FieldPath.withinCommand(error.field), cause: error.cause), request: request),
        to: session.peer)
      return nil
    }
  }

  /// Answers a message that was refused before it was looked at; its request number and command id are echoed when it
  /// can be read.
  private func answer(_ rejected: Rejected, to payload: [UInt8], _ session: Session) {
    answer(rejected, to: (try? session.wire.format.decode(ClientMessage.self, from: payload)) ?? ClientMessage(), session)
  }

  /// Answers a message with a refusal; its request number and command id are echoed.
  func answer(_ rejected: Rejected, to message: ClientMessage, _ session: Session) {
    var rejected = rejected
    if case .command(let command) = message.body { rejected.commandID = command.id }
    session.owed.add(message)
    send(.rejected(rejected, request: message.request), to: session.peer)
  }

  func handle(_ message: ClientMessage, _ session: Session) {
    // What arrives during the drain is not taken: the client has no answer and sends it again (SPEC CM-06).
    guard case .serving = phase else { return }
    let origin = Origin(peer: session.peer, request: message.request)
    switch session.account.login {
    case .none:
      if let refusal = accountsRefusal(message) { return refuse(origin, refusal) }
      switch message.body {
      case .hello(let hello): logIn(hello, origin, session)
      case .register(let register): self.register(register, origin, session)
      case .linkDevice(let link): self.link(link, origin, session)
      case .previewInvite(let preview) where session.stage == .call:
        if let refusal = chargePreview(session) { return refuse(origin, refusal) }
        findInvite(preview.code, .preview(displayName: preview.displayName), origin, session)
      case .command, .subscribe, .unsubscribe, .previewInvite, .listGroups, .readHistory, .readSettlement, .previewCommand,
        .readDashboard, .readGroup, .readEntries, .readPaymentLink, .planImport, .listDevices, .setDevicePush, .revokeDevice, .rotateToken,
        .createLink, .tellHeads, .tellDraft, .createGroupToken, .listGroupTokens, .revokeGroupToken, nil:
        close(session, .notLoggedIn)
      }
    case .pending:
      guard session.input.held.count < SessionInput.heldMax else { return close(session, .tooMuchHeld) }
      session.input.held.append(message)
    case .identity(let identity):
      session.owed.add(message)
      handle(message, from: identity, origin, session)
    }
  }

  private func handle(_ message: ClientMessage, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    if let refusal = accountsRefusal(message) { return refuse(origin, refusal) }
    if let scope = session.account.scope, let refusal = scope.refusal(of: message) {
      if case .command(let command) = message.body { return refuse(origin, refusal, command) }
      return refuse(origin, refusal)
    }
    switch message.body {
    case .hello(let hello) where configuration.issuer != nil: renew(hello, origin, session)
    case .hello, .register, .linkDevice: refuse(origin, .badRequest(.messageMalformed, cause: "This connection is logged in already."))
    case .command(let command): handle(command, from: identity, origin, session)
    case .subscribe(let subscribe): self.subscribe(subscribe, from: identity, origin, session)
    case .unsubscribe(let unsubscribe):
      guard let group = GroupID(unsubscribe.groupID) else { return refuse(origin, .notFound()) }
      let request = RoomRequest.unsubscribe(origin, session.following.end(group))
      // Nobody has to be known who has nothing to end.
      ask(request, of: group)
    case .tellHeads(let told):
      guard let group = GroupID(told.groupID) else { return refuse(origin, .notFound()) }
      ask(.tell(told, origin), of: group, for: identity, session)
    case .tellDraft(let told):
      guard let group = GroupID(told.groupID) else { return refuse(origin, .notFound()) }
      ask(.tellDraft(told, origin), of: group, for: identity, session)
    case .previewInvite(let preview): findInvite(preview.code, .preview(displayName: preview.displayName), origin, session)
    case .listGroups(let list):
      guard beginRead(origin) != nil else { return }
      putOff(session)
      findGroups(of: identity, after: GroupID(list.after), origin)
    case .readHistory(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.readHistory(read, asker: session.account.asker(identity, in: group), origin: origin), of: group, for: identity, session)
    case .readSettlement(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.settlement(read), of: group, for: identity, origin, session)
    case .previewCommand(let preview):
      guard let group = GroupID(preview.command.groupID) else { return refuse(origin, .notFound()) }
      if let refusal = zoneRefusal(preview.command) { return refuse(origin, refusal) }
      ask(.impact(preview.command), of: group, for: identity, origin, session)
    case .readDashboard(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.dashboard(read), of: group, for: identity, origin, session)
    case .readGroup(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.contents(read), of: group, for: identity, origin, session)
    case .readEntries(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.entries(read), of: group, for: identity, origin, session)
    case .readPaymentLink(let read):
      guard let group = GroupID(read.groupID) else { return refuse(origin, .notFound()) }
      ask(.paymentLink(read), of: group, for: identity, origin, session)
    case .planImport(let plan):
      guard let group = GroupID(plan.groupID) else { return refuse(origin, .notFound()) }
      ask(.importing(plan, HeldBytes(plan.file.count, in: limits.memory)), of: group, for: identity, origin, session)
    case .listDevices, .setDevicePush, .revokeDevice, .rotateToken, .createLink: handleDevices(message, of: identity, origin, session)
    case .createGroupToken(let wish): createToken(wish, for: identity, origin, session)
    case .listGroupTokens(let list): listTokens(list, of: identity, origin, session)
    case .revokeGroupToken(let revoke): self.revoke(revoke, from: identity, origin, session)
    case nil where !message.unknownFields.data.isEmpty:
      // JSON says this as `bad_request`: there an unknown name cannot be told from a mistyped one.
      refuse(
        origin,
        Rejected(
          .unknownCommand, cause: "This server does not know requests of this type.", remedy: "Use one that it knows, or update the server."
        ))
    case nil:
      refuse(origin, .badRequest(.messageMalformed, cause: "The message has no body.", remedy: "Set one of the bodies of ClientMessage."))
    }
  }

  // MARK: Commands and subscriptions

  private func handle(_ command: Command, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    if case .joinGroup(let join) = command.body { return findInvite(join.code, .join(command), origin, session) }
    guard let group = GroupID(command.groupID) else {
      return refuse(origin, .badRequest(.idMalformed, field: "group_id", cause: "A group's id is a UUID."), command)
    }
    if case .createGroup = command.body {
      guard let isPermitted = configuration.creators.permits(identity) else {
        putOff(session)
        return findCreator(identity, command, to: group, origin)
      }
      guard isPermitted else { return refuse(origin, .creationRestricted(), command) }
    }
    submit(command, to: group, from: identity, origin, session)
  }

  /// Lets a member of any group create another one, and nobody else.
  private func findCreator(_ identity: IdentityID, _ command: Command, to group: GroupID, _ origin: Origin) {
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try !directory.groups(of: identity).isEmpty
    } then: { loop, result in
      guard let session = loop.lookedUp(for: origin.peer) else { return }
      switch result {
      case .success(true): loop.submit(command, to: group, from: identity, origin, session)
      case .success(false): loop.refuse(origin, .creationRestricted(), command)
      case .failure: loop.refuse(origin, .unavailable(), command)
      }
    }
  }

  private func submit(_ command: Command, to group: GroupID, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    if let refusal = zoneRefusal(command) { return refuse(origin, refusal, command) }
    guard !limits.memory.isShort else { return refuse(origin, .overloaded(retryAfterMilliseconds: 1_000), command) }
    let isSpaceShort = background.space.isShort
    if let refusal = charge(identity, for: command, isSpaceShort: isSpaceShort) ?? historyRefusal(identity, command, session)
      ?? (command.mayNeedPlan ? readRefusal(identity, session) : nil)
    {
      return refuse(origin, refusal, command)
    }
    var submission = Submission(command: command, asker: session.account.asker(identity, in: group), origin: origin)
    submission.isSpaceShort = isSpaceShort
    submission.sizeBytes = session.input.messageBytes
    submission.isByToken = session.account.scope != nil
    if case .createInvite(let create) = command.body, let invite = InviteID(create.inviteID) {
      submission.newCode = invites.code(group: group, invite: invite)
    }
    submission.newSecret = webhookSecret(for: command, in: group)
    submission.serverRefusal = webhookRefusal(command) ?? noticeRefusal(command)
    // The maker of a group is in it; what is sent behind it need not wait for the directory to know.
    if case .createGroup = command.body { session.account.meet(group) }
    ask(.submit(submission), of: group, for: identity, session)
  }

  private func ask(_ question: Question, of group: GroupID, for identity: IdentityID, _ origin: Origin, _ session: Session) {
    ask(.look(.question(question, session.account.asker(identity, in: group).holder, origin)), of: group, for: identity, session)
  }

  /// Why the command's time zone is none; nil when it has one that is, or names none. The ledger knows no zones.
  private func zoneRefusal(_ command: Command) -> Rejected? {
    guard let zone = command.timeZone, !GroupCalendar.knows(zoneName: zone.name) else { return nil }
    return .badRequest(
      .timeZoneMalformed, field: zone.field, cause: "There is no such time zone.",
      remedy: "Use a name of the IANA database, such as Asia/Kolkata, or leave it out for UTC.")
  }

  private func subscribe(_ subscribe: Subscribe, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let group = GroupID(subscribe.groupID) else { return refuse(origin, .notFound()) }
    var subscribe = subscribe
    // A program is nobody who is present.
    if session.account.scope != nil { subscribe.quiet = true }
    // Who has not read the former catch-up gets no further one: what one connection makes the server hold stays
    // bounded.
    guard loop.queuedBytes(of: session.connection) <= configuration.catchUpBacklogBytesMax else {
      return refuse(origin, .overloaded(retryAfterMilliseconds: 1_000))
    }
    guard session.following.groups[group] != nil || session.following.groups.count < configuration.subscriptionsMax else {
      return refuse(origin, .overloaded(retryAfterMilliseconds: 60_000))
    }
    if let refusal = readRefusal(identity, session) { return refuse(origin, refusal) }
    ask(toFollow: group, subscribe, for: identity, origin: origin, session)
  }

  func answerHistory(_ origin: Origin, _ request: HistoryRequest, _ result: Result<[CommittedEvent], StoreFailure>) {
    limits.memory.discharge(Background.answerBytes)
    guard let session = session(origin.peer) else { return }
    session.reads.end()
    guard case .success(let events) = result else { return refuse(origin, .unavailable()) }
    if session.stage == .call {
      return answer(EventEncoding.message(history: events, of: request, answering: origin.request), toCallOf: session)
    }
    guard
      let payload = EventEncoding.encode(history: events, of: request, answering: origin.request, format: session.wire.format)
    else { return refuse(origin, .unavailable()) }
    loop.allow(extraBytes: payload.count, for: session.connection)
    send(content: payload, to: session)
    session.owed.answeredOne()
    endIfSaid(session)
  }

  // MARK: Invites and groups

  private func findInvite(_ code: String, _ errand: InviteErrand, _ origin: Origin, _ session: Session) {
    putOff(session)
    // Text that cannot be a code takes the same way as a wrong code, so that both give the same answer (SPEC IN-04).
    let hash = invites.hash(ofTyped: code) ?? []
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.invite(codeHash: hash)
    } then: { loop, result in
      loop.inviteFound(origin, errand, result)
    }
  }

  private func inviteFound(_ origin: Origin, _ errand: InviteErrand, _ result: Result<InviteLocation?, StoreFailure>) {
    guard let session = lookedUp(for: origin.peer) else { return }
    let identity: IdentityID? = if case .identity(let identity) = session.account.login { identity } else { nil }
    guard case .success(let location) = result else {
      if case .join(let command) = errand { return refuse(origin, .unavailable(), command) }
      return refuse(origin, .unavailable())
    }
    if let refusal = charge(session, identity, wrongCode: location == nil) {
      if case .join(let command) = errand { return refuse(origin, refusal, command) }
      return refuse(origin, refusal)
    }
    switch errand {
    case .preview(let displayName):
      guard let location else { return refuse(origin, Rejected(.inviteInvalid)) }
      let holder = identity.map { session.account.asker($0, in: location.group).holder } ?? .nobody
      ask(.look(.preview(location.invite, displayName: displayName, holder, origin)), of: location.group)
    case .join(let command):
      guard let location, let identity else { return refuse(origin, Rejected(.inviteInvalid), command) }
      var submission = Submission(
        command: command, asker: session.account.asker(identity, in: location.group), origin: origin, invite: location.invite)
      submission.isSpaceShort = background.space.isShort
      submission.sizeBytes = session.input.messageBytes
      // The holder of its code may be told of the group; what is sent behind it need not wait for the directory to
      // know.
      session.account.meet(location.group)
      ask(.submit(submission), of: location.group)
    }
  }

  private func findGroups(of identity: IdentityID, after: GroupID?, _ origin: Origin) {
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.groups(of: identity)
    } then: { loop, result in
      guard let session = loop.lookedUp(for: origin.peer) else { return }
      guard case .success(var groups) = result else {
        session.reads.end()
        return loop.refuse(origin, .unavailable())
      }
      if let scope = session.account.scope { groups.removeAll { $0 != scope.group } }
      loop.continueListing(session.reads.begin(GroupListing(request: origin.request, groups: groups, after: after)), session)
    }
  }

  func addToListing(_ number: ListingNumber, _ summary: GroupSummary?, of group: GroupID, for peer: PeerID) {
    guard let session = session(peer) else { return }
    session.reads[number]?.add(summary, of: group)
    continueListing(number, session)
  }

  /// Asks the rooms of a list for their lines, some at a time, and sends the list when it is complete.
  private func continueListing(_ number: ListingNumber, _ session: Session) {
    // A room of this loop answers at once, while the next is being asked.
    guard session.reads[number]?.isAsking == false, case .identity(let identity) = session.account.login else { return }
    session.reads[number]?.isAsking = true
    while let group = session.reads[number]?.next() {
      ask(.look(.summary(session.account.asker(identity, in: group).holder, number, session.peer)), of: group)
    }
    session.reads[number]?.isAsking = false
    guard let listing = session.reads[number], listing.isComplete else { return }
    session.reads[number] = nil
    session.reads.end()
    send(listing.answer(in: session.wire.format), to: session.peer)
  }

  // MARK: Reads

  /// Counts a read that a connection asks for.
  ///
  /// Its answer is planned: however many of them are unsent, that is no slowness of the reader. So that what they hold
  /// stays bounded, none is begun while much is unsent.
  ///
  /// - Returns: who reads; nil when there is nobody to be answered any more, or it was told that enough of its reads
  ///   are under way or have been (SPEC CM-11, CM-12), or that it has to read first.
  func beginRead(_ origin: Origin) -> Questioner? {
    guard let session = session(origin.peer), case .identity(let identity) = session.account.login else { return nil }
    if let refusal = readRefusal(identity, session) {
      refuse(origin, refusal)
      return nil
    }
    guard loop.queuedBytes(of: session.connection) <= configuration.readBacklogBytesMax, session.reads.begin() else {
      refuse(origin, .overloaded(retryAfterMilliseconds: 1_000))
      return nil
    }
    return Questioner(owner: WorkOwner(identity: identity, address: AddressKey(session.address)), format: session.wire.format)
  }

  /// What was found in a group's state.
  func answered(_ origin: Origin, _ answer: ServerMessage) {
    limits.memory.discharge(Background.answerBytes)
    if origin.peer.isRemote { return answerNode(answer, origin.peer) }
    guard let session = session(origin.peer) else { return }
    session.reads.end()
    send(answer, to: origin.peer)
  }

  // MARK: Answers

  /// Tells a member that their group is damaged, and everybody else that there is none (SPEC ER-04).
  func refuseDamaged(_ refusal: ServerMessage, of group: GroupID, to identity: IdentityID, _ peer: PeerID) {
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.groups(of: identity).contains(group)
    } then: { loop, result in
      switch result {
      case .success(true): loop.send(refusal, to: peer)
      case .success(false):
        var hidden = Rejected.notFound()
        hidden.commandID = refusal.rejected.commandID
        hidden.groupID = refusal.rejected.groupID
        loop.send(.rejected(hidden, request: refusal.request), to: peer)
      case .failure: loop.send(.rejected(.unavailable(), request: refusal.request), to: peer)
      }
    }
  }

  func refuse(_ origin: Origin, _ rejected: Rejected) { send(.rejected(rejected, request: origin.request), to: origin.peer) }

  private func refuse(_ origin: Origin, _ rejected: Rejected, _ command: Command) {
    send(.rejected(rejected, to: command, request: origin.request), to: origin.peer)
  }
}

extension HolderID {
  /// Somebody without an identity: holders are hashes, and none of them is this one.
  fileprivate static let nobody = HolderID(high: 0, low: 0)
}

extension Command {
  /// The time zone that the command names, and where.
  fileprivate var timeZone: (name: String, field: String)? {
    if case .createGroup(let create) = body { return (create.timeZone, "create_group.time_zone") }
    if case .updateGroup(let update) = body, update.hasTimeZone { return (update.timeZone, "update_group.time_zone") }
    return nil
  }
}
