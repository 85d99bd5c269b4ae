/// Bounds of a room, each with its consequence.
public struct RoomLimits: Sendable {
  /// Limit: commands waiting to be decided; one more is answered `overloaded`.
  public var queuedCommandsMax = 1_000
  /// Limit: bytes of commands that wait or are being made durable; a command past it is answered `overloaded`.
  public var heldBytesMax = 4 << 20
  /// Limit: refusals of one sender that are remembered (SPEC CM-05); then the oldest are forgotten.
  public var refusalsOfOneMax = 200
  /// Limit: refusals of all senders that are remembered, some 600 KiB; then the oldest of whoever has the most are
  /// forgotten.
  public var refusalsMax = 2_000
  /// Limit: readers waiting for the batch in flight or for commands of their own; one more is answered `overloaded`.
  public var waitingReadersMax = 1_000
  /// Limit: connections subscribed at once; one more is answered `overloaded`. 100 members with 8 devices each.
  public var subscribersMax = 800
  /// Limit: bytes that are kept of what is committed while a subscriber is sent pieces; what is more is read from the
  /// log.
  public var collectedBytesMax = 128 << 10
  /// Limit: answers that are held for a connection until its catch-up is complete; a command past it is answered
  /// `overloaded`.
  public var heldAnswersMax = 1_000
  /// Limit: former states whose snapshots are gone on with where a connection broke (SPEC SB-09); then the oldest is
  /// forgotten.
  public var formerStatesMax = 2
  /// Limit: how long they are kept behind the last that was added, in milliseconds.
  public var formerStatesMilliseconds: Int64 = 600_000
  /// Limit: events sent as a tail; a subscriber that misses more gets a snapshot.
  public var tailEventsMax = 2_000
  /// Limit: events of the log that are read before the first that a subscriber's cursors, had they stood together,
  /// would miss. So who broke off between two lanes of a commit goes on with events, and needs no snapshot.
  public var reachBackEvents: UInt64 = 0
  /// Limit: events between two snapshots on disk, so that opening reads at most this many after one.
  public var snapshotEveryEvents = 1_000
  /// Limit: bytes of the events behind the last snapshot with which a room that leaves memory keeps another; with fewer
  /// it keeps none. They are some twenty events: a snapshot, however small, makes a database write whole pages.
  public var snapshotNewBytesMin = 8 << 10
  /// Limit: the same as a part of the last snapshot's bytes, a quarter: as many bytes of events, or more. So however
  /// long a group is, all its snapshots together write some four times what its events do.
  public var snapshotNewPart = 4
  /// Limit: events whose words one batch erases, so that members' commands never wait long; the others follow in the
  /// next.
  public static let erasedEventsMax = 500
  /// Limit: bytes of the events whose words one batch erases, but for the last of them.
  public static let erasedBytesMax = 1 << 20
  /// Limit: dates of rules that one batch books; the others follow in the next, so that members' commands never wait
  /// long.
  public var dueDatesMax = 100
  /// How long nothing is booked after a batch with such entries was refused, in milliseconds.
  public var dueRetryMilliseconds: Int64 = 60_000
  /// Limit: heads told in one message; one more is answered `bad_request`. Members who receive more lanes tell the
  /// heads of the first ones.
  public var headsMax = 64
  /// Limit: time between two messages of one subscription that tell heads, in milliseconds; what comes sooner is
  /// answered `rate_limited`.
  public var headsMilliseconds: Int64 = 10_000
  /// Limit: how long others see what a member is entering without a new word of it, in milliseconds (SPEC PR-08).
  public var draftMilliseconds: Int64 = 30_000
  /// Limit: time between two messages by which others are told what a member is entering, in milliseconds; the last
  /// that comes sooner is told at the next tick (SPEC PR-08).
  public var draftPaceMilliseconds: Int64 = 250
  /// Limit: bytes of the words of a draft; one more is answered `bad_request`.
  public var draftTextBytesMax = 200
  /// Limit: events of a group; a command that would bring one more is answered `history_full`, and nothing is booked
  /// any more. What ends something is carried out all the same (SPEC GR-11).
  public var historyLengthMax = 1_000_000
  /// Whether a room keeps what was committed while a batch is in flight, so that it goes on being read when the store
  /// is away (`StoreFailure.away`). It costs a copy of what each batch changes.
  public var keepsCommitted = false
  /// Whether members are told by the operator's program what they want to be told so (SPEC NP-04).
  public var sendsNotices = false
  /// Whether members are told on devices whose browsers they have let be told (SPEC NP-06).
  public var tellsDevices = false
  /// Limit: events in one history page.
  public var historyEventsMax = 500

  /// The defaults.
  public init() {}
}
