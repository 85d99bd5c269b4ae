import HearthClient
import HearthProtocol
import Ledger
import Support

@testable import Console

/// A room with the Sharma family in it, at 18:05 on 2026-11-20 in India, and what its keys have sent.
struct RoomStay {
  var model: RoomModel
  private(set) var sent: [RoomStep] = []
  /// What the others were told of the line while it was typed.
  private(set) var told: [DraftContent?] = []
  /// What the last screen that was shown to its end would have sent.
  private(set) var shown: Command.OneOf_Body?
  private var parser = KeyParser()

  static let today = CivilDate(iso8601: "2026-11-20") ?? CivilDate(daysSince1970: 0)
  static let clock = FeedClock { instant, _ in
    let minutes = Int(instant / 60_000) + 330
    return (CivilDate(daysSince1970: minutes / 1_440), minutes % 1_440)
  }

  static var family: Household {
    var home = Household(meera: "Meera")
    home.setBudget("Groceries", 1_200_000, "groceries")
    home.add("Vegetables", 45_050, "groceries", paid: [(home.asha, 45_050)], owed: [(home.asha, 22_525), (home.ravi, 22_525)])
    home.add(
      "Dinner at Dosa Plaza", 77_000, "dining", paid: [(home.ravi, 77_000)], owed: [(home.asha, 38_500), (home.ravi, 38_500)], by: home.ravi
    )
    return home
  }

  init(
    _ home: Household = RoomStay.family, columns: Int = 80, rows: Int = 24, _ language: Language = .english, isColored: Bool = false,
    drafts: DraftChoice = DraftChoice(), presets: [String: String] = [:]
  ) {
    model = RoomModel(isColored: isColored, language: language, clock: Self.clock, drafts: drafts, presets: presets)
    var view = home.view
    view.online = [home.asha, home.ravi]
    take(.resized(columns: columns, rows: rows))
    take(.time(now: 1_795_178_100_000, today: Self.today, steady: 0))
    take(.began(view))
    paint()
  }

  mutating func take(_ message: RoomMessage) {
    for effect in model.update(message) { if case .tellDraft(let draft) = effect { told.append(draft) } else { sent.append(effect) } }
  }

  /// So many milliseconds of the steady clock have passed since the room was entered.
  mutating func pass(to steady: Int64) { take(.time(now: 1_795_178_100_000 + steady, today: Self.today, steady: steady)) }

  mutating func paint() {
    _ = RoomView.grid(model)
    guard RoomView.showsWholeCard(model) else { return }
    take(.painted)
    if case .ready(let body, _) = model.draft { shown = body } else { shown = nil }
  }

  /// Types as a person does: the screen is shown after each key.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(parser.take(Array(String(scalar).utf8))) }
  }

  mutating func press(_ keys: RoomKey...) { press(keys) }

  private mutating func press(_ keys: [RoomKey]) {
    for key in keys {
      take(.key(key))
      paint()
    }
  }

  /// Types all of it before anything is shown.
  mutating func rush(_ text: String) { for key in parser.take(Array(text.utf8)) { take(.key(key)) } }

  func member(_ name: String) -> MemberID? { model.view?.state.shared.members.first { $0.displayName == name }?.id }

  var screen: String { RoomView.grid(model).lines.joined(separator: "\n") }
}
