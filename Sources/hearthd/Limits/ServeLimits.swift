import HearthServer

/// What one client, one address and one identity may ask of the server. Each limit has a default that suits a public
/// server.
enum ServeLimits: LimitTable {
  static let rows = messages + identities + shared + handshakes

  /// Connections, and the messages of each.
  private static let messages: [LimitRow] = [
    LimitRow("connections-max", "Connections at once; more are answered 503.", 1...100_000, \.connectionsMax),
    LimitRow(
      "connections-per-address",
      """
      Connections at once from one IPv4 address or IPv6 /64 network, and TLS handshakes of it, of which each loop takes its share; \
      more are answered 429, or closed.
      """, 1...100_000, \.connectionsPerAddressMax),
    LimitRow(
      "connections-per-identity", "Connections at once of one identity; more are closed with 4429.",
      1...100_000, \.connectionsPerIdentityMax),
    LimitRow(
      "message-rate", "Messages a second that one connection may send; more are answered rate_limited.",
      0.01...1_000_000, \.messagesPerSecond),
    // Up to what the largest rate would have.
    LimitRow(
      "message-burst", "Messages that one connection may send at once; more are answered rate_limited.",
      1...3_000_000, LimitPlace(whole: \.messagesBurst),
      default: "three times --message-rate"
    ) { $0.messagesBurst = max(1, $0.messagesPerSecond * 3) },
    LimitRow(
      "identity-message-rate", "Messages a second that one identity may send over all its connections; more are answered rate_limited.",
      0.01...1_000_000, LimitPlace(\.identityMessagesPerSecond),
      default: "twice --message-rate"
    ) { $0.identityMessagesPerSecond = $0.messagesPerSecond * 2 },
    LimitRow(
      "identity-message-burst", "Messages that one identity may send at once over all its connections; more are answered rate_limited.",
      1...3_000_000, LimitPlace(whole: \.identityMessagesBurst),
      default: "three times --identity-message-rate"
    ) { $0.identityMessagesBurst = max(1, $0.identityMessagesPerSecond * 3) },
    LimitRow(
      "control-frame-rate", "Pings and pongs a second that one connection may send; more close it with 1008.",
      1...10_000, \.controlFramesPerSecond),
    LimitRow(
      "control-frame-burst", "Pings and pongs that one connection may send at once; more close it with 1008.",
      1...30_000, LimitPlace(narrow: \.controlFramesBurst),
      default: "three times --control-frame-rate"
    ) { $0.controlFramesBurst = $0.controlFramesPerSecond * 3 },
    LimitRow(
      "message-bytes", "Bytes of one message; more close the connection with 1009.", in: "bytes", 1_024...16_777_216, \.messageBytesMax),
    LimitRow("frame-bytes", "Bytes of one frame; more close the connection with 1009.", in: "bytes", 1_024...16_777_216, \.frameBytesMax),
    LimitRow("fragments", "Frames of one message; more close the connection with 1008.", 1...1_000_000, \.fragmentsMax),
    // Below these our own messages would not fit; the codec takes no deeper ones.
    LimitRow(
      "json-depth", "Objects and lists within one another in a message of JSON; deeper is answered bad_request.", 8...16, \.json.depthMax),
    LimitRow("json-members", "Members of one object of JSON; more are answered bad_request.", 64...10_000, \.json.membersMax),
    LimitRow("json-elements", "Elements of one list of JSON; more are answered bad_request.", 100...100_000, \.json.elementsMax),
    LimitRow("json-characters", "Characters of one text of JSON; more are answered bad_request.", 1_000...1_000_000, \.json.charactersMax),
    LimitRow(
      "message-seconds", "Time to complete a message; then the connection is closed with 1008.", seconds: \.messageMilliseconds),
    LimitRow(
      "held-bytes", "Bytes that may come before the login is answered; more close the connection with 1008.", in: "bytes",
      0...65_536, \.heldBytesMax),
  ]

