import Foundation
import HearthProtocol
import Testing

/// What is said beside entries, and looking for them, over HTTP and on a WebSocket.
struct EntryWordsTests {
  @Test("EN-13: members comment on an entry over HTTP, read it with how it stands, and take away what is theirs") func comments() throws {
    let home = try CallServer()
    let id = try home.call("POST", "/entries", by: home.asha, CallServer.expense(9_000)).madeID
    let made = try home.call("POST", "/entries/\(id)/comments", by: home.ravi, #"{"text":"The bill is in the drawer"}"#)
    #expect(made.status == 201 && CommentID(made.madeID) != nil)
    func said(by client: WireClient) throws -> [String] {
      let answer = try home.call("GET", "/entries/\(id)?withStanding=true", by: client)
      let standing = answer.json["standing"] as? [String: Any]
      return (standing?["comments"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
    }
    #expect(try said(by: home.asha) == ["The bill is in the drawer"])
    let others = try home.call("DELETE", "/comments/\(made.madeID)?entryId=\(id)", by: home.asha)
    #expect(others.problem == "403 forbidden ")
    let stranger = try home.call("POST", "/entries/\(id)/comments", by: home.mira, #"{"text":"Hello"}"#)
    #expect(stranger.status == 404)
    let own = try home.call("DELETE", "/comments/\(made.madeID)?entryId=\(id)", by: home.ravi)
    #expect(try own.status == 200 && said(by: home.asha).isEmpty)
    let again = try home.call("DELETE", "/comments/\(made.madeID)?entryId=\(id)", by: home.ravi)
    #expect(again.problem == "404 not_found commentId")
    #expect(
      try home.call("POST", "/entries/\(id)/comments", by: home.ravi, #"{"text":""}"#).problem == "400 bad_request text")
  }

  @Test("QR-04: entries are found by words over HTTP as on a WebSocket, and too long a search is refused") func search() throws {
    let home = try CallServer()
    let id = try home.call("POST", "/entries", by: home.asha, CallServer.expense(6_000, "Milk")).madeID
    #expect(try home.call("POST", "/entries", by: home.ravi, CallServer.expense(9_000)).status == 201)
    func found(_ query: String) throws -> [String] {
      try home.call("GET", "/entries?search=\(query)", by: home.ravi).list("entries").compactMap {
        ($0["entry"] as? [String: Any])?["entryId"] as? String
      }
    }
    #expect(try found("MILK%2060") == [id])
    #expect(try found("milk%2061").isEmpty && found("").count == 2)
    let asked = try home.ravi.ask(.readEntries(.with { ($0.groupID, $0.search) = (home.group, "milk 60") })).entries
    #expect(asked.entries.map(\.entry.entryID) == [id])
    let long = String(repeating: "k", count: 201)
    #expect(try home.call("GET", "/entries?search=\(long)", by: home.ravi).problem == "400 bad_request search")
  }
}
