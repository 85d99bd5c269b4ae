extension Hindi {
  func historyHolds(_ group: String, events: Int) -> String {
    events == 1 ? "\(group): 1 घटना, समूह की शुरुआत से।" : "\(group): \(events) घटनाएँ, हर एक अपने से पहले वाली से जुड़ी।"
  }
  func metAgain(_ count: Int) -> String {
    switch count {
    case 0: "इसका कुछ भी यहाँ पहले नहीं देखा गया था; अब से याद रखा जाएगा।"
    case 1: "जो यहाँ पहले देखा गया था, वह इसमें ज्यों का त्यों है।"
    default: "जो यहाँ पहले देखा गया था, वह इसमें \(count) जगह ज्यों का त्यों है।"
    }
  }
  func headsToCompare() -> String { "इस समूह के बाक़ी सदस्यों के पास भी यही है। वे मिलाकर देखें: hearth verify --head" }
  func altered(_ lane: String, first: UInt64, last: UInt64, ago: String?) -> String {
    let what = first == last ? "धारा \(lane) की घटना \(first) वह नहीं है" : "धारा \(lane) की घटनाएँ \(first) से \(last) वे नहीं हैं"
    return what + (ago.map { " जो \($0) पहले यहाँ देखी गई थी।" } ?? " जो किसी और ने देखी थी।")
  }
  func cutOff(_ lane: String, had: UInt64, found: UInt64, ago: String?) -> String {
    "धारा \(lane) \(found) पर ख़त्म होती है, पर " + (ago.map { "\($0) पहले यहाँ" } ?? "किसी और के देखने पर") + " \(had) तक थी।"
  }
  func doesNotAddUp() -> String { "सर्वर जो बक़ाया दिखाता है, वह उसके अपने इतिहास से नहीं निकलता।" }
  func alterationHint() -> String {
    "सर्वर चलाने वाले से पूछें और दूसरे सदस्यों से मिलाएँ। सर्वर जो अब बताता है उसी पर आगे चलने के लिए: hearth verify --trust"
  }
  func otherHistory(_ name: String, _ lane: String, at position: UInt64) -> String {
    "\(name) के अनुसार धारा \(lane) का इतिहास घटना \(position) पर कुछ और है।"
  }
  func youHere() -> String { "आप" }
  func otherHistoryHint(_ name: String) -> String { "सर्वर आप दोनों को अलग इतिहास दिखाता है, या \(name) से भूल हुई है: hearth verify" }
  func restored() -> String { "सर्वर कहता है कि आपके पिछली बार देखने के बाद वह बैकअप से बहाल हुआ: बैकअप के बाद का सब मिट गया है।" }
  func restoredHint() -> String { "आपका देखा कुछ मिटा या बदला है या नहीं: hearth verify" }
  func trusted(_ group: String) -> String { "\(group): पहले देखा हुआ भुला दिया गया, अब जो सर्वर बताता है वही माना जाएगा।" }
}
