import HearthProtocol
import Ledger
import Testing

/// Every list of a lane's snapshot comes in parts: SPEC SB-03.
struct SnapshotPieceTests {
  /// Lists that stand with the first part: they are bounded by the members and by the policies that there are.
  private static let whole: Set<String> = ["policies", "namedMembers", "noticeAddresses", "erasingMemberIds"]
  /// Lists of entries, which are taken one by one where they stand.
  private static let entries: Set<String> = ["entries", "entryRows"]

  @Test(
    "SB-03 Every list of the schema's snapshots is taken apart and put together again",
    arguments: ["shared", "admin", "income", "inbox", "minor", "account"])
  func lists(state: String) throws {
    let schema = try Schema()
    let type = try #require(schema.fields(of: "LaneSnapshot").first { $0.name == state }).type
    let lists = try schema.fields(of: type).filter { $0.isRepeated && !Self.entries.contains($0.name) }
    #expect(!lists.isEmpty)
    let samples = ["string": "\"7\""]
    let values = lists.map { field in "\"\(field.name)\": [\(schema.messages[field.type] == nil ? samples[field.type] ?? "7" : "{}")]" }
    let json = "{\"\(state)\": {\(values.joined(separator: ", "))}}"
    let snapshot = try WireFormat.json.decode(LaneSnapshot.self, from: Array(json.utf8))
    var head = snapshot
    let things = head.takeThings()
    #expect(things.count == lists.count { !Self.whole.contains($0.name) }, "a list is missing that the schema has")
    // Each thing in a part of its own, as they are cut, and then as a client puts the parts together.
    var cut = head
    for thing in things { cut.append(thing) }
    #expect(cut == snapshot)
    var put = head
    for thing in things {
      var part = try WireFormat.json.decode(LaneSnapshot.self, from: Array("{\"\(state)\": {}}".utf8))
      part.append(thing)
      put.append(part)
    }
    #expect(put == snapshot)
  }
}
