import HearthClient
import HearthProtocol
import Ledger

/// What is said of entries.
extension Phrases {
  // An entry.

  func transfer(_ payers: String, _ receivers: String) -> String {
    say("\(payers) paid \(receivers)", "\(payers) ने \(receivers) को दिए")
  }
  func added(_ name: String) -> String { say("\(name) added", "\(name) ने जोड़ा") }
  /// Instead of that, when the server booked it by a rule of theirs.
  func booked(_ name: String) -> String { say("booked by a rule of \(name)", "\(name) के नियम से दर्ज") }
  func instalment(_ number: UInt32, of count: UInt32) -> String {
    say("instalment \(number) of \(count)", "\(count) में से किस्त \(number)")
  }
  func at(_ merchant: String) -> String { say("at \(merchant)", "\(merchant) पर") }
  /// Short, of a city or country.
  func inPlace(_ name: String) -> String { say("in \(name)", "\(name) में") }
  /// Short, of at least 1.
  func receipts(_ count: Int) -> String { say(count == 1 ? "1 receipt" : "\(count) receipts", count == 1 ? "1 रसीद" : "\(count) रसीदें") }
  /// With country and coordinates.
  func place(_ text: String) -> String { say("place: \(text)", "जगह: \(text)") }
  func receiptsTitle() -> String { say("receipts:", "रसीदें:") }
  func noReceipts(mayAdd: Bool) -> String {
    let line = "hearth receipt add last bill.jpg"
    return offer(say("There is no receipt.", "कोई रसीद नहीं है।"), mayAdd ? say("Add one: \(line)", "जोड़ें: \(line)") : nil)
  }
  /// What belongs to all items of a bill.
  func billExtra(_ extra: ItemizedBill.Extra) -> String {
    switch extra {
    case .tax: say("tax", "कर")
    case .tip: say("tip", "टिप")
    case .discount: say("discount", "छूट")
    }
  }
  func paidBy(_ whom: String) -> String { say("paid by \(whom)", "भुगतान: \(whom)") }
  func receivedBy(_ whom: String) -> String { say("received by \(whom)", "प्राप्ति: \(whom)") }
  func atRate(_ rate: String) -> String { say("at \(rate)", "दर \(rate)") }
  func notSplit() -> String { say("not split", "बाँटा नहीं गया") }
  func splitEqually() -> String { say("split equally", "बराबर बँटा") }
  func splitEqually(_ names: String) -> String { say("split equally: \(names)", "बराबर बँटा: \(names)") }
  func forOne(_ name: String) -> String { say("for \(name)", "\(name) के लिए") }
  func notYours() -> String { say("not yours", "आपका हिस्सा नहीं") }
  func youPaid(_ figure: String) -> String { say("you paid \(figure)", "आपने \(figure) दिए") }
  func youReceived(_ figure: String) -> String { say("you received \(figure)", "आपको \(figure) मिले") }
  func youGetBack(_ figure: String) -> String { say("you get back \(figure)", "आपको \(figure) मिलेंगे") }
  func youOwe(_ figure: String) -> String { say("you owe \(figure)", "आपको \(figure) देने हैं") }
  func youAreEven() -> String { say("you are even", "आपका हिसाब बराबर है") }
  /// - Parameters:
  ///   - paid: what of it is paid; empty for nothing.
  ///   - offset: what of it was settled without a payment; empty for nothing.
  func share(_ status: EntryShare.Status, paid: String, offset: String) -> String {
    switch status {
    case .open: say("open", "बाक़ी")
    case .partlyPaid where offset.isEmpty: say("\(paid) of it paid", "इसमें से \(paid) दिए जा चुके")
    case .partlyPaid:
      say(
        paid.isEmpty ? "\(offset) of it evened out by other entries" : "\(paid) of it paid, \(offset) evened out",
        paid.isEmpty ? "इसमें से \(offset) दूसरी प्रविष्टियों से बराबर" : "इसमें से \(paid) दिए जा चुके, \(offset) बराबर")
    case .paid where offset.isEmpty: say("paid", "चुकाया जा चुका")
    case .paid:
      say(
        paid.isEmpty ? "evened out by other entries" : "\(paid) paid, \(offset) evened out",
        paid.isEmpty ? "दूसरी प्रविष्टियों से बराबर" : "\(paid) दिए जा चुके, \(offset) बराबर")
    case .disputed: say("disputed, so not settled", "आपत्ति है, इसलिए निपटा नहीं")
    }
  }
  /// An entry that is voided, or else disputed.
  func listed(isVoided: Bool) -> String { say(isVoided ? "voided" : "disputed", isVoided ? "रद्द" : "आपत्ति है") }
  /// Instead of what the entry means for the viewer.
  func isVoided() -> String { say("voided: it counts for nothing", "रद्द: यह कहीं नहीं गिनी जाती") }
  func version(_ version: UInt64, of id: String, isVoided: Bool) -> String {
    say("id \(id), version \(version)\(isVoided ? ", voided" : "")", "पहचान \(id), संस्करण \(version)\(isVoided ? ", रद्द" : "")")
  }
  func disputed(by name: String, _ reason: String) -> String { say("disputed by \(name): \(reason)", "\(name) की आपत्ति: \(reason)") }

  /// - Parameter id: the end of the comment's id.
  func comment(by name: String, on day: String, _ text: String, id: String) -> String { "\(name), \(day): \(text) (\(id))" }

  // Entries.

