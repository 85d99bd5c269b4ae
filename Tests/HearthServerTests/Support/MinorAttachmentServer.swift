import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Support

/// A family with a server that keeps receipts' files: Asha owns the group, Mira looks after Riya, who is a minor; Ravi
/// is an adult, Dev an admin, Dadi a viewer and Kabir a minor, who have nothing to do with her.
///
/// Every run of it is the same but for its commands' ids, tokens and ports.
final class MinorAttachmentServer {
  let folder: TemporaryFolder
  let attachments: AttachmentFolder
  let store: InMemoryStore
  private(set) var server: TestServer
  let group = "01900000-0000-7000-8000-0000000000f0"
  private(set) var people: [String: WireClient] = [:]
  private(set) var tokens: [String: String] = [:]

  static let roles: [(name: String, role: Role)] = [
    ("Mira", .adult), ("Ravi", .adult), ("Dev", .admin), ("Dadi", .viewer), ("Riya", .minor), ("Kabir", .minor),
  ]
  /// Those who learn nothing of Riya.
  static let outsiders = ["Ravi", "Dev", "Dadi", "Kabir"]

  init(quota: AttachmentFolder.Quota = .init(), change: (inout ServerConfiguration) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    attachments = AttachmentFolder(dataFolder: folder.path, quota: quota)
    try attachments.prepare()
    store = InMemoryStore()
    server = try TestServer(store, attachments: attachments, change: change)
    let asha = try server.register("Asha")
    people["Asha"] = asha
    _ = try asha.accepted(.createGroup(group, member: Self.member("Asha")))
    for (name, role) in Self.roles {
      let person = try server.register(name)
      people[name] = person
      let code = try asha.accepted(.createInvite(group, role)).inviteCode
      _ = try person.accepted(.join(code, member: Self.member(name), as: name))
    }
    tokens = people.mapValues(\.token)
    _ = try person("Asha").accepted(.make(group, guardian("Mira")))
  }

  static func member(_ name: String) -> String {
    let names = ["Asha"] + roles.map(\.name)
    return "01900000-0000-7000-8000-0000000000a\(names.firstIndex(of: name) ?? 9)"
  }

  func person(_ name: String) throws -> WireClient {
    guard let person = people[name] else { throw Unexpected("nobody is called \(name)") }
    return person
  }

  func guardian(_ name: String, isRemoved: Bool = false) -> Command.OneOf_Body {
    .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (Self.member("Riya"), Self.member(name), isRemoved) })
  }

  /// What Riya has spent, with receipts of these files.
  func spending(_ contents: [[UInt8]], id: String = "01900000-0000-7000-8000-0000000000e1") -> Command.OneOf_Body {
    .setSpending(
      .with {
        ($0.minorID, $0.spendingID) = (Self.member("Riya"), id)
        ($0.content.description_p, $0.content.amount.minor, $0.content.amount.currency) = ("Samosa", 12_000, "INR")
        $0.content.receipts = contents.map(Self.receipt)
      })
  }

  static func receipt(_ content: [UInt8]) -> Receipt {
    .with {
      $0.sha256 = .init(ContentHash(of: content).bytes)
      ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", UInt64(content.count), "bill.jpg")
    }
  }

  func send(_ body: Command.OneOf_Body, by name: String) throws { _ = try person(name).accepted(.make(group, body)) }

  /// Where a file is: of Riya's lane, of another minor's, or of the group.
  func path(_ content: [UInt8], of minor: String? = "Riya") -> String {
    let lane = minor.map { "/minors/\(Self.member($0))" } ?? ""
    return "/v1/groups/\(group)\(lane)/attachments/\(ContentHash(of: content))"
  }

  func ask(_ method: String, _ path: String, by name: String, _ body: [UInt8]? = nil) throws -> Answer {
    let socket = try BlockingSocket(server.address)
    socket.send(
      Array(AttachmentServer.head(method, path, token: tokens[name], length: body?.count).utf8) + (body ?? []))
    return try Answer(socket)
  }

  func put(_ content: [UInt8], by name: String, of minor: String? = "Riya") throws -> Answer {
    try ask("PUT", path(content, of: minor), by: name, content)
  }

  func get(_ content: [UInt8], by name: String, of minor: String? = "Riya") throws -> Answer {
    try ask("GET", path(content, of: minor), by: name)
  }

  /// Ends the server and begins another on what it has stored.
  func restart() throws {
    server.stop()
    server = try TestServer(store, attachments: AttachmentFolder(dataFolder: folder.path))
    for (name, token) in tokens { people[name] = try server.logIn(token) }
  }

  /// What lies in the folder, what is arriving included.
  func files() -> [String] {
    let root = folder.path + "/attachments"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter {
      (try? FileManager.default.attributesOfItem(atPath: root + "/" + $0)[.type] as? FileAttributeType) == .typeRegular
    }.sorted()
  }
}
