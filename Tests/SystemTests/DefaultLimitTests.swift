import HearthServer
import Testing

@testable import hearthd

/// The figures that a server has without options: those of the table of limits for bad input, in the configuration and
/// in what `--help` says.
@Suite struct DefaultLimitTests {
  /// A row of the table, or a part of one.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let option: String
    /// The default as `--help` writes it.
    let shown: String
    let value: Double
    let read: @Sendable (ServerConfiguration) -> Double

    init(_ name: String, _ option: String, _ shown: String, _ value: Double, _ read: @escaping @Sendable (ServerConfiguration) -> Double) {
      (testDescription, self.option, self.shown, self.value, self.read) = (name, option, shown, value, read)
    }
  }

  static let rows = [
    Row("request line: 2 KiB", "--request-line-bytes", "2048", 2_048) { Double($0.head.startLineBytesMax) },
    Row("one header line: 4 KiB", "--header-line-bytes", "4096", 4_096) { Double($0.head.fieldLineBytesMax) },
    Row("all headers: 8 KiB", "--headers-bytes", "8192", 8_192) { Double($0.head.fieldsBytesMax) },
    Row("headers: 64", "--headers-count", "64", 64) { Double($0.head.fieldsCountMax) },
    Row("TLS handshake: 5 s", "--handshake-seconds", "5.0", 5_000) { Double($0.transport.handshakeMilliseconds) },
    Row("HTTP handshake: 5 s", "--request-seconds", "5.0", 5_000) { Double($0.requestMilliseconds) },
    Row("between two requests: 15 s", "--idle-seconds", "15.0", 15_000) { Double($0.idleMilliseconds) },
    Row("first login: 5 s", "--login-seconds", "5.0", 5_000) { Double($0.loginMilliseconds) },
    Row("message: 64 KiB", "--message-bytes", "65536", 65_536) { Double($0.messageBytesMax) },
    Row("frame: 64 KiB", "--frame-bytes", "65536", 65_536) { Double($0.frameBytesMax) },
    Row("fragments of a message: 128", "--fragments", "128", 128) { Double($0.fragmentsMax) },
    Row("to complete a message: 10 s", "--message-seconds", "10.0", 10_000) { Double($0.messageMilliseconds) },
    Row("commands of a connection: 20 a second", "--message-rate", "20.0", 20) { $0.messagesPerSecond },
    Row("at once: 60", "--message-burst", "three times --message-rate", 60) { $0.messagesBurst },
    Row("commands of an identity: 40 a second", "--identity-message-rate", "twice --message-rate", 40) { $0.identityMessagesPerSecond },
    Row("at once of an identity: 120", "--identity-message-burst", "three times --identity-message-rate", 120) { $0.identityMessagesBurst },
    Row("control frames: 10 a second", "--control-frame-rate", "10", 10) { Double($0.controlFramesPerSecond) },
    Row("control frames at once: 30", "--control-frame-burst", "three times --control-frame-rate", 30) { Double($0.controlFramesBurst) },
    Row("pongs that wait: 16", "--pongs-max", "16", 16) { Double($0.pongsPendingMax) },
    Row("send queue: 1 MiB", "--queue-bytes", "1048576", 1_048_576) { Double($0.transport.queueBytesMax) },
    Row("send queue: 1,000 messages", "--queue-messages", "1000", 1_000) { Double($0.transport.queueMessagesMax) },
    Row("unsent: 10 s", "--unsent-seconds", "10.0", 10_000) { Double($0.transport.stallMilliseconds) },
    Row("SO_SNDBUF: 64 KiB", "--send-buffer-bytes", "65536", 65_536) { Double($0.transport.socket.sendBufferBytes) },
    Row("TCP_NOTSENT_LOWAT: 16 KiB", "--unsent-low-water-bytes", "16384", 16_384) { Double($0.transport.socket.unsentLowWaterBytes) },
    Row("TCP_USER_TIMEOUT: 20 s", "--unacknowledged-seconds", "20.0", 20_000) { Double($0.transport.socket.userTimeoutMilliseconds) },
    Row("ping: 25 s", "--ping-seconds", "25.0", 25_000) { Double($0.pingMilliseconds) },
    Row("pong: 10 s", "--pong-seconds", "10.0", 10_000) { Double($0.pongMilliseconds) },
    Row("connections of an address: 50", "--connections-per-address", "50", 50) { Double($0.connectionsPerAddressMax) },
    Row("connections of an identity: 8", "--connections-per-identity", "8", 8) { Double($0.connectionsPerIdentityMax) },
    Row("connections: 10,000", "--connections-max", "10000", 10_000) { Double($0.connectionsMax) },
    Row("memory: 256 MiB", "--memory-bytes", "268435456", 268_435_456) { Double($0.memoryBytesMax) },
    Row("memory: nobody new above 80 %", "--memory-tight-percent", "80", 80) { Double($0.memoryTightPercent) },
    Row("memory: the largest queues go above 95 %", "--memory-short-percent", "95", 95) { Double($0.memoryShortPercent) },
    Row("groups in memory: 10,000", "--live-groups-max", "10000", 10_000) { Double($0.roomsMax) },
    Row("deflate: a window of 12 bits", "--deflate-window-bits", "12", 12) { Double($0.compressionWindowBits) },
    Row("deflate: level 1", "--deflate-level", "1", 1) { Double($0.compressionLevel) },
    Row("JSON: 16 deep", "--json-depth", "16", 16) { Double($0.json.depthMax) },
    Row("JSON: 64 members", "--json-members", "64", 64) { Double($0.json.membersMax) },
    Row("JSON: texts of 1,000 characters", "--json-characters", "1000", 1_000) { Double($0.json.charactersMax) },
    Row("JSON: 100 elements", "--json-elements", "100", 100) { Double($0.json.elementsMax) },
    Row("a group's history is checked every 10 s", "--scrub-seconds", "10", 10_000) { Double($0.scrubMilliseconds ?? 0) },
    // Of the catalogue's rows.
    Row("C9: 5 s for the answer to our Close", "--close-seconds", "5.0", 5_000) { Double($0.closeMilliseconds) },
    Row("C10: TCP is closed within 1 s, timers being late", "--linger-seconds", "0.9", 900) { Double($0.transport.lingerMilliseconds) },
    Row("F27: 32 messages a turn", "--messages-per-turn", "32", 32) { Double($0.messagesPerTurnMax) },
    Row("H27: 16 KiB before the login", "--held-bytes", "16384", 16_384) { Double($0.heldBytesMax) },
    Row("A21: 5 wrong codes a minute", "--wrong-codes-per-minute", "5", 5) { Double($0.wrongCodesPerMinute) },
    Row("registrations of an address: 60 an hour", "--registrations-per-hour", "60", 60) { Double($0.registrationsPerHour) },
    Row("looks at invites without an identity: 120 an hour", "--previews-per-hour", "120", 120) { Double($0.previewsPerHour) },
    Row("acts on devices of an identity: 60 an hour", "--device-acts-per-hour", "60", 60) { Double($0.deviceActsPerHour) },
    Row("groups that an identity makes: 60 an hour", "--groups-per-hour", "60", 60) { Double($0.groupsPerHour) },
    Row("questions of an identity: 12 s of a processor in a minute", "--identity-read-ms-per-minute", "12000", 12_000) {
      Double($0.identityReadMillisecondsPerMinute)
    },
    Row("questions of an address: 30 s of a processor in a minute", "--address-read-ms-per-minute", "30000", 30_000) {
      Double($0.addressReadMillisecondsPerMinute)
    },
    Row("history that an identity adds: 32 MiB an hour", "--identity-history-bytes-per-hour", "33554432", 33_554_432) {
      Double($0.identityHistoryBytesPerHour)
    },
    Row("history that an address adds: 128 MiB an hour", "--address-history-bytes-per-hour", "134217728", 134_217_728) {
      Double($0.addressHistoryBytesPerHour)
    },
    Row("receipts' files of all groups: 64 GiB", "--server-attachment-bytes-max", "68719476736", 68_719_476_736) {
      Double($0.attachmentQuota.serverBytesMax)
    },
    Row("receipts' files of an identity: 256 MiB an hour", "--identity-attachment-bytes-per-hour", "268435456", 268_435_456) {
      Double($0.identityAttachmentBytesPerHour)
    },
    Row("bytes that stay free: 64 MiB", "--free-bytes-min", "67108864", 67_108_864) { Double($0.freeBytesMin) },
    Row("wrong codes from all addresses: 600 a minute", "--server-wrong-codes-per-minute", "600", 600) {
      Double($0.serverWrongCodesPerMinute)
    },
    Row("wrong codes of an identity: 10 an hour", "--identity-wrong-codes-per-hour", "10", 10) { Double($0.identityWrongCodesPerHour) },
    Row("a token lets in for ever", "--token-days", "for ever", 0) { Double($0.tokenDays ?? 0) },
    Row("a device may go unused as long as may be", "--token-idle-days", "as many as may be", 0) { Double($0.tokenIdleDays ?? 0) },
    Row("a receipt's file: 5 MiB", "--attachment-bytes-max", "5242880", 5_242_880) { Double($0.attachmentBytesMax) },
    Row("receipts' files of a group: 1 GiB", "--group-attachment-bytes-max", "1073741824", 1_073_741_824) {
      Double($0.attachmentQuota.bytesMax)
    },
    Row("to send a receipt's file: 120 s", "--attachment-seconds", "120.0", 120_000) { Double($0.attachmentMilliseconds) },
    Row("events of a group: 1,000,000", "--group-events-max", "1000000", 1_000_000) { Double($0.groupEventsMax) },
    Row("TLS handshakes of a loop: 512", "--handshakes-max", "512", 512) { Double($0.transport.handshakesMax) },
    Row("refused handshakes of a loop: 128", "--refused-handshakes-max", "128", 128) { Double($0.transport.refusedMax) },
    Row("groups that a connection follows: 100", "--subscriptions-max", "100", 100) { Double($0.subscriptionsMax) },
    Row("the drain: 8 s", "--drain-seconds", "8.0", 8_000) { Double($0.drainMilliseconds) },
    Row("A21: 20 wrong codes an hour", "--wrong-codes-per-hour", "20", 20) { Double($0.wrongCodesPerHour) },
  ]

  @Test("A configuration of its own has the figure of the table, and so has that of a server without options", arguments: rows)
  func value(_ row: Row) throws {
    #expect(row.read(ServerConfiguration(listen: [])) == row.value)
    #expect(row.read(try Serve.parse([]).configuration(nil, [])) == row.value)
  }

  @Test("An option changes the figure of its row, to what is given", arguments: rows)
  func destination(_ row: Row) throws {
    let limit = try #require(OptionRangeTests.rows.first { $0.option == row.option })
    let company = OptionRangeTests.company(limit)
    let usual = try Serve.parse(company).configuration(nil, [])
    let (least, most) = limit.ends(usual)
    // Of the two ends one that is not the default.
    let given = limit.value(usual) == most ? least : most
    let found = row.read(try Serve.parse([row.option, given] + company).configuration(nil, []))
    let milliseconds: Double = row.option.hasSuffix("-seconds") ? 1_000 : 1
    #expect(found == Double(given).map { $0 * milliseconds })
    #expect(found != row.value)
  }

  @Test("Compression is off unless asked for, and then without options of its own")
  func compression() throws {
    #expect(!ServerConfiguration(listen: []).compresses)
    #expect(try !Serve.parse([]).configuration(nil, []).compresses)
    #expect(try Serve.parse(["--deflate"]).configuration(nil, []).compresses)
  }

  @Test("hearthd serve --help says the figure of the table")
  func help() throws {
    let words = try Program.run("hearthd", ["serve", "--help"]).output.split(whereSeparator: \.isWhitespace).map(String.init)
    for row in Self.rows {
      let start = try #require(words.firstIndex(of: row.option), "\(row.option)")
      let rest = words[words.index(after: start)...]
      // Up to the next option, of which a text may speak too.
      let end =
        rest.indices.first { rest[$0].hasPrefix("--") && rest[rest.index(after: $0)...].first?.hasPrefix("<") == true } ?? rest.endIndex
      let text = rest[..<end].joined(separator: " ")
      #expect(text.contains("(default: \(row.shown))"), "\(row.option): \(text)")
    }
  }
}
