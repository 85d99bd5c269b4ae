import EventStore
import HearthProtocol
import Ledger

/// A connection as the shell names it; the room never looks inside.
public struct PeerID: Hashable, Sendable {
  /// The shell's number.
  public let rawValue: UInt64

  /// Wraps the shell's number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// Who asks, as the session has established.
public struct Asker: Hashable, Sendable {
  /// Who logged in.
  public var identity: IdentityID
  /// The tie between that identity and this room's group.
  public var holder: HolderID

  /// Ties an identity to a group.
  public init(identity: IdentityID, group: GroupID) {
    self.identity = identity
    holder = HolderID(identity: identity, group: group)
  }
}

/// Where an answer goes.
public struct Origin: Hashable, Sendable {
  /// The connection.
  public var peer: PeerID
  /// The client's request number, echoed.
  public var request: UInt32

  /// Makes an origin.
  public init(peer: PeerID, request: UInt32) {
    self.peer = peer
    self.request = request
  }
}

/// A command on its way into the room, with what the shell had to look up for it.
public struct Submission: Sendable {
  /// The wish.
  public var command: Command
  /// Who asks.
  public var asker: Asker
  /// Where the answer goes.
  public var origin: Origin
  /// JoinGroup: the invite that the code leads to; nil when it leads nowhere.
  public var invite: InviteID?
  /// CreateInvite: the code to answer with, and its hash for the log.
  public var newCode: InviteCode?
  /// Bytes of the message that it came in.
  public var sizeBytes = 0
  /// Whether the server keeps what room it has for what protects somebody (SPEC ER-05).
  public var isRoomShort = false

  /// Makes a submission.
  public init(command: Command, asker: Asker, origin: Origin, invite: InviteID? = nil, newCode: InviteCode? = nil) {
    self.command = command
    self.asker = asker
    self.origin = origin
    self.invite = invite
    self.newCode = newCode
  }
}

/// An invite code and what is stored of it.
public struct InviteCode: Hashable, Sendable {
  /// Sixteen characters in four groups.
  public var text: String
  /// 32 bytes: HMAC-SHA-256 under a key of the server's.
  public var hash: [UInt8]

  /// Makes a code of its text and hash.
  public init(text: String, hash: [UInt8]) {
    self.text = text
    self.hash = hash
  }
}

/// A durable event, read and as stored.
public struct CommittedEvent: Sendable {
  /// As it lies in the log.
  public var stored: StoredEvent
  /// The same, read.
  public var event: Event

  /// Pairs the two.
  public init(stored: StoredEvent, event: Event) {
    self.stored = stored
    self.event = event
  }
}

/// Who receives a lane, as of the event: connections by the wire format they read.
public struct Recipients: Sendable, Hashable {
  /// Readers of `hearth.v1.json`.
  public internal(set) var json: [PeerID] = []
  /// Readers of `hearth.v1.proto`.
  public internal(set) var protobuf: [PeerID] = []

