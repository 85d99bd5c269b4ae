import HearthClient
import HearthProtocol
import Ledger

extension Hindi {
  func byIncome(_ amounts: String) -> String { "आय के अनुसार: \(amounts)" }
  func field(_ field: ChangedField) -> String {
    switch field {
    case .money: "रक़म"
    case .description: "विवरण"
    case .category: "श्रेणी"
    case .date: "तारीख़"
    case .note: "टिप्पणी"
    case .merchant: "दुकान"
    case .place: "जगह"
    case .receipts: "रसीदें"
    }
  }
  func edited(_ name: String, _ entry: String, _ fields: [ChangedField], now: String?) -> String {
    "\(name) ने \(entry) में बदला: \(fields.map(field).joined(separator: ", "))\(now.map { ", अब \($0)" } ?? "")"
  }
  func undid(_ name: String, _ entry: String, now: String?) -> String {
    "\(name) ने \(entry) का बदलाव वापस लिया\(now.map { ", अब \($0)" } ?? "")"
  }
  func voided(_ name: String, _ entry: String) -> String { "\(name) ने \(entry) को रद्द किया" }
  func restored(_ name: String, _ entry: String) -> String { "\(name) ने \(entry) को वापस लाया" }
  func disputes(_ name: String, _ entry: String, _ reason: String) -> String { "\(name) को \(entry) पर आपत्ति है: \(reason)" }
  func disputesNoLonger(_ name: String, _ entry: String) -> String { "\(name) को \(entry) पर अब आपत्ति नहीं है" }
  func saidIncome(_ name: String) -> String { "\(name) ने अपनी आय बताई" }
  func moneyPart(_ part: EntryClash.MoneyPart) -> String {
    switch part {
    case .kind: "प्रकार"
    case .amount: "रक़म"
    case .rate: "दर"
    case .paid: "किसने दिए"
    case .split: "बँटवारा"
    }
  }
  func kind(_ kind: EntryKind) -> String {
    switch kind {
    case .expense: "ख़र्च"
    case .income: "आय"
    case .transfer: "भुगतान"
    case .unspecified, .UNRECOGNIZED: "?"
    }
  }
  func changedSince(_ field: String, _ name: String, version: String) -> String { "\(field): \(name) ने बदला (संस्करण \(version))" }
  func itWas() -> String { "पहले" }
  func itIs() -> String { "अब" }
  func yours() -> String { "आपका" }
  func reapplyHint() -> String { "फिर भी बदलना हो तो यह जोड़ें: --reapply; तब आपका बताया हुआ प्रविष्टि के नए रूप में बदलेगा।" }
  func whichCurrency(_ former: String, _ current: String) -> String {
    "प्रविष्टि पहले \(former) में थी, अब \(current) में है: आपकी रक़में किसमें हैं, यह बताएँ: --currency"
  }
  func preferencesSet() -> String { "आपने तय किया कि कौन सी सूचनाएँ चाहिए: hearth notify list" }
  func fault(_ fault: ReplicaFault) -> String {
    switch fault {
    case .gap(let lane, let expected, _): "धारा \(lane) में \(expected) नहीं आया।"
    case .repeated(let lane, _, let found): "धारा \(lane) में \(found) दोबारा आया।"
    case .hashMismatch(let lane, let position): "धारा \(lane) का \(position) अपनी छाप से मेल नहीं खाता।"
    case .unreadable(let lane, let position): "धारा \(lane) का \(position) पढ़ा नहीं जा सकता।"
    case .unexpected(let lane): "सर्वर ने धारा \(lane) का ऐसा भाग भेजा जो बताया नहीं था।"
    case .truncated(let lane, let had, let found): "सर्वर पर धारा \(lane) अब \(found) पर ख़त्म होती है, पहले \(had) तक थी।"
    case .impossible(let lane, let position, _): "धारा \(lane) का \(position) पहले की बातों से उलटा है।"
    }
  }

  func alertTitle(_ subject: String, _ percent: String, _ budget: String) -> String { "\(subject): \(budget) का \(percent)%" }
  func alertBody(_ spent: String, of limit: String) -> String { "\(limit) में से \(spent) ख़र्च" }

