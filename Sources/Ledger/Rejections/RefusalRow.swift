import HearthProtocol

/// What `Protocol/errors.json` says of a code.
public struct RefusalRow: Sendable, Equatable {
  /// What a client does about a refusal (SPEC ER-02).
  public enum Action: String, Sendable {
    /// Correct the command; the same again is refused again.
    case fix
    /// Send the same again, not before the time that the answer names.
    case retry
    /// Subscribe without cursors.
    case resync
    /// Ask the user, or the operator.
    case stop
  }

  /// How the audit log counts a refusal (SPEC AU-05).
  public struct Audit: Sendable, Equatable {
    /// By what refusals of one act are told apart.
    public enum Scope: String, Sendable {
      /// By the group whose member was refused.
      case group
      /// By the kind of network that the sender came from.
      case network
      /// By nothing: whether there is such a group the log does not say, either.
      case none
    }

    /// The name of the act in the log.
    public let act: String
    /// By what it is told apart.
    public let scope: Scope
  }

  /// What a client does.
  public let action: Action
  /// Whether the same command is refused for good. Where it is not, nothing was decided about the command: the state of
  /// the server or of the connection stood against it, and it may be taken when it is sent again (SPEC CM-05).
  public let isFinal: Bool
  /// The status of an HTTP response that carries the code.
  public let httpStatus: Int
  /// How the audit log counts it; nil: it refuses no right, code or token.
  public let audit: Audit?

  init(_ action: Action, isFinal: Bool, http httpStatus: Int, audit: Audit? = nil) {
    self.action = action
    self.isFinal = isFinal
    self.httpStatus = httpStatus
    self.audit = audit
  }
}

extension Rejected {
  /// What `errors.json` says of its code; nil for a code of a newer server.
  public var row: RefusalRow? { RejectionCode(rawValue: code)?.row }

  /// What is wrong with the field of a bad request; nil for other codes and for a reason of a newer server.
  public var reason: BadRequestReason? { details.first { $0.key == "reason" }.flatMap { BadRequestReason(rawValue: $0.value) } }
}
