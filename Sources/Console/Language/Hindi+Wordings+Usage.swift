extension Hindi {
  /// Of options that are right one by one and not together, and of what was done without a phrase of its own.
  static let usageWordings: [String: String] = [
    "--dates is dmy, mdy or ymd.": "--dates में dmy, mdy या ymd लिखें।",
    "Say the currency: --currency INR.": "मुद्रा बताएँ: --currency INR।",
    "Choose one of --direct and --simplified.": "--direct और --simplified में से एक चुनें।",
    "--rate goes with --in.": "--rate को --in के साथ लिखा जाता है।",
    "Say one of --csv FILE, --ledger FILE, --beancount FILE and --bundle FILE.":
      "--csv FILE, --ledger FILE, --beancount FILE और --bundle FILE में से एक लिखें।",
    "--in goes with balances and with --simplified. By the entries, and explained, each currency stands by itself, since its debts do.":
      "--in शेष के साथ और --simplified के साथ लिखा जाता है। प्रविष्टियों के हिसाब से, और समझाते समय, हर मुद्रा अलग रहती है, क्योंकि उसके कर्ज़ अलग हैं।",
    "Say an amount and a description, or --from; not both.": "राशि और विवरण लिखें, या --from; दोनों नहीं।",
    "--from-group goes with --from.": "--from-group को --from के साथ लिखा जाता है।",
    "--uses is a number from 1 to 100.": "--uses 1 से 100 तक की संख्या है।",
    "With --for one identity joins, once: leave --uses out.": "--for से एक ही पहचान एक बार जुड़ती है: --uses न लिखें।",
    "--cert and --key go together.": "--cert और --key साथ लिखे जाते हैं।",
    "Say either --link or --jwt.": "--link या --jwt में से एक लिखें।",
    "--jwt and --name go together.": "--jwt और --name साथ लिखे जाते हैं।",
    "No email address of yours is kept here.": "यहाँ आपका कोई ईमेल पता नहीं रखा है।",
    "The owner and admins of the group see {1}, nobody else.": "{1} समूह के स्वामी और प्रबंधक देखते हैं, और कोई नहीं।",
    "Nobody owes anybody for it.": "इसका किसी को कुछ देना नहीं है।",
    "the server keeps the stored bytes back": "सर्वर रखे हुए बाइट नहीं देता",
    "lane {1} ends at {2}, not at {3}": "धारा {1} {2} पर समाप्त होती है, {3} पर नहीं",
  ]
}
