import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// Looking for entries by words that all have to fit.
@Suite struct EntrySearchTests {
  private static func home() -> Household {
    var home = Household()
    let (asha, ravi) = (home.asha, home.ravi)
    func day(_ text: String, _ change: @escaping (inout EntryContent) -> Void = { _ in }) -> (inout EntryContent) -> Void {
      { content in
        content.date = text
        change(&content)
      }
    }
    home.add("Milk", 60_00, "groceries", paid: [(asha, 60_00)], owed: [(asha, 60_00)], day("2026-10-05"))
    home.add("Milk and Bread", 90_00, "groceries", paid: [(ravi, 90_00)], owed: [(ravi, 90_00)], by: ravi, day("2026-11-05"))
    home.add(
      "Petrol", 450_50, paid: [(asha, 450_50)], owed: [(asha, 450_50)],
      day("2026-10-31") { ($0.note, $0.merchant) = ("to the milk farm", "Station 9") })
    home.add("दूध", 60_00, paid: [(ravi, 60_00)], owed: [(ravi, 60_00)], by: ravi, day("2026-11-19"))
    return home
  }

  private static func found(_ view: GroupView, _ words: String, limit: Int = 20) throws -> (names: [String], next: UInt64) {
    let (entries, next) = try EntryCommands.entries(.with { $0.search = words }, limit: limit, of: view)
    return (entries.map(\.description), next)
  }

  @Test(
    "All words have to fit: texts, category in both languages, member, month, day and amount",
    arguments: [
      ("milk", ["Petrol", "Milk and Bread", "Milk"]), ("MILK 2026-10", ["Petrol", "Milk"]), ("milk 2026-10-05", ["Milk"]),
      ("2026-10", ["Petrol", "Milk"]), ("2026-11-19", ["दूध"]), ("60", ["दूध", "Milk"]), ("450.50", ["Petrol"]), ("450,50", ["Petrol"]),
      ("६०", ["दूध", "Milk"]), ("दूध", ["दूध"]), ("groceries", ["Milk and Bread", "Milk"]), ("groc bread", ["Milk and Bread"]),
      ("station", ["Petrol"]), ("farm petrol", ["Petrol"]), ("milk 61", []), ("nothing", []), ("@nobody", []), ("@milk", []),
      ("@ravi", ["दूध", "Milk and Bread"]), ("@RAV milk", ["Milk and Bread"]), ("ravi 60", ["दूध"]),
      ("   ", ["दूध", "Petrol", "Milk and Bread", "Milk"]),
    ] as [(String, [String])])
  func words(_ words: String, _ expected: [String]) throws { #expect(try Self.found(Self.home().view, words).names == expected) }

  @Test("A member is found by the name that the user gave them, and a list goes on where it ended")
  func pages() throws {
    let home = Self.home()
    var view = home.view
    view.state.shownNames = [home.ravi: "Bhaiya"]
    #expect(try Self.found(view, "@bhai").names == ["दूध", "Milk and Bread"])
    let first = try Self.found(view, "milk", limit: 1)
    #expect(first.names == ["Petrol"] && first.next != 0)
    let rest = try EntryCommands.entries(.with { ($0.search, $0.before) = ("milk", first.next) }, limit: 20, of: view)
    #expect(rest.entries.map(\.description) == ["Milk and Bread", "Milk"] && rest.next == 0)
    let chosen = try EntryCommands.entries(
      .with { ($0.search, $0.category, $0.to) = ("milk", "groceries", "2026-10-31") }, limit: 20, of: view)
    #expect(chosen.entries.map(\.description) == ["Milk"])
  }

  @Test("200 characters are looked for, one more is refused")
  func limits() throws {
    let view = Self.home().view
    #expect(try Self.found(view, String(repeating: "m", count: 200)).names.isEmpty)
    #expect(try Self.found(view, String(repeating: "m ", count: 100)).names == ["Petrol", "Milk and Bread", "Milk"])
    #expect { try Self.found(view, String(repeating: "m", count: 201)) } throws: { error in
      (error as? ConsoleFailure)?.status == 64
    }
  }
}
