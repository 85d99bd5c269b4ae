import Foundation
import HearthClient
import HearthProtocol
import Support
import Testing

/// Bundles and receipts' files as operators and members handle them: with the programs.
@Suite struct BundleProgramTests {
  private func hearthd(_ arguments: String...) throws -> (output: String, errors: String, status: Int32) {
    let result = try Program.run("hearthd", arguments)
    return (result.output, result.errors, result.status)
  }

  /// Asha and Ravi as a family with an entry, on a server that has ended: the group's id and its bundle.
  private func exportedFamily(in folder: TemporaryFolder) throws -> (group: String, file: String) {
    let (old, file) = (folder.path + "/old", folder.path + "/group.hearth")
    let server = try ServerProgram(data: old)
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let ravi = HearthProgram(name: "ravi", in: folder)
    try ravi.run("register", "--server", "\(server.url)", "--name", "Ravi")
    let code = try #require(try asha.run("invite", "--role", "adult").firstMatch(of: /([0-9A-Z]{4}-){3}[0-9A-Z]{4}/)).0
    try ravi.run("join", String(code))
    try ravi.run("add", "450", "Vegetables")
    let group = try #require(try asha.run("groups", "--json").firstMatch(of: /"groupId":"([0-9a-f-]{36})"/)).1
    #expect(try hearthd("export", String(group), file, "--data", old).status == 0)
    try ravi.run("export", "--bundle", folder.path + "/own.hearth")
    return (String(group), file)
  }

  /// What an operator says to take over what the server of a folder has signed.
  private func trust(_ data: String) throws -> [String] {
    let shown = try hearthd("keys", "--data", data)
    let key = try #require(shown.output.firstMatch(of: /^signs exports with ([0-9a-f]{64})$/), "\(shown)").1
    return ["--trust", String(key)]
  }

  private func importing(_ file: String, into data: String, _ options: [String]) throws -> (output: String, errors: String, status: Int32) {
    let result = try Program.run("hearthd", ["import", file, "--data", data] + options)
    return (result.output, result.errors, result.status)
  }

  /// A bundle's events and attachments in a bundle of another scope, chained and summed up anew, as somebody makes it
  /// who has the file alone.
  private func forge(_ file: String, to forged: String, signedBy key: BundleSigningKey?) throws {
    var reader = BundleReader()
    reader.append([UInt8](try Data(contentsOf: URL(filePath: file))))
    var writer: BundleWriter?
    var bytes: [UInt8] = []
    while let item = try reader.next() {
      switch item {
      case .header(let group, let epoch, _): writer = try BundleWriter(group: group, epoch: epoch, scope: .group, signedBy: key)
      case .event(let event): try writer?.add(event)
      case .attachment(let hash, let lane, let size): try writer?.beginAttachment(hash, of: lane, sizeBytes: size)
      case .content(let content): try writer?.add(content: content)
      case .attachmentEnd: break
      case .end: bytes += try writer?.finish() ?? []
      }
    }
    try Data(bytes).write(to: URL(filePath: forged))
  }

  @Test("BN-08 Only what a server has signed that the operator names is taken over; a member's bundle that was made a server's is not")
  func signatures() throws {
    let folder = try TemporaryFolder()
    let (group, file) = try exportedFamily(in: folder)
    let (old, new, forged) = (folder.path + "/old", folder.path + "/new", folder.path + "/forged.hearth")
    let trust = try trust(old)

    // A member's share, of another scope.
    let own = folder.path + "/own.hearth"
    try forge(own, to: forged, signedBy: nil)
    let unsigned = try importing(forged, into: new, trust)
    #expect(unsigned.status != 0 && unsigned.errors.contains("Nobody has signed this bundle"), "\(unsigned)")
    #expect(try hearthd("verify", "--bundle", forged).output.contains("signed by nobody"))

    // Signed by somebody else.
    let stranger = try #require(BundleSigningKey(seed: [UInt8](repeating: 7, count: 32)))
    try forge(file, to: forged, signedBy: stranger)
    let strange = try importing(forged, into: new, trust)
    #expect(strange.status != 0 && strange.errors.contains("--trust \(stranger.signer)"), "\(strange)")
    #expect(try hearthd("verify", "--bundle", forged).output.contains("signed with the key \(stranger.signer)"))

    // Nobody is named.
    let unnamed = try importing(file, into: new, [])
    #expect(unnamed.status != 0 && unnamed.errors.contains(trust[1]), "\(unnamed)")
    #expect(!FileManager.default.fileExists(atPath: new))

    let taken = try importing(file, into: new, trust)
    #expect(taken.status == 0 && taken.output.contains(group), "\(taken)")
    // The control: nothing but the signature keeps the forged ones out.
    #expect(try importing(forged, into: folder.path + "/control", ["--trust", "\(stranger.signer)"]).status == 0)
    try forge(own, to: forged, signedBy: nil)
    let control = try importing(forged, into: folder.path + "/control2", ["--trust", "unsigned"])
    #expect(control.status == 0 || control.errors.contains("does not verify"), "\(control)")
    #expect(try importing(file, into: new, ["--trust", "a key"]).status != 0)
  }

