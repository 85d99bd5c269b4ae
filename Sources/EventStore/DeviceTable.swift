import HearthProtocol

/// Identities, their devices and tokens in memory, with the answers that a durable directory gives.
struct DeviceTable: Sendable {
  private struct Device: Sendable {
    var identity: IdentityID
    var record: DeviceRecord
    /// Oldest first.
    var tokens: [TokenID] = []
  }

  private struct Token: Sendable {
    var device: DeviceID
    var secretHash: [UInt8]
    var createdAt: Int64
    var isEnded = false
  }

  private(set) var names: [IdentityID: String] = [:]
  private var devices: [DeviceID: Device] = [:]
  private var tokens: [TokenID: Token] = [:]
  /// Tokens for groups, in the order in which they were made.
  private var groupTokens: [NewGroupToken] = []
  /// The days on which those were last used.
  private var groupTokenDays: [TokenID: Int64] = [:]
  /// In the order in which they came.
  private var devicesOf: [IdentityID: [DeviceID]] = [:]

  mutating func register(_ registrations: [Registration]) throws(StoreFailure) {
    let isNew =
      registrations.allSatisfy { names[$0.identity] == nil && isFree($0.device) }
      && Set(registrations.map(\.identity)).count == registrations.count
      && Set(registrations.map(\.device.token)).count == registrations.count
      && Set(registrations.map(\.device.id)).count == registrations.count
    guard isNew else { throw .broken("an identity, device or token id is taken") }
    for registration in registrations {
      names[registration.identity] = registration.displayName
      add(registration.device, to: registration.identity)
    }
  }

  private func isFree(_ device: NewDevice) -> Bool { devices[device.id] == nil && tokens[device.token] == nil }

  private mutating func add(_ device: NewDevice, to identity: IdentityID) {
    let record = DeviceRecord(
      id: device.id, name: device.name, createdAt: device.createdAt, usedDay: device.createdAt / DeviceLimits.dayMilliseconds)
    devices[device.id] = Device(identity: identity, record: record, tokens: [device.token])
    tokens[device.token] = Token(device: device.id, secretHash: device.secretHash, createdAt: device.createdAt)
    devicesOf[identity, default: []].append(device.id)
  }

  /// The identities with a device that was used on this day since 1970 or later.
  func identities(usedSince day: Int64) -> Set<IdentityID> {
    Set(devices.values.lazy.filter { $0.record.usedDay >= day }.map(\.identity))
  }

  func token(_ id: TokenID) -> TokenRecord? {
    if let token = groupTokens.first(where: { $0.id == id }), let name = names[token.identity] {
      return TokenRecord(
        id: id, identity: token.identity, displayName: name, secretHash: token.secretHash, device: token.device,
        createdAt: token.createdAt, usedDay: groupTokenDays[id] ?? token.createdAt / DeviceLimits.dayMilliseconds, scope: token.scope,
        wasUsed: groupTokenDays[id] != nil)
    }
    guard let token = tokens[id], let device = devices[token.device], let name = names[device.identity] else { return nil }
    let older = device.tokens.prefix { $0 != id }
    return TokenRecord(
      id: id, identity: device.identity, displayName: name, secretHash: token.secretHash, device: token.device,
      createdAt: token.createdAt, usedDay: device.record.usedDay,
      isEnded: token.isEnded, endsOthers: older.contains { tokens[$0]?.isEnded == false })
  }

  func devices(of identity: IdentityID) -> [DeviceRecord] { (devicesOf[identity] ?? []).compactMap { devices[$0]?.record } }

  mutating func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome {
    guard let name = names[link.identity], devices[link.giver]?.identity == link.identity else { return .giverRevoked }
    guard (devicesOf[link.identity] ?? []).count < DeviceLimits.devicesMax else { return .tooMany }
    guard isFree(link.device) else { throw .broken("a device or token id is taken") }
    add(link.device, to: link.identity)
    return .linked(displayName: name)
  }

  mutating func revoke(_ device: DeviceID, of identity: IdentityID) -> Bool {
    guard let found = devices[device], found.identity == identity else { return false }
    for token in found.tokens { tokens[token] = nil }
    endGroupTokens { $0.device == device }
    devices[device] = nil
    devicesOf[identity]?.removeAll { $0 == device }
    return true
  }

