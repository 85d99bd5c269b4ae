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
  private func report(
    isSecure: Bool = true, isLocked: Bool = false, hidesAmounts: Bool? = nil, devices: [Device]? = nil
  ) -> PrivacyReport {
    let home = Household()
    var profile = Profile(
      server: isSecure ? "wss://hearth.example" : "ws://127.0.0.1:7433", identity: "id", token: "t", displayName: "Asha")
    profile.hidesAmounts = hidesAmounts
    return PrivacyReport(
      profile, isLocked: isLocked, folder: "/h", aliases: 1, waiting: 2,
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
      // The other of the two reads it as well.
      "Reminders and coaching to you and by you: you, the one whom each is from or to",
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
    let home = Household()
    #expect(lines[0].contains("\"readerIds\":[\"\(home.ravi)\",\"\(home.meera)\"]"), "\(lines[0])")
    #expect(lines.contains { $0.contains("\"encryptedOnTheWay\":true") && $0.contains("\"locked\":false") })
    #expect(lines.count { $0.contains("\"country\"") } == 5)
    #expect(lines.contains { $0.contains("\"drafts\":\"show\"") && $0.contains("\"othersDrafts\":\"show\"") })
  }

  @Test(
    "product 163, 164: whether amounts are hidden is told as it is kept, whatever --hide-amounts says for once", arguments: [true, false])
  func keptAmounts(isKept: Bool) {
    for isHidden in [true, false] {
      Amounts.hiding(isHidden) {
        let report = report(hidesAmounts: isKept ? true : nil)
        let lines = Screens.privacy(report, Theme(isColored: false, width: 100)).joined()
        #expect(lines.contains(isKept ? "Amounts are hidden on this device." : "Amounts are shown on this device."))
        #expect(Screens.privacyJSON(report).joined().contains("\"amountsHidden\":\(isKept)"))
      }
    }
  }

  @Test("product 163: of a damaged file it is said which it is and what to do, in words of our own", arguments: Language.allCases)
  func damage(language: Language) {
    let failures = [
      ConsoleFailure(ProfileFailure(HomeFailure.noDatabase("/h/a.db"))), ConsoleFailure(ClientStoreFailure.noDatabase("/h/a.db")),
      ConsoleFailure(ProfileFailure(HomeFailure.tooLarge("/h/a.db", bytesMax: 1_024))),
      ConsoleFailure(ProfileFailure(HomeFailure.lockDamaged("/h/a.db"))),
    ]
    for failure in failures {
      let lines = failure.lines(in: language)
      #expect(lines.count == 2 && lines[0].contains("/h/a.db") && !lines[1].isEmpty, "\(lines)")
      #expect(!lines.joined().lowercased().contains("sqlite") && !lines.joined().contains("memory"), "\(lines)")
    }
    #expect(failures[0].lines(in: language) == failures[1].lines(in: language))
    #expect(failures[0].lines[0].contains("is damaged") && failures[0].lines[1].contains("Move the file away"))
    #expect(failures[2].lines[0].contains("1024 bytes"))
    let wrong = ConsoleFailure(ProfileFailure(HomeFailure.passphraseWrong)).lines(in: language)
    #expect(wrong.joined().contains("lock.json"), "a record that was altered cannot be told from a wrong passphrase")
  }

  @Test("product 167: what is wrong with a file of resources is said with the field, the limit and what to do")
  func resourceFlaws() throws {
    let folder = try TemporaryFolder()
    let home = HomeFolder(path: folder.path)
    func failure(_ text: String) throws -> (cause: String, remedy: String)? {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/resources.json"))
      do throws(ProfileFailure) {
        _ = try SupportResource.all(in: home)
        return nil
      } catch {
        return (error.cause.description, error.remedy.description)
      }
    }
    let good = "{\"country\":\"XX\",\"number\":\"1\",\"kind\":\"support\"}"
    func bad(_ field: String, _ count: Int) -> String {
      let others = ["country": "XX", "number": "2", "kind": "support", "about": "Anna"]
      let texts = others.merging([field: String(repeating: "a", count: count)]) { $1 }
      return "[\(good),{" + texts.map { "\"\($0)\":\"\($1)\"" }.sorted().joined(separator: ",") + "}]"
    }
    for field in ["country", "number", "about"] {
      #expect(try failure(bad(field, 100)) == nil && failure(bad(field, 1)) == nil)
      let long = try #require(try failure(bad(field, 101)))
      #expect(long.cause.contains("resources.json: \"\(field)\" of resource 2 has 101 characters, and may have 1 to 100."), "\(long)")
      #expect(long.remedy == "Shorten that text.")
      let empty = try #require(try failure(bad(field, 0)))
      #expect(empty.cause.contains("\"\(field)\" of resource 2 has 0 characters") && empty.remedy == "Write something there.")
    }
    #expect(try failure(bad("kind", 3))?.cause.contains("\"kind\" of resource 2 is missing, or is not what it may be.") == true)
    #expect(
      try failure("[\(good),{\"country\":\"XX\",\"kind\":\"support\"}]")?.cause.contains("\"number\" of resource 2 is missing") == true)
    for text in ["", "{}", "[1]", "[\(good)"] {
      #expect(try failure(text)?.cause.contains("is no list of resources.") == true, "\(text)")
    }
    let list = "[\(good)]"
    #expect(try failure(list + String(repeating: " ", count: SupportResource.bytesMax - list.utf8.count)) == nil)
    let large = try #require(try failure(list + String(repeating: " ", count: SupportResource.bytesMax - list.utf8.count + 1)))
    #expect(large.cause.contains("has more than 65536 bytes.") && large.remedy == "Take out what nobody needs.")
    let many = try #require(try failure("[" + Array(repeating: good, count: 101).joined(separator: ",") + "]"))
    #expect(many.cause.contains("has 101 resources, and may have 100.") && many.remedy == "Take out what nobody needs.")
  }

  @Test("product 167: the numbers and pages that are known, those of a file before them, in neutral words")
  func resources() throws {
    #expect(
      SupportResource.all.map { "\($0.country) \($0.number) \($0.kind)" } == [
        "US 1-800-799-7233 support", "US techsafety.org technology", "US thehotline.org planning", "IN 181 support", "IN 112 emergency",
      ])
    let folder = try TemporaryFolder()
    let home = HomeFolder(path: folder.path)
    #expect(try SupportResource.all(in: home) == SupportResource.all)
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/resources.json")) }
    try write(
      "[{\"country\":\"XX\",\"number\":\"555\",\"kind\":\"support\",\"about\":\"Ask for \\u001b[2J Anna\"},{\"country\":\"IN\",\"number\":\"112\",\"kind\":\"emergency\"}]"
    )
    let all = try SupportResource.all(in: home)
    #expect(all.map(\.number) == ["555", "112", "1-800-799-7233", "techsafety.org", "thehotline.org", "181"])
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
    #expect(try list(100, about: 10) == 105 && list(101, about: 10) == nil)
    #expect(try list(1, about: 100) == 6 && list(1, about: 101) == nil)
  }
}
