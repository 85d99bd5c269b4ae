import ClientStore
import HearthClient
import HearthProtocol
import Ledger
import TLS

/// Why a command of the program ended without doing what was asked: what to write on standard error, and the exit
/// status.
public struct ConsoleFailure: Error, Sendable {
  /// What the program says of its own accord: cause and remedy.
  private var own: [Wording]
  /// 1: refused; 2: no connection, or no final answer; 64: not understood (sysexits.h, EX_USAGE).
  public var status: Int32
  /// What the server said, if it refused.
  private(set) var rejected: Rejected?
  /// The server's code for what was typed wrong; nil where it has none.
  private var code: RejectionCode?
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
  init(said lines: [String], status: Int32) { self.init(lines.map(Wording.init(said:)), status: status) }

  /// Something that was typed is not understood, or would be refused.
  public init(_ flaw: ArgumentFlaw) {
    self.init([flaw.wording], status: 64)
    switch flaw.refusal {
    case nil: break
    case .typed(let code): self.code = code
    case .refused(let rejection): (rejected, status) = (Rejected(rejection), 1)
    }
  }

  init(_ failure: ProfileFailure) { self.init([failure.cause, failure.remedy], status: 1) }

  init(_ failure: ClientStoreFailure) {
    switch failure {
    case .unwritable(let path, let cause):
      self.init(
        [
          Wording("\(path.printable) cannot be used: \(cause.printable).", "\(path.printable) काम में नहीं लिया जा सकता: \(cause.printable)।"),
          .checkFolder,
        ], status: 1)
    case .full(let path):
      self.init(
        [
          Wording("There is no space for \(path.printable).", "\(path.printable) के लिए जगह नहीं है।"),
          Wording("Make space on that disk, and try again.", "उस डिस्क में जगह बनाएँ, और फिर कोशिश करें।"),
        ], status: 1)
    case .busy(let path):
      self.init(
        [
          Wording("Another program holds \(path.printable).", "\(path.printable) दूसरे प्रोग्राम के पास है।"),
          Wording("Wait until it has ended, and try again.", "उसके समाप्त होने तक रुकें, और फिर कोशिश करें।"),
        ], status: 1)
    case .damaged(let path, let what):
      self.init(
        [
          Wording("\(path.printable) cannot be read: \(what.printable).", "\(path.printable) पढ़ी नहीं जा सकती: \(what.printable)।"),
          .moveStoreAway,
        ], status: 1)
    case .noDatabase(let path): self.init(ProfileFailure(.noDatabase(path)))
    case .newer:
      self.init(
        [
          Wording("A newer hearth wrote the file that keeps what waits to be sent.", "जो भेजना बाक़ी है उसकी फ़ाइल नए संस्करण ने लिखी है।"), .useThatVersion,
        ], status: 1)
    case .home(let failure): self.init(ProfileFailure(failure))
    case .tooMany(let max):
      self.init(
        [
          Wording("\(max) commands wait to be sent, as many as may.", "\(max) आदेश भेजने बाक़ी हैं, इससे ज़्यादा नहीं रुक सकते।"),
          Wording("Reach the server with hearth sync, or drop some: hearth outbox.", "सर्वर तक पहुँचें: hearth sync, या कुछ छोड़ दें: hearth outbox।"),
        ], status: 1)
    }
  }

  /// What the server would refuse by all that is known of the group.
  init(_ rejection: Rejection, of command: Command? = nil, in shared: SharedState? = nil) {
    self.init(Rejected(rejection))
    (self.command, self.shared) = (command, shared)
  }

  init(_ rejected: Rejected) {
    // Of that one nobody knows whether it changed something (SPEC CM-05).
    self.init([], status: rejected.code == RejectionCode.unavailable.rawValue ? 2 : 1)
    self.rejected = rejected
  }

  /// In English.
  public var lines: [String] { lines(in: .english) }

  /// For a person who speaks this language.
  ///
  /// - Parameter isInRoom: whether it is said in the room, where lines are typed that have no options.
  public func lines(in language: Language, isInRoom: Bool = false) -> [String] { preface + body(in: language, isInRoom) + explanation }

