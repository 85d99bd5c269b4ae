import Synchronization

/// Counts the bytes of all buffers that peers can make grow, over all loops of a server, so that it refuses before it collapses.
///
/// It only counts. The loops charge backlogs, spilled ranges, arenas and TLS state; who assembles messages above them charges those. Past
/// `isTight` new connections are refused, past `isShort` the largest backlogs go, past `isExceeded` the small ones too. Any thread may call it.
public final class MemoryBudget: Sendable {
  /// Limit: bytes. More than that is never refused a charge, but above 80 % newcomers are, above 95 % connections
  /// are dropped, and above 100 % no backlog is spared.
  public let bytesMax: Int
  private let charged = Atomic(0)

  /// Makes a budget without charges.
  ///
  /// - Parameter bytesMax: from 0 on.
  public init(bytesMax: Int = 256 << 20) {
    precondition(bytesMax >= 0, "a budget is not negative")
    self.bytesMax = bytesMax
  }

  /// Counts bytes that were allocated.
  public func charge(_ bytes: Int) { charged.wrappingAdd(bytes, ordering: .relaxed) }

  /// Counts bytes that were freed, as many as were charged.
  public func discharge(_ bytes: Int) { charged.wrappingSubtract(bytes, ordering: .relaxed) }

  /// The bytes charged now.
  public var chargedBytes: Int { charged.load(ordering: .relaxed) }

  /// More than 80 % are charged: nobody new is taken.
  public var isTight: Bool { chargedBytes > bytesMax - bytesMax / 5 }

  /// More than 95 % are charged: somebody has to go.
  public var isShort: Bool { chargedBytes > bytesMax - bytesMax / 20 }

  /// More than all is charged: nobody is spared.
  public var isExceeded: Bool { chargedBytes > bytesMax }
}
