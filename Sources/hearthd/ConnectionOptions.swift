import ArgumentParser
import HearthServer

/// How connections are kept: what may wait to be sent, what the system buffers, handshakes, ends, and compression.
struct ConnectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Bytes that may wait to be sent to one connection; more close it with 4008.", valueName: "bytes"))
  var queueBytes = 1_048_576

  @Option(help: ArgumentHelp("Messages that may wait to be sent to one connection; more close it with 4008.", valueName: "number"))
  var queueMessages = 1_000

  @Option(
    help: ArgumentHelp(
      "Time in which 10,240 bytes have to arrive at a client that has something unsent; with fewer it is closed with 4008, within as long again.",
      valueName: "seconds"))
  var unsentSeconds = 10.0

  @Option(
    help: ArgumentHelp("Bytes that the system buffers for one connection (SO_SNDBUF; Linux takes twice as many).", valueName: "bytes"))
  var sendBufferBytes: Int32 = 65_536

  @Option(
    help: ArgumentHelp(
      "Bytes in the system's buffer that have not left yet before more are written (TCP_NOTSENT_LOWAT).", valueName: "bytes"))
  var unsentLowWaterBytes: Int32 = 16_384

  @Option(
    help: ArgumentHelp(
      "Time that what was sent may stay unacknowledged (TCP_USER_TIMEOUT); then the connection is cut.", valueName: "seconds"))
  var unacknowledgedSeconds = 20.0

  @Option(help: ArgumentHelp("Time for a proxy's header and the TLS handshake together; then the connection is cut.", valueName: "seconds"))
  var handshakeSeconds = 5.0

  @Option(
    help: ArgumentHelp(
      "TLS handshakes at once on each loop, fewer when memory is small; for one more the oldest gives way, once it is a second old.",
      valueName: "number"))
  var handshakesMax = 512

  @Option(
    help: ArgumentHelp(
      "TLS handshakes of each loop that were refused and wait for the client to read why; one more is closed at once.", valueName: "number")
  )
  var refusedHandshakesMax = 128

  @Option(help: ArgumentHelp("Pongs that may wait to be sent; of further pings only the last is answered.", valueName: "number"))
  var pongsMax: UInt8 = 16

  @Option(help: ArgumentHelp("Groups that one connection may follow at once; one more is answered overloaded.", valueName: "number"))
  var subscriptionsMax = 100

  @Option(help: ArgumentHelp("Time that the server waits for the answer to its Close; then the connection is ended.", valueName: "seconds"))
  var closeSeconds = 5.0

  @Option(help: ArgumentHelp("Time that a closed connection waits for the client to end it too.", valueName: "seconds"))
  var lingerSeconds = 0.9

  @Option(help: ArgumentHelp("Time after SIGTERM to finish what was accepted; what has not left by then is cut.", valueName: "seconds"))
  var drainSeconds = 8.0

  @Option(help: ArgumentHelp("With --deflate, the logarithm of the window in bytes: 9 to 15.", valueName: "bits"))
  var deflateWindowBits: UInt8 = 12

  @Option(help: ArgumentHelp("With --deflate, the effort: 1, the quickest, to 3, the smallest.", valueName: "level"))
  var deflateLevel: Int32 = 1

  func validate() throws {
    try Self.check("--queue-bytes", queueBytes, 65_536...1_073_741_824)
    try Self.check("--queue-messages", queueMessages, 10...1_000_000)
    try Self.check("--send-buffer-bytes", sendBufferBytes, 4_096...16_777_216)
    try Self.check("--unsent-low-water-bytes", unsentLowWaterBytes, 1_024...16_777_216)
    try Self.check("--handshakes-max", handshakesMax, 1...65_536)
    try Self.check("--refused-handshakes-max", refusedHandshakesMax, 0...65_536)
    try Self.check("--pongs-max", pongsMax, 1...255)
    try Self.check("--subscriptions-max", subscriptionsMax, 1...10_000)
    try Self.check("--deflate-window-bits", deflateWindowBits, 9...15)
    try Self.check("--deflate-level", deflateLevel, 1...ServerConfiguration.compressionLevelMax)
    let times = [
      ("--unsent-seconds", unsentSeconds), ("--unacknowledged-seconds", unacknowledgedSeconds), ("--handshake-seconds", handshakeSeconds),
      ("--close-seconds", closeSeconds), ("--linger-seconds", lingerSeconds), ("--drain-seconds", drainSeconds),
    ]
    for (name, seconds) in times { try Self.check(name, seconds, 0.1...3_600) }
  }

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.transport.queueBytesMax = queueBytes
    configuration.transport.queueMessagesMax = queueMessages
    configuration.transport.stallMilliseconds = Self.milliseconds(unsentSeconds)
    configuration.transport.socket.sendBufferBytes = sendBufferBytes
    configuration.transport.socket.unsentLowWaterBytes = unsentLowWaterBytes
    configuration.transport.socket.userTimeoutMilliseconds = Int32(Self.milliseconds(unacknowledgedSeconds))
    configuration.transport.handshakeMilliseconds = Self.milliseconds(handshakeSeconds)
    configuration.transport.handshakesMax = handshakesMax
    configuration.transport.refusedMax = refusedHandshakesMax
    configuration.closeMilliseconds = Self.milliseconds(closeSeconds)
    configuration.transport.lingerMilliseconds = Self.milliseconds(lingerSeconds)
    configuration.pongsPendingMax = pongsMax
    configuration.subscriptionsMax = subscriptionsMax
    configuration.drainMilliseconds = Self.milliseconds(drainSeconds)
    configuration.compressionWindowBits = deflateWindowBits
    configuration.compressionLevel = deflateLevel
  }
}
