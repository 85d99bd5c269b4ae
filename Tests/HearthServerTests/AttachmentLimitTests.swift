import EventStore
import Foundation
import HearthProtocol
import Locking
import Logging
import Support
import Testing

@testable import HearthServer

/// What is refused of receipts' files for want of space or right, with what helps and when to come again (SPEC AT-02 to
/// AT-04).
@Suite(.onOneAndThreeLoops) struct AttachmentLimitTests {
  private static func bytes(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) &+ seed } }

  /// The seconds of Retry-After, which the problem says too.
  private static func wait(_ answer: Answer) -> Int? {
    let seconds = answer.fields["retry-after"].flatMap { Int($0) }
    #expect(seconds.map { UInt32($0) } == answer.rejected.map { ($0.retryAfterMs + 999) / 1_000 })
    return seconds
  }

  @Test("AT-04 All groups together keep what they may, to the byte and not one more; the answer tells that from a group's quota")
  func serverQuota() throws {
    var quota = AttachmentFolder.Quota()
    (quota.serverBytesMax, quota.bytesMax) = (1_000, 900)
    let home = try AttachmentServer(quota: quota)
    let other = Fresh.id()
    _ = try home.asha.accepted(.createGroup(other))
    func put(_ count: Int, in group: String) throws -> Answer {
      let content = Self.bytes(count)
      return try home.put(content, by: home.asha, path: home.path(content, group: group))
    }
    #expect(try put(600, in: home.group).status == 201)
    let (ofGroup, ofServer) = (try put(301, in: home.group), try put(401, in: other))
    for refused in [ofGroup, ofServer] {
      #expect(refused.status == 507 && refused.rejected?.code == "storage_full" && Self.wait(refused) == 3_600)
    }
    #expect(ofGroup.rejected?.cause.hasPrefix("The group has") == true && ofServer.rejected?.cause.hasPrefix("All groups") == true)
    #expect(try put(400, in: other).status == 201)
    #expect(try put(1, in: other).status == 507)
    #expect(try home.get(Self.bytes(600), by: home.ravi).status == 200)
  }

  @Test("AT-04 An identity puts so many bytes an hour and not one more, in whatever group; what found no space does not count")
  func bytesAnHour() throws {
    var quota = AttachmentFolder.Quota()
    quota.bytesMax = 1_500
    let home = try AttachmentServer(quota: quota) { $0.identityAttachmentBytesPerHour = 3_000 }
    let other = Fresh.id()
    _ = try home.asha.accepted(.createGroup(other))
    func put(_ count: Int, by person: WireClient, in group: String) throws -> Answer {
      let content = Self.bytes(count)
      return try home.put(content, by: person, path: home.path(content, group: group))
    }
    for _ in 0..<3 { #expect(try put(1_501, by: home.asha, in: home.group).status == 507) }
    #expect(try put(1_400, by: home.asha, in: home.group).status == 201)
    #expect(try put(1_500, by: home.asha, in: other).status == 201)
    // Less than a second's has come back: 100 are left.
    let refused = try put(1_200, by: home.asha, in: home.group)
    let wait = try #require(Self.wait(refused))
    #expect(refused.status == 429 && refused.rejected?.code == "rate_limited" && (1_200...1_320).contains(wait), "\(refused)")
    #expect(refused.rejected?.cause.contains("3000 bytes") == true)
    #expect(try put(90, by: home.asha, in: home.group).status == 201)
    // Nobody else waits for it, and reading is free.
    #expect(try put(100, by: home.ravi, in: home.group).status != 429)
    #expect(try home.get(Self.bytes(1_400), by: home.asha).status == 200)
  }

  @Test("AT-04 A file for which space runs out while it is written is 507, leaves nothing and does not count in the hour")
  func fullWhileWriting() throws {
    let content = Self.bytes(300)
    let home = try AttachmentServer { $0.identityAttachmentBytesPerHour = 300 }
    let socket = try BlockingSocket(home.server.address)
    socket.send(
      AttachmentServer.head("PUT", home.path(content), token: home.asha.token, length: content.count, "Expect: 100-continue\r\n"))
    var answer = ""
    while !answer.hasSuffix("\r\n\r\n") { answer += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    // In the place of the file that arrives stands one for which there is no space.
    let incoming = home.folder.path + "/attachments/incoming"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: incoming).first)
    try #require(unlink(incoming + "/" + name) == 0 && symlink("/dev/full", incoming + "/" + name) == 0)
    socket.send(content)
    let refused = try Answer(socket)
    #expect(refused.status == 507 && refused.rejected?.code == "storage_full" && Self.wait(refused) == 30)
    #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty && home.files().isEmpty)
    #expect(try home.put(content, by: home.asha).status == 201)
    // The control: what is kept counts.
    #expect(try home.put(Self.bytes(300, 2), by: home.asha).status == 429)
  }

  @Test("AT-04 A server says once of which groups the files cannot be listed, and takes those of the others")
  func unreadableGroup() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let unreadable = Fresh.id()
    try Data().write(to: URL(filePath: folder.path + "/attachments/" + unreadable))
    let written = Locked("")
    let server = try TestServer(attachments: attachments, log: Logger(label: "test") { _ in RecordingLog(written: written) })
    eventually("it is said") { written.withLock { $0.contains("cannot be listed") } }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    for _ in 0..<2 {
      let socket = try BlockingSocket(server.address)
      let path = "/v1/groups/\(group)/attachments/\(ContentHash(of: [1]))"
      socket.send(Array(AttachmentServer.head("PUT", path, token: asha.token, length: 1).utf8) + [1])
      let status = try Answer(socket).status
      #expect([200, 201].contains(status))
    }
    server.stop()
    let lines = written.withLock { $0 }.split(separator: "\n").filter { $0.contains("cannot be listed") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("error") && $0.contains(unreadable) })
  }

  @Test("AT-03, ID-06: a device that is revoked while its file arrives is answered 401, and nothing of it is left")
  func revokedMeanwhile() throws {
    let home = try AttachmentServer()
    let code = try home.asha.ask(.createLink(.init())).linkCode.code
    let phone = try home.server.connect()
    let linked = try phone.ask(.linkDevice(.with { $0.code = code })).registered
    let socket = try BlockingSocket(home.server.address)
    socket.send(Array(AttachmentServer.head("PUT", home.path([1, 2]), token: linked.token, length: 2).utf8) + [1])
    let folder = home.folder.path
    eventually("it is arriving") { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.count == 1 }
    #expect(try home.asha.ask(.revokeDevice(.with { $0.deviceID = linked.deviceID })).deviceRevoked.deviceID == linked.deviceID)
    let answer = try Answer(socket)
    #expect(answer.status == 401 && answer.rejected?.code == "unauthorized")
    #expect(answer.fields["www-authenticate"] == "Bearer" && answer.fields["retry-after"] == nil)
    eventually("nothing is left") {
      (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.isEmpty == true
    }
    #expect(home.files().isEmpty)
    // The control: another device of the same identity puts it there.
    #expect(try home.put([1, 2], by: home.asha).status == 201)
  }
}
