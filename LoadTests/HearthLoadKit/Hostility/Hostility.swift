import HearthProtocol

/// Makes up what a hostile peer sends: the same seed, the same bytes.
public struct Hostility: Sendable {
  /// What is done to a session that was valid.
  public enum Mutation: Sendable, CaseIterable {
    /// One to eight bits are flipped, anywhere.
    case flippedBits
    /// It ends anywhere.
    case truncated
    /// A frame comes twice.
    case doubledFrame
    /// Two frames change places.
    case swappedFrames
    /// A frame comes unmasked, against RFC 6455 §5.1.
    case unmasked
    /// A frame is masked with another key than it says.
    case wrongMask
    /// A frame promises more bytes than any message may have.
    case oversizedLength
    /// A frame has reserved bits, a reserved opcode, or is a fragmented or long control frame.
    case reservedBits
    /// A valid text frame holds no JSON of a message, or none at all.
    case garbageJSON
    /// A valid binary frame holds no protobuf of a message.
    case garbageProtobuf
    /// A login, then random bytes.
    case garbageAfterLogin
    /// A valid command that breaks the rules of money, of lengths or of ids.
    case absurdCommand
  }

  private var random: SplitMix64

  /// Starts at a seed, for one of many streams.
  public init(seed: UInt64, stream: UInt64) { random = SplitMix64(seed: seed, stream: stream) }

  /// A random string of bytes; every other one begins like HTTP.
  public mutating func string() -> [UInt8] {
    let beginnings = ["", "", "GET ", "GET /v1/socket HTTP/1.1\r\n", "POST / HTTP/1.1\r\nContent-Length: ", "\u{16}\u{03}\u{01}"]
    let count = 1 + random.below(random.below(8) == 0 ? 65_536 : 512)
    return Array(beginnings[random.below(beginnings.count)].utf8) + noise(count)
  }

  /// A session with one thing wrong.
  public mutating func session() -> [UInt8] {
    let mutation = Mutation.allCases[random.below(Mutation.allCases.count)]
    return session(mutation)
  }

  /// A session with this thing wrong.
  public mutating func session(_ mutation: Mutation) -> [UInt8] {
    let format: WireFormat
    switch mutation {
    case .garbageJSON: format = .json
    case .garbageProtobuf: format = .protobuf
    default: format = random.below(2) == 0 ? .json : .protobuf
    }
    let opcode: UInt8 = format == .json ? 1 : 2
    var frames = messages().map { frame(opcode, (try? format.encode($0)) ?? []) }
    let victim = random.below(frames.count)
    switch mutation {
    case .flippedBits, .truncated: break
    case .doubledFrame: frames.insert(frames[victim], at: victim)
    case .swappedFrames: frames.swapAt(0, frames.count - 1)
    case .unmasked: frames[victim][1] &= 0x7F
    case .wrongMask:
      let place = frames[victim].count - 1
      frames[victim][place] ^= UInt8(1 + random.below(255))
    case .oversizedLength: frames[victim] = oversized(opcode)
    case .reservedBits: frames[victim] = reserved()
    case .garbageJSON: frames.insert(frame(1, garbageText()), at: 1)
    case .garbageProtobuf:
      let count = random.below(300)
      frames.insert(frame(2, noise(count)), at: 1)
    case .garbageAfterLogin: frames = [frames[0], noise(1 + random.below(4_096))]
    case .absurdCommand: frames.insert(frame(opcode, (try? format.encode(absurd())) ?? []), at: 1)
    }
    var bytes = upgrade(format) + frames.joined()
    switch mutation {
    case .flippedBits:
      for _ in 0...random.below(8) { bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8)) }
    case .truncated: bytes.removeLast(1 + random.below(bytes.count - 1))
    default: break
    }
    return bytes
  }

  // MARK: A session as it should be

  private func upgrade(_ format: WireFormat) -> [UInt8] {
    // The key is the example of RFC 6455 §1.3.
    let lines = [
      "GET /v1/socket HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: \(format.rawValue)", "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private mutating func messages() -> [ClientMessage] {
    var register = ClientMessage()
    register.request = 1
    register.register.displayName = "Somebody"
    var groups = ClientMessage()
    groups.request = 2
    groups.listGroups = ListGroups()
    var preview = ClientMessage()
    preview.request = 3
    preview.previewInvite.code = "0000-0000-0000-0000"
    var subscribe = ClientMessage()
    subscribe.request = 4
    subscribe.subscribe.groupID = id()
    return [register, groups, preview, subscribe]
  }

  /// An entry or a group that no ledger can take.
  private mutating func absurd() -> ClientMessage {
    var message = ClientMessage()
    message.request = .max
    message.command.id = random.below(2) == 0 ? id() : "no id"
    message.command.groupID = id()
    let extremes: [Int64] = [.min, -1, 0, .max, 1_000_000_000_000_001]
    if random.below(2) == 0 {
      message.command.addEntry.entryID = id()
      message.command.addEntry.content.amount.minor = extremes[random.below(extremes.count)]
      message.command.addEntry.content.amount.currency = "INR"
      message.command.addEntry.content.split.exact.shares = (0..<200).map { _ in
        var share = Share()
        share.minor = .max
        return share
      }
    } else {
      message.command.createGroup.name = String(repeating: "\u{0301}", count: random.below(10_000))
      message.command.createGroup.currency = "ZZZZZZZZZZ"
      message.command.createGroup.timeZone = "../../../etc/passwd"
    }
    return message
  }

  // MARK: Bytes

  private mutating func id() -> String { GroupID(milliseconds: 1_767_000_000_000, random: (random.next(), random.next())).description }

  private mutating func noise(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    return bytes
  }

  private mutating func garbageText() -> [UInt8] {
    let texts = [
      "{", "[]", "null", "{\"hello\":{\"token\":1}}", "{\"command\":{\"id\":\"", "{\"request\":1e400}", "{\"register\":{},\"register\":{}}",
      "\u{0}",
      String(repeating: "[", count: 1 + random.below(10_000)), String(repeating: "{\"command\":", count: 1 + random.below(2_000)),
    ]
    let choice = random.below(texts.count + 1)
    return choice < texts.count ? Array(texts[choice].utf8) : noise(100)
  }

  /// A whole masked frame (RFC 6455 §5.2).
  private mutating func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let key = noise(4)
    var bytes: [UInt8] = [0x80 | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  private mutating func oversized(_ opcode: UInt8) -> [UInt8] {
    let lengths: [UInt64] = [65_537, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max]
    let length = lengths[random.below(lengths.count)]
    return [0x80 | opcode, 0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + noise(64)
  }

  private mutating func reserved() -> [UInt8] {
    switch random.below(4) {
    case 0: return [0x80 | UInt8(16 << random.below(3)) | 1, 0x80] + noise(4)
    case 1: return [0x80 | UInt8(3 + random.below(5)), 0x80] + noise(4)
    case 2: return [0x09, 0x80] + noise(4)
    default: return [0x89, 0xFE, 0x00, 0xFF] + noise(259)
    }
  }
}
