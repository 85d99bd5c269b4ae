import HearthProtocol

/// Moves all that a store keeps into another one, for a server that is not running.
///
/// Logs, heads, epochs and the audit log stay what they are, so members go on by cursor. A move that broke off is run
/// again: what of the logs is there already is compared and not written, and the directory is written anew.
public struct StoreMove {
  /// How much was moved.
  public struct Report: Sendable, Hashable {
    /// Groups with a log.
    public internal(set) var groups = 0
    /// Events of all logs, also those that were there already.
    public internal(set) var events = 0
    /// Events that an earlier move had brought.
    public internal(set) var eventsFound = 0
    /// Rows of the directory.
    public internal(set) var rows = 0
    /// Rows of the audit log.
    public internal(set) var auditRows = 0
    /// Rows that joined audit logs of several nodes; they were judged, and left out of the one that these became.
    public internal(set) var seenRows = 0
    /// The groups that were deleted.
    public internal(set) var purged: [GroupID] = []
  }

  private let source: any MovableStore
  private let target: any MovableStore

  // Limit: events and rows of one commit.
  private static let pageMax = 1_000

  /// - Parameter target: empty, or what an earlier move from this source has left.
  public init(from source: any MovableStore, to target: any MovableStore) {
    (self.source, self.target) = (source, target)
  }

  /// Moves everything.
  ///
  /// - Parameters:
  ///   - instant: now, in milliseconds since 1970.
  ///   - began: told each group before it is moved.
  /// - Throws: `.damaged` when the source cannot be read as it was written; `.broken` when the target has what the
  ///   source does not have, or either breaks.
  public func run(at instant: Int64, began: (GroupID) -> Void = { _ in }) throws(StoreFailure) -> Report {
    var report = Report()
    // Moved rows are chained anew, which would hide what is wrong with them.
    for (node, log) in try source.auditLogs() {
      var audit = AuditVerifier(log)
      try audit.run()
      let whose = node.map { " of node \($0.onOneLine)" } ?? ""
      if let flaw = audit.flaws.first { throw .damaged("the audit log\(whose): \(flaw)") }
      report.seenRows += audit.seenCount
    }
    let groups = try source.groups().sorted()
    if let other = try Set(target.groups()).subtracting(groups).min() {
      throw .broken("it has the group \(other), which is not among those to be moved")
    }
    for group in groups {
      began(group)
      try move(group, &report)
      report.groups += 1
    }
    try moveRows(&report)
    try target.note([AuditNote(.moved, at: instant)])
    return report
  }

  private func move(_ group: GroupID, _ report: inout Report) throws(StoreFailure) {
    var last = GroupSequence.start
    while true {
      let page = try source.read(group, after: last, limit: Self.pageMax)
      let found = try target.read(group, after: last, limit: Self.pageMax)
      guard found.count <= page.count, page.starts(with: found) else {
        throw .broken("its log of the group \(group) is another one after sequence \(last)")
      }
      guard let end = page.last else { break }
      let missing = Array(page.dropFirst(found.count))
      if !missing.isEmpty {
        let batch = AppendBatch(group: group, expected: found.last?.sequence ?? last, events: missing)
        for outcome in target.append([batch]) { try outcome.get() }
      }
      report.events += page.count
      report.eventsFound += found.count
      last = end.sequence
    }
    if let snapshot = try source.loadSnapshot(group) { try target.saveSnapshot(snapshot) }
  }

  private func moveRows(_ report: inout Report) throws(StoreFailure) {
    try target.removeRows()
    var count = 0
    var purged: [GroupID] = []
    for part in StorePart.allCases {
      try source.readRows(of: part) { rows throws(StoreFailure) in
        try target.addRows(rows)
        count += rows.count
        for case .purged(let group, _) in rows { purged.append(group) }
      }
    }
    (report.rows, report.purged) = (count, purged)
    var auditCount = 0
    try source.readAuditRows { rows throws(StoreFailure) in
      try target.addAuditRows(rows)
      auditCount += rows.count
    }
    report.auditRows = auditCount
  }
}
