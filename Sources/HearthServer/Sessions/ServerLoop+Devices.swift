import EventStore
import HearthProtocol
import Ledger
import Room

/// What somebody does with their devices (SPEC ID-06 to ID-08, NP-06).
extension ServerLoop {
  func handleDevices(_ message: ClientMessage, of identity: IdentityID, _ origin: Origin, _ session: Session) {
    switch message.body {
    case .listDevices: listDevices(of: identity, origin, session)
    case .setDevicePush(let wish): setPush(wish, of: identity, origin, session)
    case .revokeDevice(let revoke): self.revoke(revoke, from: identity, origin, session)
    case .rotateToken: rotateToken(of: identity, origin, session)
    case .createLink: createLink(for: identity, origin, session)
    default: break
    }
  }

  private func listDevices(of identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let credential = session.account.credential else { return }
    putOff(session)
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.devices(of: identity)
    } then: { loop, found in
      loop.answerDevices(origin, found.map { .devices($0, for: credential.device, request: origin.request) })
    }
  }

  private func revoke(_ revoke: RevokeDevice, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    guard let device = DeviceID(revoke.deviceID) else { return refuse(origin, .deviceUnknown()) }
    putOff(session)
    background.changeDevices(for: number) { [now = now.wall] directory throws(StoreFailure) in
      try directory.revoke(device, of: identity, at: now)
    } then: { loop, result in
      loop.answerDevices(origin, result.map { .revoked($0 ? device : nil, request: origin.request) })
    } behind: { isRevoked in
      // Behind the answer: who revokes the device in use is told so.
      isRevoked ? .device(device) : nil
    }
  }

  private func rotateToken(of identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let credential = session.account.credential else { return }
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    let token = DeviceToken.make()
    let rotation = TokenRotation(
      device: credential.device, old: credential.token, token: token.id, secretHash: token.secretHash, createdAt: now.settled)
    putOff(session)
    background.changeDevices(for: number) { directory throws(StoreFailure) in
      try directory.rotate(rotation)
    } then: { loop, result in
      loop.answerDevices(origin, result.map { .rotated(to: $0 ? token : nil, request: origin.request) })
    }
  }

  private func createLink(for identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let credential = session.account.credential else { return }
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    let code = LinkCodes.fresh()
    let grant = LinkCodes.Grant(identity: identity, giver: credential.device)
    let isAdded = links.withLock { [now = loop.now] in $0.add(code.hash, grant, now: now) }
    guard isAdded else { return refuse(origin, .overloaded(retryAfterMilliseconds: 60_000)) }
    var answer = ServerMessage()
    answer.request = origin.request
    answer.linkCode.code = code.text
    answer.linkCode.expiresInSeconds = UInt32(LinkCodes.lifetimeMilliseconds / 1_000)
    send(answer, to: origin.peer)
  }

  func answerDevices(_ origin: Origin, _ result: Result<ServerMessage, StoreFailure>) {
    noteFailure(result)
    guard lookedUp(for: origin.peer) != nil else { return }
    switch result {
    case .success(let answer): send(answer, to: origin.peer)
    case .failure(let failure): refuse(origin, failure == .full ? .storageFull() : .unavailable())
    }
  }

  /// Closes what has logged in with what lets nobody in any more, and remembers it for look-ups that are under way.
  func ended(_ endings: [AccessEnding]) {
    var suspended: Set<IdentityID> = []
    for ending in endings {
      if case .identity(let identity) = ending { suspended.insert(identity) }
      self.endings.note(ending, now: loop.now, settled: now.settled)
      // Every loop says so, since one that had not heard of it may have made another code.
      if case .device(let device) = ending { links.withLock { $0.revoke(of: device) } }
    }
    if !suspended.isEmpty { endSuspended(suspended) }
    // A member's end is no reason to look at everybody's connection.
    let areMembers = endings.allSatisfy { if case .tokens = $0 { true } else { false } }
    let concerned = areMembers ? tokenConnections.compactMap { session($0) } : sessions.compactMap { $0 }
    for session in concerned {
      if let credential = session.account.credential, endings.contains(where: credential.ends) { close(session, .revoked) }
    }
  }
}

/// What other servers of the same store have ended.
extension ServerLoop {
  /// Looks up anew every token that somebody is logged in with: what of them has ended is not known.
  func lookUpCredentials() {
    let tokens = Set(sessions.compactMap { $0?.account.credential?.token })
    if !tokens.isEmpty { background.lookUpEnded(tokens, for: number) }
  }
}

/// The identities that the operator has shut out (SPEC ID-18).
extension ServerLoop {
  /// Ends everything that they have open.
  func endSuspended(_ identities: Set<IdentityID>) {
    for case let session? in sessions {
      if case .identity(let identity) = session.account.login, identities.contains(identity) { close(session, .suspended) }
    }
  }
}

extension ServerMessage {
  static func devices(_ records: [DeviceRecord], for current: DeviceID, request: UInt32) -> ServerMessage {
    var message = ServerMessage()
    message.request = request
    message.devices.devices = records.map { record in
      var device = Device()
      device.deviceID = record.id.description
      device.name = record.name
      device.createdAtMs = record.createdAt
      device.usedOn = CivilDate(daysSince1970: Int(record.usedDay)).description
      device.current = record.id == current
      device.told = record.push != nil
      return device
    }
    return message
  }

  /// - Parameter device: nil: there is none.
  static func revoked(_ device: DeviceID?, request: UInt32) -> ServerMessage {
    guard let device else { return .rejected(.deviceUnknown(), request: request) }
    var message = ServerMessage()
    message.request = request
    message.deviceRevoked.deviceID = device.description
    return message
  }

  /// - Parameter token: nil: the old one is good no more.
  static func rotated(to token: DeviceToken?, request: UInt32) -> ServerMessage {
    guard let token else {
      return .rejected(
        Rejected(.unauthorized, cause: "The token was replaced already.", remedy: "Log in with the newest token of this device."),
        request: request)
    }
    var message = ServerMessage()
    message.request = request
    message.tokenRotated.token = token.text
    return message
  }
}

extension Rejected {
  /// What somebody is told whom the operator has shut out.
  static func suspended() -> Rejected {
    Rejected(
      .unauthorized, cause: "The operator of this server has suspended this account.",
      remedy: "Ask the operator. Everything is kept, and the same token lets in again when the account is resumed.")
  }

  static func deviceUnknown(field: String = "revoke_device.device_id") -> Rejected {
    Rejected(.notFound, field: field, cause: "You have no such device.", remedy: "Look at the list of your devices.")
  }

  static func linkInvalid() -> Rejected {
    Rejected(
      .linkInvalid, cause: "The code is wrong, was used, or is older than 10 minutes.",
      remedy: "Have a device that is logged in show a new code.")
  }

  static func tooManyDevices() -> Rejected {
    Rejected(
      .tooManyDevices, cause: "The identity has \(DeviceLimits.devicesMax) devices, as many as it may.",
      remedy: "Revoke one that is not used any more, and have a new code shown.")
  }
}
