import HTTPTypes
import HearthProtocol
import Ledger
import Room
import SwiftProtobuf

/// The response to a call: the answer that a WebSocket would get, as JSON (SPEC HT-03).
struct CallAnswer {
  private(set) var http: HTTPAnswer
  /// Whether nothing of the body changes without the tag.
  private var isWholeVersioned = false

  /// - Parameter call: nil when the request did not come that far.
  init(_ message: ServerMessage, to call: Call?) {
    if let made = call?.made {
      http = Self.answer(made, message.body, to: call)
      return
    }
    let isElement = if case .element = call?.route.answer { true } else { false }
    switch message.body {
    case .accepted(let accepted):
      http = .message(accepted.pending ? .accepted : .ok, accepted, version: Self.version(accepted, call))
    case .rejected(let rejected): http = .problem(CallRefusal(Self.asSent(rejected, call), Self.missing(rejected, call)))
    case .registered(let registered): http = .message(.created, registered)
    case .invitePreview(let preview): http = .message(.ok, preview)
    case .groups(let groups): http = .message(.ok, groups)
    case .history(let history): http = .message(.ok, history)
    case .settlement(let settlement): http = .message(.ok, settlement)
    case .impact(let impact): http = .message(.ok, impact)
    case .dashboard(let dashboard): http = .message(.ok, dashboard)
    case .paymentLink(let link): http = .message(.ok, link)
    case .plannedImport(let plan): http = .message(.ok, plan)
    case .entries(let entries):
      if isElement, let entry = entries.entries.first {
        http = .message(.ok, entry, version: entry.version)
        // How it stands changes without a version.
        isWholeVersioned = !entry.hasStanding
      } else {
        http = .message(.ok, entries)
      }
    case .devices(let devices): http = .message(.ok, devices)
    case .deviceRevoked(let revoked): http = .message(.ok, revoked)
    case .tokenRotated(let rotated): http = .message(.created, rotated)
    case .linkCode(let code): http = .message(.created, code)
    case .groupTokenCreated(let created): http = .message(.created, created)
    case .groupTokens(let tokens): http = .message(.ok, tokens)
    case .groupTokenRevoked(let revoked): http = .message(.ok, revoked)
    case .groupContents(let contents):
      http = isElement ? Self.element(of: contents) : .message(.ok, contents)
    // Nothing of this answers a call.
    case .welcome, .subscribed, .unsubscribed, .snapshotPart, .laneEvents, .presenceChanged, .subscriptionEnded, .headTold, .draftChanged,
      nil:
      http = .problem(CallRefusal(.unavailable()))
    }
  }

  /// Leaves out what the caller has (RFC 9110 §15.4.5).
  mutating func omit(_ known: Set<Substring>) {
    guard isWholeVersioned, http.response.status == .ok, let tag = http[.eTag], known.contains(tag[...]) || known.contains("*")
    else { return }
    http.omitBody()
  }

  /// - Parameter read: how the thing stands; nil, or anything else: that is not known.
  private static func answer(_ made: MadeThing, _ read: ServerMessage.OneOf_Body?, to call: Call?) -> HTTPAnswer {
    let created = made.created(read)
    // What was accepted before may have been changed since.
    let version = created.version > 0 || made.accepted.duplicate ? created.version : version(made.accepted, call)
    var answer = HTTPAnswer.message(.created, created, version: version)
    answer[.location] = made.location
    return answer
  }

  private static func version(_ accepted: Accepted, _ call: Call?) -> UInt64 {
    call?.route.isVersioned == true && accepted.lane == Lane.shared.name ? accepted.position : 0
  }

  private static func element(of contents: GroupContents) -> HTTPAnswer {
    if let member = contents.members.first {
      return .message(.ok, member)
    } else if let category = contents.categories.first {
      return .message(.ok, category)
    } else if let budget = contents.budgets.first {
      return .message(.ok, budget)
    } else if let rule = contents.recurring.first {
      return .message(.ok, rule, version: rule.version)
    } else if let festival = contents.festivals.first {
      return .message(.ok, festival)
    } else if let invite = contents.invites.first {
      return .message(.ok, invite)
    } else if let webhook = contents.webhooks.first {
      return .message(.ok, webhook)
    } else if let minor = contents.minors.first {
      return .message(.ok, minor)
    } else if let account = contents.accounts.first {
      return .message(.ok, account)
    } else {
      return .message(.ok, contents)
    }
  }

  /// The refusal with its field named as the caller sent it (SPEC ER-07): a path says which message it is, so the
  /// message's own name, which begins the path of a field on a WebSocket, stands nowhere in the request.
  private static func asSent(_ rejected: Rejected, _ call: Call?) -> Rejected {
    guard let call, let end = rejected.field.firstIndex(of: ".") else { return rejected }
    let first = FieldPath.json(String(rejected.field[..<end]))
    guard first.prefix(1).uppercased() + first.dropFirst() == call.route.messageName else { return rejected }
    var named = rejected
    named.field = String(rejected.field[rejected.field.index(after: end)...])
    return named
  }

  /// A member named by the path is not found; one named by the body is wrong there.
  private static func missing(_ rejected: Rejected, _ call: Call?) -> HTTPResponse.Status? {
    let isThing = [RejectionCode.unknownMember, .unknownCategory].contains { $0.rawValue == rejected.code }
    guard isThing, let name = call?.route.names.last, rejected.field.split(separator: ".").last == name else { return nil }
    return .notFound
  }
}
