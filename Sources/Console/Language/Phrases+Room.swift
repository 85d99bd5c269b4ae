import HearthProtocol
import Ledger

/// What the room in the terminal says.
extension Phrases {
  // Above and at the side.

  func roomLive() -> String { say("live", "लाइव") }
  func roomBroken() -> String { say("connecting again", "फिर जुड़ रहे हैं") }
  func roomOffline() -> String { say("no connection", "संपर्क नहीं") }
  func roomWaiting(_ count: Int) -> String { say(count == 1 ? "1 waits" : "\(count) wait", "\(count) बाक़ी") }
  func roomWaits(_ words: String) -> String { say("\(words) waits to be sent", "\(words): भेजना बाक़ी") }
  func roomMembers() -> String { say("Members", "सदस्य") }
  func roomMore(_ count: Int) -> String { say("and \(count) more", "और \(count)") }
  func roomHere(_ count: Int) -> String { say("\(count) here", "\(count) यहाँ") }

  func roomEnters(_ name: String, _ what: String) -> String {
    say("\(name) is entering \(what)".trimmingSpaces, "\(name) लिख रहे हैं: \(what)")
  }

  // The line that is typed, and what it means.

  func roomExample() -> String { say("groceries 1200 @all", "राशन 1200 @सब") }
  func roomEmpty(mayAdd: Bool) -> String {
    offer(
      say("Nothing is here yet.", "यहाँ अभी कुछ नहीं है।"),
      mayAdd
        ? say(
          "Type what was spent, like groceries 1200 or dinner 450+320 paid:ravi, see what it would do, and press Enter.",
          "जो ख़र्च हुआ वह लिखें, जैसे राशन 1200 या खाना 450+320 paid:रवि, देखें कि क्या होगा, और Enter दबाएँ।") : nil)
  }
  func roomWould() -> String { say("This would be sent", "यह भेजा जाएगा") }
  func roomLookFirst() -> String { say("Look at it, then press Enter again.", "पहले देख लें, फिर Enter दबाएँ।") }
  func roomHasShifted() -> String {
    say(
      "Somebody changed something meanwhile, and this comes out differently now. Press Enter again if it is right.",
      "इस बीच किसी ने कुछ बदला, और अब इसका फल अलग है। ठीक हो तो फिर Enter दबाएँ।")
  }
  func roomTwin(_ name: String) -> String {
    say(
      "\(name) is entering just this, or much the same? Press Enter again to add it all the same.",
      "\(name) अभी यही, या लगभग यही, लिख रहे हैं? फिर भी जोड़ना हो तो फिर Enter दबाएँ।")
  }
  func roomSending() -> String { say("Sending …", "भेज रहे हैं …") }
  func roomKept() -> String { say("Kept here. It is sent when the connection is back.", "यहाँ रखा गया। संपर्क जुड़ते ही भेजा जाएगा।") }
  func roomWhy() -> String { say("Why is it wrong? Write it behind the entry's name.", "क्या ग़लत है? प्रविष्टि के नाम के बाद लिखें।") }
  func roomSayWhat() -> String { say("What is there to say? Write it behind the entry's name.", "क्या कहना है? प्रविष्टि के नाम के बाद लिखें।") }
  func roomChangeWhat() -> String {
    say("What is to change? An amount, @names, #category, paid:, on: or other words.", "क्या बदलना है? राशि, @नाम, #श्रेणी, paid:, on: या दूसरे शब्द।")
  }
  /// Instead of a refusal's remedy that names what is typed outside of the room; nil where it holds in the room, too.
  func roomRemedy(_ code: String) -> String? {
    switch RejectionCode(rawValue: code) {
    case .possibleDuplicate: say("To add it all the same, put ! behind it.", "फिर भी जोड़ना हो तो अंत में ! लिखें।")
    case .entryVoided: say("Restore the entry first: /restore ENTRY", "पहले प्रविष्टि को वापस लाएँ: /restore प्रविष्टि")
    case .nothingOwed: say("See who owes whom: /balances", "देखें कि किसे किसको देना है: /balances")
    case .moreThanOwed: say("Settle at most that: /settle MEMBER AMOUNT", "ज़्यादा से ज़्यादा उतना चुकाएँ: /settle सदस्य राशि")
    default: nil
    }
  }
  /// - Parameter near: the verb that was perhaps meant.
  func roomNoVerb(_ verb: String, _ near: String?) -> String {
    say(
      "There is no /\(verb)." + (near.map { " Did you mean /\($0)?" } ?? " See them all: /help"),
      "/\(verb) नहीं है।" + (near.map { " क्या आप /\($0) कहना चाहते थे?" } ?? " सब देखें: /help"))
  }
  /// - Parameter verb: what was typed without its slash.
  func roomVerbMeant(_ verb: String) -> String {
    say("A command begins with a slash: /\(verb)", "आदेश के आगे / लगाएँ: /\(verb)")
  }

