import HearthProtocol
import SwiftProtobuf
import Testing

/// The form of bundles: what is written reads back, and nothing else reads (SPEC BN).
struct BundleTests {
  private static let group = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

  /// Events of a chain, whatever they say.
  private static func events(_ lanes: [Lane]) -> [BundledEvent] {
    var heads: [Lane: (position: UInt64, hash: LaneHash)] = [:]
    return lanes.enumerated().map { place, lane in
      let last = heads[lane] ?? (0, .genesis(group: group, lane: lane))
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: place), count: place * 7)
      heads[lane] = (last.position + 1, last.hash.next(stored: bytes))
      return BundledEvent(
        lane: lane, position: LanePosition(last.position + 1), bytes: bytes, hash: last.hash.next(stored: bytes))
    }
  }

  private static let contents: [[UInt8]] = [
    [], [7], (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }, (0..<65_537).map { UInt8(truncatingIfNeeded: $0 &* 31) },
  ]

  private static func bundle(
    _ events: [BundledEvent], _ contents: [[UInt8]] = [], scope: BundleScope = .group, cuts: Int = 1_000
  ) throws -> [UInt8] {
    var writer = try BundleWriter(group: group, epoch: 3, scope: scope)
    var bytes: [UInt8] = []
    for event in events {
      try writer.add(event)
      bytes += writer.takeOutput()
    }
    for content in contents.sorted(by: { ContentHash(of: $0) < ContentHash(of: $1) }) {
      try writer.beginAttachment(ContentHash(of: content), sizeBytes: UInt64(content.count))
      for start in stride(from: 0, to: content.count, by: cuts) {
        try writer.add(content: Array(content[start..<min(start + cuts, content.count)]))
      }
    }
    return try bytes + writer.finish()
  }

  /// Everything that a bundle has, read in segments.
  private struct Content: Equatable {
    var group: GroupID?
    var epoch: UInt64 = 0
    var scope = BundleScope.unspecified
    var events: [BundledEvent] = []
    var attachments: [[UInt8]] = []
    var hasEnded = false

    init(_ bytes: [UInt8], segment: Int = 65_536) throws {
      var reader = BundleReader()
      for start in stride(from: 0, to: bytes.count, by: segment) {
        reader.append(Array(bytes[start..<min(start + segment, bytes.count)]))
        while let item = try reader.next() {
          switch item {
          case .header(let group, let epoch, let scope): (self.group, self.epoch, self.scope) = (group, epoch, scope)
          case .event(let event): events.append(event)
          case .attachment: attachments.append([])
          case .content(let bytes): attachments[attachments.count - 1] += bytes
          case .attachmentEnd(let hash): #expect(ContentHash(of: attachments[attachments.count - 1]) == hash)
          case .end: hasEnded = true
          }
        }
      }
      try reader.finish()
    }
  }

  @Test("BN-01 What is written reads back, in segments of any size", arguments: [1, 2, 13, 65_536, 1 << 20])
  func roundTrip(segment: Int) throws {
    let events = Self.events([.shared, .admin, .shared, .income, .shared, .admin])
    let contents = segment < 13 ? Array(Self.contents.prefix(2)) : Self.contents
    let read = try Content(Self.bundle(events, contents), segment: segment)
    #expect(read.group == Self.group && read.epoch == 3 && read.scope == .group && read.hasEnded)
    #expect(read.events == events)
    #expect(read.attachments == contents.sorted { ContentHash(of: $0) < ContentHash(of: $1) })
  }

  @Test("BN-02 How an attachment came in pieces does not show in the bytes")
  func piecesDoNotShow() throws {
    let events = Self.events([.shared])
    let whole = try Self.bundle(events, Self.contents)
    for cuts in [999, 4_096, 65_536, 70_000] { #expect(try Self.bundle(events, Self.contents, cuts: cuts) == whole) }
  }

  @Test("BN-03 A bundle with one flipped bit is refused, whichever it is")
  func flippedBits() throws {
    let bundle = try Self.bundle(Self.events([.shared, .admin, .shared]), [[1, 2, 3]])
    for place in bundle.indices {
      var flipped = bundle
      flipped[place] ^= 1 << UInt8(place % 8)
      #expect(throws: BundleFlaw.self, "byte \(place)") { try Content(flipped) }
    }
  }

  @Test("BN-03 A bundle that is cut off, or goes on, is refused")
  func cuts() throws {
    let bundle = try Self.bundle(Self.events([.shared, .admin, .shared]), [[1, 2, 3]])
    for end in bundle.indices { #expect(throws: BundleFlaw.self, "\(end) bytes") { try Content(Array(bundle[..<end])) } }
    for more in [[0], [1, 0], Array(bundle.suffix(36)), [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
      #expect(throws: BundleFlaw.self) { try Content(bundle + more) }
      #expect(throws: BundleFlaw.self) { try Content(bundle + more, segment: bundle.count) }
    }
  }

  @Test("BN-03 What does not hold is not written: gaps, repetitions, other hashes, other bytes")
  func writerRefuses() throws {
    let events = Self.events([.shared, .shared, .shared])
    var other = events[1]
    other.bytes.append(0)
    for wrong in [[events[1]], [events[0], events[2]], [events[0], events[0]], [events[0], other]] {
      #expect(throws: BundleFlaw.self) { try Self.bundle(wrong) }
    }
    var writer = try BundleWriter(group: Self.group, epoch: 1, scope: .group)
    try writer.beginAttachment(ContentHash(of: [1]), sizeBytes: 1)
    try writer.add(content: [2])
    #expect(throws: BundleFlaw.self) { try writer.finish() }
    writer = try BundleWriter(group: Self.group, epoch: 1, scope: .group)
    try writer.beginAttachment(ContentHash(of: [1]), sizeBytes: 2)
    try writer.add(content: [1])
    #expect(throws: BundleFlaw.self) { try writer.finish() }
    #expect(throws: BundleFlaw.self) { try writer.add(content: [1, 1]) }
  }

  @Test("BN-06 A member's bundle has one lane behind the other")
  func lanesFollow() throws {
    let sorted = Self.events([.shared, .shared, .admin, .income])
    #expect(try Content(Self.bundle(sorted, scope: .member)).events == sorted)
    #expect(throws: BundleFlaw.self) { try Self.bundle(Self.events([.shared, .admin, .shared]), scope: .member) }
    #expect(try Content(Self.bundle([], scope: .member)).hasEnded)
  }

  // MARK: Records made by hand

  private static func file(_ records: [BundleRecord.OneOf_Body], prefix: (Int) -> [UInt8] = varint) throws -> [UInt8] {
    var bytes = Array("hearth bundle 1\n".utf8)
    for body in records {
      var record = BundleRecord()
      record.body = body
      let encoded: [UInt8] = try record.serializedBytes()
      bytes += prefix(encoded.count) + encoded
    }
    var end = BundleRecord()
    end.end.checksum = .init(ContentHash(of: bytes).bytes)
    let encoded: [UInt8] = try end.serializedBytes()
    return bytes + varint(encoded.count) + encoded
  }

  private static func varint(_ count: Int) -> [UInt8] {
    count < 128 ? [UInt8(count)] : [UInt8(count & 127) | 128] + varint(count >> 7)
  }

  private static func header(_ change: (inout BundleHeader) -> Void = { _ in }) -> BundleRecord.OneOf_Body {
    var header = BundleHeader()
    header.format = 1
    header.groupID = group.description
    header.epoch = 1
    header.scope = .group
    change(&header)
    return .header(header)
  }

  private static func attachment(_ content: [UInt8], size: Int, of lane: String = "") -> [BundleRecord.OneOf_Body] {
    var begun = BundleAttachment()
    begun.lane = lane
    begun.sha256 = .init(ContentHash(of: content).bytes)
    begun.sizeBytes = UInt64(size)
    var piece = BundlePiece()
    piece.bytes = .init(content)
    return [.attachment(begun), .piece(piece)]
  }

  @Test("BN-03 Records out of order, doubled or of a stranger are refused though the checksum holds")
  func orders() throws {
    let header = Self.header()
    let heads = BundleRecord.OneOf_Body.heads(BundleHeads())
    #expect(try Content(Self.file([header, heads])).hasEnded)
    #expect(try Content(Self.file([header, heads] + Self.attachment([1], size: 1))).attachments == [[1]])
    let wrong: [[BundleRecord.OneOf_Body]] = [
      [], [heads], [header], [header, header, heads], [header, heads, heads], [heads, header],
      [header] + Self.attachment([1], size: 1) + [heads],
      [header, heads] + Self.attachment([1], size: 2), [header, heads] + Self.attachment([1, 2], size: 1),
      [header, heads] + Self.attachment([1], size: 1) + Self.attachment([1], size: 1),
      [header, heads] + Array(Self.attachment([1], size: 1).reversed()),
      [header, heads, Self.attachment([1], size: 1)[0]],
      [header, heads] + [[3], [2]].sorted { ContentHash(of: $0) > ContentHash(of: $1) }.flatMap { Self.attachment($0, size: 1) },
      [Self.header { $0.format = 2 }, heads], [Self.header { $0.scope = .unspecified }, heads],
      [Self.header { $0.scope = .UNRECOGNIZED(9) }, heads], [Self.header { $0.groupID = "sharma" }, heads],
      [Self.header { $0.groupID = Self.group.description.uppercased() + "A" }, heads],
      [header, .heads(.with { $0.heads = [.with { $0.lane = "shared" }] })],
      [header, .event(.with { $0.lane = "cellar" }), heads], [header, .event(.with { $0.lane = "shared" }), heads],
    ]
    for (place, records) in wrong.enumerated() {
      #expect(throws: BundleFlaw.self, "case \(place)") { try Content(Self.file(records)) }
    }
  }

  @Test(
    "BN-02, AT-07 Attachments stand in the order of their lanes, shared first and without its name, and no lane but a minor's has others")
  func lanes() throws {
    let start = [Self.header(), BundleRecord.OneOf_Body.heads(BundleHeads())]
    let (riya, kabir) = ("minor/00000000-0000-0001-0000-000000000001", "minor/00000000-0000-0001-0000-000000000002")
    // Each lane's files start a new order of hashes; each lane has one file.
    let files = ["", riya, kabir].flatMap { Self.attachment([1], size: 1, of: $0) }
    #expect(try Content(Self.file(start + files)).attachments == [[1], [1], [1]])
    let wrong: [[String]] = [
      [riya, ""], [kabir, riya], [riya, riya], ["shared"], ["admin"], ["income"], ["minor/riya"],
      ["inbox/00000000-0000-0001-0000-000000000001"], ["account/00000000-0000-0001-0000-000000000001"], [riya.uppercased()],
    ]
    for lanes in wrong {
      #expect(throws: BundleFlaw.self, "\(lanes)") {
        try Content(Self.file(start + lanes.flatMap { Self.attachment([1], size: 1, of: $0) }))
      }
    }
  }

  @Test("BN-02 There is one way to write a bundle: lengths in more bytes than needed and unknown fields are refused")
  func canonical() throws {
    let records = [Self.header(), .heads(BundleHeads())]
    #expect(throws: BundleFlaw.self) { try Content(Self.file(records) { [UInt8($0) | 128, 0] }) }
    var record = BundleRecord()
    record.body = Self.header()
    let encoded: [UInt8] = try [UInt8](record.serializedBytes() as [UInt8]) + [0x98, 0x06, 0x01]
    var bytes = Array("hearth bundle 1\n".utf8) + Self.varint(encoded.count) + encoded
    var reader = BundleReader()
    reader.append(bytes)
    #expect(throws: BundleFlaw.self) { try reader.next() }
    // A default that is written out.
    let twice: [UInt8] = [0x0A, 0x02, 0x18, 0x00]
    bytes = Array("hearth bundle 1\n".utf8) + [UInt8(twice.count)] + twice
    #expect(throws: BundleFlaw.self) { try Content(bytes) }
  }

  @Test("BN-02 A record of 20 MiB is read, one byte more is refused before it is there")
  func largest() throws {
    var reader = BundleReader()
    // 20 MiB: 0x1400000 as a varint.
    reader.append(Array("hearth bundle 1\n".utf8) + [0x80, 0x80, 0x80, 0x0A])
    #expect(try reader.next() == nil)
    reader = BundleReader()
    reader.append(Array("hearth bundle 1\n".utf8) + [0x81, 0x80, 0x80, 0x0A])
    #expect(throws: BundleFlaw.self) { try reader.next() }
    reader = BundleReader()
    reader.append(Array("hearth bundle 1\n".utf8) + [0x80, 0x80, 0x80, 0x80])
    #expect(throws: BundleFlaw.self) { try reader.next() }
  }

  @Test("BN-02 A record of 128 KiB that is neither event nor piece is looked into, one of more is refused unread")
  func smallest() throws {
    // Heads of two bytes each, behind the tag and the length of all: many in memory for their bytes.
    func record(_ count: Int) -> [UInt8] {
      let odd: [UInt8] = count.isMultiple(of: 2) ? [] : [0x0A, 0x03, 0x0A, 0x01, 0x78]
      return [0x1A] + Self.varint(count) + odd + Array(repeatElement([0x0A, 0x00], count: (count - odd.count) / 2).joined())
    }
    func flaw(_ record: [UInt8]) throws -> String? {
      var file = try Self.file([Self.header()])
      file.removeLast(37)
      do {
        _ = try Content(file + Self.varint(record.count) + record)
        return nil
      } catch let flaw as BundleFlaw {
        return flaw.description.split(separator: ": ", maxSplits: 1).last.map(String.init)
      }
    }
    let (most, tooMuch) = (record(524_284), record(524_285))
    #expect(most.count == 524_288 && tooMuch.count == 524_289)
    #expect(try flaw(most) == "the heads are not where the lanes end")
    let said = "a record longer than 524288 bytes that is no event and no piece"
    #expect(try flaw(tooMuch) == said)
    // Hidden behind an event, which the heads would replace.
    #expect(try flaw([0x12, 0x00] + tooMuch) == said && flaw([0x12, 0x80, 0x80, 0x08] + Array(tooMuch.dropFirst(4))) != nil)
    // An event may be as long as it is.
    #expect(try flaw([0x12] + Self.varint(140_004) + [0x1A] + Self.varint(140_000) + Array(repeatElement(1, count: 140_000))) != said)
  }

  @Test("A content hash has one way to be written")
  func hashes() throws {
    let hash = ContentHash(of: Array("abc".utf8))
    #expect(hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(ContentHash(hash.description) == hash && ContentHash(bytes: hash.bytes) == hash)
    for wrong in [
      "", hash.description.uppercased(), String(hash.description.dropLast()), hash.description + "0", String(repeating: "g", count: 64),
    ] {
      #expect(ContentHash(wrong) == nil)
    }
    #expect(ContentHash(bytes: hash.bytes.dropLast()) == nil)
  }
}
