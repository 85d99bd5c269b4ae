import HearthProtocol

/// What is said of accounts, and of who sees them.
extension Phrases {
  func accountType(_ type: AccountType) -> String {
    switch type {
    case .checking: say("checking", "चालू")
    case .savings: say("savings", "बचत")
    case .cash: say("cash", "नकद")
    case .card: say("card", "कार्ड")
    case .gold: say("gold", "सोना")
    case .unspecified, .UNRECOGNIZED: say("unknown", "अज्ञात")
    }
  }
  func permission(_ permission: GrantPermission) -> String {
    switch permission {
    case .read: say("reads", "पढ़ते हैं")
    case .write: say("reads and writes", "पढ़ते और लिखते हैं")
    case .unspecified, .UNRECOGNIZED: say("unknown", "अज्ञात")
    }
  }
  func accountSet(_ actor: String, _ name: String, _ type: AccountType) -> String {
    say("\(actor) set up the account \(name) (\(accountType(type)))", "\(actor) ने खाता \(name) (\(accountType(type))) बनाया")
  }
  func accountChanged(_ actor: String, _ name: String, _ type: AccountType) -> String {
    say("\(actor) changed the account \(name) (\(accountType(type)))", "\(actor) ने खाता \(name) (\(accountType(type))) बदला")
  }
  func accountRenamed(_ actor: String, _ former: String, _ name: String) -> String {
    say("\(actor) renamed the account \(former) to \(name)", "\(actor) ने खाता \(former) का नाम \(name) रखा")
  }
  func accountReopened(_ actor: String, _ name: String) -> String {
    say("\(actor) opened the account \(name) again", "\(actor) ने खाता \(name) फिर खोला")
  }
  func accountClosed(_ actor: String, _ name: String) -> String {
    say("\(actor) closed the account \(name)", "\(actor) ने खाता \(name) बंद किया")
  }
  func accountEntry(_ account: String, _ figure: String, _ what: String, isIn: Bool) -> String {
    say(
      isIn ? "\(account): \(figure) in, \(what)" : "\(account): \(figure) out, \(what)",
      isIn ? "\(account): \(figure) जमा, \(what)" : "\(account): \(figure) निकासी, \(what)")
  }
  func accountEntryVoided(_ actor: String, _ account: String, _ what: String) -> String {
    say("\(actor) took out of \(account): \(what)", "\(actor) ने \(account) से हटाया: \(what)")
  }
  func accountReconciled(_ actor: String, _ account: String, _ count: Int, isUndone: Bool) -> String {
    let entries = count == 1 ? "1 entry" : "\(count) entries"
    return say(
      isUndone ? "\(actor) took the mark off \(entries) of \(account)" : "\(actor) compared \(entries) of \(account) with the statement",
      isUndone
        ? "\(actor) ने \(account) की \(count) प्रविष्टियों का मिलान हटाया" : "\(actor) ने \(account) की \(count) प्रविष्टियाँ विवरण से मिलाईं")
  }
  func accountGranted(_ actor: String, _ account: String, _ member: String, _ permission: GrantPermission) -> String {
    say(
      permission == .write
        ? "\(actor) shares the account \(account) with \(member), to read and write"
        : "\(actor) shares the account \(account) with \(member), to read",
      permission == .write
        ? "\(actor) ने खाता \(account) \(member) के साथ साझा किया, पढ़ने और लिखने के लिए"
        : "\(actor) ने खाता \(account) \(member) के साथ साझा किया, पढ़ने के लिए")
  }
  /// Said to whom it was granted.
  func accountOpened(_ owner: String, _ account: String, mayWrite: Bool) -> String {
    say(
      mayWrite
        ? "The account \(account) of \(owner) is shared with you, to read and write"
        : "The account \(account) of \(owner) is shared with you, to read",
      mayWrite
        ? "\(owner) का खाता \(account) आपके साथ साझा है, पढ़ने और लिखने के लिए" : "\(owner) का खाता \(account) आपके साथ साझा है, पढ़ने के लिए")
  }
  func accountRevoked(_ account: String, _ member: String) -> String {
    say("The account \(account) is not shared with \(member) any more", "खाता \(account) अब \(member) के साथ साझा नहीं है")
  }
  func revocationAsked(_ actor: String, _ account: String, _ member: String) -> String {
    say(
      "\(actor) wishes that the account \(account) is not shared with \(member) any more",
      "\(actor) चाहते हैं कि खाता \(account) अब \(member) के साथ साझा न हो")
  }
  func revocationDeclined(_ account: String, _ member: String) -> String {
    say("The account \(account) stays shared with \(member)", "खाता \(account) \(member) के साथ साझा रहता है")
  }
  func noAccounts(mayMake: Bool) -> String {
    offer(
      say("No accounts yet.", "अभी कोई खाता नहीं है।"),
      mayMake
        ? say("Make one with: hearth account add Savings --type savings", "ऐसे बनाएँ: hearth account add Savings --type savings") : nil)
  }
  func accountOf(_ owner: String?) -> String { say(owner.map { "of \($0)" } ?? "yours", owner.map { "\($0) का" } ?? "आपका") }
  func closedAccount() -> String { say("closed", "बंद") }
  func balance(_ figure: String, reconciled: String) -> String {
    say("Balance \(figure), compared with statements \(reconciled)", "शेष \(figure), विवरण से मिलाया \(reconciled)")
  }
  func opening(_ figure: String) -> String { say("Opening balance \(figure)", "आरंभिक शेष \(figure)") }
  func sharedWith() -> String { say("Shared with", "किनके साथ साझा") }
  func sharedWithNobody() -> String { say("Nobody sees it besides you.", "आपके अलावा इसे कोई नहीं देखता।") }
  func grant(_ member: String, _ permission: GrantPermission, since day: String, needsConsent: Bool) -> String {
    let consent = needsConsent ? say(", ends when both agree", ", दोनों की सहमति से समाप्त") : ""
    return say("\(member) \(self.permission(permission)), since \(day)", "\(member) \(self.permission(permission)), \(day) से") + consent
  }
  func revocationWaits(_ name: String, until day: String) -> String {
    say("\(name) asked to end it; an answer counts until \(day)", "\(name) ने इसे समाप्त करने को कहा; उत्तर \(day) तक मान्य है")
  }
  func agree(_ line: String) -> String { say("Agree: \(line)", "मान लें: \(line)") }
  func keepShared(_ line: String) -> String { say("Keep it shared: \(line)", "साझा रखें: \(line)") }
  func takeBack(_ line: String) -> String { say("Take it back: \(line)", "अपनी बात वापस लें: \(line)") }
  func accountEntries() -> String { say("Entries", "प्रविष्टियाँ") }
  func noAccountEntries() -> String { say("Nothing noted yet.", "अभी कुछ नहीं लिखा गया।") }
  func transferSide() -> String { say("transfer", "अंतरण") }
  func compared() -> String { say("compared", "मिलाया") }
  /// What is asked before an account becomes a joint one (product 146).
  func askJoint(_ account: String, _ member: String, readsOnly: Bool, needsConsent: Bool) -> String {
    let end =
      needsConsent
      ? say(
        "Ending it later needs the consent of both of you.", "इसे बाद में समाप्त करने के लिए आप दोनों की सहमति चाहिए।")
      : say("Either of you can end it later.", "आप दोनों में से कोई भी इसे बाद में समाप्त कर सकता है।")
    let rights =
      readsOnly
      ? say("you alone can add, change and void entries.", "केवल आप प्रविष्टियाँ जोड़, बदल और हटा सकेंगे।")
      : say("both of you can add, change and void entries.", "आप दोनों प्रविष्टियाँ जोड़, बदल और हटा सकेंगे।")
    return say(
      "\(member) will see the balance and all entries of \(account), and \(rights) \(end) Share it? yes or no: ",
      "\(member) \(account) का शेष और सारी प्रविष्टियाँ देखेंगे, और \(rights) \(end) साझा करें? हाँ (yes) या नहीं (no): ")
  }
  func notShared() -> String { say("Nothing was shared.", "कुछ साझा नहीं किया गया।") }
  func shareable() -> String { say("Accounts of yours that can be shared", "आपके वे खाते जो साझा किए जा सकते हैं") }
  func allShared() -> String {
    say(
      "You have no account that could be shared with anybody else.", "आपका ऐसा कोई खाता नहीं है जो किसी और के साथ साझा हो सके।")
  }
  func paidInto(_ account: String?) -> String {
    say(account.map { "paid into \($0)" } ?? "paid into an account", account.map { "\($0) में जमा" } ?? "एक खाते में जमा")
  }
  func accounts() -> String { say("Accounts", "खाते") }
  func children() -> String { say("Children", "बच्चे") }
  func childSpent(_ name: String, _ figure: String) -> String {
    say("\(name) spent \(figure) this month", "\(name) ने इस महीने \(figure) ख़र्च किए")
  }
  func jointAccounts() -> String { say("Joint accounts", "संयुक्त खाते") }
}
