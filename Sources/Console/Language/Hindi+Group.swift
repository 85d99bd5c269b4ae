import HearthProtocol
import Ledger

extension Hindi {
  func notComplete() -> String { "समूह अधूरा है।" }
  func label(_ line: GroupLine) -> String {
    switch line {
    case .name: "नाम"
    case .description: "परिचय"
    case .icon: "चिह्न"
    case .template: "साँचा"
    case .currency: "मुद्रा"
    case .income: "महीने की आय"
    case .debts: "देनदारी"
    case .timeZone: "समय-क्षेत्र"
    case .weekStart: "हफ़्ते का पहला दिन"
    case .members: "सदस्य"
    case .created: "बना"
    case .changed: "बदला"
    case .archived: "संग्रह में"
    case .purge: "मिटाया जाएगा"
    }
  }
  func template(_ template: GroupTemplate) -> String {
    switch template {
    case .family, .unspecified, .UNRECOGNIZED: "परिवार"
    case .indianFamily: "भारतीय परिवार"
    case .splitGroup: "बँटवारे का समूह"
    }
  }
  func debts(isSimplified: Bool) -> String { isSimplified ? "कम से कम लेन-देन" : "जैसी बनी वैसी" }
  func notShown() -> String { "आपको नहीं दिखाई जाती" }
  func notSaid() -> String { "नहीं बताई गई" }
  func members(_ count: Int, of most: Int) -> String { "\(most) में से \(count)" }
  func created(on day: String, by name: String?) -> String { day + (name.map { ", \($0) ने बनाया" } ?? "") }
  func purge(from day: String) -> String { "\(day) से, जब तक hearth group keep न हो" }

  func asDefault() -> String { "जैसा शुरू से है" }
  func set(by name: String, on day: String) -> String { "\(name) ने \(day) को तय किया" }
  func fullStop() -> String { "।" }
  func soEverywhere() -> String { "हर समूह में ऐसा ही है।" }
  func may(_ name: String, _ role: Role, _ isAllowed: Bool) -> String {
    "\(name) (\(self.role(role))) यह \(isAllowed ? "कर सकते हैं" : "नहीं कर सकते")"
  }
  func onlyOwn() -> String { "केवल अपने में; दूसरों के में नहीं" }
  func nothingInArchive() -> String { "समूह संग्रह में है, वहाँ यह नहीं होता: hearth group unarchive" }
  func onlyPaymentsInArchive() -> String { "समूह संग्रह में है: वहाँ केवल भुगतान जोड़े जाते हैं।" }
  func hasChangedSince(_ entry: String) -> String { "\(entry) उसके बाद बदल चुका है, इसलिए पहले का काम वापस नहीं लिया जाता।" }
  func isVoided(_ entry: String) -> String { "\(entry) रद्द है। पहले उसे वापस लाएँ: hearth restore" }
  func isVoidedAlready(_ entry: String) -> String { "\(entry) पहले से रद्द है।" }
  func isNotVoided(_ entry: String) -> String { "\(entry) रद्द नहीं है, इसलिए वापस लाने को कुछ नहीं है।" }
  func isNotNamed(_ name: String, _ entry: String) -> String { "\(entry) में \(name) ने न कुछ दिया, न कुछ देना है।" }
  func nothingToUndo(_ name: String) -> String { "अभी ऐसा कुछ नहीं है जिसे \(name) वापस ले सकें।" }
  func wouldUndo(_ entry: String) -> String { "इससे \(entry) का पिछला बदलाव वापस होगा।" }
  func rule(_ rule: Rule) -> String {
    let row = rule.row
    let parts = RoleSet.order.filter { row[$0] != .no }.map { role($0) + condition(row[$0]) }
    return "नियम \(rule.rawValue): \(parts.joined(separator: ", "))।"
  }
  private func condition(_ permission: Permission) -> String {
    func names(_ roles: RoleSet) -> String { RoleSet.order.filter { roles.contains(RoleSet($0)) }.map(role).joined(separator: ", ") }
    return switch permission {
    case .yes, .no: ""
    case .own: " (केवल अपना)"
    case .policy(let policy): " (अगर \(policy.key))"
    case .ownIf(let policy): " (केवल अपना, अगर \(policy.key))"
    case .ownAndOthers(let policy): " (अपना; दूसरों का अगर \(policy.key))"
    case .toward(let roles): " (इनके लिए: \(names(roles)))"
    case .ownAndToward(let roles): " (अपने लिए; इनके लिए भी: \(names(roles)))"
    }
  }
  func noRightChanges() -> String { "इससे किसी के अधिकार नहीं बदलते।" }
  func reach(_ reach: PermissionChange.Reach) -> String {
    switch reach {
    case .nothing: "नहीं"
    case .own: "केवल अपने"
    case .everything: "हाँ"
    }
  }

