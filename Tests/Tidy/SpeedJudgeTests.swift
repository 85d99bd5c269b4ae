import Foundation
import Testing

/// What `make ledger-speed` and `make ledger-peers` judge, on figures that nobody measured.
struct SpeedJudgeTests {
  /// A figure of a run: where it stands, what the row is called, and its value just within the target and just past it.
  struct Figure {
    let file: String
    let key: String
    let row: String
    let within: Double
    let past: Double
  }

  /// The older build's figures are 1, or 100 bytes; a figure may be 5 % past its target.
  private static let speed: [Figure] = [
    Figure(file: "eight-1-today.json", key: cost, row: "CPU-s per million deliveries, 8", within: 0.41, past: 0.43),
    Figure(file: "one-1-today.json", key: cost, row: "CPU-s per million deliveries, 1", within: 0.52, past: 0.53),
    Figure(file: "eight-1-today.json", key: "commandsPerSecond", row: "commands a second, 8 in flight", within: 2.1, past: 2.08),
    Figure(file: "rate-1-today.json", key: "answer", row: "p99 of an answer", within: 1_040, past: 1_060),
    Figure(file: "secret-1-today.json", key: cost, row: "the same CPU-s without and with encryption", within: 0.45, past: 0.46),
    Figure(file: "bench-1-today.txt", key: "memory-per-entry-bytes", row: "bytes of an entry", within: 78, past: 79),
    Figure(file: "bench-1-today.txt", key: "open-from-snapshot-ms", row: "ms to open 60,000", within: 62, past: 64),
    Figure(file: "bench-1-today.txt", key: "decide-p50-us", row: "µs to decide", within: 104, past: 106),
    Figure(file: "idle-1-today.json", key: "bytesPerSession", row: "bytes of a bare connection", within: 4_300, past: 4_500),
    Figure(file: "rooms-1-today.json", key: "bytesPerRoom", row: "bytes of a live group", within: 17_200, past: 17_300),
    Figure(file: "reconnect-2-today.json", key: "seconds", row: "s until 5,000 clients", within: 0.52, past: 0.53),
    Figure(file: "import-1-today.json", key: "entriesPerSecond", row: "entries a second", within: 951, past: 949),
    Figure(file: "rooms-1-today.json", key: "manyMicroseconds", row: "µs a delivery, 10 and 10,000", within: 1.25, past: 1.27),
    Figure(file: "size-60000-2-today.txt", key: "decide-and-fold-p50-us", row: "µs an add", within: 125, past: 127),
    Figure(file: "lanes-1-today.json", key: "manyMicroseconds", row: "µs a delivery, 3 and 30", within: 1.25, past: 1.27),
  ]
  private static let cost = "serverCPUSecondsPerMillionDeliveries"

  /// What a run left, with each of today's figures just within its target, and one as given.
  private func files(_ figures: [Figure], past: Int?) -> [String: [String: Double]] {
    var files: [String: [String: Double]] = [
      "eight-1-base.json": [Self.cost: 1, "commandsPerSecond": 1], "one-1-base.json": [Self.cost: 1], "rate-1-base.json": ["answer": 1_000],
      "bench-1-base.txt": ["memory-per-entry-bytes": 100, "open-from-snapshot-ms": 100, "decide-p50-us": 100],
      "echo-1-today.json": ["bytesPerSession": 0], "rooms-1-base.json": ["bytesPerRoom": 1], "rooms-1-today.json": ["fewMicroseconds": 1],
      "lanes-1-today.json": ["fewMicroseconds": 1],
    ]
    for turn in 1...3 {
      files["reconnect-\(turn)-base.json"] = ["seconds": 1]
      files["size-10-\(turn)-today.txt"] = ["decide-and-fold-p50-us": 100]
      // The figure judged is the middle of three.
      files["reconnect-\(turn)-today.json"] = ["seconds": turn == 1 ? 0.1 : 9]
      files["size-60000-\(turn)-today.txt"] = ["decide-and-fold-p50-us": turn == 1 ? 1 : 900]
    }
    for (number, figure) in figures.enumerated() {
      files[figure.file, default: [:]][figure.key] = number == past ? figure.past : figure.within
    }
    return files
  }