  func addedMember(_ actor: String, _ name: String, _ role: Role) -> String {
    "\(actor) ने \(name) को \(self.role(role)) के रूप में जोड़ा, जिनका अभी खाता नहीं है"
  }
  func joinedInPlace(_ name: String, _ role: Role) -> String { "\(name) अपने लिए रखी जगह पर \(self.role(role)) के रूप में शामिल" }
  func turnedOut(_ name: String, _ successor: String) -> String { "\(name) असल में \(successor) हैं" }
  func hasName(_ name: String) -> String { "अब से यह नाम है: \(name)" }
  func named(_ actor: String, _ name: String) -> String { "\(actor) ने एक सदस्य का नाम \(name) रखा" }
  func sharing(_ name: String, _ shares: Bool?) -> String {
    switch shares {
    case true?: "जिसमें किसी का नाम न हो, वह \(name) में भी बँटता है"
    case false?: "जिसमें किसी का नाम न हो, वह \(name) में नहीं बँटता"
    case nil: "जिसमें किसी का नाम न हो, वह \(name) में तभी बँटता है जब उनकी भूमिका ऐसी हो"
    }
  }
  func isBackAnew(_ name: String) -> String { "\(name) नई पहचान के साथ लौट आए" }
  func hasEmail(_ name: String, _ given: Bool) -> String {
    given ? "\(name) ने अपना ईमेल पता बताया" : "\(name) का ईमेल पता अब यहाँ नहीं है"
  }
  func hasColor(_ name: String, _ color: String) -> String {
    color.isEmpty ? "\(name) का अब कोई रंग नहीं है" : "\(name) का रंग अब \(color) है"
  }
  func hasRole(_ name: String, _ role: Role) -> String { "\(name) अब \(self.role(role))" }
  func becomes(_ name: String, _ role: Role, isAccepting: Bool) -> String {
    "\(name) \(isAccepting ? "मान लेने पर" : "7 दिन में") \(self.role(role))"
  }
  func asksToJoin(_ name: String, _ role: Role) -> String {
    "\(name) \(self.role(role)) के रूप में शामिल होना चाहते हैं: hearth member approve, या hearth member decline"
  }
  func asksToBecome(_ name: String, _ role: Role) -> String { "\(name) \(self.role(role)) बनना चाहते हैं" }
  func declined(_ actor: String, _ name: String) -> String { "\(actor) ने \(name) की माँग नहीं मानी" }
  func leftGroup(_ name: String) -> String { "\(name) ने समूह छोड़ा" }
  func removedMember(_ actor: String, _ name: String) -> String { "\(actor) ने \(name) को हटाया" }
  func isBack(_ name: String, _ role: Role) -> String { "\(name) \(self.role(role)) के रूप में वापस" }
  func tookBack(_ actor: String, _ name: String, _ role: Role) -> String {
    "\(actor) ने \(name) को \(self.role(role)) के रूप में वापस लिया"
  }
  func ownsGroup(_ name: String) -> String { "समूह के स्वामी अब \(name)" }