  /// Codes, accounts and groups, and what readers and histories cost, for one address or identity.
  private static let identities: [LimitRow] = [
    LimitRow(
      "wrong-codes-per-minute", "Wrong codes, of invites and for devices, a minute from one address; more are answered rate_limited.",
      1...1_000, \.wrongCodesPerMinute),
    LimitRow(
      "wrong-codes-per-hour", "Wrong codes an hour from one address; then codes are refused for an hour.", 1...1_000, \.wrongCodesPerHour),
    LimitRow(
      "identity-wrong-codes-per-hour", "Wrong invite codes an hour of one identity; more are answered rate_limited.",
      1...1_000, \.identityWrongCodesPerHour),
    LimitRow(
      "server-wrong-codes-per-minute",
      """
      Wrong codes a minute from all addresses at this server, all at once if it comes to that; then a client that has tried one within the hour \
      is answered rate_limited, and nobody else.
      """, 1...1_000_000, \.serverWrongCodesPerMinute),
    LimitRow(
      "registrations-per-hour", "New identities an hour from one address, all at once if it wants; more are answered rate_limited.",
      1...1_000_000, \.registrationsPerHour),
    LimitRow(
      "previews-per-hour",
      "Invites an hour that one address looks at before it has an identity, all at once if it wants; more are answered rate_limited.",
      1...1_000_000, \.previewsPerHour),
    LimitRow(
      "device-acts-per-hour",
      "Changes to devices an hour of one identity, such as codes and new tokens, all at once if it wants; more are answered rate_limited.",
      1...1_000_000, \.deviceActsPerHour),
    LimitRow(
      "groups-per-hour", "Groups an hour that one identity makes, all at once if it wants; more are answered rate_limited.",
      1...1_000_000, \.groupsPerHour),
    LimitRow(
      "identity-read-ms-per-minute",
      """
      Milliseconds of the processor's time that one identity's questions take in a minute, all at once if it wants; more are answered \
      rate_limited.
      """, in: "ms", 100...1_000_000, \.identityReadMillisecondsPerMinute),
    LimitRow(
      "address-read-ms-per-minute", "The same of all who come from one address.", in: "ms",
      100...1_000_000, \.addressReadMillisecondsPerMinute),
    LimitRow(
      "identity-history-bytes-per-hour",
      "Bytes an hour that one identity adds to groups' histories, all at once if it wants; more are answered rate_limited.", in: "bytes",
      65_536...1_099_511_627_776, \.identityHistoryBytesPerHour),
    LimitRow(
      "address-history-bytes-per-hour", "The same of all who come from one address.", in: "bytes",
      65_536...1_099_511_627_776, \.addressHistoryBytesPerHour),
    LimitRow(
      "token-days", "Days that a device's token lets in, unless it is replaced before; then the device is linked again.", in: "days",
      1...36_500, \.tokenDays, default: "for ever"),
    LimitRow(
      "token-idle-days", "Days that a device may go unused; then its token lets in no more, and it is linked again.", in: "days",
      1...36_500, \.tokenIdleDays, default: "as many as may be"),
  ]

