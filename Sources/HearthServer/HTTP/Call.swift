import HTTPTypes
import HearthProtocol
import Room
import WebSocket

/// A request over HTTP that becomes one message, while it is under way. It lives with its connection, which has no
/// other.
struct Call {
  let route: CallRoute
  /// What stands in the path for the route's names.
  let parts: [String]
  /// Without the question mark.
  let query: Substring
  /// The command's id, if the caller has given one.
  let key: String?
  /// The version that the caller has seen.
  let base: UInt64?
  /// The tags of what the caller has; `*` stands for any.
  let known: Set<Substring>
  /// From where a stream of events is wanted; nil: the request is for none.
  let feed: FeedWish?
  /// The stream, from when the group is asked for its events.
  var events: Feed?
  /// Bytes of the body.
  let sizeBytes: Int
  /// Whether the client waits for 100 before it sends the body.
  let awaitsContinue: Bool
  /// What of the body has come.
  var collected: [UInt8] = []
  /// Whether it is known who calls, or need not be.
  var isKnown = false
  /// Whether it has become a message.
  var isAsked = false
  /// What the message is called, as far as it is a command.
  var commandID = ""
  /// Whether it is answered before its outcome is known: what comes of it later must find no other call.
  var isGivenUp = false
  /// The id of what the command makes.
  var madeID = ""
  /// What the command has made, from when it was accepted.
  var made: MadeThing?

  /// What has become a message is not kept.
  var hasWholeRequest: Bool { isAsked || collected.count == sizeBytes }

  private static let keyName = HTTPField.Name("Idempotency-Key")

  /// Reads what the head says beside the token.
  ///
  /// - Parameter bodyBytesMax: as of a message on a WebSocket (SPEC HS-05).
  init(_ head: RequestHead, _ route: CallRoute, _ parts: [Substring], query: Substring?, bodyBytesMax: Int) throws(CallRefusal) {
    self.route = route
    self.parts = parts.map(String.init)
    self.query = query ?? ""
    sizeBytes = head.bodyByteCount
    awaitsContinue = head.expectsContinue
    let fields = head.request.headerFields
    key = try Self.key(fields, route)
    base = try Self.base(fields, route)
    known = try Self.known(fields, route)
    if case .events = route.answer {
      feed = try FeedWish(fields, group: parts.first ?? "", query: query ?? "")
    } else {
      feed = nil
    }
    let bytesMax: Int
    switch route.input {
    case .nothing, .body:
      guard query == nil else {
        throw .malformed("query", "This request has no query.", "Leave it out; a token belongs in the field Authorization.")
      }
      bytesMax = bodyBytesMax
    case .query: bytesMax = bodyBytesMax
    case .file: bytesMax = ImportLimits.fileBytesMax
    }
    guard route.hasBody else {
      guard sizeBytes == 0 else { throw .malformed("", "This request has no body.", "Leave the body out.") }
      return
    }
    guard sizeBytes <= bytesMax else {
      throw .malformed("", "The body has more than \(bytesMax) bytes.", "Send less at once.", .contentTooLarge)
    }
    if case .file = route.input {
      guard !fields.contains(.contentEncoding) else {
        throw .malformed("Content-Encoding", "The file is packed.", "Send it as it is, without the field.", .unsupportedMediaType)
      }
      return
    }
    guard sizeBytes == 0 || Self.isJSON(fields) else {
      throw .malformed(
        "Content-Type", "The body is not said to be JSON.", "Send Content-Type: application/json, and no Content-Encoding.",
        .unsupportedMediaType)
    }
  }

  private static func only(_ name: HTTPField.Name?, _ fields: HTTPFields) throws(CallRefusal) -> String? {
    guard let name else { return nil }
    let values = fields[values: name]
    guard values.count < 2 else { throw .malformed(name.rawName, "The field is there twice.", "Send it once.") }
    return values.first
  }

  /// The quotes are those of a structured field (RFC 8941); they may be left out.
  private static func key(_ fields: HTTPFields, _ route: CallRoute) throws(CallRefusal) -> String? {
    // Who only reads may repeat it anyway.
    guard route.methods != [.get], let text = try only(keyName, fields) else { return nil }
    guard route.isCommand else {
      throw .malformed("Idempotency-Key", "Only commands have an id.", "Leave the field out.")
    }
    let id = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    guard let id = CommandID(id) else {
      throw .malformed("Idempotency-Key", "A command's id is a UUID.", "Send a UUID of your own for each command, and the same one again.")
    }
    // What is derived from it must not depend on how it is written.
    return id.description
  }

  private static func base(_ fields: HTTPFields, _ route: CallRoute) throws(CallRefusal) -> UInt64? {
    guard let text = try only(.ifMatch, fields) else { return nil }
    guard route.hasBase else {
      // RFC 9110 §13.1.1: what asks for a condition must not be done without.
      throw .malformed("If-Match", "What this request changes has no versions.", "Leave the field out.")
    }
    let tag = asSent(text[...])
    let digits = tag.dropFirst().dropLast()
    guard tag.utf8.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\""), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let base = UInt64(digits), base > 0
    else { throw .malformed("If-Match", "This is no ETag of this server.", "Send the one ETag of what you have read, as it was.") }
    return base
  }

  /// RFC 9110 §13.1.2: tags are compared weakly.
  private static func known(_ fields: HTTPFields, _ route: CallRoute) throws(CallRefusal) -> Set<Substring> {
    guard fields.contains(.ifNoneMatch) else { return [] }
    guard route.methods == [.get] else {
      throw .malformed("If-None-Match", "This request is done whether there is something or not.", "Leave the field out.")
    }
    let tags = fields[values: .ifNoneMatch].flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }
    return Set(tags.map(asSent))
  }

  /// A tag without what proxies make of it that compress: nginx and haproxy make it weak, Apache and Caddy name the
  /// coding in it, and none of them turns it back.
  private static func asSent(_ tag: Substring) -> Substring {
    let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    for coding in ["gzip", "br", "zstd", "deflate"] where strong.hasSuffix("-\(coding)\"") {
      return strong.dropLast(coding.utf8.count + 2) + "\""
    }
    return strong
  }

  /// RFC 8259 §11 knows no parameters; a charset that is the right one is let pass.
  private static func isJSON(_ fields: HTTPFields) -> Bool {
    guard fields[values: .contentType].count == 1, let value = fields[.contentType], !fields.contains(.contentEncoding) else {
      return false
    }
    let parts = value.lowercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    guard parts.first == "application/json" else { return false }
    return parts.count == 1 || parts.dropFirst() == ["charset=utf-8"] || parts.dropFirst() == ["charset=\"utf-8\""]
  }
}
