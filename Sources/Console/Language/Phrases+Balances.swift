import HearthClient
import HearthProtocol
import Ledger

/// What is said of balances, budgets and debts.
extension Phrases {
  // Balances and budgets.

  func nothingEntered() -> String {
    say("Nothing was entered yet, so nobody owes anything.", "अभी कुछ दर्ज नहीं हुआ, इसलिए किसी को किसी का कुछ नहीं देना है।")
  }
  /// Where there were entries.
  func allVoided() -> String {
    say(
      "All that was entered is voided, so nobody owes anything.",
      "जो भी दर्ज हुआ था वह रद्द है, इसलिए किसी को किसी का कुछ नहीं देना है।")
  }
  func noSuchEntries() -> String { say("There are no such entries.", "ऐसी कोई प्रविष्टि नहीं है।") }
  func moreEntries(before position: UInt64) -> String {
    say("Older ones: the same with --before \(position)", "इनसे पुरानी: यही आदेश --before \(position) के साथ")
  }
  func isOwed() -> String { say("is owed", "पाना है") }
  func owes() -> String { say("owes", "देना है") }
  func settled() -> String { say("settled", "बराबर") }
  /// Of a balance that is counted in no sum.
  func withoutRate() -> String { say("without a rate", "दर नहीं है") }
  /// Who pays whom cannot be said in this currency; what everybody has open follows.
  func noPlan(in currency: String) -> String {
    say(
      "There is no plan in \(currency) while something has no rate. This is open:",
      "जब तक किसी रक़म की दर नहीं है, \(currency) में कोई योजना नहीं बनती। यह बाक़ी है:")
  }
  func owesNothing(_ name: String) -> String { say("\(name) owes nothing and is owed nothing.", "\(name) का न कुछ देना है, न कुछ पाना।") }
  /// Since which day a budget has this limit.
  func inForceSince(_ date: String, _ limit: String, _ period: BudgetPeriod) -> String {
    say("since \(date): \(limit) \(period.word)", "\(date) से: \(self.period(period)) \(limit)")
  }
  /// From which day on a change of a budget holds.
  func holdsFrom(_ date: String) -> String {
    say(
      "This holds from \(date) on; what was before stays. To change that: --from DATE",
      "यह \(date) से लागू है, उससे पहले का वैसा ही रहता है। बदलने के लिए: --from दिन")
  }
  /// That what was set for a later day holds from then on.
  func holdsUntil(_ date: String) -> String {
    say(
      "From \(date) on the change that was set for then holds. To change that: --from \(date)",
      "\(date) से वह बदलाव लागू होगा जो उसके लिए तय है। उसे बदलने के लिए: --from \(date)")
  }
  /// What was spent in other currencies and counts in no figure of a budget.
  func leftOut(_ sums: String, of currency: String) -> String {
    say("Not counted, without a rate to \(currency): \(sums)", "\(currency) में दर नहीं है, इसलिए नहीं गिना गया: \(sums)")
  }
  func notCounted(_ currencies: String, in currency: String) -> String {
    say(
      "Entries in \(currencies) carry no rate to \(currency) and are not counted. Give one: --rate CODE=RATE",
      "\(currencies) की प्रविष्टियों की \(currency) में कोई दर नहीं है, वे गिनी नहीं गईं। दर दें: --rate मुद्रा=दर")
  }
  func noBudgets(maySet: Bool) -> String {
    let line = "hearth budget set Groceries 12000 --category groceries"
    return offer(say("There are no budgets yet.", "अभी कोई बजट नहीं है।"), maySet ? say("Set one: \(line)", "एक तय करें: \(line)") : nil)
  }
  func figures(_ spent: String, of limit: String) -> String { say("\(spent) of \(limit)", "\(limit) में से \(spent)") }
  func over(_ figure: String) -> String { say("\(figure) over", "\(figure) ज़्यादा") }
  func rest(_ figure: String) -> String { say("\(figure) left", "\(figure) बाक़ी") }
  func span(_ first: String, _ last: String) -> String { say("\(first) to \(last)", "\(first) से \(last)") }
  func carriedOver(_ limit: String, _ figure: String) -> String {
    say("\(limit) and \(figure) left from before", "\(limit) और पहले के बचे \(figure)")
  }
  func takenOff(_ limit: String, _ figure: String) -> String {
    say("\(limit) and \(figure) too much spent before, which is taken off", "\(limit), जिसमें से पहले के ज़्यादा ख़र्च \(figure) घटे")
  }
  func removed(_ budgets: String) -> String { say("removed: \(budgets)", "हटाए गए: \(budgets)") }
  func wasRemoved(_ budget: String, maySet: Bool) -> String {
    let line = "hearth budget reactivate \"\(budget)\""
    return offer(say("\(budget) was removed.", "\(budget) हटाया गया।"), maySet ? say("Bring it back: \(line)", "वापस लाएँ: \(line)") : nil)
  }
  func alertsAt(_ shares: String) -> String { say("alerts at \(shares)", "सूचना: \(shares)") }
  func noAlerts() -> String { say("alerts at nothing", "कोई सूचना नहीं") }
  func fired(_ shares: String) -> String { say("alerts so far: \(shares)", "सूचना हो चुकी: \(shares)") }
  func nothingSpent() -> String { say("Nothing was spent in this period.", "इस अवधि में कुछ ख़र्च नहीं हुआ।") }

  // Budgets and allocations.