  @Test("BN-05, BN-06, product N14: A group moves: export beside the server, verify, import, export again; a member's share verifies too")
  func moves() throws {
    let folder = try TemporaryFolder()
    let old = folder.path + "/old"
    let server = try ServerProgram(data: old)
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    try asha.run("add", "450", "Vegetables")
    let bill = folder.path + "/bill.pdf"
    try Data("%PDF-1.7 a bill".utf8).write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)
    try asha.run("receipt", "get", "last", "--out", folder.path + "/back.pdf")
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/back.pdf")) == Data(contentsOf: URL(filePath: bill)))

    let groups = try asha.run("groups", "--json")
    let group = try #require(groups.firstMatch(of: /"groupId":"([0-9a-f-]{36})"/)).1
    let first = folder.path + "/first.hearth"
    let exported = try hearthd("export", String(group), first, "--data", old)
    #expect(exported.status == 0 && exported.output.contains("1 attachments"), "\(exported)")
    let own = folder.path + "/own.hearth"
    try asha.run("export", "--bundle", own)
    for file in [first, own] {
      let verified = try hearthd("verify", "--bundle", file)
      #expect(verified.status == 0 && verified.output.contains("1 attachments: all verified"), "\(verified)")
      #expect(try asha.run("verify-bundle", file).contains("hold"))
      #expect(try asha.run("verify-bundle", file, "--json").contains("\"attachments\":1"))
    }

    let new = folder.path + "/new"
    let imported = try importing(first, into: new, trust(old))
    #expect(imported.status == 0, "\(imported)")
    let second = folder.path + "/second.hearth"
    #expect(try hearthd("export", String(group), second, "--data", new).status == 0)
    // Another server signs it: all before the last record is the same.
    let files = try [first, second].map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(files[0].count == files[1].count && files[0] != files[1])
    // The end's length of 2 bytes, and checksum, signer and signature, each behind 2.
    #expect(files[0].dropLast(96 + 4) == files[1].dropLast(96 + 4))
    let verified = try hearthd("verify", "--data", new)
    #expect(verified.status == 0, "\(verified)")
    // AU-01
    let logs = try [old, new].map { try hearthd("audit", "--data", $0).output }
    #expect(logs.allSatisfy { $0.contains("group_exported  group \(group)") } && logs[1].contains("group_imported  group \(group)"))
    #expect(try hearthd("audit", "--data", new, "--verify").status == 0)
    // It starts, with a key of its own.
    let moved = try ServerProgram(data: new)
    moved.program.send(SIGTERM)
    #expect(try moved.program.status() == 0)

