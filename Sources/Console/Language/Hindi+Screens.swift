import HearthClient
import HearthProtocol
import Ledger

extension Hindi {
  func byMember() -> String { "सदस्यों के अनुसार" }
  func byCategory() -> String { "श्रेणियों के अनुसार" }
  func monthOverMonth() -> String { "महीने-दर-महीने" }
  func budgetsTitle() -> String { "बजट" }
  func notCounted(_ currencies: [String]) -> String {
    "\(currencies.joined(separator: ", ")) में दर्ज रक़में यहाँ नहीं गिनी गईं। देखें: hearth dash --currency \(currencies[0])"
  }
  func entriesTitle() -> String { "प्रविष्टियाँ" }
  func balancesTitle() -> String { "हिसाब" }
  func membersTitle() -> String { "सदस्य" }
  func latest() -> String { "हाल की" }

  func spentAndEarned(_ spent: String, _ change: String, _ income: String) -> String { "\(spent) ख़र्च\(change), \(income) आय" }
  func change(_ percent: UInt64, isMore: Bool, _ period: DashboardPeriod) -> String {
    ", पिछले \(period == .week ? "हफ़्ते" : "महीने") से \(percent) % \(isMore ? "ज़्यादा" : "कम")"
  }
  func spent(_ figure: String, entries: UInt32, _ change: String) -> String {
    "\(entries == 1 ? "1 प्रविष्टि" : "\(entries) प्रविष्टियों") में \(figure) ख़र्च\(change)।"
  }
  func paid(_ figure: String) -> String { "\(figure) दिए" }
  func ofTheirs(_ figure: String) -> String { "अपना हिस्सा \(figure)" }
  func earned(_ figure: String) -> String { "आय \(figure)" }
  func noCategory() -> String { "(बिना श्रेणी)" }
  func before(_ figure: String) -> String { "पहले: \(figure)" }
  func nextToPay(_ name: String, owing debt: String?) -> String {
    "अगली बारी: \(name)\(debt.map { ", जिन्हें \($0) देने हैं" } ?? "")।"
  }
  func wentOver(_ budget: String) -> String { "\(budget) की सीमा पार हुई।" }
  func reached(_ budget: String, _ percent: String) -> String { "\(budget) \(percent) % तक पहुँचा।" }
  func joined(_ names: [String]) -> String { "शामिल हुए: \(list(names))।" }
  func left(_ names: [String]) -> String { "छोड़ गए: \(list(names))।" }

  // What one types stands beside it: hearth notify set.
  func noticeKind(_ kind: NoticeKind) -> String {
    switch kind {
    case .entries: "प्रविष्टियाँ (\(kind.key))"
    case .budgets: "बजट (\(kind.key))"
    case .alerts: "चेतावनियाँ (\(kind.key))"
    case .members: "सदस्य (\(kind.key))"
    case .reminders: "याद दिलाना (\(kind.key))"
    case .digest: "सार (\(kind.key))"
    case .unspecified, .UNRECOGNIZED: "अज्ञात"
    }
  }
  func noticeChannel(_ channel: NoticeChannel) -> String {
    switch channel {
    case .feed: "धारा (\(channel.key))"
    case .bell: "घंटी (\(channel.key))"
    case .digest: "सार (\(channel.key))"
    case .unspecified, .UNRECOGNIZED: "अज्ञात"
    }
  }

  func isNotOver(_ moment: String) -> String { "\(moment) अभी पूरा नहीं हुआ: यह अब की स्थिति है।" }
  func isFarAhead(_ date: String) -> String {
    "\(date) बहुत आगे की तारीख़ है। अगर यह नहीं चाहिए, तो प्रविष्टि की तारीख़ बदलें: hearth edit ENTRY --date YYYY-MM-DD"
  }
  func nothingChanged() -> String { "दोनों के बीच कुछ नहीं बदला।" }
  func change(_ kind: GroupDifference.EntryChange.Kind, isVoided: Bool) -> String {
    switch kind {
    case .added: isVoided ? "जुड़ी और रद्द" : "जुड़ी"
    case .changed: "बदली"
    case .voided: "रद्द"
    case .restored: "वापस आई"
    }
  }
  func change(_ change: GroupDifference.MemberChange) -> String {
    let role = self.role(change.member.role)
    switch change.kind {
    case .added: return "अभी खाता नहीं, \(role)"
    case .joined: return "\(role) के रूप में शामिल"
    case .left: return "समूह छोड़ा"
    case .removed: return "हटाए गए"
    case .replaced: return "दूसरे सदस्य के रूप में आगे"
    case .returned: return "\(role) के रूप में वापस"
    case .roleChanged: return "\(change.before.map { self.role($0.role) } ?? "") → \(role)"
    case .renamed: return "पहले का नाम \(change.before?.displayName ?? "")"
    }
  }
  func change(_ kind: GroupDifference.BudgetChange.Kind) -> String {
    switch kind {
    case .added: "नया"
    case .changed: "बदला"
    case .removed: "हटाया"
    case .reactivated: "वापस आया"
    case .spent: ""
    }
  }
  func percent(_ percent: String, of limit: String) -> String { "\(limit) का \(percent)" }
  func none() -> String { "कुछ नहीं" }

