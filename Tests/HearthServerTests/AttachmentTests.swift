import Foundation
import HearthProtocol
import HearthServer
import Support
import Testing

/// Receipts' files over HTTP (SPEC section 16), through real sockets into a real folder.
@Suite(.onOneAndThreeLoops) struct AttachmentTests {
  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a bill".utf8)

  private static func bytes(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) &+ seed } }

  @Test("AT-02, AT-05 A file that a member puts there is fetched by every member, byte for byte")
  func putAndFetch() throws {
    let home = try AttachmentServer()
    let put = try home.put(Self.picture, by: home.asha)
    #expect(put.status == 201 && put.body.isEmpty)
    #expect(home.files() == ["\(home.group)/\(ContentHash(of: Self.picture))"])
    for member in [home.asha, home.ravi, home.dadi] {
      let got = try home.get(Self.picture, by: member)
      #expect(got.status == 200 && got.body == Self.picture)
      #expect(got.fields["content-type"] == "image/jpeg" && got.fields["content-disposition"] == "attachment")
      #expect(got.fields["x-content-type-options"] == "nosniff" && got.fields["content-length"] == "\(Self.picture.count)")
      #expect(got.fields["cache-control"] == "private, max-age=31536000, immutable")
      #expect(got.fields["etag"] == "\"\(ContentHash(of: Self.picture))\"")
    }
  }

  @Test("AT-02 Putting the same again changes nothing and is answered 200")
  func putAgain() throws {
    let home = try AttachmentServer()
    #expect(try [home.put(Self.picture, by: home.asha), home.put(Self.picture, by: home.ravi)].map(\.status) == [201, 200])
    #expect(home.files().count == 1)
  }

  @Test("AT-02 Bodies of all sizes come back the same, up to the limit and not one byte beyond")
  func sizes() throws {
    let home = try AttachmentServer { $0.attachmentBytesMax = 700_000 }
    for count in [1, 32_767, 32_768, 32_769, 262_144, 262_145, 699_999, 700_000] {
      let content = Self.bytes(count)
      #expect(try home.put(content, by: home.asha).status == 201, "\(count)")
      let got = try home.get(content, by: home.ravi)
      #expect(got.body == content && got.fields["content-type"] == "application/octet-stream", "\(count)")
    }
    let before = home.files()
    #expect(try home.put(Self.bytes(700_001), by: home.asha).status == 413)
    #expect(try home.put([], by: home.asha).status == 400)
    #expect(home.files() == before)
  }

  @Test("AT-02 The usual limit is 5 MiB")
  func usualLimit() throws {
    let home = try AttachmentServer()
    let content = Self.bytes(5 << 20)
    #expect(try home.put(content, by: home.asha).status == 201)
    #expect(try home.get(content, by: home.asha).body == content)
    let path = home.path(content)
    #expect(try home.ask(AttachmentServer.head("PUT", path, token: home.asha.token, length: (5 << 20) + 1)).status == 413)
  }

  @Test("AT-02, I10: whoever is removed while a file is on its way to them gets no more of it than was on its way")
  func removedMeanwhile() throws {
    let home = try AttachmentServer()
    let content = Self.bytes(5 << 20)
    #expect(try home.put(content, by: home.asha).status == 201)
    let member = Fresh.id()
    _ = try home.mira.accepted(.join(home.asha.invite(to: home.group), member: member))
    // More than what the sockets hold is never asked for by somebody who does not read.
    let (staying, leaving) = (try BlockingSocket(home.server.address), try BlockingSocket(home.server.address))
    staying.send(AttachmentServer.head("GET", home.path(content), token: home.ravi.token))
    leaving.send(AttachmentServer.head("GET", home.path(content), token: home.mira.token))
    let begun = try #require(try leaving.receive())
    #expect(String(decoding: begun, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    _ = try home.asha.accepted(.remove(home.group, member))
    var received = begun.count
    // What was on its way is read, or lost with the reset that ends it.
    while let more = try? leaving.receive(), !more.isEmpty { received += more.count }
    #expect(received < content.count, "\(received)")
    #expect(try Answer(staying).body == content)
  }

  @Test("AT-02 A body that comes byte by byte arrives")
  func trickle() throws {
    let home = try AttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    let head = AttachmentServer.head("PUT", home.path(Self.picture), token: home.asha.token, length: Self.picture.count)
    for byte in Array(head.utf8) + Self.picture { socket.send([byte]) }
    #expect(try Answer(socket).status == 201)
  }

  @Test("AT-02 A person who ends their side behind the whole body is answered")
  func halfClosed() throws {
    let home = try AttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    socket.send(
      Array(AttachmentServer.head("PUT", home.path(Self.picture), token: home.asha.token, length: Self.picture.count).utf8) + Self.picture)
    socket.endOutput()
    #expect(try Answer(socket).status == 201)
    let asking = try BlockingSocket(home.server.address)
    asking.send(AttachmentServer.head("GET", home.path(Self.picture), token: home.asha.token))
    asking.endOutput()
    #expect(try Answer(asking).body == Self.picture)
  }

  @Test("AT-02 Another hash than the body's is 422 and leaves no trace")
  func wrongHash() throws {
    let home = try AttachmentServer()
    #expect(try home.put(Self.picture, by: home.asha, path: home.path([1])).status == 422)
    let large = Self.bytes(600_000)
    #expect(try home.put(large, by: home.asha, path: home.path([1])).status == 422)
    #expect(home.files().isEmpty)
    #expect(try home.get([1], by: home.asha).status == 404)
  }

  @Test("AT-02 A body that ends too early leaves no trace", arguments: [0, 3, 300_000])
  func halfSent(count: Int) throws {
    let home = try AttachmentServer()
    let content = Self.bytes(600_000)
    for isReset in [false, true] {
      var socket: BlockingSocket? = try BlockingSocket(home.server.address)
      socket?.send(
        Array(AttachmentServer.head("PUT", home.path(content), token: home.asha.token, length: content.count).utf8) + content.prefix(count))
      if isReset {
        socket?.resetAtEnd()
        socket = nil
      } else {
        socket?.endOutput()
        while try socket?.receive() != nil {}
      }
    }
    // The space that was kept for it in the quota is free again.
    #expect(try home.put(content, by: home.asha).status == 201)
    // The server may have come to the reset only now.
    let folder = home.folder.path
    eventually("only the whole one is left") {
      let incoming = try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming")
      return incoming?.isEmpty == true
    }
    #expect(home.files().count == 1)
  }

  @Test("AT-02 A body that is not complete in time is 408")
  func slowBody() throws {
    let home = try AttachmentServer { $0.attachmentMilliseconds = 300 }
    let socket = try BlockingSocket(home.server.address)
    socket.send(Array(AttachmentServer.head("PUT", home.path([1, 2]), token: home.asha.token, length: 2).utf8) + [1])
    #expect(try Answer(socket).status == 408)
    let folder = home.folder.path
    eventually("nothing is left") {
      (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.isEmpty == true
    }
  }

  @Test("AT-02 A body without a length, or with two, is refused: 411 and 400")
  func lengths() throws {
    let home = try AttachmentServer()
    let path = home.path(Self.picture)
    func status(_ length: Int?, _ more: String) throws -> Int {
      try home.ask(AttachmentServer.head("PUT", path, token: home.asha.token, length: length, more)).status
    }
    #expect(try status(nil, "") == 411)
    #expect(try status(nil, "Transfer-Encoding: chunked\r\n") == 411)
    #expect(try status(5, "Transfer-Encoding: chunked\r\n") == 400)
    #expect(try status(5, "Content-Length: 6\r\n") == 400)
    #expect(try status(nil, "Content-Length: -1\r\n") == 400)
    #expect(try status(nil, "Content-Length: 99999999999999999999\r\n") == 400)
    #expect(try status(nil, "Content-Length: 999999999999999\r\n") == 413)
    #expect(try status(5, "Expect: the-unexpected\r\n") == 400)
    #expect(try status(nil, "Expect: 100-continue\r\n") == 400, "there is no body to wait for")
    #expect(home.files().isEmpty)
  }

  @Test("AT-03 Without a token, or with one that is nobody's, it is 401")
  func tokens() throws {
    let home = try AttachmentServer()
    _ = try home.put(Self.picture, by: home.asha)
    let unknown = String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)
    for token in [nil, "", "x", unknown, String(home.asha.token.dropLast()) + "g"] as [String?] {
      for method in ["GET", "PUT"] {
        let answer = try home.ask(
          AttachmentServer.head(method, home.path(Self.picture), token: token, length: method == "PUT" ? 1 : nil), [1])
        #expect(answer.status == 401 && answer.fields["www-authenticate"] == "Bearer", "\(method) \(token ?? "none")")
      }
    }
    let twice = "Authorization: Bearer \(home.asha.token)\r\n"
    #expect(try home.ask(AttachmentServer.head("GET", home.path(Self.picture), token: home.asha.token, twice)).status == 401)
    let basic = "Authorization: Basic \(home.asha.token)\r\n"
    #expect(try home.ask(AttachmentServer.head("GET", home.path(Self.picture), token: nil, basic)).status == 401)
    #expect(try home.ask(AttachmentServer.head("GET", home.path(Self.picture) + "?token=" + home.asha.token, token: nil)).status == 400)
  }

  @Test("AT-03, ER-04 An unknown group, a foreign one and an unknown file give the same answer")
  func strangers() throws {
    let home = try AttachmentServer()
    _ = try home.put(Self.picture, by: home.asha)
    let answers = try [
      home.get(Self.picture, by: home.mira), home.get([1], by: home.asha),
      home.get(Self.picture, by: home.asha, path: home.path(Self.picture, group: Fresh.id())),
      home.put(Self.picture, by: home.mira), home.put(Self.picture, by: home.asha, path: home.path(Self.picture, group: Fresh.id())),
    ]
    for answer in answers {
      #expect(answer.status == 404 && answer.rejected?.code == "not_found")
      #expect(answer.fields == answers[0].fields && answer.body == answers[0].body)
    }
    #expect(home.files().count == 1)
  }

  @Test("AT-03 Viewers fetch and do not add; in an archived group nobody adds; whoever is removed does neither")
  func roles() throws {
    let home = try AttachmentServer()
    _ = try home.put(Self.picture, by: home.ravi)
    let forbidden = try home.put([1], by: home.dadi)
    #expect(forbidden.status == 403 && forbidden.fields["content-type"] == "application/problem+json")
    #expect(
      forbidden.rejected?.code == "forbidden" && forbidden.rejected?.cause.isEmpty == false && forbidden.rejected?.remedy.isEmpty == false)
    #expect(try home.get(Self.picture, by: home.dadi).status == 200)
    // SPEC SE-02: who keeps everything of theirs from the others fetches and does not add.
    _ = try home.ravi.accepted(.make(home.group, .separate(.init())))
    let separated = try home.put([2], by: home.ravi)
    #expect(separated.status == 409 && separated.rejected?.code == "separated")
    #expect(try home.get(Self.picture, by: home.ravi).status == 200)
    _ = try home.ravi.accepted(.make(home.group, .endSeparation(.init())))
    let listed = try home.ravi.ask(.listGroups(.init()))
    let ravi = try #require(listed.groups.groups.first?.memberID)
    _ = try home.asha.accepted(.remove(home.group, ravi))
    #expect(try [home.put([2], by: home.ravi), home.get(Self.picture, by: home.ravi)].map(\.status) == [404, 404])
    _ = try home.asha.accepted(.make(home.group, .archiveGroup(.init())))
    #expect(try home.put([3], by: home.asha).status == 403)
    #expect(try home.get(Self.picture, by: home.asha).status == 200)
  }

  @Test("AT-01 No path leads anywhere else")
  func paths() throws {
    let home = try AttachmentServer()
    _ = try home.put(Self.picture, by: home.asha)
    let hash = ContentHash(of: Self.picture).description
    let group = home.group
    let paths = [
      "/v1/groups/\(group)/attachments/", "/v1/groups/\(group)/attachments/..", "/v1/groups/\(group)/attachments/../\(hash)",
      "/v1/groups/\(group)/attachments/%2e%2e", "/v1/groups/\(group)/attachments/%2Fetc%2Fpasswd",
      "/v1/groups/\(group)/attachments/\(hash)/", "/v1/groups/\(group)/attachments/\(hash.uppercased())",
      "/v1/groups/\(group)/attachments/\(hash.dropLast())", "/v1/groups/\(group)/attachments/\(hash)0",
      "/v1/groups//attachments/\(hash)", "/v1/groups/incoming/attachments/\(hash)", "/v1/groups/../attachments/\(hash)",
      "/v1/groups/{}/attachments/{}", "//v1/groups/\(group)/attachments/\(hash)", "/v1/groups/\(group)/attachments/\(hash)%00",
    ]
    for path in paths {
      for method in ["GET", "PUT"] {
        let status = try home.ask(AttachmentServer.head(method, path, token: home.asha.token, length: method == "PUT" ? 1 : nil), [1])
          .status
        #expect(status == 404 || status == 400, "\(method) \(path): \(status)")
      }
    }
    #expect(home.files().count == 1)
    for method in ["POST", "DELETE", "HEAD", "PATCH"] {
      let answer = try home.ask(AttachmentServer.head(method, home.path(Self.picture), token: home.asha.token))
      #expect(answer.status == 405 && answer.fields["allow"] == "PUT, GET", "\(method)")
    }
  }

  @Test("AT-02 What is arriving when the server stops is answered 503 and leaves no trace")
  func draining() throws {
    let home = try AttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    socket.send(Array(AttachmentServer.head("PUT", home.path([1, 2]), token: home.asha.token, length: 2).utf8) + [1])
    let folder = home.folder.path
    eventually("it is arriving") { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.count == 1 }
    home.server.drain()
    let answer = try Answer(socket)
    #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
    eventually("nothing is left") {
      (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.isEmpty == true
    }
  }

  @Test("AT-04 A group keeps what its quota allows, to the byte and to the file, and not one more")
  func quotas() throws {
    var quota = AttachmentFolder.Quota()
    quota.bytesMax = 1_000
    quota.countMax = 3
    let home = try AttachmentServer(quota: quota)
    #expect(try home.put(Self.bytes(600), by: home.asha).status == 201)
    #expect(try home.put(Self.bytes(401), by: home.asha).status == 507)
    #expect(try home.put(Self.bytes(400), by: home.asha).status == 201)
    #expect(try home.put(Self.bytes(600), by: home.asha).status == 200)
    #expect(home.files().count == 2)
    let other = Fresh.id()
    _ = try home.asha.accepted(.createGroup(other))
    for count in 1...3 {
      #expect(try home.put(Self.bytes(count), by: home.asha, path: home.path(Self.bytes(count), group: other)).status == 201)
    }
    #expect(try home.put(Self.bytes(4), by: home.asha, path: home.path(Self.bytes(4), group: other)).status == 507)
  }

  @Test("AT-04 What arrives at the same time counts")
  func quotaAtOnce() throws {
    var quota = AttachmentFolder.Quota()
    quota.bytesMax = 1_000
    let home = try AttachmentServer(quota: quota)
    let first = try BlockingSocket(home.server.address)
    let content = Self.bytes(600)
    first.send(Array(AttachmentServer.head("PUT", home.path(content), token: home.asha.token, length: 600).utf8) + [content[0]])
    let folder = home.folder.path
    eventually("it is arriving") { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/attachments/incoming"))?.count == 1 }
    #expect(try home.put(Self.bytes(600, 9), by: home.ravi).status == 507)
    first.send(Array(content[1...]))
    #expect(try Answer(first).status == 201)
  }

  @Test("AT-03 An identity's files count as its connections and as its messages")
  func identityLimits() throws {
    let crowded = try AttachmentServer { $0.connectionsPerIdentityMax = 1 }
    #expect(try crowded.get(Self.picture, by: crowded.asha).status == 429)
    let busy = try AttachmentServer {
      $0.identityMessagesPerSecond = 0.001
      $0.identityMessagesBurst = 6
    }
    var last = try busy.get(Self.picture, by: busy.ravi)
    for _ in 0..<6 where last.status == 404 { last = try busy.get(Self.picture, by: busy.ravi) }
    #expect(last.status == 429 && Int(last.fields["retry-after"] ?? "") ?? 0 > 1)
  }

  @Test("AT-05 A reader that stops is waited for without its file in memory, and cut when it stays away")
  func slowReader() throws {
    let home = try AttachmentServer { configuration in
      configuration.transport.queueBytesMax = 65_536
      configuration.transport.socket.sendBufferBytes = 4_096
    }
    let content = Self.bytes(5 << 20)
    _ = try home.put(content, by: home.asha)
    let socket = try BlockingSocket(home.server.address, receiveBufferBytes: 4_096)
    socket.send(AttachmentServer.head("GET", home.path(content), token: home.asha.token))
    let first = try #require(try socket.receive())
    #expect(!first.isEmpty)
    // Others are served meanwhile.
    #expect(try home.get(content, by: home.ravi).body == content)
    var rest = first
    while let bytes = try socket.receive() { rest += bytes }
    #expect(rest.count > content.count && Array(rest.suffix(content.count)) == content)
  }

  @Test("AT-05 Media types are what the first bytes say, and few")
  func types() throws {
    let home = try AttachmentServer()
    let cases: [([UInt8], String)] = [
      (Array("\u{89}PNG".utf8), "application/octet-stream"), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "image/png"),
      (Array("GIF89a;".utf8), "image/gif"), (Array("RIFF1234WEBPVP8 ".utf8), "image/webp"),
      (Array("RIFF1234WAVE".utf8), "application/octet-stream"),
      (Array("1234ftypheic".utf8), "image/heic"), (Array("%PDF-1.7".utf8), "application/pdf"),
      (Array("<html><script>".utf8), "application/octet-stream"), (Array("<svg onload=x>".utf8), "application/octet-stream"),
    ]
    for (content, type) in cases {
      _ = try home.put(content, by: home.asha)
      #expect(try home.get(content, by: home.asha).fields["content-type"] == type)
    }
  }

  @Test("AT-01 A file that is gone or shorter than it was is not taken for another")
  func damagedFile() throws {
    let home = try AttachmentServer()
    _ = try home.put(Self.picture, by: home.asha)
    let group = try #require(GroupID(home.group))
    let hash = ContentHash(of: Self.picture)
    #expect(try home.attachments.verifies(hash, of: group))
    let path = "\(home.folder.path)/attachments/\(home.group)/\(hash)"
    try Data(Self.picture.dropLast()).write(to: URL(filePath: path))
    #expect(try !home.attachments.verifies(hash, of: group))
    try FileManager.default.removeItem(atPath: path)
    #expect(try home.get(Self.picture, by: home.asha).status == 404)
  }

  @Test("AT-01 What had not arrived when the process ended is removed at the next start")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let group = try #require(GroupID(Fresh.id()))
    var arriving = try attachments.begin(ContentHash(of: [1, 2]), of: group, sizeBytes: 2)
    try attachments.add([1], to: &arriving)
    let incoming = folder.path + "/attachments/incoming"
    #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).count == 1)
    try AttachmentFolder(dataFolder: folder.path).prepare()
    #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty)
    #expect(throws: AttachmentFailure.otherContent) { try attachments.keep(arriving) }
    #expect(try attachments.attachments(of: group).isEmpty)
  }

  @Test("A server without a folder knows no files")
  func noFolder() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let socket = try BlockingSocket(server.address)
    socket.send(AttachmentServer.head("GET", "/v1/groups/\(Fresh.id())/attachments/\(ContentHash(of: [1]))", token: asha.token))
    #expect(try Answer(socket).status == 404)
  }
}
