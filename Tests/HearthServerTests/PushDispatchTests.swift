import EventStore
import HearthProtocol
import Locking
import Logging
import Testing

@testable import Cryptography
@testable import HearthServer
@testable import Ledger

/// What counts as given up of notices for browsers (SPEC NP-08): messages to a device, and nothing of members without
/// one.
struct PushDispatchTests {
  /// Has work wait until the test lets it be done.
  private final class HeldQueue: WorkQueue {
    private let held = Locked<[@Sendable () -> Void]>([])
    func run(_ work: @escaping @Sendable () -> Void) { held.withLock { $0.append(work) } }
    func work() {
      while let next = held.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
    }
  }

  private static let group = GroupID(high: 0x0190_0000_0000_7000, low: 1)
  private static func identity(_ number: UInt64) -> IdentityID { IdentityID(high: 0x0191_0000_0000_7000, low: number) }

  private let queue = HeldQueue()
  private let service = ScriptedPushService()

  /// Tells the browsers of so many people of a group of 2,000.
  private func make(devices: Int, waitingBytesMax: Int = 1 << 20) throws -> PushDispatch {
    let store = InMemoryStore()
    let identities = (1...2_000).map { Self.identity($0) }
    let projections = identities.map { Projection.membership(identity: $0, group: Self.group) }
    #expect(store.append([AppendBatch(group: Self.group, expected: .start, events: [], projections: projections)]).count == 1)
    for (number, identity) in identities.prefix(devices).enumerated() {
      let device = NewDevice(
        id: DeviceID(high: 0x0194_0000_0000_7000, low: UInt64(number)), name: "Phone",
        token: TokenID(high: 0x0192_0000_0000_7000, low: UInt64(number)), secretHash: [UInt8](repeating: 1, count: 32), createdAt: 1)
      try store.register([Registration(identity: identity, displayName: "Ravi", device: device)])
      let told = PushSubscription(
        endpoint: "https://push.example.com/\(number)", point: P256.SecretKey.random().point, secret: [UInt8](repeating: 2, count: 16),
        language: "en", hidesAmounts: false)
      #expect(try store.setPush(told, of: device.id, of: identity, replacing: nil))
    }
    var settings = NoticeConfiguration()
    settings.waitingBytesMax = waitingBytesMax
    return PushDispatch(
      key: WebPushKey(serverKey: [UInt8](repeating: 7, count: 32)), contact: "mailto:ops@example.org", settings: settings, directory: store,
      sender: service, queue: queue, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { (steady: 0, wall: 0) })
  }

  /// A notice for the person with this number.
  private static func notice(to number: UInt64) throws -> DeviceNotice {
    var event = Event()
    event.memberLeft.memberID = MemberID(high: 0x0195_0000_0000_7000, low: 9_999).description
    let news = try #require(NoticeNews(event, in: GroupState(group: group)))
    return DeviceNotice(
      to: MemberID(high: 0x0195_0000_0000_7000, low: number), of: HolderID(identity: identity(number), group: group), news)
  }

  private func dropped(_ dispatch: PushDispatch) -> Int? { dispatch.counts.figures.first { $0.result == "dropped" }?.count }

  @Test("NP-08: past 60 an hour a member's messages count as dropped, those of a member without a browser do not")
  func hourly() throws {
    let dispatch = try make(devices: 1)
    for _ in 1...61 {
      dispatch.submit([try Self.notice(to: 1), try Self.notice(to: 2)], of: Self.group)
      queue.work()
    }
    #expect(dropped(dispatch) == 1 && service.requests.count == 60)
  }

  @Test("NP-08: what finds no space before it is known who has a browser counts as dropped for those who have one")
  func noSpace() throws {
    // Two wait.
    let dispatch = try make(devices: 1, waitingBytesMax: 2 * 512)
    for _ in 1...4 { dispatch.submit([try Self.notice(to: 1), try Self.notice(to: 2)], of: Self.group) }
    #expect(dropped(dispatch) == 0)
    queue.work()
    #expect(dropped(dispatch) == 3 && service.requests.count == 1)
    // Nothing of it is left: there is space again, and where nothing but lost ones came their group is looked at all
    // the same.
    dispatch.submit([try Self.notice(to: 1)], of: Self.group)
    queue.work()
    #expect(dropped(dispatch) == 3 && service.requests.count == 2)
    let full = try make(devices: 1, waitingBytesMax: 511)
    full.submit([try Self.notice(to: 1)], of: Self.group)
    queue.work()
    #expect(dropped(full) == 1)
  }

  @Test("NP-08 Limit: count is kept for 1,024 people whose notices found no space, and a notice of one more counts as dropped at once")
  func losers() throws {
    let dispatch = try make(devices: 0, waitingBytesMax: 0)
    let most = UInt64(PushDispatch.losersMax)
    // One who has lost some already needs no further place.
    for _ in 1...2 { dispatch.submit(try (1...most).map { try Self.notice(to: $0) }, of: Self.group) }
    #expect(dropped(dispatch) == 0)
    dispatch.submit([try Self.notice(to: most + 1)], of: Self.group)
    #expect(dropped(dispatch) == 1)
    queue.work()
    #expect(dropped(dispatch) == 1)
    // Their places are free again.
    dispatch.submit([try Self.notice(to: most + 1)], of: Self.group)
    queue.work()
    #expect(dropped(dispatch) == 1 && most == 1_024)
  }
}
