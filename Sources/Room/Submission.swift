import HearthProtocol
import Ledger

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
  /// AddWebhook, RotateWebhookSecret: the secret to answer with.
  public var newSecret: String?
  /// The day of `command.said_at_ms` in the group's time zone; nil: it is of the day on which it is decided.
  public var saidOn: CivilDate?
  /// Bytes of the message that it came in.
  public var sizeBytes = 0
  /// True when free disk space is below the reserve: then only what protects somebody is taken (SPEC ER-05).
  public var isSpaceShort = false
  /// True when a program sends it, by a token that writes: it is carried out while its member may have such a one.
  public var isByToken = false
  /// Why the server does not do what it wants of webhooks (SPEC WH-01, WH-03) or notices (SPEC NP-03); told to nobody
  /// who may not set them.
  public var serverRefusal: Rejected?
  /// True when another node was asked it before, which may have stored it, or may store it yet.
  public var mayStand = false

  /// Makes a submission.
  public init(command: Command, asker: Asker, origin: Origin, invite: InviteID? = nil, newCode: InviteCode? = nil) {
    self.command = command
    self.asker = asker
    self.origin = origin
    self.invite = invite
    self.newCode = newCode
  }

  /// A refusal of it that was made without a look at the group's history: where it may stand there nobody can say that
  /// nothing was done, so it is `unavailable` (SPEC CM-05), after the same time.
  public func undecided(_ rejected: Rejected) -> Rejected {
    guard mayStand, [.overloaded, .rateLimited].contains(RejectionCode(rawValue: rejected.code)) else { return rejected }
    let unknown = Rejected.unavailable()
    var rejected = rejected
    (rejected.code, rejected.field, rejected.cause, rejected.remedy) = (unknown.code, unknown.field, unknown.cause, unknown.remedy)
    return rejected
  }
}
