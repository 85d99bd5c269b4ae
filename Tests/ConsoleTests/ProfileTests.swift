import ClientStore
import Glibc
import Support
import Testing

@testable import Console

@Suite struct ProfileTests {
  private let profile = Profile(
    server: "ws://127.0.0.1:7433", identity: "id", token: "secret-token", displayName: "Asha", currentGroup: "g")

  /// Runs the body with a folder that does not exist yet, in one that is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let root = try TemporaryFolder()
    try withExtendedLifetime(root) { try body(root.path + "/a/b") }
  }

  @Test func isKeptForItsOwnerAlone() throws {
    try withFolder { folder in
      let file = ProfileFile(home: HomeFolder(path: folder))
      #expect(try file.load() == nil)
      try file.save(profile)
      #expect(try file.load() == profile)
      var status = stat()
      #expect(stat(file.path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      #expect(stat(folder, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }

  @Test func isReplacedAsAWhole() throws {
    try withFolder { folder in
      let file = ProfileFile(home: HomeFolder(path: folder))
      try file.save(profile)
      var changed = profile
      changed.currentGroup = nil
      try file.save(changed)
      #expect(try file.load() == changed)
    }
  }

  @Test("ID-07: a call that began before another one replaced the token does not bring the old one back")
  func isChangedBesideOthers() throws {
    try withFolder { folder in
      let file = ProfileFile(home: HomeFolder(path: folder))
      #expect(throws: ProfileFailure.self) { try file.update { $0.currentGroup = "none" } }
      try file.save(profile)
      let former = try #require(try file.load())
      #expect(try file.update { $0.token = "new" }.token == "new")
      let changed = try file.update { $0.currentGroup = "h" }
      #expect(changed.token == "new" && changed.currentGroup == "h" && former.token == "secret-token")
      #expect(try file.load() == changed)
    }
  }

  @Test func damageIsSaidNotGuessed() throws {
    try withFolder { folder in
      let file = ProfileFile(home: HomeFolder(path: folder))
      try file.save(profile)
      #expect(truncate(file.path, 20) == 0)
      #expect(throws: ProfileFailure.self) { try file.load() }
    }
  }

  @Test func theTokenIsNeverPrinted() {
    #expect(!"\(profile)".contains("secret"))
    #expect(!String(reflecting: profile).contains("secret"))
    var text = ""
    dump(profile, to: &text)
    #expect(!text.contains("secret"))
  }

  @Test func theEnvironmentNamesTheFolder() {
    #expect(ProfileFile(home: HomeFolder(environment: ["HEARTH_HOME": "/x"])).path == "/x/profile.json")
    #expect(ProfileFile(home: HomeFolder(environment: ["HOME": "/home/asha"])).path == "/home/asha/.config/hearth/profile.json")
    #expect(ProfileFile(home: HomeFolder(environment: ["HEARTH_HOME": "", "HOME": "/h"])).home.path == "/h/.config/hearth")
  }
}
