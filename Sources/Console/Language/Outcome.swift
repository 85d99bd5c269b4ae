import HearthProtocol
import Ledger

/// What a command has done, to be told to its sender.
struct Outcome {
  /// The lines in the language that is spoken.
  let lines: (Phrases) -> [String]

  init(_ lines: @escaping (Phrases) -> [String]) { self.lines = lines }
}

extension Outcome {
  static func created(group: String, currency: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["Created \(group), in \(currency). You are its owner.", "Invite somebody: hearth invite --role adult"],
        ["\(group) बन गया, मुद्रा \(currency)। आप इसके मालिक हैं।", "किसी को न्योता दें: hearth invite --role adult"])
    }
  }
  /// - Parameter role: nil when it is not known.
  static func joined(group: String?, _ role: Role?) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["You are in \(group ?? "the group") as \(role?.word ?? "member").", "Watch it live: hearth feed"],
        ["आप \(group ?? "समूह") में \(role.map(phrases.role) ?? "सदस्य") के रूप में शामिल हैं।", "सीधे देखें: hearth feed"])
    }
  }
  static func asksToJoin(group: String, owner: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["You have asked to join \(group). \(owner) or an admin decides.", "Once you are in it is listed: hearth groups"],
        ["आपने \(group) में शामिल होना माँगा है। \(owner) या कोई प्रबंधक तय करेंगे।", "शामिल होने पर वह यहाँ दिखेगा: hearth groups"])
    }
  }
  static func letIn(_ name: String, _ role: Role) -> Outcome {
    Outcome { phrases in
      phrases.say(["\(name) is in the group as \(role.word)."], ["\(name) अब \(phrases.role(role)) के रूप में समूह में हैं।"])
    }
  }
  static func notLetIn(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) is not let in."], ["\(name) को शामिल नहीं किया गया।"]) }
  }
  static func mayClaim(id: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["A member of your name has no account yet. If that is you: hearth claim \(id)"],
        ["आपके नाम के एक सदस्य का अभी खाता नहीं है। अगर वह आप हैं: hearth claim \(id)"])
    }
  }
  static func means(group: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["Commands now mean \(group), unless you say --group."], ["अब से आदेश \(group) के लिए हैं, जब तक --group न कहें।"])
    }
  }
  static func entryChanged(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Changed: \(entry)"], ["बदली: \(entry)"]) }
  }
  static func entryVoided(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Voided: \(entry)"], ["रद्द: \(entry)"]) }
  }
  static func entryRestored(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Restored: \(entry)"], ["वापस आई: \(entry)"]) }
  }
  static var undone: Outcome { Outcome { phrases in phrases.say(["Undone."], ["वापस लिया गया।"]) } }
  static func disputed(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Disputed: \(entry)"], ["आपत्ति दर्ज: \(entry)"]) }
  }
  static func disputeWithdrawn(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["No longer disputed: \(entry)"], ["आपत्ति नहीं रही: \(entry)"]) }
  }
  static func commented(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Commented on: \(entry)"], ["\(entry) पर आपकी बात दर्ज।"]) }
  }
  static func commentRemoved(_ entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Comment removed from: \(entry)"], ["\(entry) से आपकी बात हटाई गई।"]) }
  }
  /// - Parameter figure: nil when it was taken away.
  static func earns(figure: String?) -> Outcome {
    Outcome { phrases in
      phrases.say(
        [figure.map { "Noted: \($0) a month." } ?? "Taken away: what you earn is no longer known."],
        [figure.map { "दर्ज: महीने के \($0)।" } ?? "हटाई गई: आपकी आय अब नहीं मालूम।"])
    }
  }
  static func memberAdded(_ name: String, _ role: Role) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["\(name) is in the group as \(role.word), without an account.", "Who joins as \(name): hearth join CODE --claim \"\(name)\""],
        ["\(name) बिना खाते के \(phrases.role(role)) के रूप में समूह में हैं।", "\(name) बनकर आने के लिए: hearth join कोड --claim \"\(name)\""])
    }
  }
  static func memberRenamed(_ name: String, to new: String) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) is now called \(new)."], ["\(name) का नाम अब \(new) है।"]) }
  }
  /// - Parameter color: empty when it was taken away.
  static func memberColored(_ name: String, color: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        [color.isEmpty ? "\(name) has no colour now." : "The colour of \(name) is \(color)."],
        [color.isEmpty ? "\(name) का अब कोई रंग नहीं है।" : "\(name) का रंग \(color) है।"])
    }
  }
  /// - Parameter shares: nil: as their role has it.
  static func memberShares(_ name: String, _ shares: Bool?) -> Outcome {
    Outcome { phrases in phrases.say([phrases.sharing(name, shares) + "."], [phrases.sharing(name, shares) + "।"]) }
  }
  /// - Parameter other: nil: alone.
  static func memberParty(_ name: String, with other: String?) -> Outcome {
    Outcome { phrases in phrases.say([phrases.party(name, with: other) + "."], [phrases.party(name, with: other) + "।"]) }
  }
  /// - Parameter isAccepting: on accepting it; otherwise in 7 days.
  static func becomesMinor(_ name: String, isAccepting: Bool) -> Outcome {
    Outcome { phrases in
      phrases.say(
        [
          isAccepting
            ? "\(name) becomes a minor on accepting it: hearth role accept --accept-transparency" : "\(name) counts as a minor in 7 days."
        ],
        [
          isAccepting
            ? "\(name) मान लेने पर नाबालिग होंगे: hearth role accept --accept-transparency" : "\(name) 7 दिन में नाबालिग गिने जाएँगे।"
        ])
    }
  }
  static func memberIs(_ name: String, _ role: Role) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) is now \(role.word)."], ["\(name) अब \(phrases.role(role))।"]) }
  }
  static func memberRemoved(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) was removed; their entries stay."], ["\(name) हटाए गए; उनकी प्रविष्टियाँ रहती हैं।"]) }
  }
  static func memberIsBack(_ name: String, _ role: Role) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) is back as \(role.word)."], ["\(name) \(phrases.role(role)) के रूप में वापस।"]) }
  }
  static func claimed(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["You are \(name) in this group now."], ["इस समूह में अब आप \(name) हैं।"]) }
  }
  static var left: Outcome {
    Outcome { phrases in
      phrases.say(["You have left. What you owe or are owed stays in the books."], ["आपने समूह छोड़ दिया। लेना-देना बही में रहता है।"])
    }
  }
  static func owns(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) owns the group now; you are an admin."], ["समूह के मालिक अब \(name); आप प्रबंधक हैं।"]) }
  }
  static func asked(_ role: Role) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["The owner and your guardians see that you ask to become \(role.word)."],
        ["मालिक और आपके अभिभावक देखते हैं कि आप \(phrases.role(role)) बनना चाहते हैं।"])
    }
  }
  static func stays(_ name: String, _ role: Role) -> Outcome {
    Outcome { phrases in phrases.say(["\(name) stays \(role.word)."], ["\(name) \(phrases.role(role)) ही रहेंगे।"]) }
  }
  static var roleAccepted: Outcome {
    Outcome { phrases in phrases.say(["Accepted. The change has taken effect."], ["मान लिया गया। बदलाव हो गया।"]) }
  }
  static var groupChanged: Outcome { Outcome { phrases in phrases.say(["Changed."], ["बदल गया।"]) } }
  static var groupArchived: Outcome {
    Outcome { phrases in
      phrases.say(["Archived. hearth group unarchive takes it back."], ["संग्रह में रखा गया। वापस लाने के लिए: hearth group unarchive"])
    }
  }
  static var groupUnarchived: Outcome {
    Outcome { phrases in phrases.say(["The group is as before."], ["समूह पहले जैसा है।"]) }
  }
  static var purgeRequested: Outcome {
    Outcome { phrases in
      phrases.say(
        ["The group is deleted 30 days from now. hearth group keep takes that back."],
        ["समूह आज से 30 दिन में मिटेगा। रोकने के लिए: hearth group keep"])
    }
  }
  static var purgeCancelled: Outcome {
    Outcome { phrases in phrases.say(["The group stays, in the archive."], ["समूह संग्रह में रहता है।"]) }
  }
  static func policySet(_ policy: Policy, _ isAllowed: Bool) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["\(phrases.policy(policy)) \(isAllowed ? "Yes" : "No"), from now on."],
        ["\(phrases.policy(policy)) अब से: \(phrases.yes(isAllowed))।"])
    }
  }
  static var categoryRetired: Outcome {
    Outcome { phrases in
      phrases.say(
        ["Retired: entries that have it keep it, and nobody can choose it."],
        ["हटाई गई: जिन प्रविष्टियों में है उनमें रहती है, नई में नहीं चुनी जा सकती।"])
    }
  }
  static func budgetSet(_ name: String, limit: String, _ period: BudgetPeriod, rollover: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["Budget \(name): \(limit) \(period.word)\(rollover)."], ["बजट \(name): \(phrases.period(period)) \(limit)\(rollover)।"])
    }
  }
  static func budgetRemoved(_ name: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["Budget \(name) is removed; it counts nothing any more."], ["बजट \(name) हटाया गया; अब वह कुछ नहीं गिनता।"])
    }
  }
  static func budgetReactivated(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["Budget \(name) is active again."], ["बजट \(name) फिर चालू है।"]) }
  }
  /// - Parameter id: with its label, if it has one.
  static func inviteRevoked(_ invite: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["Revoked \(invite): nobody can join by it any more."], ["\(invite) वापस लिया गया: इससे अब कोई शामिल नहीं हो सकता।"])
    }
  }
  static func webhookAdded(_ id: String, secret: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["Added webhook \(id).", "Its secret is shown this once: \(secret)", "Try it: hearth webhook test \(id.prefix(8))"],
        ["वेबहुक \(id) जुड़ गया।", "इसका रहस्य केवल अभी दिखता है: \(secret)", "परखें: hearth webhook test \(id.prefix(8))"])
    }
  }
  static func webhookRotated(_ name: String, secret: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["The new secret of \(name) is shown this once: \(secret)", "The former one signs for 24 hours more."],
        ["\(name) का नया रहस्य केवल अभी दिखता है: \(secret)", "पुराना 24 घंटे और हस्ताक्षर करता है।"])
    }
  }
  static func webhookTested(_ name: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["An event is on its way to \(name), behind those that wait."], ["\(name) को एक घटना जा रही है, रुकी हुई घटनाओं के बाद।"])
    }
  }
  static func webhookResumed(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["What waits for \(name) is sent again."], ["\(name) के लिए जो रुका है वह फिर भेजा जाता है।"]) }
  }
  static func webhookRemoved(_ name: String) -> Outcome {
    Outcome { phrases in phrases.say(["Removed \(name): nothing more is sent to it."], ["\(name) हटाया गया: इसे अब कुछ नहीं जाता।"]) }
  }
  static func deviceRevoked(_ name: String) -> Outcome { Outcome { phrases in [phrases.deviceRevoked(name)] } }
  static func tokenRevoked(_ name: String) -> Outcome { Outcome { phrases in [phrases.tokenRevoked(name)] } }
  static var tokenRotated: Outcome { Outcome { phrases in [phrases.tokenRotated()] } }
  /// - Parameter day: nil for today.
  static func rateNoted(_ rate: String, day: String?) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["\(rate) from \(day ?? "today") on. Entries that are there keep the rate they have."],
        ["\(day ?? "आज") से \(rate)। पहले की प्रविष्टियों में उनकी अपनी दर रहती है।"])
    }
  }
  static func receiptAdded(_ receipt: String, to entry: String) -> Outcome {
    Outcome { phrases in phrases.say(["Added \(receipt) to \(entry)."], ["\(entry) में \(receipt) जोड़ी गई।"]) }
  }
  static func receiptRemoved(_ receipt: String, from entry: String) -> Outcome {
    Outcome { phrases in
      phrases.say(["Removed \(receipt) from \(entry). The history still names it."], ["\(entry) से \(receipt) हटाई गई। इतिहास में उसका नाम रहता है।"])
    }
  }
  static func wroteBytes(_ count: Int, to path: String) -> Outcome {
    Outcome { phrases in phrases.say(["Wrote \(count) bytes to \(path)."], ["\(path) में \(count) बाइट लिखे गए।"]) }
  }
  static func wroteEntries(_ count: Int, to path: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["Wrote \(count == 1 ? "1 entry" : "\(count) entries") to \(path)."],
        ["\(path) में \(count == 1 ? "1 प्रविष्टि लिखी गई" : "\(count) प्रविष्टियाँ लिखी गईं")।"])
    }
  }
  static func wroteShares(_ count: Int, to path: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["Wrote \(count == 1 ? "1 share" : "\(count) shares") of yours to \(path)."],
        ["\(path) में \(count == 1 ? "आपका 1 हिस्सा लिखा गया" : "आपके \(count) हिस्से लिखे गए")।"])
    }
  }
  static func wroteAccounts(_ count: Int, to folder: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        ["Wrote \(count == 1 ? "1 account" : "\(count) accounts") to \(folder)."],
        ["\(folder) में \(count == 1 ? "1 खाता लिखा गया" : "\(count) खाते लिखे गए")।"])
    }
  }
  static func wroteBundle(events: Int, receipts: Int, to path: String) -> Outcome {
    Outcome { phrases in
      phrases.say(
        [
          "Wrote \(events == 1 ? "1 event" : "\(events) events") and \(receipts == 1 ? "1 receipt" : "\(receipts) receipts") to \(path)."
        ],
        ["\(path) में \(events) घटनाएँ और \(receipts == 1 ? "1 रसीद" : "\(receipts) रसीदें") लिखी गईं।"])
    }
  }
}
