import HearthClient
import HearthProtocol
import Ledger

/// What is said of what comes again: rules, loans, festivals.
extension Phrases {
  // What comes again.

  /// "monthly", "every 3 months".
  func every(_ unit: OccurrenceCalendar.Unit, _ interval: Int) -> String {
    switch (unit, interval) {
    case (.day, 1): say("daily", "हर दिन")
    case (.week, 1): say("weekly", "हर हफ़्ते")
    case (.week, 2): say("biweekly", "हर 2 हफ़्ते में")
    case (.month, 1): say("monthly", "हर महीने")
    case (.year, 1): say("yearly", "हर साल")
    case (.day, _): say("every \(interval) days", "हर \(interval) दिन में")
    case (.week, _): say("every \(interval) weeks", "हर \(interval) हफ़्ते में")
    case (.month, _): say("every \(interval) months", "हर \(interval) महीने में")
    case (.year, _): say("every \(interval) years", "हर \(interval) साल में")
    }
  }
  /// - Parameter instalments: of a loan; nil when it is none.
  func ruleText(_ rule: String, _ amount: String, _ interval: String, from date: String, instalments: Int?) -> String {
    say(
      "\(rule), \(amount) \(interval) from \(date)\(instalments.map { ", \($0) instalments" } ?? "")",
      "\(rule), \(date) से \(interval) \(amount)\(instalments.map { ", \($0) किस्तें" } ?? "")")
  }
  func ruleSet(_ name: String, _ text: String, isNew: Bool) -> String {
    say(
      isNew ? "\(name) set a rule: \(text)" : "\(name) changed a rule: \(text)",
      isNew ? "\(name) ने नियम बनाया: \(text)" : "\(name) ने नियम बदला: \(text)")
  }
  func rulePaused(_ name: String, _ rule: String) -> String { say("\(name) paused \(rule)", "\(name) ने \(rule) को रोका") }
  /// The rule paused because its maker may not set it any more.
  func ruleOrphaned(_ rule: String) -> String {
    say(
      "\(rule) is paused: its maker may not set it any more. The owner or an admin can resume it: hearth recurring resume",
      "\(rule) रुका: इसे बनाने वाले अब इसे नहीं चला सकते। मालिक या प्रबंधक चला सकते हैं: hearth recurring resume")
  }
  func ruleStopped(_ rule: String, _ date: String, _ code: String) -> String {
    say(
      "\(rule) is paused: its entry of \(date) could not be booked (\(code))",
      "\(rule) रुका हुआ है: \(date) की प्रविष्टि दर्ज नहीं हो सकी (\(code))")
  }
  /// - Parameter passed: until when nothing is booked; empty for nothing.
  func ruleResumed(_ name: String, _ rule: String, passed: String) -> String {
    say(
      "\(name) resumed \(rule)" + (passed.isEmpty ? "" : "; nothing is booked for the time until \(passed)"),
      "\(name) ने \(rule) को फिर चलाया" + (passed.isEmpty ? "" : "; \(passed) तक का कुछ दर्ज नहीं होता"))
  }
  func occurrenceSkipped(_ name: String, _ rule: String, _ date: String) -> String {
    say("\(name) leaves out \(rule) on \(date)", "\(name) ने \(rule) को \(date) पर छोड़ा")
  }
  func ruleEnded(_ name: String, _ rule: String) -> String { say("\(name) ended \(rule)", "\(name) ने \(rule) समाप्त किया") }
  /// - Parameter categories: the names of what counts.
  func festivalSet(_ name: String, _ festival: String, _ amount: String, months: UInt32, of categories: String) -> String {
    say(
      "\(name) saves ahead for \(festival): \(amount) over \(months == 1 ? "1 month" : "\(months) months") for \(categories)",
      "\(name) ने \(festival) के लिए बचत रखी: \(months == 1 ? "1 महीने" : "\(months) महीनों") में \(amount), \(categories) के लिए")
  }
  func festival(_ festival: Festival) -> String {
    switch festival {
    case .diwali: say(festival.text, "दिवाली")
    case .holi: say(festival.text, "होली")
    case .eidAlFitr: say(festival.text, "ईद-उल-फ़ित्र")
    case .eidAlAdha: say(festival.text, "ईद-उल-अज़हा")
    case .christmas: say(festival.text, "क्रिसमस")
    case .unspecified, .UNRECOGNIZED: say(festival.text, "अज्ञात")
    }
  }
  /// Since when the spending of a new envelope counts.
  func countsFrom(_ date: String) -> String { say(", spending counts from \(date)", ", ख़र्च \(date) से गिना जाता है") }
  /// The first season that a change of an envelope holds for.
  func seasonFrom(_ date: String) -> String {
    say(", from the season that begins on \(date)", ", \(date) से शुरू होने वाली बार से")
  }
  /// How many dates a rule has.
  func times(_ count: Int) -> String { say(count == 1 ? "once" : "\(count) times", "\(count) बार") }
  func splitByIncome() -> String { say("split by income", "आय के अनुसार बँटा") }
  func festivalRemoved(_ name: String, _ festival: String) -> String {
    say("\(name) removed the envelope \(festival)", "\(name) ने लिफ़ाफ़ा \(festival) हटाया")
  }

