import HearthClient
import HearthProtocol
import Ledger

/// What is said of a group, and of who may do what there.
extension Phrases {
  func notComplete() -> String { say("The group is not complete.", "समूह अधूरा है।") }
  func settings() -> String { say("Settings", "सेटिंग") }
  func label(_ line: GroupLine) -> String {
    switch line {
    case .name: say("Name", "नाम")
    case .description: say("Description", "परिचय")
    case .icon: say("Icon", "चिह्न")
    case .template: say("Template", "साँचा")
    case .currency: say("Currency", "मुद्रा")
    case .income: say("Monthly income", "महीने की आय")
    case .debts: say("Debts", "देनदारी")
    case .timeZone: say("Time zone", "समय-क्षेत्र")
    case .weekStart: say("Weeks begin on", "हफ़्ते का पहला दिन")
    case .members: say("Members", "सदस्य")
    case .created: say("Created", "बना")
    case .changed: say("Changed", "बदला")
    case .archived: say("Archived", "संग्रह में")
    case .purge: say("Deleted from", "मिटाया जाएगा")
    }
  }
  func template(_ template: GroupTemplate) -> String {
    switch template {
    case .family, .unspecified, .UNRECOGNIZED: say(template.word, "परिवार")
    case .indianFamily: say(template.word, "भारतीय परिवार")
    case .splitGroup: say(template.word, "बँटवारे का समूह")
    }
  }
  func debts(isSimplified: Bool) -> String {
    say(isSimplified ? "in the fewest payments" : "as they arose", isSimplified ? "कम से कम भुगतान" : "जैसी बनी वैसी")
  }
  func notShown() -> String { say("not shown to you", "आपको नहीं दिखाई जाती") }
  func notSaid() -> String { say("not said", "नहीं बताई गई") }
  func members(_ count: Int, of most: Int) -> String { say("\(count) of \(most)", "\(most) में से \(count)") }
  /// - Parameter name: nil when nobody is known.
  func created(on day: String, by name: String?) -> String {
    say(day + (name.map { " by \($0)" } ?? ""), day + (name.map { ", \($0) ने बनाया" } ?? ""))
  }
  func purge(from day: String) -> String { say("\(day), unless hearth group keep", "\(day) से, जब तक hearth group keep न हो") }

  // The group itself.