  func byIncome(_ amounts: String) -> String { say("by income: \(amounts)", "आय के अनुसार: \(amounts)") }
  func field(_ field: ChangedField) -> String {
    switch field {
    case .money: say(field.rawValue, "रक़म")
    case .description: say(field.rawValue, "विवरण")
    case .category: say(field.rawValue, "श्रेणी")
    case .date: say(field.rawValue, "तारीख़")
    case .note: say(field.rawValue, "टिप्पणी")
    case .merchant: say(field.rawValue, "दुकान")
    case .place: say(field.rawValue, "जगह")
    case .receipts: say(field.rawValue, "रसीदें")
    }
  }
  /// - Parameter now: the amount after it, if it was changed.
  func edited(_ name: String, _ entry: String, _ fields: [ChangedField], now: String?) -> String {
    say(
      "\(name) changed \(entry): \(fields.map(\.rawValue).joined(separator: ", "))\(now.map { ", now \($0)" } ?? "")",
      "\(name) ने \(entry) में बदला: \(fields.map(field).joined(separator: ", "))\(now.map { ", अब \($0)" } ?? "")")
  }
  func undid(_ name: String, _ entry: String, now: String?) -> String {
    say(
      "\(name) changed \(entry): undone\(now.map { ", now \($0)" } ?? "")",
      "\(name) ने \(entry) का बदलाव वापस लिया\(now.map { ", अब \($0)" } ?? "")")
  }
  func voided(_ name: String, _ entry: String) -> String { say("\(name) voided \(entry)", "\(name) ने \(entry) को रद्द किया") }
  func restored(_ name: String, _ entry: String) -> String { say("\(name) restored \(entry)", "\(name) ने \(entry) को वापस लाया") }
  func disputes(_ name: String, _ entry: String, _ reason: String) -> String {
    say("\(name) disputes \(entry): \(reason)", "\(name) को \(entry) पर आपत्ति है: \(reason)")
  }
  func comments(_ name: String, _ entry: String, _ text: String) -> String {
    say("\(name) on \(entry): \(text)", "\(entry) पर \(name): \(text)")
  }
  func removesComment(_ name: String, _ entry: String) -> String {
    say("\(name) took a comment on \(entry) away", "\(name) ने \(entry) पर अपनी बात हटाई")
  }
  func disputesNoLonger(_ name: String, _ entry: String) -> String {
    say("\(name) no longer disputes \(entry)", "\(name) को \(entry) पर अब आपत्ति नहीं है")
  }
  func saidIncome(_ name: String) -> String { say("\(name) said what they earn", "\(name) ने अपनी आय बताई") }
  func moneyPart(_ part: EntryClash.MoneyPart) -> String {
    switch part {
    case .kind: say("kind", "प्रकार")
    case .amount: say("amount", "रक़म")
    case .rate: say("rate", "दर")
    case .paid: say("paid by", "किसने दिए")
    case .split: say("split", "बँटवारा")
    }
  }
  func kind(_ kind: EntryKind) -> String {
    switch kind {
    case .expense: say("expense", "ख़र्च")
    case .income: say("income", "आय")
    case .transfer: say("payment", "भुगतान")
    case .unspecified, .UNRECOGNIZED: "?"
    }
  }
  /// A field that somebody has changed meanwhile, as a heading.
  func changedSince(_ field: String, _ name: String, version: String) -> String {
    say("\(field), changed by \(name) (version \(version))", "\(field): \(name) ने बदला (संस्करण \(version))")
  }
  func itWas() -> String { say("it was", "पहले") }
  func itIs() -> String { say("it is now", "अब") }
  func yours() -> String { say("yours", "आपका") }
  func reapplyHint() -> String {
    say(
      "To change it all the same, add --reapply: what you named is then changed in the entry as it is now.",
      "फिर भी बदलना हो तो यह जोड़ें: --reapply; तब आपका बताया हुआ प्रविष्टि के नए रूप में बदलेगा।")
  }
  /// That figures were typed without saying which of two currencies they are in.
  func whichCurrency(_ former: String, _ current: String) -> String {
    say(
      "The entry was in \(former) and is in \(current) now: say which of the two your figures are in, with --currency.",
      "प्रविष्टि पहले \(former) में थी, अब \(current) में है: आपकी रक़में किसमें हैं, यह बताएँ: --currency")
  }
  func preferencesSet() -> String {
    say("You changed which notices you want: hearth notify list", "आपने तय किया कि कौन सी सूचनाएँ चाहिए: hearth notify list")
  }
  func fault(_ fault: ReplicaFault) -> String {
    switch fault {
    case .gap(let lane, let expected, _): say(fault.description, "धारा \(lane) में \(expected) नहीं आया।")
    case .repeated(let lane, _, let found): say(fault.description, "धारा \(lane) में \(found) दोबारा आया।")
    case .hashMismatch(let lane, let position): say(fault.description, "धारा \(lane) का \(position) अपनी छाप से मेल नहीं खाता।")
    case .unreadable(let lane, let position): say(fault.description, "धारा \(lane) का \(position) पढ़ा नहीं जा सकता।")
    case .unexpected(let lane): say(fault.description, "सर्वर ने धारा \(lane) का ऐसा भाग भेजा जो बताया नहीं था।")
    case .truncated(let lane, let had, let found): say(fault.description, "सर्वर पर धारा \(lane) अब \(found) पर ख़त्म होती है, पहले \(had) तक थी।")
    case .impossible(let lane, let position, _): say(fault.description, "धारा \(lane) का \(position) पहले की बातों से उलटा है।")
    }
  }
}

/// What an edit can change of an entry.
enum ChangedField: String, CaseIterable {
  case money, description, category, date, note, merchant, place, receipts
}
