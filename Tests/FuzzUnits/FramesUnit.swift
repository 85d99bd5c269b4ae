import WebSocket

/// The frame decoder, given everything at once; what it read is encoded and must be read the same again.
func fuzzFrames(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let setting = FrameLog.Setting(input.byte())
  let wire = input.takeRest()
  let log = try FrameLog(reading: wire, [0..<wire.count], setting)

  var again: [UInt8] = []
  let maskKey: UInt32? = setting.role == .server ? 0x1234_5678 : nil
  var isInside = false
  for entry in log.entries {
    switch entry {
    case .text(let payload): FrameEncoder.append(.text, payload: payload, maskKey: maskKey, to: &again)
    case .binary(let payload): FrameEncoder.append(.binary, payload: payload, maskKey: maskKey, to: &again)
    case .compressed(let kind, let payload):
      FrameEncoder.append(kind == .text ? .text : .binary, payload: payload, maskKey: maskKey, isCompressed: true, to: &again)
    case .compressedPart(let kind, let payload, let isLast):
      FrameEncoder.append(
        isInside ? .continuation : kind == .text ? .text : .binary, payload: payload, maskKey: maskKey, isFinal: isLast,
        isCompressed: !isInside, to: &again)
      isInside = !isLast
    case .ping(let payload): FrameEncoder.append(.ping, payload: payload, maskKey: maskKey, to: &again)
    case .pong(let payload): FrameEncoder.append(.pong, payload: payload, maskKey: maskKey, to: &again)
    case .close(let code, let reason):
      FrameEncoder.appendClose(code, reason: String(decoding: reason, as: UTF8.self), maskKey: maskKey, to: &again)
    case .fault: break
    }
  }
  var setting2 = setting
  setting2.limits = FrameLimits()
  let read = try again.withBytes { bytes throws(Violation) in try FrameLog(reading: bytes, [0..<bytes.count], setting2) }
  let isFault = if case .fault? = log.entries.last { true } else { false }
  try expect(read.entries.elementsEqual(isFault ? log.entries.dropLast() : log.entries[...]), "what is encoded is read the same")
}

/// The frame decoder, given the same bytes whole and in cuts.
func fuzzFrameCuts(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let setting = FrameLog.Setting(input.byte())
  let cut = input.cut()
  let wire = input.takeRest()
  let whole = try FrameLog(reading: wire, [0..<wire.count], setting)
  let pieces = try FrameLog(reading: wire, cut.ranges(of: wire.count), setting)
  try expect(whole == pieces, "cuts change nothing")
}
