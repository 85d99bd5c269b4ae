import HearthProtocol

/// The ids of a run's commands: each says of itself which room's it is and its number there, so that nothing needs to
/// be looked up.
public struct CommandNames: Sendable {
  private let high: UInt64
  private let room: UInt64

  /// Makes the names of a room.
  ///
  /// - Parameters:
  ///   - startedAt: when the run began, milliseconds since 1970.
  ///   - random: a random word, so that two runs never share a name.
  public init(startedAt: Int64, random: UInt64, room: Int) {
    let id = CommandID(milliseconds: startedAt, random: (random, random))
    high = id.high
    self.room = id.low & 0xC000_0000_0000_0000 | UInt64(truncatingIfNeeded: room) << 32
  }

  /// The id with this number. Commands, entries and budgets may share numbers: their ids are of different kinds.
  public func id<Kind>(_ number: Int, as kind: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
    Identifier(high: high, low: room | UInt64(UInt32(truncatingIfNeeded: number)))
  }

  /// The number of an id in text; nil for one that is not of this room and run.
  public func number(of text: String) -> Int? {
    guard let id = CommandID(text), id.high == high, id.low & ~0xFFFF_FFFF == room else { return nil }
    return Int(id.low & 0xFFFF_FFFF)
  }
}
