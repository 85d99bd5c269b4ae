import ArgumentParser
import HearthServer
import Testing

@testable import hearthd

extension NumberRow: CustomTestStringConvertible {
  /// The option, by which a test names its row.
  public var testDescription: String { option }

  /// The option as it is given.
  var option: String { "--\(name)" }
}

/// The rows of limits of `hearthd serve`: each arrives where it is meant to, at both ends of its range, and one past
/// them is refused.
@Suite struct OptionRangeTests {
  static let rows = LoopLimits.rows + CheckLimits.rows + ServeLimits.rows + ConnectionLimits.rows

  /// What follows from a limit as long as its own option is not given.
  private static let following = [
    "message-rate": ["message-burst", "identity-message-rate", "identity-message-burst"],
    "identity-message-rate": ["identity-message-burst"], "control-frame-rate": ["control-frame-burst"],
  ]

  /// Without options; reading them takes a while.
  private static let usual = Result { try configured([]) }

  private func configuration(_ arguments: [String]) throws -> ServerConfiguration {
    arguments.isEmpty ? try Self.usual.get() : try Self.configured(arguments)
  }

  private static func configured(_ arguments: [String]) throws -> ServerConfiguration {
    let serve = try Serve.parse(arguments)
    return try serve.configuration(nil, [])
  }

  /// What an option is given with, so that both ends of its range can be.
  static func company(_ row: LimitRow) -> [String] {
    row.name == "memory-tight-percent" ? ["--memory-short-percent", "100"] : []
  }

  @Test("Both ends of the range are taken, and change no other limit but those that follow", arguments: rows)
  func within(_ row: LimitRow) throws {
    let usual = try configuration(Self.company(row))
    let ends = row.ends(usual)
    for value in [ends.least, ends.most] {
      let found = try configuration([row.option, value] + Self.company(row))
      #expect(row.value(found) == value)
      let changed = Self.rows.filter { $0.value(found) != $0.value(usual) }.map(\.name)
      #expect(Set(changed).subtracting(Self.following[row.name] ?? []).isSubset(of: [row.name]))
    }
  }

