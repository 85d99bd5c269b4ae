import HearthClient
import HearthProtocol
import Testing

/// The operator's switch that says who may create groups (product row 8).
@Suite struct GroupCreatorTests {
  @Test("product 8, GR-10: Everybody may create groups, or only whom the operator names, or nobody; who is invited may join in any case")
  func creators() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    var (asha, ravi, identity, code) = ("", "", "", "")
    do {
      let server = try ServerProgram(data: data)
      let first = try HearthConnection(SyncConfiguration(credentials: .register(displayName: "Asha")), server: server.url)
      let login = try first.open(within: .seconds(60))
      asha = try #require(login.token)
      identity = login.welcome.identityID
      let second = try server.register("Ravi")
      ravi = second.token
      _ = try second.connection.send(.createGroup())
    }
    do {
      let server = try ServerProgram(data: data, ["--group-creator", identity])
      try refused(server.logIn(ravi))
      let group = Command.createGroup()
      let connection = try server.logIn(asha)
      _ = try connection.send(group)
      let invite = Command.with {
        $0.id = Command.id()
        $0.groupID = group.groupID
        $0.createInvite.inviteID = Command.id()
        $0.createInvite.role = .adult
      }
      code = try connection.send(invite).inviteCode
    }
    let server = try ServerProgram(data: data, ["--group-creator", "none"])
    try refused(server.logIn(asha))
    let join = Command.with {
      $0.id = Command.id()
      $0.joinGroup.code = code
      $0.joinGroup.memberID = Command.id()
      $0.joinGroup.displayName = "Ravi"
    }
    _ = try server.logIn(ravi).send(join)
  }

  private func refused(_ connection: HearthConnection) throws {
    do throws(ConnectionFailure) {
      _ = try connection.send(.createGroup())
      Issue.record("the group was created")
    } catch {
      guard case .rejected(let rejected) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(rejected.code == "creation_restricted" && rejected.remedy.contains("invite"))
    }
  }
}
