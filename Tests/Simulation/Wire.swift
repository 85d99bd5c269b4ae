/// A connection between a client and the server: bytes arrive in the order in which they were sent, as much later as chance has it, or not at all
/// once it is cut.
final class Wire {
  let number: UInt64
  let person: Int
  /// What it is connected to: a server that has been started again does not know it.
  let serverRun: Int
  /// Whether it is a further connection of somebody, beside the one that their core knows.
  let isSecond: Bool
  var isCut = false
  /// When the last message of each direction arrives.
  var lastToServer: Int64 = 0
  var lastToClient: Int64 = 0

  init(number: UInt64, person: Int, serverRun: Int, isSecond: Bool) {
    self.number = number
    self.person = person
    self.serverRun = serverRun
    self.isSecond = isSecond
  }
}
