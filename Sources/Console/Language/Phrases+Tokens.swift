import HearthProtocol

/// What is said of tokens for programs.
extension Phrases {
  func tokenAccess(_ access: GroupTokenAccess) -> String {
    access == .write ? say("writes", "लिखता है") : say("reads", "पढ़ता है")
  }
  func tokenEnds(_ day: String) -> String { say("until \(day)", "\(day) तक") }
  func tokenUnused() -> String { say("never used", "कभी काम में नहीं आया") }
  func noTokens() -> String {
    say("You have no tokens here. hearth token add makes one.", "यहाँ आपका कोई टोकन नहीं है। नया बनाएँ: hearth token add।")
  }
  func tokenShownOnce() -> String {
    say("It is shown this once. Keep it where the program reads it.", "यह केवल अभी दिखता है। इसे वहाँ रखें जहाँ से प्रोग्राम पढ़े।")
  }
  func tokenWritten(_ path: String) -> String {
    say("Wrote the token to \(path), which you alone may read.", "टोकन \(path) में लिखा गया, जिसे केवल आप पढ़ सकते हैं।")
  }
  func tokenMeans(_ name: String, _ access: GroupTokenAccess, until day: String) -> String {
    access == .write
      ? say(
        "\(name) reads what you may and enters in your name, in this group alone, until \(day). It ends with this device, too.",
        "\(name) वह पढ़ेगा जो आप पढ़ सकते हैं और आपके नाम से लिखेगा, केवल इस समूह में, \(day) तक। इस उपकरण के साथ भी यह ख़त्म होगा।")
      : say(
        "\(name) reads what you may, in this group alone, until \(day). It ends with this device, too.",
        "\(name) वह पढ़ेगा जो आप पढ़ सकते हैं, केवल इस समूह में, \(day) तक। इस उपकरण के साथ भी यह ख़त्म होगा।")
  }
  func askTokenRevocation(of name: String) -> String {
    say("Revoke \(name)? It is let in no more. yes or no: ", "\(name) को हटाएँ? वह फिर भीतर नहीं आ सकेगा। हाँ या नहीं: ")
  }
  func tokenRevoked(_ name: String) -> String { say("Revoked: \(name) is let in no more.", "हटाया गया: \(name) अब भीतर नहीं आ सकता।") }
  func yourTokens() -> String { say("Programs that act for you", "आपके लिए काम करने वाले प्रोग्राम") }
}