  func groupChanged(_ name: String, _ changes: [String]) -> String { "\(name) ने समूह बदला: \(list(changes))" }
  func changedName(_ group: String) -> String { "नाम \(group)" }
  func changedDescription() -> String { "परिचय" }
  func changedIcon() -> String { "चिह्न" }
  func changedCurrency(_ code: String) -> String { "मुद्रा \(code)" }
  func changedDebts(isSimplified: Bool) -> String { isSimplified ? "कम से कम लेन-देन दिखाए जाते हैं" : "देनदारी जैसी बनी वैसी दिखाई जाती है" }
  func changedTimeZone(_ zone: String) -> String { "समय-क्षेत्र \(zone)" }
  func changedWeek(_ day: Weekday) -> String { "हफ़्ता \(weekday(day)) से शुरू" }
  func changedRoom(_ members: UInt32) -> String { "\(members) सदस्यों तक की जगह" }
  func incomeTakenAway(_ name: String) -> String { "\(name) ने महीने की आय हटाई" }
  func incomeSet(_ name: String, _ figure: String) -> String { "\(name) ने महीने की आय \(figure) तय की" }
  func policySet(_ name: String, _ policy: Policy, _ isAllowed: Bool) -> String {
    "\(name) ने नीति तय की: \(self.policy(policy)) \(isAllowed ? "हाँ" : "नहीं")।"
  }
  func archived(_ name: String) -> String { "\(name) ने समूह को संग्रह में रखा" }
  func unarchived(_ name: String) -> String { "\(name) ने समूह को संग्रह से निकाला" }
  func purgeRequested(_ name: String) -> String { "\(name) 30 दिन में समूह मिटवाना चाहते हैं: hearth group show में तारीख़ है" }
  func purgeCancelled(_ name: String) -> String { "\(name) ने समूह रहने दिया: वह मिटाया नहीं जाएगा" }
  func categorySet(_ name: String, _ category: String) -> String { "\(name) ने श्रेणी \(category) तय की" }
  func categoryRetired(_ name: String, _ category: String) -> String { "\(name) ने श्रेणी \(category) हटाई" }
  func weekday(_ day: Weekday) -> String {
    switch day {
    case .monday, .unspecified, .UNRECOGNIZED: "सोमवार"
    case .tuesday: "मंगलवार"
    case .wednesday: "बुधवार"
    case .thursday: "गुरुवार"
    case .friday: "शुक्रवार"
    case .saturday: "शनिवार"
    case .sunday: "रविवार"
    }
  }
  func policy(_ policy: Policy) -> String {
    switch policy {
    case .adultsEditOthers: "वयस्क दूसरों की जोड़ी प्रविष्टियाँ बदलते हैं।"
    case .adultsVoidOwn: "वयस्क अपनी जोड़ी प्रविष्टियाँ रद्द करते हैं।"
    case .adminsInvite: "प्रबंधक न्योते देते हैं।"
    case .adultsAddPlaceholders: "वयस्क ऐसे सदस्य जोड़ते हैं जिनका अभी खाता नहीं है।"
    case .viewersDispute: "दर्शक उन प्रविष्टियों पर आपत्ति करते हैं जिनमें उनका नाम है।"
    case .minorsDispute: "नाबालिग उन प्रविष्टियों पर आपत्ति करते हैं जिनमें उनका नाम है।"
    case .adultsSeeIncome: "वयस्क महीने की आय देखते हैं।"
    case .viewersSeeIncome: "दर्शक महीने की आय देखते हैं।"
    case .unspecified, .UNRECOGNIZED: "किसी नए संस्करण की नीति।"
    }
  }
  func yes(_ isYes: Bool) -> String { isYes ? "हाँ" : "नहीं" }

  func every(_ unit: OccurrenceCalendar.Unit, _ interval: Int) -> String {
    switch (unit, interval) {
    case (.day, 1): "हर दिन"
    case (.week, 1): "हर हफ़्ते"
    case (.month, 1): "हर महीने"
    case (.year, 1): "हर साल"
    case (.day, _): "हर \(interval) दिन में"
    case (.week, _): "हर \(interval) हफ़्ते में"
    case (.month, _): "हर \(interval) महीने में"
    case (.year, _): "हर \(interval) साल में"
    }
  }
  func ruleText(_ rule: String, _ amount: String, _ interval: String, from date: String, instalments: Int?) -> String {
    "\(rule), \(date) से \(interval) \(amount)\(instalments.map { ", \($0) किस्तें" } ?? "")"
  }
  func ruleSet(_ name: String, _ text: String, isNew: Bool) -> String {
    isNew ? "\(name) ने नियम बनाया: \(text)" : "\(name) ने नियम बदला: \(text)"
  }
  func rulePaused(_ name: String, _ rule: String) -> String { "\(name) ने \(rule) को रोका" }
  func ruleOrphaned(_ rule: String) -> String {
    "\(rule) रुका: इसे बनाने वाले अब इसे नहीं चला सकते। स्वामी या प्रबंधक चला सकते हैं: hearth recurring resume"
  }
  func ruleStopped(_ rule: String, _ date: String, _ code: String) -> String {
    "\(rule) रुका हुआ है: \(date) की प्रविष्टि दर्ज नहीं हो सकी (\(code))"
  }
  func ruleResumed(_ name: String, _ rule: String, passed: String) -> String {
    "\(name) ने \(rule) को फिर चलाया" + (passed.isEmpty ? "" : "; \(passed) तक का कुछ दर्ज नहीं होता")
  }
  func occurrenceSkipped(_ name: String, _ rule: String, _ date: String) -> String { "\(name) ने \(rule) को \(date) पर छोड़ा" }
  func ruleEnded(_ name: String, _ rule: String) -> String { "\(name) ने \(rule) समाप्त किया" }
  func festivalSet(_ name: String, _ festival: String, _ amount: String) -> String { "\(name) ने \(festival) के लिए बचत रखी: \(amount)" }
  func festivalRemoved(_ name: String, _ festival: String) -> String { "\(name) ने लिफ़ाफ़ा \(festival) हटाया" }
}
