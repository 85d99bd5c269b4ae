/// What is said of what stays on this device, and of who sees what.
protocol PrivacyPhrases {
  /// Before the first alias is kept.
  func aliasNotice() -> String
  func aliasKept(_ name: String, _ alias: String) -> String
  func aliasRemoved(_ name: String) -> String
  func noAliases() -> String
  func amountsKept(isHidden: Bool) -> String
  func askPassphrase() -> String
  func askNewPassphrase() -> String
  func askAgain() -> String
  /// Before a passphrase is set: what is lost when it is forgotten, and what it does not do.
  func lockWarning(_ folder: String) -> [String]
  func locked(_ folder: String) -> String
  func unlocked(_ folder: String) -> String
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
  func askPassphrase() -> String { "Passphrase: " }
  func askNewPassphrase() -> String { "New passphrase: " }
  func askAgain() -> String { "The same again: " }
  func lockWarning(_ folder: String) -> [String] {
    [
      "A passphrase will seal what hearth keeps in \(folder): your token, what waits to be sent, the groups as you saw them, your aliases.",
      "Nobody can recover it. If you forget it you lose these, and are you again only by another device (hearth devices link).",
      "The groups themselves stay on the server. Backups and old copies of the folder stay as they are.",
    ]
  }
  func locked(_ folder: String) -> String { "\(folder) is locked. hearth asks for the passphrase from now on." }
  func unlocked(_ folder: String) -> String { "\(folder) is not locked any more." }
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
  func askPassphrase() -> String { "गुप्त वाक्य: " }
  func askNewPassphrase() -> String { "नया गुप्त वाक्य: " }
  func askAgain() -> String { "वही फिर से: " }
  func lockWarning(_ folder: String) -> [String] {
    [
      "गुप्त वाक्य से वह सब मुहरबंद होगा जो hearth \(folder) में रखता है: आपकी कुंजी, भेजे जाने वाले आदेश, देखे हुए समूह, आपके रखे नाम।",
      "इसे कोई वापस नहीं ला सकता। भूल जाने पर यह सब खो जाएगा, और आप केवल दूसरे उपकरण से लौट सकेंगे (hearth devices link)।",
      "समूह सर्वर पर बने रहते हैं। फ़ोल्डर के बैकअप और पुरानी प्रतियाँ वैसी ही रहती हैं।",
    ]
  }
  func locked(_ folder: String) -> String { "\(folder) पर ताला लग गया। अब hearth गुप्त वाक्य पूछेगा।" }
  func unlocked(_ folder: String) -> String { "\(folder) पर अब ताला नहीं है।" }
}