  mutating func setPush(_ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?) -> Bool {
    guard let found = devices[device], found.identity == identity, old == nil || found.record.push == old else { return false }
    devices[device]?.record.push = push
    return true
  }

  func pushReceivers(where isMember: (IdentityID) -> Bool) -> [PushReceiver] {
    devicesOf.keys.sorted().filter(isMember).flatMap { identity in
      devices(of: identity).compactMap { record in
        record.push.map { PushReceiver(device: record.id, identity: identity, subscription: $0) }
      }
    }
  }

  /// - Returns: whose device it is; nil when the old token is good no more.
  mutating func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> IdentityID? {
    guard let old = tokens[rotation.old], !old.isEnded, old.device == rotation.device, var device = devices[rotation.device],
      let place = device.tokens.firstIndex(of: rotation.old)
    else { return nil }
    guard tokens[rotation.token] == nil else { throw .broken("a token id is taken") }
    let unused = device.tokens[(place + 1)...].suffix(DeviceLimits.unusedTokensMax - 1)
    let ended = device.tokens[..<place].filter { tokens[$0]?.isEnded == true }.suffix(DeviceLimits.endedTokensMax)
    let good = device.tokens[..<place].filter { tokens[$0]?.isEnded == false }
    let kept: [TokenID] = Array(ended) + good + [rotation.old] + Array(unused)
    for token in Set(device.tokens).subtracting(kept) { tokens[token] = nil }
    device.tokens = kept + [rotation.token]
    devices[rotation.device] = device
    tokens[rotation.token] = Token(device: rotation.device, secretHash: rotation.secretHash, createdAt: rotation.createdAt)
    return device.identity
  }

  mutating func noteUse(_ use: TokenUse) -> [TokenID] {
    if groupTokens.contains(where: { $0.id == use.token }) {
      groupTokenDays[use.token] = max(groupTokenDays[use.token] ?? use.day, use.day)
      return []
    }
    guard let token = tokens[use.token], !token.isEnded, let device = devices[token.device] else { return [] }
    devices[token.device]?.record.usedDay = max(device.record.usedDay, use.day)
    let ended = device.tokens.prefix { $0 != use.token }.filter { tokens[$0]?.isEnded == false }
    for token in ended { tokens[token]?.isEnded = true }
    return ended
  }

  // MARK: Tokens for groups

  /// - Parameter isMember: whether the identity is in the group and not shut out.
  mutating func add(_ token: NewGroupToken, isMember: Bool) throws(StoreFailure) -> GroupTokenOutcome {
    guard isMember, devices[token.device]?.identity == token.identity else { return .notPresent }
    guard tokens[token.id] == nil, !groupTokens.contains(where: { $0.id == token.id }) else { throw .broken("a token id is taken") }
    endGroupTokens { $0.holder == token.holder && $0.scope.endsAt <= token.createdAt }
    guard groupTokens.count(where: { $0.holder == token.holder }) < GroupTokenLimits.tokensOfMemberMax else { return .tooMany }
    groupTokens.append(token)
    return .made
  }

  func groupTokens(of identity: IdentityID) -> [GroupTokenRecord] {
    groupTokens.filter { $0.identity == identity }.map {
      GroupTokenRecord(id: $0.id, scope: $0.scope, name: $0.name, createdAt: $0.createdAt, usedDay: groupTokenDays[$0.id])
    }
  }

  /// - Returns: the group that it was for; nil when the identity has no such token.
  mutating func revoke(_ token: TokenID, of identity: IdentityID) -> NewGroupToken? {
    guard let found = groupTokens.first(where: { $0.id == token && $0.identity == identity }) else { return nil }
    endGroupTokens { $0.id == token }
    return found
  }

  mutating func endGroupTokens(where hasEnded: (NewGroupToken) -> Bool) {
    for token in groupTokens where hasEnded(token) { groupTokenDays[token.id] = nil }
    groupTokens.removeAll(where: hasEnded)
  }
}