    let again = try importing(first, into: new, trust(old))
    #expect(again.status != 0 && again.errors.contains("already"))
    let busy = try hearthd("import", first, "--data", old)
    #expect(busy.status != 0 && busy.errors.contains("in use"))
    let members = try hearthd("import", own, "--data", folder.path + "/none")
    #expect(members.status != 0 && members.errors.contains("member's bundle"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test("BN-07 hearthd codes makes new codes for whom nobody has become yet, in place of those that were lost")
  func newCodes() throws {
    let folder = try TemporaryFolder()
    let (group, file) = try exportedFamily(in: folder)
    let new = folder.path + "/new"
    func codes(_ output: String) -> [String: String] {
      output.split(separator: "\n").reduce(into: [:]) { codes, line in
        guard let match = line.wholeMatch(of: /(([0-9A-Z]{4}-){3}[0-9A-Z]{4})  (\w+) \(\w+\)/) else { return }
        codes[String(match.3)] = String(match.1)
      }
    }
    let imported = try importing(file, into: new, ["--codes", "--codes-days", "1"] + trust(folder.path + "/old"))
    let first = codes(imported.output)
    #expect(first.keys.sorted() == ["Asha", "Ravi"], "\(imported)")
    do {
      let server = try ServerProgram(data: new)
      let ravi = HearthProgram(name: "new-ravi", in: folder)
      try ravi.run("register", "--server", "\(server.url)", "--name", "Ravi again")
      try ravi.run("join", try #require(first["Ravi"]))
      let busy = try hearthd("codes", group, "--data", new)
      #expect(busy.status != 0 && busy.errors.contains("cannot be opened"), "\(busy)")
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
    }
    let renewed = try hearthd("codes", group, "--data", new, "--days", "90")
    let second = codes(renewed.output)
    #expect(renewed.status == 0 && second.keys.sorted() == ["Asha"] && renewed.output.contains("for 90 days"), "\(renewed)")
    do {
      let server = try ServerProgram(data: new)
      let asha = HearthProgram(name: "new-asha", in: folder)
      try asha.run("register", "--server", "\(server.url)", "--name", "Asha again")
      // What was lost may be in wrong hands.
      let late = try asha.start("join", try #require(first["Asha"]))
      #expect(try late.status() != 0)
      #expect(try late.errors.all().contains("invite_invalid"))
      #expect(try asha.run("join", try #require(second["Asha"])).contains("as owner"))
      try asha.run("group", "set", "--name", "Sharmas")
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
    }
    let nobody = try hearthd("codes", group, "--data", new)
    #expect(nobody.status == 0 && codes(nobody.output).isEmpty && nobody.output.contains("Every active member"), "\(nobody)")
    #expect(try hearthd("verify", "--data", new).status == 0)
    for (arguments, words) in [
      (["codes", Command.id(), "--data", new], "no group"), (["codes", group, "--data", folder.path + "/none"], "no folder"),
      (["codes", group, "--data", new, "--days", "0"], "1 to 90"), (["codes", group, "--data", new, "--days", "91"], "1 to 90"),
      (["codes", "mine", "--data", new], "no group's id"),
    ] {
      let refused = try Program.run("hearthd", arguments)
      #expect(refused.status != 0 && refused.errors.contains(words), "\(refused)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test("BN-07 On another server, where nobody is known, whoever registers and joins by a member's code goes on as them")
  func goesOnElsewhere() throws {
    let folder = try TemporaryFolder()
    let (_, file) = try exportedFamily(in: folder)
    let new = folder.path + "/new"
    let imported = try importing(file, into: new, ["--codes", "--codes-days", "2"] + trust(folder.path + "/old"))
    #expect(imported.status == 0 && imported.output.contains("for 2 days"), "\(imported)")
    let server = try ServerProgram(data: new)
    for (name, role) in [("Ravi", "adult"), ("Asha", "owner")] {
      let line = try #require(imported.output.split(separator: "\n").first { $0.hasSuffix("  \(name) (\(role))") }, "\(imported.output)")
      let person = HearthProgram(name: "new-\(name)", in: folder)
      try person.run("register", "--server", "\(server.url)", "--name", "\(name) again")
      #expect(try person.run("join", String(line.prefix(19))).contains("as \(role)"))
      #expect(try person.run("members").contains("\(name) (you)"))
    }
    let asha = HearthProgram(name: "new-Asha", in: folder)
    #expect(try asha.run("history").contains("Vegetables"))
    try asha.run("group", "set", "--name", "Sharmas")
    #expect(try hearthd("verify", "--data", new).status == 0)
  }

  @Test("BN-03, AT-01 A damaged bundle and a damaged file are named, with status 1")
  func damage() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    let server = try ServerProgram(data: data)
    let (asha, _) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    for number in 1...3 { _ = try asha.send(.addEntry(group, minor: Int64(number))) }
    let file = folder.path + "/group.hearth"
    #expect(try hearthd("export", group, file, "--data", data).status == 0)
    var bytes = try Data(contentsOf: URL(filePath: file))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: file))
    let verified = try hearthd("verify", "--bundle", file)
    #expect(verified.status == 1 && verified.output.hasPrefix("damaged: "), "\(verified)")
    let imported = try hearthd("import", file, "--data", folder.path + "/new")
    #expect(imported.status != 0 && !FileManager.default.fileExists(atPath: folder.path + "/new"))
    let unknown = try hearthd("export", Command.id(), file, "--data", data)
    #expect(unknown.status != 0 && unknown.errors.contains("no group"))

    let attachments = data + "/attachments/\(group)"
    try FileManager.default.createDirectory(atPath: attachments, withIntermediateDirectories: true)
    try Data("other".utf8).write(to: URL(filePath: attachments + "/\(ContentHash(of: Array("bill".utf8)))"))
    let whole = try hearthd("verify", "--data", data)
    #expect(whole.status == 1 && whole.output.contains("\(ContentHash(of: Array("bill".utf8)))"), "\(whole)")
  }
}
