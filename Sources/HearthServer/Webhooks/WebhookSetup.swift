import EventStore
import Locking
import Logging

/// What a server makes of its configuration of webhooks before it has loops.
struct WebhookSetup: Sendable {
  /// What secrets follow from.
  let signing: WebhookSigning
  private let sender: (any WebhookSending)?
  /// What sends to push services, by the same threads; nil: nobody does.
  private let pushSender: (any PushSending)?
  /// Threads that wait for receivers, of both.
  private let queue: ThreadQueue
  private let made = Locked<WebhookDispatch?>(nil)

  /// - Throws: when the file with the authorities cannot be read.
  init(_ configuration: ServerConfiguration, serverKey: [UInt8]) throws(ServerFailure) {
    signing = WebhookSigning(serverKey: serverKey)
    let sender = try configuration.webhooks.map { settings throws(ServerFailure) -> any WebhookSending in
      if let sender = settings.sender { return sender }
      return try Self.sender(settings, configuration)
    }
    self.sender = sender
    pushSender = try configuration.webPush.map { settings throws(ServerFailure) -> any PushSending in
      if let sender = settings.sender ?? sender as? any PushSending { return sender }
      return try Self.sender(configuration.webhooks ?? WebhookConfiguration(), configuration)
    }
    queue = ThreadQueue("hearth.webhooks", threads: configuration.webhookRequestsMax)
  }

  private static func sender(_ settings: WebhookConfiguration, _ configuration: ServerConfiguration) throws(ServerFailure)
    -> WebhookSender
  {
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

  /// Makes what tells members on their devices; nil: nobody does.
  ///
  /// - Parameter clock: monotonic milliseconds, and milliseconds since 1970.
  func pushes(
    _ configuration: ServerConfiguration, key: WebPushKey, _ directory: any Directory, _ log: Logger,
    clock: @escaping @Sendable () -> (steady: Int64, wall: Int64)
  ) -> PushDispatch? {
    guard let settings = configuration.webPush, let pushSender else { return nil }
    return PushDispatch(
      key: key, contact: settings.contact, settings: configuration.notices ?? NoticeConfiguration(), directory: directory,
      sender: pushSender, queue: queue, log: log, clock: clock)
  }

  /// Sends nothing more; see `WebhookDispatch.stop`.
  func stop() {
    made.withLock { $0 }?.stop()
  }
}
