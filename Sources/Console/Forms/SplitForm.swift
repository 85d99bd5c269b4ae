import HearthClient
import HearthProtocol
import Ledger

/// What each owes of an amount, asked one member after the other while what is left to assign is shown (product 98).
struct SplitForm: Form {
  /// Somebody who may owe.
  struct Person: Sendable {
    let id: MemberID
    let name: String
    /// Whether they share what names nobody who owes.
    let isSharing: Bool
  }

  let title: String
  let minor: Int64
  private let currency: Currency
  private let people: [Person]
  private let phrases: Phrases
  /// What was said so far, in the order of the people.
  private(set) var shares: [Int64] = []

  var isComplete: Bool { shares.count == people.count }

  /// What nobody was assigned yet, in minor units; never negative.
  var rest: Int64 { minor - shares.reduce(0, +) }

  /// - Parameters:
  ///   - title: what it was for.
  ///   - minor: what is divided, at least 1.
  ///   - view: whose present members are asked about, the viewer first.
  ///   - now: milliseconds since 1970; a placeholder may count as a minor by then.
  init(_ title: String, _ minor: Int64, _ currency: Currency, in view: GroupView, now: Int64 = 0, _ phrases: Phrases) {
    self.title = title
    self.minor = minor
    self.currency = currency
    self.phrases = phrases
    let present = view.state.shared.members.filter(\.isPresent)
    people = (present.filter { $0.id == view.member } + present.filter { $0.id != view.member })
      .map { Person(id: $0.id, name: Screens.name($0, view, phrases).printable, isSharing: $0.sharesByDefault(at: now)) }
  }

  func question(_ theme: Theme) -> [String] {
    guard !isComplete else { return [] }
    let left = theme.paint(phrases.leftToAssign(currency.text(rest)), .due)
    let head = shares.isEmpty ? ["\(theme.paint(title.printable, .strong))  \(currency.text(minor))"] : []
    let isLast = shares.count == people.count - 1
    return head + ["\(left). \(isLast ? phrases.askLastShare(people[shares.count].name) : phrases.askShare(people[shares.count].name))"]
  }

  /// An amount; nothing for no part in it; "=" for an equal part of what is left, for those from this one on who share
  /// by default, for all if none of them does. The last one takes what is left.
  mutating func take(_ answer: String) throws(ArgumentFlaw) {
    let answer = answer.trimmingSpaces
    let isLast = shares.count == people.count - 1
    if answer == "=" {
      let left = people[shares.count...]
      let takers = left.contains { $0.isSharing } ? left.filter { $0.isSharing } : Array(left)
      // Limit: as many as a group has members.
      let (each, more) = rest.quotientAndRemainder(dividingBy: Int64(takers.count))
      var parts = (0..<Int64(takers.count)).map { each + ($0 < more ? 1 : 0) }[...]
      shares += left.map { person in takers.contains { $0.id == person.id } ? parts.popFirst() ?? 0 : 0 }
      return
    }
    let share = answer.isEmpty ? (isLast ? rest : 0) : try AmountText.minor(answer, currency)
    guard share <= rest else {
      throw ArgumentFlaw(
        "\(currency.text(share)) is \(currency.text(share - rest)) more than the \(currency.text(rest)) that are left to assign.",
        "\(currency.text(share)) उन \(currency.text(rest)) से \(currency.text(share - rest)) ज़्यादा है जो बाँटने बाक़ी हैं।")
    }
    guard !isLast || share == rest else {
      throw ArgumentFlaw(
        "\(currency.text(rest - share)) would be left to assign. Press Enter to give \(people[shares.count].name) the \(currency.text(rest)).",
        "\(currency.text(rest - share)) बाँटने बाक़ी रहेंगे। \(people[shares.count].name) को \(currency.text(rest)) देने के लिए Enter दबाएँ।"
      )
    }
    shares.append(share)
  }

  /// The split for the protocol, without those who have no part in it.
  var split: Split {
    var split = Split()
    split.exact.shares = zip(people, shares).filter { $0.1 > 0 }.map { person, minor in
      var share = Share()
      (share.memberID, share.minor) = (person.id.description, minor)
      return share
    }
    return split
  }
}
