import Transport

/// How much of a loop's turn each address has had: its connections share what one connection may have.
struct TurnShares {
  // Limit: bytes of a message that count as one more message; a long one takes the loop longer to read.
  static let bytesOfMessage = 2_048

  private let most: Int
  private var used: [AddressKey: Int] = [:]

  /// - Parameter most: messages of an address that are handled in a turn.
  init(most: Int) { self.most = most }

  /// What is left to the address in this turn; everything to connections that are of no address, as those of a Unix
  /// socket.
  func left(to address: AddressKey?) -> Int {
    guard let address else { return most }
    return max(0, most - used[address, default: 0])
  }

  /// A message of so many bytes was handled.
  ///
  /// - Returns: what it counts as.
  @discardableResult
  mutating func note(_ bytes: Int, of address: AddressKey?) -> Int {
    let share = 1 + bytes / Self.bytesOfMessage
    if let address { used[address, default: 0] += share }
    return share
  }

  /// The next turn begins.
  mutating func begin() { if !used.isEmpty { used.removeAll(keepingCapacity: used.count < 1_000) } }
}
