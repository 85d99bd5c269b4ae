import HearthClient

/// Sentences that are said in several places.
extension Wording {
  static let groupIncomplete = Wording { $0.notComplete() }
  static let nobodySettlesAlone = Wording("Nobody settles with themselves.", "कोई अपने आप से हिसाब नहीं चुकाता।")
  static let nobodyOwesThemselves = Wording(
    "Nobody owes themselves anything. Name another member: hearth balances",
    "अपने आप को कोई कुछ नहीं देता। दूसरे सदस्य का नाम लिखें: hearth balances")
  /// - Parameters:
  ///   - first: the version that it was added at.
  ///   - last: the version that it is at.
  static func noSuchVersion(_ version: UInt64, of name: String, from first: UInt64, to last: UInt64) -> Wording {
    Wording(
      "\(name.printable) has no version \(version): it was added at \(first) and is at \(last). hearth entry show tells the one that you see.",
      "\(name.printable) का संस्करण \(version) नहीं है: वह \(first) पर जुड़ी थी और अब \(last) पर है। जो आप देखते हैं वह hearth entry show बताता है।")
  }
  static let registerAgainOrRestore = Wording(
    "Move the file away and register again, or restore it from a backup.", "फ़ाइल को हटाएँ और फिर से पंजीकरण करें, या बैकअप से वापस लाएँ।")
  static let checkFolder = Wording(
    "Check the folder's permissions, or set HEARTH_HOME to one that you can write.",
    "फ़ोल्डर की अनुमतियाँ जाँचें, या HEARTH_HOME में ऐसा फ़ोल्डर दें जिसमें आप लिख सकें।")
  static let moveStoreAway = Wording(
    "It keeps only what waits to be sent and what was seen. Move the file away; what waited in it has to be entered again.",
    "इसमें केवल वह रहता है जो भेजना बाक़ी है और जो देखा गया। फ़ाइल को हटाएँ; जो भेजना बाक़ी था उसे फिर दर्ज करना होगा।")
  static let shortenFile = Wording("Take out what nobody needs.", "जिसकी ज़रूरत नहीं, उसे हटाएँ।")
  static let seeResourceHelp = Wording("See how it is written: hearth privacy --help", "कैसे लिखें, यहाँ है: hearth privacy --help")
  static let useThatVersion = Wording("Use that version of hearth.", "वही संस्करण काम में लें।")
  static let inNoGroup = Wording { $0.noGroups() }
  static func cannotTakeIt(_ error: some Any) -> Wording { Wording("The group cannot take it: \(error).", "समूह इसे नहीं ले सकता: \(error)।") }
  static let fileEmpty = Wording("The file is empty.", "फ़ाइल ख़ाली है।")
  static let correctOrSkip = Wording("Correct them, or leave them out with --skip-problems.", "उन्हें सुधारें, या --skip-problems से छोड़ दें।")
  static func couldNotWrite(_ path: String) -> Wording { Wording("Could not write \(path).", "\(path) लिखी नहीं जा सकी।") }
  static let askOneOfThem = Wording("Ask one of them.", "उनमें से किसी से कहें।")
  static func couldNotRead(_ path: String) -> Wording { Wording("Could not read \(path).", "\(path) पढ़ी नहीं जा सकी।") }
  static let checkPath = Wording("Check the path, and that you may read the file.", "पथ जाँचें, और यह कि आप फ़ाइल पढ़ सकते हैं।")
  static let nobodyCalledThat = Wording("Nobody here is called that.", "यहाँ इस नाम का कोई नहीं है।")
  static func noAnswer(_ server: ServerURL, _ seconds: Int64) -> Wording {
    Wording("\(server) gave no answer within \(seconds) s.", "\(server) ने \(seconds) सेकंड में जवाब नहीं दिया।")
  }
  static let notConfirmed = Wording(
    "The server could not confirm that it is stored.", "सर्वर पक्का नहीं कर सका कि यह सुरक्षित हुआ।")
  static let outcomeIsOpen = Wording(
    "It is not known whether the request was carried out. Look with hearth history before you send it again.",
    "यह हुआ या नहीं, पता नहीं। फिर भेजने से पहले देखें: hearth history।")
  /// Of options that are wrong together, or one by one.
  public static let datesAre = Wording("--dates is dmy, mdy or ymd.", "--dates में dmy, mdy या ymd लिखें।")
  /// What --decimals may be.
  public static let decimalsAre = Wording("--decimals is point or comma.", "--decimals में point या comma लिखें।")
  /// That a file is a bank's or a card's.
  public static let signedOrCard = Wording("Say --signed or --card, not both.", "--signed या --card लिखें, दोनों नहीं।")
  /// Of options that are wrong together, or one by one.
  public static let directOrSimplified = Wording("Choose one of --direct and --simplified.", "--direct और --simplified में से एक चुनें।")
  /// Of options that are wrong together, or one by one.
  public static let rateGoesWithIn = Wording("--rate goes with --in.", "--rate को --in के साथ लिखा जाता है।")
}

extension Wording {
  /// - Parameter path: "hearth budget".
  public static func verbMissing(_ path: String) -> Wording {
    Wording(
      "\(path) does nothing by itself: name one of the verbs below.", "\(path) अकेले कुछ नहीं करता: नीचे दिए शब्दों में से एक लिखें।")
  }

  /// - Parameter text: "-5".
  public static func signedAmount(_ text: String) -> Wording {
    Wording(
      "An amount has no sign: write \(text.dropFirst()). What came back is an income: hearth add \(text.dropFirst()) Refund --kind income",
      "राशि के आगे चिह्न नहीं होता: \(text.dropFirst()) लिखें। जो वापस आया वह आय है: hearth add \(text.dropFirst()) Refund --kind income")
  }

  /// - Parameters:
  ///   - path: "hearth budget".
  ///   - near: the verb that was perhaps meant, like "hearth budget set".
  public static func noVerb(_ path: String, _ word: String, _ near: String?) -> Wording {
    guard let near else {
      return Wording(
        "There is no \"\(path) \(word.printable)\". See all that there is: \(path) --help",
        "\"\(path) \(word.printable)\" जैसा कुछ नहीं है। सब देखें: \(path) --help")
    }
    return Wording(
      "There is no \"\(path) \(word.printable)\". Did you mean \(near)?",
      "\"\(path) \(word.printable)\" जैसा कुछ नहीं है। क्या आप \(near) कहना चाहते थे?")
  }
}
