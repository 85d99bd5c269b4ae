import EventStore
import HearthProtocol
import Testing

/// What is about a minor, over HTTP: the same rights as on a WebSocket (SPEC section 23).
@Suite(.onOneAndThreeLoops) struct FamilyCallTests {
  private static let money = #"{"minor":400,"currency":"INR"}"#

  @Test("FA-01, FA-03, FA-04, FA-07, HT-01: guardians, spending, limits and allowances have a path each, and who is outside learns nothing")
  func paths() throws {
    let home = try CallServer()
    let minor = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Riya","role":"ROLE_MINOR"}"#).madeID
    let spending = #"{"content":{"amount":\#(Self.money),"description":"Samosa"}}"#
    // An adult is refused until the owner makes them a guardian.
    #expect(try home.call("POST", "/minors/\(minor)/spending", by: home.ravi, spending).problem == "403 forbidden ")
    #expect(try home.call("GET", "/minors/\(minor)", by: home.ravi).status == 404)
    #expect(try home.call("PUT", "/minors/\(minor)/guardians", by: home.ravi, "{}").status == 403)
    let guardian = #"{"memberId":"\#(home.members[1])"}"#
    #expect(try home.call("PUT", "/minors/\(minor)/guardians", by: home.asha, guardian).status == 200)

    let limit = #"{"content":{"name":"Pocket","limit":{"minor":500,"currency":"INR"},"period":"BUDGET_PERIOD_WEEKLY"}}"#
    let limitID = try home.call("POST", "/minors/\(minor)/limits", by: home.ravi, limit).madeID
    let noted = try home.call("POST", "/minors/\(minor)/spending", by: home.ravi, spending)
    #expect(noted.status == 201 && noted["lane"] == "minor/\(minor)")
    let allowance = #"{"content":{"amount":\#(Self.money),"period":"BUDGET_PERIOD_MONTHLY"}}"#
    let allowanceID = try home.call("POST", "/minors/\(minor)/allowances", by: home.asha, allowance).madeID

    let read = try home.call("GET", "/minors/\(minor)", by: home.ravi)
    let state = read.json["state"] as? [String: Any] ?? [:]
    #expect(read.status == 200 && (read.json["guardianIds"] as? [String]) == [home.members[0], home.members[1]])
    #expect((state["spending"] as? [Any])?.count == 1 && (state["allowances"] as? [Any])?.count == 1)
    let fired = ((state["limits"] as? [[String: Any]])?.first?["fired"] as? [[String: Any]])?.first
    #expect((fired?["basisPoints"] as? [Int]) == [8_000])
    // Who does not look after the minor sees none.
    #expect(try home.call("GET", "/minors", by: home.dadi).list("minors").isEmpty)
    #expect(try home.call("GET", "/history?lane=minor/\(minor)", by: home.dadi).status == 404)
    #expect(try home.call("GET", "/history?lane=minor/\(minor)", by: home.ravi).status == 200)

    let named = #"{"minorId":"\#(minor)"}"#
    #expect(try home.call("POST", "/allowances/\(allowanceID)/skip", by: home.ravi, named).status == 200)
    #expect(try home.call("POST", "/allowances/\(allowanceID)/pause", by: home.ravi, named).status == 200)
    #expect(try home.call("DELETE", "/allowances/\(allowanceID)?minor_id=\(minor)", by: home.asha).status == 200)
    #expect(try home.call("DELETE", "/limits/\(limitID)?minor_id=\(minor)", by: home.dadi).problem == "403 forbidden ")
    #expect(try home.call("DELETE", "/limits/\(limitID)?minor_id=\(minor)", by: home.ravi).status == 200)
    #expect(try home.call("DELETE", "/spending/\(noted.madeID)?minor_id=\(minor)", by: home.asha).status == 200)
    #expect(try home.call("POST", "/spending/\(noted.madeID)/restore", by: home.dadi, named).problem == "403 forbidden ")
    #expect(try home.call("POST", "/spending/\(noted.madeID)/restore", by: home.ravi, named).status == 200)
    #expect(try home.call("POST", "/spending/\(noted.madeID)/restore", by: home.ravi, named).problem == "409 nothing_changes ")
  }

