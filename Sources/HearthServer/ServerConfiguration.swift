import Cryptography
import Room
import TLS
import Transport
import WebSocket

/// What an operator may set.
public struct ServerConfiguration: Sendable {
  /// Where members connect.
  public var listen: [SocketAddress]
  /// Where members connect as well: sockets that the process was started with.
  public var inherited: [InheritedSocket] = []
  /// Proxies whose members' connections begin with a PROXY header.
  public var proxyProtocolFrom: [TrustedProxy] = []
  /// What members' connections are secured with; nil: nothing, `ws://`. Replacing the held context renews the
  /// certificate.
  public var tls: TLSContextHolder?
  /// Where `/healthz` and `/readyz` answer; empty: nowhere.
  public var adminListen: [SocketAddress]
  /// Whether anybody is taken; if not, members are answered 503 and `/readyz` is 503 (SPEC HS-08).
  public var takesMembers = true
  /// Event loops, each with a thread, from 1 to `loopsMax`. Connections and groups are spread over them.
  public var loops = 1
  /// Limit: event loops of a server; more are refused.
  public static let loopsMax = PeerID.loopsMax
  /// Whether content is compressed (permessage-deflate) for clients that offer it.
  public var compresses = false
  /// Logarithm of the window in bytes that is compressed with, 9 to 15: more compresses better, and takes more memory
  /// on each loop.
  public var compressionWindowBits = CompressionPolicy().windowBitsMax
  /// Effort that is compressed with, 1 to 3 (zlib's levels that take a match as it comes): more takes longer, and a
  /// loop waits for it. More than `compressionLevelMax` is taken for that.
  public var compressionLevel: Int32 = 1
  /// Limit: the effort that is compressed with.
  public static let compressionLevelMax: Int32 = 3
  /// Queues, socket options and handshakes of members' connections. Its memory and its connections follow from the
  /// limits below.
  public var transport = LoopConfiguration()
  /// Web origins whose pages may connect and call. Programs that are no browsers send none.
  public var webOrigins = WebOriginList.own
  /// Whether the page behind the invite is there (SPEC section 28).
  public var servesPage = true
  /// Where browsers find the server, `https://hearth.example` with or without a port; nil: where its clients do.
  public var publicURL: String?
  /// Who may create groups; others are answered `creation_restricted` (SPEC GR-10).
  public var creators = GroupCreators.everybody
  /// Whose tokens let members in, in place of this server's own; nil: it has accounts of its own (SPEC ID-10).
  public var issuer: TrustedIssuer?
  /// How webhooks are sent to; nil: none is, and whoever adds one is answered `webhooks_off` (SPEC WH-01).
  public var webhooks: WebhookConfiguration?
  /// What tells members outside the server; nil: nothing does, and who says where is answered `notices_off` (SPEC
  /// NP-03).
  public var notices: NoticeConfiguration?
  /// How members' browsers are told, at services that they name; nil: they are not, and whoever says where is answered
  /// `notices_off` (SPEC NP-06).
  public var webPush: WebPushConfiguration?
  /// The key that browsers are told, in base64url; empty: none. The server sets it.
  var pushKey = ""
  /// How other nodes over the same store are asked of their groups, and ask of this one's; nil: not at all, and groups
  /// of theirs are answered `unavailable`.
  public var nodes: NodeLinks?
  // Limit: the figures below, each with what happens past it.
  /// Requests to webhooks at once; further ones wait their turn.
  public var webhookRequestsMax = 8
  /// Time for one request to a webhook, from the resolution of the name to the head of the answer, in milliseconds;
  /// then it counts as not taken.
  public var webhookMilliseconds: Int64 = 15_000
  /// Messages a second that a connection may send (SPEC CM-08).
  public var messagesPerSecond = 20.0
  /// Messages that a connection may send at once.
  public var messagesBurst = 60.0
  /// Messages a second that an identity may send over all its connections (SPEC CM-10).
  public var identityMessagesPerSecond = 40.0
  /// Messages that an identity may send at once.
  public var identityMessagesBurst = 120.0
  /// Pings and pongs a second that a connection may send; more close it with 1008 (SPEC HS-09).
  public var controlFramesPerSecond: UInt16 = 10
  /// Pings and pongs that a connection may send at once.
  public var controlFramesBurst: UInt16 = 30
  /// Pongs waiting to be taken by the socket; of further pings only the last is answered.
  public var pongsPendingMax: UInt8 = 16
  /// Connections at once, over all loops; more are answered 503. The server takes fewer when the system gives it fewer
  /// than 160 descriptors more (SPEC HS-08).
  public var connectionsMax = 10_000
  /// Connections at once from one IPv4 address or one IPv6 network of 64 bits; more are answered 429 (SPEC HS-08).
  /// As many TLS handshakes besides, of which each loop takes its share, one at least; more are closed.
  public var connectionsPerAddressMax = 50
  /// Connections at once of one identity; more are closed with 4429 (SPEC ID-05).
  public var connectionsPerIdentityMax = 8
  /// Proxies that are believed when they say in X-Forwarded-For whom they speak for; empty: nobody.
  public var trustedProxies: [TrustedProxy] = []
  /// Bytes of all buffers that peers can make grow; above `memoryTightPercent` of them nobody new is let in, above
  /// `memoryShortPercent` the largest queues go, and whoever makes it worse, above all of them the small queues too.
  public var memoryBytesMax = 256 << 20
  /// Percent of `memoryBytesMax` above which nobody new is let in, from 1 to 100.
  public var memoryTightPercent = 80
  /// Percent of `memoryBytesMax` above which queues and connections go, from 1 to 100.
  public var memoryShortPercent = 95
  /// How large the head of a request may be.
  public var head = HeadLimits()
  /// Time to send the first message after connecting, in milliseconds (SPEC HS-06).
  public var loginMilliseconds: Int64 = 5_000
  /// Time to send the HTTP request, in milliseconds.
  public var requestMilliseconds: Int64 = 5_000
  /// Time between two requests of a connection, in milliseconds (SPEC HT-08).
  public var idleMilliseconds: Int64 = 15_000
  /// Silence after which a client is pinged, in milliseconds, less up to a fifth, which differs from client to client
  /// (SPEC HS-07).
  public var pingMilliseconds: Int64 = 25_000
  /// Time to answer a ping, in milliseconds.
  public var pongMilliseconds: Int64 = 10_000
  /// Bytes of one message from a client (SPEC HS-05); over HTTP more are answered 413 (SPEC HT-02).
  public var messageBytesMax: UInt32 = 65_536
  /// Bytes of one frame from a client; more close with 1009.
  public var frameBytesMax: UInt32 = 65_536
  /// Frames of one message from a client; more close with 1008 (SPEC HS-09).
  public var fragmentsMax: UInt32 = 128
  /// Time from the first byte of a message to its last, in milliseconds; then 1008 (SPEC HS-09), over HTTP 408 (SPEC
  /// HT-02).
  public var messageMilliseconds: Int64 = 10_000
  /// How a message in JSON may be built; another one is answered `bad_request` (SPEC HS-04).
  public var json = JSONLimits()
  /// Time from our Close to the client's, in milliseconds; then the connection is ended without it (SPEC CL-01).
  public var closeMilliseconds: Int64 = 5_000
  /// Invite codes that nobody gave out which an address may try in a minute; then codes are answered `rate_limited`
  /// (SPEC IN-06).
  public var wrongCodesPerMinute = 5
  /// The same for an hour; then for another hour.
  public var wrongCodesPerHour = 20
  /// The same for an identity in an hour.
  public var identityWrongCodesPerHour = 10
  /// The same for all together in a minute; then a client that has tried one within the hour is answered `rate_limited`
  /// (SPEC IN-06).
  public var serverWrongCodesPerMinute = 600
  /// Identities that an address may make in an hour, all of them at once if it wants; then it is answered
  /// `rate_limited` (SPEC ID-09).
  public var registrationsPerHour = 60
  /// How often an hour an address may look at invites without an identity, all at once if it wants; then it is answered
  /// `rate_limited` (SPEC IN-13).
  public var previewsPerHour = 120
  /// What an identity may do to its devices in an hour, all of it at once if it wants: codes, new tokens, revocations;
  /// then it is answered `rate_limited` (SPEC ID-09).
  public var deviceActsPerHour = 60
  /// Groups that an identity may make in an hour, all of them at once if it wants; then it is answered `rate_limited`
  /// (SPEC GR-01).
  public var groupsPerHour = 60
  /// Milliseconds of the processor's time that the questions of an identity may take in a minute, all of them at once
  /// if it wants; then they are answered `rate_limited` (SPEC CM-12).
  public var identityReadMillisecondsPerMinute = 12_000
  /// The same of all who come from one address.
  public var addressReadMillisecondsPerMinute = 30_000
  /// Bytes that an identity may add to groups' histories in an hour, all of them at once if it wants; then its commands
  /// are answered `rate_limited` (SPEC CM-13).
  public var identityHistoryBytesPerHour = 32 << 20
  /// The same of all who come from one address.
  public var addressHistoryBytesPerHour = 128 << 20
  /// Days that a device token lets in from when it was made, unless it is replaced before; nil: for ever (SPEC ID-14).
  public var tokenDays: Int?
  /// Days that a device may go unused before its token lets in no more; nil: as many as may be (SPEC ID-14).
  public var tokenIdleDays: Int?
  /// How often what was refused is noted in the audit log, a row for each kind, in milliseconds (SPEC AU-02).
  public var auditMilliseconds: Int64 = 60_000
  /// How often it is asked which groups are due that nobody has open, in milliseconds.
  public var dueMilliseconds: Int64 = 60_000
  /// How often it is asked whom the operator has shut out, in milliseconds (SPEC ID-18); nil: only when somebody logs
  /// in.
  public var suspensionMilliseconds: Int64?
  /// How often the next group's whole history is checked in the background, in milliseconds; nil: never.
  public var scrubMilliseconds: Int64? = 10_000
  /// Limit: seconds between two groups' checks; more are refused.
  public static let scrubSecondsMax = 86_400
  /// Bytes that a client may send before it is let in, behind its request or its first message; more are answered 400
  /// or closed with 1008 (SPEC HS-10).
  public var heldBytesMax = 16 << 10
  /// Messages of one connection that are handled before others have their turn; the rest follow in order.
  public var messagesPerTurnMax = 32
  /// Bytes that may still be unsent to a connection that subscribes; with more it is answered `overloaded`.
  public var catchUpBacklogBytesMax = 1 << 20
  /// Bytes that may be unsent to a connection when it asks to read something; with more it is answered `overloaded`.
  /// Each read adds a message at most.
  public var readBacklogBytesMax = 1 << 20
  /// Events of each group's history; a command that would bring one more is answered `history_full` (SPEC GR-11).
  public var groupEventsMax = 1_000_000
  /// Missed events that a subscriber is sent; whoever misses more gets snapshots (SPEC SB-04). For simulations, which
  /// are too short to miss as many.
  var tailEventsMax = RoomLimits().tailEventsMax
  /// Events in one page of history (SPEC HI-01). For simulations.
  var historyEventsMax = RoomLimits().historyEventsMax
  /// Bytes of the events behind the last snapshot with which a group that leaves memory keeps another. For simulations.
  var snapshotNewBytesMin = RoomLimits().snapshotNewBytesMin
  /// How long others see what somebody is entering without a new word of it (SPEC PR-08). For tests.
  var draftMilliseconds = RoomLimits().draftMilliseconds
  /// Bytes of an attachment; a larger one is answered 413 (SPEC AT-02).
  public var attachmentBytesMax = 5 << 20
  /// What each group may keep of attachments, and all together; for whoever makes the server's `AttachmentFolder`.
  public var attachmentQuota = AttachmentFolder.Quota()
  /// Bytes of attachments that an identity may put on the server in an hour, all of them at once if it wants; then it
  /// is answered 429 (SPEC AT-04).
  public var identityAttachmentBytesPerHour = 256 << 20
  /// Bytes that stay free for what protects somebody; with less, everything else that writes is answered
  /// `storage_full`; 0: none (SPEC ER-05).
  public var freeBytesMin = 64 << 20
  /// Bytes that are free where the data is; may block, and nil when it cannot be said. Without it nothing is refused
  /// before the disk is full.
  public var freeBytes: (@Sendable () -> Int?)?
  /// Time from the request to the last byte of an attachment that is put there, in milliseconds; then 408 (SPEC AT-02).
  public var attachmentMilliseconds: Int64 = 120_000
  /// Groups that one connection may follow at once; one more is answered `overloaded`.
  public var subscriptionsMax = 100
  /// Time for the drain after SIGTERM, in milliseconds; what has not left by then is cut.
  public var drainMilliseconds: Int64 = 8_000
  /// How long a room without subscribers stays in memory, in milliseconds.
  public var idleRoomMilliseconds: Int64 = 60_000
  /// Groups in memory at once, of which each loop has its share; for one more the least recently visited leaves that
  /// nobody follows, and when there is none the visitor is answered `overloaded`.
  public var roomsMax = 10_000
  /// See `CommitSabotage`; sound unless a test says otherwise.
  public var commitSabotage = CommitSabotage.none
  /// Where the salts of a room's events come from: 32 bytes that are used once. Only tests that compare two runs byte
  /// by byte say otherwise.
  var makeSaltSeed: @Sendable () -> [UInt8] = { RandomBytes.make(32) }

  /// Makes a configuration with the defaults.
  public init(listen: [SocketAddress], adminListen: [SocketAddress] = []) {
    self.listen = listen
    self.adminListen = adminListen
  }
}