  /// What is shared: turns, memory and disk.
  private static let shared: [LimitRow] = [
    LimitRow(
      "messages-per-turn", "Messages of one connection, and of all of one address, that are handled before others have their turn.",
      1...10_000, \.messagesPerTurnMax),
    LimitRow(
      "memory-bytes",
      """
      Bytes of all buffers that clients can make grow; above the two percentages that follow nobody new is let in and the largest \
      queues go, above all of them the small queues too.
      """, in: "bytes", 16_777_216...1_099_511_627_776, \.memoryBytesMax),
    LimitRow(
      "memory-tight-percent", "Percent of --memory-bytes above which nobody new is let in.", in: "percent", 1...100, \.memoryTightPercent),
    // Queues are not to go while newcomers are let in.
    LimitRow(
      "memory-short-percent", "Percent of --memory-bytes above which the largest queues go, and a client that makes it worse.",
      in: "percent",
      1...100, LimitPlace(\.memoryShortPercent), notBelow: LimitPlace(\.memoryTightPercent)),
    // They count in --memory-bytes, too: some 250 KB each with 520 events.
    LimitRow(
      "live-groups-max",
      "Groups in memory at once, of which each loop takes its share; one more is answered overloaded while none can leave.",
      1...100_000, \.roomsMax),
    LimitRow(
      "attachment-bytes-max", "Bytes of a receipt's file; a larger one is answered 413.", in: "bytes",
      1...10_485_760, \.attachmentBytesMax),
    LimitRow(
      "group-attachment-bytes-max", "Bytes of all receipts' files of one group; one more is answered 507.", in: "bytes",
      1...1_099_511_627_776, \.attachmentQuota.bytesMax),
    LimitRow(
      "server-attachment-bytes-max", "Bytes of all receipts' files of all groups together; one more is answered 507.", in: "bytes",
      1...1_125_899_906_842_624, \.attachmentQuota.serverBytesMax),
    // One file of the largest size at least.
    LimitRow(
      "identity-attachment-bytes-per-hour",
      "Bytes of receipts' files that one identity puts here in an hour, all at once if it wants; more are answered 429.", in: "bytes",
      10_485_760...1_099_511_627_776, \.identityAttachmentBytesPerHour),
    LimitRow(
      "free-bytes-min",
      """
      Bytes of the disk that stay free for leaving, removing members, roles and revocations; with less, everything else that writes is \
      answered storage_full. 0: none.
      """, in: "bytes", 0...1_099_511_627_776, \.freeBytesMin),
    LimitRow(
      "group-events-max", "Events of a group's history; a command that would bring one more is answered history_full.",
      1_000...1_000_000_000, \.groupEventsMax),
    LimitRow(
      "attachment-seconds", "Time to send a receipt's file; then it is answered 408.", seconds: \.attachmentMilliseconds),
  ]

  /// The request that opens a connection, and the times in which a client is heard.
  private static let handshakes: [LimitRow] = [
    LimitRow(
      "request-line-bytes", "Bytes of a request's first line; more are answered 414.", in: "bytes", 256...65_536, \.head.startLineBytesMax),
    LimitRow("header-line-bytes", "Bytes of one header line; more are answered 431.", in: "bytes", 256...65_536, \.head.fieldLineBytesMax),
    LimitRow("headers-bytes", "Bytes of all header lines; more are answered 431.", in: "bytes", 256...1_048_576, \.head.fieldsBytesMax),
    LimitRow("headers-count", "Header lines of a request; more are answered 431.", 8...10_000, \.head.fieldsCountMax),
    LimitRow(
      "request-seconds", "Time to send the request; then it is answered 408.", seconds: \.requestMilliseconds),
    LimitRow("webhook-requests", "Requests to webhooks at once; further ones wait their turn.", 1...64, \.webhookRequestsMax),
    LimitRow(
      "webhook-seconds", "Time for one request to a webhook; then it counts as not taken, and is sent again later.",
      seconds: \.webhookMilliseconds),
    LimitRow(
      "idle-seconds", "Time between two requests of a connection; then it is closed.", seconds: \.idleMilliseconds),
    LimitRow(
      "login-seconds", "Time to log in after connecting; then the connection is closed with 4408.", seconds: \.loginMilliseconds),
    LimitRow(
      "ping-seconds", "Silence after which a client is pinged, or up to a fifth earlier.", seconds: \.pingMilliseconds),
    LimitRow(
      "pong-seconds", "Time to answer a ping; then the connection is cut.", seconds: \.pongMilliseconds),
  ]
}

extension LimitPlace<Int> {
  /// Messages at once: whole ones, that the configuration holds as its rates.
  fileprivate init(whole path: WritableKeyPath<ServerConfiguration, Double> & Sendable) {
    self.init {
      Int($0[keyPath: path])
    } set: {
      $0[keyPath: path] = Double($1)
    }
  }

  /// A number that the configuration holds in 16 bits; more is taken for the most that they hold.
  fileprivate init(narrow path: WritableKeyPath<ServerConfiguration, UInt16> & Sendable) {
    self.init {
      Int($0[keyPath: path])
    } set: {
      $0[keyPath: path] = UInt16(clamping: $1)
    }
  }
}
