import HearthClient
import HearthProtocol
import Ledger

/// What is said of members.
extension Phrases {
  // Members.

  func memberLeft() -> String { say("left", "छोड़ गए") }
  func memberRemoved() -> String { say("removed", "हटाए गए") }
  func memberShares(_ shares: Bool) -> String {
    say(shares ? "shares" : "shares if named", shares ? "हिस्सेदार" : "नाम लेने पर ही हिस्सेदार")
  }
  func memberAccepted() -> String { say("accepted", "शामिल") }
  /// Somebody asks to join and got no answer yet.
  func memberPending() -> String { say("pending, asks to join", "बाक़ी, शामिल होना माँगते हैं") }
  func isNow(_ successor: String) -> String { say("is now \(successor)", "अब \(successor)") }
  /// - Parameter becomesMinor: whether they count as a minor in 7 days.
  func noAccount(becomesMinor: Bool) -> String {
    say(
      becomesMinor ? "no account yet, becomes minor in 7 days" : "no account yet",
      becomesMinor ? "अभी खाता नहीं, 7 दिन में नाबालिग" : "अभी खाता नहीं")
  }
  func asksToBecome(_ role: Role) -> String { say("asks to become \(role.word)", "\(self.role(role)) बनना चाहते हैं") }
  func becomes(_ role: Role) -> String { say("becomes \(role.word) on accepting it", "मान लेने पर \(self.role(role))") }

  // Members.

  func addedMember(_ actor: String, _ name: String, _ role: Role) -> String {
    say(
      "\(actor) added \(name), who has no account yet, as \(role.word)",
      "\(actor) ने \(name) को \(self.role(role)) के रूप में जोड़ा, जिनका अभी खाता नहीं है")
  }
  func joinedInPlace(_ name: String, _ role: Role) -> String {
    say("\(name) joined as \(role.word), in the place kept for them", "\(name) अपने लिए रखी जगह पर \(self.role(role)) के रूप में शामिल")
  }
  func turnedOut(_ name: String, _ successor: String) -> String {
    say("\(name) turned out to be \(successor)", "\(name) असल में \(successor) हैं")
  }
  func hasName(_ name: String) -> String { say("\(name) has this name from now on", "अब से यह नाम है: \(name)") }
  func named(_ actor: String, _ name: String) -> String {
    say("\(actor) named a member \(name)", "\(actor) ने एक सदस्य का नाम \(name) रखा")
  }
  /// - Parameter color: "#4F8A10"; empty for none.
  func hasColor(_ name: String, _ color: String) -> String {
    say(
      "\(name) has " + (color.isEmpty ? "no colour now" : "the colour \(color) now"),
      color.isEmpty ? "\(name) का अब कोई रंग नहीं है" : "\(name) का रंग अब \(color) है")
  }
  /// - Parameter other: nil: alone.
  func party(_ name: String, with other: String?) -> String {
    guard let other else { return say("\(name) settles alone", "\(name) अपना हिसाब अलग चुकाते हैं") }
    return say("\(name) settles as one with \(other)", "\(name) और \(other) का हिसाब एक है")
  }
  /// Behind a member in a list.
  func settlesWith(_ names: String) -> String { say("settles with \(names)", "\(names) के साथ एक हिसाब") }
  /// Somebody is back on a server that did not know them.
  /// - Parameter shares: nil: as their role has it.
  func sharing(_ name: String, _ shares: Bool?) -> String {
    switch shares {
    case true?: say("\(name) shares every entry that does not say who shares it", "जिसमें किसी का नाम न हो, वह \(name) में भी बँटता है")
    case false?: say("\(name) shares only entries that name them", "जिसमें किसी का नाम न हो, वह \(name) में नहीं बँटता")
    case nil:
      say(
        "\(name) shares entries that do not say who shares them if their role does",
        "जिसमें किसी का नाम न हो, वह \(name) में तभी बँटता है जब उनकी भूमिका ऐसी हो")
    }
  }
  func isBackAnew(_ name: String) -> String { say("\(name) is back, with a new identity", "\(name) नई पहचान के साथ लौट आए") }
  /// Somebody gave an email address, or took it back.
  func hasEmail(_ name: String, _ given: Bool) -> String {
    say(
      given ? "\(name) has said where to write to" : "\(name) has no email address here now",
      given ? "\(name) ने अपना ईमेल पता बताया" : "\(name) का ईमेल पता अब यहाँ नहीं है")
  }
  func hasRole(_ name: String, _ role: Role) -> String { say("\(name) is \(role.word) now", "\(name) अब \(self.role(role))") }
  /// - Parameter isAccepting: on accepting it; otherwise in 7 days.
  func becomes(_ name: String, _ role: Role, isAccepting: Bool) -> String {
    say(
      "\(name) becomes \(role.word) \(isAccepting ? "on accepting it" : "in 7 days")",
      "\(name) \(isAccepting ? "मान लेने पर" : "7 दिन में") \(self.role(role))")
  }
  func asksToBecome(_ name: String, _ role: Role) -> String {
    say("\(name) asks to become \(role.word)", "\(name) \(self.role(role)) बनना चाहते हैं")
  }
  func asksToJoin(_ name: String, _ role: Role) -> String {
    say(
      "\(name) asks to join as \(role.word): hearth member approve, or hearth member decline",
      "\(name) \(self.role(role)) के रूप में शामिल होना चाहते हैं: hearth member approve, या hearth member decline")
  }
  func declined(_ actor: String, _ name: String) -> String {
    say("\(actor) declined what \(name) asked for", "\(actor) ने \(name) की माँग नहीं मानी")
  }
  func leftGroup(_ name: String) -> String { say("\(name) left the group", "\(name) ने समूह छोड़ा") }
  func removedMember(_ actor: String, _ name: String) -> String { say("\(actor) removed \(name)", "\(actor) ने \(name) को हटाया") }
  func isBack(_ name: String, _ role: Role) -> String {
    say("\(name) is back as \(role.word)", "\(name) \(self.role(role)) के रूप में वापस")
  }
  func tookBack(_ actor: String, _ name: String, _ role: Role) -> String {
    say("\(actor) took \(name) back as \(role.word)", "\(actor) ने \(name) को \(self.role(role)) के रूप में वापस लिया")
  }
  func ownsGroup(_ name: String) -> String { say("\(name) owns the group now", "समूह के मालिक अब \(name)") }
}
