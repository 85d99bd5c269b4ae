/// What is said of devices.
protocol DevicePhrases {
  func unnamedDevice() -> String
  func deviceSince(_ day: String) -> String
  func deviceUsed(_ day: String) -> String
  func linkBy(_ time: String) -> String
  func linkIsYou() -> String
  func askRevocation(of name: String, isCurrent: Bool) -> String
  func nothingRevoked() -> String
  func deviceRevoked(_ name: String) -> String
  func tokenRotated() -> String
}

extension English {
  func unnamedDevice() -> String { "(without a name)" }
  func deviceSince(_ day: String) -> String { "since \(day)" }
  func deviceUsed(_ day: String) -> String { "last used \(day)" }
  func linkBy(_ time: String) -> String { "On the other device, within \(time):" }
  func linkIsYou() -> String { "The device on which it is typed in acts as you from then on: show it to nobody else. It is good once." }
  func askRevocation(of name: String, isCurrent: Bool) -> String {
    isCurrent
      ? "Revoke \(name), which you are using? Without another device nobody is you any more. yes or no: "
      : "Revoke \(name)? It is logged out at once. yes or no: "
  }
  func nothingRevoked() -> String { "Nothing was revoked." }
  func deviceRevoked(_ name: String) -> String { "Revoked: \(name) is logged out." }
  func tokenRotated() -> String { "This device has a new token; the old one lets nobody in any more." }
}

extension Hindi {
  func unnamedDevice() -> String { "(बिना नाम)" }
  func deviceSince(_ day: String) -> String { "\(day) से" }
  func deviceUsed(_ day: String) -> String { "पिछली बार \(day) को" }
  func linkBy(_ time: String) -> String { "दूसरे उपकरण पर, \(time) के भीतर:" }
  func linkIsYou() -> String { "जो इसे लिखेगा वह आपके नाम से होगा: और किसी को न दिखाएँ। यह एक ही बार चलता है।" }
  func askRevocation(of name: String, isCurrent: Bool) -> String {
    isCurrent
      ? "\(name) को हटाएँ, जिसे आप चला रहे हैं? दूसरा उपकरण न हो तो फिर कोई आपके नाम से नहीं आ सकता। हाँ या नहीं: "
      : "\(name) को हटाएँ? वह तुरंत बाहर होगा। हाँ या नहीं: "
  }
  func nothingRevoked() -> String { "कुछ नहीं हटाया गया।" }
  func deviceRevoked(_ name: String) -> String { "हटाया गया: \(name) अब बाहर है।" }
  func tokenRotated() -> String { "इस उपकरण की नई कुंजी है; पुरानी से अब कोई नहीं आ सकता।" }
}
