import EventStore
import Locking

/// What a server makes of its configuration of webhooks before it has loops.
struct WebhookSetup: Sendable {
  /// What secrets follow from.
  let signing: WebhookSigning
  private let sender: (any WebhookSending)?
  private let queue: ThreadQueue
  private let made = Locked<WebhookDispatch?>(nil)

  /// - Throws: when the file with the authorities cannot be read.
  init(_ configuration: ServerConfiguration, serverKey: [UInt8]) throws(ServerFailure) {
    signing = WebhookSigning(serverKey: serverKey)
    sender = try configuration.webhooks.map { settings throws(ServerFailure) in
      try Self.sender(settings, configuration)
    }
    queue = ThreadQueue("hearth.webhooks", threads: configuration.webhookRequestsMax)
  }

  private static func sender(_ settings: WebhookConfiguration, _ configuration: ServerConfiguration) throws(ServerFailure)
    -> any WebhookSending
  {
    if let sender = settings.sender { return sender }
    do {
      return try WebhookSender(settings, milliseconds: configuration.webhookMilliseconds, requestsMax: configuration.webhookRequestsMax)
    } catch {
      throw ServerFailure("What receivers of webhooks are to be trusted by cannot be used: \(error).")
    }
  }

  /// Makes what sends; nil: nothing is sent.
  func dispatch(
    _ store: any EventStore & Directory, _ router: LoopRouter, _ status: ServerStatus, clocks: @escaping @Sendable () -> ClockReading,
    settledClock: Locked<SettledClock>
  ) -> WebhookDispatch? {
    guard let sender else { return nil }
    let dispatch = WebhookDispatch(
      store: store, directory: store, signing: signing, sender: sender, queue: queue, log: status.log
    ) {
      let reading = clocks()
      return RoomHost.Instant(wall: reading.wall, settled: settledClock.withLock { $0.read(reading) }, monotonic: reading.steady)
    } pause: { key, reason, status in
      router.post(.sequel { $0.pause(key, for: reason, status: status) }, toOwnerOf: key.group)
    } open: { group in
      // As a group that has something to do by itself.
      router.post(.due([group]), toOwnerOf: group)
    }
    made.withLock { $0 = dispatch }
    return dispatch
  }

  /// Sends nothing more; see `WebhookDispatch.stop`.
  func stop() { made.withLock { $0 }?.stop() }
}