  private func text(_ values: [String: Double], json: Bool) -> String {
    guard json else { return values.map { "\($0.key) \($0.value)" }.joined(separator: "\n") }
    let fields = values.map { $0.key == "answer" ? "\"answer\":{\"p99\":\($0.value)}" : "\"\($0.key)\":\($0.value)" }
    return "{\(fields.joined(separator: ","))}"
  }

  private func judge(_ script: String, _ files: [String: String], _ arguments: String...) throws -> (status: Int32, lines: [String]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("speed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["python3", SourceTree.root.appendingPathComponent("LoadTests/\(script)").path, folder.path] + arguments
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    return (program.terminationStatus, String(decoding: data, as: UTF8.self).components(separatedBy: "\n"))
  }

  private func judgeSpeed(past: Int?) throws -> (status: Int32, lines: [String]) {
    let files = files(Self.speed, past: past).map { ($0.key, text($0.value, json: $0.key.hasSuffix(".json"))) }
    return try judge("ledger-speed.py", Dictionary(uniqueKeysWithValues: files), "1")
  }

  /// What a run beside the peers left: `hearthd` costs 1.04 of each of them and does 0.96 of their commands, but for
  /// one.
  private func peers(dear: (peer: String, load: String)?, slow: (peer: String, load: String)?, early: String?) -> [String: String] {
    var files: [String: String] = [:]
    for peer in ["hearthd", "nats", "nats-shared", "postgres"] {
      for load in ["one", "eight", "rate"] {
        let isOurs = peer == "hearthd"
        let cost = isOurs ? 104 : dear.map { $0 == (peer, load) } == true ? 98 : 100
        let commands = isOurs ? 96 : slow.map { $0 == (peer, load) } == true ? 102 : 100
        files["\(peer)-\(load)-1.json"] = """
          {"\(Self.cost)":\(cost),"commandsPerSecond":\(commands),"generatorCPUShare":0.5,"delivery":{"p50":1,"p99":2}}
          """
      }
      for name in ["alone", "together"] {
        files["\(peer)-\(name).json"] = #"{"accepted":100}"#
        files["\(peer)-\(name).syncs"] = name == "together" ? "1" : peer == early ? "99" : "100"
      }
    }
    return files
  }

  @Test("make ledger-speed says yes where every figure is just within its target, and names the only one that is past it")
  func speed() throws {
    let good = try judgeSpeed(past: nil)
    #expect(good.status == 0 && good.lines.contains("verdict: 15 of 15 targets hold"))
    for (number, figure) in Self.speed.enumerated() {
      let bad = try judgeSpeed(past: number)
      let missed = bad.lines.filter { $0.has("MISSED") }
      #expect(bad.status == 1 && missed.count == 1 && missed[0].hasPrefix(figure.row), "\(figure.row): \(missed)")
    }
  }

  @Test("make ledger-peers says yes where every figure is just within its target, and names the only one that is past it")
  func besidePeers() throws {
    let good = try judge("ledger-peers.py", peers(dear: nil, slow: nil, early: nil), "1", "500")
    #expect(good.status == 0 && good.lines.contains("verdict: 15 of 15 targets hold"))
    for (peer, name) in [("nats", "JetStream "), ("nats-shared", "JetStream, shared consumers"), ("postgres", "PostgreSQL")] {
      for load in ["one", "eight"] {
        for isDear in [true, false] {
          let files = peers(dear: isDear ? (peer, load) : nil, slow: isDear ? nil : (peer, load), early: nil)
          let bad = try judge("ledger-peers.py", files, "1", "500")
          let missed = bad.lines.filter { $0.has("MISSED") }
          #expect(bad.status == 1 && missed.count == 1 && missed[0].hasPrefix(name), "\(peer), \(load): \(missed)")
          #expect(missed.allSatisfy { $0.has(isDear ? "CPU-s" : "commands a second") && $0.has(load == "one" ? "1 of each" : "8 of each") })
        }
      }
    }
    for peer in ["hearthd", "nats", "postgres"] {
      let bad = try judge("ledger-peers.py", peers(dear: nil, slow: nil, early: peer), "1", "500")
      #expect(bad.status == 1 && bad.lines.count { $0.has("MISSED: it answers before it syncs") } == 1)
    }
  }
}
