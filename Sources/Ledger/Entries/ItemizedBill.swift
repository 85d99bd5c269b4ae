import HearthProtocol

/// A bill of items that members share, with what comes on top of all of it or off it, divided to the minor unit.
///
/// It never leaves the client: what is sent is the exact split that follows.
public struct ItemizedBill: Sendable, Equatable {
  // Limit: a bill has a page or two, and an entry's note takes it.

  /// How many items there may be.
  public static let itemsMax = 100

  /// Somebody who shares an item.
  public struct Sharer: Sendable, Equatable {
    /// Who.
    public let member: MemberID
    /// Beside the weights of the others, 1 to 10,000.
    public let weight: UInt32

    /// Makes a sharer.
    public init(member: MemberID, weight: UInt32) { (self.member, self.weight) = (member, weight) }
  }

  /// One line of the bill.
  public struct Item: Sendable, Equatable {
    /// What it is.
    public let name: String
    /// Minor units, at least 1.
    public let minor: Int64
    /// At least one, nobody twice.
    public let sharers: [Sharer]

    /// Makes an item.
    public init(name: String, minor: Int64, sharers: [Sharer]) { (self.name, self.minor, self.sharers) = (name, minor, sharers) }
  }

  /// What belongs to all items, and is spread by what each one's items cost.
  public enum Extra: String, CaseIterable, Sendable {
    /// On top.
    case tax
    /// On top.
    case tip
    /// Off.
    case discount
  }

  /// Why a bill cannot be divided.
  public enum Flaw: Error, Equatable, Sendable {
    /// There are none, or more than a hundred.
    case itemCount
    /// An item, by its place from 0, is not from 1 to 10^15 minor units.
    case amountOutOfRange(Int)
    /// Nobody shares an item, or somebody does twice, or at no weight.
    case sharers(Int)
    /// Tax, tip or discount is below 0 or beyond 10^15 minor units.
    case extraOutOfRange(Extra)
    /// The discount leaves nothing.
    case nothingLeft
    /// All together is more than 10^15 minor units.
    case tooLarge
  }

  /// What a part of a member's share is for.
  public enum Reason: Sendable, Equatable {
    /// The item in this place, from 0.
    case item(Int)
    /// What belongs to all.
    case extra(Extra)
  }

  /// A member's share of the bill.
  public struct Account: Sendable, Equatable {
    /// Whose.
    public let member: MemberID
    /// What it comes to, at least 0.
    public fileprivate(set) var minor: Int64
    /// What it is made of; a discount is below 0.
    public fileprivate(set) var parts: [Part]
  }

  /// A part of a member's share.
  public struct Part: Sendable, Equatable {
    /// What for.
    public let reason: Reason
    /// Minor units, never 0.
    public let minor: Int64
  }

  /// In the order given.
  public let items: [Item]
  /// Minor units by what they are, each at least 1.
  public let extras: [Extra: Int64]
  /// Everything together, 1 to 10^15 minor units.
  public let total: Int64
  /// Those who share anything, in the order in which items name them. They come to the total exactly.
  public let accounts: [Account]

  /// Divides a bill.
  ///
  /// Each item is divided by weights, what belongs to all by what each one's items cost. What rounding down leaves over
  /// goes one minor unit each to the largest remainders, of equals to who has had such a unit least often on this bill.
  ///
  /// - Parameter extras: minor units; 0 is none.
  public init(items: [Item], extras: [Extra: Int64] = [:]) throws(Flaw) {
    guard (1...Self.itemsMax).contains(items.count) else { throw .itemCount }
    var book = Book()
    for (place, item) in items.enumerated() {
      guard Limits.amountMinor.contains(item.minor) else { throw .amountOutOfRange(place) }
      let hasWeights = item.sharers.allSatisfy { Limits.weight.contains($0.weight) }
      guard hasWeights, (1...Limits.portions).contains(item.sharers.count), Set(item.sharers.map(\.member)).count == item.sharers.count
      else { throw .sharers(place) }
      book.divide(item, place)
    }
    // Limit: a hundred items of at most 10^15 stay within 64 bits.
    var total = items.reduce(Int64(0)) { $0 + $1.minor }
    let costs = book.accounts.map(\.minor)
    for extra in Extra.allCases {
      guard let minor = extras[extra], minor != 0 else { continue }
      guard Limits.amountMinor.contains(minor) else { throw .extraOutOfRange(extra) }
      // The costs total at least what is taken off, so nobody's share goes below 0.
      guard extra != .discount || minor <= costs.reduce(0, +) else { throw .nothingLeft }
      total += extra == .discount ? -minor : minor
      book.spread(minor, as: extra, by: costs)
    }
    guard total > 0 else { throw .nothingLeft }
    guard total <= amountMinorMax else { throw .tooLarge }
    (self.items, self.total, accounts) = (items, total, book.accounts)
    self.extras = extras.filter { $0.value != 0 }
  }

  /// The shares as an exact split has them: nobody with nothing.
  public var shares: [Portion] { accounts.filter { $0.minor > 0 }.map { Portion(member: $0.member, minor: $0.minor) } }
}

/// What each one's share comes to so far.
private struct Book {
  var accounts: [ItemizedBill.Account] = []
  /// How often each has got a unit that rounding left over.
  private var absorbed: [Int] = []
  private var places: [MemberID: Int] = [:]

  mutating func divide(_ item: ItemizedBill.Item, _ number: Int) {
    var sharers = item.sharers.map { (place: place(of: $0.member), weight: Int64($0.weight)) }
    // Of equal remainders the first gets the unit.
    sharers.sort { (absorbed[$0.place], $0.place) < (absorbed[$1.place], $1.place) }
    let weights = sharers.map(\.weight)
    let total = weights.reduce(0, +)
    for (sharer, minor) in zip(sharers, proportionally(item.minor, weights: weights)) {
      // The product needs 128 bits; the quotient is at most the amount.
      let (down, _) = total.dividingFullWidth(item.minor.multipliedFullWidth(by: sharer.weight))
      if minor > down { absorbed[sharer.place] += 1 }
      add(minor, .item(number), sharer.place)
    }
  }

  mutating func spread(_ minor: Int64, as extra: ItemizedBill.Extra, by costs: [Int64]) {
    for (place, part) in proportionally(minor, weights: costs).enumerated() {
      add(extra == .discount ? -part : part, .extra(extra), place)
    }
  }

  private mutating func add(_ minor: Int64, _ reason: ItemizedBill.Reason, _ place: Int) {
    guard minor != 0 else { return }
    accounts[place].minor += minor
    accounts[place].parts.append(ItemizedBill.Part(reason: reason, minor: minor))
  }

  private mutating func place(of member: MemberID) -> Int {
    if let place = places[member] { return place }
    places[member] = accounts.count
    absorbed.append(0)
    accounts.append(ItemizedBill.Account(member: member, minor: 0, parts: []))
    return accounts.count - 1
  }
}
