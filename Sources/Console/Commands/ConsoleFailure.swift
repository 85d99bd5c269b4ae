import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// Why a command of the program ended without doing what was asked: what to write on standard error, and the exit
/// status.
public struct ConsoleFailure: Error, Sendable {
  /// What the program says of its own accord: cause and remedy.
  private var own: [Wording]
  /// 1: refused; 2: no connection, or no final answer; 64: not understood (sysexits.h, EX_USAGE).
  public var status: Int32
  /// What the server said, if it refused.
  private(set) var rejected: Rejected?
  /// The command that it refused, and the group as it is by now, as far as both are known.
  private var command: Command?
  private var shared: SharedState?
  /// Whether no server was reached, so that nothing was done.
  private(set) var isUnreachable = false
  /// Whether it is said of one group alone, and others can be served.
  private(set) var isOfGroup = false
  /// Whether the server was waited for in vain.
  private(set) var isUnanswered = false
  /// What the client adds to that, in the user's language.
  private var explanation: [String] = []
  /// What was done before it, in the user's language.
  private var preface: [String] = []

  init(_ own: [Wording], status: Int32) {
    self.own = own
    self.status = status
  }

  /// What is in the user's language already.
  init(said lines: [String], status: Int32) { self.init(lines.map { "\($0)" }, status: status) }

  /// Something that was typed is not understood.
  public init(_ fault: ArgumentFault) { self.init([fault.wording], status: 64) }

  init(_ failure: ProfileFailure) { self.init([failure.cause, failure.remedy], status: 1) }

  init(_ failure: ClientStoreFailure) {
    switch failure {
    case .unwritable(let path, let cause):
      self.init(
        [
          "\(path.printable) cannot be used: \(cause.printable).",
          "Check the folder's permissions, or set HEARTH_HOME to one that you can write.",
        ], status: 1)
    case .full(let path):
      self.init(["There is no room for \(path.printable).", "Make room on that disk, and try again."], status: 1)
    case .busy(let path):
      self.init(["Another program holds \(path.printable).", "Wait until it has ended, and try again."], status: 1)
    case .damaged(let path, let what):
      self.init(
        [
          "\(path.printable) cannot be read: \(what.printable).",
          "It keeps only what waits to be sent and what was seen. Move the file away; what waited in it has to be entered again.",
        ], status: 1)
    case .newer:
      self.init(["A newer hearth wrote the file that keeps what waits to be sent.", "Use that version of hearth."], status: 1)
    case .home(let failure): self.init(ProfileFailure(failure))
    case .tooMany(let max):
      self.init(
        ["\(max) commands wait to be sent, as many as may.", "Reach the server with hearth sync, or drop some: hearth outbox."], status: 1)
    }
  }

  /// What the server would refuse by all that is known of the group.
  init(_ rejection: Rejection, of command: Command? = nil, in shared: SharedState? = nil) {
    self.init(Rejected(rejection))
    (self.command, self.shared) = (command, shared)
  }

  init(_ rejected: Rejected) {
    self.init([], status: 1)
    self.rejected = rejected
  }

  /// In English.
  public var lines: [String] { lines(in: .english) }

  /// For a person who speaks this language.
  public func lines(in language: Language) -> [String] { preface + body(in: language) + explanation }

  /// Cause and remedy, and between them what the details of a refusal say.
  private func body(in language: Language) -> [String] {
    guard let rejected else { return own.map { $0.text(in: language) } }
    let phrases = language.phrases
    let (because, remedy) = rejected.sentences(command, shared, phrases)
    let wait = (Int64(rejected.retryAfterMs) + 999) / 1_000
    return ["\(rejected.code.printable): \(because[0])"] + because.dropFirst() + (remedy.isEmpty ? [] : [remedy])
      + (wait > 0 ? [phrases.retry(seconds: wait)] : [])
  }

  /// For a program: one object, as the server said it, or with cause and remedy of the client's own.
  public var json: [String] {
    var rejected = rejected ?? Rejected()
    if self.rejected == nil {
      rejected.cause = own.first?.text(in: .english) ?? ""
      rejected.remedy = own.dropFirst().map { $0.text(in: .english) }.joined(separator: " ")
    }
    return WireFormat.line(rejected)
  }

  /// The same of a command, in a group as it is by now.
  func refusing(_ command: Command, in shared: SharedState?) -> ConsoleFailure {
    var failure = self
    (failure.command, failure.shared) = (command, shared)
    return failure
  }

  /// The same with what the client knows of it.
  ///
  /// - Parameter status: nil: the same.
  func explained(by lines: [String], status: Int32? = nil) -> ConsoleFailure {
    var failure = self
    failure.status = status ?? failure.status
    failure.explanation += lines
    return failure
  }

  /// The same cause, when something else is to be said than its remedy, in the user's language.
  func staying(_ remedy: String) -> ConsoleFailure { ConsoleFailure(own.prefix(1) + ["\(remedy)"], status: 2) }

  /// The same of a group that is given up, where the server answers all else.
  func ofGroup() -> ConsoleFailure {
    var failure = self
    failure.isOfGroup = true
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
      self.init(["\(Wording.fault(fault))", "Nothing of this group can be vouched for. See what was altered: hearth verify."], status: 1)
      isOfGroup = true
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
          """
          If it was not you, look at hearth devices elsewhere. A device that is logged in can link this one again: hearth devices link. \
          An issuer's newer token goes on: hearth login --jwt.
          """,
        ], status: 2)
    case .stopped(let server, .incompatible(let cause)):
      self.init(
        ["\(server) cannot be used: \(cause.words).", "Check that a Hearth server of this version answers at that address."], status: 2)
    case .stopped(_, .asked): self.init(["Interrupted."], status: 2)
    case .noAnswer(let server, let limit, isRead: true):
      self.init(["\(server) gave no answer within \(limit.components.seconds) s.", "Nothing was changed. Try again."], status: 2)
      isUnanswered = true
    case .noAnswer(let server, let limit, isRead: false):
      self.init(
        [
          "\(server) gave no answer within \(limit.components.seconds) s.",
          "It is not known whether the request was carried out. Look with hearth history before you send it again.",
        ], status: 2)
      isUnanswered = true
    case .tooSlow(let server):
      self.init(
        ["The line to \(server) is too slow: less than 10,240 bytes came in 10 s.", "Nothing was changed. Try again over a faster line."],
        status: 2)
      isUnanswered = true
    case .trust(let failure): self.init(["\(failure.description)", "Check the file of --ca."], status: 2)
    case .system(let error):
      self.init(["The system would not start the client: \(error).", "Check the limits of this account."], status: 2)
    }
  }
}

extension Disconnection {
  /// The cause as part of a sentence.
  fileprivate var words: Wording {
    switch self {
    case .closed(let code): Wording("it closed the connection with code \(code)")
    case .refused(let status): Wording("it answered with HTTP status \(status)")
    // The sentence that it stands in has a stop of its own.
    case .protocolBroken(let cause), .unreachable(let cause):
      "\(cause.printable.hasSuffix(".") ? String(cause.printable.dropLast()) : cause.printable)"
    case .lost: Wording("the connection broke")
    case .silent: Wording("it is silent")
    }
  }
}

/// Runs something that reads what was typed.
func reading<Value>(_ body: () throws(ArgumentFault) -> Value) throws(ConsoleFailure) -> Value {
  do {
    return try body()
  } catch {
    throw ConsoleFailure(error)
  }
}
