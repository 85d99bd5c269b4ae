import ClientStore
import Foundation
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

/// Who sees what, and whom to call.
@Suite struct PrivacyTests {
  private func report(isSecure: Bool = true, isLocked: Bool = false, devices: [Device]? = nil) -> PrivacyReport {
    let home = Household()
    return PrivacyReport(
      server: isSecure ? "wss://hearth.example" : "ws://127.0.0.1:7433", identity: "id", isSecure: isSecure, isLocked: isLocked,
      folder: "/h",
      areAmountsHidden: false, aliases: 1, waiting: 2,
      groups: [
        PrivacyReport.Group(id: home.group, name: "Sharma Family", lanes: PrivacyReport.lanes(of: home.view.state, for: home.asha))
      ], devices: devices, resources: SupportResource.all)
  }

  @Test("product 164: each part of the history is named with who reads it, as the server would deliver it")
  func readers() {
    var home = Household()
    func readers(_ member: MemberID) -> [String: [String]] {
      Dictionary(uniqueKeysWithValues: PrivacyReport.lanes(of: home.view.state, for: member).map { ($0.lane.name, $0.readers) })
    }
    #expect(readers(home.asha)["shared"] == ["Ravi", "मीरा"])
    #expect(readers(home.asha)["admin"] == [])
    #expect(readers(home.ravi)["admin"] == nil)
    home.append(.roleChanged(.with { ($0.memberID, $0.role) = (home.ravi.description, .admin) }))
    #expect(readers(home.asha)["admin"] == ["Ravi"] && readers(home.ravi)["admin"] == ["Asha"])
    home.append(.memberLeft(.with { $0.memberID = home.meera.description }), by: home.meera)
    #expect(readers(home.asha)["shared"] == ["Ravi"], "who has left reads nothing")
  }

  @Test("product 164: the screen says who sees what, what is encrypted where, and how to take it along")
  func screen() {
    let plain = Theme(isColored: false, width: 100)
    let lines = Screens.privacy(report(), plain)
    let text = lines.joined(separator: "\n")
    for part in [
      "Who reads what in Sharma Family", "Ravi and मीरा", "Your devices", "not known without a connection", "hearth export --bundle FILE",
      "wss://hearth.example", "1-800-799-7233",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    #expect(Screens.privacy(report(isLocked: true), plain) != lines)
    #expect(Screens.privacy(report(isSecure: false), plain).joined().contains("not encrypted"))
    let devices: [Device] = [.with { ($0.name, $0.current) = ("Laptop", true) }, .with { $0.name = "Phone" }]
    #expect(Screens.privacy(report(devices: devices), plain).joined().contains("Phone"))
    for language in Language.allCases {
      for width in [40, 80] {
        for line in Screens.privacy(report(devices: devices), Theme(isColored: false, width: width, language: language)) {
          #expect(line.displayWidth <= width, "\(line)")
        }
      }
    }
    let hindi = Screens.privacy(report(), Theme(isColored: false, width: 100, language: .hindi)).joined()
    #expect(hindi.contains("1-800-799-7233") && !hindi.contains("Your devices"))
  }

  @Test("product 164: for programs each part, the device and each resource is a line of JSON")
  func json() throws {
    let lines = Screens.privacyJSON(report())
    for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any], "\(line)") }
    #expect(lines[0].contains("\"lane\":\"shared\"") && lines[0].contains("\"readersBesideYou\":2"))
    #expect(lines.contains { $0.contains("\"encryptedOnTheWay\":true") && $0.contains("\"locked\":false") })
    #expect(lines.count { $0.contains("\"country\"") } == 3)
  }

  @Test("product 167: the numbers that are known, those of a file before them, in neutral words")
  func resources() throws {
    #expect(SupportResource.all.map { "\($0.country) \($0.number)" } == ["US 1-800-799-7233", "IN 181", "IN 112"])
    let folder = try TemporaryFolder()
    let home = HomeFolder(path: folder.path)
    #expect(try SupportResource.all(in: home) == SupportResource.all)
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/resources.json")) }
    try write(
      "[{\"country\":\"XX\",\"number\":\"555\",\"kind\":\"support\",\"about\":\"Ask for \\u001b[2J Anna\"},{\"country\":\"IN\",\"number\":\"112\",\"kind\":\"emergency\"}]"
    )
    let all = try SupportResource.all(in: home)
    #expect(all.map(\.number) == ["555", "112", "1-800-799-7233", "181"])
    let lines = Screens.resources(all, Theme(isColored: false, width: 80))
    #expect(lines[1].contains("555") && !lines[1].contains("\u{1B}"), "\(lines)")
    for wrong in [
      "", "{}", "[{\"country\":\"XX\"}]", "[{\"country\":\"\",\"number\":\"1\",\"kind\":\"support\"}]",
      "[{\"country\":\"XX\",\"number\":\"1\",\"kind\":\"x\"}]",
    ] {
      try write(wrong)
      #expect(throws: ProfileFailure.self) { try SupportResource.all(in: home) }
    }
  }

  @Test("product 167: a file has at most 100 resources, with texts of at most 100 characters")
  func bounds() throws {
    let folder = try TemporaryFolder()
    let home = HomeFolder(path: folder.path)
    func list(_ count: Int, about: Int) throws -> Int? {
      let own = (0..<count).map {
        SupportResource(country: "XX", number: "\($0)", kind: .support, about: String(repeating: "क", count: about))
      }
      try home.replace(SupportResource.fileName, with: Array(try JSONEncoder().encode(own)))
      return try? SupportResource.all(in: home).count
    }
    #expect(try list(100, about: 10) == 103 && list(101, about: 10) == nil)
    #expect(try list(1, about: 100) == 4 && list(1, about: 101) == nil)
  }
}
