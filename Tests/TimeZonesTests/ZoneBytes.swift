import Foundation

/// Writes TZif (RFC 9636) by its own reading of the page, so that tests need no file of the system.
struct ZoneBytes {
  /// A kind of local time.
  struct Kind {
    var offset: Int32
    var isSummer = false
  }

  var version = UInt8(ascii: "2")
  var kinds = [Kind(offset: 0)]
  /// When the offset changes, and the place of the kind from then on.
  var changes: [(instant: Int64, kind: UInt8)] = []
  var footer = ""
  var leapSeconds = 0
  /// Whether the block of version 1 has the changes too, as files of older compilers do.
  var isFat = false

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

  private func block(version: UInt8, timeBytes: Int, isEmpty: Bool) -> [UInt8] {
    let changes = isEmpty ? [] : changes
    let kinds = isEmpty ? [Kind(offset: 0)] : kinds
    let leaps = isEmpty ? 0 : leapSeconds
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leaps, changes.count, kinds.count, 4] { bytes += Self.big(UInt32(count)) }
    for change in changes { bytes += timeBytes == 4 ? Self.big(Int32(truncatingIfNeeded: change.instant)) : Self.big(change.instant) }
    bytes += changes.map(\.kind)
    for kind in kinds { bytes += Self.big(kind.offset) + [kind.isSummer ? 1 : 0, 0] }
    bytes += Array("ABC\0".utf8)
    for _ in 0..<leaps { bytes += [UInt8](repeating: 0, count: timeBytes + 4) }
    return bytes
  }

  var bytes: [UInt8] {
    guard version != 0 else { return block(version: 0, timeBytes: 4, isEmpty: false) }
    return block(version: version, timeBytes: 4, isEmpty: !isFat) + block(version: version, timeBytes: 8, isEmpty: false)
      + Array("\n\(footer)\n".utf8)
  }
}

/// Zones whose rules changed in 2026, as tzdata 2026f has them, from their last changes on.
enum ChangedZones {
  /// British Columbia stays on the time of its summer.
  static let vancouver = ZoneBytes(
    kinds: [.init(offset: -28_800), .init(offset: -25_200, isSummer: true), .init(offset: -25_200)],
    changes: [(1_762_074_000, 0), (1_772_964_000, 1), (1_793_523_600, 2)], footer: "MST7")
  static let edmonton = ZoneBytes(
    kinds: [.init(offset: -25_200), .init(offset: -21_600, isSummer: true), .init(offset: -21_600)],
    changes: [(1_762_070_400, 0), (1_772_960_400, 1), (1_793_520_000, 2)], footer: "CST6")
  static let winnipeg = ZoneBytes(
    kinds: [.init(offset: -21_600), .init(offset: -18_000, isSummer: true), .init(offset: -18_000)],
    changes: [(1_762_066_800, 0), (1_772_956_800, 1), (1_793_516_400, 2)], footer: "EST5")
  /// Cuba sets its clocks at midnight.
  static let havana = ZoneBytes(kinds: [.init(offset: -18_000)], footer: "CST5CDT,M3.2.0/0,M11.1.0/1")
  /// Morocco goes back to UTC for good.
  static let casablanca = ZoneBytes(
    kinds: [.init(offset: 3_600), .init(offset: 0)], changes: [(1_774_144_800, 0), (1_789_866_000, 1)], footer: "<+00>0")
}

/// A folder that is removed with the last reference to it.
final class ZoneFolder {
  let path: String

  init(_ zones: [String: ZoneBytes] = [:], version: String? = nil) throws {
    path = NSTemporaryDirectory() + "zones-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, zone) in zones { try write(name, zone.bytes) }
    if let version { try write("tzdata.zi", Array("# version \(version)\n# ddeps backzone\n".utf8)) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
