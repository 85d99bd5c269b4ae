import HearthClient
import HearthProtocol
import Ledger

/// What is said of rates, categories and files.
extension Phrases {
  func noRates(maySet: Bool) -> String {
    let line = "hearth rate set USD 83.1525"
    return offer(say("There are no rates yet.", "अभी कोई दर नहीं है।"), maySet ? say("Note one: \(line)", "एक दर्ज करें: \(line)") : nil)
  }
  /// - Parameter code: nil for each currency by itself.
  /// In the language that is spoken from now on.
  func languageKept(isSystem: Bool) -> String {
    say(
      isSystem ? "hearth speaks as LANG says." : "hearth speaks English.",
      isSystem ? "Hearth अब सिस्टम की भाषा में बोलेगा।" : "Hearth अब हिन्दी में बोलेगा।")
  }
  func currencyKept(_ code: String?) -> String {
    say(
      code.map { "Balances are shown in \($0), as far as there are rates." } ?? "Balances are shown in each currency by itself.",
      code.map { "बाक़ी \($0) में दिखेगी, जहाँ तक दरें हैं।" } ?? "बाक़ी हर मुद्रा में अलग दिखेगी।")
  }
  func use(isExpense: Bool, isIncome: Bool) -> String {
    say(isExpense ? isIncome ? "expense, income" : "expense" : "income", isExpense ? isIncome ? "ख़र्च, आय" : "ख़र्च" : "आय")
  }
  func retired() -> String { say("retired", "हटाई गई") }
  func line(_ number: Int) -> String { say("line \(number)", "पंक्ति \(number)") }
  func new() -> String { say("new", "नई") }
  func known() -> String { say("there already", "पहले से है") }
  func new(_ count: Int) -> String { say("\(count) new", "\(count) नई") }
  func known(_ count: Int) -> String { say("\(count) there already", "\(count) पहले से") }
  func idle(_ count: Int) -> String { say("\(count) with nothing to add", "\(count) में कुछ जोड़ना नहीं") }
  func balancesDiffer(_ count: Int) -> String { say("\(count) with a balance that differs", "\(count) में शेष नहीं मिलता") }
  func problems(_ count: Int) -> String { say("\(count) with problems", "\(count) में गड़बड़") }
  func differing(_ count: Int) -> String { say("\(count) there with other figures", "\(count) दूसरे आँकड़ों के साथ पहले से") }
  func like(_ count: Int) -> String {
    say(
      "\(count) like what somebody typed (--add-line NUMBER adds one, --add-similar all)",
      "\(count) किसी की लिखी जैसी (--add-line संख्या से एक, --add-similar से सब जुड़ती हैं)")
  }
  func importSpent(_ figure: String) -> String { say("spent \(figure)", "ख़र्च \(figure)") }
  func importReceived(_ figure: String) -> String { say("received \(figure)", "आय \(figure)") }
  func importTransferred(_ figure: String) -> String { say("payments \(figure)", "भुगतान \(figure)") }
  func importBalances(_ list: String) -> String { say("   balances then: \(list)", "   तब बाक़ी: \(list)") }
  func importUndirected() -> String {
    say(
      "Nothing in the file says which way money went: all lines are taken for expenses. --signed or --card says otherwise.",
      "फ़ाइल में कहीं नहीं लिखा कि पैसा आया या गया: सब पंक्तियाँ ख़र्च मानी गई हैं। और कुछ हो तो --signed या --card लिखें।")
  }
  func importBalance(of account: String, _ figure: String) -> String {
    say("   \(account) then: \(figure)", "   तब \(account) में: \(figure)")
  }
  func noImports() -> String { say("Nothing was imported from this device.", "इस उपकरण से कुछ आयात नहीं हुआ।") }
  func entries(_ count: Int) -> String { say(count == 1 ? "1 entry" : "\(count) entries", count == 1 ? "1 प्रविष्टि" : "\(count) प्रविष्टियाँ") }
  /// - Parameter planned: how many there would have been, had nothing broken off.
  func entries(_ count: Int, of planned: Int) -> String {
    count == planned ? entries(count) : say("\(count) of \(entries(planned))", "\(entries(planned)) में से \(count)")
  }
  func importsOfOthers(_ groups: [String]) -> String {
    say("There are imports of \(list(groups)), too: say --group.", "\(list(groups)) के आयात भी हैं: --group लिखें।")
  }
  /// People whom an import noted down as members.
  func stayWithoutEntry(_ names: [String], mayRemove: Bool) -> String {
    let command = "hearth member remove \(names[0].contains(" ") ? "\"\(names[0])\"" : names[0])"
    let way = mayRemove ? ": " + command : say(".", "।")
    return say(
      "\(list(names)) \(names.count == 1 ? "stays" : "stay") in the group without an entry\(way)",
      "\(list(names)) बिना प्रविष्टि के समूह में \(names.count == 1 ? "रहता है" : "रहते हैं")\(way)")
  }
  func takenBack() -> String { say("taken back", "वापस लिया गया") }
  func importUndone(_ number: Int, _ file: String, _ count: Int, _ others: Int) -> String {
    say(
      "Import \(number) (\(file)) is taken back: \(entries(count)) \(count == 1 ? "was" : "were") voided"
        + (others > 0 ? ", \(others) had been voided before." : "."),
      "आयात \(number) (\(file)) वापस लिया गया: \(count) \(count == 1 ? "प्रविष्टि रद्द हुई" : "प्रविष्टियाँ रद्द हुईं")"
        + (others > 0 ? ", \(others) पहले से रद्द थीं।" : "।"))
  }
  func importNumber(_ number: Int) -> String {
    say(
      "This is import \(number); hearth import undo \(number) takes it back.",
      "यह आयात \(number) है; hearth import undo \(number) इसे वापस लेता है।")
  }
  func profileSaved(_ name: String) -> String {
    say(
      "Kept as your profile \(name). Files with these titles are known from now on.",
      "आपकी प्रोफ़ाइल \(name) के रूप में रखा। ऐसे शीर्षकों की फ़ाइलें अब पहचानी जाएँगी।")
  }
  func ruleSaved(_ words: String, _ category: String) -> String {
    say("Lines with \"\(words)\" are \(category) from now on.", "\"\(words)\" वाली पंक्तियाँ अब से \(category) हैं।")
  }
  /// - Parameter differs: whether a balance of the file shows that lines may be missing.
  func commitHint(differs: Bool = false) -> String {
    differs
      ? say(
        " Nothing was sent. Look whether lines are missing; --commit adds what is new all the same.",
        " कुछ भेजा नहीं गया। देखें कि पंक्तियाँ छूटी तो नहीं; --commit से नई फिर भी जुड़ती हैं।")
      : say(" Nothing was sent; --commit adds what is new.", " कुछ भेजा नहीं गया; --commit से नई जुड़ती हैं।")
  }
  func ruleRemoved(_ words: String) -> String {
    say("Lines with \"\(words)\" have no category of their own any more.", "\"\(words)\" वाली पंक्तियों की अब अपनी श्रेणी नहीं है।")
  }
  func profileRemoved(_ name: String) -> String { say("Your profile \(name) is removed.", "आपकी प्रोफ़ाइल \(name) हटाई गई।") }
  func noRules() -> String {
    say(
      "You keep no rules. hearth import --rule WORDS=CATEGORY --commit keeps one.",
      "आपके कोई नियम नहीं हैं। hearth import --rule शब्द=श्रेणी --commit एक रखता है।")
  }
  func noProfiles() -> String {
    say("You keep no profiles. hearth import --save-profile NAME keeps one.", "आपकी कोई प्रोफ़ाइल नहीं है। hearth import --save-profile नाम एक रखता है।")
  }
  /// Of a file with lines that cannot be added, which keep the others from being added.
  func problemsHint() -> String {
    say(
      " Nothing was sent, and nothing is until the lines are mended, or left out with --skip-problems.",
      " कुछ भेजा नहीं गया। जब तक पंक्तियाँ ठीक न हों या --skip-problems से छोड़ी न जाएँ, तब तक कुछ नहीं जुड़ेगा।")
  }
  func imported(_ counts: String) -> String { say("Done: \(counts).", "हो गया: \(counts)।") }
  /// How many rates were noted before one was refused.
  func notedOnly(_ rates: Int) -> String {
    say(
      rates == 1 ? "1 rate was noted before this one." : "\(rates) rates were noted before this one.",
      "इससे पहले \(rates) दरें दर्ज हुईं।")
  }
}
