import HearthProtocol

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
  /// - Parameter group: empty where there is none.
  func whoReads(in group: String) -> String
  /// What stands in a part of a group's history.
  func contents(of lane: Lane) -> String
  /// - Parameter others: who reads it too; nil for nobody.
  func reads(_ contents: String, _ others: String?) -> String
  func yourDevices() -> String
  func thisDevice() -> String
  func devicesUnknown() -> String
  func encryption() -> String
  func onTheWay(_ server: String, isSecure: Bool) -> String
  func onTheServer() -> String
  func onThisDevice(_ folder: String, isLocked: Bool) -> String
  func onlyHere() -> String
  func aliases(_ count: Int) -> String
  func waitingCount(_ count: Int) -> String
  func takeAlong() -> String
  func resources() -> String
  func support(_ kind: SupportResource.Kind) -> String
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
  func whoReads(in group: String) -> String { group.isEmpty ? "Who reads what" : "Who reads what in \(group)" }
  func contents(of lane: Lane) -> String {
    switch lane {
    case .shared: "Entries, members, budgets, rules"
    case .admin: "Invites, requests to join, email addresses"
    case .income: "The monthly income"
    case .inbox: "Reminders to you"
    }
  }
  func reads(_ contents: String, _ others: String?) -> String { "\(contents): you" + (others.map { ", \($0)" } ?? " alone") }
  func yourDevices() -> String { "Your devices" }
  func thisDevice() -> String { "(this device)" }
  func devicesUnknown() -> String { "They are not known without a connection." }
  func encryption() -> String { "What is encrypted where" }
  func onTheWay(_ server: String, isSecure: Bool) -> String {
    isSecure ? "On the way to \(server): encrypted (TLS)." : "On the way to \(server): not encrypted. Use a wss:// address."
  }
  func onTheServer() -> String {
    "On the server: the operator may encrypt what is stored, and can read it, since the server checks every sum."
  }
  func onThisDevice(_ folder: String, isLocked: Bool) -> String {
    isLocked ? "On this device: sealed by your passphrase, in \(folder)." : "On this device: in clear, in \(folder). Seal it: hearth lock"
  }
  func onlyHere() -> String { "On this device alone" }
  func aliases(_ count: Int) -> String { count == 1 ? "1 alias" : "\(count) aliases" }
  func waitingCount(_ count: Int) -> String { count == 1 ? "1 command waits to be sent." : "\(count) commands wait to be sent." }
  func takeAlong() -> String { "Take a copy of a group along" }
  func resources() -> String { "Resources" }
  func support(_ kind: SupportResource.Kind) -> String {
    switch kind {
    case .support: "confidential support"
    case .emergency: "emergency"
    }
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
  func whoReads(in group: String) -> String { group.isEmpty ? "कौन क्या पढ़ता है" : "\(group) में कौन क्या पढ़ता है" }
  func contents(of lane: Lane) -> String {
    switch lane {
    case .shared: "लेन-देन, सदस्य, बजट, नियम"
    case .admin: "निमंत्रण, जुड़ने के अनुरोध, ईमेल पते"
    case .income: "महीने की आय"
    case .inbox: "आपको भेजे गए स्मरण"
    }
  }
  func reads(_ contents: String, _ others: String?) -> String { "\(contents): " + (others.map { "आप, \($0)" } ?? "केवल आप") }
  func yourDevices() -> String { "आपके उपकरण" }
  func thisDevice() -> String { "(यह उपकरण)" }
  func devicesUnknown() -> String { "सर्वर से जुड़े बिना वे नहीं जाने जा सकते।" }
  func encryption() -> String { "कहाँ क्या कूटबद्ध है" }
  func onTheWay(_ server: String, isSecure: Bool) -> String {
    isSecure ? "\(server) तक के रास्ते पर: कूटबद्ध (TLS)।" : "\(server) तक के रास्ते पर: कूटबद्ध नहीं। wss:// वाला पता रखें।"
  }
  func onTheServer() -> String {
    "सर्वर पर: संचालक सहेजी बातों को कूटबद्ध कर सकता है, और पढ़ सकता है, क्योंकि सर्वर हर जोड़ जाँचता है।"
  }
  func onThisDevice(_ folder: String, isLocked: Bool) -> String {
    isLocked ? "इस उपकरण पर: आपके गुप्त वाक्य से मुहरबंद, \(folder) में।" : "इस उपकरण पर: \(folder) में, खुला हुआ। ताला लगाएँ: hearth lock"
  }
  func onlyHere() -> String { "केवल इस उपकरण पर" }
  func aliases(_ count: Int) -> String { "\(count) रखे हुए नाम" }
  func waitingCount(_ count: Int) -> String { "\(count) आदेश भेजे जाने की प्रतीक्षा में हैं।" }
  func takeAlong() -> String { "समूह की प्रति अपने साथ रखें" }
  func resources() -> String { "सहायता" }
  func support(_ kind: SupportResource.Kind) -> String {
    switch kind {
    case .support: "गोपनीय सहायता"
    case .emergency: "आपातकाल"
    }
  }
}
