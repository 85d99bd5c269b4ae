import HearthProtocol

/// What is asked of a person.
protocol FormPhrases {
  // A new group's budgets.

  func askIncome() -> String
  func askTemplate() -> String
  func askParts() -> String
  func typical() -> String
  func askLines() -> String
  func leftToAssign(_ figure: String) -> String
  func assignedTooMuch(_ figure: String) -> String
  func answersEnded() -> String
  func noBudgetsSet(_ group: String) -> String

  // What cannot simply be taken back.

  func askRemoval(of name: String, from group: String) -> String
  func confirmationMissing() -> [String]
  func nobodyRemoved() -> String

  // Splits, and the first screen.

  func askShare(_ name: String) -> String
  func askLastShare(_ name: String) -> String
  func addingTo(_ group: String) -> String
  func nothingAdded() -> String
  func sharedWith(_ group: String) -> String
  func welcome() -> String
  func manageTogether() -> String
  func registerFirst() -> String
  func createFamily() -> String
  func haveInvite() -> String
  func createGroup() -> String
  func allHelp() -> String
}

extension English {
  func askIncome() -> String { "What comes in each month, all of you together? Like 85000 or 1.2L; Enter sets no budgets: " }
  func askTemplate() -> String { "How is it to be divided?" }
  func askParts() -> String { "A number, or parts of your own in percent like housing=40,groceries=25,wants=15,savings=20: " }
  func typical() -> String { "What families usually spend" }
  func askLines() -> String { "yes sets these budgets, no sets none; 2=25000 or 2=30% changes a line, 2=0 drops it: " }
  func leftToAssign(_ figure: String) -> String { "\(figure) left to assign" }
  func assignedTooMuch(_ figure: String) -> String { "The parts come to \(figure) too much" }
  func answersEnded() -> String { "The answers ended too early." }
  func noBudgetsSet(_ group: String) -> String { "\(group) was made; no budgets were set. Set them any time: hearth budget set" }

  func askRemoval(of name: String, from group: String) -> String {
    "Remove \(name) from \(group)? They lose access at once, and their entries stay. yes or no: "
  }
  func confirmationMissing() -> [String] {
    ["This is asked before it is done, and nobody is there to answer.", "If you are sure, say so: --yes"]
  }
  func nobodyRemoved() -> String { "Nobody was removed." }

  func askShare(_ name: String) -> String { "What does \(name) owe? An amount, Enter for nothing, = for equal parts from here on: " }
  func askLastShare(_ name: String) -> String { "\(name) owes the rest: Enter: " }
  func addingTo(_ group: String) -> String { "Adding to: \(group)" }
  func nothingAdded() -> String { "Nothing was added." }
  func sharedWith(_ group: String) -> String { "shared with \(group)" }
  func welcome() -> String { "Family Finance" }
  func manageTogether() -> String { "Manage finances together" }
  func registerFirst() -> String { "First of all" }
  func createFamily() -> String { "Create Family" }
  func haveInvite() -> String { "Have an invite?" }
  func createGroup() -> String { "Create Your First Group" }
  func allHelp() -> String { "Everything else: hearth --help" }
}

extension Hindi {
  func askIncome() -> String { "सबकी मिलाकर हर महीने कितनी आय है? जैसे 85000 या 1.2L; बिना बजट के लिए Enter: " }
  func askTemplate() -> String { "उसे कैसे बाँटना है?" }
  func askParts() -> String { "कोई संख्या, या प्रतिशत में अपने हिस्से, जैसे housing=40,groceries=25,wants=15,savings=20: " }
  func typical() -> String { "परिवार आम तौर पर इतना ख़र्च करते हैं" }
  func askLines() -> String { "हाँ (yes) से ये बजट बनेंगे, नहीं (no) से कोई नहीं; 2=25000 या 2=30% पंक्ति बदलता है, 2=0 हटाता है: " }
  func leftToAssign(_ figure: String) -> String { "\(figure) बाँटना बाक़ी है" }
  func assignedTooMuch(_ figure: String) -> String { "हिस्सों का जोड़ \(figure) ज़्यादा है" }
  func answersEnded() -> String { "जवाब पूरे नहीं हुए।" }
  func noBudgetsSet(_ group: String) -> String { "\(group) बन गया; कोई बजट नहीं बना। कभी भी बनाएँ: hearth budget set" }

  func askRemoval(of name: String, from group: String) -> String {
    "\(name) को \(group) से हटाएँ? वे तुरंत कुछ नहीं देख पाएँगे; उनकी प्रविष्टियाँ रहेंगी। हाँ (yes) या नहीं (no): "
  }
  func confirmationMissing() -> [String] { ["इससे पहले पूछा जाता है, और जवाब देने वाला कोई नहीं है।", "पक्का हो तो कहें: --yes"] }
  func nobodyRemoved() -> String { "कोई नहीं हटाया गया।" }

  func askShare(_ name: String) -> String { "\(name) का हिस्सा? रक़म, कुछ नहीं तो Enter, यहाँ से बराबर तो =: " }
  func askLastShare(_ name: String) -> String { "बाक़ी सब \(name) का: Enter: " }
  func addingTo(_ group: String) -> String { "इसमें जुड़ रहा है: \(group)" }
  func nothingAdded() -> String { "कुछ नहीं जुड़ा।" }
  func sharedWith(_ group: String) -> String { "\(group) के साथ साझा" }
  func welcome() -> String { "परिवार का हिसाब" }
  func manageTogether() -> String { "मिलकर पैसे सँभालें" }
  func registerFirst() -> String { "सबसे पहले" }
  func createFamily() -> String { "परिवार बनाएँ" }
  func haveInvite() -> String { "न्योता मिला है?" }
  func createGroup() -> String { "अपना पहला समूह बनाएँ" }
  func allHelp() -> String { "बाक़ी सब: hearth --help" }
}
