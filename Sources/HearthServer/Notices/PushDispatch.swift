import Cryptography
import Dispatch
import EventStore
import HearthProtocol
import Ledger
import Locking
import Logging
import Synchronization

/// Tells members on their devices, by the services that their browsers name: one request of a device at a time, in
/// order, again for a while where a service was not reached (SPEC NP-06 to NP-08).
///
/// It keeps notices in memory alone, as `NoticeDispatch` does. The directory says at each try whose devices are told
/// where, so that nothing goes to one that has ended, or to somebody who has left or is suspended. Threads of the
/// webhooks wait for services; identities take turns.
final class PushDispatch: Sendable {
  /// A message that waits for its device.
  fileprivate struct Message: Sendable {
    let group: GroupID
    let receiver: PushReceiver
    let url: WebhookURL
    let content: [UInt8]
    let topic: String
    let isUrgent: Bool
    /// Monotonic milliseconds.
    let madeAt: Int64

    /// Bytes that it takes while it waits, about.
    var bytes: Int { PushDispatch.overheadBytes + content.count + 2 * receiver.subscription.endpoint.utf8.count }
  }

  /// What waits for one device.
  fileprivate struct Line: Sendable {
    /// In order; the first may be under way.
    var messages: [Message] = []
    var isBusy = false
    /// Tries in vain since the last that was not.
    var attempts = 0
    /// Nothing is tried before then: monotonic milliseconds.
    var notBefore: Int64 = .min
  }

  /// What a group has whose devices are still to be found.
  fileprivate struct Arrival: Sendable {
    var notices: [DeviceNotice] = []
    /// How many found no space, by whose devices they were for: only of those who have some a message is given up.
    var lost: [HolderID: Int] = [:]
    var isEmpty: Bool { notices.isEmpty && lost.isEmpty }
  }

  fileprivate struct State: Sendable {
    var isStopped = false
    var bounds = NoticeBounds()
    /// By group; those whose devices are being looked up are there, too.
    var arrived: [GroupID: Arrival] = [:]
    /// Holders over all groups who have lost notices.
    var losers = 0
    var lines: [DeviceID: Line] = [:]
    /// Bytes of what waits for devices that were not reached.
    var unreachedBytes = 0
  }

  /// How a service answered.
  private enum Outcome {
    case told, failed
    /// The browser takes nothing there any more.
    case gone
    /// Another try may do.
    case unreached
    /// There is no such device in the group any more, or it is told elsewhere.
    case ended
    case brokenOff
  }

  // Limit: how long a notice is told, here and by the service, in milliseconds: hours later it only disturbs.
  static let lifeMilliseconds: Int64 = 14_400_000
  // Limit: messages that wait for one device; further ones are dropped and counted.
  static let waitingMax = 8
  // Limit: holders whose notices found no space and are kept count of until it is known whether they have devices, over
  // all groups; a notice of one more counts as dropped, whether there is a device or not.
  static let losersMax = 1_024
  // What a message or a notice takes besides its texts, about.
  fileprivate static let overheadBytes = 256
  fileprivate static let noticeBytes = 512

  /// What became of messages.
  let counts = PushCounts()
  private let key: WebPushKey
  private let contact: String
  private let settings: NoticeConfiguration
  private let directory: any Directory
  private let sender: any PushSending
  private let queue: any WorkQueue
  private let log: Logger
  private let clock: @Sendable () -> (steady: Int64, wall: Int64)
  private let state = Locked(State())
  private let runs = DispatchGroup()

  /// - Parameters:
  ///   - settings: of its limits alone.
  ///   - clock: monotonic milliseconds, and milliseconds since 1970.
  init(
    key: WebPushKey, contact: String, settings: NoticeConfiguration, directory: any Directory, sender: any PushSending,
    queue: any WorkQueue, log: Logger, clock: @escaping @Sendable () -> (steady: Int64, wall: Int64)
  ) {
    (self.key, self.contact, self.settings, self.directory) = (key, contact, settings, directory)
    (self.sender, self.queue, self.log, self.clock) = (sender, queue, log, clock)
  }

  // MARK: What there is to tell

  /// Takes notices of a group; any thread, at once.
  func submit(_ notices: [DeviceNotice], of group: GroupID) {
    let now = clock().steady
    let (isNew, dropped) = state.withLock { state -> (Bool, Int) in
      guard !state.isStopped, !notices.isEmpty else { return (false, 0) }
      let isNew = state.arrived[group] == nil
      let dropped = notices.count { !state.arrive($0, of: group, settings, now: now) }
      return (isNew && state.arrived[group] != nil, dropped)
    }
    counts.dropped.add(dropped, ordering: .relaxed)
    if isNew { run(for: WorkOwner(identity: IdentityID(high: 0, low: 0), address: nil, group: group)) { $0.findDevices(of: group) } }
  }

  private func run(for owner: WorkOwner, _ work: @escaping @Sendable (PushDispatch) -> Void) {
    runs.enter()
    queue.run(for: owner) { [self] _ in
      defer { runs.leave() }
      work(self)
    }
  }

