import HearthProtocol

/// How an income divides into parts: 50/30/20 into needs, wants and savings, or parts of one's own (products 129 and
/// 130).
public struct Allocation: Sendable, Equatable {
  /// A part of the whole.
  public struct Part: Sendable, Equatable {
    /// What it is called.
    public let name: String
    /// Hundredths of a percent.
    public let basisPoints: Int32

    /// Makes a part.
    public init(name: String, basisPoints: Int32) {
      self.name = name
      self.basisPoints = basisPoints
    }
  }

  /// Why parts are no allocation.
  public enum Flaw: Error, Equatable, Sendable {
    /// There are none, or more than a hundred.
    case partCount
    /// A part is not from 1 to 10,000 basis points.
    case partOutOfRange(name: String)
    /// The parts do not total 10,000 basis points; carries what they total.
    case total(basisPoints: Int)
    /// The amount is not from 1 to 10^15 minor units.
    case amountOutOfRange
  }

  /// In the order given.
  public let parts: [Part]

  /// The product's templates by name. Savings are always 20 %.
  public static let templates: [(name: String, allocation: Allocation)] = [
    ("50/30/20", Allocation(needs: 5_000, wants: 3_000)),
    ("60/20/20", Allocation(needs: 6_000, wants: 2_000)),
    ("70/10/20", Allocation(needs: 7_000, wants: 1_000)),
  ]

  private init(needs: Int32, wants: Int32) {
    parts = [Part(name: "needs", basisPoints: needs), Part(name: "wants", basisPoints: wants), Part(name: "savings", basisPoints: 2_000)]
  }

  /// What the part for needs has of the whole, in basis points; nil when no part is called so.
  public var needs: Int64? { parts.first { $0.name == "needs" }.map { Int64($0.basisPoints) } }

  /// Makes an allocation of one's own.
  ///
  /// - Parameter parts: 1 to 100 that total 10,000 basis points.
  public init(_ parts: [Part]) throws(Flaw) {
    // Limit: as many as a split can have.
    guard (1...Limits.portions).contains(parts.count) else { throw .partCount }
    for part in parts where !Limits.basisPoints.contains(part.basisPoints) { throw .partOutOfRange(name: part.name) }
    let total = parts.reduce(0) { $0 + Int($1.basisPoints) }
    guard total == Limits.basisPointsTotal else { throw .total(basisPoints: total) }
    self.parts = parts
  }

  /// The parts' minor units, which total the amount exactly: what rounding down leaves over goes one minor unit each to
  /// the largest remainders.
  ///
  /// - Parameter minor: 1 to 10^15 minor units.
  public func amounts(of minor: Int64) throws(Flaw) -> [Int64] {
    guard Limits.amountMinor.contains(minor) else { throw .amountOutOfRange }
    return proportionally(minor, weights: parts.map { Int64($0.basisPoints) })
  }
}