  // Keys, below.

  func roomKeySends() -> String { say("Enter sends it", "Enter भेजता है") }
  func roomKeyClears() -> String { say("Esc clears", "Esc मिटाता है") }
  func roomKeyRest() -> String { say("PgDn shows the rest", "PgDn बाक़ी दिखाता है") }
  func roomKeyBack() -> String { say("Esc goes back", "Esc वापस") }
  func roomKeyHelp() -> String { say("? help", "? मदद") }
  func roomKeyEntries() -> String { say("↑ entries", "↑ प्रविष्टियाँ") }
  func roomKeyBalances() -> String { say("F3 who pays whom", "F3 लेना-देना") }
  func roomKeyTab() -> String { say("Tab completes", "Tab पूरा करता है") }
  func roomKeyLeave() -> String { say("Ctrl-C leaves", "Ctrl-C बाहर") }
  func roomKeyChoose() -> String { say("↑ ↓ choose", "↑ ↓ चुनें") }
  func roomKeyOpens() -> String { say("Enter opens", "Enter खोलता है") }
  /// The letter of a verb on an open entry, and what it does there for this member. Empty for verbs that have none.
  func roomKey(_ verb: RoomVerb, of entry: EntryState, for member: MemberID) -> String {
    switch verb {
    case .edit: say("e edit", "e बदलें")
    case .void where entry.isVoided: say("v restore", "v वापस लाएँ")
    case .void: say("v void", "v रद्द करें")
    case .dispute where entry.disputes.contains { $0.member == member }: say("d take it back", "d आपत्ति हटाएँ")
    case .dispute: say("d dispute", "d आपत्ति")
    case .comment: say("c comment", "c कुछ कहें")
    case .entries, .entry, .restore, .undo, .settle, .account, .balances, .budgets, .members, .history, .feed, .help, .quit: ""
    }
  }
  func roomKeyShares() -> String { say("s shares it with the group", "s समूह में बाँटता है") }
  func roomIsShared() -> String { say("shared", "बँटा हुआ") }
  func roomKeySteps() -> String { say("← → step", "← → एक-एक") }
  func roomKeyEnds() -> String { say("Home End: ends", "Home End: छोर") }
  func roomKeyScroll() -> String { say("PgUp PgDn scroll", "PgUp PgDn सरकाएँ") }
  func roomKeyOpensThat() -> String { say("Enter shows it", "Enter दिखाता है") }

  // What is looked at.

  func roomSettleHint() -> String { say("Settle with /settle MEMBER, or /settle MEMBER AMOUNT", "चुकाएँ: /settle सदस्य, या /settle सदस्य राशि") }
  func roomAsOf(_ day: String, _ time: String, _ place: Int, of count: Int) -> String {
    say("As of \(day) \(time), event \(place) of \(count)", "\(day) \(time) तक, \(count) में से घटना \(place)")
  }
  func roomReading() -> String { say("Reading the history …", "इतिहास पढ़ रहे हैं …") }
  func roomNoHistory() -> String {
    say("The history needs a connection.", "इतिहास के लिए संपर्क चाहिए।")
  }
  func roomTooLong(_ most: Int) -> String {
    say(
      "Only the first \(most) events are here. For later days: hearth history --as-of DAY",
      "यहाँ केवल पहली \(most) घटनाएँ हैं। बाद के दिनों के लिए: hearth history --as-of दिन")
  }
  func roomGone() -> String { say("That entry is not here any more.", "वह प्रविष्टि अब यहाँ नहीं है।") }

  // Help.