  func memberLeft() -> String { "छोड़ गए" }
  func memberRemoved() -> String { "हटाए गए" }
  func isNow(_ successor: String) -> String { "अब \(successor)" }
  func noAccount(becomesMinor: Bool) -> String { becomesMinor ? "अभी खाता नहीं, 7 दिन में नाबालिग" : "अभी खाता नहीं" }
  func asksToBecome(_ role: Role) -> String { "\(self.role(role)) बनना चाहते हैं" }
  func becomes(_ role: Role) -> String { "मान लेने पर \(self.role(role))" }

  func isSharedName(_ name: String, _ shown: String) -> String {
    "\(name) नाम का एक और सदस्य है, इसलिए यह \(shown) दिखता है। नाम बदलने के लिए: hearth member rename"
  }
  func noGroups() -> String { "आप अभी किसी समूह में नहीं हैं। hearth create से एक बनाएँ, या hearth join CODE से किसी में शामिल हों।" }
  func onlyArchived(_ groups: Int) -> String { "आपके \(groups) समूह संग्रह में हैं, और कोई नहीं है: hearth groups --all" }
  func damaged() -> String { "बिगड़ा हुआ: सर्वर चलाने वाले से कहें: hearthd verify" }
  func unreadable() -> String { "अभी पढ़ा नहीं जा सकता" }
  func archived(group: String) -> String { "\(group) (संग्रह में)" }
  func owned(by name: String, _ members: Int) -> String { "\(name) का, \(self.members(members))" }
  func wouldJoin(as role: Role) -> String { "आप \(self.role(role)) के रूप में शामिल होंगे।" }
  func acceptsNotice() -> String { "शामिल होने से पहले पारदर्शिता की सूचना माननी होती है; hearth join उसे दिखाता है।" }
  func inviteIsFor(_ uses: UInt32, _ role: Role, _ time: String) -> String {
    "इस कोड से पहले \(uses == 1 ? "एक व्यक्ति" : "\(uses) लोग") \(time) के भीतर \(self.role(role)) के रूप में शामिल हो सकते हैं: "
      + "इसे केवल उन्हें भेजें जिनके लिए है।"
  }
  func inviteIsBound(_ role: Role, _ time: String) -> String {
    "इस कोड से केवल वही पहचान, जिसका नाम आपने दिया, \(time) के भीतर \(self.role(role)) के रूप में शामिल हो सकती है: और किसी के लिए यह बेकार है।"
  }
  func inviteHasID(_ id: String) -> String { "वापस लेने के लिए: hearth invite revoke \(id)" }
  func inviteMade(by maker: String?, on day: String?) -> String {
    (day.map { "\($0) को " } ?? "") + "\(maker ?? "सर्वर") ने बनाया"
  }
  func inviteIsRevokedBy() -> String { "न्योता उसकी गिनती, लेबल या पहचान की शुरुआत से वापस लें: hearth invite revoke 1" }
  func ended(invites: Int, rules: [String]) -> String? {
    let parts =
      (rules.isEmpty ? [] : ["रुके: \(rules.joined(separator: ", ")) (hearth recurring resume)"])
      + (invites == 0 ? [] : [invites == 1 ? "1 न्योता वापस लिया गया" : "\(invites) न्योते वापस लिए गए"])
    return parts.isEmpty ? nil : "उस अधिकार के साथ उस पर टिकी चीज़ें भी समाप्त हुईं: \(parts.joined(separator: "; "))।"
  }
  func inviteIsSafer() -> String {
    "केवल एक व्यक्ति के लिए कोड: hearth invite --for, और वह पहचान जो hearth whoami उन्हें दिखाता है।"
  }
  func inviteIsApproved(_ role: Role, _ time: String) -> String {
    "इस कोड से कोई भी \(time) के भीतर \(self.role(role)) के रूप में शामिल होना माँग सकता है; आपकी हाँ से पहले कोई अंदर नहीं: hearth member approve NAME"
  }
  func needsApproval() -> String { "हाँ के बाद" }
  func wouldShare(_ shares: Bool) -> String {
    shares
      ? "जिसमें किसी का नाम न हो, उसमें आपका भी हिस्सा होगा: कौन-कौन, यह hearth members दिखाता है।"
      : "जिसमें किसी का नाम न हो, उसमें आपका कोई हिस्सा नहीं होगा।"
  }
  func joinNeedsApproval() -> String { "आप शामिल होना माँगेंगे: स्वामी या प्रबंधक तय करते हैं।" }
  func memberPending() -> String { "बाक़ी, शामिल होना माँगते हैं" }
  func memberShares(_ shares: Bool) -> String { shares ? "हिस्सेदार" : "नाम लेने पर ही हिस्सेदार" }
  func memberAccepted() -> String { "शामिल" }
  func isBound() -> String { "एक पहचान के लिए" }
  func isIdentity(_ identity: String) -> String { "आपकी पहचान \(identity) है। hearth invite --for में इसे लिखने वाला केवल आपको न्योता देता है।" }
  func noInvites() -> String { "कोई न्योता नहीं है। एक बनाएँ: hearth invite --role adult" }
  func used(_ uses: UInt32, of most: UInt32) -> String { "\(most) में से \(uses) बार" }
  func standing(_ standing: InviteStanding) -> String {
    switch standing {
    case .revoked: "वापस लिया"
    case .usedUp: "पूरा हुआ"
    case .expired: "समय बीता"
    case .open(let time): "खुला, \(time) बाक़ी"
    }
  }

