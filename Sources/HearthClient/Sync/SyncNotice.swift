import HearthProtocol
import Ledger

/// Who logs in.
public enum Credentials: Sendable, Equatable {
  /// Somebody new, by this name.
  case register(displayName: String)
  /// A further device of somebody known, by the code that another one shows.
  case link(code: String)
  /// Somebody with a device token.
  case token(String)
}

/// How one identity talks to a server.
public struct SyncConfiguration: Sendable {
  /// Who logs in.
  public var credentials: Credentials
  /// Name and version of the program, for the operator's log.
  public var client = "hearth"
  /// What this device is called in the list of devices, if it registers or is linked.
  public var device = ""
  /// How messages are written.
  public var format = WireFormat.protobuf
  /// Whether the server may compress what it sends (SPEC HS-08).
  public var offersCompression = false
  /// How closely groups are looked at.
  public var scrutiny = Scrutiny.full
  /// Whether the user is not to be shown as present (SPEC PR-01): for programs that look something up and leave.
  public var isQuiet = false
  /// Whether other members are told what this client has verified, and theirs is compared with it (SPEC PR-02, PR-03):
  /// for programs that stay. It takes `hearth.v1.proto` and full scrutiny, without which nothing is verified, and
  /// somebody who is shown as present.
  public var exchangesHeads = false
  /// Whether every message is also delivered as it came, as `SyncNotice.message`; not so pages of history that nobody
  /// asked for.
  public var reportsMessages = false

  /// Makes a configuration with the defaults.
  public init(credentials: Credentials) { self.credentials = credentials }
}

/// What a user of the client asks for. Each but `tellDraft` is answered once, however often the connection breaks
/// meanwhile.
public enum SyncRequest: Sendable {
  /// Answered by `accepted` or `rejected`. Kept, and sent again under the same id, until then (SPEC CM-06). It waits
  /// while its group is followed and history that was missed is not verified yet, and is refused, unsent, when that
  /// cannot be believed, or the group is not followed after all (SPEC LN-08).
  case command(Command)
  /// The same of one that may have arrived before: another program may have sent it, or it was refused for the time
  /// being, which says nothing of what was sent before over a connection that broke. Where the server says that the
  /// membership is over it is sent all the same: it may be owed its answer (SPEC CM-03).
  case resend(Command)
  /// Follow a group: `groupUpdated` from now on, over all connections to come; `rejected` if the server will not have
  /// it. It goes on from what was seen before, if that is given and the group is not followed yet.
  case subscribe(GroupID, from: GroupView? = nil)
  /// Stop following: `unsubscribed`.
  case unsubscribe(GroupID)
  /// Answered by `preview` or `rejected`.
  case previewInvite(code: String, displayName: String = "")
  /// Answered by `groups` or `rejected`.
  case listGroups
  /// Answered by `history` or `rejected`.
  case readHistory(GroupID, Lane, after: LanePosition, limit: UInt32)
  /// Answered by `impact` or `rejected`; nothing happens (SPEC IP-01).
  case previewCommand(Command)
  /// Answered by `paymentLink` or `rejected` (SPEC PL-02).
  case readPaymentLink(ReadPaymentLink)
  /// Answered by `device` or `rejected`.
  case devices(DeviceRequest)
  /// Show the other members what is being entered, or that nothing is any more. Not answered, and lost where there is
  /// no connection (SPEC PR-06).
  case tellDraft(GroupID, DraftContent?)
}

extension SyncRequest {
  /// Whether it changes nothing at the server.
  var isRead: Bool {
    switch self {
    case .subscribe, .unsubscribe, .previewInvite, .listGroups, .readHistory, .previewCommand, .readPaymentLink, .devices(.list),
      .devices(.listGroupTokens):
      true
    case .command, .resend, .devices(.revoke), .devices(.rotate), .devices(.makeCode), .devices(.makeGroupToken),
      .devices(.revokeGroupToken), .tellDraft:
      false
    }
  }
}

/// What a user asks of their devices (SPEC ID-06 to ID-08).
public enum DeviceRequest: Sendable, Hashable {
  /// Answered by `list`.
  case list
  /// Answered by `revoked`.
  case revoke(deviceID: String)
  /// Answered by `token`. Asked again after a lost answer it gives another one; the last counts.
  case rotate
  /// Answered by `code`.
  case makeCode
  /// Answered by `groupToken`. Asked again after a lost answer it makes another one.
  case makeGroupToken(CreateGroupToken)
  /// Answered by `groupTokens`; the group's, or without one those of all groups.
  case listGroupTokens(group: String)
  /// Answered by `revoked`.
  case revokeGroupToken(id: String)
}

