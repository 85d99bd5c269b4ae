import ArgumentParser
import HearthServer
import Testing

@testable import hearthd

/// The figures that `hearthd serve` takes: each arrives where it is meant to, at both ends of its range, and one past
/// them is refused.
@Suite struct OptionRangeTests {
  /// An option with its range, the smallest step beyond it, and what the configuration holds then.
  struct Figure: Sendable, CustomTestStringConvertible {
    let option: String
    let range: ClosedRange<Double>
    let step: Double
    let isText: Bool
    let held: @Sendable (ServerConfiguration) -> Double

    var testDescription: String { option }

    func text(_ value: Double) -> String { isText ? String(Int(value)) : String(value) }
  }

  private static func number<Number: BinaryInteger & SendableMetatype>(
    _ option: String, _ range: ClosedRange<Double>, _ held: @escaping @Sendable (ServerConfiguration) -> Number
  ) -> Figure {
    Figure(option: option, range: range, step: 1, isText: true) { Double(held($0)) }
  }

  private static func seconds<Number: BinaryInteger & SendableMetatype>(
    _ option: String, _ held: @escaping @Sendable (ServerConfiguration) -> Number
  ) -> Figure {
    Figure(option: option, range: 0.1...3_600, step: 0.05, isText: false) { Double(held($0)) / 1_000 }
  }

  private static func rate(_ option: String, _ held: @escaping @Sendable (ServerConfiguration) -> Double) -> Figure {
    Figure(option: option, range: 0.01...1_000_000, step: 0.005, isText: false, held: held)
  }

  static let figures = [
    number("--scrub-seconds", 0...86_400) { ($0.scrubMilliseconds ?? 0) / 1_000 },
    number("--connections-max", 1...100_000) { $0.connectionsMax },
    number("--connections-per-address", 1...100_000) { $0.connectionsPerAddressMax },
    number("--connections-per-identity", 1...100_000) { $0.connectionsPerIdentityMax },
    rate("--message-rate") { $0.messagesPerSecond },
    number("--message-burst", 1...3_000_000) { Int($0.messagesBurst) },
    rate("--identity-message-rate") { $0.identityMessagesPerSecond },
    number("--identity-message-burst", 1...3_000_000) { Int($0.identityMessagesBurst) },
    number("--control-frame-rate", 1...10_000) { $0.controlFramesPerSecond },
    number("--control-frame-burst", 1...30_000) { $0.controlFramesBurst },
    number("--message-bytes", 1_024...16_777_216) { $0.messageBytesMax },
    number("--frame-bytes", 1_024...16_777_216) { $0.frameBytesMax },
    number("--fragments", 1...1_000_000) { $0.fragmentsMax },
    number("--json-depth", 8...16) { $0.json.depthMax },
    number("--json-members", 64...10_000) { $0.json.membersMax },
    number("--json-elements", 100...100_000) { $0.json.elementsMax },
    number("--json-characters", 1_000...1_000_000) { $0.json.charactersMax },
    seconds("--message-seconds") { $0.messageMilliseconds },
    number("--held-bytes", 0...65_536) { $0.heldBytesMax },
    number("--wrong-codes-per-minute", 1...1_000) { $0.wrongCodesPerMinute },
    number("--wrong-codes-per-hour", 1...1_000) { $0.wrongCodesPerHour },
    number("--identity-wrong-codes-per-hour", 1...1_000) { $0.identityWrongCodesPerHour },
    number("--server-wrong-codes-per-minute", 1...1_000_000) { $0.serverWrongCodesPerMinute },
    number("--registrations-per-hour", 1...1_000_000) { $0.registrationsPerHour },
    number("--device-acts-per-hour", 1...1_000_000) { $0.deviceActsPerHour },
    number("--groups-per-hour", 1...1_000_000) { $0.groupsPerHour },
    number("--identity-read-ms-per-minute", 100...1_000_000) { $0.identityReadMillisecondsPerMinute },
    number("--address-read-ms-per-minute", 100...1_000_000) { $0.addressReadMillisecondsPerMinute },
    number("--identity-history-bytes-per-hour", 65_536...1_099_511_627_776) { $0.identityHistoryBytesPerHour },
    number("--address-history-bytes-per-hour", 65_536...1_099_511_627_776) { $0.addressHistoryBytesPerHour },
    number("--token-days", 1...36_500) { $0.tokenDays ?? 0 },
    number("--token-idle-days", 1...36_500) { $0.tokenIdleDays ?? 0 },
    number("--messages-per-turn", 1...10_000) { $0.messagesPerTurnMax },
    number("--memory-bytes", 16_777_216...1_099_511_627_776) { $0.memoryBytesMax },
    number("--memory-short-percent", 80...100) { $0.memoryShortPercent },
    number("--attachment-bytes-max", 1...10_485_760) { $0.attachmentBytesMax },
    number("--group-attachment-bytes-max", 1...1_099_511_627_776) { $0.attachmentQuota.bytesMax },
    number("--server-attachment-bytes-max", 1...1_125_899_906_842_624) { $0.attachmentQuota.serverBytesMax },
    number("--identity-attachment-bytes-per-hour", 10_485_760...1_099_511_627_776) { $0.identityAttachmentBytesPerHour },
    number("--free-bytes-min", 0...1_099_511_627_776) { $0.freeBytesMin },
    number("--group-events-max", 1_000...1_000_000_000) { $0.groupEventsMax },
    seconds("--attachment-seconds") { $0.attachmentMilliseconds },
    number("--request-line-bytes", 256...65_536) { $0.head.startLineBytesMax },
    number("--header-line-bytes", 256...65_536) { $0.head.fieldLineBytesMax },
    number("--headers-bytes", 256...1_048_576) { $0.head.fieldsBytesMax },
    number("--headers-count", 8...10_000) { $0.head.fieldsCountMax },
    seconds("--request-seconds") { $0.requestMilliseconds },
    seconds("--login-seconds") { $0.loginMilliseconds },
    seconds("--ping-seconds") { $0.pingMilliseconds },
    seconds("--pong-seconds") { $0.pongMilliseconds },
    number("--queue-bytes", 65_536...1_073_741_824) { $0.transport.queueBytesMax },
    number("--queue-messages", 10...1_000_000) { $0.transport.queueMessagesMax },
    seconds("--unsent-seconds") { $0.transport.stallMilliseconds },
    number("--send-buffer-bytes", 4_096...16_777_216) { $0.transport.socket.sendBufferBytes },
    number("--unsent-low-water-bytes", 1_024...16_777_216) { $0.transport.socket.unsentLowWaterBytes },
    seconds("--unacknowledged-seconds") { $0.transport.socket.userTimeoutMilliseconds },
    seconds("--handshake-seconds") { $0.transport.handshakeMilliseconds },
    number("--handshakes-max", 1...65_536) { $0.transport.handshakesMax },
    number("--refused-handshakes-max", 0...65_536) { $0.transport.refusedMax },
    number("--pongs-max", 1...255) { $0.pongsPendingMax },
    number("--subscriptions-max", 1...10_000) { $0.subscriptionsMax },
    seconds("--close-seconds") { $0.closeMilliseconds },
    seconds("--linger-seconds") { $0.transport.lingerMilliseconds },
    seconds("--drain-seconds") { $0.drainMilliseconds },
    number("--deflate-window-bits", 9...15) { $0.compressionWindowBits },
    number("--deflate-level", 1...3) { $0.compressionLevel },
  ]

