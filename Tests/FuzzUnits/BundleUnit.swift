import HearthProtocol

/// Reading bundles: any bytes are a bundle or a flaw, whatever they are cut into, and what is a bundle is written
/// again as the same bytes.
///
/// Chance never finds a checksum, so every other input describes a bundle, of which then one byte is changed: that must
/// be noticed.
func fuzzBundle(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let cut = input.cut()
  guard options & 1 != 0 else {
    let file = Array(input.takeRest())
    let text = String(decoding: file, as: UTF8.self)
    if let hash = ContentHash(text) { try expect(hash.description == text, "a hash is written as it was read") }
    let reading = try checkBundle(file, cut)
    guard reading.flaw == nil else { return }
    let again = try fileOf(reading)
    return try expect(again == file, "a bundle is written as it was read")
  }
  // In parts of 1 << 24 of the file.
  let place = Int(input.byte()) << 16 + Int(input.byte()) << 8 + Int(input.byte())
  let flip = input.byte()
  let described = describedBundle(scope: options & 2 == 0 ? .group : .member, &input)
  let file = try fileOf(described)
  let reading = try checkBundle(file, cut)
  try expect(reading == described, "what is written is read")
  var other = file
  if flip == 0 {
    other.removeLast(1 + (place * file.count) >> 24)
  } else {
    other[(place * file.count) >> 24] ^= flip
  }
  let flaw = try checkBundle(other, cut).flaw
  try expect(flaw != nil, "a change of one byte, or an end too early, is noticed")
}

/// What a bundle has, or had before its flaw.
private struct BundleReading: Equatable {
  struct File: Equatable {
    var lane: Lane
    var hash: ContentHash
    var sizeBytes: UInt64
    var content: [UInt8] = []
    var isComplete = false
  }

  var group: GroupID?
  var epoch: UInt64 = 0
  var scope = BundleScope.unspecified
  var events: [BundledEvent] = []
  var files: [File] = []
  var flaw: BundleFlaw?

  var bytes: Int { events.reduce(0) { $0 + $1.bytes.count } + files.reduce(0) { $0 + $1.content.count } }

  mutating func take(_ item: BundleReader.Item) {
    switch item {
    case .header(let group, let epoch, let scope): (self.group, self.epoch, self.scope) = (group, epoch, scope)
    case .event(let event): events.append(event)
    case .attachment(let hash, let lane, let sizeBytes): files.append(File(lane: lane, hash: hash, sizeBytes: sizeBytes))
    case .content(let content): files[files.count - 1].content += content
    case .attachmentEnd: files[files.count - 1].isComplete = true
    case .end: break
    }
  }
}

/// Reads the file in one piece and cut.
private func checkBundle(_ file: [UInt8], _ cut: Cut) throws(Violation) -> BundleReading {
  let whole = try reading(file, [0..<file.count])
  let pieces = try reading(file, cut.ranges(of: file.count))
  try expect(pieces == whole, "cuts change nothing")
  return whole
}

private func reading(_ file: [UInt8], _ ranges: [Range<Int>]) throws(Violation) -> BundleReading {
  var reading = BundleReading()
  var reader = BundleReader()
  var taken = 0
  do throws(BundleFlaw) {
    for range in ranges {
      reader.append(Array(file[range]))
      taken = range.upperBound
      while let item = try reader.next() { reading.take(item) }
      // Limit: twice what it was given, since a growing array doubles.
      if reader.usedBytes > 2 * taken + 64 || reading.bytes > taken { break }
    }
    try reader.finish()
  } catch {
    reading.flaw = error
  }
  try expect(reader.usedBytes <= 2 * taken + 64, "it holds no more than twice what it was given")
  try expect(reading.bytes <= taken, "it gives no more than it was given")
  return reading
}

private func fileOf(_ reading: BundleReading) throws(Violation) -> [UInt8] {
  do throws(BundleFlaw) {
    var writer = try BundleWriter(group: reading.group ?? GroupID(high: 0, low: 0), epoch: reading.epoch, scope: reading.scope)
    var file: [UInt8] = []
    for event in reading.events {
      try writer.add(event)
      file += writer.takeOutput()
    }
    for attachment in reading.files {
      try writer.beginAttachment(attachment.hash, of: attachment.lane, sizeBytes: attachment.sizeBytes)
      try writer.add(content: attachment.content)
    }
    return file + (try writer.finish())
  } catch {
    throw Violation("what holds is written: \(error)")
  }
}

/// A bundle of a few events and files with whatever the input has in them.
private func describedBundle(scope: BundleScope, _ input: inout FuzzInput) -> BundleReading {
  var reading = BundleReading()
  (reading.group, reading.scope) = (GroupID(high: 0x0190, low: UInt64(input.byte())), scope)
  reading.epoch = UInt64(input.byte()) << UInt64(input.byte() & 63)
  let choices = input.byte()
  var lanes = input.take(Int(choices & 7)).map { [Lane.shared, .admin, .income][Int($0) % 3] }
  if scope == .member { lanes.sort() }
  var heads: [Lane: (position: LanePosition, hash: LaneHash)] = [:]
  for lane in lanes {
    let last = heads[lane] ?? (.start, .genesis(group: reading.group ?? GroupID(high: 0, low: 0), lane: lane))
    let bytes = Array(input.take(Int(input.byte() & 31)))
    let event = BundledEvent(lane: lane, position: last.position.next, bytes: bytes, hash: last.hash.next(stored: bytes))
    heads[lane] = (event.position, event.hash)
    reading.events.append(event)
  }
  var files: [ContentHash: [UInt8]] = [:]
  for number in 0..<(choices >> 3 & 3) {
    // The first of some has one to three pieces of 64 KiB; such a file costs as much as a hundred inputs without.
    let padding = number == 0 && 1...2 ~= choices >> 5 ? Int(choices >> 5) << 16 : 0
    let content = Array(input.take(Int(input.byte() & 31))) + [UInt8](repeating: 0, count: padding)
    files[ContentHash(of: content)] = content
  }
  let placed = files.map { hash, content in
    // Some are a minor's.
    (
      lane: content.count % 3 == 1 ? Lane.minor(MemberID(high: 0x0190, low: UInt64(content.count & 1))) : .shared, hash: hash,
      content: content
    )
  }
  reading.files = placed.sorted { ($0.lane, $0.hash) < ($1.lane, $1.hash) }.map { lane, hash, content in
    BundleReading.File(lane: lane, hash: hash, sizeBytes: UInt64(content.count), content: content, isComplete: true)
  }
  return reading
}
