import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Testing

/// A server that is called over HTTP, with a group of Asha's in which Ravi is an adult and Dadi a viewer; Mira is a
/// stranger. All of them have a WebSocket too.
final class CallServer {
  let server: TestServer
  let group: String
  let asha: WireClient
  let ravi: WireClient
  let dadi: WireClient
  let mira: WireClient
  /// Of Asha, Ravi and Dadi, as members.
  let members: [String]

  init(_ store: any EventStore & Directory = InMemoryStore(), change: (inout ServerConfiguration) -> Void = { _ in }) throws {
    server = try TestServer(store, change: change)
    let group = Fresh.id()
    self.group = group
    asha = try server.register("Asha")
    ravi = try server.register("Ravi")
    dadi = try server.register("Dadi")
    mira = try server.register("Mira")
    members = [Fresh.id(), Fresh.id(), Fresh.id()]
    _ = try asha.accepted(.createGroup(group, member: members[0]))
    for (person, role, member) in [(ravi, Role.adult, members[1]), (dadi, .viewer, members[2])] {
      let code = try asha.accepted(.createInvite(group, role)).inviteCode
      _ = try person.accepted(.join(code, member: member))
    }
  }

  /// The group's own path with more behind it.
  func path(_ rest: String = "") -> String { "/v1/groups/\(group)\(rest)" }

  /// Sends one request and reads everything up to the end.
  ///
  /// - Parameters:
  ///   - path: behind the group's own, unless it begins with `/v1`.
  ///   - body: JSON; nil: no body and no length.
  ///   - more: further lines of the head.
  func call(
    _ method: String, _ path: String, by client: WireClient?, _ body: String? = nil, _ more: String = "", type: String? = "application/json"
  ) throws -> Answer {
    let lines = (body == nil ? nil : type).map { "Content-Type: \($0)\r\n" } ?? ""
    return try send(request(method, path, by: client, body, lines + more))
  }

  /// The bytes of a request; see `call`.
  func request(_ method: String, _ path: String, by client: WireClient?, _ body: String?, _ lines: String) -> String {
    AttachmentServer.head(
      method, path.hasPrefix("/v1") ? path : self.path(path), token: client?.token, length: body?.utf8.count, lines) + (body ?? "")
  }

  func send(_ request: String) throws -> Answer {
    let socket = try BlockingSocket(server.address)
    socket.send(request)
    return try Answer(socket)
  }

  /// The body of an expense of Asha's.
  static func expense(_ minor: Int, _ description: String = "Vegetables", id: String? = nil) -> String {
    let id = id.map { "\"entryId\":\"\($0)\"," } ?? ""
    return #"{\#(id)"content":{"kind":"ENTRY_KIND_EXPENSE","amount":{"minor":\#(minor),"currency":"INR"},"description":"\#(description)"}}"#
  }

  static let budget =
    #"{"content":{"name":"Food","period":"BUDGET_PERIOD_MONTHLY","limit":{"minor":1000000,"currency":"INR"},"categories":["groceries"]}}"#
}

extension Answer {
  /// The body as a JSON object; empty when it is none.
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }

  /// A text of the body's object.
  subscript(name: String) -> String? { json[name] as? String }

  /// The list of objects of this name.
  func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }

  /// The last segment of Location.
  var madeID: String { fields["location"]?.split(separator: "/").last.map(String.init) ?? "" }

  /// A problem's status, code and field, in one.
  var problem: String { "\(status) \(self["code"] ?? "-") \(self["field"] ?? "")" }
}