  private func findDevices(of group: GroupID) {
    while true {
      let arrival = state.withLock { state -> Arrival in
        let arrival = state.arrived[group] ?? Arrival()
        state.arrived[group] = arrival.isEmpty ? nil : Arrival()
        state.bounds.waitingBytes -= arrival.notices.count * Self.noticeBytes
        state.losers -= arrival.lost.count
        return state.isStopped ? Arrival() : arrival
      }
      guard !arrival.isEmpty else { return }
      do throws(StoreFailure) {
        let receivers = Dictionary(grouping: try directory.pushReceivers(of: group)) { HolderID(identity: $0.identity, group: group) }
        for (holder, count) in arrival.lost {
          counts.dropped.add(count * (receivers[holder]?.count ?? 0), ordering: .relaxed)
        }
        for notice in arrival.notices {
          guard let devices = receivers[notice.holder] else { continue }
          if isWithinHour(notice, of: group) {
            for receiver in devices { add(notice, of: group, for: receiver) }
          } else {
            counts.dropped.add(devices.count, ordering: .relaxed)
          }
        }
      } catch {
        counts.failed.add(arrival.notices.count, ordering: .relaxed)
        log.warning("which devices are told cannot be read", metadata: ["cause": "\(error)"])
      }
    }
  }

  /// Whether its member may be told one more this hour; it counts then.
  private func isWithinHour(_ notice: DeviceNotice, of group: GroupID) -> Bool {
    let now = clock().steady
    return state.withLock { $0.bounds.take(0, for: [.member(group, notice.member)], settings, now: now) }
  }

  private func add(_ notice: DeviceNotice, of group: GroupID, for receiver: PushReceiver) {
    let told = receiver.subscription
    let payload = PushPayload(
      notice, of: group, in: NoticeLanguage(rawValue: told.language) ?? .english, hidesAmounts: told.hidesAmounts)
    // What another version has kept may be no address to this one.
    guard let content = payload.bytes, let url = WebhookURL(told.endpoint) else {
      counts.dropped.add(1, ordering: .relaxed)
      return
    }
    let now = clock().steady
    let message = Message(
      group: group, receiver: receiver, url: url, content: content, topic: key.topic(notice.kind, of: group, on: told.endpoint),
      isUrgent: notice.kind == .alerts, madeAt: now)
    let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
      guard state.add(message, settings, now: now) else { return (false, false) }
      return (true, state.begin(receiver.device, now: now))
    }
    if !isTaken { counts.dropped.add(1, ordering: .relaxed) }
    if begins { send(to: receiver.device, of: receiver.identity) }
  }

  // MARK: Sending

  private func send(to device: DeviceID, of identity: IdentityID) {
    run(for: WorkOwner(identity: identity, address: nil)) { $0.sendFirst(to: device, of: identity) }
  }

  private func sendFirst(to device: DeviceID, of identity: IdentityID) {
    guard let message = state.withLock({ $0.isStopped ? nil : $0.lines[device]?.messages.first }) else { return }
    let outcome = tell(message)
    let now = clock().steady
    let (lost, goesOn) = state.withLock { state -> (Int, Bool) in
      let lost = state.end(outcome == .unreached, isOver: outcome == .gone, message, now: now)
      return (lost, state.begin(device, now: now))
    }
    switch outcome {
    case .told: counts.told.add(1, ordering: .relaxed)
    case .failed: counts.failed.add(1, ordering: .relaxed)
    case .gone: counts.gone.add(1, ordering: .relaxed)
    case .unreached: counts.unreached.add(1, ordering: .relaxed)
    case .ended, .brokenOff: break
    }
    counts.failed.add(lost, ordering: .relaxed)
    if goesOn { send(to: device, of: identity) }
  }

  private func tell(_ message: Message) -> Outcome {
    let (receiver, told) = (message.receiver, message.receiver.subscription)
    do {
      guard try directory.pushReceivers(of: message.group).contains(receiver) else { return .ended }
      guard let point = P256.PublicKey(point: told.point) else { return .failed }
      let body = try WebPushMessage.encrypt(
        message.content, for: point, point: told.point, secret: told.secret, paddedTo: PushPayload.paddedBytes(message.content))
      let now = clock()
      let request = PushRequest(
        maker: receiver.identity, url: message.url, body: body,
        seconds: Int(max(0, Self.lifeMilliseconds - (now.steady - message.madeAt)) / 1_000), isUrgent: message.isUrgent,
        topic: message.topic, authorization: try key.authorization(for: message.url, contact: contact, now: now.wall / 1_000))
      let answer = sender.send(request)
      switch answer {
      case .taken: return .told
      case .brokenOff: return .brokenOff
      case .refused(404), .refused(410):
        _ = try directory.setPush(nil, of: receiver.device, of: receiver.identity, replacing: told)
        return .gone
      case .refused(429), .refused(500...), .failed: return .unreached
      case .refused, .addressRefused: return .failed
      }
    } catch {
      log.warning("a device cannot be told", metadata: ["cause": "\(error)"])
      return .failed
    }
  }

  /// Tries again what is due; every so often, from one loop.
  func tick() {
    let now = clock().steady
    let due = state.withLock { state -> [(DeviceID, IdentityID)] in
      for (device, line) in state.lines where line.messages.isEmpty && !line.isBusy && line.notBefore <= now { state.lines[device] = nil }
      return state.lines.compactMap { device, line in
        guard let identity = line.messages.first?.receiver.identity else { return nil }
        return state.begin(device, now: now) ? (device, identity) : nil
      }
    }
    for (device, identity) in due { send(to: device, of: identity) }
  }

  /// Tells nothing more. Limit: returns after two seconds at the latest.
  func stop() {
    state.withLock { $0.isStopped = true }
    sender.stop()
    _ = runs.wait(timeout: .now() + 2)
  }
}

