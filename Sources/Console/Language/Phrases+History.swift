import HearthClient
import HearthProtocol
import Ledger

/// What is said of a history that was verified.
extension Phrases {
  func historyHolds(_ group: String, events: Int) -> String {
    say(
      events == 1 ? "\(group): 1 event, from the group's beginning." : "\(group): \(events) events, each following from the one before.",
      events == 1 ? "\(group): 1 घटना, समूह की शुरुआत से।" : "\(group): \(events) घटनाएँ, हर एक अपने से पहले वाली से जुड़ी।")
  }
  /// - Parameter count: hashes seen before that were met again; none is that nothing was seen before.
  func metAgain(_ count: Int) -> String {
    switch count {
    case 0:
      say("Nothing of it was seen here before; from now on it is remembered.", "इसका कुछ भी यहाँ पहले नहीं देखा गया था; अब से याद रखा जाएगा।")
    case 1: say("What was seen of it here before is in it unchanged.", "जो यहाँ पहले देखा गया था, वह इसमें ज्यों का त्यों है।")
    default:
      say(
        "What was seen of it here before is in it unchanged, at \(count) places.",
        "जो यहाँ पहले देखा गया था, वह इसमें \(count) जगह ज्यों का त्यों है।")
    }
  }
  func headsToCompare() -> String {
    say(
      "Others who see this group have the same. They compare it with hearth verify --head:",
      "इस समूह के बाक़ी सदस्यों के पास भी यही है। वे मिलाकर देखें: hearth verify --head")
  }
  /// - Parameter ago: when it was seen otherwise; nil when somebody else told of it.
  func altered(_ lane: String, first: UInt64, last: UInt64, ago: String?) -> String {
    let isOne = first == last
    let what = say(
      isOne ? "Event \(first) of lane \(lane) is not what it was" : "Events \(first) to \(last) of lane \(lane) are not what they were",
      isOne ? "धारा \(lane) की घटना \(first) वह नहीं है" : "धारा \(lane) की घटनाएँ \(first) से \(last) वे नहीं हैं")
    guard let ago else { return say("\(what) when somebody else saw it.", "\(what) जो किसी और ने देखी थी।") }
    return say("\(what) when it was seen here \(ago) ago.", "\(what) जो \(ago) पहले यहाँ देखी गई थी।")
  }
  func cutOff(_ lane: String, had: UInt64, found: UInt64, ago: String?) -> String {
    guard let ago else {
      return say(
        "Lane \(lane) ends at event \(found), but it went to \(had) when somebody else saw it.",
        "धारा \(lane) \(found) पर ख़त्म होती है, पर किसी और के देखने पर \(had) तक थी।")
    }
    return say(
      "Lane \(lane) ends at event \(found), but it went to \(had) when it was seen here \(ago) ago.",
      "धारा \(lane) \(found) पर ख़त्म होती है, पर \(ago) पहले यहाँ \(had) तक थी।")
  }
  /// That the balances which the server shows are not those which its history comes to.
  func doesNotAddUp() -> String {
    say(
      "The balances that the server shows are not those that its history comes to.",
      "सर्वर जो बक़ाया दिखाता है, वह उसके अपने इतिहास से नहीं निकलता।")
  }
  /// What to do about any of these.
  func alterationHint() -> String {
    say(
      "Ask the server's operator, and compare with the other members. To go on with what the server tells now: hearth verify --trust.",
      "सर्वर चलाने वाले से पूछें और दूसरे सदस्यों से मिलाएँ। सर्वर जो अब बताता है उसी पर आगे चलने के लिए: hearth verify --trust")
  }
  /// That the server says to have been restored from a backup since the group was seen here.
  func restored() -> String {
    say(
      "The server says that it was restored from a backup since you last looked: what came after the backup is gone.",
      "सर्वर कहता है कि आपके पिछली बार देखने के बाद वह बैकअप से बहाल हुआ: बैकअप के बाद का सब मिट गया है।")
  }
  /// What to do about that.
  func restoredHint() -> String {
    say("To see whether anything that you saw is gone or changed: hearth verify.", "आपका देखा कुछ मिटा या बदला है या नहीं: hearth verify")
  }
  func trusted(_ group: String) -> String {
    say(
      "\(group): what was seen before is forgotten, and what the server tells now is taken.",
      "\(group): पहले देखा हुआ भुला दिया गया, अब जो सर्वर बताता है वही माना जाएगा।")
  }
  /// That a member says to have been told another history than is known here.
  func otherHistory(_ name: String, _ lane: String, at position: UInt64) -> String {
    say(
      "\(name) says that they have another history of lane \(lane) at event \(position).",
      "\(name) के अनुसार धारा \(lane) का इतिहास घटना \(position) पर कुछ और है।")
  }
  func youHere() -> String { say("you", "आप") }
  func otherHistoryHint(_ name: String) -> String {
    say(
      "The server shows you two different ones, or \(name) is mistaken: hearth verify.",
      "सर्वर आप दोनों को अलग इतिहास दिखाता है, या \(name) से भूल हुई है: hearth verify")
  }
}
