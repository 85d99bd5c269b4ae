import HearthClient
import HearthProtocol
import Ledger

/// What is said of groups in lists, and of invites.
extension Phrases {
  /// Of a new member whose name another has too.
  func isSharedName(_ name: String, _ shown: String) -> String {
    say(
      "Another member is called \(name) too, so this one is shown as \(shown). To change the name: hearth member rename",
      "\(name) नाम का एक और सदस्य है, इसलिए यह \(shown) दिखता है। नाम बदलने के लिए: hearth member rename")
  }
  func noGroups() -> String {
    say(
      "You are in no group yet. Make one with hearth create, or join one with hearth join CODE.",
      "आप अभी किसी समूह में नहीं हैं। hearth create से एक बनाएँ, या hearth join कोड से किसी में शामिल हों।")
  }
  /// Instead of that, when all groups are hidden because they are archived.
  func onlyArchived(_ groups: Int) -> String {
    say(
      "\(groups == 1 ? "1 group of yours is archived" : "\(groups) groups of yours are archived"), no other is there: hearth groups --all",
      "आपके \(groups) समूह संग्रह में हैं, और कोई नहीं है: hearth groups --all")
  }
  func damaged() -> String {
    say("damaged: ask the operator to run hearthd verify", "बिगड़ा हुआ: सर्वर चलाने वाले से कहें: hearthd verify")
  }
  func unreadable() -> String { say("cannot be read just now", "अभी पढ़ा नहीं जा सकता") }
  func archived(group: String) -> String { say("\(group) (archived)", "\(group) (संग्रह में)") }
  func owned(by name: String, _ members: Int) -> String {
    say("of \(name), \(self.members(members))", "\(name) का, \(self.members(members))")
  }
  func wouldJoin(as role: Role) -> String { say("You would join as \(role.word).", "आप \(self.role(role)) के रूप में शामिल होंगे।") }
  /// What an invite means for entries that do not say who owes.
  func newcomersShare(_ shares: Bool) -> String {
    say(
      shares
        ? "People who join by it share every entry that does not say who shares it."
        : "People who join by it share only entries that name them.",
      shares
        ? "जिस प्रविष्टि में किसी का नाम न हो, इससे आने वालों का उसमें हिस्सा होगा।"
        : "जिस प्रविष्टि में किसी का नाम न हो, इससे आने वालों का उसमें हिस्सा नहीं होगा।")
  }
  func wouldShare(_ shares: Bool) -> String {
    say(
      shares
        ? "You would share every entry that does not say who shares it: hearth members shows who else does."
        : "You would share only entries that name you.",
      shares
        ? "जिसमें किसी का नाम न हो, उसमें आपका भी हिस्सा होगा: कौन-कौन, यह hearth members दिखाता है।"
        : "जिसमें किसी का नाम न हो, उसमें आपका कोई हिस्सा नहीं होगा।")
  }
  func joinNeedsApproval() -> String {
    say("You would ask to join: the owner or an admin decides.", "आप शामिल होना माँगेंगे: मालिक या प्रबंधक तय करते हैं।")
  }
  func acceptsNotice() -> String {
    say(
      "Before you join you accept the transparency notice; hearth join shows it.",
      "शामिल होने से पहले पारदर्शिता की सूचना माननी होती है; hearth join उसे दिखाता है।")
  }
  func inviteIsFor(_ uses: UInt32, _ role: Role, _ time: String) -> String {
    say(
      "\(uses == 1 ? "The first who has" : "The first \(uses) who have") this code can join as \(role.word) within \(time): "
        + "send it only to the person you invite.",
      "इस कोड से पहले \(uses == 1 ? "एक व्यक्ति" : "\(uses) लोग") \(time) के भीतर \(self.role(role)) के रूप में शामिल हो सकते हैं: "
        + "इसे केवल उन्हें भेजें जिनके लिए है।")
  }
  func inviteIsBound(_ role: Role, _ time: String) -> String {
    say(
      "Only the identity that you named can join by it, as \(role.word) within \(time): to anybody else this code is worthless.",
      "इस कोड से केवल वही पहचान, जिसका नाम आपने दिया, \(time) के भीतर \(self.role(role)) के रूप में शामिल हो सकती है: और किसी के लिए यह बेकार है।")
  }
  func inviteIsApproved(_ role: Role, _ time: String) -> String {
    say(
      "Anybody with this code can ask to join as \(role.word) within \(time); nobody is in before you say so: hearth member approve NAME",
      "इस कोड से कोई भी \(time) के भीतर \(self.role(role)) के रूप में शामिल होना माँग सकता है; आपकी हाँ से पहले कोई अंदर नहीं: hearth member approve नाम")
  }
  func inviteIsSafer() -> String {
    say(
      "A code for one person alone: hearth invite --for ID, with the ID that hearth whoami shows them.",
      "केवल एक व्यक्ति के लिए कोड: hearth invite --for, और वह पहचान जो hearth whoami उन्हें दिखाता है।")
  }
  /// How a new invite can be taken back.
  func inviteHasID(_ id: String) -> String {
    say("To take it back: hearth invite revoke \(id)", "वापस लेने के लिए: hearth invite revoke \(id)")
  }
  /// In a list of invites.
  ///
  /// - Parameters:
  ///   - maker: nil: the server.
  ///   - day: nil when it is not known.
  func inviteMade(by maker: String?, on day: String?) -> String {
    say(
      "made by \(maker ?? "the server")" + (day.map { " on \($0)" } ?? ""),
      (day.map { "\($0) को " } ?? "") + "\(maker ?? "सर्वर") ने बनाया")
  }
  func inviteIsRevokedBy() -> String {
    say(
      "Take one back by its number, its label or the beginning of its id: hearth invite revoke 1",
      "न्योता उसकी गिनती, लेबल या पहचान की शुरुआत से वापस लें: hearth invite revoke 1")
  }
  /// What ended because somebody lost a right; nil when nothing did.
  ///
  /// - Parameters:
  ///   - invites: how many were revoked.
  ///   - rules: the names of the rules that paused.
  ///   - allowances: how many paused.
  func ended(invites: Int, rules: [String], allowances: Int = 0) -> String? {
    let names = rules.joined(separator: ", ")
    let paused = rules.isEmpty ? nil : say("paused: \(names) (hearth recurring resume)", "रुके: \(names) (hearth recurring resume)")
    let revoked: String? =
      switch invites {
      case 0: nil
      case 1: say("1 invite was revoked", "1 न्योता वापस लिया गया")
      default: say("\(invites) invites were revoked", "\(invites) न्योते वापस लिए गए")
      }
    let unpaid: String? =
      switch allowances {
      case 0: nil
      case 1: say("1 allowance was paused", "1 भत्ता रुका")
      default: say("\(allowances) allowances were paused", "\(allowances) भत्ते रुके")
      }
    let parts = [paused, unpaid, revoked].compactMap(\.self).joined(separator: "; ")
    guard !parts.isEmpty else { return nil }
    return say("What rested on that right ended with it: \(parts).", "उस अधिकार के साथ उस पर टिकी चीज़ें भी समाप्त हुईं: \(parts)।")
  }
  /// In a list of invites: only one identity may use it.
  func isBound() -> String { say("for one identity", "एक पहचान के लिए") }
  /// In a list of invites: a person who joins by it asks first.
  func needsApproval() -> String { say("to be approved", "हाँ के बाद") }
  func noInvites(mayInvite: Bool) -> String {
    offer(
      say("There are no invites.", "कोई न्योता नहीं है।"),
      mayInvite ? say("Make one: hearth invite --role adult", "एक बनाएँ: hearth invite --role adult") : nil)
  }
  func isIdentity(_ identity: String) -> String {
    say(
      "Your identity is \(identity). An invite with hearth invite --for and this identity is for you alone.",
      "आपकी पहचान \(identity) है। hearth invite --for में इसे लिखने वाला केवल आपको न्योता देता है।")
  }
  func used(_ uses: UInt32, of most: UInt32) -> String { say("\(uses) of \(most) used", "\(most) में से \(uses) बार") }
  func standing(_ standing: InviteStanding) -> String {
    switch standing {
    case .revoked: say("revoked", "वापस लिया")
    case .usedUp: say("used up", "पूरा हुआ")
    case .expired: say("expired", "समय बीता")
    case .open(let time): say("open, \(time) left", "खुला, \(time) बाक़ी")
    }
  }
}

/// How an invite stands.
enum InviteStanding {
  case revoked, usedUp, expired
  /// For so long, as text.
  case open(String)
}
