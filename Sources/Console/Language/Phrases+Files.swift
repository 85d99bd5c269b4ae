import HearthClient
import HearthProtocol
import Ledger

/// What is said of rates, categories and files.
extension Phrases {
  func noRates() -> String {
    say("There are no rates yet. Note one: hearth rate set USD 83.1525", "अभी कोई दर नहीं है। एक दर्ज करें: hearth rate set USD 83.1525")
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
  func problems(_ count: Int) -> String { say("\(count) with problems", "\(count) में गड़बड़") }
  func commitHint() -> String { say(" Nothing was sent; --commit adds what is new.", " कुछ भेजा नहीं गया; --commit से नई जुड़ती हैं।") }
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
