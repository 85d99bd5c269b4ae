import Foundation
import Logging
import Support
import Testing

@testable import CatalogueRunner
@testable import hearthd

/// What hearthd answers an operator.
@Suite struct OperatorTests {
  @Test("hearthd groups, identities and sessions tell sizes and last use beside a running server, and no name or amount")
  func use() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    let server = try ServerProgram(data: data)
    let asha = HearthProgram(name: "asha", in: folder)
    let ravi = HearthProgram(name: "ravi", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha Mehta")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let code = try #require(try asha.run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    try ravi.run("register", "--server", "\(server.url)", "--name", "Ravi Mehta")
    try ravi.run("join", String(code))
    try asha.run("add", "450.75", "Vegetables")
    let bill = folder.path + "/bill.pdf"
    try Data("%PDF-1.7 a bill".utf8).write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)

    func told(_ verb: String, _ options: String...) throws -> [String] {
      let result = try Program.run("hearthd", [verb, "--data", data] + options)
      #expect(result.status == 0, "\(result.errors)")
      for secret in ["Asha", "Ravi", "Sharma", "Vegetables", "450.75"] {
        #expect(!result.output.contains(secret), "\(verb): \(secret)")
      }
      return result.output.split(separator: "\n").map(String.init)
    }
    let id = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    let day = "20[0-9]{2}-[0-9]{2}-[0-9]{2}"
    func matches(_ line: String?, _ pattern: String) -> Bool { line?.range(of: "^\(pattern)$", options: .regularExpression) != nil }
    let groups = try told("groups")
    #expect(groups.count == 1)
    #expect(matches(groups.first, "\(id)  [0-9]+ events  [0-9]+ bytes  1 files  15 bytes of files  2 members  used \(day)"), "\(groups)")
    let object = try JSONSerialization.jsonObject(with: Data(try told("groups", "--json")[0].utf8)) as? [String: Any]
    #expect(object?["members"] as? Int == 2 && object?["fileBytes"] as? Int == 15)
    let identities = try told("identities")
    #expect(identities.count == 2)
    for line in identities {
      #expect(matches(line, "\(id)  made \(day)  1 devices  0 tokens  1 groups  used \(day)  suspended never"), "\(line)")
    }
    let sessions = try told("sessions")
    #expect(sessions.count == 2)
    for line in sessions { #expect(matches(line, "\(id)  \(id)  linked \(day)  used \(day)  0 tokens"), "\(line)") }
    let none = try Program.run("hearthd", ["groups", "--data", folder.path + "/none"])
    #expect(none.status != 0 && none.errors.contains("There is no folder"))
  }

  @Test("hearthd sessions --end ends a device, or all of an identity, for good and nobody else's; beside a running server nothing is done")
  func endedDevices() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    var server = try ServerProgram(data: data)
    let people = ["asha", "ravi", "mira"].map { HearthProgram(name: $0, in: folder) }
    for (person, name) in zip(people, ["Asha", "Ravi", "Mira"]) {
      try person.run("register", "--server", "\(server.url)", "--name", name)
      try person.run("create", "\(name)'s", "--currency", "INR")
    }
    func sessions(_ options: String...) throws -> (status: Int32, output: String, errors: String) {
      let result = try Program.run("hearthd", ["sessions", "--data", data] + options)
      return (result.status, result.output, result.errors)
    }
    func linked() throws -> [[Substring]] { try sessions().output.split(separator: "\n").map { $0.split(separator: " ") } }
    // In the order in which they were linked.
    let known = try linked().sorted { $0[0] < $1[0] }
    try #require(known.count == 3)
    let (ravi, mira) = (String(known[1][0]), String(known[2][1]))
    let running = try sessions("--end", ravi)
    #expect(running.status != 0 && running.errors.contains("while no server is running"), "\(running)")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let nobody = "0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"
    for (option, cause) in [("--end", "no device \(nobody)"), ("--end-identity", "no device of identity \(nobody)")] {
      let refused = try sessions("--end", ravi, option, nobody)
      #expect(refused.status != 0 && refused.errors.contains(cause) && refused.errors.contains("Nothing was ended"), "\(refused)")
    }
    #expect(try sessions("--end", "ravi").errors.contains("is no id"))
    #expect(try linked().count == 3)
    let ended = try sessions("--end", ravi, "--end-identity", mira)
    #expect(ended.status == 0 && ended.output.contains("2 devices ended."), "\(ended)")
    #expect(try linked().map { $0[0] } == [known[0][0]])
    let audit = try Program.run("hearthd", ["audit", "--data", data])
    #expect(audit.output.split(separator: "\n").count { $0.contains("device_revoked") } == 2)

