import HearthClient
import HearthProtocol
import Ledger

/// What is said of who sees what.
extension Phrases {
  /// Before the first alias is kept.
  func aliasNotice() -> String {
    say(
      "Only this device keeps your aliases: they are never sent to the server or to anybody, and stand in no export.",
      "आपके रखे नाम केवल इसी उपकरण पर रहते हैं: वे न सर्वर को भेजे जाते हैं, न किसी और को, और न किसी निर्यात में आते हैं।")
  }
  func aliasKept(_ name: String, _ alias: String) -> String {
    say("\(name) is shown as \(alias) on this device.", "इस उपकरण पर \(name) अब \(alias) नाम से दिखेंगे।")
  }
  func aliasRemoved(_ name: String) -> String { say("\(name) is shown by that name again.", "\(name) फिर इसी नाम से दिखेंगे।") }
  func presetKept(_ name: String, _ line: String) -> String {
    say("\(name) stands for: \(line)", "\(name) का मतलब: \(line)")
  }
  func presetRemoved(_ name: String) -> String { say("\(name) stands for nothing any more.", "\(name) अब किसी पंक्ति का नाम नहीं है।") }
  /// - Parameter split: as it is typed.
  func splitKept(_ split: String) -> String {
    say(
      "Expenses that do not say who owes are divided here by you as \(split); hearth preset --split none forgets it.",
      "जिन ख़र्चों में देने वाले नहीं लिखे, उन्हें आप यहाँ ऐसे बाँटते हैं: \(split); hearth preset --split none इसे भुला देता है।")
  }
  func splitForgotten() -> String {
    say(
      "Expenses that do not say who owes are divided among all who share again.",
      "जिन ख़र्चों में देने वाले नहीं लिखे, वे फिर से सब बाँटने वालों में बँटते हैं।")
  }
  func noPresets() -> String {
    say(
      "You have no presets here. Make one: hearth preset NAME LINE, like hearth preset milk \"milk 60 #groceries\"",
      "यहाँ आपकी कोई झटपट पंक्ति नहीं है। ऐसे रखें: hearth preset नाम पंक्ति, जैसे hearth preset दूध \"दूध 60 #groceries\"")
  }
  func noAliases() -> String {
    say("You have no aliases here. Make one: hearth alias NAME ALIAS", "यहाँ आपने कोई नाम नहीं रखा है। ऐसे रखें: hearth alias नाम उपनाम")
  }
  func amountsKept(isHidden: Bool) -> String {
    say(
      isHidden ? "Amounts are hidden on this device. Show them once: --no-hide-amounts" : "Amounts are shown on this device.",
      isHidden ? "इस उपकरण पर राशियाँ छिपी रहेंगी। एक बार दिखाने के लिए: --no-hide-amounts" : "इस उपकरण पर राशियाँ दिखेंगी।")
  }
  func draftsKept(_ choice: DraftChoice) -> [String] {
    [
      choice.sends
        ? say(
          "In the room others see that you are entering something, and at most two digits of the amount. End it: hearth drafts hide",
          "कमरे में दूसरों को दिखता है कि आप कुछ लिख रहे हैं, और राशि के अधिक से अधिक दो अंक। बंद करें: hearth drafts hide")
        : say(
          "Nobody sees what you are entering before you send it. Show it: hearth drafts show",
          "भेजने से पहले कोई नहीं देखता कि आप क्या लिख रहे हैं। दिखाएँ: hearth drafts show"),
      choice.shows
        ? say(
          "You see what others are entering. End it: hearth drafts --others hide",
          "आपको दिखता है कि दूसरे क्या लिख रहे हैं। बंद करें: hearth drafts --others hide")
        : say(
          "You do not see what others are entering. See it: hearth drafts --others show",
          "आपको नहीं दिखता कि दूसरे क्या लिख रहे हैं। देखें: hearth drafts --others show"),
    ]
  }
  func whileEntering() -> String { say("While you enter something", "लिखते समय") }
  func askPassphrase() -> String { say("Passphrase: ", "गुप्त वाक्य: ") }
  func askNewPassphrase() -> String { say("New passphrase: ", "नया गुप्त वाक्य: ") }
  func askAgain() -> String { say("The same again: ", "वही फिर से: ") }
  /// Before a passphrase is set: what is lost when it is forgotten, and what it does not do.
  func lockWarning(_ folder: String) -> [String] {
    say(
      [
        "A passphrase will seal what hearth keeps in \(folder): your token, what waits to be sent, the groups as you saw them, your aliases and presets.",
        "Nobody can recover it. If you forget it you lose these, and are you again only by another device (hearth devices link).",
        "The groups themselves stay on the server. Backups and old copies of the folder stay as they are.",
      ],
      [
        "गुप्त वाक्य से वह सब मुहरबंद होगा जो hearth \(folder) में रखता है: आपकी कुंजी, भेजे जाने वाले आदेश, देखे हुए समूह, आपके रखे नाम।",
        "इसे कोई वापस नहीं ला सकता। भूल जाने पर यह सब खो जाएगा, और आप केवल दूसरे उपकरण से लौट सकेंगे (hearth devices link)।",
        "समूह सर्वर पर बने रहते हैं। फ़ोल्डर के बैकअप और पुरानी प्रतियाँ वैसी ही रहती हैं।",
      ])
  }
  func locked(_ folder: String) -> String {
    say("\(folder) is locked. hearth asks for the passphrase from now on.", "\(folder) पर ताला लग गया। अब hearth गुप्त वाक्य पूछेगा।")
  }
  func unlocked(_ folder: String) -> String { say("\(folder) is not locked any more.", "\(folder) पर अब ताला नहीं है।") }
  /// - Parameter group: empty where there is none.
  func whoReads(in group: String) -> String {
    say(
      group.isEmpty ? "Who reads what" : "Who reads what in \(group)",
      group.isEmpty ? "कौन क्या पढ़ता है" : "\(group) में कौन क्या पढ़ता है")
  }
  /// What stands in a part of a group's history.
  ///
  /// - Parameter subject: the member or account that the part is about; nil where it is about none, or the viewer.
  func contents(of lane: Lane, subject: String?) -> String {
    switch lane {
    case .shared: say("Entries, members, budgets, rules", "प्रविष्टियाँ, सदस्य, बजट, नियम")
    case .admin: say("Invites, requests to join, email addresses", "निमंत्रण, जुड़ने के अनुरोध, ईमेल पते")
    case .income: say("The monthly income", "महीने की आय")
    case .inbox: say("Reminders and coaching to you and by you", "आपको और आपके भेजे स्मरण और समझाने की बातें")
    case .minor:
      say(
        subject.map { "What \($0) spends, what is agreed about it, and which accounts \($0) reads" }
          ?? "What you spend, what is agreed about it, and which accounts you read",
        subject.map { "\($0) का ख़र्च, उस पर तय बातें, और \($0) कौन से खाते पढ़ते हैं" }
          ?? "आपका ख़र्च, उस पर तय बातें, और आप कौन से खाते पढ़ते हैं")
    case .account: say(subject.map { "The account \($0)" } ?? "An account", subject.map { "खाता \($0)" } ?? "एक खाता")
    }
  }
  /// Who reads a reminder or coaching besides the viewer.
  func correspondent() -> String { say("the one whom each is from or to", "जिनकी ओर से या जिनके लिए वह है") }
  /// - Parameter others: who reads it too; nil for nobody.
  func reads(_ contents: String, _ others: String?) -> String {
    say("\(contents): you" + (others.map { ", \($0)" } ?? " alone"), "\(contents): " + (others.map { "आप, \($0)" } ?? "केवल आप"))
  }
  func sharedAccounts(in group: String) -> String { say("Who sees which account in \(group)", "\(group) में कौन सा खाता कौन देखता है") }
  /// An account, before what is said of it.
  ///
  /// - Parameter owner: nil where it is the viewer's.
  func account(_ name: String, _ type: AccountType, of owner: String?) -> String {
    "\(name) (\(accountType(type)), \(accountOf(owner))): "
  }
  func yourDevices() -> String { say("Your devices", "आपके उपकरण") }
  func thisDevice() -> String { say("(this device)", "(यह उपकरण)") }
  func devicesUnknown() -> String { say("They are not known without a connection.", "सर्वर से जुड़े बिना वे नहीं जाने जा सकते।") }
  func encryption() -> String { say("What is encrypted where", "कहाँ क्या कूटबद्ध है") }
  func onTheWay(_ server: String, isSecure: Bool) -> String {
    say(
      isSecure ? "On the way to \(server): encrypted (TLS)." : "On the way to \(server): not encrypted. Use a wss:// address.",
      isSecure ? "\(server) तक के रास्ते पर: कूटबद्ध (TLS)।" : "\(server) तक के रास्ते पर: कूटबद्ध नहीं। wss:// वाला पता रखें।")
  }
  func onTheServer() -> String {
    say(
      "On the server: the operator may encrypt what is stored, and can read it, since the server checks every sum.",
      "सर्वर पर: संचालक सहेजी बातों को कूटबद्ध कर सकता है, और पढ़ सकता है, क्योंकि सर्वर हर जोड़ जाँचता है।")
  }
  func onThisDevice(_ folder: String, isLocked: Bool) -> String {
    say(
      isLocked
        ? "On this device: sealed by your passphrase, in \(folder)." : "On this device: in clear, in \(folder). Seal it: hearth lock",
      isLocked ? "इस उपकरण पर: आपके गुप्त वाक्य से मुहरबंद, \(folder) में।" : "इस उपकरण पर: \(folder) में, खुला हुआ। ताला लगाएँ: hearth lock")
  }
  func onlyHere() -> String { say("On this device alone", "केवल इस उपकरण पर") }
  func aliases(_ count: Int) -> String { say(count == 1 ? "1 alias" : "\(count) aliases", "\(count) रखे हुए नाम") }
  func waitingCount(_ count: Int) -> String {
    say(
      count == 1 ? "1 command waits to be sent." : "\(count) commands wait to be sent.",
      "\(count) आदेश भेजे जाने की प्रतीक्षा में हैं।")
  }
  func takeAlong() -> String { say("Take a copy of a group along", "समूह की प्रति अपने साथ रखें") }
  func takeAlongLines() -> [String] {
    [
      say("hearth export --bundle FILE", "hearth export --bundle फ़ाइल"), say("hearth export --csv FILE", "hearth export --csv फ़ाइल"),
      say("hearth export --accounts FOLDER", "hearth export --accounts फ़ोल्डर"),
    ]
  }
  func resources() -> String { say("Resources", "सहायता") }
  func support(_ kind: SupportResource.Kind) -> String {
    switch kind {
    case .support: say("confidential support", "गोपनीय सहायता")
    case .emergency: say("emergency", "आपातकाल")
    case .technology: say("safe use of devices", "उपकरणों का सुरक्षित उपयोग")
    case .planning: say("planning ahead", "आगे की योजना")
    }
  }
}
