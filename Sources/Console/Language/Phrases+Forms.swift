import HearthClient
import HearthProtocol
import Ledger

/// What is asked of a person.
extension Phrases {
  // A new group's budgets.

  func askIncome() -> String {
    say(
      "What comes in each month, all of you together? Like 85000 or 1.2L; Enter sets no budgets: ",
      "सबकी मिलाकर हर महीने कितनी आय है? जैसे 85000 या 1.2L; बिना बजट के लिए Enter: ")
  }
  func askTemplate() -> String { say("How is it to be divided?", "उसे कैसे बाँटना है?") }
  func askParts() -> String {
    say(
      "A number, Enter for 1, or parts of your own in percent like housing=40,groceries=25,wants=15,savings=20: ",
      "कोई संख्या, 1 के लिए Enter, या प्रतिशत में अपने हिस्से, जैसे housing=40,groceries=25,wants=15,savings=20: ")
  }
  func typical() -> String { say("What families usually spend", "परिवार आम तौर पर इतना ख़र्च करते हैं") }
  func askLines() -> String {
    say(
      "yes sets these budgets, no sets none; 2=25000 or 2=30% changes a line, 2=0 drops it: ",
      "हाँ (yes) से ये बजट बनेंगे, नहीं (no) से कोई नहीं; 2=25000 या 2=30% पंक्ति बदलता है, 2=0 हटाता है: ")
  }
  func leftToAssign(_ figure: String) -> String { say("\(figure) left to assign", "\(figure) बाँटना बाक़ी है") }
  func assignedTooMuch(_ figure: String) -> String { say("The parts come to \(figure) too much", "हिस्सों का जोड़ \(figure) ज़्यादा है") }
  func answersEnded() -> String { say("The answers ended too early.", "जवाब पूरे नहीं हुए।") }
  func noBudgetsSet(_ group: String) -> String {
    say(
      "\(group) was made; no budgets were set. Set them any time: hearth budget set",
      "\(group) बन गया; कोई बजट नहीं बना। कभी भी बनाएँ: hearth budget set")
  }

  // What cannot simply be taken back.

  func askRemoval(of name: String, from group: String) -> String {
    say(
      "Remove \(name) from \(group)? They lose access at once, and their entries stay. yes or no: ",
      "\(name) को \(group) से हटाएँ? वे तुरंत कुछ नहीं देख पाएँगे; उनकी प्रविष्टियाँ रहेंगी। हाँ (yes) या नहीं (no): ")
  }
  func askLeaving(_ group: String) -> String {
    say(
      "Leave \(group)? Nothing of it stays on this device. yes or no: ",
      "\(group) छोड़ें? इस डिवाइस पर उसका कुछ नहीं रहेगा। हाँ (yes) या नहीं (no): ")
  }
  func notLeft() -> String { say("You are still in the group.", "आप अब भी समूह में हैं।") }
  func confirmationMissing() -> [String] {
    say(
      ["This is asked before it is done, and nobody is there to answer.", "If you are sure, say so: --yes"],
      ["इससे पहले पूछा जाता है, और जवाब देने वाला कोई नहीं है।", "पक्का हो तो कहें: --yes"])
  }
  func nobodyRemoved() -> String { say("Nobody was removed.", "कोई नहीं हटाया गया।") }

  // Splits, and the first screen.

  func askShare(_ name: String) -> String {
    say(
      "What does \(name) owe? An amount, Enter for nothing, = for equal parts from here on: ",
      "\(name) का हिस्सा? रक़म, कुछ नहीं तो Enter, यहाँ से बराबर तो =: ")
  }
  func askLastShare(_ name: String) -> String { say("\(name) owes the rest: Enter: ", "बाक़ी सब \(name) का: Enter: ") }
  func addingTo(_ group: String) -> String { say("Adding to: \(group)", "इसमें जुड़ रहा है: \(group)") }
  func nothingAdded() -> String { say("Nothing was added.", "कुछ नहीं जुड़ा।") }
  func sharedWith(_ group: String) -> String { say("shared with \(group)", "\(group) के साथ साझा") }
  func welcome() -> String { say("Family Finance", "परिवार का हिसाब") }
  func manageTogether() -> String { say("Manage finances together", "मिलकर पैसे सँभालें") }
  func registerFirst() -> String { say("First of all", "सबसे पहले") }
  func createFamily() -> String { say("Create Family", "परिवार बनाएँ") }
  func haveInvite() -> String { say("Have an invite?", "न्योता मिला है?") }
  func createGroup() -> String { say("Create Your First Group", "अपना पहला समूह बनाएँ") }
  func registerLine() -> String {
    say("hearth register --server ws://127.0.0.1:7433 --name NAME", "hearth register --server ws://127.0.0.1:7433 --name नाम")
  }
  func createFamilyLine() -> String {
    say("hearth create NAME --template indian-family --wizard", "hearth create नाम --template indian-family --wizard")
  }
  /// Somebody who is not registered joins by a link, which registers them at its host.
  func joinLine(isRegistered: Bool) -> String {
    isRegistered ? say("hearth join CODE", "hearth join कोड") : say("hearth join LINK --name NAME", "hearth join कड़ी --name नाम")
  }
  func createGroupLine() -> String {
    say("hearth create NAME --currency INR --template split-group", "hearth create नाम --currency INR --template split-group")
  }
  func allHelp() -> String { say("Everything else: hearth --help", "बाक़ी सब: hearth --help") }
}
