import HearthClient
import HearthProtocol
import Ledger

/// What is said of a month, of two moments, and of what a command would change.
extension Phrases {
  // Headings.

  func byMember() -> String { say("By member", "सदस्यों के अनुसार") }
  func byCategory() -> String { say("By category", "श्रेणियों के अनुसार") }
  func monthOverMonth() -> String { say("Month over month", "महीने-दर-महीने") }
  func budgetsTitle() -> String { say("Budgets", "बजट") }
  /// Entries in these currencies are in no figure; each has figures of its own.
  func notCounted(_ currencies: [String]) -> String {
    say(
      "Not counted here: entries in \(currencies.joined(separator: ", ")). See hearth dash --currency \(currencies[0]).",
      "\(currencies.joined(separator: ", ")) में दर्ज रक़में यहाँ नहीं गिनी गईं। देखें: hearth dash --currency \(currencies[0])")
  }
  func entriesTitle() -> String { say("Entries", "प्रविष्टियाँ") }
  func balancesTitle() -> String { say("Balances", "हिसाब") }
  func membersTitle() -> String { say("Members", "सदस्य") }
  func latest() -> String { say("Latest", "हाल की") }

  // A month or a week.

  func spentAndEarned(_ spent: String, _ change: String, _ income: String) -> String {
    say("\(spent) spent\(change), \(income) came in", "\(spent) ख़र्च\(change), \(income) आय")
  }
  /// ", 12 % more than the month before".
  func change(_ percent: UInt64, isMore: Bool, _ period: DashboardPeriod) -> String {
    say(
      ", \(percent) % \(isMore ? "more" : "less") than the \(period == .week ? "week" : "month") before",
      ", पिछले \(period == .week ? "हफ़्ते" : "महीने") से \(percent) % \(isMore ? "ज़्यादा" : "कम")")
  }
  func spent(_ figure: String, entries: UInt32, _ change: String) -> String {
    say(
      "\(figure) spent in \(entries == 1 ? "1 entry" : "\(entries) entries")\(change).",
      "\(entries == 1 ? "1 प्रविष्टि" : "\(entries) प्रविष्टियों") में \(figure) ख़र्च\(change)।")
  }
  func paid(_ figure: String) -> String { say("paid \(figure)", "\(figure) दिए") }
  func ofTheirs(_ figure: String) -> String { say("their share \(figure)", "अपना हिस्सा \(figure)") }
  func earned(_ figure: String) -> String { say("earned \(figure)", "आय \(figure)") }
  func noCategory() -> String { say("(no category)", "(बिना श्रेणी)") }
  func before(_ figure: String) -> String { say("before: \(figure)", "पहले: \(figure)") }
  /// - Parameter debt: what they owe; nil for nothing.
  func nextToPay(_ name: String, owing debt: String?) -> String {
    say(
      "Next to pay: \(name)\(debt.map { ", who owes \($0)" } ?? "").",
      "अगली बारी: \(name)\(debt.map { ", जिन्हें \($0) देने हैं" } ?? "")।")
  }
  func wentOver(_ budget: String) -> String { say("\(budget) went over its limit.", "\(budget) की सीमा पार हुई।") }
  func reached(_ budget: String, _ percent: String) -> String {
    say("\(budget) reached \(percent) %.", "\(budget) \(percent) % तक पहुँचा।")
  }
  func joined(_ names: [String]) -> String { say("\(list(names)) joined.", "शामिल हुए: \(list(names))।") }
  func left(_ names: [String]) -> String { say("\(list(names)) left.", "छोड़ गए: \(list(names))।") }

  // Notices.

  func noticeKind(_ kind: NoticeKind) -> String {
    switch kind {
    case .entries: say(kind.key, "प्रविष्टियाँ (\(kind.key))")
    case .budgets: say(kind.key, "बजट (\(kind.key))")
    case .alerts: say(kind.key, "चेतावनियाँ (\(kind.key))")
    case .members: say(kind.key, "सदस्य (\(kind.key))")
    case .reminders: say(kind.key, "याद दिलाना (\(kind.key))")
    case .digest: say(kind.key, "सार (\(kind.key))")
    case .unspecified, .UNRECOGNIZED: say(kind.key, "अज्ञात")
    }
  }
  func noticeChannel(_ channel: NoticeChannel) -> String {
    switch channel {
    case .feed: say(channel.key, "धारा (\(channel.key))")
    case .bell: say(channel.key, "घंटी (\(channel.key))")
    case .digest: say(channel.key, "सार (\(channel.key))")
    case .push: say(channel.key, "फ़ोन पर (\(channel.key))")
    case .mail: say(channel.key, "ईमेल (\(channel.key))")
    case .unspecified, .UNRECOGNIZED: say(channel.key, "अज्ञात")
    }
  }

