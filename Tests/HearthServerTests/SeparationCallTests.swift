import EventStore
import Foundation
import HearthProtocol
import Support
import Testing

/// A member keeps everything of theirs from the others, over HTTP (SPEC section 26).
@Suite(.onOneAndThreeLoops) struct SeparationCallTests {
  @Test("SE-01, SE-02, SE-05, HT-01: separation has a path; reading and exports go on, all else is refused, and it ends")
  func paths() throws {
    let home = try CallServer()
    #expect(try home.call("DELETE", "/membership/separation", by: home.dadi).problem == "409 nothing_changes ")
    let begun = try home.call("PUT", "/membership/separation", by: home.dadi, "{}")
    #expect(begun.status == 200 && begun["lane"] == "inbox/\(home.members[2])", "\(begun)")
    let quiet = #"{"preferences":[{"kind":"NOTICE_KIND_ENTRIES","channel":"NOTICE_CHANNEL_FEED"}]}"#
    #expect(try home.call("PUT", "/membership/preferences", by: home.dadi, quiet).problem == "409 separated ")
    #expect(try home.call("PUT", "/membership/separation", by: home.dadi, "{}").problem == "409 separated ")
    for path in ["", "/members", "/entries", "/settlement", "/dashboard", "/history?lane=shared", "/history?lane=inbox/\(home.members[2])"]
    {
      #expect(try home.call("GET", path, by: home.dadi).status == 200, "\(path)")
    }
    #expect(try home.call("GET", "/history?lane=inbox/\(home.members[2])", by: home.asha).status == 404)
    #expect(try home.call("DELETE", "/membership/separation", by: home.dadi).status == 200)
    #expect(try home.call("PUT", "/membership/preferences", by: home.dadi, quiet).status == 200)
  }

  @Test("AU-04: its beginning and end are in the audit log, in nobody's words")
  func audited() throws {
    let store = InMemoryStore()
    let home = try CallServer(store)
    _ = try home.call("PUT", "/membership/separation", by: home.ravi, "{}")
    _ = try home.call("PUT", "/membership/separation", by: home.ravi, "{}")
    _ = try home.call("DELETE", "/membership/separation", by: home.ravi)
    #expect(try store.auditRows(after: 0, limit: 1_000).map(\.act).suffix(2) == ["separated", "separation_ended"])
  }
}
