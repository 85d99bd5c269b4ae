import HearthProtocol

/// Where the audit log of another node of a store stood: what joins logs that have a chain each (SPEC AU-07).
public struct SeenChain: Sendable, Hashable {
  /// Whose log it is.
  public var node: String
  /// Its last row.
  public var head: AuditHead

  /// Says where a log stood.
  public init(node: String, head: AuditHead) { (self.node, self.head) = (node, head) }
}

/// How a log that was seen is now.
public struct ChainStanding: Sendable, Hashable {
  /// The hash of the row that was seen; nil: there is no such row.
  public var hash: ContentHash?
  /// The number of the last row; 0: there is none.
  public var end: Int64

  /// Says how a log is.
  public init(hash: ContentHash?, end: Int64) { (self.hash, self.end) = (hash, end) }
}

extension AuditLog {
  /// Of a store with one log: there are no others.
  public func standings(of seen: [SeenChain]) throws(StoreFailure) -> [ChainStanding] {
    seen.map { _ in ChainStanding(hash: nil, end: 0) }
  }
}

/// A log that is not as rows of another one say.
struct BrokenJoin {
  private let first: (row: Int64, chain: SeenChain)
  private let standing: ChainStanding
  /// The row that saw most of it.
  private var last: (row: Int64, number: Int64)

  /// - Parameters:
  ///   - row: the number of the first row that says something else of the log.
  ///   - standing: how the log is.
  init(row: Int64, _ chain: SeenChain, _ standing: ChainStanding) {
    (first, self.standing, last) = ((row, chain), standing, (row, chain.head.number))
  }

  /// A row says something else of the log.
  mutating func note(row: Int64, _ chain: SeenChain) {
    if chain.head.number > last.number { last = (row, chain.head.number) }
  }

  /// Which log was seen where, what became of it, and what to do.
  var sentence: String {
    let (row, number) = (first.row, first.chain.head.number)
    let more = last.row == row ? "" : ", row \(last.row) its row \(last.number)"
    let fate =
      if standing.end == 0 {
        "that log has no row any more: it was deleted"
      } else if standing.end < number {
        "that log ends at row \(standing.end): its end was cut off"
      } else if standing.hash == nil {
        "that row is missing"
      } else {
        "row \(number) has another hash now: the log was changed there or before"
      }
    return "row \(row) saw row \(number) of the log of node \(first.chain.node.onOneLine)\(more); \(fate). "
      + "Compare both logs with those of a backup of the database"
  }
}

extension String {
  /// Without what would begin another line, or steer a terminal: a table that somebody has changed may say anything.
  package var onOneLine: String { String(map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? "?" : $0 }) }
}
