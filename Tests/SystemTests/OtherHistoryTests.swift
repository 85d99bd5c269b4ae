import Foundation
import Testing

/// Members who follow a group compare what they were told.
@Suite struct OtherHistoryTests {
  /// A member of a group, written against SPEC.md alone: joins by code, follows, tells the head that it was shown,
  /// follows again and tells another one in its place, as somebody would whom the server shows another history.
  ///
  /// Arguments: URL, invite code.
  private static let witness = """
    import asyncio, base64, json, sys, uuid
    from websockets.asyncio.client import connect

    async def main(url, code):
        async with connect(url + "/v1/socket", subprotocols=["hearth.v1.json"]) as socket:
            async def ask(request, body):
                await socket.send(json.dumps({"request": request, **body}))
                while True:
                    message = json.loads(await socket.recv())
                    if message.get("request") == request:
                        return message

            await ask(1, {"register": {"displayName": "Dev"}})
            joined = await ask(2, {"command": {"id": str(uuid.uuid4()), "joinGroup": {
                "code": code, "memberId": str(uuid.uuid4()), "displayName": "Dev"}}})
            group = joined["accepted"]["groupId"]
            for number, lies in [(3, False), (4, True)]:
                epoch = (await ask(number, {"subscribe": {"groupId": group}}))["subscribed"]["epoch"]
                snapshot = json.loads(await socket.recv())["snapshotPart"]["snapshot"]
                hash = base64.b64encode(bytes(32)).decode() if lies else snapshot["head"]
                await socket.send(json.dumps({"tellHeads": {"groupId": group, "epoch": epoch, "heads": [
                    {"lane": "shared", "position": snapshot["position"], "hash": hash}]}}))
            await socket.recv()

    asyncio.run(main(sys.argv[1], sys.argv[2]))
    """

  @Test("product N1, PR-03: hearth feed says that a member was shown another history, and says nothing of one who was shown the same")
  func told() throws {
    let home = try AshasHome()
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    let invitation = try home.asha.run("invite", "--role", "adult")
    let code = try #require(invitation.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).0
    let feed = try home.asha.start("feed")
    _ = try feed.output.next(containing: "Sharma Family")
    let dev = try Program(path: PythonClient.interpreter(), ["-c", Self.witness, "\(home.server.url)", String(code)])
    let line = try feed.output.next(containing: "another history")
    #expect(line == "⚠  Dev says that they have another history of lane shared at event 3.")
    #expect(try feed.output.next(containing: "you  shared:3:").count == "   you  shared:3:".count + 64)
    #expect(try feed.output.next(containing: "Dev").hasSuffix("shared:3:" + String(repeating: "0", count: 64)))
    #expect(try feed.output.next(containing: "hearth verify") != "")
    #expect(feed.output.seen.count { $0.contains("another history") } == 1)
    withExtendedLifetime(dev) {}
  }
}
