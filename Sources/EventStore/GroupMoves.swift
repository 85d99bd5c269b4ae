import HearthProtocol

/// Which groups of a server are to go to others that share its store.
public struct GroupMoves: Sendable, Equatable {
  /// A group that an operator wants at another server.
  public struct Wish: Sendable, Hashable {
    /// The group.
    public var group: GroupID
    /// The server that is to have it.
    public var node: String

    /// Makes a wish.
    public init(_ group: GroupID, to node: String) { (self.group, self.node) = (group, node) }
  }

  /// The wishes of operators.
  public var wishes: [Wish]
  /// How many of this server's groups each of the others is to have besides, by their names; nil: nobody has come since
  /// that was said last.
  public var shares: [String: Int]?

  /// Makes moves.
  public init(wishes: [Wish] = [], shares: [String: Int]? = nil) { (self.wishes, self.shares) = (wishes, shares) }

  /// How many groups a server gives to each of the others, so that none has more than its share: as many as it has too
  /// many, to those that lack some.
  ///
  /// - Parameters:
  ///   - own: the server's name.
  ///   - counts: the groups of each server that lives.
  public static func shares(of own: String, _ counts: [String: Int]) -> [String: Int] {
    guard let mine = counts[own], counts.count > 1 else { return [:] }
    let total = counts.values.reduce(0, +)
    let share = (total + counts.count - 1) / counts.count
    var lacking = counts.filter { $0.key != own && $0.value < total / counts.count }.mapValues { total / counts.count - $0 }
    var left = mine - share
    let lacked = lacking.values.reduce(0, +)
    guard left > 0, lacked > 0 else { return [:] }
    // Each gets of this server's what is its part of all that is lacking.
    left = min(left, lacked)
    for (name, lack) in lacking { lacking[name] = Int((Double(lack) * Double(left) / Double(lacked)).rounded(.down)) }
    return lacking.filter { $0.value > 0 }
  }
}
