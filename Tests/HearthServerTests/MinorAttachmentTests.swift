import Foundation
import HearthProtocol
import HearthServer
import Support
import Testing

/// Receipts of what a minor has spent: their files belong to the minor's lane (SPEC AT-07, AT-08).
@Suite(.onOneAndThreeLoops) struct MinorAttachmentTests {
  private static let bill: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a bill of Riya's".utf8)
  private static let large = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }

  @Test(
    "AT-07 The minor, the owner and guardians put a file there and fetch it; for everybody else no such file is there, nor such a minor")
  func rights() throws {
    let home = try MinorAttachmentServer()
    #expect(try home.put(Self.bill, by: "Riya").status == 201)
    #expect(home.files() == ["\(home.group)/minor-\(MinorAttachmentServer.member("Riya"))/\(ContentHash(of: Self.bill))"])
    for name in ["Riya", "Mira", "Asha"] {
      #expect(try home.put(Self.bill, by: name).status == 200, "\(name)")
      let got = try home.get(Self.bill, by: name)
      #expect(got.status == 200 && got.body == Self.bill && got.fields["content-type"] == "image/jpeg", "\(name)")
    }
    let stranger = try home.get([9], by: "Riya")
    #expect(stranger.status == 404)
    for name in MinorAttachmentServer.outsiders {
      for method in ["GET", "PUT"] {
        let body = method == "PUT" ? Self.bill : nil
        let answer = try home.ask(method, home.path(Self.bill), by: name, body)
        #expect(answer.status == 404 && answer.body == stranger.body, "\(method) \(name)")
      }
    }
    // Another minor's lane is another place, and the group's is none of both.
    #expect(try home.get(Self.bill, by: "Asha", of: "Kabir").status == 404)
    #expect(try home.get(Self.bill, by: "Asha", of: nil).status == 404)
    #expect(try home.put(Self.bill, by: "Kabir", of: "Kabir").status == 201)
    #expect(try home.put(Self.bill, by: "Ravi", of: nil).status == 201)
    #expect(home.files().count == 3)
    for member in ["no-id", "01900000-0000-7000-8000-0000000000b9"] {
      let path = "/v1/groups/\(home.group)/minors/\(member)/attachments/\(ContentHash(of: Self.bill))"
      #expect(try home.ask("GET", path, by: "Asha").status == 404, "\(member)")
    }
    // Nobody adds there while the group is archived; reading goes on.
    try home.send(.archiveGroup(.init()), by: "Asha")
    #expect(try home.put([7], by: "Riya").status == 403)
    #expect(try home.get(Self.bill, by: "Riya").status == 200)
  }

  @Test("AT-07 A guardian who is none any more loses the files, as does one who left; what is past a restart is as before it")
  func formerGuardian() throws {
    let home = try MinorAttachmentServer()
    try home.send(home.guardian("Ravi"), by: "Asha")
    #expect(try home.put(Self.bill, by: "Ravi").status == 201)
    try home.send(home.spending([Self.bill]), by: "Ravi")
    try home.send(home.guardian("Mira", isRemoved: true), by: "Asha")
    try home.send(.leaveGroup(.init()), by: "Ravi")
    try home.restart()
    for name in ["Mira", "Ravi"] {
      #expect(try home.get(Self.bill, by: name).status == 404, "\(name)")
      #expect(try home.put(Self.bill, by: name).status == 404, "\(name)")
    }
    for name in ["Riya", "Asha"] { #expect(try home.get(Self.bill, by: name).body == Self.bill, "\(name)") }
  }

  @Test("AT-07, LN-14 A minor who has grown up has their files alone, and adds none")
  func grownUp() throws {
    let home = try MinorAttachmentServer()
    #expect(try home.put(Self.bill, by: "Mira").status == 201)
    try home.send(home.spending([Self.bill]), by: "Mira")
    try home.send(.changeRole(.with { ($0.memberID, $0.role) = (MinorAttachmentServer.member("Riya"), .adult) }), by: "Asha")
    for name in ["Asha", "Mira", "Ravi", "Dev"] { #expect(try home.get(Self.bill, by: name).status == 404, "\(name)") }
    #expect(try home.get(Self.bill, by: "Riya").body == Self.bill)
    #expect(try home.put([7], by: "Riya").status == 403)
    #expect(home.files().count == 1)
  }

  @Test(
    "AT-07, SE-02 Who keeps everything of theirs from the group adds nothing, and still fetches what they may read",
    arguments: ["Mira", "Riya"])
  func separated(name: String) throws {
    let home = try MinorAttachmentServer()
    #expect(try home.put(Self.bill, by: "Asha").status == 201)
    try home.send(.separate(Separate()), by: name)
    #expect(try home.get(Self.bill, by: name).body == Self.bill)
    #expect(try home.put([7], by: name).status == 409)
    #expect(home.files().count == 1)
  }

  enum Loss: CaseIterable { case guardianship, removal, growth, archiving, none }

  @Test("AT-07, RE-05 A file whose sender lost the right to it while it arrived is not kept", arguments: Loss.allCases)
  func lost(_ loss: Loss) throws {
    let home = try MinorAttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    let token = home.tokens["Mira"]
    socket.send(
      AttachmentServer.head("PUT", home.path(Self.large), token: token, length: Self.large.count, "Expect: 100-continue\r\n"))
    var told = ""
    while !told.hasSuffix("\r\n\r\n") { told += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(told.hasPrefix("HTTP/1.1 100 "))
    socket.send(Array(Self.large.prefix(300_000)))
    switch loss {
    case .guardianship: try home.send(home.guardian("Mira", isRemoved: true), by: "Asha")
    case .removal: try home.send(.removeMember(.with { $0.memberID = MinorAttachmentServer.member("Mira") }), by: "Asha")
    case .growth: try home.send(.changeRole(.with { ($0.memberID, $0.role) = (MinorAttachmentServer.member("Riya"), .adult) }), by: "Asha")
    case .archiving: try home.send(.archiveGroup(.init()), by: "Asha")
    case .none: break
    }
    socket.send(Array(Self.large.suffix(300_000)))
    let expected =
      switch loss {
      case .guardianship, .removal, .growth: 404
      case .archiving: 403
      case .none: 201
      }
    #expect(try Answer(socket).status == expected)
    // The answer leaves before the file does; other exchanges come behind it.
    for _ in 0..<100 where loss != .none && !home.files().isEmpty { _ = try home.get(Self.large, by: "Asha") }
    #expect(home.files().isEmpty == (loss != .none))
  }

  @Test("AT-07 A guardian who is none any more gets no more of a file than was on its way")
  func lostMeanwhile() throws {
    let home = try MinorAttachmentServer()
    let content = [UInt8](repeating: 7, count: 5 << 20)
    #expect(try home.put(content, by: "Riya").status == 201)
    let leaving = try BlockingSocket(home.server.address)
    leaving.send(AttachmentServer.head("GET", home.path(content), token: home.tokens["Mira"]))
    let begun = try #require(try leaving.receive())
    #expect(String(decoding: begun, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    try home.send(home.guardian("Mira", isRemoved: true), by: "Asha")
    var received = begun.count
    while let more = try? leaving.receive(), !more.isEmpty { received += more.count }
    #expect(received < content.count, "\(received)")
  }

  // MARK: What others learn

  /// All that somebody can ask of files: heads and bodies as they came, in the order of asking.
  private func answers(to name: String, _ home: MinorAttachmentServer) throws -> [String] {
    let paths = [
      home.path(Self.bill), home.path(Self.bill, of: nil), home.path(Self.bill, of: "Kabir"), home.path([9]), home.path([9], of: nil),
    ]
    var answers: [String] = []
    func note(_ answer: Answer) {
      let fields = answer.fields.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
      answers.append("\(answer.status) \(fields) \(String(decoding: answer.body, as: UTF8.self))")
    }
    for path in paths { for method in ["GET", "HEAD"] { note(try home.ask(method, path, by: name)) } }
    for minor in ["Riya", "Kabir", nil] { note(try home.put(Self.bill, by: name, of: minor)) }
    for path in paths { note(try home.ask("GET", path, by: name)) }
    note(try home.ask("GET", "/v1/groups/\(home.group)", by: name))
    note(try home.ask("GET", "/v1/groups/\(home.group)/minors", by: name))
    return answers
  }

  @Test(
    "AT-07, LN-03 Whether a minor has a receipt changes not one byte of what others are answered, whatever they ask or put there",
    arguments: MinorAttachmentServer.outsiders + ["Mira"])
  func identical(name: String) throws {
    func play(isSaid: Bool) throws -> [String] {
      // A group's quota of one file: the minor's is none of it.
      var quota = AttachmentFolder.Quota()
      quota.countMax = 1
      let home = try MinorAttachmentServer(quota: quota)
      try home.send(home.spending(isSaid ? [Self.bill] : []), by: "Riya")
      if isSaid { #expect(try home.put(Self.bill, by: "Riya").status == 201) }
      return try answers(to: name, home)
    }
    let (silent, said) = (try play(isSaid: false), try play(isSaid: true))
    #expect(silent.count == 20 && silent.contains { $0.hasPrefix("201") || name == "Dadi" || name == "Kabir" })
    // The guardian is the control: to her it makes a difference.
    #expect((silent == said) == (name != "Mira"), "\(zip(silent, said).first { $0 != $1 }.map { "\($0)" } ?? "")")
  }

  @Test("AT-08 A minor's lane has a quota of its own: full, it takes nothing more, and the group does; and the other way round")
  func quota() throws {
    var quota = AttachmentFolder.Quota()
    (quota.countMax, quota.bytesMax) = (2, 10)
    let home = try MinorAttachmentServer(quota: quota)
    #expect(try home.put([1, 2, 3, 4, 5], by: "Riya").status == 201)
    // One byte past the bytes, all of them, one past the number.
    #expect(try home.put([1, 2, 3, 4, 5, 6], by: "Riya").status == 507)
    #expect(try home.put([5, 4, 3, 2, 1], by: "Riya").status == 201)
    #expect(try home.put([1], by: "Riya").status == 507)
    for content: [UInt8] in [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]] {
      #expect(try home.put(content, by: "Ravi", of: nil).status == 201)
      #expect(try home.put(content, by: "Kabir", of: "Kabir").status == 201)
    }
    #expect(try home.put([2], by: "Ravi", of: nil).status == 507)
    try home.restart()
    #expect(home.files().count == 6)
  }

  @Test("AT-08 What minors' lanes keep counts against what all groups of the server keep together")
  func serverQuota() throws {
    var quota = AttachmentFolder.Quota()
    quota.serverBytesMax = 10
    let home = try MinorAttachmentServer(quota: quota)
    #expect(try home.put([1, 2, 3, 4, 5, 6], by: "Riya").status == 201)
    #expect(try home.put([1, 2, 3, 4, 5], by: "Ravi", of: nil).status == 507)
    #expect(try home.put([1, 2, 3, 4], by: "Ravi", of: nil).status == 201)
    // Counted anew, it is the same.
    let again = AttachmentFolder(dataFolder: home.folder.path, quota: quota)
    let group = try #require(GroupID(home.group))
    #expect(throws: AttachmentFailure.serverQuotaReached) { try again.begin(ContentHash(of: [1]), of: group, sizeBytes: 1) }
  }

  @Test("FA-03, EN-08 A record names ten receipts and not eleven, says them anew, and none twice")
  func receipts() throws {
    let home = try MinorAttachmentServer()
    let files: [[UInt8]] = (0..<11).map { [UInt8($0)] }
    // As the guardian reads them.
    func stored() throws -> [Int] {
      let read = try home.ask("GET", "/v1/groups/\(home.group)/minors/\(MinorAttachmentServer.member("Riya"))", by: "Mira")
      let json = try JSONSerialization.jsonObject(with: Data(read.body)) as? [String: Any]
      let records = (json?["state"] as? [String: Any])?["spending"] as? [[String: Any]] ?? []
      return records.map { (($0["content"] as? [String: Any])?["receipts"] as? [Any])?.count ?? 0 }
    }
    try home.send(home.spending(Array(files.prefix(10))), by: "Riya")
    #expect(try stored() == [10])
    let riya = try home.person("Riya")
    let many = try riya.rejected(.make(home.group, home.spending(files)))
    #expect(many.field == "set_spending.content.receipts", "\(many.code)")
    let twice = try riya.rejected(.make(home.group, home.spending([[1], [1]])))
    #expect(twice.field == "set_spending.content.receipts[1].sha256")
    try home.send(home.spending([[3]]), by: "Mira")
    #expect(try stored() == [1])
    try home.send(home.spending([]), by: "Riya")
    #expect(try stored() == [0])
  }
}
