import ClientStore
import HearthClient
import HearthProtocol
import Ledger
import Statements
import Support
import Testing

@testable import Console

/// `hearth mirror`: the user's own shares as transactions of their own.
@Suite struct MirrorTests {
  private let plain = Theme(isColored: false, width: 100)

  static func household() -> Household {
    var home = Household()
    let (asha, ravi) = (home.asha, home.ravi)
    home.add("Rice; dal", 600_00, "groceries", paid: [(ravi, 600_00)], owed: [(asha, 250_00), (ravi, 350_00)], isEqual: false, by: ravi) {
      $0.note = "=two"
      ($0.place.city, $0.place.country) = ("Chennai", "India")
    }
    home.add("Taxi", 80_00, paid: [(asha, 80_00)], owed: [(ravi, 80_00)])
    home.add("Salary", 900_00, "salary", kind: .income, paid: [(asha, 900_00)], owed: [(asha, 900_00)])
    home.add("Payback", 50_00, kind: .transfer, paid: [(asha, 50_00)], owed: [(ravi, 50_00)])
    home.add("Museum", 20_00, paid: [(asha, 20_00)], owed: [(asha, 10_00), (ravi, 10_00)]) {
      ($0.amount.currency, $0.date) = ("USD", "2026-11-18")
    }
    return home
  }

  private func rows(_ home: Household) -> [MirrorRow] { OwnShares.rows(of: home.view) }

  @Test("product 173, CV-10: each own share of an expense or income is one row under an id that stays; a payment is none")
  func own() throws {
    let home = Self.household()
    let rows = rows(home)
    #expect(rows.map(\.entry.description) == ["Museum", "Rice; dal", "Salary"])
    #expect(rows.map(\.signed) == [-10_00, -250_00, 900_00] && rows.map(\.categoryName) == ["", "Groceries", "Salary"])
    #expect(Set(rows.map(\.id)).count == 3)
    // The id is that of the rule, whoever derives it.
    let entry = try #require(home.view.state.shared.entries.first)
    #expect(rows[1].id == ShareID(derivedFrom: ["hearth.share", "\(home.group)", "\(entry.id)", "\(home.asha)"]))
    // Another member has other shares of the same entries, and ids of their own.
    var theirs = home.view
    theirs.member = home.ravi
    let other = OwnShares.rows(of: theirs)
    #expect(other.map(\.minor) == [10_00, 350_00, 80_00] && Set(other.map(\.id)).isDisjoint(with: rows.map(\.id)))
  }

  @Test("product 174: a share comes, changes and goes with its entry, whoever does it, and has its place")
  func follows() throws {
    var home = Self.household()
    let before = rows(home)
    let entry = try #require(home.view.state.shared.entries.first)
    #expect(before[1].entry.content.place.text == "Chennai, India")
    home.append(
      .entryEdited(
        .with {
          $0.entryID = entry.id.description
          $0.changes.place.city = "Madurai"
          $0.changes.money.kind = .expense
          ($0.changes.money.amount, $0.changes.money.paid) = (Money(minor: 700_00, currency: entry.currency), entry.content.paid)
          $0.changes.money.paid[0].minor = 700_00
          $0.owed = [(home.asha, 300_00), (home.ravi, 400_00)].map { member, minor in
            .with { ($0.memberID, $0.minor) = (member.description, Int64(minor)) }
          }
          $0.changes.money.split.exact.shares = $0.owed
        }), by: home.ravi)
    let edited = rows(home)
    #expect(edited.map(\.id) == before.map(\.id) && edited[1].minor == 300_00 && edited[1].entry.content.place.text == "Madurai")
    home.append(.entryVoided(.with { $0.entryID = entry.id.description }), by: home.ravi)
    #expect(rows(home).map(\.id) == [before[0].id, before[2].id])
    home.append(.entryRestored(.with { $0.entryID = entry.id.description }), by: home.ravi)
    #expect(rows(home).map(\.id) == before.map(\.id))
  }

