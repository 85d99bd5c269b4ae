import HTTPTypes
import HearthProtocol
import Ledger
import Room
import SwiftProtobuf

/// The response to a call: the answer that a WebSocket would get, as JSON (SPEC HT-03).
struct CallAnswer {
  private(set) var response: HTTPResponse
  private(set) var body: [UInt8] = []
  /// Whether nothing of the body changes without the tag.
  private var isWholeVersioned = false

  /// - Parameter call: nil when the request did not come that far.
  init(_ message: ServerMessage, to call: Call?) {
    let isElement = if case .element = call?.route.answer { true } else { false }
    switch message.body {
    case .accepted(let accepted): self.init(accepted, to: call)
    case .rejected(let rejected): self.init(CallRefusal(rejected, Self.missing(rejected, call)))
    case .registered(let registered): self.init(.created, registered)
    case .invitePreview(let preview): self.init(.ok, preview)
    case .groups(let groups): self.init(.ok, groups)
    case .history(let history): self.init(.ok, history)
    case .settlement(let settlement): self.init(.ok, settlement)
    case .impact(let impact): self.init(.ok, impact)
    case .dashboard(let dashboard): self.init(.ok, dashboard)
    case .entries(let entries):
      if isElement, let entry = entries.entries.first {
        self.init(.ok, entry, version: entry.version)
        // How it stands changes without a version.
        isWholeVersioned = !entry.hasStanding
      } else {
        self.init(.ok, entries)
      }
    case .devices(let devices): self.init(.ok, devices)
    case .deviceRevoked(let revoked): self.init(.ok, revoked)
    case .tokenRotated(let rotated): self.init(.created, rotated)
    case .linkCode(let code): self.init(.created, code)
    case .groupContents(let contents):
      if isElement { self.init(elementOf: contents) } else { self.init(.ok, contents) }
    // Nothing of this answers a call.
    case .welcome, .subscribed, .unsubscribed, .snapshotPart, .laneEvents, .presenceChanged, .subscriptionEnded, .headTold, nil:
      self.init(CallRefusal(.unavailable()))
    }
  }

  /// Leaves out what the caller has (RFC 9110 §15.4.5).
  mutating func omit(_ known: Set<Substring>) {
    guard isWholeVersioned, response.status == .ok, let tag = response.headerFields[.eTag], known.contains(tag[...]) || known.contains("*")
    else { return }
    response.status = .notModified
    response.headerFields[.contentType] = nil
    response.headerFields[.contentLength] = nil
    body = []
  }

  /// A refusal as a problem (RFC 9457): the members are those of `rejected`.
  init(_ refusal: CallRefusal) {
    self.init(refusal.status, refusal.rejected, type: "application/problem+json")
    let wait = refusal.rejected.retryAfterMs
    if wait > 0 { response.headerFields[.retryAfter] = String((UInt64(wait) + 999) / 1_000) }
    if refusal.status == .unauthorized { response.headerFields[.wwwAuthenticate] = "Bearer" }
  }

  private init(_ accepted: Accepted, to call: Call?) {
    // Of whoever only asked to join nothing is made yet.
    guard case .created(let collection?) = call?.route.answer, !accepted.pending else {
      self.init(accepted.pending ? .accepted : .ok, accepted, version: Self.version(accepted, call))
      return
    }
    self.init(.created, accepted, version: Self.version(accepted, call))
    let place = collection.isEmpty ? "" : "/\(collection)/\(call?.madeID ?? "")"
    response.headerFields[.location] = "/v1/groups/\(accepted.groupID)\(place)"
  }

  private static func version(_ accepted: Accepted, _ call: Call?) -> UInt64 {
    call?.route.isVersioned == true && accepted.lane == Lane.shared.name ? accepted.position : 0
  }

  private init(elementOf contents: GroupContents) {
    if let member = contents.members.first {
      self.init(.ok, member)
    } else if let category = contents.categories.first {
      self.init(.ok, category)
    } else if let budget = contents.budgets.first {
      self.init(.ok, budget)
    } else if let rule = contents.recurring.first {
      self.init(.ok, rule, version: rule.version)
    } else if let festival = contents.festivals.first {
      self.init(.ok, festival)
    } else if let invite = contents.invites.first {
      self.init(.ok, invite)
    } else {
      self.init(.ok, contents)
    }
  }

  private init(_ status: HTTPResponse.Status, _ message: some Message, version: UInt64 = 0, type: String = "application/json") {
    response = HTTPResponse(status: status)
    body = (try? WireFormat.json.encode(message)) ?? Array("{}".utf8)
    response.headerFields[.contentType] = type
    response.headerFields[.contentLength] = String(body.count)
    response.headerFields[.cacheControl] = "no-store"
    response.headerFields[.xContentTypeOptions] = "nosniff"
    if version > 0 { response.headerFields[.eTag] = "\"\(version)\"" }
    // SPEC HT-02: a connection has one request.
    response.headerFields[.connection] = "close"
  }

  /// A member named by the path is not found; one named by the body is wrong there.
  private static func missing(_ rejected: Rejected, _ call: Call?) -> HTTPResponse.Status? {
    let isThing = [RejectionCode.unknownMember, .unknownCategory].contains { $0.rawValue == rejected.code }
    guard isThing, let name = call?.route.names.last, rejected.field.split(separator: ".").last == name else { return nil }
    return .notFound
  }
}
