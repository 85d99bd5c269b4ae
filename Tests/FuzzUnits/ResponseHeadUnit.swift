import HTTPTypes
import WebSocket

/// The answer to an upgrade as our client reads it, whole and in cuts, and its judgement.
func fuzzResponseHead(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let limits = options & 1 == 0 ? HeadLimits() : .tight
  let cut = input.cut()
  let text = input.takeRest()
  let whole = readResponse(text, [0..<text.count], limits)
  try expect(whole == readResponse(text, cut.ranges(of: text.count), limits), "cuts change nothing")
  guard case .success(let head?) = whole.result else { return }

  // Not a secret here: with it the corpus can hold answers that are right.
  let nonce: (UInt64, UInt64) = (0x0102_0304_0506_0708, 0x090A_0B0C_0D0E_0F10)
  let subprotocols = options & 2 == 0 ? [] : ["hearth.v1.json", "b"]
  let offersCompression = options & 4 != 0
  let upgrade = ClientUpgrade(
    authority: "localhost", path: "/", subprotocols: subprotocols, nonce: nonce, offersCompression: offersCompression)
  let grant: UpgradeGrant
  do throws(UpgradeFailure) {
    grant = try upgrade.judge(head)
  } catch {
    return
  }
  let fields = head.response.headerFields
  try expect(head.response.status.code == 101 && head.version == .v1p1, "only a 101 of HTTP/1.1 grants anything")
  try expect(fields[.secWebSocketAccept] == HandshakeKey.accept(for: HandshakeKey.key(nonce)), "the server has proved that it read the key")
  try expect(grant.subprotocol.map(subprotocols.contains) ?? true, "a subprotocol was offered")
  try expect(grant.compression == nil || offersCompression, "compression was offered")
  try expect((grant.compression == nil) == fields[values: .secWebSocketExtensions].isEmpty, "what the answer names is agreed")
  let windows = [grant.compression?.serverWindowBits ?? 15, grant.compression?.clientWindowBits ?? 15]
  try expect(windows.allSatisfy { (8...15).contains($0) }, "the windows are ones that there are")
}
