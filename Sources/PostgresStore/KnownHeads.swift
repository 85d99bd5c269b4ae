import HearthProtocol

/// How far groups' logs reach, as far as this node has acknowledged or found it: a database that was restored to an
/// earlier moment has less.
struct KnownHeads: Sendable {
  /// Where a log ended.
  struct Head: Sendable, Equatable {
    var sequence: UInt64
    /// Of the last event; nil: it was found there and not read.
    var hash: [UInt8]?
    /// Nil: it was not asked for yet.
    var epoch: UInt64?
  }

  private var heads: [GroupID: Head] = [:]

  // Limit: 200,000 groups; beyond that all are forgotten, and that one of them went back is not noticed.
  static let countMax = 200_000

  subscript(group: GroupID) -> Head? { heads[group] }

  /// The log reaches this far; what is nil stays what it was.
  mutating func note(_ group: GroupID, _ sequence: UInt64, hash: [UInt8]?, epoch: UInt64? = nil) {
    if heads.count >= Self.countMax, heads[group] == nil { heads.removeAll() }
    var head = heads[group] ?? Head(sequence: 0)
    if sequence > head.sequence { (head.sequence, head.hash) = (sequence, hash) }
    if let epoch { head.epoch = epoch }
    heads[group] = head
  }

  /// Nothing is known of the group any more.
  mutating func forget(_ group: GroupID) { heads[group] = nil }
}
