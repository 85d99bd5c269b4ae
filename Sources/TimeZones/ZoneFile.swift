/// A time zone as a file of the system has it: TZif (RFC 9636). Pure: bytes in, offsets out.
///
/// The file may be damaged or made to do harm: whatever is in it, reading it ends with a value or a flaw, and never
/// with a trap.
public struct ZoneFile: Sendable, Equatable {
  // Limit: the longest real file has 3.5 KiB; what is longer is not read.

  /// The largest file that is read, in bytes.
  public static let bytesMax = 65_536
  // Limit: no place was ever 26 hours from UTC (RFC 9636 §3.2), so sums of instants and offsets stay in range.
  static let offsetMax = 26 * 3_600

  /// When the offset changes, seconds since 1970, ascending.
  private let instants: [Int64]
  /// The offset from each of these instants on, seconds east of UTC.
  private let offsets: [Int]
  /// The offset before the first of them.
  private let firstOffset: Int
  /// What holds behind the last of them.
  private let pattern: ZonePattern?

  /// Reads a file's bytes.
  ///
  /// - Throws: when they are no TZif, are cut off, contradict themselves or count leap seconds, as Unix time does not.
  public init(_ bytes: [UInt8]) throws(ZoneFileFlaw) {
    guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    var reader = ZoneFileReader(bytes: bytes)
    let first = try reader.header()
    guard first.version >= 2 else {
      // Of version 1 there are times of 32 bits and no pattern for later.
      (instants, offsets, firstOffset) = try reader.block(first, timeBytes: 4)
      pattern = nil
      return
    }
    try reader.skip(first, timeBytes: 4)
    let second = try reader.header()
    guard second.version >= 2 else { throw .contradiction }
    (instants, offsets, firstOffset) = try reader.block(second, timeBytes: 8)
    let footer = try reader.footer()
    pattern = footer.isEmpty ? nil : ZonePattern(footer)
    guard footer.isEmpty || pattern != nil else { throw .footerMalformed }
  }

  /// The offset at an instant, seconds east of UTC.
  ///
  /// - Parameter instant: seconds since 1970; any number will do.
  public func offset(at instant: Int64) -> Int {
    guard let last = instants.last, let lastOffset = offsets.last else { return pattern?.offset(at: instant) ?? firstOffset }
    // RFC 9636 §3.3: the footer is for what lies behind the last change.
    if instant >= last { return pattern?.offset(at: instant) ?? lastOffset }
    // The first change that comes later.
    var (low, high) = (0, instants.count)
    while low < high {
      let middle = (low + high) / 2
      if instants[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : offsets[low - 1]
  }
}

/// Why a file is no time zone.
public enum ZoneFileFlaw: Error, Equatable, Sendable {
  /// More than 64 KiB.
  case tooLarge
  /// It does not begin like TZif.
  case notTZif
  /// It ends before what it promises.
  case truncated
  /// Its numbers contradict one another: a type that is not there, times out of order, an offset of more than 26 hours.
  case contradiction
  /// The pattern at its end is none of POSIX, as RFC 9636 extends it.
  case footerMalformed
  /// Its times count leap seconds.
  case countsLeapSeconds
}

/// Takes a file apart.
struct ZoneFileReader {
  /// RFC 9636 §3.1.
  struct Header {
    /// 1 for the byte 0, otherwise the digit.
    var version: Int
    var isUTCount: Int
    var isStandardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var nameBytes: Int
  }

  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ count: Int) throws(ZoneFileFlaw) -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw .truncated }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// A number in network order, signed when it has eight bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }

  private static func signed(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: number(bytes))) : number(bytes)
  }

  mutating func header() throws(ZoneFileFlaw) -> Header {
    guard try take(4).elementsEqual("TZif".utf8) else { throw .notTZif }
    let mark = try take(16).first ?? 0
    guard mark == 0 || (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(mark) else { throw .notTZif }
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(Int(Self.number(try take(4)))) }
    return Header(
      version: mark == 0 ? 1 : Int(mark - UInt8(ascii: "0")), isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], nameBytes: counts[5])
  }

  /// Passes over a block of data.
  mutating func skip(_ header: Header, timeBytes: Int) throws(ZoneFileFlaw) {
    // Six counts of 32 bits: their sum is far from 64.
    _ = try take(
      header.timeCount * (timeBytes + 1) + header.typeCount * 6 + header.nameBytes + header.leapCount * (timeBytes + 4)
        + header.isStandardCount + header.isUTCount)
  }

  /// RFC 9636 §3.2.
  mutating func block(_ header: Header, timeBytes: Int) throws(ZoneFileFlaw) -> (instants: [Int64], offsets: [Int], firstOffset: Int) {
    guard header.typeCount > 0, header.nameBytes > 0 else { throw .contradiction }
    guard header.leapCount == 0 else { throw .countsLeapSeconds }
    guard [0, header.typeCount].contains(header.isUTCount), [0, header.typeCount].contains(header.isStandardCount) else {
      throw .contradiction
    }
    let times = try take(header.timeCount * timeBytes)
    let indexes = try take(header.timeCount)
    let types = try take(header.typeCount * 6)
    _ = try take(header.nameBytes + header.isStandardCount + header.isUTCount)
    var offsetOfType: [Int] = []
    for start in stride(from: types.startIndex, to: types.endIndex, by: 6) {
      let offset = Int(Self.signed(types[start..<(start + 4)]))
      guard (-ZoneFile.offsetMax...ZoneFile.offsetMax).contains(offset), types[start + 4] <= 1, Int(types[start + 5]) < header.nameBytes
      else { throw .contradiction }
      offsetOfType.append(offset)
    }
    var instants: [Int64] = []
    for start in stride(from: times.startIndex, to: times.endIndex, by: timeBytes) {
      let instant = Self.signed(times[start..<(start + timeBytes)])
      guard instants.last.map({ $0 < instant }) ?? true else { throw .contradiction }
      instants.append(instant)
    }
    var offsets: [Int] = []
    for index in indexes {
      guard index < offsetOfType.count else { throw .contradiction }
      offsets.append(offsetOfType[Int(index)])
    }
    // Before the first change the first type holds.
    return (instants, offsets, offsetOfType[0])
  }

  /// RFC 9636 §3.3: what stands between two line feeds.
  mutating func footer() throws(ZoneFileFlaw) -> ArraySlice<UInt8> {
    guard try take(1).first == UInt8(ascii: "\n") else { throw .footerMalformed }
    guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else { throw .truncated }
    return try take(end - place)
  }
}
