import HearthProtocol
import Ledger

extension Hindi {
  func refusal(_ code: RejectionCode, _ rejected: Rejected) -> (cause: String, remedy: String) {
    guard code == .badRequest else { return code.hindi }
    let field = FieldWord(path: rejected.field)
    // What the server has no zone for is no zone's name to the person who typed it.
    if field == .zone { return Self.noZone }
    return rejected.reason.flatMap { Self.badRequest($0, isEnd: rejected.field.hasSuffix(".last_date")) } ?? code.hindi
  }

  private static let noZone = ("यह किसी समय-क्षेत्र का नाम नहीं है।", "IANA का नाम लिखें, जैसे Asia/Kolkata।")

  /// What is said of a bad request; nil: what is said of all.
  ///
  /// - Parameter isEnd: whether it is about the last date of a rule.
  private static func badRequest(_ reason: BadRequestReason, isEnd: Bool) -> (cause: String, remedy: String)? {
    switch reason {
    case .timeZoneMalformed: noZone
    case .rateMalformed: ("यह विनिमय-दर नहीं है।", "शून्य से बड़ी संख्या लिखें, जैसे 83.15।")
    case .textMissing: ("कुछ लिखा नहीं है।", "कुछ लिखें।")
    case .choiceNotAllowed where isEnd: ("आख़िरी तारीख़ पहली से पहले है।", "समाप्ति का बाद का दिन बताएँ, या कोई नहीं।")
    default: nil
    }
  }

  func retry(seconds: Int64) -> String { "\(Screens.time(seconds * 1_000, self)) में फिर कोशिश करें।" }

  func fact(_ fact: RefusalFact) -> String? {
    switch fact {
    case .field(let path): "यह इसके बारे में है: \(FieldWord(path: path).map(word) ?? path.printable)।"
    case .bounds(let least, let most), .range(let least, let most): "\(least) से \(most) तक हो सकता है।"
    case .most(let count): "ज़्यादा से ज़्यादा \(count) हो सकते हैं।"
    case .difference(let figure, let isMissing): "\(figure) \(isMissing ? "कम" : "ज़्यादा") है।"
    case .owed(let figure): "केवल \(figure) देने हैं।"
    case .currency(let code): "मुद्रा: \(code)।"
    case .reckoned(isDirect: true): "हिसाब: प्रविष्टियों के अनुसार।"
    case .reckoned(isDirect: false): "हिसाब: सबसे कम भुगतानों में।"
    case .rule(let rule, let role): "नियम: \(rule); आपकी भूमिका: \(role)।"
    case .instalment(let figure): "\(figure) की किस्तों में यह चुक जाता है।"
    case .unclaimed(let names): names.isEmpty ? "अब कोई स्थान बाक़ी नहीं है।" : "अभी बाक़ी: \(list(names))।"
    case .duplicate(let name, let entry, let figure, let ago): "\(name) ने \(ago) पहले जोड़ी: \(entry), \(figure)।"
    case .withoutIncome(let names): "इन्होंने नहीं बताई: \(list(names))।"
    }
  }

  private func word(_ field: FieldWord) -> String {
    switch field {
    case .amount: "राशि"
    case .description: "विवरण"
    case .category: "श्रेणी"
    case .categories: "श्रेणियाँ"
    case .date: "तारीख़"
    case .note: "टिप्पणी"
    case .merchant: "दुकान"
    case .place: "जगह"
    case .receipts: "रसीदें"
    case .paid: "किसने दिया"
    case .split, .shares: "बँटवारा"
    case .currency: "मुद्रा"
    case .rate: "दर"
    case .name: "नाम"
    case .color: "रंग"
    case .email: "ईमेल"
    case .role: "भूमिका"
    case .limit: "सीमा"
    case .thresholds: "सूचनाएँ"
    case .period: "अवधि"
    case .principal: "कर्ज़"
    case .reason: "कारण"
    case .key: "श्रेणी की कुंजी"
    case .code: "न्योते का कोड"
    case .income: "आय"
    case .target: "किसके लिए बचत है"
    case .recurrence: "कितनी बार"
    case .icon: "चिह्न"
    case .kind: "प्रकार"
    case .months: "कितने महीनों में बचत"
    case .uses: "न्योता कितनी बार चले"
    case .expiry: "कब तक मान्य"
    case .label: "लेबल"
    case .zone: "समय क्षेत्र"
    case .week: "सप्ताह का पहला दिन"
    case .template: "नमूना"
    case .class: "वर्ग"
    case .order: "क्रम"
    case .festival: "त्योहार"
    case .policy: "नीति"
    case .mode: "हिसाब का तरीक़ा"
    case .notice: "सूचना"
    case .group: "समूह"
    case .entry: "प्रविष्टि"
    case .member: "सदस्य"
    case .budget: "बजट"
    case .rule: "नियम"
    case .invite: "न्योता"
    case .device: "उपकरण"
    case .identity: "पहचान"
    }
  }
}
