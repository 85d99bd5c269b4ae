import HearthClient
import HearthProtocol
import Ledger

/// Why something was refused.
extension Phrases {
  /// Cause and remedy of a refusal.
  func refusal(_ code: RejectionCode, _ rejected: Rejected) -> (cause: String, remedy: String) {
    switch language {
    case .english:
      return (
        (Amounts.areHidden ? hiddenCause(code) : nil) ?? rejected.cause.printable, remedy(code, rejected) ?? rejected.remedy.printable
      )
    case .hindi:
      if code == .dateOutOfRange { return Self.dateOutOfRange(rejected.field) ?? code.hindi }
      guard code == .badRequest else { return code.hindi }
      let field = FieldWord(path: rejected.field)
      // What the server has no zone for is no zone's name to the person who typed it.
      if field == .zone { return Self.noZone }
      return rejected.reason.flatMap { Self.badRequest($0, rejected.field) } ?? code.hindi
    }
  }
  /// What its details say beside the cause; nil when the cause says it.
  func fact(_ fact: RefusalFact) -> String? {
    switch fact {
    case .field(let path):
      let field = FieldWord(path: path).map(word) ?? path.printable
      return say("It is about \(field).", "यह इसके बारे में है: \(field)।")
    case .instalment(let figure): return say("Instalments of \(figure) pay it back.", "\(figure) की किस्तों में यह चुक जाता है।")
    case .unclaimed(let names):
      return names.isEmpty
        ? say("Nobody is left to be claimed.", "अब कोई स्थान बाक़ी नहीं है।")
        : say("Not claimed yet: \(list(names)).", "अभी बाक़ी: \(list(names))।")
    case .duplicate(let name, let entry, let figure, let ago):
      return say("\(name) added \(entry), \(figure), \(ago) ago.", "\(name) ने \(ago) पहले जोड़ी: \(entry), \(figure)।")
    case .withoutIncome(let names): return say("Not said by: \(list(names)).", "इन्होंने नहीं बताई: \(list(names))।")
    case .range(let least, let most):
      return say("It must be from \(least) to \(most).", "\(least) से \(most) तक हो सकता है।")
    // In English the server's cause says the rest.
    case .bounds(let least, let most): return say(nil, "\(least) से \(most) तक हो सकता है।")
    case .most(let count): return say(nil, "ज़्यादा से ज़्यादा \(count) हो सकते हैं।")
    case .difference(let figure, let isMissing): return say(nil, "\(figure) \(isMissing ? "कम" : "ज़्यादा") है।")
    case .owed(let figure): return say(nil, "केवल \(figure) देने हैं।")
    case .sent(let count): return say(nil, "भेजी गई बातें: \(count)।")
    case .currency(let code): return say(nil, "मुद्रा: \(code)।")
    case .reckoned(isDirect: true): return say(nil, "हिसाब: प्रविष्टियों के अनुसार।")
    case .reckoned(isDirect: false): return say(nil, "हिसाब: सबसे कम भुगतानों में।")
    case .right("coaching.send", let role):
      return say(nil, "नियम: coaching.send; आपकी भूमिका: \(role)। जिस बच्चे के लिए ऐसा तय है, उसे केवल मालिक समझाते हैं।")
    case .right(let right, let role): return say(nil, "नियम: \(right); आपकी भूमिका: \(role)।")
    }
  }
  func retry(seconds: Int64) -> String {
    say("Try again in \(Screens.time(seconds * 1_000, self)).", "\(Screens.time(seconds * 1_000, self)) में फिर कोशिश करें।")
  }

  /// Instead of the server's words where these have amounts in them. The Hindi of refusals has none.
  private func hiddenCause(_ code: RejectionCode) -> String? {
    switch code {
    case .moreThanOwed: say("Only \(Amounts.hidden) is owed.", nil)
    case .paidDoesNotAddUp: say("The amounts paid do not add up.", nil)
    case .splitDoesNotAddUp: say("The shares do not add up.", nil)
    default: nil
    }
  }

  /// Instead of the server's remedy where this program has a better one; most stand in `Protocol/errors.json`, with
  /// their Hindi.
  private func remedy(_ code: RejectionCode, _ rejected: Rejected) -> String? {
    switch code {
    case .badRequest where rejected.reason == .choiceNotAllowed && rejected.field.hasSuffix("_spending.minor_id"):
      say("Name a member whose role is minor: --for NAME", nil)
    case .badRequest where rejected.remedy == Rejection.choiceNotAllowed(field: "").remedy:
      say("See what may stand there: the command with --help.", nil)
    case .badRequest where rejected.remedy == Rejection.malformedID(field: "").remedy: say("Copy the whole id, as hearth shows it.", nil)
    case .nothingOwed:
      say(
        rejected.isReckonedDirect
          ? """
          See who owes whom: hearth balances. In the fewest payments instead: --simplified. Any other payment: \
          hearth pay NAME AMOUNT
          """
          : """
          See who owes whom: hearth balances. By the entries alone instead: --direct. Any other payment: \
          hearth pay NAME AMOUNT
          """, nil)
    default: englishRemedy(code)
    }
  }

