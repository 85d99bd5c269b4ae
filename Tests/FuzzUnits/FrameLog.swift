import WebSocket

/// What a decoder said, written down so that two runs can be compared: for each event its kind, what belongs to it, and
/// its payload.
struct FrameLog: Equatable {
  enum Entry: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case compressed(MessageKinds, [UInt8])
    case compressedPart(MessageKinds, [UInt8], isLast: Bool)
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, [UInt8])
    case fault(WebSocketFault)

    init(_ event: FrameEvent) {
      switch event {
      case .text(let payload): self = .text(Array(payload))
      case .binary(let payload): self = .binary(Array(payload))
      case .compressed(let kinds, let payload): self = .compressed(kinds, Array(payload))
      case .compressedPart(let kinds, let payload, let isLast): self = .compressedPart(kinds, Array(payload), isLast: isLast)
      case .ping(let payload): self = .ping(Array(payload))
      case .pong(let payload): self = .pong(Array(payload))
      case .close(let code, let reason): self = .close(code, Array(reason))
      }
    }

    /// Whether nothing may follow.
    var isLast: Bool {
      switch self {
      case .close, .fault: true
      case .text, .binary, .compressed, .compressedPart, .ping, .pong: false
      }
    }
  }

  private(set) var entries: [Entry] = []

  /// What a decoder is made of.
  struct Setting {
    var role: Role
    var limits = FrameLimits()
    var kinds = MessageKinds.all
    var permitsCompression = false

    /// Reads the choices of a fuzzer from one byte.
    init(_ options: UInt8) {
      role = options & 1 == 0 ? .server : .client
      permitsCompression = options & 2 != 0
      switch options >> 2 & 3 {
      case 1: kinds = .text
      case 2: kinds = .binary
      default: kinds = .all
      }
      // Limits that short inputs reach.
      if options & 16 != 0 { limits = FrameLimits(messageBytesMax: 150, frameBytesMax: 130, fragmentsMax: 4) }
    }

    init(role: Role) { self.role = role }
  }

  /// Reads the bytes in pieces.
  init(reading bytes: UnsafeRawBufferPointer, _ ranges: [Range<Int>], _ setting: Setting) throws(Violation) {
    var decoder = FrameDecoder(
      role: setting.role, limits: setting.limits, kinds: setting.kinds, permitsCompression: setting.permitsCompression)
    for range in ranges {
      try withExactCopy(of: bytes[part: range]) { piece throws(Violation) in try read(piece, &decoder) }
      // Limit: 4 KiB beyond what was received. The fragments' charge is beside it.
      let fragmentsMax = min(range.upperBound, Int(setting.limits.fragmentsMax))
      let charged = decoder.chargedBytes
      try expect(
        charged <= range.upperBound + 4_096 + fragmentsMax * FrameLimits.fragmentCharge, "memory is reserved for what was received")
    }
    for entry in entries { try Self.check(entry, setting) }
  }

  private mutating func read(_ piece: UnsafeMutableRawBufferPointer, _ decoder: inout FrameDecoder) throws(Violation) {
    var position = 0
    while true {
      let entry: Entry
      do throws(WebSocketFault) {
        guard let event = try decoder.next(in: piece, from: &position) else { break }
        entry = Entry(event)
      } catch {
        entry = .fault(error)
      }
      try expect(entries.last?.isLast != true, "nothing follows a Close or a fault")
      entries.append(entry)
    }
    try expect(position == piece.count, "the piece is used up")
  }

  private static func check(_ entry: Entry, _ setting: Setting) throws(Violation) {
    switch entry {
    case .text(let payload):
      try expect(setting.kinds.contains(.text) && payload.withUnsafeBytes(isUTF8), "text is UTF-8")
      try expect(payload.count <= setting.limits.messageBytesMax, "a message is within its limit")
    case .binary(let payload):
      try expect(setting.kinds.contains(.binary) && payload.count <= setting.limits.messageBytesMax, "a message is within its limit")
    case .compressed(let kind, let payload):
      try expect(setting.permitsCompression && setting.kinds.contains(kind), "what is compressed was agreed")
      try expect(payload.count <= setting.limits.messageBytesMax, "a message is within its limit")
    case .compressedPart(let kind, let payload, _):
      try expect(setting.permitsCompression && setting.kinds.contains(kind), "what is compressed was agreed")
      try expect(payload.count <= setting.limits.frameBytesMax, "a fragment is within its limit")
    case .ping(let payload), .pong(let payload): try expect(payload.count <= 125, "a control frame is short")
    case .close(let code, let reason):
      try expect(code?.mayBeSent ?? reason.isEmpty, "a Close has a code that may be sent")
      try expect(reason.count <= 123 && reason.withUnsafeBytes(isUTF8), "a reason is short and UTF-8")
    case .fault: break
    }
  }
}
