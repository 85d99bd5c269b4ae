import HearthProtocol
import Ledger

/// Whether what is typed in a room is shown to the others, and what they type here; kept with the profile.
public struct DraftChoice: Sendable, Equatable {
  /// Whether the others see it.
  public var sends = true
  /// Whether theirs is seen.
  public var shows = true

  /// Both, unless told otherwise.
  public init() {}
}

/// What a room tells of the entry that is being typed, and what it was told of others' (SPEC PR-06). Times are
/// milliseconds of the steady clock.
struct RoomDrafting: Sendable {
  // Limit: time between two messages, so that the server, which tells one every 250 ms, keeps none back.
  static let paceMilliseconds: Int64 = 400
  // Limit: how long nothing is said anew of what stands in the line; the server forgets it after 30 s.
  static let repeatMilliseconds: Int64 = 10_000
  // Limit: how long behind the last key it is said anew.
  static let typingMilliseconds: Int64 = 30_000
  // Limit: how long another's stands here without news.
  static let othersMilliseconds: Int64 = 35_000

  let choice: DraftChoice
  /// What the others are to see.
  private var wanted: DraftContent?
  /// What they were told.
  private var told: DraftContent?
  private var toldAt: Int64?
  private var typedAt: Int64 = 0
  /// Whether the connection has broken and the group was not caught up with since: until then nothing can be told.
  private var awaitsGroup = false
  /// What the others are entering.
  private(set) var others: [MemberID: DraftContent] = [:]
  private var heardAt: [MemberID: Int64] = [:]

  init(_ choice: DraftChoice) { self.choice = choice }

  /// When to look again, with no key; nil for not at all.
  var deadline: Int64? {
    var next = heardAt.values.min().map { $0 + Self.othersMilliseconds }
    func consider(_ instant: Int64) { next = min(next ?? instant, instant) }
    if let toldAt {
      if wanted != told {
        consider(toldAt + Self.paceMilliseconds)
      } else if told != nil, toldAt + Self.repeatMilliseconds < typedAt + Self.typingMilliseconds {
        consider(toldAt + Self.repeatMilliseconds)
      }
    }
    return next
  }

  /// Somebody types here.
  mutating func typed(_ draft: DraftContent?, now: Int64) { (wanted, typedAt) = (choice.sends ? draft : nil, now) }

  /// What is to be told now.
  ///
  /// - Parameter isLive: whether there is a connection; without one nothing is told, and later what stands there then.
  mutating func follow(isLive: Bool, now: Int64) -> [RoomStep] {
    for (member, instant) in heardAt where now - instant >= Self.othersMilliseconds { forget(member) }
    guard isLive, !awaitsGroup else { return [] }
    if wanted == told {
      guard let told, let toldAt, now - toldAt >= Self.repeatMilliseconds, now - typedAt < Self.typingMilliseconds else { return [] }
      self.toldAt = now
      return [.tellDraft(told)]
    }
    // That it is over is told at once.
    if wanted != nil, let toldAt, now - toldAt < Self.paceMilliseconds { return [] }
    (told, toldAt) = (wanted, now)
    return [.tellDraft(wanted)]
  }

  /// Another member is entering something, or nothing any more.
  mutating func heard(_ draft: DraftContent?, of member: MemberID, now: Int64) {
    guard choice.shows, let draft else { return forget(member) }
    (others[member], heardAt[member]) = (draft, now)
  }

  /// They are gone.
  mutating func forget(_ member: MemberID) { (others[member], heardAt[member]) = (nil, nil) }

  /// A catch-up is complete: what others enter is told anew. What was told of this line stands, as it does where the
  /// server begins anew because the user receives another lane: nobody else is to notice that (SPEC LN-09).
  mutating func begin() { (others, heardAt, awaitsGroup) = ([:], [:], false) }

  /// The connection is gone, and with it what was told.
  mutating func disconnected() { (others, heardAt, told, toldAt, awaitsGroup) = ([:], [:], nil, nil, true) }
}

extension RoomModel {
  /// What the others see of the line, if they may see any.
  var ownDraft: DraftContent? {
    let text = input.text.trimmingSpaces
    guard !text.isEmpty, !text.hasPrefix("/"), let view, view.state.mayShowDrafts(view.member) else { return nil }
    return QuickEntry(view, today: today, presets: presets).drafted(text)
  }

  /// Who else is entering what, in words: those who are members, the first to be named first.
  func entering(_ theme: Theme) -> [(name: String, what: String)] {
    guard let view else { return [] }
    let shared = view.state.shared
    return drafting.others.sorted { $0.key < $1.key }.compactMap { id, draft in
      guard id != view.member, let member = shared.member(id), member.isPresent else { return nil }
      let words = draft.text.isEmpty ? shared.category(draft.category).map(theme.phrases.category) ?? "" : draft.text
      let what = [words.printable, draft.amountText ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      return (Screens.name(member, view, theme.phrases).printable, what)
    }
  }

  /// Who else may be entering what is about to be sent (product N6).
  func twin(of body: Command.OneOf_Body) -> String? {
    guard case .addEntry(let add) = body, add.guardDuplicates, let view else { return nil }
    let twins = drafting.others.filter { $0.key != view.member && $0.value.mayBe(add.content) }
    return twins.keys.min().map { view.state.shared.name($0) }
  }
}
