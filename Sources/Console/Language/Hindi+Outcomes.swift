import HearthProtocol
import Ledger

extension Hindi {
  func outcome(_ outcome: Outcome) -> [String] {
    switch outcome {
    case .created(let group, let currency):
      ["\(group) बन गया, मुद्रा \(currency)। आप इसके स्वामी हैं।", "किसी को न्योता दें: hearth invite --role adult"]
    case .joined(let group, let role):
      ["आप \(group ?? "समूह") में \(role.map(self.role) ?? "सदस्य") के रूप में शामिल हैं।", "सीधे देखें: hearth feed"]
    case .asksToJoin(let group, let owner):
      ["आपने \(group) में शामिल होना माँगा है। \(owner) या कोई प्रबंधक तय करेंगे।", "शामिल होने पर वह यहाँ दिखेगा: hearth groups"]
    case .letIn(let name, let role): ["\(name) अब \(self.role(role)) के रूप में समूह में हैं।"]
    case .notLetIn(let name): ["\(name) को शामिल नहीं किया गया।"]
    case .mayClaim(let id): ["आपके नाम के एक सदस्य का अभी खाता नहीं है। अगर वह आप हैं: hearth claim \(id)"]
    case .means(let group): ["अब से आदेश \(group) के लिए हैं, जब तक --group न कहें।"]
    case .entryChanged(let entry): ["बदली: \(entry)"]
    case .entryVoided(let entry): ["रद्द: \(entry)"]
    case .entryRestored(let entry): ["वापस आई: \(entry)"]
    case .undone: ["वापस लिया गया।"]
    case .disputed(let entry): ["आपत्ति दर्ज: \(entry)"]
    case .disputeWithdrawn(let entry): ["आपत्ति नहीं रही: \(entry)"]
    case .earns(let figure): [figure.map { "दर्ज: महीने के \($0)।" } ?? "हटाई गई: आपकी आय अब नहीं मालूम।"]
    case .memberAdded(let name, let role):
      ["\(name) बिना खाते के \(self.role(role)) के रूप में समूह में हैं।", "\(name) बनकर आने के लिए: hearth join CODE --claim \"\(name)\""]
    case .memberRenamed(let name, let new): ["\(name) का नाम अब \(new) है।"]
    case .memberColored(let name, let color): [color.isEmpty ? "\(name) का अब कोई रंग नहीं है।" : "\(name) का रंग \(color) है।"]
    case .becomesMinor(let name, let isAccepting):
      [
        isAccepting
          ? "\(name) मान लेने पर नाबालिग होंगे: hearth role accept --accept-transparency" : "\(name) 7 दिन में नाबालिग गिने जाएँगे।"
      ]
    case .memberShares(let name, let shares): [sharing(name, shares) + "।"]
    case .memberIs(let name, let role): ["\(name) अब \(self.role(role))।"]
    case .memberRemoved(let name): ["\(name) हटाए गए; उनकी प्रविष्टियाँ रहती हैं।"]
    case .memberIsBack(let name, let role): ["\(name) \(self.role(role)) के रूप में वापस।"]
    case .claimed(let name): ["इस समूह में अब आप \(name) हैं।"]
    case .left: ["आपने समूह छोड़ दिया। लेना-देना बही में रहता है।"]
    case .owns(let name): ["समूह के स्वामी अब \(name); आप प्रबंधक हैं।"]
    case .asked(let role): ["स्वामी देखते हैं कि आप \(self.role(role)) बनना चाहते हैं।"]
    case .stays(let name, let role): ["\(name) \(self.role(role)) ही रहेंगे।"]
    case .roleAccepted: ["मान लिया गया। बदलाव हो गया।"]
    case .groupChanged: ["बदल गया।"]
    case .groupArchived: ["संग्रह में रखा गया। वापस लाने के लिए: hearth group unarchive"]
    case .groupUnarchived: ["समूह पहले जैसा है।"]
    case .purgeRequested: ["समूह आज से 30 दिन में मिटेगा। रोकने के लिए: hearth group keep"]
    case .purgeCancelled: ["समूह संग्रह में रहता है।"]
    case .policySet(let policy, let isAllowed): ["\(self.policy(policy)) अब से: \(yes(isAllowed))।"]
    case .categoryRetired: ["हटाई गई: जिन प्रविष्टियों में है उनमें रहती है, नई में नहीं चुनी जा सकती।"]
    case .budgetSet(let name, let limit, let period, let rollover): ["बजट \(name): \(self.period(period)) \(limit)\(rollover)।"]
    case .budgetRemoved(let name): ["बजट \(name) हटाया गया; अब वह कुछ नहीं गिनता।"]
    case .budgetReactivated(let name): ["बजट \(name) फिर चालू है।"]
    case .deviceRevoked(let name): [deviceRevoked(name)]
    case .tokenRotated: [tokenRotated()]
    case .inviteRevoked(let invite): ["\(invite) वापस लिया गया: इससे अब कोई शामिल नहीं हो सकता।"]
    case .rateNoted(let rate, let day): ["\(day ?? "आज") से \(rate)। पहले की प्रविष्टियों में उनकी अपनी दर रहती है।"]
    case .receiptAdded(let receipt, let entry): ["\(entry) में \(receipt) जोड़ी गई।"]
    case .receiptRemoved(let receipt, let entry): ["\(entry) से \(receipt) हटाई गई। इतिहास में उसका नाम रहता है।"]
    case .wroteBytes(let count, let path): ["\(path) में \(count) बाइट लिखे गए।"]
    case .wroteEntries(let count, let path): ["\(path) में \(count == 1 ? "1 प्रविष्टि लिखी गई" : "\(count) प्रविष्टियाँ लिखी गईं")।"]
    case .wroteBundle(let events, let receipts, let path):
      ["\(path) में \(events) घटनाएँ और \(receipts == 1 ? "1 रसीद" : "\(receipts) रसीदें") लिखी गईं।"]
    }
  }
}
