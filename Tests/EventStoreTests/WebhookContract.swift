import EventStore
import HearthProtocol
import Testing

/// What every store must know of webhooks: SPEC WH-01, WH-05, WH-07.
@Suite("Every store, of webhooks")
struct WebhookContract {
  static func key(_ group: UInt64, _ number: UInt64) -> WebhookKey {
    WebhookKey(group: Samples.group(group), id: WebhookID(high: 0x0196_0000_0000_7000, low: 0x8000_0000_0000_0000 | number))
  }

  static func command(_ number: UInt64) -> CommandID { CommandID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }

  static func added(_ number: UInt64, by identity: UInt64 = 1, url: String = "https://hooks.example.com/a") -> WebhookChange {
    .added(by: Samples.identity(identity), url: url, secret: command(number), after: GroupSequence(number))
  }

  /// Has the changes made with one event of their group.
  static func change(
    _ store: any EventStore, _ writer: inout LogWriter, _ changes: [(WebhookKey, WebhookChange)]
  ) throws {
    let batch = writer.batch(1, projections: changes.map { Projection.webhook($0, $1) })
    #expect(store.append([batch]).map(\.failure) == [nil])
  }

  @Test("A webhook is added, rotated, paused, resumed and removed with the events of its group", arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var (one, two) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    // The id is the client's: another group may have the same.
    let (key, twin) = (Self.key(1, 7), Self.key(2, 7))
    #expect(try store.webhooks().isEmpty && store.webhook(key) == nil)
    try Self.change(store, &one, [(key, Self.added(3))])
    try Self.change(store, &two, [(twin, Self.added(4, by: 2, url: "https://b.example/?é")), (Self.key(2, 8), Self.added(5))])
    #expect(try store.webhooks().map(\.key) == [key, twin, Self.key(2, 8)])
    #expect(try store.webhooks().map(\.identity) == [1, 2, 1].map(Samples.identity))
    var expected = WebhookRecord(
      key: key, identity: Samples.identity(1), url: "https://hooks.example.com/a", secrets: WebhookSecrets(current: Self.command(3)),
      progress: WebhookProgress(sequence: GroupSequence(3)))
    #expect(try store.webhook(key) == expected)
    #expect(try store.webhook(twin)?.url == "https://b.example/?é")
    #expect(try store.webhooks(of: Samples.group(2)).map(\.key) == [twin, Self.key(2, 8)])
    #expect(try store.webhooks(of: Samples.group(2)).map(\.identity) == [2, 1].map(Samples.identity))
    #expect(try store.webhooks(of: Samples.group(3)).isEmpty)

    try Self.change(store, &one, [(key, .rotated(secret: Self.command(9), formerUntil: 1_000))])
    expected.secrets = WebhookSecrets(current: Self.command(9), former: Self.command(3), formerUntil: 1_000)
    #expect(try store.webhook(key) == expected)
    // Ten seconds later what was current is the former; within them the rotation takes the place of the one before.
    try Self.change(store, &one, [(key, .rotated(secret: Self.command(10), formerUntil: 11_000))])
    expected.secrets = WebhookSecrets(current: Self.command(10), former: Self.command(9), formerUntil: 11_000)
    #expect(try store.webhook(key) == expected)
    try Self.change(store, &one, [(key, .rotated(secret: Self.command(11), formerUntil: 20_999))])
    expected.secrets = WebhookSecrets(current: Self.command(11), former: Self.command(9), formerUntil: 20_999)
    #expect(try store.webhook(key) == expected)

    let failing = WebhookProgress(sequence: GroupSequence(5), attempts: 3, failingSince: 77, nextAt: 99)
    try store.noteProgress(failing, of: key)
    try Self.change(store, &one, [(key, .paused)])
    (expected.isPaused, expected.progress) = (true, failing)
    #expect(try store.webhook(key) == expected)
    try Self.change(store, &one, [(key, .resumed)])
    (expected.isPaused, expected.progress) = (false, WebhookProgress(sequence: GroupSequence(5)))
    #expect(try store.webhook(key) == expected)

    try Self.change(store, &one, [(key, .removed)])
    #expect(try store.webhook(key) == nil && store.webhook(twin) != nil)
    // What comes late changes nothing.
    try store.noteProgress(failing, of: key)
    try Self.change(store, &one, [(key, .paused), (key, .removed)])
    #expect(try store.webhook(key) == nil)
    // Added anew under the same id, it knows nothing of before.
    try Self.change(store, &one, [(key, Self.added(6))])
    #expect(try store.webhook(key)?.secrets == WebhookSecrets(current: Self.command(6)))
  }

  @Test("How far a webhook was sent to goes forward only", arguments: StoreKind.allCases)
  func progress(_ kind: StoreKind) throws {
    let open = try kind.open()
    var writer = LogWriter(Samples.group(1))
    let key = Self.key(1, 1)
    try Self.change(open.store, &writer, [(key, Self.added(2))])
    for (sequence, reached) in [(5, 5), (4, 5), (5, 5), (9, 9)] as [(UInt64, UInt64)] {
      try open.store.noteProgress(WebhookProgress(sequence: GroupSequence(sequence), nextAt: Int64(sequence)), of: key)
      #expect(try open.store.webhook(key)?.progress == WebhookProgress(sequence: GroupSequence(reached), nextAt: Int64(reached)))
    }
  }

  @Test("What is refused changes no webhook, and a deleted group has none", arguments: StoreKind.allCases)
  func refusedAndPurged(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    var (one, two) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    try Self.change(store, &one, [(Self.key(1, 1), Self.added(1))])
    try Self.change(store, &two, [(Self.key(2, 1), Self.added(1))])
    var late = LogWriter(Samples.group(1))
    let batch = late.batch(1, projections: [.webhook(Self.key(1, 1), .removed)])
    #expect(store.append([batch]).map(\.failure) == [.conflict(head: GroupSequence(1))])
    #expect(try store.webhook(Self.key(1, 1)) != nil)
    try store.purge(Samples.group(1), at: 9)
    #expect(try store.webhook(Self.key(1, 1)) == nil && store.webhook(Self.key(2, 1)) != nil)
    #expect(try store.webhooks().map(\.key) == [Self.key(2, 1)])
  }
}
