import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// Why a command of the program ended without doing what was asked: what to write on standard error, and the exit status.
public struct ConsoleFailure: Error, Equatable, Sendable {
  /// For a person.
  public var lines: [String]
  /// 1: refused; 2: no connection; 64: not understood (sysexits.h, EX_USAGE).
  public var status: Int32
  /// What the server said, if it refused.
  private(set) var rejected: Rejected?
  /// Whether no server was reached, so that nothing was done.
  private(set) var isUnreachable = false
  /// What the client adds to that, in the user's language.
  private var explanation: [String] = []
  /// What was done before it, in the user's language.
  private var preface: [String] = []

  init(_ lines: [String], status: Int32) {
    self.lines = lines
    self.status = status
  }

  /// Something that was typed is not understood.
  public init(_ fault: ArgumentFault) { self.init([fault.description], status: 64) }

  init(_ failure: ProfileFailure) { self.init([failure.cause, failure.remedy], status: 1) }

  init(_ failure: ClientStoreFailure) {
    let (cause, remedy) =
      switch failure {
      case .unwritable(let path, let cause):
        (
          "\(path.printable) cannot be used: \(cause.printable).",
          "Check the folder's permissions, or set HEARTH_HOME to one that you can write."
        )
      case .full(let path): ("There is no room for \(path.printable).", "Make room on that disk, and try again.")
      case .busy(let path): ("Another program holds \(path.printable).", "Wait until it has ended, and try again.")
      case .damaged(let path, let what):
        (
          "\(path.printable) cannot be read: \(what.printable).",
          "It keeps only what waits to be sent and what was seen. Move the file away; what waited in it has to be entered again."
        )
      case .newer: ("A newer hearth wrote the file that keeps what waits to be sent.", "Use that version of hearth.")
      case .tooMany(let max):
        ("\(max) commands wait to be sent, as many as may.", "Reach the server with hearth sync, or drop some: hearth outbox.")
      }
    self.init([cause, remedy], status: 1)
  }

  /// What the server would refuse by all that is known of the group.
  init(_ rejection: Rejection) { self.init(["\(rejection.code.rawValue): \(rejection.cause)", rejection.remedy], status: 1) }

  init(_ rejected: Rejected) {
    var lines = ["\(rejected.code.printable): \(rejected.cause.printable)"]
    if !rejected.remedy.isEmpty { lines.append(rejected.remedy.printable) }
    if rejected.retryAfterMs > 0 { lines.append("Try again in \(Screens.time(Int64(rejected.retryAfterMs) + 999, English())).") }
    self.init(lines, status: 1)
    self.rejected = rejected
  }

  /// For a person who speaks this language. What only happens at the start, or hardly ever, is said in English.
  public func lines(in language: Language) -> [String] {
    guard language != .english, let rejected, let code = RejectionCode(rawValue: rejected.code) else {
      return preface + lines + explanation
    }
    let (cause, remedy) = language.phrases.refusal(code, rejected)
    var lines = ["\(rejected.code.printable): \(cause)", remedy]
    if rejected.retryAfterMs > 0 { lines.append(language.phrases.retry(seconds: (Int64(rejected.retryAfterMs) + 999) / 1_000)) }
    return preface + lines + explanation
  }

  /// The same with what the client knows of it.
  func explained(by lines: [String]) -> ConsoleFailure {
    var failure = self
    failure.explanation += lines
    return failure
  }

  /// The same after what was done before it.
  func preceded(by lines: [String]) -> ConsoleFailure {
    var failure = self
    failure.preface = lines + preface
    return failure
  }

  init(_ failure: ConnectionFailure) {
    switch failure {
    case .rejected(let rejected): self.init(rejected)
    case .fault(let fault):
      self.init([fault.description, "Nothing of this group can be vouched for. See what was altered: hearth verify."], status: 1)
    case .unresolved(let server, let cause):
      self.init(["The name \(server.host) could not be resolved: \(cause).", "Check the server's address and your network."], status: 2)
      isUnreachable = true
    case .unreachable(let server, let cause):
      self.init(["\(server) cannot be reached: \(cause.words).", "Check that the server is running and the address is right."], status: 2)
      isUnreachable = true
    case .stopped(let server, .notLoggedIn):
      self.init(
        [
          "\(server) does not know who you are: it does not take the token kept here.",
          "Register again: hearth register --replace. Where accounts are an issuer's, log in with a new token: hearth login --jwt.",
        ],
        status: 2)
    case .stopped(let server, .revoked):
      self.init(
        [
          "\(server) lets this device in no more: it was revoked, or its token was replaced meanwhile or has expired.",
          "If it was not you, look at hearth devices elsewhere. A device that is logged in can link this one again: hearth devices link. "
            + "An issuer's newer token goes on: hearth login --jwt.",
        ], status: 2)
    case .stopped(let server, .incompatible(let cause)):
      self.init(
        ["\(server) cannot be used: \(cause.words).", "Check that a Hearth server of this version answers at that address."], status: 2)
    case .stopped(_, .asked): self.init(["Interrupted."], status: 2)
    case .noAnswer(let server, let limit):
      self.init(
        [
          "\(server) gave no answer within \(limit.components.seconds) s.",
          "It is not known whether the request was carried out. Look with hearth history before you send it again.",
        ], status: 2)
    case .trust(let failure): self.init([failure.description, "Check the file of --ca."], status: 2)
    case .system(let error):
      self.init(["The system would not start the client: \(error).", "Check the limits of this account."], status: 2)
    }
  }
}

extension Disconnection {
  /// The cause as part of a sentence.
  var words: String {
    switch self {
    case .closed(let code): "it closed the connection with code \(code)"
    case .refused(let status): "it answered with HTTP status \(status)"
    case .protocolBroken(let cause): cause.printable.hasSuffix(".") ? String(cause.printable.dropLast()) : cause.printable
    case .unreachable(let cause): cause.printable
    case .lost: "the connection broke"
    case .silent: "it is silent"
    }
  }
}
