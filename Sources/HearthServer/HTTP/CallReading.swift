import HTTPTypes
import HearthProtocol
import Room
import SwiftProtobuf

/// Why a call was refused, and with which status: by a code's own, unless HTTP has a better one.
struct CallRefusal: Error {
  var rejected: Rejected
  var status: HTTPResponse.Status

  init(_ rejected: Rejected, _ status: HTTPResponse.Status? = nil) {
    self.rejected = rejected
    self.status = status ?? rejected.httpStatus
  }

  /// A request that cannot be understood; the field is one of the message, of the head or of the query.
  static func malformed(_ field: String, _ cause: String, _ remedy: String, _ status: HTTPResponse.Status = .badRequest) -> CallRefusal {
    CallRefusal(.badRequest(.messageMalformed, field: field, cause: cause, remedy: remedy), status)
  }
}

/// Reads the message that a request is out of its path, its head and its text.
struct CallReading {
  private let route: CallRoute
  private let parts: [String]
  /// The message's text, in JSON.
  private let json: [UInt8]
  /// The body, where that is a file.
  let file: [UInt8]
  private let feed: FeedWish?
  private let limits: JSONLimits
  private let owner: String
  /// The command's id: the caller's, or a new one.
  private(set) var commandID: String
  private let isKeyGiven: Bool
  private let base: UInt64?
  /// The id of what is made, once it is known.
  private(set) var madeID = ""

  /// - Parameters:
  ///   - parts: what stands in the path for the route's names.
  ///   - owner: the identity, as text; empty: nobody is known yet.
  ///   - freshID: what a command is called whose caller has given it no id.
  init(_ call: Call, limits: JSONLimits, owner: String, freshID: String) throws(CallRefusal) {
    route = call.route
    parts = call.parts
    feed = call.feed
    self.limits = limits
    self.owner = owner
    switch call.route.input {
    case .nothing: json = Array("{}".utf8)
    case .body: json = call.collected.isEmpty ? Array("{}".utf8) : call.collected
    case .query where call.feed != nil: json = Array("{}".utf8)
    case .query(let flags), .file(let flags): json = try QueryText.json(call.query, flags: flags)
    }
    if case .file = call.route.input { file = call.collected } else { file = [] }
    isKeyGiven = call.key != nil
    commandID = call.key ?? freshID
    base = call.base
  }

  /// Reads the text as a message.
  func read<Body: Message>(_ type: Body.Type) throws(CallRefusal) -> Body {
    if let flaw = limits.flaw(in: json) { throw CallRefusal(.badRequest(.messageMalformed, cause: flaw)) }
    do throws(CodecError) {
      return try WireFormat.json.decode(type, from: json)
    } catch {
      throw CallRefusal(.badRequest(.messageMalformed, field: error.field, cause: error.cause))
    }
  }

  /// The subscription that a stream of events is.
  var subscribe: Subscribe { feed?.subscribe(to: part(0)) ?? Subscribe() }

  /// What stands in the path for one of its names; empty when it has fewer.
  func part(_ number: Int) -> String { number < parts.count ? parts[number] : "" }

  /// Puts what stands in the path into the message, whose text may leave it out.
  func put(_ number: Int, into field: inout String) throws(CallRefusal) {
    let part = part(number)
    guard field.isEmpty || field == part else {
      let name = number < route.names.count ? String(route.names[number]) : ""
      throw .malformed(name, "The body names another one than the path.", "Leave it out of the body, or name the same.")
    }
    field = part
  }

  /// Names what is made, unless the caller has.
  mutating func make(_ field: inout String) {
    if field.isEmpty { field = derivedID("") }
    madeID = field
  }

  /// An id that the same command of the same caller always gives (SPEC HT-05).
  func derivedID(_ field: String) -> String { CommandID(derivedFrom: ["hearth.call", owner, commandID, field]).description }

  /// Says which version a change is based on.
  func putBase(into field: inout UInt64) throws(CallRefusal) {
    guard let base = base ?? (field == 0 ? nil : field) else {
      throw .malformed(
        "If-Match", "The version that the change is based on is missing.", "Send If-Match with the ETag of what you have read.",
        .preconditionRequired)
    }
    guard field == 0 || field == base else {
      throw .malformed("If-Match", "The body names another version than If-Match.", "Name one of them.")
    }
    field = base
  }

  /// Reads a command whose id and group the request may say instead.
  mutating func readCommand() throws(CallRefusal) -> Command {
    var command = try read(Command.self)
    try put(0, into: &command.groupID)
    if command.id.isEmpty { command.id = commandID }
    guard !isKeyGiven || CommandID(command.id)?.description == commandID else {
      throw .malformed("Idempotency-Key", "The body has another id than Idempotency-Key.", "Leave one of them out.")
    }
    commandID = command.id
    return command
  }
}

/// The query of a target as the JSON of a message (RFC 3986 §3.4): `NAME=VALUE` with `&` between. A plus sign is one.
enum QueryText {
  /// - Parameters:
  ///   - query: without the question mark.
  ///   - flags: names whose value is true or false.
  static func json(_ query: Substring, flags: Set<String>) throws(CallRefusal) -> [UInt8] {
    var members: [String] = []
    for (name, value) in try pairs(query) {
      guard flags.contains(name) else {
        members.append("\(quoted(name)):\(quoted(value))")
        continue
      }
      guard value == "true" || value == "false" else {
        throw .malformed(name, "This is neither true nor false.", "Send true or false.")
      }
      members.append("\(quoted(name)):\(value)")
    }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  /// The names and values, in order, each name once.
  static func pairs(_ query: Substring) throws(CallRefusal) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var names: Set<String> = []
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(sides[0]), let value = decoded(sides.count > 1 ? sides[1] : "") else {
        throw .malformed("query", "The query is not UTF-8.", "Send UTF-8, with %XX for what is not allowed in a query.")
      }
      guard names.insert(name).inserted else {
        throw .malformed(name, "The query has this name twice.", "Send each name once.")
      }
      found.append((name, value))
    }
    return found
  }

  /// Without the escapes, which are whole: the head was checked.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{00}"..."\u{1F}": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
