import HearthServer

/// How connections are kept: what may wait to be sent, what the system buffers, handshakes, ends, and compression.
enum ConnectionLimits: LimitTable {
  static let rows: [LimitRow] = [
    LimitRow(
      "queue-bytes", "Bytes that may wait to be sent to one connection; more close it with 4008.", in: "bytes",
      65_536...1_073_741_824, \.transport.queueBytesMax),
    LimitRow(
      "queue-messages", "Messages that may wait to be sent to one connection; more close it with 4008.",
      10...1_000_000, \.transport.queueMessagesMax),
    LimitRow(
      "unsent-seconds",
      """
      Time in which 10,240 bytes have to arrive at a client that has something unsent; with fewer it is closed with 4008, within as \
      long again.
      """, seconds: \.transport.stallMilliseconds),
    LimitRow(
      "send-buffer-bytes", "Bytes that the system buffers for one connection (SO_SNDBUF; Linux takes twice as many).", in: "bytes",
      4_096...16_777_216, \.transport.socket.sendBufferBytes),
    LimitRow(
      "unsent-low-water-bytes",
      "Bytes in the system's buffer that have not left yet before more are written (TCP_NOTSENT_LOWAT).", in: "bytes",
      1_024...16_777_216, \.transport.socket.unsentLowWaterBytes),
    LimitRow(
      "unacknowledged-seconds",
      "Time that what was sent may stay unacknowledged (TCP_USER_TIMEOUT); then the connection is cut.",
      seconds: \.transport.socket.userTimeoutMilliseconds),
    LimitRow(
      "handshake-seconds", "Time for a proxy's header and the TLS handshake together; then the connection is cut.",
      seconds: \.transport.handshakeMilliseconds),
    LimitRow(
      "handshakes-max",
      "TLS handshakes at once on each loop, fewer when memory is small; for one more the oldest gives way, once it is a second old.",
      1...65_536, \.transport.handshakesMax),
    LimitRow(
      "refused-handshakes-max",
      "TLS handshakes of each loop that were refused and wait for the client to read why; one more is closed at once.",
      0...65_536, \.transport.refusedMax),
    LimitRow("pongs-max", "Pongs that may wait to be sent; of further pings only the last is answered.", 1...255, \.pongsPendingMax),
    LimitRow(
      "subscriptions-max", "Groups that one connection may follow at once; one more is answered overloaded.",
      1...10_000, \.subscriptionsMax),
    LimitRow(
      "close-seconds", "Time that the server waits for the answer to its Close; then the connection is ended.", seconds: \.closeMilliseconds
    ),
    LimitRow(
      "linger-seconds", "Time that a closed connection waits for the client to end it too.", seconds: \.transport.lingerMilliseconds),
    LimitRow(
      "drain-seconds", "Time after SIGTERM to finish what was accepted; what has not left by then is cut.", seconds: \.drainMilliseconds),
    LimitRow(
      "deflate-window-bits", "With --deflate, the logarithm of the window in bytes: 9 to 15.", in: "bits", 9...15, \.compressionWindowBits),
    LimitRow(
      "deflate-level", "With --deflate, the effort: 1, the quickest, to 3, the smallest.", in: "level",
      1...ServerConfiguration.compressionLevelMax, \.compressionLevel),
  ]
}
