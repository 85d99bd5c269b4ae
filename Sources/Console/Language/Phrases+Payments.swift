/// What is said of where members take money.
extension Phrases {
  /// - Parameter address: nil: nowhere.
  func payAddress(_ address: String?) -> String {
    guard let address else {
      return say("You take money nowhere yet: hearth pay-address set ADDRESS", "आपने अभी पैसे लेने का कोई पता नहीं दिया: hearth pay-address set पता")
    }
    return say("You take money at \(address). Shown to: those who owe you.", "आप पैसे यहाँ लेते हैं: \(address)। केवल उन्हें दिखता है जिन्हें आपको देना है।")
  }
  /// - Parameter address: empty: nowhere any more.
  func payAddressSet(_ address: String) -> String {
    address.isEmpty
      ? say("You take money nowhere any more", "आपका पैसे लेने का पता हटा दिया गया")
      : say("You take money at \(address); those who owe you are shown it", "आप पैसे यहाँ लेते हैं: \(address); जिन्हें आपको देना है उन्हें दिखेगा")
  }
  func payTo(_ name: String, _ amount: String, _ address: String) -> String {
    say("Pay \(name) \(amount) at \(address)", "\(name) को \(amount) यहाँ दें: \(address)")
  }
  func payNote(_ note: String) -> String { say("Note: \(note)", "टिप्पणी: \(note)") }
  func payBy(_ name: String, _ how: String) -> String { say("To pay \(name): \(how)", "\(name) को देने के लिए: \(how)") }
  func payHint() -> String {
    say(
      "Compare the name that your bank shows before you pay. When it is paid: hearth settle NAME",
      "देने से पहले बैंक का दिखाया नाम मिलाएँ। दे देने पर: hearth settle नाम")
  }
}
