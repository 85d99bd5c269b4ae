import ArgumentParser
import HearthServer
import Logging
import Transport

/// What one client, one address and one identity may ask of the server. Each limit has a default that suits a public
/// server.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Connections at once; more are answered 503.", valueName: "number"))
  var connectionsMax = 10_000

  @Option(
    help: ArgumentHelp(
      "Connections at once from one IPv4 address or IPv6 /64 network, and TLS handshakes of it, of which each loop takes its share; more "
        + "are answered 429, or closed.", valueName: "number"))
  var connectionsPerAddress = 50

  @Option(help: ArgumentHelp("Connections at once of one identity; more are closed with 4429.", valueName: "number"))
  var connectionsPerIdentity = 8

  @Option(
    help: ArgumentHelp(
      "Proxy whose X-Forwarded-For is believed, repeatable: 127.0.0.1, 10.0.0.0/8, fd00::/8, or unix for all who "
        + "come through Unix sockets. Left out: nobody's.", valueName: "CIDR"))
  var trustedProxy: [TrustedProxy] = []

  @Option(help: ArgumentHelp("Messages a second that one connection may send; more are answered rate_limited.", valueName: "number"))
  var messageRate = 20.0

  @Option(
    help: ArgumentHelp(
      "Messages that one connection may send at once; more are answered rate_limited. (default: three times --message-rate)",
      valueName: "number"))
  var messageBurst: Int?

  @Option(
    help: ArgumentHelp(
      "Messages a second that one identity may send over all its connections; more are answered rate_limited. "
        + "(default: twice --message-rate)", valueName: "number"))
  var identityMessageRate: Double?

  @Option(
    help: ArgumentHelp(
      "Messages that one identity may send at once over all its connections; more are answered rate_limited. "
        + "(default: three times --identity-message-rate)", valueName: "number"))
  var identityMessageBurst: Int?

  @Option(
    help: ArgumentHelp("Pings and pongs a second that one connection may send; more close it with 1008.", valueName: "number"))
  var controlFrameRate: UInt16 = 10

  @Option(
    help: ArgumentHelp(
      "Pings and pongs that one connection may send at once; more close it with 1008. (default: three times --control-frame-rate)",
      valueName: "number"))
  var controlFrameBurst: Int?

  @Option(help: ArgumentHelp("Bytes of one message; more close the connection with 1009.", valueName: "bytes"))
  var messageBytes: UInt32 = 65_536

  @Option(help: ArgumentHelp("Bytes of one frame; more close the connection with 1009.", valueName: "bytes"))
  var frameBytes: UInt32 = 65_536

  @Option(help: ArgumentHelp("Frames of one message; more close the connection with 1008.", valueName: "number"))
  var fragments: UInt32 = 128

  @Option(
    help: ArgumentHelp("Objects and lists within one another in a message of JSON; deeper is answered bad_request.", valueName: "number"))
  var jsonDepth = 16

  @Option(help: ArgumentHelp("Members of one object of JSON; more are answered bad_request.", valueName: "number"))
  var jsonMembers = 64

  @Option(help: ArgumentHelp("Elements of one list of JSON; more are answered bad_request.", valueName: "number"))
  var jsonElements = 100

  @Option(help: ArgumentHelp("Characters of one text of JSON; more are answered bad_request.", valueName: "number"))
  var jsonCharacters = 1_000

  @Option(help: ArgumentHelp("Time to complete a message; then the connection is closed with 1008.", valueName: "seconds"))
  var messageSeconds = 10.0

  @Option(help: ArgumentHelp("Bytes that may come before the login is answered; more close the connection with 1008.", valueName: "bytes"))
  var heldBytes = 16_384

  @Option(
    help: ArgumentHelp(
      "Wrong codes, of invites and for devices, a minute from one address; more are answered rate_limited.", valueName: "number"))
  var wrongCodesPerMinute = 5

  @Option(
    help: ArgumentHelp("Wrong codes an hour from one address; then codes are refused for an hour.", valueName: "number"))
  var wrongCodesPerHour = 20

  @Option(help: ArgumentHelp("Wrong invite codes an hour of one identity; more are answered rate_limited.", valueName: "number"))
  var identityWrongCodesPerHour = 10

  @Option(
    help: ArgumentHelp(
      "Wrong codes a minute from everywhere, all at once if it comes to that; then whoever has tried one within the hour is answered "
        + "rate_limited, and nobody else.", valueName: "number"))
  var serverWrongCodesPerMinute = 600

  @Option(
    help: ArgumentHelp(
      "New identities an hour from one address, all at once if it wants; more are answered rate_limited.", valueName: "number"))
  var registrationsPerHour = 60

  @Option(
    help: ArgumentHelp(
      "Codes for devices, new tokens and revocations an hour of one identity, all at once if it wants; more are answered rate_limited.",
      valueName: "number"))
  var deviceActsPerHour = 60

  @Option(
    help: ArgumentHelp(
      "Groups an hour that one identity makes, all at once if it wants; more are answered rate_limited.", valueName: "number"))
  var groupsPerHour = 60

  @Option(
    help: ArgumentHelp(
      "Milliseconds of the processor's time that one identity's questions take in a minute, all at once if it wants; more are answered "
        + "rate_limited.", valueName: "ms"))
  var identityReadMsPerMinute = 12_000

  @Option(help: ArgumentHelp("The same of all who come from one address.", valueName: "ms"))
  var addressReadMsPerMinute = 30_000

  @Option(
    help: ArgumentHelp(
      "Bytes an hour that one identity adds to groups' histories, all at once if it wants; more are answered rate_limited.",
      valueName: "bytes"))
  var identityHistoryBytesPerHour = 33_554_432

  @Option(help: ArgumentHelp("The same of all who come from one address.", valueName: "bytes"))
  var addressHistoryBytesPerHour = 134_217_728

  @Option(
    help: ArgumentHelp(
      "Days that a device's token lets in, unless it is replaced before; then the device is linked again. (default: for ever)",
      valueName: "days"))
  var tokenDays: Int?

  @Option(
    help: ArgumentHelp(
      "Days that a device may go unused; then its token lets in no more, and it is linked again. (default: as many as may be)",
      valueName: "days"))
  var tokenIdleDays: Int?

  @Option(
    help: ArgumentHelp(
      "Messages of one connection, and of all of one address, that are handled before others have their turn.", valueName: "number"))
  var messagesPerTurn = 32

  @Option(
    help: ArgumentHelp(
      "Bytes of all buffers that clients can make grow; above the two percentages that follow nobody new is let in and the largest queues "
        + "go, above all of them the small queues too.", valueName: "bytes"))
  var memoryBytes = 268_435_456

  @Option(help: ArgumentHelp("Percent of --memory-bytes above which nobody new is let in.", valueName: "percent"))
  var memoryTightPercent = 80

  @Option(
    help: ArgumentHelp("Percent of --memory-bytes above which the largest queues go, and whoever makes it worse.", valueName: "percent"))
  var memoryShortPercent = 95

  @Option(help: ArgumentHelp("Bytes of a receipt's file; a larger one is answered 413.", valueName: "bytes"))
  var attachmentBytesMax = 5_242_880

  @Option(help: ArgumentHelp("Bytes of all receipts' files of one group; one more is answered 507.", valueName: "bytes"))
  var groupAttachmentBytesMax = 1_073_741_824

  @Option(help: ArgumentHelp("Bytes of all receipts' files of all groups together; one more is answered 507.", valueName: "bytes"))
  var serverAttachmentBytesMax = 68_719_476_736

  @Option(
    help: ArgumentHelp(
      "Bytes of receipts' files that one identity puts here in an hour, all at once if it wants; more are answered 429.", valueName: "bytes"
    ))
  var identityAttachmentBytesPerHour = 268_435_456

  @Option(
    help: ArgumentHelp(
      "Bytes of the disk that stay free for leaving, removing members, roles and revocations; with less, everything else that writes is "
        + "answered storage_full. 0: none.", valueName: "bytes"))
  var freeBytesMin = 67_108_864

  @Option(
    help: ArgumentHelp("Events of a group's history; a command that would bring one more is answered history_full.", valueName: "number"))
  var groupEventsMax = 1_000_000

  @Option(help: ArgumentHelp("Time to send a receipt's file; then it is answered 408.", valueName: "seconds"))
  var attachmentSeconds = 120.0

  @Option(help: ArgumentHelp("Bytes of a request's first line; more are answered 414.", valueName: "bytes"))
  var requestLineBytes = 2_048

  @Option(help: ArgumentHelp("Bytes of one header line; more are answered 431.", valueName: "bytes"))
  var headerLineBytes = 4_096

  @Option(help: ArgumentHelp("Bytes of all header lines; more are answered 431.", valueName: "bytes"))
  var headersBytes = 8_192

  @Option(help: ArgumentHelp("Header lines of a request; more are answered 431.", valueName: "number"))
  var headersCount = 64

  @Option(help: ArgumentHelp("Time to send the request; then it is answered 408.", valueName: "seconds"))
  var requestSeconds = 5.0

  @Option(help: ArgumentHelp("Time to log in after connecting; then the connection is closed with 4408.", valueName: "seconds"))
  var loginSeconds = 5.0

  @Option(help: ArgumentHelp("Silence after which a client is pinged, or up to a fifth earlier.", valueName: "seconds"))
  var pingSeconds = 25.0

  @Option(help: ArgumentHelp("Time to answer a ping; then the connection is cut.", valueName: "seconds"))
  var pongSeconds = 10.0

  func validate() throws {
    try Self.check("--connections-max", connectionsMax, 1...100_000)
    try Self.check("--connections-per-address", connectionsPerAddress, 1...100_000)
    try Self.check("--connections-per-identity", connectionsPerIdentity, 1...100_000)
    for (name, rate) in [("--message-rate", messageRate), ("--identity-message-rate", identityMessageRate ?? 1)] {
      try Self.check(name, rate, 0.01...1_000_000)
    }
    // Up to what the largest rate would have.
    for (name, burst) in [("--message-burst", messageBurst), ("--identity-message-burst", identityMessageBurst)] {
      try Self.check(name, burst ?? 1, 1...3_000_000)
    }
    try Self.check("--control-frame-rate", controlFrameRate, 1...10_000)
    try Self.check("--control-frame-burst", controlFrameBurst ?? 1, 1...30_000)
    try Self.check("--message-bytes", messageBytes, 1_024...16_777_216)
    try Self.check("--frame-bytes", frameBytes, 1_024...16_777_216)
    try Self.check("--fragments", fragments, 1...1_000_000)
    // Below these our own messages would not fit; the codec takes no deeper ones.
    try Self.check("--json-depth", jsonDepth, 8...16)
    try Self.check("--json-members", jsonMembers, 64...10_000)
    try Self.check("--json-elements", jsonElements, 100...100_000)
    try Self.check("--json-characters", jsonCharacters, 1_000...1_000_000)
    try Self.check("--held-bytes", heldBytes, 0...65_536)
    try Self.check("--wrong-codes-per-minute", wrongCodesPerMinute, 1...1_000)
    try Self.check("--wrong-codes-per-hour", wrongCodesPerHour, 1...1_000)
    try Self.check("--identity-wrong-codes-per-hour", identityWrongCodesPerHour, 1...1_000)
    try Self.check("--server-wrong-codes-per-minute", serverWrongCodesPerMinute, 1...1_000_000)
    try Self.check("--registrations-per-hour", registrationsPerHour, 1...1_000_000)
    try Self.check("--device-acts-per-hour", deviceActsPerHour, 1...1_000_000)
    try Self.check("--groups-per-hour", groupsPerHour, 1...1_000_000)
    try Self.check("--identity-read-ms-per-minute", identityReadMsPerMinute, 100...1_000_000)
    try Self.check("--address-read-ms-per-minute", addressReadMsPerMinute, 100...1_000_000)
    try Self.check("--identity-history-bytes-per-hour", identityHistoryBytesPerHour, 65_536...1_099_511_627_776)
    try Self.check("--address-history-bytes-per-hour", addressHistoryBytesPerHour, 65_536...1_099_511_627_776)
    try Self.check("--token-days", tokenDays ?? 1, 1...36_500)
    try Self.check("--token-idle-days", tokenIdleDays ?? 1, 1...36_500)
    try Self.check("--messages-per-turn", messagesPerTurn, 1...10_000)
    try Self.check("--memory-bytes", memoryBytes, 16_777_216...1_099_511_627_776)
    try Self.check("--memory-tight-percent", memoryTightPercent, 1...100)
    // Queues are not to go while newcomers are let in.
    try Self.check("--memory-short-percent", memoryShortPercent, memoryTightPercent...100)
    try Self.check("--attachment-bytes-max", attachmentBytesMax, 1...10_485_760)
    try Self.check("--group-events-max", groupEventsMax, 1_000...1_000_000_000)
    try Self.check("--group-attachment-bytes-max", groupAttachmentBytesMax, 1...1_099_511_627_776)
    try Self.check("--server-attachment-bytes-max", serverAttachmentBytesMax, 1...1_125_899_906_842_624)
    // One file of the largest size at least.
    try Self.check("--identity-attachment-bytes-per-hour", identityAttachmentBytesPerHour, 10_485_760...1_099_511_627_776)
    try Self.check("--free-bytes-min", freeBytesMin, 0...1_099_511_627_776)
    try Self.check("--request-line-bytes", requestLineBytes, 256...65_536)
    try Self.check("--header-line-bytes", headerLineBytes, 256...65_536)
    try Self.check("--headers-bytes", headersBytes, 256...1_048_576)
    try Self.check("--headers-count", headersCount, 8...10_000)
    let times = [
      ("--message-seconds", messageSeconds), ("--attachment-seconds", attachmentSeconds), ("--request-seconds", requestSeconds),
      ("--login-seconds", loginSeconds),
      ("--ping-seconds", pingSeconds), ("--pong-seconds", pongSeconds),
    ]
    for (name, seconds) in times { try Self.check(name, seconds, 0.1...3_600) }
  }

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.connectionsMax = connectionsMax
    configuration.connectionsPerAddressMax = connectionsPerAddress
    configuration.connectionsPerIdentityMax = connectionsPerIdentity
    configuration.trustedProxies = trustedProxy
    configuration.messagesPerSecond = messageRate
    configuration.messagesBurst = messageBurst.map(Double.init) ?? max(1, messageRate * 3)
    configuration.identityMessagesPerSecond = identityMessageRate ?? messageRate * 2
    configuration.identityMessagesBurst = identityMessageBurst.map(Double.init) ?? max(1, configuration.identityMessagesPerSecond * 3)
    configuration.controlFramesPerSecond = controlFrameRate
    configuration.controlFramesBurst = controlFrameBurst.map { UInt16(clamping: $0) } ?? controlFrameRate * 3
    configuration.messageBytesMax = messageBytes
    configuration.frameBytesMax = frameBytes
    configuration.fragmentsMax = fragments
    configuration.messageMilliseconds = Self.milliseconds(messageSeconds)
    configuration.json.depthMax = jsonDepth
    configuration.json.membersMax = jsonMembers
    configuration.json.elementsMax = jsonElements
    configuration.json.charactersMax = jsonCharacters
    configuration.heldBytesMax = heldBytes
    configuration.wrongCodesPerMinute = wrongCodesPerMinute
    configuration.wrongCodesPerHour = wrongCodesPerHour
    configuration.identityWrongCodesPerHour = identityWrongCodesPerHour
    configuration.serverWrongCodesPerMinute = serverWrongCodesPerMinute
    configuration.registrationsPerHour = registrationsPerHour
    configuration.deviceActsPerHour = deviceActsPerHour
    configuration.groupsPerHour = groupsPerHour
    configuration.identityReadMillisecondsPerMinute = identityReadMsPerMinute
    configuration.addressReadMillisecondsPerMinute = addressReadMsPerMinute
    configuration.identityHistoryBytesPerHour = identityHistoryBytesPerHour
    configuration.addressHistoryBytesPerHour = addressHistoryBytesPerHour
    configuration.tokenDays = tokenDays
    configuration.tokenIdleDays = tokenIdleDays
    configuration.messagesPerTurnMax = messagesPerTurn
    configuration.memoryBytesMax = memoryBytes
    configuration.memoryTightPercent = memoryTightPercent
    configuration.memoryShortPercent = memoryShortPercent
    configuration.attachmentBytesMax = attachmentBytesMax
    configuration.attachmentQuota.bytesMax = groupAttachmentBytesMax
    configuration.attachmentQuota.serverBytesMax = serverAttachmentBytesMax
    configuration.identityAttachmentBytesPerHour = identityAttachmentBytesPerHour
    configuration.freeBytesMin = freeBytesMin
    configuration.groupEventsMax = groupEventsMax
    configuration.attachmentMilliseconds = Self.milliseconds(attachmentSeconds)
    configuration.head.startLineBytesMax = requestLineBytes
    configuration.head.fieldLineBytesMax = headerLineBytes
    configuration.head.fieldsBytesMax = headersBytes
    configuration.head.fieldsCountMax = headersCount
    configuration.requestMilliseconds = Self.milliseconds(requestSeconds)
    configuration.loginMilliseconds = Self.milliseconds(loginSeconds)
    configuration.pingMilliseconds = Self.milliseconds(pingSeconds)
    configuration.pongMilliseconds = Self.milliseconds(pongSeconds)
  }

  /// Tells the operator when the system does not let the process have what it needs.
  func warnOfFewDescriptors(_ log: Logger, loops: Int) {
    let connections = DescriptorLimit.connectionsMax(configured: connectionsMax, descriptors: DescriptorLimit.current, loops: loops)
    guard connections < connectionsMax else { return }
    log.warning(
      "fewer connections than --connections-max: the system allows too few descriptors (ulimit -n, LimitNOFILE)",
      metadata: ["connections": "\(connections)"])
  }
}