  private static let noZone = ("यह किसी समय-क्षेत्र का नाम नहीं है।", "IANA का नाम लिखें, जैसे Asia/Kolkata।")

  /// What is said of a bad request; nil: what is said of all.
  ///
  /// - Parameter field: what of the command it is about.
  private static func badRequest(_ reason: BadRequestReason, _ field: String) -> (cause: String, remedy: String)? {
    switch reason {
    case .timeZoneMalformed: noZone
    case .rateMalformed: ("यह विनिमय-दर नहीं है।", "शून्य से बड़ी संख्या लिखें, जैसे 83.15।")
    case .textMissing: ("कुछ लिखा नहीं है।", "कुछ लिखें।")
    case .paymentAddressMalformed: ("यह न UPI पता है, न ऐसा IBAN जिस पर पैसे भेजे जा सकें।", "UPI पता लिखें, जैसे asha@examplebank, या IBAN और उसके पीछे BIC।")
    case .choiceNotAllowed where field.hasSuffix("_spending.minor_id"):
      ("यह सदस्य नाबालिग नहीं है।", "ऐसे सदस्य का नाम दें जो नाबालिग है: --for नाम")
    case .choiceNotAllowed where field.hasSuffix("minor_id"): ("यह सदस्य नाबालिग नहीं है।", "ऐसे सदस्य का नाम दें जो नाबालिग है।")
    case .choiceNotAllowed: choiceNotAllowed(field)
    case .emailMalformed: ("यह ईमेल पता नहीं है।", "ऐसा पता लिखें: asha@example.org")
    case .noticeAddressMalformed: ("यह ऐसा पता नहीं है जिस पर सूचनाएँ भेजी जा सकें।", "अक्षर, अंक और _ . ~ : / @ + = % - लिखें, शुरू में अक्षर या अंक।")
    case .webhookUrlMalformed: ("यह https का ऐसा पता नहीं है जिस पर घटनाएँ भेजी जा सकें।", "ऐसा पता लिखें: https://hooks.example.com/hearth")
    default: nil
    }
  }

  /// What is said of a choice that the field does not take; nil: what is said of all.
  private static func choiceNotAllowed(_ field: String) -> (cause: String, remedy: String)? {
    switch field {
    case "set_guardian.member_id": ("अभिभावक केवल प्रबंधक या वयस्क बन सकते हैं; मालिक सदा अभिभावक हैं।", "किसी प्रबंधक या वयस्क का नाम दें।")
    case "grant_account.account_id": ("बच्चे केवल चालू और बचत खाते पढ़ते हैं।", "बच्चे के साथ चालू या बचत खाता साझा करें।")
    case "grant_account.member_id": ("इस सदस्य के साथ यह खाता साझा नहीं हो सकता।", "किसी और का नाम दें: मालिक, प्रबंधक, वयस्क या नाबालिग।")
    case "grant_account.permission": ("यह अनुमति इस सदस्य की भूमिका के लिए नहीं है।", "पढ़ने के लिए साझा करें; मालिक, प्रबंधक और वयस्क लिख भी सकते हैं।")
    case "answer_revocation.confirmed": ("यह आपने ही कहा है, इसलिए दूसरे सदस्य की सहमति चाहिए।", "उनके उत्तर की प्रतीक्षा करें, या अपनी बात वापस लें।")
    case "transfer_between_accounts.to_account_id": ("दोनों ओर एक ही खाता है।", "अपने किसी और खाते का नाम दें।")
    case "transfer_between_accounts.received":
      ("खातों की मुद्राओं के साथ यह ठीक नहीं बैठता।", "मुद्राएँ अलग हों तो लिखें कि कितना पहुँचा, एक हो तो न लिखें।")
    case "set_account_entry.entry_id": ("अंतरण का एक ओर बदला नहीं जाता।", "अंतरण को हटाएँ, और नया लिखें।")
    case "set_allowance.content.account_id", "pause_allowance.allowance_id":
      ("जो सदस्य यह भत्ता देता है, वह अब अभिभावक नहीं है।", "भत्ता अपने किसी खाते से दें, या किसी से नहीं।")
    case "send_coaching.recipient_id": ("समझाने की बात किसी और के लिए होती है।", "किसी और सदस्य का नाम दें।")
    case "mute_coaching.member_id": ("अपने आप को चुप नहीं कराया जा सकता।", "किसी और सदस्य का नाम दें।")
    default:
      field.hasSuffix(".last_date") ? ("आख़िरी तारीख़ पहली से पहले है।", "समाप्ति का बाद का दिन बताएँ, या कोई नहीं।") : nil
    }
  }

