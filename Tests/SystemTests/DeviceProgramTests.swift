import Foundation
import GRDB
import HearthProtocol
import Support
import Testing

/// Devices at the command line, and the operator's look at the audit log.
@Suite struct DeviceProgramTests {
  private struct Listed: Decodable {
    var deviceId: String
    var name: String?
    var current: Bool?
  }

  private struct Row: Decodable {
    var act: String
    var deviceId: String?
    var count: String
  }

  private func devices(_ program: HearthProgram) throws -> [Listed] {
    try program.run("devices", "--json").split(separator: "\n").map { try JSONDecoder().decode(Listed.self, from: Data($0.utf8)) }
  }

  private func token(_ name: String, in folder: TemporaryFolder) throws -> String {
    struct Kept: Decodable { var token: String }
    return try JSONDecoder().decode(Kept.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(name)/profile.json"))).token
  }

  @Test("ID-06, ID-07, ID-08: a phone is linked, both go on, the token is replaced, the phone is revoked")
  func walk() throws {
    let home = try AshasHome()
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    let shown = try home.asha.run("devices", "link")
    let code = try #require(shown.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    #expect(shown.contains("hearth login --server \(home.server.url) --link \(code)"))
    let phone = HearthProgram(name: "phone", in: home.folder)
    let greeting = try phone.run("login", "--server", "\(home.server.url)", "--link", "\(code)", "--device", "Phone")
    #expect(greeting.hasPrefix("Logged in as Asha at "))
    #expect(try phone.run("groups").contains("Sharma Family"))
    let again = try HearthProgram(name: "thief", in: home.folder).start("login", "--server", "\(home.server.url)", "--link", "\(code)")
    #expect(try again.status() == 1)
    #expect(try again.errors.all().contains("link_invalid"))
    let listed = try devices(phone)
    #expect(listed.count == 2 && listed.last?.name == "Phone" && listed.map { $0.current ?? false } == [false, true])

    let feed = try phone.start("feed", "--json")
    _ = try feed.output.next(containing: "subscribed")
    let old = try token("Asha", in: home.folder)
    #expect(try home.asha.run("devices", "rotate").contains("new token"))
    #expect(try token("Asha", in: home.folder) != old)
    #expect(try home.asha.run("groups").contains("Sharma Family"))

    // Where nobody can be asked, nothing is done without --yes.
    let unsure = try home.asha.start("devices", "revoke", "Phone")
    #expect(try unsure.status() == 64)
    try home.asha.run("devices", "revoke", "Phone", "--yes")
    #expect(try feed.status() == 2)
    #expect(try feed.errors.all().contains("was revoked"))
    let late = try phone.start("groups")
    #expect(try late.status() == 2)
    #expect(try devices(home.asha).count == 1)
  }

  @Test("AU-01, AU-02, AU-03: the operator reads the audit log beside the server and without it; what was altered is named")
  func audit() throws {
    let home = try AshasHome()
    let data = home.folder.path + "/data"
    let shown = try home.asha.run("devices", "link")
    let code = try #require(shown.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    let phone = HearthProgram(name: "phone", in: home.folder)
    try phone.run("login", "--server", "\(home.server.url)", "--link", "\(code)", "--device", "Phone")
    let thief = try HearthProgram(name: "thief", in: home.folder).start("login", "--server", "\(home.server.url)", "--link", "\(code)")
    #expect(try thief.status() == 1)
    try home.asha.run("devices", "rotate")
    try home.asha.run("devices", "revoke", "Phone", "--yes")
    let late = try phone.start("groups")
    #expect(try late.status() == 2)

    func audit(_ options: String...) throws -> (status: Int32, output: String) {
      let result = try Program.run("hearthd", ["audit", "--data", data] + options)
      return (result.status, result.output)
    }
    let acts = ["registered", "device_linked", "token_rotated", "device_revoked"]
    var found = try audit("--json").output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    #expect(found.filter { acts.contains($0.act) }.map(\.act) == acts)
    home.server.program.send(SIGTERM)
    #expect(try home.server.program.status() == 0)
    found = try audit("--json").output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    #expect(found.contains { $0.act == "code_wrong" && $0.count == "1" } && found.contains { $0.act == "login_refused" })
    #expect(try audit().output.contains("device_revoked  identity "))
    let verified = try audit("--verify")
    #expect(
      verified.status == 0 && verified.output.hasPrefix("\(found.count) rows, the last one ") && verified.output.contains("all verified"))
    #expect(!verified.output.contains("device_revoked"))

    let backup = home.folder.path + "/backup"
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    let restored = home.folder.path + "/restored"
    #expect(try Program.run("hearthd", ["restore", backup, "--data", restored]).status == 0)
    let told = try Program.run("hearthd", ["audit", "--data", restored])
    #expect(told.status == 0 && told.output.contains("backed_up") && told.output.contains("restored"))

    let queue = try DatabaseQueue(path: data + "/hearth.db")
    try queue.write { try $0.execute(sql: "UPDATE audit SET device = zeroblob(16) WHERE number = 2; DELETE FROM audit WHERE number = 3") }
    try queue.close()
    let damaged = try audit("--verify")
    #expect(damaged.status == 1)
    #expect(damaged.output.contains("damaged: row 2 was altered\ndamaged: row 3 is missing\n"))
    let whole = try Program.run("hearthd", ["verify", "--data", data])
    #expect(whole.status == 1 && whole.output.contains("damaged: audit log: row 2 was altered"))
  }
}
