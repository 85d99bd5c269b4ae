import EventStore
import Foundation
import HearthProtocol
import Room
import Testing
import Transport

@testable import HearthServer
@testable import HearthServerTests
@testable import LedgerTests

/// A server whose groups are households of the ledger's tests, each with the whole history that led to it.
final class HouseholdServer {
  private let store = InMemoryStore()
  private let server: TestServer
  /// Owner, admin, adult, viewer and minor, in this order.
  private let people: [WireClient]
  /// Histories that are in a group already in which nothing else has happened.
  private var untouched: [[UInt8]: GroupID] = [:]

  /// - Parameter format: what is spoken on the WebSockets.
  init(_ format: WireFormat) throws {
    let server = try TestServer(store, now: Household.noon) {
      $0.webhooks = ScriptedSender().configuration
      $0.notices = NoticeConfiguration(program: "/bin/true")
    }
    self.server = server
    people = try MatrixTests.roles.map { try server.register($0.text, format) }
  }

  /// The connection of the person with this number, 1 to 5.
  func person(_ number: UInt64) -> WireClient { people[Int(number) - 1] }

  /// Whether a member has done something in the group since it was made; what falls due the server books by itself.
  func hasChanged(_ group: GroupID, _ household: Household) throws -> Bool {
    let events = try store.read(group, after: GroupSequence(UInt64(household.log.count)), limit: .max)
    return try events.contains { try !Event(serializedBytes: $0.bytes).memberID.isEmpty }
  }

  // MARK: Groups

  /// A group with the household's history.
  func newGroup(_ household: Household) throws -> GroupID { try newGroup(holding: bytes(of: household), household) }

  /// A group with the household's history, the same one as before: for what changes nothing.
  func group(_ household: Household) throws -> GroupID {
    let log = try bytes(of: household)
    let key = log.flatMap(\.self)
    if let known = untouched[key] { return known }
    let group = try newGroup(holding: log, household)
    untouched[key] = group
    return group
  }

  /// The household's events as they would be stored.
  private func bytes(of household: Household) throws -> [[UInt8]] {
    try household.log.enumerated().map { index, stored in
      var event = stored.event
      event.salt = Data(repeating: 7, count: 16)
      if !event.memberID.isEmpty { event.commandID = CommandID(high: 0x9100, low: UInt64(index)).description }
      return try event.serializedBytes()
    }
  }

  private func newGroup(holding log: [[UInt8]], _ household: Household) throws -> GroupID {
    let group = try #require(GroupID(Fresh.id()))
    let identities = try people.map { try #require(IdentityID($0.identity)) }
    // A holder is tied to one identity in one group, and stands in 16 bytes.
    let holders = (identities.indices).map { place in
      (Household.holder(UInt64(place) + 1).bytes, HolderID(identity: identities[place], group: group).bytes)
    }
    var heads: [Lane: (position: LanePosition, hash: LaneHash)] = [:]
    var sequence = GroupSequence.start
    let events = zip(household.log, log).map { stored, bytes in
      let bytes = holders.reduce(bytes) { $0.replacing($1.0, with: $1.1) }
      let head = heads[stored.lane] ?? (.start, LaneHash.genesis(group: group, lane: stored.lane))
      let next = (position: head.position.next, hash: head.hash.next(stored: bytes))
      heads[stored.lane] = next
      sequence = sequence.next
      return StoredEvent(sequence: sequence, lane: stored.lane, position: next.position, bytes: bytes, hash: next.hash)
    }
    let batch = AppendBatch(
      group: group, expected: .start, events: events, projections: identities.map { .membership(identity: $0, group: group) })
    for result in store.append([batch]) { try result.get() }
    return group
  }

  // MARK: Doors

  /// Sends a command over the WebSocket.
  ///
  /// - Returns: nil when it was accepted.
  func send(_ body: Command.OneOf_Body, to group: GroupID, by number: UInt64) throws -> Rejected? {
    try outcome(person(number).ask(.command(.make(group.description, body))))
  }

  /// Asks something over the WebSocket.
  ///
  /// - Returns: nil when it was answered.
  func ask(_ question: ClientMessage.OneOf_Body, by number: UInt64) throws -> Rejected? { try outcome(person(number).ask(question)) }

  private func outcome(_ answer: ServerMessage) throws -> Rejected? {
    if case .rejected(let rejected) = answer.body { return rejected }
    guard answer.body != nil else { throw Unexpected("\(answer)") }
    return nil
  }

  /// The lanes that somebody who follows the group is sent.
  func followed(_ group: GroupID, by number: UInt64) throws -> Set<String> {
    let lanes = try person(number).follow(group.description).heads.keys
    _ = try person(number).ask(.unsubscribe(.with { $0.groupID = group.description }))
    return Set(lanes)
  }

  /// Sends a request over HTTP.
  ///
  /// - Returns: nil when the answer is a success.
  func call(_ request: CallRequest, in group: GroupID, by number: UInt64) throws -> Rejected? {
    let socket = try BlockingSocket(server.address)
    let path = request.path.replacing("{group_id}", with: group.description)
    let type = request.json == nil ? "" : "Content-Type: application/json\r\n"
    socket.send(
      AttachmentServer.head(
        request.method, path, token: person(number).token, length: request.json?.utf8.count, type + request.fields) + (request.json ?? ""))
    let answer = try Answer(socket)
    guard !(200...201).contains(answer.status) else { return nil }
    guard let rejected = answer.rejected else { throw Unexpected("\(request): \(answer.status)") }
    return rejected
  }
}

/// A request over HTTP that is about a group.
struct CallRequest {
  var method: String
  /// With `{group_id}` in it.
  var path: String
  var fields = ""
  /// The body; nil: there is none.
  var json: String?

  /// All requests that are this command, by the table of calls.
  static func all(_ body: Command.OneOf_Body) throws -> [CallRequest] {
    let json = try Command.with { $0.body = body }.jsonUTF8Data()
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])
    let (kind, fields) = try #require(object.first)
    let requests = try CallTable.routes.filter { $0.isCommand && $0.messageName.lowercased() == kind.lowercased() }
      .compactMap { try CallRequest($0, fields) }
    guard !requests.isEmpty else { throw Unexpected("no call is \(kind)") }
    return requests
  }

  /// Nil when the path names something that the command does not.
  private init?(_ route: CallRoute, _ named: [String: Any]) throws {
    var named = named
    (method, path) = (route.methods[0].rawValue, route.path)
    for name in route.names where name != "group_id" {
      let field = Self.fieldName(name)
      let content = named["content"] as? [String: Any]
      guard let value = named[field] as? String ?? content?[field] as? String else { return nil }
      path = path.replacing("{\(name)}", with: value)
      named[field] = nil
    }
    if route.hasBase {
      guard let version = named.removeValue(forKey: "baseVersion") else { return nil }
      fields = "If-Match: \"\(version)\"\r\n"
    }
    switch route.input {
    case .nothing: guard named.isEmpty else { throw Unexpected("\(path) cannot say \(named)") }
    case .body: json = String(decoding: try JSONSerialization.data(withJSONObject: named, options: .sortedKeys), as: UTF8.self)
    case .query:
      let query = named.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value is Bool ? "true" : "\($0.value)")" }
      if !query.isEmpty { path += "?" + query.joined(separator: "&") }
    case .file: throw Unexpected("\(path) takes a file")
    }
  }

  init(reading path: String) { (method, self.path) = ("GET", path) }

  /// "minorId" of "minor_id".
  private static func fieldName(_ name: Substring) -> String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}
