import HearthProtocol
import Ledger
import Testing

@testable import Console

/// An account's ledger in the room, from which a line is shared with the group by one key.
struct RoomAccountTests {
  private static let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_0077)

  private static func home() -> Household {
    var home = RoomStay.family
    var set = AccountSet()
    set.accountID = savings.description
    (set.content.name, set.content.type, set.content.opening) = ("Savings", .savings, .with { ($0.minor, $0.currency) = (100_000, "INR") })
    home.appendAccount(.accountSet(set), savings)
    for (number, day, text, minor) in [(1, "2026-11-18", "A SHOP", 90_000), (2, "2026-11-19", "Milk Booth", 6_000)]
      as [(UInt64, String, String, Int64)]
    {
      var entry = AccountEntrySet()
      (entry.accountID, entry.entryID) = (savings.description, EntryID(high: 0x7000, low: 0x8000_0000_0000_0000 + number).description)
      entry.content.amount = .with { ($0.minor, $0.currency) = (minor, "INR") }
      (entry.content.kind, entry.content.description_p, entry.content.date) = (.withdrawal, text, day)
      home.appendAccount(.accountEntrySet(entry), savings)
    }
    return home
  }

  @Test("The ledger opens by name, or without one where there is one account; the newest is chosen first")
  func opens() {
    for line in ["/account", "/account savings", "/acc Savings"] {
      var stay = RoomStay(Self.home())
      stay.type(line)
      stay.press(.enter)
      #expect(stay.model.panel == .account(Self.savings, chosen: 0), "\(line)")
      #expect(stay.screen.contains("▸ 2026-11-19  Milk Booth") && stay.screen.contains("Savings"), "\(stay.screen)")
      #expect(stay.screen.contains("s shares it with the group"))
      stay.press(.down, .down, .down)
      #expect(stay.model.panel == .account(Self.savings, chosen: 1) && stay.screen.contains("▸ 2026-11-18  A SHOP"))
      stay.press(.up, .up)
      #expect(stay.model.panel == .account(Self.savings, chosen: 0))
      stay.press(.escape)
      #expect(stay.model.panel == .feed)
    }
    var stay = RoomStay()
    stay.type("/account savings")
    #expect(stay.screen.contains("There is no account"), "\(stay.screen)")
  }

  @Test("s shows what sharing the chosen line would do, Enter sends it with the id that hearth account split gives it")
  func shares() throws {
    let home = Self.home()
    var stay = RoomStay(home)
    stay.type("/account")
    stay.press(.enter, .down)
    stay.type("s")
    #expect(stay.screen.contains("Enter sends it") && stay.screen.contains("A SHOP"), "\(stay.screen)")
    #expect(stay.sent.isEmpty)
    stay.press(.enter)
    guard case .send(.addEntry(let add), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    let entry = try #require(home.view.state.account(Self.savings)?.entries.first)
    #expect(add.entryID == (try AccountCommands.sharedID(of: entry, in: home.view)).description)
    #expect(add.content.amount.minor == 90_000 && add.content.date == "2026-11-18" && add.content.description_p == "A SHOP")
    #expect(Command.OneOf_Body.addEntry(add).named(EntryID(high: 1, low: 1)) == .addEntry(add))
  }

  @Test("People stand behind the line; a line that stands in the group is marked, and not shared again")
  func people() throws {
    var home = Self.home()
    var stay = RoomStay(home)
    stay.type("/account savings split \"Milk Booth\" @ravi")
    #expect(stay.screen.contains("Enter sends it"), "\(stay.screen)")
    stay.press(.enter)
    guard case .send(.addEntry(let add), _)? = stay.sent.last else {
      Issue.record("\(stay.sent)")
      return
    }
    #expect(add.content.split.equal.memberIds == [home.ravi.description])
    for decided in try home.decision(.addEntry(add)).events { home.append(decided.body) }
    stay = RoomStay(home)
    stay.type("/account")
    stay.press(.enter)
    #expect(stay.screen.contains("shared"), "\(stay.screen)")
    stay.type("s")
    #expect(stay.screen.contains("is shared with the group already"), "\(stay.screen)")
  }
}