  // Rules and loans.

  func noRules(mayMake: Bool) -> String {
    let line = "hearth recurring add 25000 Rent --every monthly --start 2026-12-01"
    return offer(say("There are no rules.", "कोई नियम नहीं है।"), mayMake ? say("Make one: \(line)", "एक बनाएँ: \(line)") : nil)
  }
  func by(_ name: String) -> String { say("by \(name)", "बनाने वाले: \(name)") }
  func ended() -> String { say("ended", "समाप्त") }
  func done() -> String { say("done", "पूरा") }
  func next(_ date: String) -> String { say("next on \(date)", "अगली बार \(date)") }
  /// - Parameters:
  ///   - date: at which date it stands still; nil when a member paused it.
  func paused(at date: String?, _ code: String) -> String {
    say(date.map { "paused at \($0): \(code)" } ?? "paused", date.map { "\($0) पर रुका: \(code)" } ?? "रुका हुआ")
  }
  func remaining(_ left: Int, of count: Int) -> String { say("\(left) of \(count) left", "\(count) में से \(left) बाक़ी") }
  func until(_ date: String) -> String { say("until \(date)", "\(date) तक") }
  func leftOut(_ dates: String) -> String { say("not on \(dates)", "इन दिनों नहीं: \(dates)") }
  /// Of the dates of a new rule that are not later than today, at least 1.
  func bookedAtOnce(_ dates: Int) -> String {
    say(
      dates == 1 ? "1 date of it is past already and is booked at once." : "\(dates) dates of it are past already and are booked at once.",
      "इसकी \(dates) तारीख़ें बीत चुकी हैं और तुरंत दर्ज होती हैं।")
  }
  func loan(_ principal: String, _ percent: String, _ count: Int, _ instalment: String) -> String {
    say(
      "\(principal) at \(percent) % a year in \(count) instalments of \(instalment)",
      "\(principal), साल का \(percent) %, \(instalment) की \(count) किस्तों में")
  }
  func booked(_ booked: Int, left: Int, owed: String) -> String {
    say("\(booked) booked, \(left) left; \(owed) is still owed.", "\(booked) दर्ज, \(left) बाक़ी; अभी \(owed) देने हैं।")
  }
  func loanHeads() -> (day: String, interest: String, principal: String, owed: String) {
    say(("on", "interest", "principal", "owed after it"), ("तारीख़", "ब्याज", "मूलधन", "उसके बाद देना"))
  }
  func noEnvelopes(mayMake: Bool) -> String {
    let line = "hearth festival add diwali 60000 --months 6"
    return offer(say("There are no envelopes.", "कोई लिफ़ाफ़ा नहीं है।"), mayMake ? say("Make one: \(line)", "एक बनाएँ: \(line)") : nil)
  }
  func noFestivalDate(after year: Int) -> String { say("no date is known after \(year)", "\(year) के बाद की तारीख़ नहीं मालूम") }
  func aside(_ saved: String, of target: String, spent: String) -> String {
    say("\(saved) of \(target) put aside, \(spent) spent", "\(target) में से \(saved) अलग रखे, \(spent) ख़र्च")
  }
  func moreThanAside(_ figure: String) -> String {
    say("\(figure) more was spent than is put aside", "जितना अलग रखा है, उससे \(figure) ज़्यादा ख़र्च")
  }
  func carriedFromBefore(_ figure: String) -> String {
    say("\(figure) of it left from the one before", "इसमें से \(figure) पिछली बार के बचे")
  }
  /// - Parameter more: how many months after that one.
  func putAside(_ figure: String, _ date: String, more: Int) -> String {
    say(
      "put aside \(figure) on \(date)\(more == 0 ? "" : ", and \(more) more")",
      "\(date) को \(figure) अलग रखें\(more == 0 ? "" : ", उसके बाद \(more) बार और")")
  }
}