    server = try ServerProgram(data: data)
    for (person, name) in zip(people, ["asha", "ravi", "mira"]) {
      let profile = URL(fileURLWithPath: folder.path + "/\(name)/profile.json")
      let text = try String(contentsOf: profile, encoding: .utf8)
      let moved = text.replacing(/127\.0\.0\.1:[0-9]+/, with: server.url.authority)
      try moved.write(to: profile, atomically: true, encoding: .utf8)
      let program = try person.start("devices")
      #expect((try program.status() == 0) == (name == "asha"), "\(name): \(program.errors.seen)")
    }
  }

  @Test("hearthd identities --suspend ends what somebody has open beside a running server and lets them in no more, --resume does again")
  func suspendedIdentities() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    let server = try ServerProgram(data: data)
    let people = ["asha", "ravi"].map { HearthProgram(name: $0, in: folder) }
    for (person, name) in zip(people, ["Asha", "Ravi"]) {
      try person.run("register", "--server", "\(server.url)", "--name", name)
      try person.run("create", "\(name)'s", "--currency", "INR")
    }
    func identities(_ options: String...) throws -> (status: Int32, output: String, errors: String) {
      let result = try Program.run("hearthd", ["identities", "--data", data] + options)
      return (result.status, result.output, result.errors)
    }
    let lines = try identities().output.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == 2)
    let asha = String(lines[0][0])
    let nobody = "0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"
    let unknown = try identities("--suspend", asha, "--suspend", nobody)
    #expect(unknown.status != 0 && unknown.errors.contains("There is no identity \(nobody). Nothing was changed."), "\(unknown)")
    #expect(try identities("--suspend", "asha").errors.contains("is no id"))
    #expect(try identities("--suspend", asha, "--resume", asha).errors.contains("cannot be suspended and resumed at once"))
    #expect(try people[0].start("devices").status() == 0)

    let done = try identities("--suspend", asha)
    #expect(done.status == 0 && done.output == "Suspended: 1. Resumed: 0.", "\(done)")
    let told = try identities().output.split(separator: "\n")
    #expect(told.count == 2 && told[0].contains("suspended 20") && told[1].hasSuffix("suspended never"), "\(told)")
    #expect(try people[0].start("devices").status() != 0)
    #expect(try people[1].start("devices").status() == 0)
    #expect(try identities("--resume", asha).output == "Suspended: 0. Resumed: 1.")
    #expect(try people[0].start("devices").status() == 0)
    let audit = try Program.run("hearthd", ["audit", "--data", data]).output
    #expect(audit.contains("identity_suspended") && audit.contains("identity_resumed"))
  }

  @Test("--log-format json writes an object a line")
  func jsonLog() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--log-format", "json"])
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let lines = try server.program.errors.all().split(separator: "\n")
    #expect(lines.count >= 3)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["level"] as? String == "info" && (object?["message"] as? String)?.isEmpty == false, "\(line)")
      #expect((object?["time"] as? String)?.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(line)")
    }
    #expect(lines.contains { $0.contains("\"data\":{\"url\":\"ws://127.0.0.1:") })
  }

  @Test("HT-14: the JSON log has an object for each request over HTTP, with the id that X-Request-Id gave it")
  func requestLog() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--log-format", "json", "--log-level", "debug"])
    let peer = try Peer(.plain, CatalogueTarget(port: UInt16(server.url.port), deadlineMilliseconds: 0))
    let id = "0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"
    peer.send(Array("GET /v1/groups HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: \(id)\r\n\r\n".utf8))
    let answer = String(decoding: try peer.rest(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.lowercased().contains("x-request-id: \(id)\r\n"), "\(answer)")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let lines = try server.program.errors.all().split(separator: "\n").filter { $0.contains("a request was answered") }
    let object = try JSONSerialization.jsonObject(with: Data(try #require(lines.first).utf8)) as? [String: Any]
    let data = object?["data"] as? [String: String]
    #expect(lines.count == 1 && object?["level"] as? String == "debug" && data == ["request": id, "status": "401"], "\(lines)")
  }

  @Test("A line of the log holds whatever is said in it")
  func line() {
    let line = JSONLogHandler.line(level: .error, "two\nlines \"and\" more", ["a": "\u{1B}[31m"], at: 1_790_000_000.5)
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"data":{"a":"\u001b[31m"},"level":"error","message":"two\nlines \"and\" more","time":"2026-09-21T14:13:20.500Z"}"# + "\n")
  }
}