  func noImpact() -> String { "इससे न कोई बजट बदलता है, न आपका लेना-देना।" }
  func isPreview() -> String { "यह केवल झलक है: कुछ भेजा नहीं गया।" }
  func willBook(_ count: UInt64) -> String {
    count == 1 ? "आवर्ती नियमों की 1 तारीख़ तुरंत दर्ज होगी।" : "आवर्ती नियमों की \(count) तारीख़ें तुरंत दर्ज होंगी।"
  }
  func linesLeftOut(_ count: Int) -> String { "\(count) और पंक्तियाँ नहीं दिखाई गईं।" }
  func countsFirst(_ count: Int) -> String { "आँकड़ों में इनमें से पहली \(count) गिनी गई हैं।" }
  func notCounted() -> String { "अब नहीं गिना जाता" }
  func overBy(_ figure: String) -> String { "\(figure) ज़्यादा" }
  func youWillOwe(_ name: String, _ before: String, _ after: String) -> String { "आपको \(name) को देने होंगे \(before) → \(after)" }
  func willOweYou(_ name: String, _ before: String, _ after: String) -> String { "\(name) से आपको मिलेंगे \(before) → \(after)" }
  func owedYouNowYouOwe(_ name: String, _ before: String, _ after: String) -> String {
    "\(name) से \(before) मिलने हैं; फिर आपको \(name) को \(after) देने होंगे"
  }
  func youOwedNowOwesYou(_ name: String, _ before: String, _ after: String) -> String {
    "\(name) को \(before) देने हैं; फिर \(name) से आपको \(after) मिलेंगे"
  }
  func nothing() -> String { "कुछ नहीं" }

  func noRules() -> String { "कोई नियम नहीं है। एक बनाएँ: hearth recurring add 25000 Rent --every monthly --start 2026-12-01" }
  func by(_ name: String) -> String { "बनाने वाले: \(name)" }
  func ended() -> String { "समाप्त" }
  func done() -> String { "पूरा" }
  func next(_ date: String) -> String { "अगली बार \(date)" }
  func paused(at date: String?, _ code: String) -> String { date.map { "\($0) पर रुका: \(code)" } ?? "रुका हुआ" }
  func remaining(_ left: Int, of count: Int) -> String { "\(count) में से \(left) बाक़ी" }
  func until(_ date: String) -> String { "\(date) तक" }
  func leftOut(_ dates: String) -> String { "इन दिनों नहीं: \(dates)" }
  func bookedAtOnce(_ dates: Int) -> String { "इसकी \(dates) तारीख़ें बीत चुकी हैं और तुरंत दर्ज होती हैं।" }
  func loan(_ principal: String, _ percent: String, _ count: Int, _ instalment: String) -> String {
    "\(principal), साल का \(percent) %, \(instalment) की \(count) किस्तों में"
  }
  func booked(_ booked: Int, left: Int, owed: String) -> String { "\(booked) दर्ज, \(left) बाक़ी; अभी \(owed) देने हैं।" }
  func loanHeads() -> (day: String, interest: String, principal: String, owed: String) { ("तारीख़", "ब्याज", "मूलधन", "उसके बाद देना") }
  func noEnvelopes() -> String { "कोई लिफ़ाफ़ा नहीं है। एक बनाएँ: hearth festival add diwali 60000 --months 6" }
  func noFestivalDate(after year: Int) -> String { "\(year) के बाद की तारीख़ नहीं मालूम" }
  func aside(_ saved: String, of target: String, spent: String) -> String { "\(target) में से \(saved) अलग रखे, \(spent) ख़र्च" }
  func moreThanAside(_ figure: String) -> String { "जितना अलग रखा है, उससे \(figure) ज़्यादा ख़र्च" }
  func carriedFromBefore(_ figure: String) -> String { "इसमें से \(figure) पिछली बार के बचे" }
  func putAside(_ figure: String, _ date: String, more: Int) -> String {
    "\(date) को \(figure) अलग रखें\(more == 0 ? "" : ", उसके बाद \(more) बार और")"
  }

  func hint(_ hint: SpendingHint) -> String {
    switch hint.categories.first {
    case "groceries": "खाना"
    case let key?: UsualCategory(rawValue: key)?.hindi ?? hint.name
    case nil: hint.name
    }
  }
  func span(_ first: Int64, _ last: Int64) -> String { "\(first) से \(last) %" }
  func emergencyFund(_ months: ClosedRange<Int>) -> String {
    "आपात कोष में \(months.lowerBound) से \(months.upperBound) महीने का ख़र्च हो।"
  }
  func thresholdOver() -> String { "सीमा पार" }
  func rollover(_ rollover: Rollover, cap: String?) -> String {
    let most = cap.map { ", ज़्यादा से ज़्यादा \($0)" } ?? ""
    switch rollover {
    case .surplus: return ", जो बचे वह आगे जाता है\(most)"
    case .both: return ", जो बचे या कम पड़े वह आगे जाता है\(most)"
    case .none, .unspecified, .UNRECOGNIZED: return ""
    }
  }
  func categoryClass(_ kind: CategoryClass) -> String {
    switch kind {
    case .needs: "ज़रूरतें"
    case .wants: "इच्छाएँ"
    case .savings: "बचत"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
  func allocationPart(_ name: String) -> String {
    switch name {
    case "needs": categoryClass(.needs)
    case "wants": categoryClass(.wants)
    case "savings": categoryClass(.savings)
    default: name
    }
  }

  func time(_ number: Int64, _ unit: TimeUnit) -> String {
    switch unit {
    case .day: "\(number) दिन"
    case .hour: number == 1 ? "1 घंटा" : "\(number) घंटे"
    case .minute: "\(number) मिनट"
    case .second: "\(number) सेकंड"
    }
  }
}