  private func configuration(_ arguments: [String]) throws -> ServerConfiguration {
    let serve = try Serve.parse(arguments)
    return try serve.configuration(nil, [])
  }

  @Test("Both ends of the range are taken", arguments: figures)
  func within(_ figure: Figure) throws {
    for value in [figure.range.lowerBound, figure.range.upperBound] {
      #expect(figure.held(try configuration([figure.option, figure.text(value)])) == value)
    }
  }

  @Test("One past either end is refused, with the option and its range", arguments: figures)
  func beyond(_ figure: Figure) throws {
    for value in [figure.range.lowerBound - figure.step, figure.range.upperBound + figure.step] {
      let error = #expect(throws: (any Error).self) { try Serve.parse(["\(figure.option)=\(figure.text(value))"]) }
      let message = Serve.message(for: try #require(error))
      // A small type refuses by itself what is below zero or beyond its width, in its own words.
      #expect(message.contains(figure.option), "\(message)")
      #expect(message.contains("is a number from") || message.contains("is invalid"), "\(message)")
    }
  }

  @Test("Nobody new is let in where queues go: --memory-tight-percent is from 1 to --memory-short-percent")
  func memory() throws {
    for (tight, short) in [(1, 1), (95, 95), (100, 100)] {
      let held = try configuration(["--memory-tight-percent", "\(tight)", "--memory-short-percent", "\(short)"])
      #expect(held.memoryTightPercent == tight && held.memoryShortPercent == short)
    }
    func refusal(_ arguments: [String]) throws -> String {
      Serve.message(for: try #require(#expect(throws: (any Error).self) { try Serve.parse(arguments) }))
    }
    let order = "--memory-short-percent is a number from 96 to 100, not 95. Give one in that range."
    #expect(try refusal(["--memory-tight-percent", "96"]) == order)
    for percent in [0, 101] {
      let range = "--memory-tight-percent is a number from 1 to 100, not \(percent). Give one in that range."
      #expect(try refusal(["--memory-tight-percent", "\(percent)"]) == range)
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

  @Test("Without options the configuration is the default")
  func defaults() throws {
    let usual = ServerConfiguration(listen: [])
    let started = try configuration([])
    for figure in Self.figures { #expect(figure.held(started) == figure.held(usual), "\(figure.option)") }
  }
}
