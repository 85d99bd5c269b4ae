import HearthProtocol
import Testing

@testable import Ledger

/// Looking for entries by words, as `read_entries` answers it.
struct EntrySearchTests {
  private func household(_ texts: [String], note: String = "") throws -> Household {
    var household = Household.sharing
    for (number, text) in texts.enumerated() {
      var wish = Household.entry(UInt64(number + 1))
      (wish.content.description_p, wish.content.note) = (text, note)
      try household.perform(.addEntry(wish), by: 1)
    }
    return household
  }

  private func page(_ household: Household, _ search: String, before: UInt64 = 0, limit: UInt32 = 0) throws -> Entries {
    try household.state.entries(.with { ($0.search, $0.before, $0.limit) = (search, before, limit) })
  }

  @Test("QR-04: all words have to fit, a page has as many as were asked for, and goes on where it ended") func pages() throws {
    let household = try household(["Milk", "Bread and milk", "Tea", "MILK again"])
    let first = try page(household, "milk", limit: 2)
    #expect(first.entries.map(\.entry.content.description_p) == ["MILK again", "Bread and milk"] && first.next != 0)
    let rest = try page(household, "milk", before: first.next, limit: 2)
    #expect(rest.entries.map(\.entry.content.description_p) == ["Milk"] && rest.next == 0)
    #expect(try page(household, "milk bread").entries.map(\.entry.content.description_p) == ["Bread and milk"])
    #expect(try page(household, "").entries.count == 4)
  }

  @Test("QR-04: a text is found in what repeats its beginning", arguments: ["aab", "aaab", "abab"])
  func repetitions(word: String) throws {
    let household = try household(["aaaabab a", "aaaa", "bbbb"])
    #expect(try page(household, word).entries.map(\.entry.content.description_p) == ["aaaabab a"])
  }

  @Test("QR-04, EN-14: words are found in every line of a note") func lines() throws {
    let household = try household(["Bazaar"], note: "milk and bread\npaper\neggs")
    for search in ["milk", "paper", "eggs milk", "bread eggs"] { #expect(try page(household, search).entries.count == 1, "\(search)") }
    // No word goes on in the next line.
    #expect(try page(household, "breadpaper").entries.isEmpty)
  }

  @Test("QR-04: 200 characters are looked for, and not one more") func characters() throws {
    let household = try household(["Milk"])
    #expect(try page(household, String(repeating: "k", count: 200)).entries.isEmpty)
    #expect(throws: Rejection.textTooLong(field: "read_entries.search", charactersMax: 200)) {
      try page(household, String(repeating: "k", count: 201))
    }
    // Neither is one character of thousands.
    #expect(throws: Rejection.textTooLong(field: "read_entries.search", charactersMax: 200)) {
      try page(household, "k" + String(repeating: "\u{301}", count: 4_000))
    }
  }

  @Test("QR-04: a page ends when 8 MiB of texts were compared, and the next one finds what stands behind") func bytes() throws {
    // A note of 29,000 bytes is folded and compared: 145 of them are more.
    let note = String(repeating: "x" + String(repeating: "\u{1E000}", count: 7), count: 1_000)
    let household = try household(["Milk"] + (2...160).map { "Tea \($0)" }, note: note)
    let first = try page(household, "milk")
    #expect(first.entries.isEmpty && first.next != 0)
    let second = try page(household, "milk", before: first.next)
    #expect(second.entries.map(\.entry.content.description_p) == ["Milk"] && second.next == 0)
  }
}