  func groupChanged(_ name: String, _ changes: [String]) -> String {
    say("\(name) changed the group: \(list(changes))", "\(name) ने समूह बदला: \(list(changes))")
  }
  func changedName(_ group: String) -> String { say("it is called \(group)", "नाम \(group)") }
  func changedDescription() -> String { say("its description", "परिचय") }
  func changedIcon() -> String { say("its icon", "चिह्न") }
  func changedCurrency(_ code: String) -> String { say("its currency is \(code)", "मुद्रा \(code)") }
  func changedDebts(isSimplified: Bool) -> String {
    say(
      isSimplified ? "debts are shown in the fewest payments" : "debts are shown as they arose",
      isSimplified ? "कम से कम भुगतान दिखाए जाते हैं" : "देनदारी जैसी बनी वैसी दिखाई जाती है")
  }
  func changedTimeZone(_ zone: String) -> String { say("its time zone is \(zone)", "समय-क्षेत्र \(zone)") }
  func changedWeek(_ day: Weekday) -> String { say("weeks begin on \(day.word)", "हफ़्ता \(weekday(day)) से शुरू") }
  func changedPlaces(_ members: UInt32) -> String { say("\(members) members fit", "\(members) सदस्यों तक की जगह") }
  func incomeTakenAway(_ name: String) -> String { say("\(name) removed the monthly income", "\(name) ने महीने की आय हटाई") }
  func incomeSet(_ name: String, _ figure: String) -> String {
    say("\(name) set the monthly income to \(figure)", "\(name) ने महीने की आय \(figure) तय की")
  }
  func policySet(_ name: String, _ policy: Policy, _ isAllowed: Bool) -> String {
    say(
      "\(name) set a policy: \(self.policy(policy)) \(isAllowed ? "Yes" : "No").",
      "\(name) ने नीति तय की: \(self.policy(policy)) \(isAllowed ? "हाँ" : "नहीं")।")
  }
  func archived(_ name: String) -> String { say("\(name) archived the group", "\(name) ने समूह को संग्रह में रखा") }
  func unarchived(_ name: String) -> String { say("\(name) took the group out of the archive", "\(name) ने समूह को संग्रह से निकाला") }
  func purgeRequested(_ name: String) -> String {
    say(
      "\(name) wants the group deleted in 30 days: hearth group show says when",
      "\(name) 30 दिन में समूह मिटवाना चाहते हैं: hearth group show में तारीख़ है")
  }
  func purgeCancelled(_ name: String) -> String {
    say("\(name) keeps the group: it is not deleted", "\(name) ने समूह रहने दिया: वह मिटाया नहीं जाएगा")
  }
  func categorySet(_ name: String, _ category: String) -> String {
    say("\(name) set the category \(category)", "\(name) ने श्रेणी \(category) तय की")
  }
  func categoryRetired(_ name: String, _ category: String) -> String {
    say("\(name) retired the category \(category)", "\(name) ने श्रेणी \(category) हटाई")
  }
  func weekday(_ day: Weekday) -> String {
    switch day {
    case .monday, .unspecified, .UNRECOGNIZED: say(day.word, "सोमवार")
    case .tuesday: say(day.word, "मंगलवार")
    case .wednesday: say(day.word, "बुधवार")
    case .thursday: say(day.word, "गुरुवार")
    case .friday: say(day.word, "शुक्रवार")
    case .saturday: say(day.word, "शनिवार")
    case .sunday: say(day.word, "रविवार")
    }
  }
  /// What the policy decides.
  func policy(_ policy: Policy) -> String {
    switch policy {
    case .adultsEditOthers: say("Adults edit entries that others added.", "वयस्क दूसरों की जोड़ी प्रविष्टियाँ बदलते हैं।")
    case .adultsVoidOwn: say("Adults void entries that they added.", "वयस्क अपनी जोड़ी प्रविष्टियाँ रद्द करते हैं।")
    case .adminsInvite: say("Admins invite.", "प्रबंधक न्योते देते हैं।")
    case .adultsAddPlaceholders: say("Adults add members who have no account yet.", "वयस्क ऐसे सदस्य जोड़ते हैं जिनका अभी खाता नहीं है।")
    case .viewersDispute:
      say(
        "Viewers dispute entries that name them, and comment on all entries.",
        "दर्शक उन प्रविष्टियों पर आपत्ति करते हैं जिनमें उनका नाम है, और सब पर अपनी बात कहते हैं।")
    case .minorsDispute:
      say(
        "Minors dispute entries that name them, and comment on all entries.",
        "नाबालिग उन प्रविष्टियों पर आपत्ति करते हैं जिनमें उनका नाम है, और सब पर अपनी बात कहते हैं।")
    case .adultsSeeIncome: say("Adults see the monthly income.", "वयस्क महीने की आय देखते हैं।")
    case .viewersSeeIncome: say("Viewers see the monthly income.", "दर्शक महीने की आय देखते हैं।")
    case .adminsMakeTokens: say("Admins make tokens for programs.", "प्रबंधक प्रोग्रामों के लिए टोकन बनाते हैं।")
    case .adminsSetWebhooks: say("Admins set webhooks.", "प्रबंधक वेबहुक लगाते हैं।")
    case .unspecified, .UNRECOGNIZED: say("A policy of a later version.", "किसी नए संस्करण की नीति।")
    }
  }
  func yes(_ isYes: Bool) -> String { say(isYes ? "yes" : "no", isYes ? "हाँ" : "नहीं") }

  // Who may do what.

