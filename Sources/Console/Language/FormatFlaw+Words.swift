import HearthProtocol
import Ledger
import Statements

extension FormatFlaw {
  /// The sentence in every language: what is wrong, then what to do.
  var wording: Wording {
    switch self {
    case .endsEarly:
      Wording(
        "The file ends within a statement or a record. Fetch it from the bank again.",
        "फ़ाइल विवरण या प्रविष्टि के बीच में ही ख़त्म हो जाती है। उसे बैंक से दोबारा लें।")
    case .noStatement:
      Wording("No statement of an account is in the file.", "फ़ाइल में किसी खाते का विवरण नहीं है।")
    case .otherMessage(let name):
      Wording(
        "The file is a message \"\(name.printable)\", no statement. Ask the bank for camt.053.",
        "फ़ाइल \"\(name.printable)\" संदेश है, विवरण नहीं। बैंक से camt.053 माँगें।")
    case .tooManyElements:
      Wording("The file has too many elements. Fetch a shorter time from the bank.", "फ़ाइल में बहुत ज़्यादा तत्व हैं। बैंक से कम समय का विवरण लें।")
    case .tagTooLong:
      Wording("A tag of the file is too long: no bank writes such.", "फ़ाइल का एक टैग बहुत लंबा है: कोई बैंक ऐसा नहीं लिखता।")
    case .pageMissing:
      Wording(
        "This page does not go on where the one before it ended: a page may be missing.",
        "यह पन्ना वहाँ से नहीं चलता जहाँ पिछला ख़त्म हुआ: शायद कोई पन्ना नहीं है।")
    case .partsDiffer(let parts, let minor, let currency):
      Wording(
        "Its parts come to \(Money.formatted(minor: parts, currency: currency)), not to \(Money.formatted(minor: minor, currency: currency)).",
        "इसके हिस्सों का जोड़ \(Money.formatted(minor: parts, currency: currency)) है, \(Money.formatted(minor: minor, currency: currency)) नहीं।")
    case .correctsEarlier(let reference):
      Wording(
        "The bank changes or takes back \"\(reference.printable)\" of an earlier file. Change that entry by hand.",
        "बैंक पिछली फ़ाइल के \"\(reference.printable)\" को बदलता या वापस लेता है। वह प्रविष्टि ख़ुद बदलें।")
    case .takenBack: Wording("The bank takes it back in the same file.", "बैंक इसे इसी फ़ाइल में वापस लेता है।")
    case .noMoney: Wording("It is no money of the account.", "यह खाते का पैसा नहीं है।")
    }
  }
}
