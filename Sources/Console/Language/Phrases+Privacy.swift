/// What is said of what stays on this device, and of who sees what.
protocol PrivacyPhrases {
  /// Before the first alias is kept.
  func aliasNotice() -> String
  func aliasKept(_ name: String, _ alias: String) -> String
  func aliasRemoved(_ name: String) -> String
  func noAliases() -> String
  func amountsKept(isHidden: Bool) -> String
}

extension English {
  func aliasNotice() -> String {
    "Only this device keeps your aliases: they are never sent to the server or to anybody, and stand in no export."
  }
  func aliasKept(_ name: String, _ alias: String) -> String { "\(name) is shown as \(alias) on this device." }
  func aliasRemoved(_ name: String) -> String { "\(name) is shown by that name again." }
  func noAliases() -> String { "You have no aliases here. Make one: hearth alias NAME ALIAS" }
  func amountsKept(isHidden: Bool) -> String {
    isHidden ? "Amounts are hidden on this device. Show them once: --no-hide-amounts" : "Amounts are shown on this device."
  }
}

extension Hindi {
  func aliasNotice() -> String {
    "आपके रखे नाम केवल इसी उपकरण पर रहते हैं: वे न सर्वर को भेजे जाते हैं, न किसी और को, और न किसी निर्यात में आते हैं।"
  }
  func aliasKept(_ name: String, _ alias: String) -> String { "इस उपकरण पर \(name) अब \(alias) नाम से दिखेंगे।" }
  func aliasRemoved(_ name: String) -> String { "\(name) फिर इसी नाम से दिखेंगे।" }
  func noAliases() -> String { "यहाँ आपने कोई नाम नहीं रखा है। ऐसे रखें: hearth alias NAME ALIAS" }
  func amountsKept(isHidden: Bool) -> String {
    isHidden ? "इस उपकरण पर राशियाँ छिपी रहेंगी। एक बार दिखाने के लिए: --no-hide-amounts" : "इस उपकरण पर राशियाँ दिखेंगी।"
  }
}