  @Test("One past either end is refused, with the option and its range", arguments: rows)
  func beyond(_ row: LimitRow) throws {
    let ends = row.ends(try configuration([]))
    let (least, most) = (try #require(Double(ends.least)), try #require(Double(ends.most)))
    let past = ends.least.contains(".") ? [String(least / 2), String(most + least / 2)] : [String(Int(least) - 1), String(Int(most) + 1)]
    for value in past {
      let error = #expect(throws: (any Error).self) { try Serve.parse(["\(row.option)=\(value)"]) }
      let message = Serve.message(for: try #require(error))
      // A small type refuses by itself what is below zero or beyond its width, in its own words.
      let complaint = "\(row.option) is a number from \(ends.least) to \(ends.most), not \(value). Give one in that range."
      #expect(message == complaint || message.contains("The value '\(value)' is invalid for '\(row.option) <"), "\(message)")
    }
  }

  @Test("Every option that takes a figure is a row, but for what only a debug build has")
  func complete() {
    let units = ["number", "bytes", "seconds", "ms", "percent", "days", "bits"]
    let options = Serve.helpMessage(columns: 1_000).matches(of: /(?m)^ +--([a-z-]+) <([a-z]+)>/)
      .filter { units.contains(String($0.2)) || $0.1 == "deflate-level" }.map { String($0.1) }
    let rows = Self.rows.map(\.name)
    #expect(options.filter { rows.contains($0) }.sorted() == rows.sorted())
    #expect(Set(options).subtracting(rows) == ["fault-acknowledge-before-commit"])
  }

  @Test("No sentence of a help is parted where its source is")
  func paragraphs() {
    var commands: [any ParsableCommand.Type] = [Hearthd.self]
    var seen = 0
    while let command = commands.popLast() {
      seen += 1
      commands += command.configuration.subcommands
      let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      let isParted = zip(lines, lines.dropFirst()).contains { line, next in
        !line.isEmpty && !next.isEmpty && line.first != " " && next.first != " "
      }
      #expect(!isParted, "\(command)")
    }
    #expect(seen > 15)
  }

  @Test("Nobody new is let in where queues go: --memory-tight-percent is from 1 to --memory-short-percent")
  func memory() throws {
    for (tight, short) in [(1, 1), (95, 95), (100, 100)] {
      let found = try configuration(["--memory-tight-percent", "\(tight)", "--memory-short-percent", "\(short)"])
      #expect(found.memoryTightPercent == tight && found.memoryShortPercent == short)
    }
    func complaint(_ arguments: [String]) throws -> String {
      Serve.message(for: try #require(#expect(throws: (any Error).self) { try Serve.parse(arguments) }))
    }
    let order = "--memory-short-percent is a number from 96 to 100, not 95. Give one in that range."
    #expect(try complaint(["--memory-tight-percent", "96"]) == order)
    for percent in [0, 101] {
      let range = "--memory-tight-percent is a number from 1 to 100, not \(percent). Give one in that range."
      #expect(try complaint(["--memory-tight-percent", "\(percent)"]) == range)
    }
  }

  @Test("No time between two checks of histories means no check")
  func scrubbing() throws {
    #expect(try configuration(["--scrub-seconds", "0"]).scrubMilliseconds == nil)
    #expect(try configuration(["--scrub-seconds", "1"]).scrubMilliseconds == 1_000)
  }

  @Test("A figure out of its range is refused with the option, what was given and what to give instead")
  func sentence() throws {
    let error = #expect(throws: (any Error).self) { try Serve.parse(["--message-burst", "0"]) }
    let message = Serve.message(for: try #require(error))
    #expect(message == "--message-burst is a number from 1 to 3000000, not 0. Give one in that range.")
  }

  @Test("A burst that is not given is three times its rate, and one message at least")
  func derivedBursts() throws {
    func bursts(_ arguments: [String]) throws -> [Double] {
      let configuration = try configuration(arguments)
      return [configuration.messagesBurst, configuration.identityMessagesBurst, Double(configuration.controlFramesBurst)]
    }
    #expect(try bursts(["--message-rate", "5", "--control-frame-rate", "4"]) == [15, 30, 12])
    #expect(try bursts(["--message-rate", "5", "--identity-message-rate", "7"]) == [15, 21, 30])
    #expect(try bursts(["--message-rate", "0.1"]) == [1, 1, 30])
    // Each goes by itself.
    #expect(try bursts(["--message-rate", "5", "--message-burst", "2"]) == [2, 30, 30])
    #expect(try bursts(["--message-rate", "5", "--identity-message-burst", "2"]) == [15, 2, 30])
    #expect(try bursts(["--control-frame-rate", "4", "--control-frame-burst", "2"]) == [60, 120, 2])
  }

  @Test("Codes for members hold for 1 to 90 days, and for 30 when nobody says", arguments: ["codes", "import"])
  func codes(_ command: String) throws {
    let isCodes = command == "codes"
    func days(_ given: [String]) throws -> Int {
      var settings = CodeSettings()
      if isCodes {
        try Codes.parse(["0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"] + given).limits.apply(to: &settings)
      } else {
        try Import.parse(["a.hearth"] + given).limits.apply(to: &settings)
      }
      return settings.days
    }
    let option = isCodes ? "--days" : "--codes-days"
    #expect(try days([]) == 30)
    for number in [1, 90] { #expect(try days([option, "\(number)"]) == number) }
    for number in [0, 91] {
      let error = try #require(#expect(throws: (any Error).self) { try days([option, "\(number)"]) })
      let message = isCodes ? Codes.message(for: error) : Import.message(for: error)
      #expect(message == "\(option) is a number from 1 to 90, not \(number). Give one in that range.")
    }
  }

  @Test("Without options the configuration is the default, and the machine says how many loops there are")
  func defaults() throws {
    let started = try configuration([])
    var usual = ServerConfiguration(listen: [])
    usual.loops = LoopLimits.usual
    for row in Self.rows { #expect(row.value(started) == row.value(usual), "\(row.option)") }
  }
}