  func noRates() -> String { "अभी कोई दर नहीं है। एक दर्ज करें: hearth rate set USD 83.1525" }
  func languageKept(isSystem: Bool) -> String {
    isSystem ? "Hearth अब सिस्टम की भाषा में बोलेगा।" : "Hearth अब हिन्दी में बोलेगा।"
  }
  func currencyKept(_ code: String?) -> String {
    code.map { "बाक़ी \($0) में दिखेगी, जहाँ तक दरें हैं।" } ?? "बाक़ी हर मुद्रा में अलग दिखेगी।"
  }
  func use(isExpense: Bool, isIncome: Bool) -> String { isExpense ? isIncome ? "ख़र्च, आय" : "ख़र्च" : "आय" }
  func retired() -> String { "हटाई गई" }
  func line(_ number: Int) -> String { "पंक्ति \(number)" }
  func new() -> String { "नई" }
  func known() -> String { "पहले से है" }
  func new(_ count: Int) -> String { "\(count) नई" }
  func known(_ count: Int) -> String { "\(count) पहले से" }
  func idle(_ count: Int) -> String { "\(count) में कुछ जोड़ना नहीं" }
  func problems(_ count: Int) -> String { "\(count) में गड़बड़" }
  func commitHint() -> String { " कुछ भेजा नहीं गया; --commit से नई जुड़ती हैं।" }
  func problemsHint() -> String {
    " कुछ भेजा नहीं गया। जब तक पंक्तियाँ ठीक न हों या --skip-problems से छोड़ी न जाएँ, तब तक कुछ नहीं जुड़ेगा।"
  }
  func imported(_ counts: String) -> String { "हो गया: \(counts)।" }
  func notedOnly(_ rates: Int) -> String { "इससे पहले \(rates) दरें दर्ज हुईं।" }
}