extension PushDispatch.State {
  /// Has a notice wait for its devices to be found, or keeps count of it.
  ///
  /// - Returns: false when neither fits.
  fileprivate mutating func arrive(_ notice: DeviceNotice, of group: GroupID, _ settings: NoticeConfiguration, now: Int64) -> Bool {
    if bounds.take(PushDispatch.noticeBytes, for: [], settings, now: now) {
      arrived[group, default: PushDispatch.Arrival()].notices.append(notice)
      return true
    }
    let isKnown = arrived[group]?.lost[notice.holder] != nil
    guard isKnown || losers < PushDispatch.losersMax else { return false }
    if !isKnown { losers += 1 }
    arrived[group, default: PushDispatch.Arrival()].lost[notice.holder, default: 0] += 1
    return true
  }

  /// Puts a message into its device's line, in place of one of the same topic that is not under way.
  ///
  /// - Returns: false when it is past a limit.
  fileprivate mutating func add(_ message: PushDispatch.Message, _ settings: NoticeConfiguration, now: Int64) -> Bool {
    var line = lines[message.receiver.device] ?? PushDispatch.Line()
    let waiting = line.messages.indices.dropFirst(line.isBusy ? 1 : 0)
    let former = waiting.first { line.messages[$0].topic == message.topic }
    guard !isStopped, former != nil || line.messages.count < PushDispatch.waitingMax else { return false }
    // Devices that are not reached leave half of the space to those that are.
    guard line.attempts == 0 || unreachedBytes + message.bytes <= settings.waitingBytesMax / 2 else { return false }
    guard bounds.take(message.bytes, for: [.address(.push, message.receiver.subscription.endpoint)], settings, now: now) else {
      return false
    }
    if let former {
      release(line.messages[former], unreached: line.attempts > 0)
      line.messages[former] = message
    } else {
      line.messages.append(message)
    }
    if line.attempts > 0 { unreachedBytes += message.bytes }
    lines[message.receiver.device] = line
    return true
  }

  private mutating func release(_ message: PushDispatch.Message, unreached: Bool) {
    bounds.waitingBytes -= message.bytes
    if unreached { unreachedBytes -= message.bytes }
  }

  /// Whether the first message of a device is to be sent now; it is under way then.
  fileprivate mutating func begin(_ device: DeviceID, now: Int64) -> Bool {
    guard !isStopped, let line = lines[device], !line.isBusy, !line.messages.isEmpty, line.notBefore <= now else { return false }
    lines[device]?.isBusy = true
    return true
  }

  /// Notes what became of the first message of a device.
  ///
  /// - Parameters:
  ///   - isUnreached: whether it is tried again.
  ///   - isOver: whether nothing more is sent to the device.
  /// - Returns: how many messages are given up.
  fileprivate mutating func end(_ isUnreached: Bool, isOver: Bool, _ message: PushDispatch.Message, now: Int64) -> Int {
    let device = message.receiver.device
    guard var line = lines[device] else { return 0 }
    let wasUnreached = line.attempts > 0
    for message in line.messages { release(message, unreached: wasUnreached) }
    line.isBusy = false
    if isOver {
      lines[device] = nil
      return 0
    }
    if isUnreached {
      line.attempts += 1
      line.notBefore = now + WebhookRetry.milliseconds(after: line.attempts)
    } else {
      (line.attempts, line.notBefore) = (0, .min)
      line.messages.removeFirst()
    }
    let count = line.messages.count
    // What would be told too late is not.
    line.messages.removeAll { max(now, line.notBefore) - $0.madeAt >= PushDispatch.lifeMilliseconds }
    for message in line.messages {
      bounds.waitingBytes += message.bytes
      if line.attempts > 0 { unreachedBytes += message.bytes }
    }
    lines[device] = line.messages.isEmpty && line.attempts == 0 ? nil : line
    return count - line.messages.count
  }
}

/// Counts messages to devices by what became of them, and tries in vain.
final class PushCounts: Sendable {
  let told = Atomic(0)
  let failed = Atomic(0)
  let gone = Atomic(0)
  let unreached = Atomic(0)
  let dropped = Atomic(0)

  /// All five, for the operator.
  var figures: [(result: String, count: Int)] {
    [
      ("told", told.load(ordering: .relaxed)), ("failed", failed.load(ordering: .relaxed)), ("gone", gone.load(ordering: .relaxed)),
      ("unreached", unreached.load(ordering: .relaxed)),
      ("dropped", dropped.load(ordering: .relaxed)),
    ]
  }
}
