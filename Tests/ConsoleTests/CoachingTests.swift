import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// Softer words, and what coaching looks like (product 153, 157).
@Suite struct CoachingTests {
  private static let words = SofterWords.standard

  @Test(
    "product 153: words that may hurt are found in English and Hindi, whole words alone, in any case",
    arguments: [
      ("You NEVER save. NEVER!", ["You NEVER → You do not often", "NEVER → seldom"], "You do not often save. seldom!"),
      ("You never ask.", ["You never → You do not often"], "You do not often ask."),
      ("Nevertheless, neverland!", [], "Nevertheless, neverland!"),
      ("तुम आलसी हो, लापरवाह!", ["आलसी → थके हुए", "लापरवाह → जल्दी में"], "तुम थके हुए हो, जल्दी में!"),
      ("यह कभी नहीं होगा", ["कभी नहीं → कम ही"], "यह कम ही होगा"), ("Well done! शाबाश!", [], "Well done! शाबाश!"), ("", [], ""),
      ("lazy", ["lazy → tired"], "tired"),
    ])
  func tone(text: String, found: [String], softened: String) {
    let suggestions = Self.words.suggestions(for: text)
    #expect(suggestions.found.map { "\($0.said) → \($0.softer)" } == found && suggestions.softened == softened)
  }

  @Test("product 153, 157: what is suggested is softer itself, and threatens nobody")
  func softerIsSoft() {
    let harsh = ["punish", "or else", "never", "always", "must", "सज़ा", "वरना"]
    for word in ["never", "always", "lazy", "stupid", "punish", "or else", "wasted", "वरना", "सज़ा", "मूर्ख", "हमेशा"] {
      let (found, softened) = Self.words.suggestions(for: word)
      #expect(found.count == 1 && Self.words.suggestions(for: softened).found.isEmpty, "\(word): \(softened)")
      #expect(!harsh.contains { softened.contains($0) })
    }
  }

  @Test("A table line that is no rule is left out, and a rule of more words comes before one of fewer")
  func table() {
    let words = SofterWords("bad\n= none\nbad = poor\nbad dog = dog")
    #expect(words.suggestions(for: "Bad dog, bad cat").softened == "Dog, poor cat")
  }

  @Test("product 153: what is softer is shown with who judges, and nothing is rewritten", arguments: [40, 80])
  func shown(width: Int) throws {
    for language in Language.allCases {
      let theme = Theme(isColored: false, width: width, language: language)
      let (found, softened) = Self.words.suggestions(for: "You are lazy, and you always forget to note what you have spent at school.")
      let lines = Screens.tone(found, softened, theme)
      #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
      let all = lines.joined(separator: " ")
      #expect(all.contains("lazy") && all.contains("tired") && all.contains(language == .english ? "no model" : "मॉडल"))
    }
  }

  @Test("product 152: a message is told whole, to whom it is for as to themselves, and rings for nobody else")
  func told() {
    let home = Household()
    let text = String(repeating: "Well done and thank you ", count: 20)
    let sent = CoachingSent.with { ($0.recipientID, $0.text) = (home.asha.description, text) }
    let event = Event.with { ($0.memberID, $0.coachingSent) = (home.ravi.description, sent) }
    let replica = ReplicaEvent(lane: .inbox(home.asha), position: LanePosition(1), event: event, hash: nil)
    for (viewer, words, rings) in [(home.asha, "Ravi to you: Well", true), (home.ravi, "Ravi to Asha: Well", false)] {
      let item = EventTeller(replica, in: home.view.state, me: viewer, .live(withBudgets: false)).item
      let lines = item?.lines(Theme(isColored: false, width: 40)) ?? []
      #expect(lines.first?.contains(words) == true && lines.allSatisfy { $0.displayWidth <= 40 })
      #expect(lines.joined(separator: " ").split(separator: " ").count { $0 == "thank" } == 20)
      #expect(item?.mayRing == rings && item?.kind == .reminders)
    }
  }
}