  @Test("product 173: who claims a placeholder has its shares, and their own from before under the ids they had")
  func claims() throws {
    var home = Self.household()
    let (place, claimer) = (MemberID(high: 0x7000, low: 0x8000_0000_0000_000D), MemberID(high: 0x7000, low: 0x8000_0000_0000_000E))
    var joined = MemberJoined()
    (joined.memberID, joined.displayName, joined.role) = (place.description, "Mira", .adult)
    home.append(.memberJoined(joined))
    (joined.memberID, joined.holder) = (claimer.description, .init(HolderID(high: 0x8000, low: 77).bytes))
    home.append(.memberJoined(joined))
    home.add("Boat", 70_00, paid: [(home.asha, 70_00)], owed: [(place, 40_00), (claimer, 30_00)], isEqual: false)
    var view = home.view
    view.member = claimer
    let before = OwnShares.rows(of: view)
    #expect(before.map(\.minor) == [30_00])
    var claimed = MemberClaimed()
    (claimed.memberID, claimed.replacedMemberID) = (place.description, claimer.description)
    (claimed.holder, claimed.displayName, claimed.role) = (joined.holder, "Mira", .adult)
    home.append(.memberClaimed(claimed))
    for member in [place, claimer] {
      view = home.view
      view.member = member
      let rows = OwnShares.rows(of: view)
      #expect(rows.map(\.minor) == [40_00, 30_00] && rows[1].id == before[0].id)
    }
  }

  @Test("product 175: without a rate there is no converted value; it comes with the first rate, and the day's own goes before")
  func converts() throws {
    var home = Self.household()
    #expect(rows(home)[0].converted == nil && rows(home)[1].converted == 250_00)
    home.rate("USD", "84", on: "2026-11-22")
    home.rate("USD", "99", on: "2026-11-25")
    // A later rate does not change what the first one has given.
    #expect(rows(home)[0].converted == 840_00)
    home.rate("USD", "83.125", on: "2026-11-17")
    #expect(rows(home)[0].converted == 831_25)
    let euro = try #require(Currency(code: "EUR"))
    #expect(OwnShares.rows(of: home.view, in: euro).allSatisfy { $0.converted == nil })
    home.rate("EUR", "100", on: "2026-11-01")
    #expect(OwnShares.rows(of: home.view, in: euro).map(\.converted) == [8_31, 2_50, 9_00])
  }

