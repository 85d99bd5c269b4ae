extension Hindi {
  func asSeen(ago time: String) -> String { "सर्वर तक नहीं पहुँचा जा सका: यह समूह वैसा है जैसा आपने \(time) पहले देखा था, और जो यहाँ रुका है उसके साथ।" }
  func kept() -> String { "यहीं रखा है। सर्वर तक पहुँचने वाले अगले आदेश के साथ भेजा जाएगा: hearth sync" }
  func staysKept() -> String { "आपका आदेश यहीं रखा है और जवाब आने तक फिर भेजा जाएगा; दोहरा नहीं होगा: hearth sync" }
  func waitsItself(_ entry: String) -> String {
    "\(entry) के बारे में कुछ अभी भेजा नहीं गया है, तब तक पता नहीं कि आप कौन सा रूप बदलेंगे। भेजें: hearth sync। या निकालें: hearth outbox drop"
  }
  func nothingWaits() -> String { "भेजने के लिए कुछ नहीं रुका है।" }
  func nothingRefused() -> String { "कुछ भी ठुकराया नहीं गया। जो रुका है वह अपनी id से निकाला जाता है: hearth outbox" }
  func waits() -> String { "रुका है" }
  func refusedWith(_ code: String) -> String { "नहीं माना गया: \(code)" }
  func sent(_ words: String) -> String { "भेजा गया: \(words)" }
  func wasRefused(_ words: String) -> String { "नहीं माना गया: \(words)" }
  func dropped(_ words: String) -> String { "निकाला गया: \(words)" }
  func refusalHint() -> String { "फिर से बनाएँ: hearth outbox reapply ID। या छोड़ दें: hearth outbox drop ID। क्या-क्या है: hearth outbox" }
  func syncHint() -> String { "भेजें: hearth sync" }
  func waitsAnyway() -> String { "यह ठुकराया नहीं गया और अपने-आप भेजा जाएगा: hearth sync" }
  func waitingPayment(_ amount: String) -> String { "\(amount) का भुगतान" }

  func waitingRule(_ name: String) -> String { "नियम \(name)" }

  func waitingReminder() -> String { "याद दिलाना" }

  func waitingCommand(_ id: String) -> String { "निर्देश \(id)" }

  func waitingEntry(_ name: String, _ amount: String) -> String { "\(name) \(amount)" }
  func waitingChange(_ change: WaitingChange, of entry: String) -> String {
    switch change {
    case .edit: "\(entry) का बदलाव"
    case .void: "\(entry) को रद्द करना"
    case .restore: "\(entry) को वापस लाना"
    case .dispute: "\(entry) पर आपत्ति"
    case .withdraw: "\(entry) पर आपत्ति का अंत"
    }
  }
}
