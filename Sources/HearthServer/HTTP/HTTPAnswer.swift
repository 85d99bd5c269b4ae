import HTTPTypes
import HearthProtocol
import SwiftProtobuf
import WebSocket

/// A response and what follows it. Every answer that ends its connection is built here; only the grant of a WebSocket
/// is not (`UpgradeGrant`).
struct HTTPAnswer {
  private(set) var response: HTTPResponse
  private(set) var body: [UInt8]
  /// Bytes of the body; nil: none is told.
  private var lengthBytes: Int?
  /// Whether the head is as it is sent.
  private var isComplete = false
  /// Whether the connection may ask for more.
  private var keepsConnection = false

  /// - Parameters:
  ///   - type: of the body; nil for none.
  ///   - sizeBytes: of a body that follows in pieces; otherwise the body's.
  init(_ status: HTTPResponse.Status, type: String? = nil, body: [UInt8] = [], sizeBytes: Int? = nil) {
    response = HTTPResponse(status: status)
    self.body = body
    lengthBytes = sizeBytes ?? body.count
    response.headerFields[.contentType] = type
  }

  /// The head as it is sent: what is the same of every answer comes last.
  var head: HTTPResponse {
    var head = response
    guard !isComplete else { return head }
    // SPEC HT-02: a call is the last of its connection.
    if !keepsConnection { head.headerFields[.connection] = "close" }
    if let lengthBytes { head.headerFields[.contentLength] = String(lengthBytes) }
    return head
  }

  /// The answer to a head that cannot be read, or to an upgrade that cannot be granted.
  ///
  /// - Parameter isExplained: whether a problem says why and what helps.
  init(_ rejection: HeadRejection, isExplained: Bool) {
    response = rejection.response
    body = []
    isComplete = true
    guard isExplained else { return }
    let problem = HTTPAnswer.problem(CallRefusal(rejection.problem, rejection.status))
    body = problem.body
    for field in problem.response.headerFields { response.headerFields[field.name] = field.value }
    response.headerFields[.contentLength] = String(body.count)
  }

  /// A line for a program that looks whether the server is well. A cache that kept it would say so for too long: some
  /// keep what does not say otherwise (RFC 9111 §4.2.2).
  static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPAnswer {
    var answer = HTTPAnswer(status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    answer[.cacheControl] = "no-store"
    return answer
  }

  /// A message as JSON (SPEC HT-03).
  ///
  /// - Parameter version: what `ETag` names; 0: the message has no version.
  static func message(_ status: HTTPResponse.Status, _ message: some Message, version: UInt64 = 0) -> HTTPAnswer {
    var answer = json(status, message, type: "application/json")
    if version > 0 { answer[.eTag] = "\"\(version)\"" }
    return answer
  }

  /// A refusal as a problem (RFC 9457): the members are those of `rejected`.
  static func problem(_ refusal: CallRefusal) -> HTTPAnswer {
    var answer = json(refusal.status, refusal.rejected, type: "application/problem+json")
    let wait = refusal.rejected.retryAfterMs
    if wait > 0 { answer.retry(afterSeconds: (UInt64(wait) + 999) / 1_000) }
    if refusal.status == .unauthorized { answer.askForToken() }
    return answer
  }

  /// The head of a receipt's file, whose bytes follow in pieces (SPEC AT-05).
  ///
  /// - Parameter beginning: the first of its bytes, which say what it is.
  static func file(_ hash: ContentHash, sizeBytes: Int, beginning: [UInt8]) -> HTTPAnswer {
    var answer = HTTPAnswer(.ok, type: ContentType.of(beginning), sizeBytes: sizeBytes)
    answer[.contentDisposition] = "attachment"
    answer[.xContentTypeOptions] = "nosniff"
    // The name says what it is: it never changes, and nobody but the member keeps it.
    answer[.cacheControl] = "private, max-age=31536000, immutable"
    answer[.eTag] = "\"\(hash)\""
    return answer
  }

  /// The head of a stream of events, which has no end but that of its connection (SPEC HT-11).
  static var events: HTTPAnswer {
    var answer = HTTPAnswer(.ok, type: "text/event-stream")
    answer.lengthBytes = nil
    answer[.cacheControl] = "no-store"
    answer[.xContentTypeOptions] = "nosniff"
    // What nginx reads: it would otherwise keep the events until it has many.
    if let name = HTTPField.Name("X-Accel-Buffering") { answer[name] = "no" }
    return answer
  }

  subscript(name: HTTPField.Name) -> String? {
    get { response.headerFields[name] }
    set { response.headerFields[name] = newValue }
  }

  /// Says when to come back.
  mutating func retry(afterSeconds seconds: UInt64) { self[.retryAfter] = String(seconds) }

  /// Says that a token is wanted (RFC 6750 §3).
  mutating func askForToken() { self[.wwwAuthenticate] = "Bearer" }

  /// The same, and the connection stays.
  var keepingConnection: HTTPAnswer {
    var answer = self
    answer.keepsConnection = true
    return answer
  }

  /// The head alone: it tells the body's length.
  var withoutBody: HTTPAnswer {
    var answer = self
    answer.body = []
    return answer
  }

  /// Lets a page of another web origin read the answer (Fetch standard, section 3.3).
  mutating func permit(_ webOrigin: String) {
    self[.accessControlAllowOrigin] = webOrigin
    self[.accessControlExposeHeaders] = "ETag, Location, Retry-After"
    self[.vary] = self[.vary].map { "\($0), Origin" } ?? "Origin"
  }

  /// What a browser is told that asks what a page of another web origin may send (Fetch standard, section 3.2.2).
  static var preflight: HTTPAnswer {
    var answer = HTTPAnswer(.noContent)
    answer.lengthBytes = nil
    answer[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE"
    answer[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
    answer[.accessControlMaxAge] = "600"
    return answer
  }

  /// Leaves out what the caller has already (RFC 9110 §15.4.5).
  mutating func omitBody() {
    response.status = .notModified
    self[.contentType] = nil
    lengthBytes = nil
    body = []
  }

  private static func json<Body: Message>(_ status: HTTPResponse.Status, _ message: Body, type: String) -> HTTPAnswer {
    let written = (try? WireFormat.json.encode(message)) ?? Array("{}".utf8)
    var answer = HTTPAnswer(status, type: type, body: ZeroAmounts.filled(written, of: Body.protoMessageName))
    answer[.cacheControl] = "no-store"
    answer[.xContentTypeOptions] = "nosniff"
    return answer
  }
}