  /// Cause and remedy, and between them what the details of a refusal say.
  private func body(in language: Language, _ isInRoom: Bool) -> [String] {
    let said = own.map { $0.text(in: language) }
    guard let rejected else { return said }
    // What the program says of it itself stands in the place of the server's words.
    if let first = said.first { return ["\(rejected.code.printable): \(first)"] + said.dropFirst() }
    let phrases = language.phrases
    let (because, usual) = rejected.sentences(command, shared, phrases)
    let remedy = (isInRoom ? phrases.roomRemedy(rejected.code) : nil) ?? usual
    let wait = (Int64(rejected.retryAfterMs) + 999) / 1_000
    return ["\(rejected.code.printable): \(because[0])"] + because.dropFirst() + (remedy.isEmpty ? [] : [remedy])
      + (wait > 0 ? [phrases.retry(seconds: wait)] : [])
  }

  /// For a program: one object, as the server said it, or with cause and remedy of the client's own.
  public var json: [String] {
    var rejected = rejected ?? Rejected()
    if self.rejected == nil {
      rejected.code = code?.rawValue ?? ""
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
  func staying(_ remedy: String) -> ConsoleFailure { ConsoleFailure(own.prefix(1) + [Wording(said: remedy)], status: 2) }

  /// The same of a command that is kept nowhere: where the server does not know what became of it, it is no refusal,
  /// and the same given again would be another command.
  func ofOpenOutcome() -> ConsoleFailure {
    guard rejected?.code == RejectionCode.unavailable.rawValue else { return self }
    var failure = ConsoleFailure([.notConfirmed, .outcomeIsOpen], status: 2)
    (failure.rejected, failure.preface, failure.explanation) = (rejected, preface, explanation)
    return failure
  }

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
      self.init(
        [
          .fault(fault),
          Wording(
            "Nothing of this group can be vouched for. See what was altered: hearth verify.",
            "इस समूह की किसी बात पर भरोसा नहीं किया जा सकता। देखें कि क्या बदला गया: hearth verify।"),
        ], status: 1)
      isOfGroup = true
    case .unresolved(let server, let cause):
      self.init(
        [
          Wording("The name \(server.host) could not be resolved: \(cause).", "नाम \(server.host) का पता नहीं मिला: \(cause)।"),
          Wording("Check the server's address and your network.", "सर्वर का पता और अपना नेटवर्क जाँचें।"),
        ], status: 2)
      isUnreachable = true
    case .unreachable(let server, let cause):
      self.init(
        [
          Wording("\(server) cannot be reached: \(cause.words).", "\(server) तक पहुँचा नहीं जा सका: \(cause.words)।"),
          cause.isDistrust
            ? Wording(
              "If you trust this server, name the file of the authority that vouches for it: --ca FILE, with hearth register or hearth login.",
              "अगर आपको इस सर्वर पर भरोसा है, तो उसे प्रमाणित करने वाले की फ़ाइल बताएँ: --ca फ़ाइल, hearth register या hearth login के साथ।")
            : Wording("Check that the server is running and the address is right.", "जाँचें कि सर्वर चल रहा है और पता सही है।"),
        ], status: 2)
      isUnreachable = true
    case .stopped(let server, let reason): self.init(Self.words(server, reason), status: 2)
    case .noAnswer(let server, let limit, isRead: true):
      self.init(
        [.noAnswer(server, limit.components.seconds), Wording("Nothing was changed. Try again.", "कुछ नहीं बदला। फिर कोशिश करें।")], status: 2)
      isUnanswered = true
    case .noAnswer(let server, let limit, isRead: false):
      self.init(
        [
          .noAnswer(server, limit.components.seconds), .outcomeIsOpen,
        ], status: 2)
      isUnanswered = true
    case .tooSlow(let server):
      self.init(
        [
          Wording(
            "The line to \(server) is too slow: less than 10,240 bytes came in 10 s.",
            "\(server) तक की लाइन बहुत धीमी है: 10 सेकंड में 10,240 बाइट से कम आए।"),
          Wording("Nothing was changed. Try again over a faster line.", "कुछ नहीं बदला। तेज़ लाइन पर फिर कोशिश करें।"),
        ], status: 2)
      isUnanswered = true
    case .trust(let failure):
      let said =
        if case .authoritiesUnusable(let file, let reason) = failure {
          Wording(
            "The certificate authorities in \(file.printable) cannot be used: \(reason).",
            "\(file.printable) के प्रमाणपत्र काम के नहीं हैं: \(reason)।")
        } else {
          Wording(said: failure.description)
        }
      self.init([said, Wording("Check the file of --ca.", "--ca की फ़ाइल जाँचें।")], status: 2)
    case .system(let error):
      self.init(
        [
          Wording("The system would not start the client: \(error).", "सिस्टम ने प्रोग्राम शुरू नहीं होने दिया: \(error)।"),
          Wording("Check the limits of this account.", "इस खाते की सीमाएँ जाँचें।"),
        ], status: 2)
    }
  }

