import HTTPTypes
import WebSocket

/// Sec-WebSocket-Extensions: the grammar, and the two ends' agreement about what is offered. A line feed begins another
/// field.
func fuzzExtensions(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let text = input.takeRest()
  let values = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  let offers: [ExtensionOffer]
  do throws(HeadRejection) {
    offers = try ExtensionOffer.parse(values)
  } catch {
    try expect(error == .extensionsMalformed, "what is outside the grammar is malformed")
    return
  }
  try expect(parse([write(offers)]) == offers, "offers read the same when they are written again")

  var policy = CompressionPolicy()
  policy.permitsContext = options & 1 != 0
  policy.windowBitsMax = 8 + options >> 1 & 7
  guard let granted = CompressionNegotiation.choose(from: offers, policy: policy) else { return }
  let agreement = granted.agreement
  try expect(offers.contains { $0.name == "permessage-deflate" }, "only what was offered is granted")
  try expect((9...15).contains(agreement.serverWindowBits), "we promise a window that zlib has")
  try expect((8...15).contains(agreement.clientWindowBits), "the client has promised a window that there is")
  try expect(policy.permitsContext || !agreement.serverKeepsContext, "a context needs permission")
  guard var judged = judge(granted.answer) else { throw Violation("a client takes the answer") }
  // A smaller window than the client must be ready for needs no word.
  try expect(judged.serverWindowBits >= agreement.serverWindowBits, "the client is ready for our window")
  judged.serverWindowBits = agreement.serverWindowBits
  try expect(judged == agreement, "a client reads the answer as it was meant")
}

private func parse(_ values: [String]) -> [ExtensionOffer]? { try? ExtensionOffer.parse(values) }

private func write(_ offers: [ExtensionOffer]) -> String {
  offers.map { offer in
    ([offer.name] + offer.parameters.map { $0.name + ($0.value.map { "=" + $0 } ?? "") }).joined(separator: ";")
  }
  .joined(separator: ",")
}

/// What our own client makes of the answer.
private func judge(_ answer: String) -> CompressionAgreement? {
  let nonce: (UInt64, UInt64) = (1, 2)
  var fields: HTTPFields = [:]
  fields[.upgrade] = "websocket"
  fields[.connection] = "Upgrade"
  fields[.secWebSocketAccept] = HandshakeKey.accept(for: HandshakeKey.key(nonce))
  fields[.secWebSocketExtensions] = answer
  let head = ResponseHead(response: HTTPResponse(status: .switchingProtocols, headerFields: fields))
  return try? ClientUpgrade(authority: "localhost", path: "/", nonce: nonce, offersCompression: true).judge(head).compression
}
