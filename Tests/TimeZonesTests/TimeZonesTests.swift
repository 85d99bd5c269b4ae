import Foundation
import Ledger
import Testing

@testable import TimeZones

/// The files of a system, and what stands in for them.
@Suite struct TimeZonesTests {
  @Test("TM-02: a zone's file comes before the table that is built in; what no file has, the table answers")
  func order() throws {
    // A world in which Berlin's clocks are an hour and a half ahead for good.
    let folder = try ZoneFolder(["Europe/Berlin": ZoneBytes(kinds: [.init(offset: 5_400)], footer: "ABC-1:30")], version: "2099z")
    let zones = TimeZones(folder: folder.path)
    #expect(zones.version == "2099z")
    for _ in 0..<2 {
      let berlin = try #require(zones.zone("Europe/Berlin"))
      #expect(berlin.isOfFile && berlin.offset(at: 1_800_000_000) == 5_400)
      let kolkata = try #require(zones.zone("Asia/Kolkata"))
      #expect(!kolkata.isOfFile && kolkata.offset(at: 1_800_000_000) == 19_800)
      // Once one by one, once with all of them read.
      #expect(zones.readAll() == .init(zones: 1, damaged: [], version: "2099z"))
    }
    #expect(zones.zone("")?.offset(at: 0) == 0 && zones.zone("UTC")?.offset(at: 0) == 0)
  }

  @Test("TM-02: files that change count from the next reading on, and not before")
  func rereading() throws {
    let folder = try ZoneFolder(["America/Vancouver": ZoneBytes(kinds: [.init(offset: -28_800)], footer: "PST8")], version: "2025b")
    let zones = TimeZones(folder: folder.path)
    #expect(zones.readAll().version == "2025b" && zones.reading == 1)
    try folder.write("America/Vancouver", ChangedZones.vancouver.bytes)
    try folder.write("tzdata.zi", Array("# version 2026f\n".utf8))
    try folder.write("Asia/Kolkata", Array("TZif2 and then nothing".utf8))
    #expect(zones.zone("America/Vancouver")?.offset(at: 1_800_000_000) == -28_800)
    #expect(zones.readAll() == .init(zones: 1, damaged: ["Asia/Kolkata"], version: "2026f") && zones.reading == 2)
    #expect(zones.zone("America/Vancouver")?.offset(at: 1_800_000_000) == -25_200)
    // The damaged one is as good as missing.
    #expect(zones.zone("Asia/Kolkata")?.offset(at: 0) == 19_800)
  }

  @Test("TM-02: names that are none lead nowhere, and to no other file")
  func names() throws {
    let folder = try ZoneFolder([
      "posix/Asia/Kolkata": ChangedZones.havana, "localtime": ChangedZones.havana, "Un/Known": ChangedZones.havana,
    ])
    try folder.write("secret", Array("no zone".utf8))
    let zones = TimeZones(folder: folder.path + "/Un")
    #expect(zones.zone("Known") != nil)
    for name in [
      "../secret", "../Un/Known", "/etc/localtime", "Known/", "/Known", "./Known", "Kn\0own", "GMT+25", "UTC+3", "+05:30", "No/Where",
      "Known/a/b/c", String(repeating: "a", count: 65), "\u{661}",
    ] { #expect(zones.zone(name) == nil, "\(name)") }
    let all = TimeZones(folder: folder.path)
    #expect(all.zone("localtime") == nil && all.zone("posix/Asia/Kolkata") == nil)
    #expect(all.readAll().zones == 1)
    // A dash may belong to a name.
    #expect(all.zone("America/Port-au-Prince") != nil && all.zone("Etc/GMT+5") != nil)
  }

  @Test("TM-02: without a folder, or with one that is a file or full of pipes, the built-in table is there")
  func nothing() throws {
    let folder = try ZoneFolder()
    try folder.write("file", [1])
    #expect(mkfifo(folder.path + "/Berlin", 0o600) == 0)
    for path in [folder.path + "/none", folder.path + "/file", folder.path] {
      let zones = TimeZones(folder: path)
      #expect(zones.zone("Asia/Kolkata")?.offset(at: 0) == 19_800 && zones.zone("Berlin") == nil)
      #expect(zones.readAll() == .init(zones: 0, damaged: [], version: nil))
      #expect(zones.zone("Asia/Kolkata")?.offset(at: 0) == 19_800)
    }
  }

  @Test("TM-02: TZDIR counts when it is the absolute path of a folder; versions are read where either distribution has them")
  func places() throws {
    let folder = try ZoneFolder()
    #expect(TimeZones.folder(of: [:]) == "/usr/share/zoneinfo")
    #expect(TimeZones.folder(of: ["TZDIR": folder.path]) == folder.path)
    for path in ["", "zones", "../zones", folder.path + "/none"] {
      #expect(TimeZones.folder(of: ["TZDIR": path]) == "/usr/share/zoneinfo")
    }
    try folder.write("+VERSION", Array("2026f\n".utf8))
    #expect(TimeZones(folder: folder.path).version == "2026f")
    for text in ["# version \n", "# version \u{1B}[31m\n", "2026f\n", "# version " + String(repeating: "2", count: 17)] {
      try folder.write("tzdata.zi", Array(text.utf8))
      try folder.write("+VERSION", Array(text.utf8))
      #expect(TimeZones(folder: folder.path).version == (text == "2026f\n" ? "2026f" : nil), "\(text.debugDescription)")
    }
  }

  /// What zdump of the C library says of the same files, line by line: the instant, and the offset from UTC.
  private static func judged(_ names: [String]) throws -> [(name: String, instant: Int64, offset: Int)] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/zdump")
    process.arguments = ["-v", "-c", "1960,2045"] + names
    process.environment = ["LC_ALL": "C"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return text.split(separator: "\n").compactMap { line in
      // America/Havana  Sun Mar 11 05:00:00 2029 UT = Sun Mar 11 01:00:00 2029 CDT isdst=1 gmtoff=-14400
      let parts = line.split(separator: " ", omittingEmptySubsequences: true)
      guard parts.count == 16, parts[6] == "UT", let month = months.firstIndex(of: String(parts[2])), let day = Int(parts[3]),
        let year = Int(parts[5]), let date = CivilDate(year: year, month: month + 1, day: day), let offset = Int(parts[15].dropFirst(7))
      else { return nil }
      let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
      return (String(parts[0]), Int64(date.daysSince1970) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2], offset)
    }
  }

  @Test("TM-01: of the system's own files we say what the C library says, at every change from 1960 to 2045")
  func system() throws {
    let names = [
      "America/Vancouver", "America/Edmonton", "America/Winnipeg", "America/Havana", "Africa/Casablanca", "Asia/Kolkata", "Asia/Kathmandu",
      "America/Sao_Paulo", "America/Port-au-Prince", "Australia/Lord_Howe", "Pacific/Apia", "Europe/Dublin", "Asia/Gaza", "Etc/GMT-14",
    ]
    let zones = TimeZones(folder: "/usr/share/zoneinfo")
    let judged = try Self.judged(names)
    #expect(judged.count > 500 && Set(judged.map(\.name)).count >= 12)
    for (name, instant, offset) in judged {
      let zone = try #require(zones.zone(name))
      #expect(zone.isOfFile)
      #expect(zone.offset(at: instant) == offset, "\(name) at \(instant)")
    }
    let found = zones.readAll()
    #expect(found.zones > 300 && found.damaged.isEmpty && found.version?.hasPrefix("20") == true)
  }
}