  /// What is said of a date of this field that is not among those taken; nil: that it is too far away.
  private static func dateOutOfRange(_ field: String) -> (cause: String, remedy: String)? {
    switch field {
    case "set_allowance.content.first_date":
      ("भत्ता आज या बाद में शुरू होता है, और ज़्यादा से ज़्यादा 100 साल बाद।", "आज का या बाद का दिन बताएँ।")
    case "set_category_total.period_start": ("जोड़ इस महीने का और उससे पहले के 11 महीनों का बताया जाता है।", "इनमें से कोई महीना बताएँ।")
    case "set_budget.content.start_date":
      (
        "चल रही अवधि से पहले की अवधियाँ बीत चुकी हैं, और उनमें जो था वही रहता है।",
        "चल रही अवधि का या बाद का दिन बताएँ; पिछली अवधियाँ भी बदलनी हों, तो वह दिन भी बताएँ जिससे बदलाव लागू हो: --from।"
      )
    default:
      field.hasSuffix("recurrence.first_date")
        ? ("उस तारीख़ से आज तक 400 से ज़्यादा तारीख़ें हैं, या वह आज से 100 साल से ज़्यादा दूर है।", "साल जाँचें।") : nil
    }
  }

  private func word(_ field: FieldWord) -> String {
    switch field {
    case .search: say("what is looked for", "जो खोजना है")
    case .comment: say("the comment", "बात")
    case .amount: say("the amount", "राशि")
    case .webhook: say("the webhook", "वेबहुक")
    case .description: say("the description", "विवरण")
    case .category: say("the category", "श्रेणी")
    case .categories: say("the categories", "श्रेणियाँ")
    case .date: say("the date", "तारीख़")
    case .note: say("the note", "टिप्पणी")
    case .merchant: say("the merchant", "दुकान")
    case .place: say("the place", "जगह")
    case .receipts: say("the receipts", "रसीदें")
    case .paid: say("who paid", "किसने दिया")
    case .split, .shares: say("the split", "बँटवारा")
    case .currency: say("the currency", "मुद्रा")
    case .rate: say("the rate", "दर")
    case .name: say("the name", "नाम")
    case .color: say("the color", "रंग")
    case .email: say("the email", "ईमेल")
    case .role: say("the role", "भूमिका")
    case .limit: say("the limit", "सीमा")
    case .thresholds: say("the alerts", "सूचनाएँ")
    case .period: say("the period", "अवधि")
    case .principal: say("the principal", "कर्ज़")
    case .reason: say("the reason", "कारण")
    case .key: say("the key", "श्रेणी की कुंजी")
    case .code: say("the invite's code", "न्योते का कोड")
    case .income: say("the income", "आय")
    case .target: say("what is saved for", "किसके लिए बचत है")
    case .recurrence: say("how often it is", "कितनी बार")
    case .icon: say("the icon", "चिह्न")
    case .kind: say("the kind", "प्रकार")
    case .months: say("how many months it is put aside in", "कितने महीनों में बचत")
    case .uses: say("how often the invite can be used", "न्योता कितनी बार चले")
    case .expiry: say("how long it is good", "कब तक मान्य")
    case .label: say("the label", "लेबल")
    case .zone: say("the time zone", "समय क्षेत्र")
    case .week: say("the first day of the week", "सप्ताह का पहला दिन")
    case .template: say("the template", "नमूना")
    case .class: say("the class", "वर्ग")
    case .order: say("the order", "क्रम")
    case .festival: say("the festival", "त्योहार")
    case .policy: say("the policy", "नीति")
    case .mode: say("how debts are counted", "हिसाब का तरीक़ा")
    case .notice: say("the notice", "सूचना")
    case .group: say("the group", "समूह")
    case .entry: say("the entry", "प्रविष्टि")
    case .member: say("the member", "सदस्य")
    case .budget: say("the budget", "बजट")
    case .rule: say("the rule", "नियम")
    case .invite: say("the invite", "न्योता")
    case .device: say("the device", "उपकरण")
    case .identity: say("the identity", "पहचान")
    case .account: say("the account", "खाता")
    case .allowance: say("the allowance", "भत्ता")
    case .balance: say("the opening balance", "आरंभिक शेष")
    case .permission: say("what is granted", "दी गई अनुमति")
    case .text: say("the message", "संदेश")
    case .address: say("the address", "पता")
    }
  }
}
