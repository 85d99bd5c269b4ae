import HearthClient
import HearthProtocol
import Support
import Testing

/// A group's events as a client of Server-Sent Events reads them that others have written (SPEC HT-11, HT-12).
@Suite struct EventStreamTests {
  @Test("HT-12: a client of others' breaks off again and again, and prints every entry once and in order")
  func others() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data")
    let asha = HearthProgram(name: "Asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Flat 4B", "--currency", "EUR")
    let invitation = try asha.run("invite", "--role", "adult")
    let code = try #require(invitation.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    let python = try Program(path: PythonClient.interpreter(), ["-c", Self.reader, "http://\(server.url.authority)", String(code), "6"])
    _ = try python.output.next(containing: "ready")
    for number in 1...6 { try asha.run("add", "\(number)", "Entry \(number)") }
    #expect(try python.status() == 0, "\(python.errors.seen)")
    let told = try python.output.all().split(separator: "\n").map(String.init).filter { $0.hasPrefix("entry") }
    #expect(told == (1...6).map { "entry \($0)00" })
  }

  /// Joins by code, and reads two entries of each connection until it has so many. Arguments: URL, invite code,
  /// entries.
  private static let reader = """
    import json, sys
    import httpx
    from httpx_sse import connect_sse

    url, code, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with httpx.Client(base_url=url, timeout=30) as client:
        client.headers["Authorization"] = "Bearer " + client.post("/v1/identities", json={"displayName": "Dev"}).json()["token"]
        group = client.post("/v1/groups/join", json={"code": code, "displayName": "Dev"}).json()["groupId"]
        last, found, rounds = None, 0, 0
        while found < count:
            rounds += 1
            headers, here = {"Last-Event-ID": last} if last else {}, 0
            with connect_sse(client, "GET", f"/v1/groups/{group}/events", headers=headers) as source:
                for event in source.iter_sse():
                    last, message = event.id, json.loads(event.data)
                    assert event.event in message, event
                    if event.event == "subscribed" and rounds == 1:
                        print("ready", flush=True)
                    for told in message.get("laneEvents", {}).get("events", []):
                        if "entryAdded" in told["event"]:
                            here += 1
                            found += 1
                            print("entry", told["event"]["entryAdded"]["content"]["amount"]["minor"], flush=True)
                    if here >= 2 or found == count:
                        break
    assert rounds >= 3, rounds
    """
}