  /// Where notices of a channel that leaves the server go; nil: nowhere.
  func noticeAddress(_ channel: NoticeChannel, _ said: NoticeAddressState?) -> String {
    guard let said else {
      return say(
        "No address for \(channel.key) yet: hearth notify address \(channel.key) ADDRESS",
        "\(noticeChannel(channel)) का पता अभी नहीं दिया: hearth notify address \(channel.key) पता")
    }
    let language = said.language == .hindi ? say("in Hindi", "हिन्दी में") : say("in English", "अंग्रेज़ी में")
    let amounts = said.hidesAmounts ? say("without amounts", "राशियों के बिना") : say("with amounts", "राशियों के साथ")
    return say(
      "\(channel.key) goes to \(said.address.printable), \(language), \(amounts).",
      "\(noticeChannel(channel)) यहाँ जाता है: \(said.address.printable), \(language), \(amounts)।")
  }
  /// - Parameter address: empty: nowhere any more.
  func noticeAddressSet(_ channel: NoticeChannel, _ address: String) -> String {
    address.isEmpty
      ? say("Your notices for \(channel.key) go nowhere any more", "आपकी \(noticeChannel(channel)) की सूचनाएँ अब कहीं नहीं जातीं")
      : say(
        "Your notices for \(channel.key) go to \(address); nobody else sees it",
        "आपकी \(noticeChannel(channel)) की सूचनाएँ यहाँ जाती हैं: \(address); और किसी को नहीं दिखता")
  }

  // Between two moments.

  func nothingChanged() -> String { say("Nothing changed between the two.", "दोनों के बीच कुछ नहीं बदला।") }
  /// Of a moment that takes in what is still to come.
  func isNotOver(_ moment: String) -> String {
    say("\(moment) is not over yet: this is how things are now.", "\(moment) अभी पूरा नहीं हुआ: यह अब की स्थिति है।")
  }
  /// Of a date further ahead than people mean.
  func isFarAhead(_ date: String, of what: DatedThing) -> String {
    switch what {
    case .entry:
      say(
        "\(date) is far ahead. If it is not meant, give the entry another date: hearth edit ENTRY --date YYYY-MM-DD",
        "\(date) बहुत आगे की तारीख़ है। अगर यह नहीं चाहिए, तो प्रविष्टि की तारीख़ बदलें: hearth edit प्रविष्टि --date दिन")
    case .rule:
      say(
        "\(date) is far ahead. If it is not meant, end the rule and make it anew: hearth recurring end RULE",
        "\(date) बहुत आगे की तारीख़ है। अगर यह नहीं चाहिए, तो नियम समाप्त करके नया बनाएँ: hearth recurring end नियम")
    case .other:
      say(
        "\(date) is far ahead. If it is not meant, change it.", "\(date) बहुत आगे की तारीख़ है। अगर यह नहीं चाहिए, तो इसे बदलें।")
    }
  }
  /// - Parameter isVoided: whether an entry that was added was voided since.
  func change(_ kind: GroupDifference.EntryChange.Kind, isVoided: Bool) -> String {
    switch kind {
    case .added: say(kind == .added && isVoided ? "added and voided" : kind.word, isVoided ? "जुड़ी और रद्द" : "जुड़ी")
    case .changed: say(kind == .added && isVoided ? "added and voided" : kind.word, "बदली")
    case .voided: say(kind == .added && isVoided ? "added and voided" : kind.word, "रद्द")
    case .restored: say(kind == .added && isVoided ? "added and voided" : kind.word, "वापस आई")
    }
  }
  func change(_ change: GroupDifference.MemberChange) -> String {
    let role = role(change.member.role)
    let former = change.before?.displayName ?? ""
    return switch change.kind {
    case .added: say("has no account yet, is \(role)", "अभी खाता नहीं, \(role)")
    case .joined: say("joined as \(role)", "\(role) के रूप में शामिल")
    case .left: say("left", "समूह छोड़ा")
    case .removed: say("was removed", "हटाए गए")
    case .replaced: say("goes on as another member", "दूसरे सदस्य के रूप में आगे")
    case .returned: say("is back as \(role)", "\(role) के रूप में वापस")
    case .roleChanged: "\(change.before.map { self.role($0.role) } ?? "") → \(role)"
    case .renamed: say("was called \(former)", "पहले का नाम \(former)")
    }
  }
  func change(_ kind: GroupDifference.BudgetChange.Kind) -> String {
    switch kind {
    case .added: say(kind == .spent ? "" : kind.word, "नया")
    case .changed: say(kind == .spent ? "" : kind.word, "बदला")
    case .removed: say(kind == .spent ? "" : kind.word, "हटाया")
    case .reactivated: say(kind == .spent ? "" : kind.word, "वापस आया")
    case .spent: say(kind == .spent ? "" : kind.word, "")
    }
  }
  func percent(_ percent: String, of limit: String) -> String { say("\(percent) of \(limit)", "\(limit) का \(percent)") }
  func none() -> String { say("none", "कुछ नहीं") }