  func hint(_ hint: SpendingHint) -> String {
    switch hint.categories.first {
    case "groceries": say(hint.name, "खाना")
    case let key?: say(hint.name, UsualCategory(rawValue: key)?.hindi ?? hint.name)
    case nil: hint.name
    }
  }
  func span(_ first: Int64, _ last: Int64) -> String { say("\(first) to \(last) %", "\(first) से \(last) %") }
  func emergencyFund(_ months: ClosedRange<Int>) -> String {
    say(
      "An emergency fund covers \(months.lowerBound) to \(months.upperBound) months of expenses.",
      "आपात कोष में \(months.lowerBound) से \(months.upperBound) महीने का ख़र्च हो।")
  }
  func thresholdOver() -> String { say("over", "सीमा पार") }
  /// What is carried into the next period, as the end of a sentence; empty for nothing.
  func rollover(_ rollover: Rollover, cap: String?) -> String {
    let most = cap.map { say(", at most \($0)", ", ज़्यादा से ज़्यादा \($0)") } ?? ""
    return switch rollover {
    case .surplus: say(", what is left is carried over\(most)", ", जो बचे वह आगे जाता है\(most)")
    case .both: say(", what is left or missing is carried over\(most)", ", जो बचे या कम पड़े वह आगे जाता है\(most)")
    case .none, .unspecified, .UNRECOGNIZED: ""
    }
  }
  func categoryClass(_ kind: CategoryClass) -> String {
    switch kind {
    case .needs: say(kind.word, "ज़रूरतें")
    case .wants: say(kind.word, "इच्छाएँ")
    case .savings: say(kind.word, "बचत")
    case .unspecified, .UNRECOGNIZED: say(kind.word, "")
    }
  }
  func allocationPart(_ name: String) -> String {
    switch name {
    case "needs": say(name, categoryClass(.needs))
    case "wants": say(name, categoryClass(.wants))
    case "savings": say(name, categoryClass(.savings))
    default: name
    }
  }
  /// "7 days", "5 hours".
  func time(_ number: Int64, _ unit: TimeUnit) -> String {
    switch unit {
    case .day: say(number == 1 ? "1 \(unit)" : "\(number) \(unit)s", "\(number) दिन")
    case .hour: say(number == 1 ? "1 \(unit)" : "\(number) \(unit)s", number == 1 ? "1 घंटा" : "\(number) घंटे")
    case .minute: say(number == 1 ? "1 \(unit)" : "\(number) \(unit)s", "\(number) मिनट")
    case .second: say(number == 1 ? "1 \(unit)" : "\(number) \(unit)s", "\(number) सेकंड")
    }
  }

  // Who pays whom.

  func allSettled() -> String { say("Settled", "बराबर") }
  func nobodyOwes() -> String { say("nobody owes anything.", "किसी को किसी का कुछ नहीं देना है।") }
  func settleHint(maySettle: Bool) -> String {
    offer(
      say("Hearth records payments, it does not make them.", "Hearth भुगतान दर्ज करता है, करता नहीं।"),
      maySettle ? say("Once you have paid: hearth settle NAME", "दे चुकने पर: hearth settle नाम") : nil)
  }
  func convertedHint(_ currency: String, maySettle: Bool) -> String {
    offer(
      say("Each currency is settled by itself.", "हर मुद्रा अपने आप में निपटती है।"),
      maySettle
        ? say(
          "To record what you paid in \(currency): hearth settle NAME --in \(currency)",
          "जो \(currency) में दिया उसे दर्ज करें: hearth settle --in \(currency) नाम") : nil)
  }
  func byTheEntries(_ currency: String) -> String {
    say("Who owes whom by the entries, in \(currency)", "प्रविष्टियों के अनुसार किसे किसको देना है, \(currency) में")
  }
  func settles(_ payments: Int, _ currency: String, isProven: Bool) -> String {
    say(
      (payments == 1 ? "1 payment settles" : "\(payments) payments settle") + " everything in \(currency): "
        + (isProven ? "no plan has fewer" : "the best plan found"),
      "\(payments) भुगतान से \(currency) में सब बराबर: " + (isProven ? "इससे कम में नहीं होता" : "यह सबसे अच्छा मिला तरीका है"))
  }
  func partiesHint() -> String {
    say(
      "Any member of one party pays any member of the other: hearth pay NAME AMOUNT",
      "एक तरफ़ का कोई भी दूसरी तरफ़ के किसी को भी दे: hearth pay नाम राशि")
  }
  func byWayOf(_ figure: String, _ way: String) -> String { say("\(figure) by way of \(way)", "\(figure), \(way) के रास्ते") }
  func paysByAnother(_ payer: String, _ receiver: String) -> String {
    say("\(payer) pays this to \(receiver), by another payment", "\(payer) यह \(receiver) को दूसरे भुगतान से देते हैं")
  }
  func owesFor(_ debtor: String, _ creditor: String) -> String {
    say("\(debtor) owes \(creditor) for", "\(debtor) को \(creditor) को देना है, इनके लिए")
  }
  func ofWhole(_ figure: String) -> String { say("of \(figure)", "\(figure) में से") }
  func andMore(_ entries: Int) -> String { say("and \(entries) more", "और \(entries)") }
  /// What all debts together come to that were paid in one currency.
  func handedOver(_ figure: String, isReceived: Bool) -> String {
    say(
      "All of it together is \(figure) to \(isReceived ? "receive" : "hand over").",
      "सब मिलाकर \(figure) \(isReceived ? "लेने" : "देने") हैं।")
  }
  /// That of several things in a row only the first were recorded.
  func recordedOnly(_ count: Int, of all: Int) -> String {
    say("Only the first \(count) of \(all) \(count == 1 ? "was" : "were") recorded.", "\(all) में से केवल पहले \(count) दर्ज हुए।")
  }
}

/// What a time is told in.
enum TimeUnit: Int64, CaseIterable {
  case day = 86_400
  case hour = 3_600
  case minute = 60
  case second = 1
}
