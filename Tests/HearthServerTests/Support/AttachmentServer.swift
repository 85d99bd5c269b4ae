import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Support
import Testing

/// A server that keeps receipts' files in a folder of its own, with a group of Asha's in which Ravi is an adult, Dadi a
/// viewer; Mira is a stranger.
final class AttachmentServer {
  let folder: TemporaryFolder
  let attachments: AttachmentFolder
  let server: TestServer
  let group: String
  let asha: WireClient
  let ravi: WireClient
  let dadi: WireClient
  let mira: WireClient

  init(
    _ store: InMemoryStore = InMemoryStore(), quota: AttachmentFolder.Quota = .init(),
    change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    attachments = AttachmentFolder(dataFolder: folder.path, quota: quota)
    try attachments.prepare()
    server = try TestServer(store, attachments: attachments) { configuration in
      configuration.attachmentMilliseconds = 600_000
      change(&configuration)
    }
    let group = Fresh.id()
    self.group = group
    asha = try server.register("Asha")
    ravi = try server.register("Ravi")
    dadi = try server.register("Dadi")
    mira = try server.register("Mira")
    _ = try asha.accepted(.createGroup(group))
    for (person, role) in [(ravi, Role.adult), (dadi, .viewer)] {
      let code = try asha.accepted(.createInvite(group, role)).inviteCode
      _ = try person.accepted(.join(code))
    }
  }

  func path(_ content: [UInt8], group: String? = nil) -> String {
    "/v1/groups/\(group ?? self.group)/attachments/\(ContentHash(of: content))"
  }

  /// Sends a head and a body and reads everything up to the end.
  func ask(_ head: String, _ body: [UInt8] = []) throws -> Answer {
    let socket = try BlockingSocket(server.address)
    socket.send(Array(head.utf8) + body)
    return try Answer(socket)
  }

  static func head(_ method: String, _ path: String, token: String?, length: Int? = nil, _ more: String = "") -> String {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if let length { head += "Content-Length: \(length)\r\n" }
    return head + more + "\r\n"
  }

  func put(_ content: [UInt8], by client: WireClient?, path: String? = nil) throws -> Answer {
    try ask(Self.head("PUT", path ?? self.path(content), token: client?.token, length: content.count), content)
  }

  func get(_ content: [UInt8], by client: WireClient?, path: String? = nil) throws -> Answer {
    try ask(Self.head("GET", path ?? self.path(content), token: client?.token))
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

/// An HTTP answer, taken apart.
struct Answer {
  var status: Int
  var fields: [String: String] = [:]
  var body: [UInt8]

  /// Why it was refused.
  var rejected: Rejected? { try? WireFormat.json.decode(Rejected.self, from: body) }

  /// Reads one answer, up to the end that its length says, or to that of the connection.
  init(_ socket: BlockingSocket) throws {
    var rest: [UInt8] = []
    try self.init(socket, rest: &rest)
  }

  /// Reads the next of several answers.
  ///
  /// - Parameter rest: what has come and was not read yet.
  init(_ socket: BlockingSocket, rest all: inout [UInt8]) throws {
    let end = Array("\r\n\r\n".utf8)
    var head = all.firstRange(of: end)
    while head == nil, let bytes = try socket.receive() {
      all += bytes
      head = all.firstRange(of: end)
    }
    guard let place = head?.lowerBound else { throw Unexpected("no head: \(all.count) bytes") }
    let lines = String(decoding: all[..<place], as: UTF8.self).components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = [204, 304].contains(status) ? 0 : fields["content-length"].flatMap(Int.init)
    let goesOn = fields["connection"] != "close"
    while length.map({ all.count < place + 4 + $0 || !goesOn }) ?? true, let bytes = try socket.receive() { all += bytes }
    let last = goesOn ? place + 4 + (length ?? 0) : all.count
    guard all.count >= last else { throw Unexpected("the body ends early") }
    body = Array(all[(place + 4)..<last])
    all.removeFirst(last)
  }
}