  func asDefault() -> String { say("as the product's default", "जैसा शुरू से है") }
  func set(by name: String, on day: String) -> String { say("set by \(name) on \(day)", "\(name) ने \(day) को तय किया") }
  func fullStop() -> String { say(".", "।") }
  func soEverywhere() -> String { say("It is so in every group.", "हर समूह में ऐसा ही है।") }
  func may(_ name: String, _ role: Role, _ isAllowed: Bool) -> String {
    say(
      "\(name) (\(role.word)) \(isAllowed ? "may" : "may not") do this",
      "\(name) (\(self.role(role))) यह \(isAllowed ? "कर सकते हैं" : "नहीं कर सकते")")
  }
  func onlyOwn() -> String { say("with what is their own; not with others'", "केवल अपने में; दूसरों के में नहीं") }
  func nothingInArchive() -> String {
    say(
      "The group is archived, and nothing of this kind is done there: hearth group unarchive",
      "समूह संग्रह में है, वहाँ यह नहीं होता: hearth group unarchive")
  }
  func onlyPaymentsInArchive() -> String {
    say("The group is archived: only payments are added there.", "समूह संग्रह में है: वहाँ केवल भुगतान जोड़े जाते हैं।")
  }
  func hasChangedSince(_ entry: String) -> String {
    say(
      "\(entry) has been changed since; what was done to it before is not undone.",
      "\(entry) उसके बाद बदल चुका है, इसलिए पहले का काम वापस नहीं लिया जाता।")
  }
  func isVoided(_ entry: String) -> String {
    say("\(entry) is voided. Restore it first: hearth restore", "\(entry) रद्द है। पहले उसे वापस लाएँ: hearth restore")
  }
  func isVoidedAlready(_ entry: String) -> String { say("\(entry) is voided already.", "\(entry) पहले से रद्द है।") }
  func isNotVoided(_ entry: String) -> String {
    say("\(entry) is not voided, so there is nothing to restore.", "\(entry) रद्द नहीं है, इसलिए वापस लाने को कुछ नहीं है।")
  }
  func isNotNamed(_ name: String, _ entry: String) -> String {
    say("\(name) neither paid nor owes anything of \(entry).", "\(entry) में \(name) ने न कुछ दिया, न कुछ देना है।")
  }
  func nothingToUndo(_ name: String) -> String {
    say("There is nothing that \(name) could undo now.", "अभी ऐसा कुछ नहीं है जिसे \(name) वापस ले सकें।")
  }
  func wouldUndo(_ entry: String) -> String {
    say("It would undo the last change of \(entry).", "इससे \(entry) का पिछला बदलाव वापस होगा।")
  }
  func right(_ right: Right) -> String {
    let row = right.row
    let parts = RoleSet.order.filter { row[$0] != .no }.map { role($0) + condition(row[$0]) }
    return say("The rule is \(right.text).", "नियम \(right.rawValue): \(parts.joined(separator: ", "))।")
  }
  func reach(_ reach: PermissionChange.Reach) -> String {
    switch reach {
    case .nothing: say("no", "नहीं")
    case .own: say("only their own", "केवल अपने")
    case .everything: say("yes", "हाँ")
    }
  }
  func noRightChanges() -> String { say("It changes nobody's rights.", "इससे किसी के अधिकार नहीं बदलते।") }

  private func condition(_ permission: Permission) -> String {
    func names(_ roles: RoleSet) -> String { RoleSet.order.filter { roles.contains(RoleSet($0)) }.map(role).joined(separator: ", ") }
    return switch permission {
    case .yes, .no: ""
    case .own: " (केवल अपना)"
    case .guardian: " (अभिभावक के रूप में)"
    case .unrestricted: " (उस नाबालिग को नहीं जिसे केवल मालिक समझाते हैं)"
    case .policy(let policy): " (अगर \(policy.key))"
    case .ownIf(let policy): " (केवल अपना, अगर \(policy.key))"
    case .ownAndOthers(let policy): " (अपना; दूसरों का अगर \(policy.key))"
    case .toward(let roles): " (इनके लिए: \(names(roles)))"
    case .ownAndToward(let roles): " (अपने लिए; इनके लिए भी: \(names(roles)))"
    }
  }
}

/// A line of what a group says of itself.
enum GroupLine: CaseIterable {
  case name, description, icon, template, currency, income, debts, timeZone, weekStart, members, created, changed, archived, purge
}