  /// The readers of one wire format.
  public subscript(format: WireFormat) -> [PeerID] {
    get {
      switch format {
      case .json: json
      case .protobuf: protobuf
      }
    }
    _modify {
      switch format {
      case .json: yield &json
      case .protobuf: yield &protobuf
      }
    }
  }
}

/// What a room asks its shell to do, in this order.
public enum RoomEffect: Sendable {
  /// Make the batch durable, then tell the room with `appended`. Nothing of it may leave the process before.
  case append(AppendBatch)
  /// Encode these events of one lane once per wire format and queue the bytes to the recipients.
  case deliver(Lane, [CommittedEvent], Recipients)
  /// Tell one peer.
  case answer(ServerMessage, PeerID)
  /// Encode this message once per wire format and queue the bytes to the recipients; nothing of it is stored.
  case announce(ServerMessage, Recipients)
  /// Tell one peer that its subscription has ended; and end its connection, if it is to close.
  case end(PeerID, SubscriptionEnd, closes: Bool)
  /// Off the loop: collect what a new subscriber misses, then call `gathered`.
  case gather(CatchUpWork)
  /// Send a subscriber everything it misses, in this order and before anything that follows.
  case begin(CatchUpStart, Origin)
  /// Send a subscriber what it misses in pieces, as it takes them and behind what was sent before; then call
  /// `streamed`. It ends what was being sent so of the group before.
  case stream(CatchUpWork, Origin)
  /// What is being sent to a peer in pieces is of no use any more: send no further one.
  case stopStream(PeerID)
  /// Off the loop: read a page of history and answer with it.
  case readHistory(HistoryRequest, Origin)
  /// Off the loop: serialize and keep this history as a snapshot.
  case saveSnapshot(GroupHistory)
  /// The store refused: read the group again from it, then call `reloaded`.
  case reload
}

/// What to collect for a subscriber: the tail of the log, snapshots of lanes, or both.
public struct CatchUpWork: Sendable {
  /// Given back with the result.
  public var id: CatchUpID
  /// Read events after this sequence up to `until`; nil: no events are needed.
  public var tailAfter: GroupSequence?
  /// What of those events is wanted; nil: all lanes. What the asker may not read or has is not kept, however much of it
  /// stands between.
  public var wanted: [Lane: ClosedRange<LanePosition>]?
  /// The last committed event.
  public var until: GroupSequence
  /// Lanes to take a snapshot of, from `history`.
  public var snapshotLanes: [Lane]
  /// How many things of a lane's snapshot the asker has (SPEC SB-09).
  public var snapshotBehind: [Lane: Int] = [:]
  /// The history as it stands, or as it stood where the asker has parts of its snapshots; a copy costs nothing.
  public var history: GroupHistory
  /// What the snapshots are encoded in.
  public var format: WireFormat
  /// For whom it is collected; nil: for all who follow the group.
  public var reader: IdentityID?
}

/// What a command has added to a group's history.
public struct Bill: Sendable, Hashable {
  // Limit: bytes that each date is counted as which a command makes the server book: an entry with the most alerts.
  static let dueDateBytes = 4_096
  // Limit: bytes that are counted of each event besides its own: its hash and its rows.
  static let eventBytes = 100

  /// Who sent the command.
  public let identity: IdentityID
  /// Bytes.
  public let bytes: Int
}

/// Names a catch-up under way.
public struct CatchUpID: Hashable, Sendable {
  /// Unlike any other of the group since the server started.
  public let rawValue: UInt64
}

/// What a subscriber gets first: the answer, then per lane a snapshot or nothing, then events.
public struct CatchUpStart: Sendable {
  /// The answer.
  public var subscribed: Subscribed
  /// The subscriber's group.
  public var group: GroupID
  /// Snapshots of lanes whose cursor was missing or too old, as messages in the subscriber's format (SPEC SB-03).
  public var snapshotMessages: [[UInt8]]
  /// Events after cursor or snapshot, per lane.
  public var events: [(Lane, [CommittedEvent])]

  /// Whether nothing of it follows in pieces.
  public var isWhole: Bool {
    !snapshotMessages.isEmpty || !events.isEmpty || subscribed.lanes.allSatisfy { !$0.snapshot && $0.start == $0.head }
  }
}

/// A page of a lane's history that may be read.
public struct HistoryRequest: Sendable {
  /// The group.
  public var group: GroupID
  /// The lane.
  public var lane: Lane
  /// Events after this position.
  public var after: LanePosition
  /// At most this many.
  public var limit: Int
  /// The lane's last committed position.
  public var head: LanePosition
}

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
  /// Limit: events between two snapshots on disk, so that opening reads at most this many after one.
  public var snapshotEveryEvents = 1_000
  /// Limit: dates of rules that one batch books; the others follow in the next, so that members' commands never wait
  /// long.
  public var dueDatesMax = 100
  /// How long nothing is booked after a batch with such entries was refused, in milliseconds.
  public var dueRetryMilliseconds: Int64 = 60_000
  /// Limit: heads told in one message; one more is answered `bad_request`. A member receives four lanes at most.
  public var headsMax = 8
  /// Limit: time between two messages of one subscription that tell heads, in milliseconds; what comes sooner is
  /// answered `rate_limited`.
  public var headsMilliseconds: Int64 = 10_000
  /// Limit: events of a group; a command that would bring one more is answered `history_full`, and nothing is booked
  /// any more. What ends something is carried out all the same (SPEC GR-11).
  public var historyLengthMax = 1_000_000
  /// Limit: events in one history page.
  public var historyEventsMax = 500

  /// The defaults.
  public init() {}
}
