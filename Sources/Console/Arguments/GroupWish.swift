import HearthClient
import HearthProtocol
import Ledger

/// A new group as somebody wishes for it at the command line.
public struct GroupWish: Sendable {
  let name: String
  let currency: String
  /// Family, indian-family or split-group.
  public var template = "family"
  /// A few words; may be empty.
  public var description = ""
  /// A symbol's name; may be empty.
  public var icon = ""
  /// The first day of its weeks.
  public var weekStarts = "monday"
  /// IANA name; nil for this computer's.
  public var timeZone: String?
  /// What the creator is called; nil for what they registered as.
  public var displayName: String?

  /// Makes a wish.
  public init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }
}

/// What is to change of a group: nil stays as it is.
public struct GroupChange: Sendable {
  /// The name.
  public var name: String?
  /// A few words.
  public var description: String?
  /// A symbol's name.
  public var icon: String?
  /// An ISO code.
  public var currency: String?
  /// An amount, in the group's currency; 0 takes it away.
  public var income: String?
  /// Yes or no.
  public var simplify: String?
  /// IANA name.
  public var timeZone: String?
  /// A day of the week.
  public var weekStarts: String?
  /// 10 to 100.
  public var membersMax: UInt32?

  /// Makes a change of nothing.
  public init() {}

  /// The command, read with the group's currency.
  public func command(in view: GroupView) throws(ArgumentFlaw) -> UpdateGroup {
    guard let settings = view.state.shared.settings else { throw ArgumentFlaw(.groupIncomplete) }
    var wish = UpdateGroup()
    if let name { wish.name = name }
    if let description { wish.description_p = description }
    if let icon { wish.icon = icon }
    if let currency { wish.currency = currency.uppercased() }
    if let income {
      let minor = income == "0" ? 0 : try AmountText.minor(income, settings.currency)
      wish.monthlyIncome = Money(minor: minor, currency: settings.currency)
    }
    if let simplify { wish.simplifyDebts = try Choices.yes(simplify) }
    if let timeZone { wish.timeZone = timeZone }
    if let weekStarts { wish.weekStartsOn = try Choices.weekday(weekStarts) }
    if let membersMax { wish.membersMax = membersMax }
    guard wish != UpdateGroup() else {
      throw ArgumentFlaw("Say what to change, like --name \"Sharma Family\".", "बताएँ कि क्या बदलना है, जैसे --name \"Sharma Family\"।")
    }
    return wish
  }
}