  @Test("AU-04: who looks after a minor is in the audit log, by whom and without any amount")
  func audited() throws {
    let store = InMemoryStore()
    let home = try CallServer(store)
    let minor = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Riya","role":"ROLE_MINOR"}"#).madeID
    for removed in [false, true] {
      let body = #"{"memberId":"\#(home.members[1])","removed":\#(removed)}"#
      #expect(try home.call("PUT", "/minors/\(minor)/guardians", by: home.asha, body).status == 200)
    }
    _ = try home.call(
      "POST", "/minors/\(minor)/spending", by: home.asha, #"{"content":{"amount":\#(Self.money),"description":"Samosa"}}"#)
    let acts = try store.auditRows(after: 0, limit: 1_000).map(\.act)
    #expect(acts.suffix(2) == ["guardian_added", "guardian_removed"])
  }

  @Test("AC-01, AC-03 to AC-08, HT-01, AU-04: accounts have a path each, who is outside learns nothing, and grants are in the audit log")
  func accounts() throws {
    let store = InMemoryStore()
    let home = try CallServer(store)
    let (account, other) = ("01900000-0000-7000-8000-00000000ac01", "01900000-0000-7000-8000-00000000ac02")
    for (id, name) in [(account, "Savings"), (other, "Purse")] {
      let content = #"{"content":{"name":"\#(name)","type":"ACCOUNT_TYPE_SAVINGS"}}"#
      let made = try home.call("PUT", "/accounts/\(id)", by: home.asha, content)
      #expect(made.status == 200 && made["lane"] == "account/\(id)")
    }
    let salary = #"{"content":{"kind":"ACCOUNT_ENTRY_KIND_DEPOSIT","amount":\#(Self.money),"description":"Salary"}}"#
    let noted = try home.call("POST", "/accounts/\(account)/entries", by: home.asha, salary)
    #expect(noted.status == 201)
    // Nobody else is told that it is there.
    for path in ["/accounts/\(account)", "/history?lane=account/\(account)"] {
      #expect(try home.call("GET", path, by: home.ravi).status == 404)
    }
    #expect(try home.call("GET", "/accounts", by: home.ravi).list("accounts").isEmpty)
    #expect(
      try home.call("POST", "/accounts/\(account)/entries", by: home.ravi, salary).problem == "404 not_found accountId")
    #expect(try home.call("POST", "/accounts/\(account)/entries", by: home.dadi, salary).problem == "403 forbidden ")

    let grant = #"{"memberId":"\#(home.members[1])","permission":"GRANT_PERMISSION_WRITE","needsConsent":true}"#
    #expect(try home.call("PUT", "/accounts/\(account)/grants", by: home.asha, grant).status == 200)
    let read = try home.call("GET", "/accounts/\(account)", by: home.ravi)
    #expect(read.status == 200 && (read.json["balance"] as? [String: Any])?["minor"] as? String == "400")
    let marked = #"{"entryIds":["\#(noted.madeID)"]}"#
    #expect(try home.call("POST", "/accounts/\(account)/reconciled", by: home.ravi, marked).status == 200)
    let gone = try home.call("DELETE", "/account-entries/\(noted.madeID)?account_id=\(account)", by: home.ravi)
    #expect(gone.problem == "409 entry_reconciled entryId")
    let moved =
      #"{"entryId":"01900000-0000-7000-8000-00000000ac03","fromAccountId":"\#(account)","toAccountId":"\#(other)","amount":\#(Self.money),"description":"Put aside"}"#
    #expect(try home.call("POST", "/account-transfers", by: home.asha, moved).status == 200)

    // Both agree that it ends.
    let member = home.members[1]
    #expect(try home.call("DELETE", "/accounts/\(account)/grants?member_id=\(member)", by: home.asha).status == 200)
    let answer = #"{"memberId":"\#(member)","confirmed":true}"#
    #expect(try home.call("POST", "/accounts/\(account)/revocations", by: home.ravi, answer).status == 200)
    #expect(try home.call("GET", "/accounts/\(account)", by: home.ravi).status == 404)
    #expect(
      try store.auditRows(after: 0, limit: 1_000).map(\.act).filter { $0.hasPrefix("account") } == ["account_granted", "account_revoked"])
  }
}
