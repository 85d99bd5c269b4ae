import Foundation
import HearthProtocol
import Ledger
import Testing

/// The verbs over HTTP that the product names, on our paths: families are groups, transactions entries (SPEC section
/// 18).
@Suite(.onOneAndThreeLoops) struct CallVerbTests {
  @Test("product 196: POST families makes a group, which its maker owns and finds in the list")
  func postFamilies() throws {
    let home = try CallServer()
    let made = try home.call(
      "POST", "/v1/groups", by: home.mira, #"{"name":"Flat 4","currency":"INR","timeZone":"Asia/Kolkata","displayName":"Mira"}"#)
    #expect(made.status == 201 && made.fields["content-type"] == "application/json" && made.fields["cache-control"] == "no-store")
    #expect(made.fields["location"] == "/v1/groups/\(made["groupId"] ?? "")")
    #expect(GroupID(made.madeID) != nil && made["lane"] == "shared" && made["position"] == "1")
    let list = try home.call("GET", "/v1/groups", by: home.mira)
    #expect(list.status == 200 && list.list("groups").map { $0["groupId"] as? String } == [made.madeID])
    #expect(list.list("groups").first?["role"] as? String == "ROLE_OWNER")
    // On a WebSocket it is the same one.
    #expect(try home.mira.ask(.listGroups(.init())).groups.groups.map(\.name) == ["Flat 4"])
  }

  @Test("product 196: GET families/{id} says what the group says of itself")
  func getFamily() throws {
    let home = try CallServer()
    let got = try home.call("GET", "", by: home.dadi)
    #expect(got.status == 200 && got["groupId"] == home.group && got["memberId"] == home.members[2])
    let settings = got.json["settings"] as? [String: Any] ?? [:]
    #expect(settings["name"] as? String == "Sharma Family" && settings["timeZone"] as? String == "Asia/Kolkata")
    #expect(settings["members"] == nil && settings["categories"] == nil, "each has a path of its own")
  }

  @Test("product 196: PUT families/{id} changes what it names and nothing else", arguments: ["PUT", "PATCH"])
  func putFamily(method: String) throws {
    let home = try CallServer()
    let put = try home.call(method, "", by: home.asha, #"{"description":"Three rooms"}"#)
    #expect(put.status == 200 && put["groupId"] == home.group)
    let settings = try home.call("GET", "", by: home.ravi).json["settings"] as? [String: Any] ?? [:]
    #expect(settings["description"] as? String == "Three rooms" && settings["name"] as? String == "Sharma Family")
    #expect(try home.call(method, "", by: home.ravi, #"{"name":"Mine"}"#).problem == "403 forbidden ")
    let zone = try home.call(method, "", by: home.asha, #"{"timeZone":"Mars/Base"}"#)
    #expect(zone.problem == "400 bad_request timeZone" && zone.rejected?.reason == .timeZoneMalformed)
  }

  @Test("product 196: DELETE families/{id} asks for the deletion of an archived, exported group; it can be taken back")
  func deleteFamily() throws {
    let home = try CallServer()
    #expect(try home.call("DELETE", "?exported=true", by: home.asha).problem == "409 group_not_archived ")
    #expect(try home.call("POST", "/archive", by: home.asha).status == 200)
    #expect(try home.call("DELETE", "", by: home.asha).problem == "409 export_missing exported")
    #expect(try home.call("DELETE", "?exported=true", by: home.ravi).status == 403)
    #expect(try home.call("DELETE", "?exported=true", by: home.asha).status == 200)
    var settings: [String: Any] { get throws { try home.call("GET", "", by: home.asha).json["settings"] as? [String: Any] ?? [:] } }
    #expect(try settings["purgeAtMs"] != nil && settings["archivedAtMs"] != nil)
    #expect(try home.call("DELETE", "/purge", by: home.asha).status == 200)
    #expect(try home.call("DELETE", "/archive", by: home.asha).status == 200)
    #expect(try settings["purgeAtMs"] == nil && settings["archivedAtMs"] == nil)
  }

  @Test("product 196, C29: POST families/join/{code} joins, after a preview; DELETE of the membership leaves")
  func join() throws {
    let home = try CallServer()
    let invite = try home.call("POST", "/invites", by: home.asha, #"{"role":"ROLE_ADULT"}"#)
    #expect(invite.status == 201)
    let code = try #require(invite["inviteCode"])
    let preview = try home.call("POST", "/v1/groups/join/preview", by: home.mira, #"{"code":"\#(code)"}"#)
    #expect(preview.status == 200 && preview["groupName"] == "Sharma Family" && preview["role"] == "ROLE_ADULT")
    let joined = try home.call("POST", "/v1/groups/join", by: home.mira, #"{"code":"\#(code)","displayName":"Mira"}"#)
    #expect(joined.status == 201 && joined.fields["location"] == "/v1/groups/\(home.group)")
    #expect(try home.call("GET", "", by: home.mira).json as NSDictionary == joined.json["group"] as? NSDictionary, "HT-15")
    // The code was good once.
    let late = try home.server.register("Late")
    #expect(try home.call("POST", "/v1/groups/join", by: late, #"{"code":"\#(code)"}"#).problem == "404 invite_invalid ")
    #expect(try home.call("POST", "/v1/groups/join/preview", by: late, #"{"code":"nonsense"}"#).problem == "404 invite_invalid ")
    #expect(try home.call("DELETE", "/membership", by: home.mira).status == 200)
    #expect(try home.call("GET", "", by: home.mira).status == 404)
  }

  @Test("product 36, C29: a code is made anew by revoking one invite and making another; owner and admins see which there are")
  func invites() throws {
    let home = try CallServer()
    let first = try home.call("POST", "/invites", by: home.asha, #"{"role":"ROLE_VIEWER"}"#)
    let path = "/invites/\(first.madeID)"
    #expect(try home.call("GET", path, by: home.asha)["role"] == "ROLE_VIEWER")
    #expect(try home.call("GET", "/invites", by: home.asha).list("invites").count == 3, "two were used")
    #expect(try home.call("GET", "/invites", by: home.ravi).problem == "404 not_found part")
    #expect(try home.call("DELETE", path, by: home.ravi).status == 403)
    #expect(try home.call("DELETE", path, by: home.asha).status == 200)
    #expect(try home.call("DELETE", path, by: home.asha).problem == "409 nothing_changes ")
    let second = try home.call("POST", "/invites", by: home.asha, #"{"role":"ROLE_VIEWER"}"#)
    let body = #"{"code":"\#(try #require(first["inviteCode"]))"}"#
    #expect(try home.call("POST", "/v1/groups/join", by: home.mira, body).status == 404)
    #expect(second["inviteCode"] != first["inviteCode"])
  }

  @Test("product 196, product 69: GET and POST members list all, and add somebody without an account")
  func members() throws {
    let home = try CallServer()
    let list = try home.call("GET", "/members", by: home.dadi)
    #expect(list.list("members").map { $0["displayName"] as? String } == ["Asha", "Ravi", "Ravi"])
    #expect(list.list("members").map { $0["role"] as? String } == ["ROLE_OWNER", "ROLE_ADULT", "ROLE_VIEWER"])
    let added = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Nani","role":"ROLE_ADULT"}"#)
    #expect(added.status == 201 && added.fields["location"] == home.path("/members/\(added.madeID)"))
    let one = try home.call("GET", "/members/\(added.madeID)", by: home.ravi)
    #expect(one.status == 200 && one["displayName"] == "Nani" && one["status"] == "MEMBER_STATUS_UNCLAIMED")
    #expect(try home.call("POST", "/members", by: home.dadi, #"{"displayName":"X","role":"ROLE_ADULT"}"#).status == 403)
    #expect(try home.call("GET", "/members/\(Fresh.id())", by: home.ravi).problem == "404 unknown_member id")
    #expect(try home.call("GET", "/members/nobody", by: home.ravi).problem == "400 bad_request id")
  }

  @Test(
    "product 196, product 69: PUT and DELETE members/{uid} change a role and remove; names, restoring and the owner have paths of their own"
  )
  func member() throws {
    let home = try CallServer()
    let (asha, ravi, dadi) = (home.members[0], home.members[1], home.members[2])
    #expect(try home.call("PUT", "/members/\(ravi)", by: home.asha, #"{"role":"ROLE_ADMIN"}"#).status == 200)
    #expect(try home.call("GET", "/members/\(ravi)", by: home.dadi)["role"] == "ROLE_ADMIN")
    #expect(try home.call("PUT", "/members/\(ravi)", by: home.dadi, #"{"role":"ROLE_ADULT"}"#).problem == "403 forbidden ")
    #expect(try home.call("PUT", "/members/\(asha)", by: home.asha, #"{"role":"ROLE_ADULT"}"#).problem == "409 owner_must_transfer ")
    #expect(try home.call("PUT", "/members/\(dadi)/name", by: home.asha, #"{"displayName":"Dadi"}"#).status == 200)
    #expect(try home.call("GET", "/members/\(dadi)", by: home.ravi)["displayName"] == "Dadi")
    #expect(try home.call("DELETE", "/members/\(dadi)", by: home.asha).status == 200)
    #expect(try home.call("GET", "", by: home.dadi).status == 404, "from then on it is as if there were no such group")
    #expect(try home.call("POST", "/members/\(dadi)/restore", by: home.asha).status == 200)
    #expect(try home.call("GET", "", by: home.dadi).status == 200)
    #expect(try home.call("DELETE", "/members/\(Fresh.id())", by: home.asha).problem == "404 unknown_member memberId")
    #expect(try home.call("PUT", "/owner", by: home.asha, #"{"memberId":"\#(ravi)"}"#).status == 200)
    #expect(try home.call("GET", "/members/\(ravi)", by: home.asha)["role"] == "ROLE_OWNER")
  }

  @Test("product 196, product 85: GET and POST transactions list entries, those added last first, and add one")
  func transactions() throws {
    let home = try CallServer()
    let added = try home.call("POST", "/entries", by: home.asha, CallServer.expense(10_000))
    #expect(added.status == 201 && added.fields["location"] == home.path("/entries/\(added.madeID)"))
    #expect(added.fields["etag"] == "\"\(added["position"] ?? "")\"")
    let own = Fresh.id()
    #expect(try home.call("POST", "/entries", by: home.ravi, CallServer.expense(500, "Tea", id: own)).madeID == own)
    let list = try home.call("GET", "/entries", by: home.dadi).list("entries")
    let entries = list.map { $0["entry"] as? [String: Any] ?? [:] }
    #expect(entries.map { $0["entryId"] as? String } == [own, added.madeID])
    #expect(entries.map { $0["addedBy"] as? String } == [home.members[1], home.members[0]])
    #expect((entries[0]["owed"] as? [[String: Any]])?.count == 2, "what was left out is filled in")
    // A viewer shares when the group says so (SPEC MB-14).
    let dadi = home.members[2]
    #expect(try home.call("PUT", "/members/\(dadi)/sharing", by: home.dadi, #"{"shares":true}"#).problem == "403 forbidden ")
    #expect(try home.call("PUT", "/members/\(dadi)/sharing", by: home.asha, #"{"shares":true}"#).status == 200)
    #expect(try home.call("GET", "/members/\(dadi)", by: home.ravi).json["sharesByDefault"] as? Bool == true)
    let shared = try home.call("POST", "/entries", by: home.ravi, CallServer.expense(600)).madeID
    let entry = try home.call("GET", "/entries/\(shared)", by: home.ravi).json["entry"] as? [String: Any]
    #expect((entry?["owed"] as? [[String: Any]])?.count == 3)
    #expect(try home.call("POST", "/entries", by: home.dadi, CallServer.expense(1)).problem == "403 forbidden ")
  }

  @Test("product 196, product 85: PUT and DELETE transactions/{tid} change and void an entry")
  func transaction() throws {
    let home = try CallServer()
    let id = try home.call("POST", "/entries", by: home.asha, CallServer.expense(10_000)).madeID
    let seen = try home.call("GET", "/entries/\(id)", by: home.asha)
    let version = try #require(seen.fields["etag"])
    #expect(seen.status == 200 && version == "\"\(seen["version"] ?? "")\"")
    let edit = try home.call(
      "PUT", "/entries/\(id)", by: home.asha, #"{"changes":{"description":"Fruit"}}"#, "If-Match: \(version)\r\n")
    #expect(edit.status == 200 && edit.fields["etag"] != version)
    let entry = try home.call("GET", "/entries/\(id)", by: home.ravi)
    #expect(((entry.json["entry"] as? [String: Any])?["content"] as? [String: Any])?["description"] as? String == "Fruit")
    #expect(entry.fields["etag"] == edit.fields["etag"])
    #expect(try home.call("DELETE", "/entries/\(id)", by: home.dadi).status == 403)
    #expect(try home.call("DELETE", "/entries/\(id)", by: home.asha).status == 200)
    #expect(try home.call("GET", "/entries/\(id)", by: home.ravi).json["voided"] as? Bool == true)
    #expect(try home.call("GET", "/entries", by: home.ravi).list("entries").isEmpty)
    #expect(try home.call("GET", "/entries?withVoided=true", by: home.ravi).list("entries").count == 1)
    #expect(try home.call("DELETE", "/entries/\(id)", by: home.asha).status == 409)
    #expect(try home.call("POST", "/entries/\(id)/restore", by: home.asha).status == 200)
    #expect(try home.call("POST", "/entries/\(id)/dispute", by: home.ravi, #"{"reason":"I was away"}"#).status == 200)
    #expect(try home.call("DELETE", "/entries/\(id)/dispute", by: home.ravi).status == 200)
    #expect(try home.call("DELETE", "/entries/\(Fresh.id())", by: home.asha).problem == "404 not_found entryId")
  }

  @Test("product 196, product 118: GET and POST budgets list and make them")
  func budgets() throws {
    let home = try CallServer()
    #expect(try home.call("GET", "/budgets", by: home.dadi).list("budgets").isEmpty)
    let made = try home.call("POST", "/budgets", by: home.asha, CallServer.budget)
    #expect(made.status == 201 && made.fields["location"] == home.path("/budgets/\(made.madeID)"))
    let list = try home.call("GET", "/budgets", by: home.dadi).list("budgets")
    #expect(list.map { $0["budgetId"] as? String } == [made.madeID])
    #expect(try home.call("POST", "/budgets", by: home.dadi, CallServer.budget).status == 403)
    #expect(
      try home.call("POST", "/budgets", by: home.asha, CallServer.budget.replacing("groceries", with: "nonsense")).problem
        == "422 unknown_category content.categories[0]")
  }

  @Test("product 196, product 118: PUT and DELETE budgets/{bid} replace and remove one")
  func budget() throws {
    let home = try CallServer()
    let id = try home.call("POST", "/budgets", by: home.asha, CallServer.budget).madeID
    let put = try home.call("PUT", "/budgets/\(id)", by: home.asha, CallServer.budget.replacing("Food", with: "Meals"))
    #expect(put.status == 200)
    let one = try home.call("GET", "/budgets/\(id)", by: home.ravi)
    #expect((one.json["content"] as? [String: Any])?["name"] as? String == "Meals")
    #expect(try home.call("DELETE", "/budgets/\(id)", by: home.dadi).status == 403)
    #expect(try home.call("DELETE", "/budgets/\(id)", by: home.asha).status == 200)
    #expect(try home.call("GET", "/budgets/\(id)", by: home.ravi).json["removed"] as? Bool == true)
    #expect(try home.call("POST", "/budgets/\(id)/reactivate", by: home.asha).status == 200)
    #expect(try home.call("GET", "/budgets/\(Fresh.id())", by: home.ravi).problem == "404 not_found id")
  }

  @Test("product 200, C29: categories, dashboards, what is owed and what happened have paths")
  func theOthers() throws {
    let home = try CallServer()
    #expect(try home.call("GET", "/categories", by: home.dadi).list("categories").count > 20)
    let pets = ##"{"content":{"name":"Pets","color":"#123456","forExpense":true,"class":"CATEGORY_CLASS_WANTS"}}"##
    #expect(try home.call("PUT", "/categories/pets", by: home.asha, pets).status == 200)
    #expect(try home.call("GET", "/categories/pets", by: home.ravi)["name"] == "Pets")
    #expect(try home.call("DELETE", "/categories/pets", by: home.asha).status == 200)
    #expect(try home.call("GET", "/categories/pets", by: home.ravi).json["retired"] as? Bool == true)
    #expect(try home.call("GET", "/categories/none", by: home.ravi).problem == "404 unknown_category id")
    _ = try home.call("POST", "/entries", by: home.asha, CallServer.expense(9_000))
    let settlement = try home.call("GET", "/settlement?mode=SETTLEMENT_MODE_DIRECT&explain=true", by: home.ravi)
    #expect(settlement.status == 200 && settlement["currency"] == "INR")
    let owed = #"{"fromMemberId":"\#(home.members[1])","toMemberId":"\#(home.members[0])"}"#
    #expect(try home.call("POST", "/reminders", by: home.asha, #"{"debtorId":"\#(home.members[1])"}"#).status == 200)
    let again = try home.call("POST", "/reminders", by: home.asha, #"{"debtorId":"\#(home.members[1])"}"#)
    #expect(again.status == 429 && again.fields["retry-after"] == "86400" && again["code"] == "reminded_recently")
    let settled = try home.call("POST", "/settlements", by: home.ravi, owed)
    #expect(settled.status == 201 && settled.fields["location"] == home.path("/entries/\(settled.madeID)"))
    let read = try home.call("GET", "/entries/\(settled.madeID)", by: home.ravi)
    #expect(settled.json["entry"] as? NSDictionary == read.json as NSDictionary, "HT-15")
    #expect(try home.call("POST", "/settlements", by: home.ravi, owed).problem.hasPrefix("409 nothing_owed"))
    let month = try home.call("GET", "/dashboard?period=DASHBOARD_PERIOD_MONTH", by: home.dadi)
    #expect(month.status == 200 && month.list("periods").last?["spentMinor"] as? String == "9000")
    let history = try home.call("GET", "/history?lane=shared&after=1&limit=2", by: home.dadi)
    #expect(history.status == 200 && history.list("events").map { $0["position"] as? String } == ["2", "3"])
    #expect(Int(history["head"] ?? "") ?? 0 > 3)
    #expect(try home.call("GET", "/history?lane=admin", by: home.ravi).problem == "404 not_found ")
  }

  @Test("C29: rules, envelopes, rates, policies, preferences, claims and undoing have paths")
  func theRest() throws {
    let home = try CallServer()
    let rule =
      #"{"content":{"recurrence":{"unit":"RECURRENCE_UNIT_MONTH","firstDate":"2027-01-01"},"template":{"kind":"ENTRY_KIND_EXPENSE","#
      + #""amount":{"minor":900000,"currency":"INR"},"description":"Rent"}}}"#
    let made = try home.call("POST", "/recurring", by: home.asha, rule)
    #expect(made.status == 201 && made.fields["location"] == home.path("/recurring/\(made.madeID)"), "\(made.problem)")
    let path = "/recurring/\(made.madeID)"
    let version = try #require(made.fields["etag"])
    #expect(try home.call("GET", path, by: home.ravi).fields["etag"] == version)
    #expect(try home.call("GET", "/recurring", by: home.dadi).list("recurring").count == 1)
    let more = rule.replacing("900000", with: "950000")
    #expect(try home.call("PUT", path, by: home.asha, more).problem == "428 bad_request If-Match")
    #expect(try home.call("PUT", path, by: home.asha, more, "If-Match: \(version)\r\n").status == 200)
    #expect(try home.call("PUT", path, by: home.asha, rule, "If-Match: \(version)\r\n").problem.hasPrefix("409 conflict"))
    #expect(try home.call("POST", path + "/skip", by: home.asha, #"{"date":"2027-02-01"}"#).status == 200)
    #expect(try home.call("POST", path + "/pause", by: home.asha).status == 200)
    // A rule's tag is the version that its next change is based on; there is more to it that changes.
    let tag = try #require(try home.call("GET", path, by: home.ravi).fields["etag"])
    let seen = try home.call("GET", path, by: home.ravi, nil, "If-None-Match: \(tag)\r\n")
    #expect(seen.status == 200 && seen.json["paused"] as? Bool == true)
    #expect(
      try home.call("PUT", "/recurring/\(Fresh.id())", by: home.asha, rule, "If-Match: \"0\"\r\n").problem == "400 bad_request If-Match")
    #expect(try home.call("POST", path + "/resume", by: home.asha, #"{"catchUp":true}"#).status == 200)
    #expect(try home.call("DELETE", path, by: home.asha).status == 200)
    #expect(try home.call("POST", path + "/pause", by: home.asha).problem.hasPrefix("409 recurring_ended"))
    let diwali = #"{"content":{"festival":"FESTIVAL_DIWALI","target":{"minor":5000000,"currency":"INR"}}}"#
    let envelope = try home.call("POST", "/festivals", by: home.asha, diwali)
    #expect(envelope.status == 201, "\(envelope.problem)")
    let festival = "/festivals/\(envelope.madeID)"
    #expect(try home.call("PUT", festival, by: home.asha, diwali.replacing("5000000", with: "6000000")).status == 200)
    #expect(try home.call("GET", festival, by: home.ravi).json["content"] != nil)
    #expect(try home.call("DELETE", festival, by: home.asha).status == 200)
    #expect(try home.call("GET", "/festivals", by: home.ravi).list("festivals").first?["removed"] as? Bool == true)
    #expect(try home.call("PUT", "/rates", by: home.asha, #"{"rate":{"from":"USD","to":"INR","rate":"83.15"}}"#).status == 200)
    #expect(try home.call("GET", "/rates", by: home.dadi).list("rates").first?["rate"] as? String == "83.15")
    #expect(try home.call("PUT", "/policies", by: home.asha, #"{"policy":"POLICY_VIEWERS_DISPUTE"}"#).status == 200)
    #expect(try home.call("PUT", "/policies", by: home.ravi, #"{"policy":"POLICY_VIEWERS_DISPUTE","allowed":true}"#).status == 403)
    let quiet = #"{"preferences":[{"kind":"NOTICE_KIND_ENTRIES","channel":"NOTICE_CHANNEL_FEED"}]}"#
    #expect(try home.call("PUT", "/membership/preferences", by: home.dadi, quiet).status == 200)
    #expect(try home.call("POST", "/undo", by: home.ravi).problem == "409 nothing_to_undo ")
    _ = try home.call("POST", "/entries", by: home.ravi, CallServer.expense(100))
    #expect(try home.call("POST", "/undo", by: home.ravi).status == 200)
    #expect(try home.call("GET", "/entries", by: home.ravi).list("entries").isEmpty)
    let nani = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Nani","role":"ROLE_ADULT"}"#).madeID
    let code = try home.asha.invite(to: home.group)
    _ = try home.mira.accepted(.join(code))
    #expect(try home.call("POST", "/members/\(nani)/claim", by: home.mira).status == 200)
    #expect(try home.call("GET", "", by: home.mira)["memberId"] == nani)
  }

  @Test("IN-08, IN-09: a join that waits is 202 and makes nothing; approving and declining have paths")
  func waiting() throws {
    let home = try CallServer()
    var create = Command.createInvite(home.group, .viewer, uses: 5)
    create.createInvite.needsApproval = true
    let code = try home.asha.accepted(create).inviteCode
    let member = Fresh.id()
    let body = #"{"code":"\#(code)","memberId":"\#(member)","displayName":"Mira"}"#
    let asked = try home.call("POST", "/v1/groups/join", by: home.mira, body)
    #expect(asked.status == 202 && asked.fields["location"] == nil && asked["groupId"] == home.group)
    #expect(try home.call("GET", "", by: home.mira).status == 404)
    #expect(try home.call("POST", "/v1/groups/join", by: home.mira, body).problem == "409 join_pending ")
    #expect(try home.call("POST", "/members/\(member)/join/decline", by: home.ravi).status == 403)
    #expect(try home.call("POST", "/members/\(member)/join/decline", by: home.asha).status == 200)
    #expect(try home.call("POST", "/members/\(member)/join/approve", by: home.asha).problem.hasPrefix("409 nothing_pending"))
    #expect(try home.call("POST", "/v1/groups/join", by: home.mira, body).status == 202)
    #expect(try home.call("POST", "/members/\(member)/join/approve", by: home.asha).status == 200)
    #expect(try home.call("GET", "", by: home.mira)["memberId"] == member)
  }

  @Test("C29: what members say of themselves has paths, and how a minor's role changes")
  func membership() throws {
    let home = try CallServer()
    let path = "/members/\(home.members[1])"
    #expect(try home.call("PUT", path + "/color", by: home.ravi, ##"{"color":"#123456"}"##).status == 200)
    #expect(try home.call("GET", path, by: home.dadi)["color"] == "#123456")
    #expect(try home.call("PUT", path + "/color", by: home.dadi, ##"{"color":"#654321"}"##).status == 403)
    #expect(try home.call("PUT", "/membership/email", by: home.ravi, #"{"email":"ravi@example.org"}"#).status == 200)
    #expect(
      try home.call("PUT", "/membership/email", by: home.ravi, #"{"email":"ravi"}"#).problem == "400 bad_request email")
    #expect(try home.call("PUT", "/membership/income", by: home.ravi, #"{"monthly":{"minor":100,"currency":"INR"}}"#).status == 200)
    let kabir = try home.server.register("Kabir")
    let member = Fresh.id()
    _ = try kabir.accepted(.join(home.asha.invite(to: home.group, .minor), member: member))
    let adult = #"{"role":"ROLE_ADULT"}"#
    #expect(try home.call("POST", "/membership/role/request", by: home.ravi, adult).status == 403, "only minors ask")
    #expect(try home.call("POST", "/membership/role/request", by: kabir, adult).status == 200)
    #expect(try home.call("POST", "/members/\(member)/role/decline", by: home.asha).status == 200)
    #expect(try home.call("POST", "/members/\(member)/role/approve", by: home.asha, adult).problem.hasPrefix("409 nothing_pending"))
    #expect(try home.call("POST", "/membership/role/request", by: kabir, adult).status == 200)
    #expect(try home.call("POST", "/members/\(member)/role/approve", by: home.asha, adult).status == 200)
    #expect(try home.call("GET", "/members/\(member)", by: home.ravi)["role"] == "ROLE_ADULT")
    let notice = #"{"acceptsTransparency":"\#(Command.transparencyVersion)"}"#
    #expect(try home.call("POST", "/membership/role/acknowledge", by: kabir, notice).problem.hasPrefix("409 nothing_pending"))
    #expect(try home.call("PUT", "/members/\(member)", by: home.asha, #"{"role":"ROLE_MINOR"}"#).status == 200)
    #expect(try home.call("POST", "/membership/role/acknowledge", by: kabir, notice).status == 200)
    #expect(try home.call("GET", "/members/\(member)", by: home.ravi)["role"] == "ROLE_MINOR")
  }
}
