import HearthClient
import HearthProtocol
import Ledger

/// What is said of devices.
extension Phrases {
  func unnamedDevice() -> String { say("(without a name)", "(बिना नाम)") }
  func deviceSince(_ day: String) -> String { say("since \(day)", "\(day) से") }
  func deviceUsed(_ day: String) -> String { say("last used \(day)", "पिछली बार \(day) को") }
  func deviceTold() -> String { say("told of notices", "सूचनाएँ मिलती हैं") }
  /// - Parameter names: of devices.
  func toldDevices(_ names: [String]) -> String {
    let all = names.joined(separator: ", ")
    return say("Told in the browser, where push says yes: \(all)", "ब्राउज़र में, जहाँ push हाँ है: \(all)")
  }
  func linkBy(_ time: String) -> String { say("On the other device, within \(time):", "दूसरे उपकरण पर, \(time) के भीतर:") }
  func linkIsYou() -> String {
    say(
      "The device on which it is typed in acts as you from then on: show it to nobody else. It is good once.",
      "जो इसे लिखेगा वह आपके नाम से होगा: और किसी को न दिखाएँ। यह एक ही बार चलता है।")
  }
  func askRevocation(of name: String, isCurrent: Bool) -> String {
    say(
      isCurrent
        ? "Revoke \(name), which you are using? Without another device nobody is you any more. yes or no: "
        : "Revoke \(name)? It is logged out at once. yes or no: ",
      isCurrent
        ? "\(name) को हटाएँ, जिसे आप चला रहे हैं? दूसरा उपकरण न हो तो फिर कोई आपके नाम से नहीं आ सकता। हाँ या नहीं: "
        : "\(name) को हटाएँ? वह तुरंत बाहर होगा। हाँ या नहीं: ")
  }
  func nothingRevoked() -> String { say("Nothing was revoked.", "कुछ नहीं हटाया गया।") }
  func deviceRevoked(_ name: String) -> String { say("Revoked: \(name) is logged out.", "हटाया गया: \(name) अब बाहर है।") }
  func tokenRotated() -> String {
    say("This device has a new token; the old one lets nobody in any more.", "इस उपकरण की नई कुंजी है; पुरानी से अब कोई नहीं आ सकता।")
  }
}
