import Foundation
import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What the console says to who keeps everything of theirs from a group (SPEC SE-07).
@Suite struct SeparationTests {
  private let plain = Theme(isColored: false, width: 100)

  /// Asha has separated.
  private func silent() throws -> GroupView {
    var view = Household().view
    var event = Event()
    (event.atMs, event.memberID) = (1_793_016_000_000, view.member.description)
    event.separated = .with {
      $0.memberID = view.member.description
      $0.holder = .init(HolderID(high: 0x8000, low: view.member.low).bytes)
    }
    try view.state.apply(event, lane: .inbox(view.member), position: LanePosition(1))
    return view
  }

  @Test("SE-07: the feed begins with the words that one reads in silence, and otherwise does not")
  func feed() throws {
    for language in Language.allCases {
      let theme = Theme(isColored: false, width: 100, language: language)
      var model = FeedModel()
      let told = try model.update(.began(silent())).flatMap { $0.lines(theme) }
      #expect(told.contains { $0.contains(theme.phrases.readsInSilence()) }, "\(told)")
      var other = FeedModel()
      #expect(!other.update(.began(Household().view)).flatMap { $0.lines(theme) }.contains { $0.contains("rejoin") })
    }
  }

  @Test("product N12: hearth can says what stands in the way of one's own commands, and that reading goes on")
  func can() throws {
    let view = try silent()
    func json(_ name: String, _ action: String) throws -> String { try PermissionQuestion(name, action, nil, in: view).json(view) }
    for action in ["add", "budgets.set", "members.rename", "separation.set", "preferences.set"] {
      #expect(try json("me", action).hasPrefix(#"{"allowed":false,"obstacle":"separated""#), "\(action)")
    }
    for action in ["group.read", "history.export", "attachments.read", "accounts.read"] {
      #expect(try json("me", action).hasPrefix(#"{"allowed":true"#))
    }
    #expect(try json("ravi", "add").hasPrefix(#"{"allowed":true"#))
    let lines = try PermissionQuestion("me", "add", nil, in: view).lines(view, plain)
    #expect(lines[1] == "Nothing of yours reaches the group for now. End it: hearth privacy rejoin")
  }

  @Test("product 165: hearth privacy says since when, in both languages, on narrow terminals, and to programs")
  func privacy() throws {
    let view = try silent()
    let group = PrivacyReport.Group(
      id: view.state.group, name: "Sharma Family", lanes: [], separatedSince: (1_793_016_000_000, "2026-10-26"))
    let report = PrivacyReport(
      Profile(server: "wss://hearth.example", identity: "id", token: "t", displayName: "Asha"), isLocked: false, folder: "/h", aliases: 0,
      waiting: 0, groups: [group], devices: nil, resources: [])
    let text = Screens.privacy(report, plain).joined(separator: "\n")
    #expect(text.contains("Since 2026-10-26 nothing of yours reaches this group, and nobody was told."), "\(text)")
    for language in Language.allCases {
      for width in [40, 80] {
        for line in Screens.privacy(report, Theme(isColored: false, width: width, language: language)) {
          #expect(line.displayWidth <= width, "\(line)")
        }
      }
    }
    let json = Screens.privacyJSON(report)
    #expect(json.contains { $0.contains("\"shared\":\"nothing\"") && $0.contains("\"separatedSinceMs\":1793016000000") }, "\(json)")
  }

  @Test("SE-02: the refusal and all that is said about it are neutral, in both languages")
  func words() {
    for language in Language.allCases {
      let phrases = language.phrases
      let lines =
        ConsoleFailure(.separated).lines(in: language) + Outcome.separated("f").lines(phrases) + Outcome.rejoined.lines(phrases)
        + phrases.separationUnanswered("f") + phrases.separationUnanswered(nil)
        + [
          phrases.askSeparation(from: "Home"), phrases.nothingSeparated(), phrases.readsInSilence(), phrases.separatedSince("today"),
          phrases.separationBegan(), phrases.separationEnded(), phrases.isSeparated(),
        ]
      #expect(lines.allSatisfy { !$0.isEmpty })
      // No word of why somebody might want it.
      let text = lines.joined(separator: " ").lowercased()
      for word in ["abuse", "safe", "danger", "escape", "leave", "हिंसा", "ख़तर", "सुरक्षा"] { #expect(!text.contains(word), "\(word)") }
    }
    #expect(ConsoleFailure(.separated).lines(in: .english).last == "Go on reading, or end that first: hearth privacy rejoin")
    #expect(phrasesOfFolder(nil).count == 1 && phrasesOfFolder("f").count == 2)
  }

  private func phrasesOfFolder(_ folder: String?) -> [String] { Language.english.phrases.separationUnanswered(folder) }
}
