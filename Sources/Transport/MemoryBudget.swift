import Synchronization

/// Counts the bytes of all buffers that peers can make grow, over all loops of a server, so that it refuses before it
/// collapses.
///
/// It only counts. The loops charge backlogs, spilled ranges, arenas and TLS state; who assembles messages above them
/// charges those. Past `isTight` new connections are refused, past `isShort` the largest backlogs go, past `isExceeded`
/// the small ones too. Any thread may call it.
public final class MemoryBudget: Sendable {
  /// Limit: bytes. More than that is never refused a charge, but above one part of it (`isTight`) newcomers are, above
  /// a larger one (`isShort`) connections are dropped, and above all of it no backlog is spared.
  public let bytesMax: Int
  private let tightBytes: Int
  private let shortBytes: Int
  private let charged = Atomic(0)

  /// Makes a budget without charges.
  ///
  /// - Parameters:
  ///   - bytesMax: from 0 on.
  ///   - tightPercent: of that, from 1 to 100; above it nobody new is taken.
  ///   - shortPercent: of that, from 1 to 100; above it somebody has to go.
  public init(bytesMax: Int = 256 << 20, tightPercent: Int = 80, shortPercent: Int = 95) {
    precondition(bytesMax >= 0, "a budget is not negative")
    precondition((1...100).contains(tightPercent) && (1...100).contains(shortPercent), "a threshold is from 1 to 100 %")
    self.bytesMax = bytesMax
    tightBytes = Self.bytes(of: bytesMax, tightPercent)
    shortBytes = Self.bytes(of: bytesMax, shortPercent)
  }

  /// So many percent, rounded up, without a product that is too large for a number.
  private static func bytes(of bytes: Int, _ percent: Int) -> Int {
    bytes - (bytes / 100 * (100 - percent) + bytes % 100 * (100 - percent) / 100)
  }

  /// Counts bytes that were allocated.
  public func charge(_ bytes: Int) { charged.wrappingAdd(bytes, ordering: .relaxed) }

  /// Counts bytes that were freed, as many as were charged.
  public func discharge(_ bytes: Int) { charged.wrappingSubtract(bytes, ordering: .relaxed) }

  /// The bytes charged now.
  public var chargedBytes: Int { charged.load(ordering: .relaxed) }

  /// More than the percentage for it is charged: nobody new is taken.
  public var isTight: Bool { chargedBytes > tightBytes }

  /// More than the percentage for it is charged: somebody has to go.
  public var isShort: Bool { chargedBytes > shortBytes }

  /// More than all is charged: nobody is spared.
  public var isExceeded: Bool { chargedBytes > bytesMax }
}
