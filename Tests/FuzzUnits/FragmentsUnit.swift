import WebSocket

/// The assembly of fragments: messages are cut into frames with control frames between them, and must come out as they
/// went in.
func fuzzFragments(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let role: Role = options & 1 == 0 ? .server : .client
  let cut = input.cut()
  var wire: [UInt8] = []
  var sent: [FrameLog.Entry] = []
  while !input.isAtEnd, sent.count < 20 {
    appendMessage(&input, role, &wire, &sent)
  }
  let ranges = options & 2 == 0 ? [0..<wire.count] : cut.ranges(of: wire.count)
  let log = try wire.withBytes { bytes throws(Violation) in try FrameLog(reading: bytes, ranges, FrameLog.Setting(role: role)) }
  try expect(log.entries == sent, "messages arrive as they were sent")
}

/// Writes one message as a fuzzer chooses: how many fragments, how long each is, what control frame goes before it.
private func appendMessage(_ input: inout FuzzInput, _ role: Role, _ wire: inout [UInt8], _ sent: inout [FrameLog.Entry]) {
  let shape = input.byte()
  let fragmentCount = Int(shape & 7) + 1
  let isText = shape & 8 != 0
  var message: [UInt8] = []
  for index in 0..<fragmentCount {
    let key = role == .server ? UInt32(input.byte()) &* 0x0101_0305 : nil
    let length = Int(input.byte()) * (shape & 16 == 0 ? 1 : 5)
    if length % 3 == 1 {
      let payload = Array(input.take(length % 7))
      FrameEncoder.append(.ping, payload: payload, maskKey: key, to: &wire)
      sent.append(.ping(payload))
    }
    var fragment = Array(input.take(length))
    // Text of two-byte characters, so that fragments end within them.
    if isText { fragment = fragment.enumerated().map { (message.count + $0.offset) & 1 == 0 ? 0xC3 : 0x80 | $0.element & 0x3F } }
    if isText, index == fragmentCount - 1, (message.count + fragment.count) & 1 == 1 { fragment.append(0xA9) }
    let opcode: Opcode = index > 0 ? .continuation : isText ? .text : .binary
    FrameEncoder.append(opcode, payload: fragment, maskKey: key, isFinal: index == fragmentCount - 1, to: &wire)
    message += fragment
  }
  sent.append(isText ? .text(message) : .binary(message))
}