  /// Why the server is asked nothing more, and what to do.
  private static func words(_ server: ServerURL, _ reason: StopReason) -> [Wording] {
    switch reason {
    case .notLoggedIn:
      [
        Wording(
          "\(server) does not know who you are: it does not take the token kept here.", "\(server) आपको नहीं पहचानता: वह यहाँ रखा टोकन नहीं मानता।"),
        Wording(
          "Register again: hearth register --replace. Where accounts are an issuer's, log in with a new token: hearth login --jwt.",
          "फिर से पंजीकरण करें: hearth register --replace। जहाँ खाते किसी और के हैं वहाँ नए टोकन से आएँ: hearth login --jwt।"),
      ]
    case .revoked:
      [
        Wording(
          """
          \(server) lets this device in no more: it was revoked, its token was replaced meanwhile or has expired, or the operator has suspended \
          the account.
          """,
          "\(server) इस उपकरण को अब नहीं आने देता: वह हटाया गया, उसका टोकन बदला गया या समाप्त हो गया, या संचालक ने खाता रोक दिया है।"),
        Wording(
          """
          If it was not you, look at hearth devices elsewhere. A device that is logged in can link this one again: hearth devices link. \
          An issuer's newer token goes on: hearth login --jwt.
          """,
          "अगर यह आपने नहीं किया, तो दूसरे उपकरण पर देखें: hearth devices। जो उपकरण चालू है वह इसे फिर जोड़ सकता है: hearth devices link। खाते किसी और के हों तो नए टोकन से: hearth login --jwt।"
        ),
      ]
    case .incompatible(let cause):
      [
        Wording("\(server) cannot be used: \(cause.words).", "\(server) काम में नहीं लिया जा सकता: \(cause.words)।"),
        Wording("Check that a Hearth server of this version answers at that address.", "जाँचें कि उस पते पर इसी संस्करण का Hearth सर्वर है।"),
      ]
    case .asked: [Wording("Interrupted.", "बीच में रोका गया।")]
    }
  }
}

extension Disconnection {
  /// Whether nobody who is trusted vouches for the server.
  fileprivate var isDistrust: Bool {
    switch self {
    case .unreachable(let cause), .protocolBroken(let cause): cause.contains(TLSFailure.authorityUnknown.description)
    case .closed, .refused, .lost, .silent: false
    }
  }

  /// The cause as part of a sentence.
  fileprivate var words: Wording {
    switch self {
    case .closed(let code): Wording("it closed the connection with code \(code)", "उसने संपर्क कोड \(code) के साथ बंद किया")
    case .refused(let status): Wording("it answered with HTTP status \(status)", "उसका जवाब HTTP \(status) था")
    // The sentence that it stands in has a stop of its own.
    case .protocolBroken(let cause), .unreachable(let cause):
      Wording(said: cause.printable.hasSuffix(".") ? String(cause.printable.dropLast()) : cause.printable)
    case .lost: Wording("the connection broke", "संपर्क टूट गया")
    case .silent: Wording("it is silent", "वह चुप है")
    }
  }
}

/// Runs something that reads what was typed.
func reading<Value>(_ body: () throws(ArgumentFlaw) -> Value) throws(ConsoleFailure) -> Value {
  do {
    return try body()
  } catch {
    throw ConsoleFailure(error)
  }
}
