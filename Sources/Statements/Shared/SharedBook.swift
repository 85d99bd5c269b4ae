import Ledger

/// A person's part of an amount, in minor units.
public struct SharedPart: Equatable, Sendable {
  /// The person as the file names them.
  public var name: String
  /// Minor units, above 0.
  public var minor: Int64

  /// Makes a part.
  public init(_ name: String, _ minor: Int64) { (self.name, self.minor) = (name, minor) }
}

/// What people shared, as an app has it.
public struct SharedLine: Equatable, Sendable {
  /// What kind of entry it is.
  public enum Kind: Equatable, Sendable {
    /// Somebody paid for something.
    case expense
    /// Somebody received something for all.
    case income
    /// One paid another.
    case transfer
  }

  /// The line or record of the file, counted from 1.
  public var number: Int
  /// Its day.
  public var day: CivilDate
  /// What kind it is.
  public var kind: Kind
  /// Minor units, above 0.
  public var minor: Int64
  /// Nil: the file does not say.
  public var currency: Currency?
  /// What it was for.
  public var text: String
  /// The app's name of its category; may be empty.
  public var category = ""
  /// Anything else; may be empty.
  public var note = ""
  /// The app's id of it; may be empty.
  public var reference = ""
  /// Who paid, or received an income; totals the amount.
  public var paid: [SharedPart]
  /// Who owes, or is due; totals the amount.
  public var owed: [SharedPart]
}

/// What a line or record came to.
public struct SharedRecord: Equatable, Sendable {
  /// What came of reading it.
  public enum Outcome: Equatable, Sendable {
    /// Something that was shared.
    case line(SharedLine)
    /// Nothing to add; says why.
    case nothing(StatementFlaw)
    /// It cannot be read; says why.
    case problem(StatementFlaw)
  }

  /// The line or record of the file, counted from 1.
  public var number: Int
  /// What came of it.
  public var outcome: Outcome
}

/// The file of an app for people who share.
public struct SharedBook: Equatable, Sendable {
  /// The app, in small letters: "splitwise".
  public var app: String
  /// The people as the file names them, in its order.
  public var people: [String]
  /// In the file's order.
  public var records: [SharedRecord] = []
}

extension Int64 {
  /// The amount in parts by weight, which total it: what is left over by rounding goes to the largest remainders, and
  /// of equal ones to the first.
  ///
  /// - Parameter weights: at least 0 each, not all 0, and at most 10^12.
  func divided(by weights: [Int64]) -> [Int64] {
    let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
    guard total > 0 else { return weights.map { _ in 0 } }
    var parts: [(part: Int64, rest: Int128, place: Int)] = []
    for (place, weight) in weights.enumerated() {
      let (part, rest) = (Int128(self) * Int128(weight)).quotientAndRemainder(dividingBy: total)
      parts.append((Int64(part), rest, place))
    }
    let left = Int(self - parts.reduce(0) { $0 + $1.part })
    for rank in parts.sorted(by: { ($1.rest, $0.place) < ($0.rest, $1.place) }).prefix(Swift.max(0, left)) { parts[rank.place].part += 1 }
    return parts.map(\.part)
  }
}
