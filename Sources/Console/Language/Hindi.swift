import HearthProtocol
import Ledger

struct Hindi: Phrases {
  func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " और " + last
  }
  func role(_ role: Role) -> String {
    switch role {
    case .owner: "स्वामी"
    case .admin: "प्रबंधक"
    case .adult: "वयस्क"
    case .viewer: "दर्शक"
    case .minor: "नाबालिग"
    case .unspecified, .UNRECOGNIZED: "अज्ञात भूमिका"
    }
  }
  func label(_ label: RoleLabel) -> String {
    switch label {
    case .admin: "प्रबंधक"
    case .member: "सदस्य"
    case .viewer: "दर्शक"
    }
  }
  func period(_ period: BudgetPeriod) -> String {
    switch period {
    case .weekly: "हर हफ़्ते"
    case .biweekly: "हर दो हफ़्ते"
    case .monthly: "हर महीने"
    case .yearly: "हर साल"
    case .unspecified, .UNRECOGNIZED: "अज्ञात अवधि"
    }
  }
  func category(_ category: Category) -> String {
    guard let usual = UsualCategory(rawValue: category.key), usual.isUnchanged(category) else { return category.name }
    return usual.hindi
  }
  func description(of entry: EntryState) -> String {
    guard entry.kind == .transfer else { return entry.description }
    return switch entry.description {
    case SettleUp.usualDescription: "हिसाब चुकता"
    case PayWish.usualDescription: "भुगतान"
    default: entry.description
    }
  }
  func you(_ name: String) -> String { "\(name) (आप)" }

  func members(_ count: Int) -> String { "\(count) सदस्य" }
  func nobodyElse() -> String { "यहाँ और कोई नहीं है" }
  func areHere(_ names: [String]) -> String { list(names) + (names.count == 1 ? " यहाँ है" : " यहाँ हैं") }
  func here() -> String { "यहाँ" }
  func entriesBefore(_ count: Int) -> String { "… पहले की \(count == 1 ? "1 प्रविष्टि" : "\(count) प्रविष्टियाँ"): hearth entries" }
  func created(_ group: String) -> String { "\(group) बनाया गया" }
  func joined(_ name: String, _ role: Role) -> String { "\(name) \(self.role(role)) के रूप में शामिल" }
  func budgetSet(_ name: String, _ budget: String, _ limit: String, _ period: BudgetPeriod) -> String {
    "\(name) ने बजट \(budget) तय किया: \(limit) \(self.period(period))"
  }
  func budgetRemoved(_ name: String, _ budget: String) -> String { "\(name) ने बजट \(budget) हटाया" }
  func budgetReactivated(_ name: String, _ budget: String) -> String { "\(name) ने बजट \(budget) वापस लाया" }
  func remindsYou(_ name: String, _ creditor: String, _ figure: String) -> String {
    "\(name) याद दिलाते हैं: आपको \(creditor) को \(figure) देने हैं"
  }
  func reminds(_ name: String, _ debtor: String, _ creditor: String?, _ figure: String) -> String {
    "\(name) \(debtor) को याद दिलाते हैं: \(creditor.map { "\($0) को" } ?? "उन्हें") \(figure) देने हैं"
  }
  func reckoned(_ mode: SettlementMode) -> String {
    switch mode {
    case .direct: " (केवल प्रविष्टियों के अनुसार)"
    case .simplified: " (सबसे कम भुगतानों में)"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
  func rateSet(_ name: String, _ rate: String, _ date: String) -> String { "\(name) ने \(date) से दर \(rate) दर्ज की" }
  func inviteCreated(_ name: String, _ role: Role) -> String { "\(name) ने एक और सदस्य (\(self.role(role))) के लिए न्योता बनाया" }
  func inviteRevoked(_ name: String) -> String { "\(name) ने एक न्योता वापस लिया" }
  func came(_ name: String) -> String { "\(name) यहाँ है" }
  func left(_ name: String) -> String { "\(name) अब यहाँ नहीं है" }
  func disconnected(retrySeconds seconds: Int64) -> String {
    "संपर्क टूट गया। \(seconds < 1 ? "अभी" : "\(seconds) सेकंड में") फिर कोशिश होगी।"
  }
  func reconnected() -> String { "संपर्क फिर जुड़ गया। कुछ भी नहीं छूटा।" }

  func transfer(_ payers: String, _ receivers: String) -> String { "\(payers) ने \(receivers) को दिए" }
  func added(_ name: String) -> String { "\(name) ने जोड़ा" }
  func booked(_ name: String) -> String { "\(name) के नियम से दर्ज" }
  func instalment(_ number: UInt32, of count: UInt32) -> String { "\(count) में से किस्त \(number)" }
  func at(_ merchant: String) -> String { "\(merchant) पर" }
  func inPlace(_ name: String) -> String { "\(name) में" }
  func receipts(_ count: Int) -> String { count == 1 ? "1 रसीद" : "\(count) रसीदें" }
  func place(_ text: String) -> String { "जगह: \(text)" }
  func receiptsTitle() -> String { "रसीदें:" }
  func noReceipts() -> String { "कोई रसीद नहीं है। जोड़ें: hearth receipt add last bill.jpg" }
  func paidBy(_ whom: String) -> String { "भुगतान: \(whom)" }
  func receivedBy(_ whom: String) -> String { "प्राप्ति: \(whom)" }
  func atRate(_ rate: String) -> String { "दर \(rate)" }
  func notSplit() -> String { "बाँटा नहीं गया" }
  func splitEqually() -> String { "बराबर बँटा" }
  func splitEqually(_ names: String) -> String { "बराबर बँटा: \(names)" }
  func forOne(_ name: String) -> String { "\(name) के लिए" }
  func notYours() -> String { "आपका हिस्सा नहीं" }
  func youPaid(_ figure: String) -> String { "आपने \(figure) दिए" }
  func youReceived(_ figure: String) -> String { "आपको \(figure) मिले" }
  func youGetBack(_ figure: String) -> String { "आपको \(figure) मिलेंगे" }
  func youOwe(_ figure: String) -> String { "आपको \(figure) देने हैं" }
  func youAreEven() -> String { "आपका हिसाब बराबर है" }
  func share(_ status: EntryShare.Status, paid: String, offset: String) -> String {
    switch status {
    case .open: "बाक़ी"
    case .partlyPaid where offset.isEmpty: "इसमें से \(paid) दिए जा चुके"
    case .partlyPaid: paid.isEmpty ? "इसमें से \(offset) का मिलान हुआ" : "इसमें से \(paid) दिए जा चुके, \(offset) का मिलान हुआ"
    case .paid where offset.isEmpty: "चुकाया जा चुका"
    case .paid: paid.isEmpty ? "आपसी मिलान से बराबर" : "\(paid) दिए जा चुके, \(offset) का मिलान हुआ"
    case .disputed: "आपत्ति है, इसलिए निपटा नहीं"
    }
  }
  func isVoided() -> String { "रद्द: यह कहीं नहीं गिनी जाती" }
  func version(_ version: UInt64, of id: String, isVoided: Bool) -> String {
    "पहचान \(id), संस्करण \(version)\(isVoided ? ", रद्द" : "")"
  }
  func disputed(by name: String, _ reason: String) -> String { "\(name) की आपत्ति: \(reason)" }

  func nothingEntered() -> String { "अभी कुछ दर्ज नहीं हुआ, इसलिए किसी को किसी का कुछ नहीं देना है।" }
  func allVoided() -> String { "जो भी दर्ज हुआ था वह रद्द है, इसलिए किसी को किसी का कुछ नहीं देना है।" }
  func noSuchEntries() -> String { "ऐसी कोई प्रविष्टि नहीं है।" }
  func listed(isVoided: Bool) -> String { isVoided ? "रद्द" : "आपत्ति है" }
  func moreEntries(before position: UInt64) -> String { "इनसे पुरानी: यही आदेश --before \(position) के साथ" }
  func isOwed() -> String { "पाना है" }
  func owes() -> String { "देना है" }
  func settled() -> String { "बराबर" }
  func withoutRate() -> String { "दर नहीं है" }
  func noPlan(in currency: String) -> String { "जब तक किसी रक़म की दर नहीं है, \(currency) में कोई योजना नहीं बनती। यह बाक़ी है:" }
  func owesNothing(_ name: String) -> String { "\(name) का न कुछ देना है, न कुछ पाना।" }
  func heldSince(_ date: String, _ limit: String, _ period: BudgetPeriod) -> String { "\(date) से: \(self.period(period)) \(limit)" }
  func holdsUntil(_ date: String) -> String { "\(date) से वह बदलाव लागू होगा जो उसके लिए तय है। उसे बदलने के लिए: --from \(date)" }
  func holdsFrom(_ date: String) -> String { "यह \(date) से लागू है, उससे पहले का वैसा ही रहता है। बदलने के लिए: --from DATE" }
  func leftOutOfBudget(_ sums: String, in currency: String) -> String { "\(currency) में दर नहीं है, इसलिए नहीं गिना गया: \(sums)" }
  func notCounted(_ currencies: String, in currency: String) -> String {
    "\(currencies) की प्रविष्टियों की \(currency) में कोई दर नहीं है, वे गिनी नहीं गईं। दर दें: --rate CODE=RATE"
  }
  func noBudgets() -> String { "अभी कोई बजट नहीं है। एक तय करें: hearth budget set Groceries 12000 --category groceries" }
  func figures(_ spent: String, of limit: String) -> String { "\(limit) में से \(spent)" }
  func over(_ figure: String) -> String { "\(figure) ज़्यादा" }
  func rest(_ figure: String) -> String { "\(figure) बाक़ी" }
  func span(_ first: String, _ last: String) -> String { "\(first) से \(last)" }
  func carriedOver(_ limit: String, _ figure: String) -> String { "\(limit) और पहले के बचे \(figure)" }
  func takenOff(_ limit: String, _ figure: String) -> String { "\(limit), जिसमें से पहले के ज़्यादा ख़र्च \(figure) घटे" }
  func removed(_ budgets: String) -> String { "हटाए गए: \(budgets)" }
  func wasRemoved(_ budget: String) -> String { "\(budget) हटाया गया। वापस लाएँ: hearth budget reactivate \"\(budget)\"" }
  func alertsAt(_ shares: String) -> String { "सूचना: \(shares)" }
  func noAlerts() -> String { "कोई सूचना नहीं" }
  func fired(_ shares: String) -> String { "सूचना हो चुकी: \(shares)" }
  func nothingSpent() -> String { "इस अवधि में कुछ ख़र्च नहीं हुआ।" }

  func allSettled() -> String { "बराबर" }
  func nobodyOwes() -> String { "किसी को किसी का कुछ नहीं देना है।" }
  func settleHint() -> String { "Hearth भुगतान दर्ज करता है, करता नहीं। दे चुकने पर: hearth settle NAME" }
  func convertedHint(_ currency: String) -> String {
    "हर मुद्रा अपने आप में निपटती है। जो \(currency) में दिया उसे दर्ज करें: hearth settle NAME --in \(currency)"
  }
  func byTheEntries(_ currency: String) -> String { "प्रविष्टियों के अनुसार किसे किसको देना है, \(currency) में" }
  func settles(_ transfers: Int, _ currency: String, isProven: Bool) -> String {
    "\(transfers) लेन-देन से \(currency) में सब बराबर: " + (isProven ? "इससे कम में नहीं होता" : "यह सबसे अच्छा मिला तरीका है")
  }
  func byWayOf(_ figure: String, _ way: String) -> String { "\(figure), \(way) के रास्ते" }
  func paysByAnother(_ payer: String, _ receiver: String) -> String { "\(payer) यह \(receiver) को दूसरे लेन-देन से देते हैं" }
  func owesFor(_ debtor: String, _ creditor: String) -> String { "\(debtor) को \(creditor) को देना है, इनके लिए" }
  func ofWhole(_ figure: String) -> String { "\(figure) में से" }
  func andMore(_ entries: Int) -> String { "और \(entries)" }
  func handedOver(_ figure: String, isReceived: Bool) -> String { "सब मिलाकर \(figure) \(isReceived ? "लेने" : "देने") हैं।" }
  func recordedOnly(_ count: Int, of all: Int) -> String { "\(all) में से केवल पहले \(count) दर्ज हुए।" }
}
