import Support
import WebSocket

/// How the length of a frame is written.
enum LengthForm: Sendable { case shortest, bits16, bits64 }

/// A frame written by hand, without the encoder under test.
struct Frame: Sendable {
  var first: UInt8
  var payload: [UInt8] = []
  var form = LengthForm.shortest
  /// A length that is not the payload's.
  var announced: UInt64?
  /// The key in wire order, when masked.
  var mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  /// The bytes as a client sends them, masked, or as a server does.
  func bytes(masked: Bool) -> [UInt8] {
    let length = announced ?? UInt64(payload.count)
    let maskBit: UInt8 = masked ? 0x80 : 0
    var bytes = [first]
    switch form {
    case .shortest where length < 126: bytes.append(maskBit | UInt8(length))
    case .shortest where length <= 0xFFFF, .bits16:
      bytes.append(maskBit | 126)
      bytes.append(contentsOf: [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)])
    case .shortest, .bits64:
      bytes.append(maskBit | 127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(shift))) }
    }
    if masked {
      bytes.append(contentsOf: mask)
      bytes.append(contentsOf: payload.enumerated().map { $0.element ^ mask[$0.offset % 4] })
    } else {
      bytes.append(contentsOf: payload)
    }
    return bytes
  }

  static func text(_ text: String) -> Frame { Frame(first: 0x81, payload: Array(text.utf8)) }

  static func close(_ code: UInt16, _ reason: [UInt8] = []) -> Frame {
    Frame(first: 0x88, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
  }
}

/// An event with its payload copied.
enum Seen: Equatable, Sendable {
  case text([UInt8])
  case binary([UInt8])
  case compressed(MessageKinds, [UInt8])
  case compressedPart(MessageKinds, [UInt8], isLast: Bool)
  case ping([UInt8])
  case pong([UInt8])
  case close(UInt16?, [UInt8])
  case fault(WebSocketFault)

  init(_ event: FrameEvent) {
    switch event {
    case .text(let payload): self = .text(Array(payload))
    case .binary(let payload): self = .binary(Array(payload))
    case .compressed(let kind, let payload): self = .compressed(kind, Array(payload))
    case .compressedPart(let kind, let payload, let isLast): self = .compressedPart(kind, Array(payload), isLast: isLast)
    case .ping(let payload): self = .ping(Array(payload))
    case .pong(let payload): self = .pong(Array(payload))
    case .close(let code, let reason): self = .close(code?.rawValue, Array(reason))
    }
  }

  static func text(_ text: String) -> Seen { .text(Array(text.utf8)) }
}

/// Ways to cut some bytes into reads: whole, byte by byte, and at random places.
func cuts(of count: Int, seed: UInt64 = 1) -> [[Range<Int>]] {
  if count == 0 { return [[]] }
  var random = SeededGenerator(seed: seed)
  var all = [[0..<count], (0..<count).map { $0..<$0 + 1 }]
  for longest in [3, 17, 200, 5_000] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(count, start + Int.random(in: 1...longest, using: &random))
      ranges.append(start..<end)
      start = end
    }
    all.append(ranges)
  }
  return all
}

/// What a decoder sees in some bytes cut one way.
func decode(
  _ bytes: [UInt8], cut: [Range<Int>], role: Role, limits: FrameLimits = FrameLimits(), kinds: MessageKinds = .all,
  permitsCompression: Bool = false, reserve: ((Int, Int) -> Void)? = nil
) -> [Seen] {
  var decoder = FrameDecoder(role: role, limits: limits, kinds: kinds, permitsCompression: permitsCompression)
  var seen: [Seen] = []
  for range in cut {
    var read = Array(bytes[range])
    read.withUnsafeMutableBytes { buffer in
      var position = 0
      do throws(WebSocketFault) {
        while let event = try decoder.next(in: buffer, from: &position) { seen.append(Seen(event)) }
      } catch {
        seen.append(.fault(error))
      }
    }
    reserve?(range.upperBound, decoder.chargedBytes)
  }
  return seen
}
