import Foundation
import HearthProtocol
import Testing

/// Devices at the command line.
@Suite struct DeviceProgramTests {
  private struct Listed: Decodable {
    var deviceId: String
    var name: String?
    var current: Bool?
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
}
