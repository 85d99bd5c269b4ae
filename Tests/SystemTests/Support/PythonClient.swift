import Foundation
import Testing

/// A Python that has the packages `websockets` and `httpx-sse`, in a virtual environment beside the build; made when it
/// is not there.
enum PythonClient {
  /// The interpreter.
  static func interpreter() throws -> String { try made.get() }

  private static let made = Result { () throws -> String in
    let folder = URL(fileURLWithPath: Program.products).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("python-client").path
    let python = folder + "/bin/python"
    if FileManager.default.isExecutableFile(atPath: python), try run(python, ["-c", "import httpx_sse, websockets.asyncio.client"]) {
      return python
    }
    guard try run("/usr/bin/env", ["python3", "-m", "venv", folder]),
      try run(folder + "/bin/pip", ["install", "--quiet", "websockets", "httpx", "httpx-sse"])
    else {
      throw Unexpected("\(folder) cannot be made: python3 with venv, and the packages websockets, httpx and httpx-sse, are needed")
    }
    return python
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> Bool { try Program(path: path, arguments).status() == 0 }

  /// A member of a group, written against SPEC.md alone: joins by code, follows, prints an entry a line as position and
  /// hash, adds entries of its own meanwhile, and at the given position prints everybody's balance and ends.
  ///
  /// Arguments: URL, invite code, entries to add, last position.
  static let member = """
    import asyncio, json, sys, uuid
    from websockets.asyncio.client import connect

    async def main(url, code, adds, last):
        async with connect(url + "/v1/socket", subprotocols=["hearth.v1.json"]) as socket:
            events, balances = [], {}

            def fold(entry):
                for share in entry["content"]["paid"]:
                    balances[share["memberId"]] = balances.get(share["memberId"], 0) + int(share["minor"])
                for share in entry["owed"]:
                    balances[share["memberId"]] = balances.get(share["memberId"], 0) - int(share["minor"])

            async def receive():
                message = json.loads(await socket.recv())
                for event in message.get("laneEvents", {}).get("events", []):
                    events.append(int(event["position"]))
                    if "entryAdded" in event["event"]:
                        fold(event["event"]["entryAdded"])
                        print(json.dumps({"position": event["position"], "hash": event["hash"]}), flush=True)
                return message

            async def ask(request, body):
                await socket.send(json.dumps({"request": request, **body}))
                while True:
                    message = await receive()
                    if message.get("request") == request:
                        return message

            await ask(1, {"register": {"displayName": "Dev"}})
            joined = await ask(2, {"command": {"id": str(uuid.uuid4()), "joinGroup": {
                "code": code, "memberId": str(uuid.uuid4()), "displayName": "Dev"}}})
            group = joined["accepted"]["groupId"]
            await ask(3, {"subscribe": {"groupId": group}})
            for entry in (await receive())["snapshotPart"]["snapshot"]["shared"].get("entries", []):
                fold(entry)
            print("ready", flush=True)
            for number in range(adds):
                answer = await ask(4 + number, {"command": {"id": str(uuid.uuid4()), "groupId": group, "addEntry": {
                    "entryId": str(uuid.uuid4()),
                    "content": {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": 101 + number, "currency": "INR"}, "description": "Python"}}}})
                assert "accepted" in answer, answer
            while not events or events[-1] < last:
                await receive()
            print(json.dumps(balances), flush=True)

    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    """
}