  @Test("product 176: rates stay on this device with the group, so that shares are converted without a server")
  func keeps() throws {
    var home = Self.household()
    home.rate("USD", "84", on: "2026-11-01")
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: IdentityID(high: 1, low: 2))
    try store.keep(home.view, at: 5, by: "test")
    let kept = try #require(try ClientStore(folder: folder.path, identity: IdentityID(high: 1, low: 2)).view(of: home.group))
    let rows = OwnShares.rows(of: kept)
    #expect(rows.map(\.id) == self.rows(home).map(\.id) && rows[0].converted == 840_00)
  }

  @Test("CV-10: spreadsheets get each share once, and no formula")
  func csv() throws {
    let records = try CSV.records(Array(MirrorFiles.csv(rows(Self.household())).utf8))
    #expect(records.first?.fields == MirrorColumn.allCases.map(\.rawValue) && records.count == 4)
    let rice = records[2].fields
    #expect(rice[2...11] == ["Sharma Family", "2026-11-20", "expense", "Rice; dal", "Groceries", "250.00", "INR", "250.00", "INR", ""])
    #expect(rice[12...] == ["'=two", "", "Chennai, India"])
    #expect(records[1].fields[9...11] == ["", "INR", ""])
  }

  @Test("CV-10: OFX is read again with every share, its id and its currency")
  func ofx() throws {
    var home = Self.household()
    home.add("A & <b>", 30_00, paid: [(home.asha, 30_00)], owed: [(home.asha, 30_00)]) { $0.note = String(repeating: "ध", count: 300) }
    let rows = rows(home)
    let text = MirrorOFX.text(rows)
    guard let rupee = Currency(code: "INR"),
      case .tables(let tables) = try StatementFile.read(Array(text.utf8), StatementOptions(currency: rupee))
    else {
      Issue.record("no statement: \(text)")
      return
    }
    #expect(tables.map(\.statement.currency?.code) == ["INR", "USD"])
    let lines = tables.flatMap(\.statement.lines)
    #expect(lines.map(\.minor) == [-250_00, 900_00, -30_00, -10_00])
    #expect(lines.map(\.reference) == [rows[1], rows[2], rows[3], rows[0]].map(\.id.description))
    #expect(lines.map(\.day) == [rows[1], rows[2], rows[3], rows[0]].map(\.entry.date))
    #expect(text.contains("<NAME>A &amp; &lt;b&gt;</NAME>") && text.contains("<BALAMT>620.00</BALAMT>"))
    let memo = try #require(text.firstMatch(of: #/<MEMO>([^<]*ध)<\/MEMO>/#))
    #expect(memo.1.unicodeScalars.count == 255)
    #expect(!MirrorOFX.text([]).contains("STMTTRNRS"))
  }

  @Test("CV-10: the journals balance the group against what was spent")
  func journals() {
    var home = Self.household()
    home.rate("USD", "84", on: "2026-11-01")
    let rows = rows(home)
    let ledger = MirrorFiles.ledger(rows)
    #expect(
      ledger.contains(
        """
        2026-11-20 * (\(rows[1].id.description.suffix(6))) Rice, dal
            ; description: Rice; dal
            ; share: \(rows[1].id)
            ; entry: \(rows[1].entry.id)
            ; group: Sharma Family
            ; note: =two
            ; place: Chennai, India
            Expenses:Groceries  250.00 INR
            Liabilities:Shared:Sharma Family  -250.00 INR
        """))
    #expect(ledger.contains("P 2026-11-18 USD 84 INR") && ledger.contains("; converted: 840.00 INR"))
    let beancount = MirrorFiles.beancount(rows)
    #expect(beancount.contains("2026-11-18 open Liabilities:Shared:Sharma-Family"))
    #expect(beancount.contains("  Income:Salary  -900.00 INR\n  Liabilities:Shared:Sharma-Family  900.00 INR"))
    #expect(MirrorFiles.ledger([]) == "; shares, exported by Hearth\n")
  }

  @Test("The list has the newest first, says what they come to and how many there are besides; figures can be hidden")
  func list() {
    let rows = rows(Self.household())
    #expect(
      screen(Screens.mirror(rows, limit: 20, plain)) == """
        2026-11-20  Salary     +₹900.00               Sharma Family
        2026-11-20  Rice; dal   ₹250.00               Sharma Family  Chennai, India
        2026-11-18  Museum       $10.00  no rate yet  Sharma Family
        Your shares: spent ₹250.00 · received ₹900.00 · spent $10.00
        In INR: spent ₹250.00 · received ₹900.00
        1 is left out: it has no rate yet.
        """)
    #expect(Screens.mirror(rows, limit: 1, plain)[1] == "… 2 older ones: --limit 1000, or hearth mirror export")
    #expect(Screens.mirror([], limit: 1, plain) == ["You have no share of any entry there."])
    let hidden = Amounts.hiding(true) { screen(Screens.mirror(rows, limit: 20, plain)) }
    #expect(!hidden.contains("250") && hidden.contains("•••"))
    let json = Screens.mirrorJSON(rows, limit: 2)
    #expect(json.count == 2 && json[1].contains(#""minor":"25000","currency":"INR","convertedMinor":"25000""#))
    #expect(json[1].contains(#""place":{"city":"Chennai","country":"India"}"#))
  }

  @Test("product 191: the list in Hindi", arguments: [1, 20])
  func hindi(limit: Int) {
    let lines = Screens.mirror(rows(Self.household()), limit: limit, Theme(isColored: false, width: 60, language: .hindi))
    #expect(lines.contains { $0.hasPrefix("आपके हिस्से: ") } && lines.contains { $0.hasPrefix("INR में: ") })
    #expect(!lines.contains { $0.contains("share") || $0.contains("rate") })
  }

  @Test("What is no day, no number or no currency is said to be none")
  func wishes() throws {
    let today = try #require(CivilDate(iso8601: "2026-11-20"))
    func days(_ change: (inout MirrorWish) -> Void) throws -> ClosedRange<CivilDate> {
      var wish = MirrorWish()
      change(&wish)
      return try wish.checked(today: today).days
    }
    #expect(try days { ($0.from, $0.to) = ("yesterday", "today") } == today.adding(days: -1)...today)
    #expect(try days { _ in }.contains(today))
    #expect(throws: ArgumentFlaw.self) { try days { $0.from = "soon" } }
    #expect(throws: ArgumentFlaw.self) { try days { ($0.from, $0.to) = ("today", "yesterday") } }
    #expect(throws: ArgumentFlaw.self) { try days { $0.limit = 0 } }
    #expect(throws: ArgumentFlaw.self) { try days { $0.limit = 1_001 } }
  }
}