/// The answer to a `DeviceRequest`.
public enum DeviceAnswer: Sendable {
  /// The devices of the identity.
  case list([Device])
  /// The device is the identity's no more.
  case revoked
  /// A further token for this device.
  case token(String)
  /// A code for a further device.
  case code(LinkCode)
  /// A token for a group.
  case groupToken(GroupTokenCreated)
  /// The identity's tokens for groups.
  case groupTokens(GroupTokens)
}

/// How a connection ended.
public enum Disconnection: Error, Sendable, Hashable {
  /// The server closed with this code (SPEC CL-01).
  case closed(UInt16)
  /// The server's answer to the handshake was this HTTP status.
  case refused(status: Int)
  /// What answers there does not speak WebSocket, or breaks its rules; carries why.
  case protocolBroken(String)
  /// No connection came about; carries why.
  case unreachable(String)
  /// It broke without a word.
  case lost
  /// The server was silent for too long.
  case silent
}

/// Why a client has given up.
public enum StopReason: Sendable, Hashable {
  /// The server does not know the token, or wants none but a known one (SPEC ID-02).
  case notLoggedIn
  /// The token was revoked or replaced (SPEC ID-06, ID-07).
  case revoked
  /// The server does not take what this client sends; trying again would do the same.
  case incompatible(Disconnection)
  /// The user asked for it.
  case asked
}

/// What a client has to say to its user.
public enum SyncNotice: Sendable {
  /// The identity and its device token, shown this once.
  case registered(IdentityID, token: String)
  /// Logged in; also after every reconnection.
  case welcome(Welcome)
  /// The connection is gone; the next attempt follows after so many milliseconds.
  case disconnected(Disconnection, retryMilliseconds: Int64)
  /// The client has given up. It is the last notice.
  case stopped(StopReason)
  /// A command is durable. The tag is the request's.
  case accepted(Accepted, tag: UInt64)
  /// A command or request was refused, and nothing changed. The tag is the request's; 0 for what was not asked.
  case rejected(Rejected, tag: UInt64)
  /// A group's view has changed.
  case groupUpdated(GroupUpdate)
  /// A snapshot came for more than was verified, and the events between are being read behind the one position up to
  /// the other. Until they are seen to lead to it the view stays as it was, also behind the answer to a command that is
  /// among them.
  case verifying(GroupID, Lane, after: LanePosition, until: LanePosition)
  /// Some of what was missed has come, perhaps only a part of a message, and more of it follows.
  case catchingUp(GroupID)
  /// The user is no member of the group any more, and it is no longer followed.
  case membershipEnded(GroupID)
  /// The group is no longer followed.
  case unsubscribed(GroupID, tag: UInt64)
  /// What an invite offers.
  case preview(InvitePreview, tag: UInt64)
  /// The groups of the identity.
  case groups([GroupSummary], tag: UInt64)
  /// A page of a lane's history.
  case history(HistoryPage, tag: UInt64)
  /// What a command would change.
  case impact(Impact, tag: UInt64)
  /// How to pay somebody.
  case paymentLink(PaymentLink, tag: UInt64)
  /// What was asked of the user's devices is done.
  case device(DeviceAnswer, tag: UInt64)
  /// Somebody came or left.
  case presence(GroupID, MemberID, isOnline: Bool)
  /// Another member has told where they stand, and this client has been there.
  case headTold(GroupID, ToldHead, HeadVerdict)
  /// Another member is entering this, or nothing any more (SPEC PR-06).
  case draft(GroupID, MemberID, DraftContent?)
  /// The server's account of a group cannot be believed; see `ReplicaFault.recovery`.
  case fault(GroupID, ReplicaFault)
  /// A message of the server could not be read and was passed over.
  case unreadable(String)
  /// A message as it came, if the configuration asks for them.
  case message(ServerMessage)
}

/// Part of a lane's history.
public struct HistoryPage: Sendable {
  /// The group.
  public var group: GroupID
  /// The lane.
  public var lane: Lane
  /// In order; each continues the chain of the one before, where the wire format lets that be verified.
  public var events: [ReplicaEvent]
  /// The lane's last position when the page was read.
  public var head: LanePosition
  /// The stored bytes of the first event, which tie the page to the one before; nil when there is none, or the wire
  /// format has no such bytes.
  public var firstStored: [UInt8]?
}

/// What a sync core asks its shell to do, in order.
public enum SyncEffect: Sendable {
  /// Connect after so many milliseconds, and say `connected` or `disconnected`.
  case connect(afterMilliseconds: Int64)
  /// Send a message.
  case send([UInt8])
  /// Send a WebSocket ping.
  case ping
  /// Close the connection with this code; nothing of it is said to the core any more.
  case close(UInt16)
  /// Deliver a notice.
  case notice(SyncNotice)
}
