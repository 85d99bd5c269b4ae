import HearthProtocol
import Testing

@testable import Console

/// Where something was spent and what was kept of it, as a person sees it.
@Suite struct ReceiptScreenTests {
  private let plain = Theme(isColored: false, width: 100)

  private func household(_ change: @escaping (inout EntryContent) -> Void) -> Household {
    var home = Household()
    home.add("Vegetables", 90_00, paid: [(home.asha, 90_00)], owed: [(home.asha, 90_00)], change)
    return home
  }

  private func receipt(_ name: String, _ size: UInt64) -> Receipt {
    .with { ($0.sha256, $0.mediaType, $0.sizeBytes, $0.name) = (.init(repeating: 0xAB, count: 32), "image/jpeg", size, name) }
  }

  @Test("entry show says the place and each receipt with number, type and size; the feed says both in short")
  func placeAndReceipts() throws {
    let home = household {
      ($0.place.city, $0.place.country, $0.place.latitudeMicro, $0.place.longitudeMicro) = ("Mumbai", "India", 19_076_000, -72_877_700)
      $0.receipts = [receipt("bill.jpg", 5_000_000), receipt("", 812)]
    }
    let entry = try #require(home.view.state.shared.entries.first)
    let lines = Screens.entry(entry, home.view, plain)
    #expect(lines[1] == "   Asha added · 2026-11-20 · in Mumbai · for Asha · 2 receipts  you are even")
    #expect(
      lines.dropFirst(3) == [
        "   place: Mumbai, India (19.076000, -72.877700)", "   receipts:", "     1  bill.jpg  image/jpeg  4.7 MiB",
        "     2  abababab  image/jpeg    812 B",
      ])
    #expect(Screens.json(entry.content.receipts)[1].hasSuffix(",\"number\":2}"))
  }

  @Test("An entry without a place and receipts says nothing of them, and a country stands for a city that is not known")
  func without() throws {
    let bare = household { _ in }
    let entry = try #require(bare.view.state.shared.entries.first)
    #expect(Screens.entry(entry, bare.view, plain).count == 3)
    #expect(Screens.receipts([], mayAdd: true, plain) == ["There is no receipt. Add one: hearth receipt add last bill.jpg"])
    #expect(Screens.receipts([], mayAdd: false, plain) == ["There is no receipt."])
    let abroad = household { $0.place.country = "France" }
    #expect(try Screens.entry(#require(abroad.view.state.shared.entries.first), abroad.view, plain)[1].contains(" · in France · "))
  }

  @Test("A size is in the largest unit of which there is one, with a decimal below ten")
  func sizes() {
    let sizes: [UInt64] = [0, 1_023, 1_024, 10_239, 10_240, 1_048_575, 1_048_576, 5_242_880, 1 << 30, .max]
    #expect(
      sizes.map(Screens.size) == [
        "0 B", "1023 B", "1.0 KiB", "9.9 KiB", "10 KiB", "1023 KiB", "1.0 MiB", "5.0 MiB", "1.0 GiB", "17179869183 GiB",
      ])
  }

  @Test("CV-02: the columns place and receipts say where, and how many")
  func columns() {
    let home = household {
      $0.place.city = "Pune"
      $0.receipts = [receipt("bill.jpg", 1)]
    }
    #expect(EntriesCSV.text(home.view.state.shared).hasSuffix(",Pune,1\r\n"))
  }
}
