/// A connection between a client and the server: bytes arrive in the order in which they were sent, as much later as
/// chance has it, or not at all once it is cut.
final class Wire {
  let number: UInt64
  let person: Int
  /// Which of the person's devices it is.
  let device: Int
  /// What it is connected to: a server that has been started again does not know it.
  let serverRun: Int
  /// Which of the server's loops took it.
  let loop: Int
  /// Whether it is a further connection of somebody, beside the one that their core knows.
  let isSecond: Bool
  /// Whether nothing reaches the server any more.
  var isCutToServer = false
  /// Whether nothing reaches the client any more.
  var isCutToClient = false
  /// Milliseconds that whatever is sent to the server from now on takes besides.
  var lag: Int64 = 0
  /// Whether the client does not read.
  var isStalled = false
  /// When the last bytes of each direction arrive.
  var lastToServer: Int64 = 0
  var lastToClient: Int64 = 0

  init(number: UInt64, person: Int, device: Int, serverRun: Int, loop: Int, isSecond: Bool) {
    self.number = number
    self.person = person
    self.device = device
    self.serverRun = serverRun
    self.loop = loop
    self.isSecond = isSecond
  }

  var isCut: Bool { isCutToServer && isCutToClient }
}
