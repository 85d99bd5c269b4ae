import HearthClient
import HearthProtocol
import Ledger

/// A settlement of what is owed in one or several currencies, all of it paid in the group's (SPEC ST-10).
public struct ConvertedSettling: Sendable {
  /// One for each debt, without their entries' ids. Each says how much it settles, since that is what was handed over.
  public let commands: [SettleUp]
  /// What the payer hands over for each, in minor units; negative: what they receive.
  let each: [Int64]
  /// In which currency.
  public let currency: Currency

  /// What the payer hands over for all of them together, in minor units; negative: what they receive.
  public var minor: Int64 { each.reduce(0, &+) }

  /// The first of them alone, for when the next one was refused.
  func first(_ count: Int) -> ConvertedSettling {
    ConvertedSettling(commands: Array(commands.prefix(count)), each: Array(each.prefix(count)), currency: currency)
  }

  /// What to say before a failure when these are all that was recorded of so many.
  func lines(of count: Int, _ theme: Theme) -> [String] {
    [theme.phrases.recordedOnly(commands.count, of: count)] + lines(theme)
  }

  func lines(_ theme: Theme) -> [String] {
    [theme.phrases.handedOver(currency.text(Int64(clamping: minor.magnitude)), isReceived: minor < 0)]
  }

  var json: String {
    var json = JSONLine()
    json.add("handedOverMinor", String(minor))
    json.add("currency", currency.code)
    return json.text
  }
}

extension SettleWish {
  /// Every debt that is meant, with what it takes in the group's currency to pay it.
  ///
  /// - Parameter code: of the currency that all is paid in.
  public func converted(to code: String, in view: GroupView) throws(ArgumentFlaw) -> ConvertedSettling {
    let shared = view.state.shared
    try requirePayer()
    let paid = try Choices.currency(code)
    let given = try RateText.rates(rates)
    guard amount == nil || currency != nil else {
      throw ArgumentFlaw(
        "Say in which currency the debt is that the amount pays: --currency USD", "बताएँ कि यह राशि किस मुद्रा का कर्ज़ चुकाती है: --currency USD")
    }
    let names = MemberNames(shared, me: view.member)
    let me = try from.map { text throws(ArgumentFlaw) in try names.find(text) } ?? view.member
    let currencies = try currency.map { code throws(ArgumentFlaw) in [try Choices.currency(code)] } ?? shared.balances.currencies
    var commands: [SettleUp] = []
    var each: [Int64] = []
    var sum: Int64 = 0
    var unused = given
    for owed in currencies {
      for debt in try debts(of: me, in: owed, names, shared) {
        let rate = owed == paid ? nil : try DebtRate(given: given[owed]?.description, from: owed, paidIn: paid, view)
        var command = SettleUp()
        command.minor = min(debt.minor, amountMinorMax)
        if let amount {
          let minor = try AmountText.minor(amount, paid)
          command.minor = try rate?.debt(paidBy: minor) ?? minor
        }
        command.fromMemberID = debt.debtor.description
        command.toMemberID = debt.creditor.description
        command.currency = owed.code
        command.allowMore = allowsMore
        command.mode = mode
        command.note = note
        if rate != nil, let rate = given[owed] {
          unused[owed] = nil
          command.conversion.rate = rate.description
        }
        let magnitude = try rate?.handedOver(for: command.minor) ?? command.minor
        let minor = debt.debtor == me ? magnitude : -magnitude
        let (total, overflow) = sum.addingReportingOverflow(minor)
        guard !overflow else {
          throw ArgumentFlaw("Together that is more \(paid) than can be counted.", "सब मिलाकर इतने \(paid) गिने नहीं जा सकते।")
        }
        sum = total
        commands.append(command)
        each.append(minor)
      }
    }
    guard !commands.isEmpty else { throw try nothingToSettle(by: me, paid, names, shared) }
    guard unused.isEmpty else {
      let codes = unused.keys.map(\.code).sorted().joined(separator: ", ")
      throw ArgumentFlaw(
        "No debt that is settled needs the rate of \(codes). Leave it out, or check its currency.",
        "चुकाए जाने वाले किसी कर्ज़ को \(codes) की दर नहीं चाहिए। उसे न लिखें, या मुद्रा जाँचें।")
    }
    return ConvertedSettling(commands: commands, each: each, currency: paid)
  }

  /// That nothing of what is meant is owed: other debts may be open.
  private func nothingToSettle(
    by me: MemberID, _ paid: Currency, _ names: MemberNames, _ shared: SharedState
  ) throws(ArgumentFlaw) -> ArgumentFlaw {
    let meant = try currency.map { code throws(ArgumentFlaw) in try Choices.currency(code) }
    let refusal = nothingOwed(in: meant ?? paid, shared)
    let place = meant.map { Wording("in \($0.code)", "\($0.code) में") } ?? Wording("in any currency", "किसी भी मुद्रा में")
    let payer = shared.name(me)
    if let name {
      let other = shared.name(try names.find(name))
      return from == nil
        ? ArgumentFlaw(
          "Nothing is owed \(place) between \(payer) and \(other). Look at hearth balances --explain.",
          "\(payer) और \(other) के बीच \(place) कुछ देना नहीं है। देखें: hearth balances --explain।"
        ).refusing(refusal)
        : ArgumentFlaw(
          "\(payer) owes \(other) nothing \(place). Look at hearth balances --explain.",
          "\(payer) को \(other) को \(place) कुछ नहीं देना है। देखें: hearth balances --explain।"
        ).refusing(refusal)
    }
    guard from == nil else {
      return ArgumentFlaw(
        "\(payer) owes nothing \(place). Say whom they paid: hearth settle NAME --from \(payer)",
        "\(payer) को \(place) कुछ नहीं देना है। बताएँ कि किसे दिया: hearth settle नाम --from \(payer)"
      ).refusing(refusal)
    }
    return ArgumentFlaw(
      "You owe nothing \(place). Say whose payment to you to record: hearth settle NAME",
      "आपको \(place) कुछ नहीं देना है। बताएँ कि किसका दिया दर्ज करना है: hearth settle नाम"
    ).refusing(refusal)
  }

  /// What is owed between the two in this currency, or without a name all that the member is to pay.
  private func debts(of me: MemberID, in currency: Currency, _ names: MemberNames, _ shared: SharedState) throws(ArgumentFlaw)
    -> [Obligation]
  {
    guard let name else { return owed(by: me, in: currency, shared) }
    let other = try names.find(name)
    guard other != me else { throw ArgumentFlaw(.nobodySettlesAlone).naming(.transferNeedsTwoMembers) }
    let minor = owed(by: me, to: other, in: currency, shared)
    if minor > 0 { return [Obligation(debtor: me, creditor: other, minor: minor)] }
    if minor < 0 && from == nil { return [Obligation(debtor: other, creditor: me, minor: Int64(clamping: minor.magnitude))] }
    // More than is owed may be paid where nothing is, as without another currency to pay in: the amount says how much.
    return allowsMore && amount != nil ? [Obligation(debtor: me, creditor: other, minor: 0)] : []
  }
}