  // What a command would change.

  func noImpact() -> String {
    say(
      "It changes no figure of a budget, and nothing of what you owe or are owed.",
      "इससे न किसी बजट का आँकड़ा बदलता है, न आपका लेना-देना।")
  }
  func isPreview() -> String { say("This is a preview: nothing was sent.", "यह केवल झलक है: कुछ भेजा नहीं गया।") }
  /// - Parameter count: at least 1.
  func willBook(_ count: UInt64) -> String {
    say(
      count == 1 ? "1 date of a recurring rule would be booked at once." : "\(count) dates of recurring rules would be booked at once.",
      count == 1 ? "आवर्ती नियमों की 1 तारीख़ तुरंत दर्ज होगी।" : "आवर्ती नियमों की \(count) तारीख़ें तुरंत दर्ज होंगी।")
  }
  /// The figures leave out what the dates after so many book.
  func countsFirst(_ count: Int) -> String {
    say("The figures count the first \(count) of them.", "आँकड़ों में इनमें से पहली \(count) गिनी गई हैं।")
  }
  /// That an answer has more lines than are shown.
  func linesLeftOut(_ count: Int) -> String {
    say(count == 1 ? "1 more line is left out." : "\(count) more lines are left out.", "\(count) और पंक्तियाँ नहीं दिखाई गईं।")
  }
  /// - Parameter count: of periods, at least 2.
  func morePeriods(_ budget: String, _ count: Int, _ first: String, _ last: String) -> String {
    say(
      "\(budget): and \(count) more periods, from \(first) to \(last)",
      "\(budget): और \(count) अवधियाँ, \(first) से \(last) तक")
  }
  func notCounted() -> String { say("no longer counted", "अब नहीं गिना जाता") }
  func overBy(_ figure: String) -> String { say("over by \(figure)", "\(figure) ज़्यादा") }
  func youWillOwe(_ name: String, _ before: String, _ after: String) -> String {
    say("what you owe \(name): \(before) → \(after)", "\(name) को देने हैं: \(before) → \(after)")
  }
  func willOweYou(_ name: String, _ before: String, _ after: String) -> String {
    say("what \(name) owes you: \(before) → \(after)", "\(name) से मिलने हैं: \(before) → \(after)")
  }
  func owedYouNowYouOwe(_ name: String, _ before: String, _ after: String) -> String {
    say(
      "\(name) owes you \(before); you will owe \(name) \(after)",
      "\(name) से \(before) मिलने हैं; फिर आपको \(name) को \(after) देने होंगे")
  }
  func youOwedNowOwesYou(_ name: String, _ before: String, _ after: String) -> String {
    say("you owe \(name) \(before); \(name) will owe you \(after)", "\(name) को \(before) देने हैं; फिर \(name) से आपको \(after) मिलेंगे")
  }
  func nothing() -> String { say("nothing", "कुछ नहीं") }
}
