import HearthClient
import HearthProtocol
import Ledger
import Testing

/// Looking ahead and back over real sockets.
@Suite(.onOneAndThreeLoops) struct LookingTests {
  @Test("IP-01: a preview is answered as the command would be, and nothing comes of it", arguments: WireFormat.allCases)
  func preview(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let (me, other) = (Fresh.id(), Fresh.id())
    let group = try asha.createGroup(member: me)
    _ = try server.register("Ravi").accepted(.join(asha.invite(to: group), member: other))
    let command = Command.addEntry(group, minor: 10_000)
    let body = ClientMessage.OneOf_Body.previewCommand(.with { $0.command = command })
    let first = try asha.ask(body)
    #expect(first.impact.balances.map(\.afterMinor) == [5_000, -5_000])
    #expect(first.impact.debts.map(\.memberID) == [other] && first.impact.debts.map(\.afterMinor) == [-5_000])
    #expect(first.impact.memberID == me)
    // Asked again it is the same, since the first one changed nothing; then the command itself is no duplicate.
    #expect(try asha.ask(body).impact == first.impact)
    #expect(try asha.accepted(command).duplicate == false)
    let refused = try asha.rejected(body)
    #expect(refused.code == "already_exists" && refused.groupID == group)
    #expect(try asha.rejected(.previewCommand(.with { $0.command.groupID = group })).code == "unknown_command")
    let zone = Command.make(group, .updateGroup(.with { $0.timeZone = "Mars/Base" }))
    #expect(try asha.rejected(.previewCommand(.with { $0.command = zone })).code == "bad_request")
    #expect(try asha.rejected(.previewCommand(.init())).code == "not_found")
    // Nobody gets its code.
    let invite = try asha.ask(.previewCommand(.with { $0.command = .createInvite(group) }))
    #expect(invite.impact.memberID == me && invite.impact.balances.isEmpty)
    #expect(try asha.invite(to: group).count == 19)
  }

  @Test("DB-01: a month and a week are answered in the group's currency and time zone", arguments: WireFormat.allCases)
  func dashboard(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let group = try asha.createGroup()
    _ = try asha.accepted(.addEntry(group, minor: 10_000))
    let month = try asha.ask(.readDashboard(.with { $0.groupID = group })).dashboard
    #expect(month.currency == "INR" && month.period == .month && month.periods.last?.spentMinor == 10_000)
    #expect(month.members.map(\.paidMinor) == [10_000] && month.joinedMemberIds.count == 1 && month.recentEntryIds.count == 1)
    let week = ReadDashboard.with {
      $0.groupID = group
      $0.period = .week
      $0.date = "2020-02-29"
    }
    let past = try asha.ask(.readDashboard(week)).dashboard
    #expect(past.periodStart == "2020-02-24" && past.periodEnd == "2020-03-01" && past.periods.last?.spentMinor == 0)
    let wrong = ReadDashboard.with {
      $0.groupID = group
      $0.date = "yesterday"
    }
    let refused = try asha.rejected(.readDashboard(wrong))
    #expect(refused.code == "bad_request" && refused.field == "read_dashboard.date")
  }

  @Test("product N2, TT-01: the past over a real server equals a fold stopped there", arguments: WireFormat.allCases)
  func past(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    for number in 0..<7 { _ = try asha.accepted(.addEntry(group, "Entry \(number)")) }
    _ = try asha.invite(to: group)
    var configuration = SyncConfiguration(credentials: .token(asha.token))
    configuration.format = format
    let connection = try HearthConnection(configuration, server: try ServerURL("ws://\(server.address)"))
    defer { connection.close() }
    _ = try connection.open()
    let id = try #require(GroupID(group))
    let view = try connection.follow(id)
    let events = try connection.history(of: id, lane: .shared, after: .start, limit: 0).events
    var onward = Replay(group: id)
    for moment in Set(events.map(\.event.atMs)).sorted() {
      var expected = GroupState(group: id)
      for event in events.prefix(while: { $0.event.atMs <= moment }) {
        try expected.apply(event.event, lane: event.lane, position: event.position)
      }
      for lane in [Lane.shared, .admin] {
        // Pages of three, so that each moment takes several.
        while try onward.take(connection.history(of: id, lane: lane, after: onward.position(in: lane), limit: 3), until: moment) {}
      }
      #expect(onward.state.snapshot(of: .shared) == expected.snapshot(of: .shared))
    }
    for lane in [Lane.shared, .admin] {
      while try onward.take(connection.history(of: id, lane: lane, after: onward.position(in: lane), limit: 3), until: .max) {}
      #expect(onward.marks[lane] == view.marks[lane])
      #expect(onward.state.snapshot(of: lane) == view.state.snapshot(of: lane))
    }
  }

  @Test("product N13: the project's own client previews")
  func ownClient() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let connection = try HearthConnection(
      SyncConfiguration(credentials: .token(asha.token)), server: try ServerURL("ws://\(server.address)"))
    defer { connection.close() }
    _ = try connection.open()
    #expect(try connection.impact(of: .addEntry(group)).groupID == group)
    #expect(throws: ConnectionFailure.self) { try connection.impact(of: .addEntry(group, minor: 0)) }
  }
}
