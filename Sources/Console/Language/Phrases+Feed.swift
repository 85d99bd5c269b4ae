import HearthClient
import HearthProtocol
import Ledger

/// What the feed says.
extension Phrases {
  // The feed.

  func members(_ count: Int) -> String { say(count == 1 ? "1 member" : "\(count) members", "\(count) सदस्य") }
  func nobodyElse() -> String { say("nobody else is here", "यहाँ और कोई नहीं है") }
  func areHere(_ names: [String]) -> String {
    say(list(names) + (names.count == 1 ? " is here" : " are here"), list(names) + (names.count == 1 ? " यहाँ है" : " यहाँ हैं"))
  }
  func here() -> String { say("here", "यहाँ") }
  func entriesBefore(_ count: Int) -> String {
    say(
      "… \(count == 1 ? "1 entry" : "\(count) entries") before: hearth entries",
      "… पहले की \(count == 1 ? "1 प्रविष्टि" : "\(count) प्रविष्टियाँ"): hearth entries")
  }
  func created(_ group: String) -> String { say("\(group) was created", "\(group) बनाया गया") }
  func joined(_ name: String, _ role: Role) -> String {
    say("\(name) joined as \(role.word)", "\(name) \(self.role(role)) के रूप में शामिल")
  }
  /// - Parameters:
  ///   - categories: the names of what counts.
  ///   - date: first day that it holds for.
  func budgetSet(
    _ name: String, _ budget: String, _ limit: String, _ period: BudgetPeriod, of categories: String, since date: String
  ) -> String {
    say(
      "\(name) set the budget \(budget): \(limit) \(period.word) for \(categories) from \(date)",
      "\(name) ने बजट \(budget) तय किया: \(limit) \(self.period(period)), \(categories) के लिए, \(date) से")
  }
  func carriesNothing() -> String { say("nothing is carried over", "आगे कुछ नहीं जाता") }
  func laterStays() -> String { say("what was set for later stays", "जो आगे के लिए तय है वह वैसा ही रहेगा") }
  func budgetRemoved(_ name: String, _ budget: String) -> String {
    say("\(name) removed the budget \(budget)", "\(name) ने बजट \(budget) हटाया")
  }
  func budgetReactivated(_ name: String, _ budget: String) -> String {
    say("\(name) brought the budget \(budget) back", "\(name) ने बजट \(budget) वापस लाया")
  }
  func remindsYou(_ name: String, _ creditor: String, _ figure: String) -> String {
    say("\(name) reminds you: you owe \(creditor) \(figure)", "\(name) याद दिलाते हैं: आपको \(creditor) को \(figure) देने हैं")
  }
  /// - Parameter creditor: nil when the creditor is the sender of the reminder.
  func reminds(_ name: String, _ debtor: String, _ creditor: String?, _ figure: String) -> String {
    say(
      "\(name) reminds \(debtor), who owes \(creditor ?? "them") \(figure)",
      "\(name) \(debtor) को याद दिलाते हैं: \(creditor.map { "\($0) को" } ?? "उन्हें") \(figure) देने हैं")
  }
  /// Behind a figure, when its mode was named; empty otherwise.
  func reckoned(_ mode: SettlementMode) -> String {
    switch mode {
    case .direct: say(" by the entries alone", " (केवल प्रविष्टियों के अनुसार)")
    case .simplified: say(" in the fewest payments", " (सबसे कम भुगतानों में)")
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
  func rateSet(_ name: String, _ rate: String, _ date: String) -> String {
    say("\(name) noted the rate \(rate) from \(date)", "\(name) ने \(date) से दर \(rate) दर्ज की")
  }
  func inviteCreated(_ name: String, _ role: Role) -> String {
    say("\(name) made an invite for one more \(role.word)", "\(name) ने एक और सदस्य (\(self.role(role))) के लिए न्योता बनाया")
  }
  func inviteRevoked(_ name: String) -> String { say("\(name) took an invite back", "\(name) ने एक न्योता वापस लिया") }
  func came(_ name: String) -> String { say("\(name) is here", "\(name) यहाँ है") }
  func left(_ name: String) -> String { say("\(name) left", "\(name) अब यहाँ नहीं है") }
  func disconnected(retrySeconds seconds: Int64) -> String {
    say(
      "The connection broke. Trying again \(seconds < 1 ? "now" : "in \(seconds) s").",
      "संपर्क टूट गया। \(seconds < 1 ? "अभी" : "\(seconds) सेकंड में") फिर कोशिश होगी।")
  }
  func reconnected() -> String { say("Connected again. Nothing was missed.", "संपर्क फिर जुड़ गया। कुछ भी नहीं छूटा।") }

  // Alerts.

  func alertTitle(_ subject: String, _ percent: String, _ budget: String) -> String {
    say("\(subject) at \(percent)% of \(budget)", "\(subject): \(budget) का \(percent)%")
  }
  func alertBody(_ spent: String, of limit: String) -> String { say("\(spent) of \(limit) spent", "\(limit) में से \(spent) ख़र्च") }
}
