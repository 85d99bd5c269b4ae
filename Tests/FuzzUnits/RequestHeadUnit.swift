import HTTPTypes
import WebSocket

/// A request's head as a server reads it, whole and in cuts, and what becomes of it: an upgrade, or a rejection.
func fuzzRequestHead(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let limits = options & 1 == 0 ? HeadLimits() : .tight
  let cut = input.cut()
  let text = input.takeRest()
  let whole = readRequest(text, [0..<text.count], limits)
  try expect(whole == readRequest(text, cut.ranges(of: text.count), limits), "cuts change nothing")

  let answer: HTTPResponse
  switch whole.result {
  case .success(nil): return
  case .success(let head?):
    try checkRewritten(head)
    answer = try decide(head, options)
  case .failure(let rejection): answer = rejection.response
  }
  // Whatever the answer is, a client can read it.
  var output: [UInt8] = []
  HeadWriter.append(answer, to: &output)
  let read = output.withUnsafeBytes { readResponse($0, [0..<$0.count], HeadLimits()) }
  try expect(read.result == .success(ResponseHead(response: answer)) && read.count == output.count, "the answer reads as it was meant")
}

/// What a parser made of some bytes: a head, nothing yet, or a rejection, and how many bytes are the head's.
struct HeadReading<Head: Hashable & Sendable>: Hashable {
  var result: Result<Head?, HeadRejection>
  var count: Int
}

extension HeadLimits {
  /// Limits that a fuzzer's short inputs reach.
  static var tight: HeadLimits {
    var limits = HeadLimits()
    limits.startLineBytesMax = 40
    limits.fieldLineBytesMax = 60
    limits.fieldsBytesMax = 300
    limits.fieldsCountMax = 12
    return limits
  }
}

private func readRequest(_ bytes: UnsafeRawBufferPointer, _ ranges: [Range<Int>], _ limits: HeadLimits) -> HeadReading<RequestHead> {
  var parser = RequestHeadParser(limits: limits)
  return readHead(bytes, ranges) { piece, position throws(HeadRejection) in try parser.read(piece, from: &position) }
}

func readResponse(_ bytes: UnsafeRawBufferPointer, _ ranges: [Range<Int>], _ limits: HeadLimits) -> HeadReading<ResponseHead> {
  var parser = ResponseHeadParser(limits: limits)
  return readHead(bytes, ranges) { piece, position throws(HeadRejection) in try parser.read(piece, from: &position) }
}

private func readHead<Head>(
  _ bytes: UnsafeRawBufferPointer, _ ranges: [Range<Int>],
  _ read: (UnsafeRawBufferPointer, inout Int) throws(HeadRejection) -> Head?
) -> HeadReading<Head> {
  do throws(HeadRejection) {
    for range in ranges {
      var position = 0
      let head = try withExactCopy(of: bytes[part: range]) { piece throws(HeadRejection) in
        try read(UnsafeRawBufferPointer(piece), &position)
      }
      if let head { return HeadReading(result: .success(head), count: range.lowerBound + position) }
    }
    return HeadReading(result: .success(nil), count: bytes.count)
  } catch {
    return HeadReading(result: .failure(error), count: 0)
  }
}

/// Writes the head and reads it again.
private func checkRewritten(_ head: RequestHead) throws(Violation) {
  // The writer knows HTTP/1.1 only, which wants a Host.
  guard head.version == .v1p1 else { return }
  var output: [UInt8] = []
  HeadWriter.append(head.request, to: &output)
  var limits = HeadLimits()
  limits.startLineBytesMax *= 2
  limits.fieldsBytesMax *= 2
  let again = output.withUnsafeBytes { readRequest($0, [0..<$0.count], limits) }
  try expect(again.result == .success(head) && again.count == output.count, "a head reads the same when it is written again")
}

private func decide(_ head: RequestHead, _ options: UInt8) throws(Violation) -> HTTPResponse {
  var configuration = UpgradeConfiguration()
  if options & 2 != 0 { configuration.subprotocols = ["hearth.v1.json", "b"] }
  if options & 4 != 0 { configuration.webOrigins = ["https://good.example"] }
  configuration.requiresSubprotocol = options & 8 != 0
  configuration.requiresWebOrigin = options & 16 != 0
  let accepted: UpgradeAcceptance
  do throws(HeadRejection) {
    accepted = try ServerUpgrade.decide(head, configuration: configuration)
  } catch {
    return error.response
  }
  let request = head.request
  try expect(request.method == .get && head.version == .v1p1 && head.bodyByteCount == 0, "an upgrade is a GET without a body")
  try expect(accepted.subprotocol.map(configuration.subprotocols.contains) ?? true, "the subprotocol is spoken here")
  let webOrigin = request.headerFields[.origin]
  try expect(webOrigin.map { configuration.webOrigins?.contains($0) ?? true } ?? !configuration.requiresWebOrigin, "the origin is welcome")
  try expect(accepted.response.status == .switchingProtocols, "an upgrade is granted with 101")
  return accepted.response
}