  func roomHelpEntry() -> String {
    say(
      "Type what was spent. Below you see what it would do; Enter sends it, and only that.",
      "जो ख़र्च हुआ वह लिखें। नीचे दिखता है कि क्या होगा; Enter वही भेजता है।")
  }
  func roomHelpDrafts() -> String {
    say(
      "While you type an amount the others see that, and at most its first two digits. Not if you say: hearth drafts hide",
      "राशि लिखते समय दूसरों को यह दिखता है, और उसके अधिक से अधिक पहले दो अंक। न दिखाना हो तो: hearth drafts hide")
  }
  func roomHelpNarrow() -> String {
    say("🔒 marks what not everybody sees.", "🔒 उसके आगे लगता है जो सबको नहीं दिखता।")
  }
  /// Lines to type, and what each means.
  func roomHelpLines() -> [(line: String, meaning: String)] {
    [
      (say("groceries 1200", "राशन 1200"), say("shared equally by all who share", "सब हिस्सेदारों में बराबर")),
      (say("dinner 450+320 @asha @ravi", "खाना 450+320 @आशा @रवि"), say("sums; shared by these two", "जोड़; इन दोनों में")),
      (
        say("rent 20000 @asha=60% @ravi=40%", "किराया 20000 @आशा=60% @रवि=40%"),
        say("in parts: percent, amounts (=500) or weights (*2)", "हिस्से: प्रतिशत, राशि (=500) या भार (*2)")
      ),
      (
        say("taxi 300 paid:ravi yesterday", "टैक्सी 300 paid:रवि कल"),
        say("paid by Ravi, on another day (or 2026-11-20)", "रवि ने दिए, दूसरे दिन (या 2026-11-20)")
      ),
      (say("museum 20 USD rate:83.15", "संग्रहालय 20 USD rate:83.15"), say("in another currency", "दूसरी मुद्रा में")),
      ("\"iPhone 15\" 79900 #shopping", say("words in quotes; a category by its key", "उद्धरण में शब्द; श्रेणी की कुंजी")),
      (say("milk, milk 75 @asha", "दूध, दूध 75 @आशा"), say("a line that you keep: hearth preset", "आपकी रखी पंक्ति: hearth preset")),
      (say("milk 60 !", "दूध 60 !"), say("although somebody just added the same", "भले ही किसी ने अभी यही जोड़ा हो")),
    ]
  }
  /// What stands behind a verb: what is to be typed there instead of the words in capitals. Empty for nothing.
  func roomArguments(of verb: RoomVerb) -> String {
    switch verb {
    case .entry, .void, .restore: say("ENTRY", "प्रविष्टि")
    case .edit: say("ENTRY 450 @asha #dining …", "प्रविष्टि 450 @आशा #dining …")
    case .dispute: say("ENTRY WHY", "प्रविष्टि कारण")
    case .comment: say("ENTRY WORDS", "प्रविष्टि शब्द")
    case .settle: say("[MEMBER [AMOUNT]]", "[सदस्य [राशि]]")
    case .account: say("[ACCOUNT] [split LINE]", "[खाता] [split पंक्ति]")
    case .history: say("[DAY]", "[दिन]")
    case .entries, .undo, .balances, .budgets, .members, .feed, .help, .quit: ""
    }
  }
  /// The line of an account that is to be shared, and with whom.
  func roomAccountSplit(_ account: String) -> String {
    say("/account \(account) split LINE @asha", "/account \(account) split पंक्ति @आशा")
  }
  func roomMeaning(of verb: RoomVerb) -> String {
    switch verb {
    case .entries: say("the newest entries (F2)", "नई प्रविष्टियाँ (F2)")
    case .entry: say("one entry; then e, v, d or c on an empty line", "एक प्रविष्टि; फिर ख़ाली पंक्ति पर e, v, d या c")
    case .edit: say("change an entry", "प्रविष्टि बदलें")
    case .void: say("take an entry out of all sums", "प्रविष्टि को हिसाब से हटाएँ")
    case .restore: say("take it back in", "उसे वापस लाएँ")
    case .undo: say("undo your own last change", "अपना पिछला बदलाव वापस लें")
    case .dispute: say("say that it is wrong, or take that back", "कहें कि वह ग़लत है, या आपत्ति हटाएँ")
    case .comment: say("say something beside an entry", "प्रविष्टि के साथ कुछ कहें")
    case .settle: say("pay what you owe, or note what you were paid", "जो देना है चुकाएँ, या मिला हुआ दर्ज करें")
    case .account: say("an account's ledger; s shares the chosen line", "खाते का हिसाब; s चुनी पंक्ति समूह में बाँटता है")
    case .balances: say("who pays whom (F3)", "कौन किसे देगा (F3)")
    case .budgets: say("budgets (F4)", "बजट (F4)")
    case .members: say("members (F5)", "सदस्य (F5)")
    case .history: say("the group as it was; ← and → go through it", "समूह जैसा था; ← और → से आगे-पीछे")
    case .feed: say("back to what happens", "जो हो रहा है उस पर वापस")
    case .help: say("this page (F1, ?)", "यह पन्ना (F1, ?)")
    case .quit: say("leave the room (Ctrl-C, Ctrl-D)", "रूम से बाहर (Ctrl-C, Ctrl-D)")
    }
  }
}
