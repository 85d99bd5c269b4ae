import Foundation
import Glibc
import Locking
import Synchronization

/// The time zones of this machine: the files of its tzdata, and for what they do not have, the table that is built into
/// the program.
///
/// The built-in table is as old as the toolchain, while governments change their clocks every year; so the files come
/// first. A program that runs for long reads all of them at its start (`readAll`) and again when it is told to, and
/// asks the disk nothing in between; one that runs for a moment reads those that it is asked for.
public final class TimeZones: Sendable {
  /// What a reading of all files found.
  public struct Reading: Sendable, Equatable {
    /// Zones with a file that can be read.
    public var zones: Int
    /// Names of files that are no time zones, though they look like ones.
    public var damaged: [String]
    /// Which tzdata it is, like 2026f; nil when the folder does not say.
    public var version: String?
  }

  private struct State: Sendable {
    var files: [String: ZoneFile] = [:]
    /// Whether `files` has all that there are.
    var isWhole = false
  }

  /// The folder of the files.
  public let folder: String
  private let state = Locked(State())
  private let readings = Atomic(0)

  /// Those of the system: in the folder that TZDIR names, if there is one, otherwise in /usr/share/zoneinfo.
  public static let system = TimeZones(folder: folder(of: ProcessInfo.processInfo.environment))

  // Limit: the longest name has 32 characters; what is longer is not looked for.
  private static let nameBytesMax = 64
  // Limit: there are 600 zones, under all their names.
  private static let zonesMax = 2_000

  /// Makes a table of the files in a folder. Nothing is read yet.
  public init(folder: String) { self.folder = folder }

  /// Where the system keeps its zones.
  ///
  /// - Parameter environment: TZDIR counts when it is the absolute path of a folder.
  public static func folder(of environment: [String: String]) -> String {
    guard let named = environment["TZDIR"], named.hasPrefix("/") else { return "/usr/share/zoneinfo" }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: named, isDirectory: &isFolder) && isFolder.boolValue ? named : "/usr/share/zoneinfo"
  }

  /// How often all files were read; whoever keeps a zone asks for it anew when this has changed.
  public var reading: Int { readings.load(ordering: .acquiring) }

  /// The zone of an IANA name; nil when there is none. An offset such as `GMT+25` is no zone. The empty name stands for
  /// UTC.
  public func zone(_ name: String) -> Zone? {
    if name.isEmpty || name == "UTC" { return .utc }
    if let file = file(name) { return Zone(file) }
    return Self.builtIn(name).map { Zone(builtIn: $0) }
  }

  /// Reads all files of the folder; from then on nothing else is read until this is called again.
  @discardableResult
  public func readAll() -> Reading {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    var next = State(isWhole: true)
    var damaged: [String] = []
    for name in names.filter(Self.isName).sorted().prefix(Self.zonesMax) {
      // Folders, and files of other kinds.
      guard let bytes = Self.bytes(at: "\(folder)/\(name)"), bytes.starts(with: "TZif".utf8) else { continue }
      do {
        next.files[name] = try ZoneFile(bytes)
      } catch {
        damaged.append(name)
      }
    }
    // Without any, the built-in table is all there is, as it was before.
    let found = next
    state.withLock { $0 = found }
    readings.add(1, ordering: .acquiringAndReleasing)
    return Reading(zones: found.files.count, damaged: damaged, version: version)
  }

  /// Which tzdata the folder has, like 2026f, as its `tzdata.zi` or `+VERSION` says; nil when it does not say.
  public var version: String? {
    // Debian's has the one, others the other.
    let line = Self.start(of: "\(folder)/tzdata.zi").flatMap { $0.hasPrefix("# version ") ? String($0.dropFirst(10)) : nil }
    guard let text = line ?? Self.start(of: "\(folder)/+VERSION"), (1...16).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  private func file(_ name: String) -> ZoneFile? {
    let (known, isWhole) = state.withLock { ($0.files[name], $0.isWhole) }
    if known != nil || isWhole { return known }
    guard Self.isName(name), let bytes = Self.bytes(at: "\(folder)/\(name)"), let file = try? ZoneFile(bytes) else { return nil }
    state.withLock { $0.files[name] = file }
    return file
  }

  /// Whether it may be the name of a zone: parts of letters, digits, `_`, `+` and `-`. Debian's folders `posix` and
  /// `right` have the same zones again, the second with leap seconds; `localtime` and `posixrules` are what this
  /// machine happens to be set to.
  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= nameBytesMax, !["localtime", "posixrules", "Factory"].contains(name) else { return false }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= 3, let first = parts.first, !first.elementsEqual("posix".utf8), !first.elementsEqual("right".utf8) else {
      return false
    }
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    return parts.allSatisfy { part in
      part.first.map(isLetter) == true
        && part.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "_+-".utf8.contains($0) }
    }
  }

  /// A zone of the built-in table. It takes offsets for zones too, which are none.
  private static func builtIn(_ name: String) -> TimeZone? {
    guard name.utf8.count <= nameBytesMax, let zone = TimeZone(identifier: name) else { return nil }
    let isPlain = !name.utf8.contains { "+-".utf8.contains($0) } || name.hasPrefix("Etc/")
    return isPlain || TimeZone.knownTimeZoneIdentifiers.contains(name) ? zone : nil
  }

  /// The first line of a small text; nil when it cannot be read.
  private static func start(of path: String) -> String? {
    guard let bytes = bytes(at: path, prefix: 64) else { return nil }
    return String(validating: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  /// The bytes of a regular file; nil when there is none or it cannot be read.
  ///
  /// - Parameter prefix: how much of it is wanted; nil: all of it, and nil if that is more than a zone has.
  private static func bytes(at path: String, prefix: Int? = nil) -> [UInt8]? {
    // Without O_NONBLOCK a pipe of that name would hold the program up.
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let wanted = prefix ?? ZoneFile.bytesMax + 1
    var bytes = [UInt8](repeating: 0, count: min(wanted, max(0, Int(status.st_size)) + 1))
    var count = 0
    while count < bytes.count {
      let (space, start) = (bytes.count - count, count)
      let got = bytes.withUnsafeMutableBytes { read(fd, $0.baseAddress.map { $0 + start }, space) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    guard prefix != nil || count <= ZoneFile.bytesMax else { return nil }
    return Array(bytes.prefix(count))
  }
}
