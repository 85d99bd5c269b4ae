import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// The list of invites, and how one of them is named (product 28).
struct InviteTests {
  private static let first = InviteID(high: 0x0198_C2F4_7B1E_7C5E, low: 0x8000_0000_0000_0001)
  private static let second = InviteID(high: 0x0198_C2F4_7B1E_7C5F, low: 0x8000_0000_0000_0002)
  private static let third = InviteID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0003)
  private static let noon: Int64 = 1_793_000_000_000

  /// Three invites, the last one without a time, as it stands in older histories.
  private static func view() throws -> GroupView {
    let home = Household()
    var view = home.view
    view.marks[.admin] = LaneMark(position: .start, hash: .genesis(group: view.state.group, lane: .admin))
    for (number, (id, label)) in [(first, "Ravi, from work"), (second, "Sara"), (third, "sara")].enumerated() {
      var event = Event()
      (event.memberID, event.atMs) = (home.asha.description, noon)
      event.inviteCreated.inviteID = id.description
      (event.inviteCreated.role, event.inviteCreated.usesMax, event.inviteCreated.label) = (.adult, 2, label)
      event.inviteCreated.expiresAtMs = noon + 86_400_000
      event.inviteCreated.codeHash = .init(repeating: 7, count: 32)
      event.inviteCreated.createdAtMs = number == 2 ? 0 : noon
      event.inviteCreated.needsApproval = true
      try view.state.apply(event, lane: .admin, position: LanePosition(UInt64(number) + 1))
    }
    return view
  }

  @Test(
    "product 28: the list says number, whole id, who made it and when, at 80 columns, in 20, and in both languages", arguments: [80, 20])
  func list(width: Int) throws {
    let view = try Self.view()
    for language in Language.allCases {
      var theme = Theme(isColored: false, width: width)
      theme.language = language
      let lines = Screens.invites(view, now: Self.noon, theme)
      for (number, id) in [(3, Self.third), (2, Self.second), (1, Self.first)] {
        #expect(lines.contains { $0.hasPrefix("\(number)  \(id.description)") }, "\(lines)")
      }
      // Who made an invite stands below all that there is of its row.
      let order = lines.compactMap { line in line.contains("Asha") ? "made" : line.first?.isNumber == true ? "row" : nil }
      #expect(order == ["row", "made", "row", "made", "row", "made"], "\(lines)")
    }
    let lines = Screens.invites(view, now: Self.noon, Theme(isColored: false, width: 80))
    #expect(lines[5] == "    made by Asha on 2026-10-26 · to be approved · Ravi, from work")
    #expect(lines[1] == "    made by Asha · to be approved · sara")
    #expect(lines.last == "Take one back by its number, its label or the beginning of its id: hearth invite revoke 1")
  }

  @Test("product 28: where there is no invite, who may make one is told how, and nobody else") func none() {
    let home = Household()
    var view = home.view
    for (member, lines) in [
      (home.asha, ["There are no invites. Make one: hearth invite --role adult"]), (home.ravi, ["There are no invites."]),
    ] {
      view.member = member
      #expect(Screens.invites(view, now: Self.noon, Theme(isColored: false, width: 80)) == lines)
    }
  }

  @Test("product 28: an invite is named by number, label, id or the beginning of that; what names several says which") func names() throws {
    let names = InviteNames(try Self.view().state.admin.invites)
    let found: [(String, InviteID)] = [
      ("1", Self.first), ("3", Self.third), ("ravi, FROM work", Self.first), (Self.second.description, Self.second), ("0199", Self.third),
      ("0198C2F4-7b1e-7c5e", Self.first),
    ]
    for (text, id) in found { #expect(try names.find(text).id == id, "\(text)") }
    for text in ["sara", "0198"] {
      let flaw = #expect(throws: ArgumentFlaw.self) { try names.find(text) }
      #expect(flaw?.description.contains(text == "sara" ? "by its number: 2, 3." : "by its number: 1, 2.") == true, "\(text)")
    }
    for text in ["0", "4", "01", "019", "K7QM-3FXP-9RTW-2HVC", "", "-1"] {
      let flaw = #expect(throws: ArgumentFlaw.self) { try names.find(text) }
      #expect(flaw?.description.contains("is no invite's id, number or label") == true, "\(text)")
    }
  }

  @Test("product 28: a label that is another invite's number is not taken for either") func labelsLikeNumbers() throws {
    var view = try Self.view()
    var event = Event()
    (event.memberID, event.atMs) = (Household().asha.description, Self.noon)
    let fourth = InviteID(high: 0x0199_0000_0000_7001, low: 0x8000_0000_0000_0004)
    event.inviteCreated.inviteID = fourth.description
    (event.inviteCreated.role, event.inviteCreated.usesMax, event.inviteCreated.label) = (.adult, 2, "2")
    event.inviteCreated.expiresAtMs = Self.noon + 86_400_000
    event.inviteCreated.codeHash = .init(repeating: 8, count: 32)
    try view.state.apply(event, lane: .admin, position: LanePosition(4))
    let names = InviteNames(view.state.admin.invites)
    let flaw = #expect(throws: ArgumentFlaw.self) { try names.find("2") }
    #expect(flaw?.description.contains("by its id: \(fourth.description), \(Self.second.description).") == true, "\(flaw as Any)")
    #expect(try names.find("4").id == fourth && names.find("3").id == Self.third)
  }

  @Test("TM-03: the list goes by the log where the clock is behind it") func behind() throws {
    var view = try Self.view()
    view.state.note(instant: Self.noon + 86_400_000)
    let lines = Screens.invites(view, now: Self.noon + 86_399_000, Theme(isColored: false, width: 80))
    #expect(!lines.contains { $0.contains("left") }, "\(lines)")
    #expect(Screens.invites(try Self.view(), now: Self.noon, Theme(isColored: false, width: 80)).contains { $0.contains("left") })
  }
}
