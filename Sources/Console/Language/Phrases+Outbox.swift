import HearthClient
import HearthProtocol
import Ledger

/// What is said of commands that wait.
extension Phrases {
  /// That the server cannot be reached, and how old what is shown is.
  func asSeen(ago time: String) -> String {
    say(
      "The server cannot be reached: this is the group as you saw it \(time) ago, with what waits here.",
      "सर्वर तक नहीं पहुँचा जा सका: यह समूह वैसा है जैसा आपने \(time) पहले देखा था, और जो यहाँ रुका है उसके साथ।")
  }
  func kept() -> String {
    say(
      "Kept here. It is sent with the next command that reaches the server: hearth sync",
      "यहीं रखा है। सर्वर तक पहुँचने वाले अगले आदेश के साथ भेजा जाएगा: hearth sync")
  }
  /// That the server's answer has not come.
  func staysKept() -> String {
    say(
      "Your command is kept here and is sent again until it is answered, which cannot double it: hearth sync",
      "आपका आदेश यहीं रखा है और जवाब आने तक फिर भेजा जाएगा; दोहरा नहीं होगा: hearth sync")
  }
  /// Why an undoing does not wait.
  func undoIsNotKept() -> String {
    say(
      "Nothing is kept: which change of yours is the last only the server knows. What waits here is taken out: hearth outbox drop ID",
      "कुछ रखा नहीं गया: आपका पिछला बदलाव कौन सा है, यह केवल सर्वर जानता है। जो यहाँ रुका है उसे निकालें: hearth outbox drop पहचान")
  }
  /// That an entry waits itself, so that it cannot be edited.
  func waitsItself(_ entry: String) -> String {
    say(
      "Something about \(entry) waits to be sent, and until then nobody knows which version you would edit. Send it: hearth sync. Or take it out: hearth outbox drop.",
      "\(entry) के बारे में कुछ अभी भेजा नहीं गया है, तब तक पता नहीं कि आप कौन सा रूप बदलेंगे। भेजें: hearth sync। या निकालें: hearth outbox drop")
  }
  func nothingWaits() -> String { say("Nothing waits to be sent.", "भेजने के लिए कुछ नहीं रुका है।") }
  func nothingRefused() -> String {
    say(
      "Nothing was refused. What waits is dropped by its id: hearth outbox",
      "कुछ भी ठुकराया नहीं गया। जो रुका है वह अपनी id से निकाला जाता है: hearth outbox")
  }
  func waits() -> String { say("waits", "रुका है") }
  func refusedWith(_ code: String) -> String { say("refused: \(code)", "नहीं माना गया: \(code)") }
  func sent(_ words: String) -> String { say("Sent: \(words)", "भेजा गया: \(words)") }
  func wasRefused(_ words: String) -> String { say("Refused: \(words)", "नहीं माना गया: \(words)") }
  func dropped(_ words: String) -> String { say("Dropped: \(words)", "निकाला गया: \(words)") }
  func refusalHint() -> String {
    say(
      "Make it anew: hearth outbox reapply ID. Or let it go: hearth outbox drop ID. What there is: hearth outbox",
      "फिर से बनाएँ: hearth outbox reapply पहचान। या छोड़ दें: hearth outbox drop पहचान। क्या-क्या है: hearth outbox")
  }
  func syncHint() -> String { say("Send it: hearth sync", "भेजें: hearth sync") }
  /// That something need not be sent anew, because it is sent by itself.
  func waitsAnyway() -> String {
    say("It was not refused and is sent by itself: hearth sync", "यह ठुकराया नहीं गया और अपने-आप भेजा जाएगा: hearth sync")
  }
}
