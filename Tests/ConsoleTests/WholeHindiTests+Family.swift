import HearthClient
import HearthProtocol
import Ledger

@testable import Console

// What happens to members and what they tell one another, in Hindi.
extension WholeHindiTests {
  func familyEvents(_ asha: String, _ ravi: String) -> [Event.OneOf_Body] {
    [
      .wordsErased(.with { $0.memberID = ravi }), .wordsErased(.with { $0.memberID = asha }),
      .wordsErased(.with { ($0.memberID, $0.done) = (ravi, true) }),
      .wordsErased(.with { ($0.memberID, $0.events) = (ravi, [ErasedEvent()]) }),
      .guardianAdded(.with { ($0.minorID, $0.memberID) = (ravi, asha) }),
      .guardianAdded(.with { ($0.minorID, $0.memberID) = (asha, ravi) }),
      .guardianRemoved(.with { ($0.minorID, $0.memberID) = (ravi, asha) }),
      .spendingSet(.with { ($0.minorID, $0.content.description_p, $0.content.amount.currency) = (ravi, "समोसा", "INR") }),
      .spendingSet(.with { ($0.minorID, $0.content.description_p, $0.content.amount.currency) = (asha, "समोसा", "INR") }),
      .spendingVoided(.with { $0.minorID = ravi }), .spendingRestored(.with { $0.minorID = ravi }),
      .spendingLimitSet(
        .with { ($0.minorID, $0.content.name, $0.content.limit.currency, $0.content.period) = (ravi, "जेबख़र्च", "INR", .weekly) }),
      .spendingLimitRemoved(.with { $0.minorID = ravi }), .childAlertFired(.with { $0.minorID = ravi }),
      .allowanceSet(.with { ($0.minorID, $0.content.amount.currency, $0.content.period) = (ravi, "INR", .weekly) }),
      .allowanceSkipped(.with { ($0.minorID, $0.date) = (ravi, "2026-12-01") }), .allowancePaused(.with { $0.minorID = ravi }),
      .allowancePaused(.with { ($0.minorID, $0.resumed) = (ravi, true) }), .allowanceEnded(.with { $0.minorID = ravi }),
      .allowanceBooked(.with { ($0.minorID, $0.date, $0.amount.currency) = (ravi, "2026-12-01", "INR") }),
      .childAccessGranted(.with { ($0.minorID, $0.name, $0.type, $0.ownerID) = (ravi, "बचत", .savings, asha) }),
      .childAccessEnded(.with { ($0.minorID, $0.name, $0.ownerID) = (ravi, "बचत", asha) }),
      .coachingSent(.with { ($0.recipientID, $0.text) = (asha, "शाबाश!") }),
      .coachingSent(.with { ($0.recipientID, $0.text) = (ravi, "शाबाश!") }), .coachingMuted(.with { $0.memberID = ravi }),
      .coachingMuted(.with { ($0.memberID, $0.unmuted) = (ravi, true) }), .coachingRestricted(.with { $0.minorID = ravi }),
      .coachingRestricted(.with { ($0.minorID, $0.lifted) = (ravi, true) }),
      .paymentAddressSet(.with { ($0.memberID, $0.address) = (asha, "asha@examplebank") }),
      .paymentAddressSet(.with { $0.memberID = asha }),
      .noticeAddressSet(.with { ($0.memberID, $0.channel, $0.address, $0.language) = (asha, .push, "asha-73", "hi") }),
      .noticeAddressSet(.with { ($0.memberID, $0.channel) = (asha, .mail) }),
      .separated(.with { $0.memberID = asha }), .separationEnded(.with { $0.memberID = asha }),
      .categoryShared(.with { ($0.memberID, $0.category, $0.shared) = (asha, "groceries", true) }),
      .categoryShared(.with { ($0.memberID, $0.category) = (ravi, "groceries") }),
      .categoryTotalSet(.with { ($0.memberID, $0.category, $0.periodStart) = (ravi, "groceries", "2026-11-01") }),
      .categoryTotalSet(
        .with {
          ($0.memberID, $0.category, $0.periodStart, $0.amount.minor, $0.amount.currency) = (ravi, "groceries", "2026-11-01", 1, "INR")
        }),
    ]
  }

  /// What is shared of a category, with a total and without, and what nobody shares.
  func sharedCategories(_ theme: Theme) -> [String] {
    var home = household()
    var lines = Screens.sharedCategories(home.view, theme)
    for (member, minor) in [(home.asha, 0), (home.ravi, 120_00)] as [(MemberID, Int64)] {
      home.append(.categoryShared(.with { ($0.memberID, $0.category, $0.shared) = (member.description, "groceries", true) }), by: member)
      let total = CategoryTotalSet.with {
        ($0.memberID, $0.category, $0.periodStart) = (member.description, "groceries", "2026-10-01")
        ($0.amount.minor, $0.amount.currency) = (minor, "INR")
      }
      home.append(.categoryTotalSet(total), by: member)
    }
    lines += Screens.sharedCategories(home.view, theme)
    let ended = CategoryShared.with { ($0.memberID, $0.category, $0.periodStart) = (home.ravi.description, "groceries", "2026-11-01") }
    home.append(.categoryShared(ended), by: home.ravi)
    let report = PrivacyReport.Group(home.view, lanes: [])
    return lines + Screens.sharedCategories(home.view, theme)
      + [theme.phrases.youShare(nil), theme.phrases.youShare(theme.phrases.list(report.shared.map(theme.phrases.category)))]
  }

  /// What was said to one another, and what could be said more softly.
  func coaching(_ home: Household, _ theme: Theme) -> [String] {
    var view = home.view
    let sent = CoachingSent.with { ($0.recipientID, $0.text) = (home.asha.description, "शाबाश!") }
    for (member, body) in [
      (home.ravi, Event.OneOf_Body.coachingSent(sent)), (home.asha, .coachingMuted(.with { $0.memberID = home.meera.description })),
    ] {
      let event = Event.with { ($0.memberID, $0.body) = (member.description, body) }
      try? view.state.apply(event, lane: .inbox(home.asha), position: LanePosition(1))
    }
    let (found, softened) = SofterWords.standard.suggestions(for: "तुम आलसी हो")
    return Screens.coaching(view.state.inbox(of: home.asha).coaching, view, theme) + Screens.coaching(CoachingBook(), view, theme)
      + Screens.tone(found, softened, theme) + [true, false].map(theme.phrases.coachedBy(ownerAlone:))
      + [theme.phrases.coachingTitle(), theme.phrases.waiting(.with { $0.sendCoaching = SendCoaching() })]
  }
}
