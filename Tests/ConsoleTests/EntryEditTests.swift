import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What `hearth edit` makes of what is typed, and what is shown when somebody else has changed the same.
@Suite struct EntryEditTests {
  private let plain = Theme(isColored: false, width: 80)

  /// An entry in dollars with everything that an entry says.
  private func household() -> Household {
    var home = Household(meera: "Meera")
    home.add("Museum", 20_00, "dining", paid: [(home.asha, 20_00)], owed: [(home.asha, 10_00), (home.ravi, 10_00)]) {
      $0.amount.currency = "USD"
      ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", "83.15", "2026-11-20")
      ($0.note, $0.merchant, $0.place.city, $0.place.country) = ("for two", "Louvre", "Paris", "France")
      ($0.place.latitudeMicro, $0.place.longitudeMicro) = (48_860_600, 2_337_600)
    }
    return home
  }

  /// The entry's content after the edit, as the server decides it.
  private func edited(_ home: Household, _ change: (inout EntryEdit) -> Void) throws -> EntryContent {
    var home = home
    let entry = try #require(home.view.state.shared.entries.first)
    var edit = EntryEdit()
    change(&edit)
    var wish = EditEntry()
    wish.entryID = entry.id.description
    wish.baseVersion = entry.version.rawValue
    wish.changes = try edit.changes(of: entry, in: home.view)
    for decided in try home.decision(.editEntry(wish)).events { home.append(decided.body) }
    return try #require(home.view.state.shared.entries.first).content
  }

  @Test("A bill is edited: its items come to the amount, say who owes, and take the older bill's place in the note") func bill() throws {
    var home = household()
    let (asha, ravi) = (home.asha, home.ravi)
    let first = try edited(home) {
      ($0.bill.items, $0.bill.tip) = (["Paneer 12 @asha @ravi", "Beer 6 @ravi"], "50%")
    }
    #expect(first.amount.minor == 27_00 && first.amount.currency == "USD" && first.paid.map(\.minor) == [27_00])
    #expect(first.split.exact.shares.map(\.memberID) == [asha.description, ravi.description])
    #expect(first.split.exact.shares.map(\.minor) == [9_00, 18_00])
    #expect(first.note == "for two; Paneer 12.00 @Asha @Ravi; Beer 6.00 @Ravi; tip 9.00" && first.description_p == "Museum")
    var noted = EntryEdited()
    noted.entryID = try #require(home.view.state.shared.entries.first).id.description
    noted.changes.note = first.note
    home.append(.entryEdited(noted))
    let second = try edited(home) { $0.bill.items = ["Tea 5 @asha"] }
    #expect(second.note == "for two; Tea 5.00 @Asha" && second.amount.minor == 5_00)
    #expect(try edited(home) { ($0.bill.items, $0.note) = (["Tea 5 @asha"], "new") }.note == "new; Tea 5.00 @Asha")
    // Without items nothing of it is taken away.
    #expect(try edited(home) { $0.merchant = "Bazaar" }.note == first.note)
    #expect(throws: ArgumentFlaw.self) { try edited(home) { $0.bill.tip = "5" } }
    #expect(throws: ArgumentFlaw.self) { try edited(home) { ($0.bill.items, $0.split) = (["Tea 5 @asha"], "equal") } }
    #expect(throws: ArgumentFlaw.self) { try edited(home) { ($0.bill.items, $0.amount) = (["Tea 5 @asha"], "6") } }
  }

  @Test(
    "Only what a bill has put into a note is taken for a bill",
    arguments: [
      ("for two", "for two"), ("", ""), ("Paneer 12.00 @Asha", ""), ("tip 9.00", ""), ("discount -9.00", ""), ("for 2; tax 5", "for 2"),
      ("a; b; Tea 5.00 @Asha Sharma @Ravi*2; tax 1", "a; b"), ("call @Ravi", "call @Ravi"), ("tax 5; later", "tax 5; later"),
      ("rice 5", "rice 5"), ("@Ravi 5", "@Ravi 5"), ("for two\nand Meera; Tea 5.00 @Asha", "for two\nand Meera"),
      ("for two; later\nTea 5.00 @Asha", "for two; later\nTea 5.00 @Asha"),
    ])
  func notes(note: String, rest: String) { #expect(ItemizedBill.noteWithoutBill(note) == rest) }

  @Test("product 78, 180, 182: kind, currency, rate and place are edited, and what is not named stays")
  func everyField() throws {
    let home = household()
    let before = try #require(home.view.state.shared.entries.first).content
    let changes: [((inout EntryEdit) -> Void, (inout EntryContent) -> Void)] = [
      ({ $0.rate = "84" }, { $0.conversion.rate = "84" }), ({ $0.place.city = "Lyon" }, { $0.place.city = "Lyon" }),
      ({ $0.place.country = "" }, { $0.place.country = "" }), ({ $0.place.city = "" }, { $0.clearPlace() }),
      (
        { $0.place.coordinates = "" },
        {
          $0.place.clearLatitudeMicro()
          $0.place.clearLongitudeMicro()
        }
      ), ({ $0.place.coordinates = "-33.86, 151.2" }, { ($0.place.latitudeMicro, $0.place.longitudeMicro) = (-33_860_000, 151_200_000) }),
      (
        {
          $0.place.city = ""
          $0.place.country = "Italy"
        }, { ($0.place.city, $0.place.country) = ("", "Italy") }
      ),
      (
        {
          $0.kind = "income"
          $0.category = "salary"
        },
        // Kept by who received it: nobody has said that it divides.
        { ($0.kind, $0.category, $0.split.exact.shares) = (.income, "salary", $0.paid) }
      ),
      // The same figure, without a rate where none is known.
      (
        { $0.currency = "eur" },
        {
          $0.amount.currency = "EUR"
          $0.clearConversion()
        }
      ),
      (
        {
          $0.currency = "EUR"
          $0.rate = "90.5"
        }, { ($0.amount.currency, $0.conversion.rate) = ("EUR", "90.5") }
      ),
      // Yen have no smaller unit, and dinars have three digits.
      (
        { $0.currency = "JPY" },
        {
          $0.amount = Money(minor: 20, currency: "JPY")
          $0.paid[0].minor = 20
          $0.clearConversion()
        }
      ),
      (
        {
          $0.currency = "INR"
          $0.amount = "1,663"
        },
        {
          $0.amount = Money(minor: 1_663_00, currency: "INR")
          $0.paid[0].minor = 1_663_00
          $0.clearConversion()
        }
      ),
    ]
    for (number, (edit, expected)) in changes.enumerated() {
      var content = before
      expected(&content)
      #expect(content != before)
      #expect(try edited(home, edit) == content, "\(number)")
    }
  }

  @Test(arguments: [
    "here", "1", "1,2,3", "91,0", "0,180.000001", "1.1234567,0", "1.,0", ".5,0", "+1,0", "--1,0", "1e1,0", "٣,0", ",", "0001,0",
  ])
  func noCoordinates(text: String) {
    var wish = PlaceWish()
    wish.coordinates = text
    #expect(throws: ArgumentFlaw.self) { try wish.place() }
  }

  @Test func coordinates() throws {
    var wish = PlaceWish()
    #expect(try wish.place() == nil)
    for (text, latitude, longitude) in [
      ("90,-180", 90_000_000, -180_000_000), ("-90.000000,180.0", -90_000_000, 180_000_000), (" 0.000001 , 0.1", 1, 100_000),
      ("-0.5,0", -500_000, 0),
    ] as [(String, Int32, Int32)] {
      wish.coordinates = text
      let place = try #require(try wish.place())
      #expect(place.latitudeMicro == latitude && place.longitudeMicro == longitude, "\(text)")
    }
  }

  @Test func whatIsNotUnderstood() throws {
    let home = household()
    for change in [
      { $0.kind = "transfer" }, { $0.currency = "XXX" }, { $0.rate = "0" }, { $0.place.coordinates = "x" },
      {
        $0.currency = "JPY"
        $0.amount = "1.5"
      },
    ] as [(inout EntryEdit) -> Void] {
      #expect(throws: ArgumentFlaw.self) { try edited(home, change) }
    }
  }

  // MARK: When others have changed the same

  /// Ravi has changed amount, split, note and place of what Asha saw.
  private func clash(_ change: (inout EntryEdit) -> Void) throws -> (clash: EntryClash?, shared: SharedState) {
    var home = household()
    let seen = try #require(home.view.state.shared.entries.first)
    let saw = home.view
    var theirs = EntryEdit()
    (theirs.amount, theirs.split, theirs.note, theirs.place.city) = ("25", "exact:Asha=5,Ravi=20", "for three", "Versailles")
    var wish = EditEntry()
    (wish.entryID, wish.baseVersion) = (seen.id.description, seen.version.rawValue)
    wish.changes = try theirs.changes(of: seen, in: saw)
    for decided in try home.decision(.editEntry(wish), by: home.ravi).events { home.append(decided.body, by: home.ravi) }
    var mine = EntryEdit()
    change(&mine)
    wish.changes = try mine.changes(of: seen, in: saw)
    let shared = home.view.state.shared
    let current = try #require(shared.entries.first)
    do {
      _ = try home.decision(.editEntry(wish))
      return (nil, shared)
    } catch let rejection as Rejection {
      let rejected = Rejected.with {
        $0.code = rejection.code.rawValue
        $0.details = rejection.details
      }
      return (EntryClash(rejected, base: seen, theirs: current, wish.changes), shared)
    }
  }

  @Test("product N9, EN-14: notes in conflict are shown with all of their lines") func notesInConflict() throws {
    let (clash, shared) = try clash { $0.note = "for two,\nand for\nMeera" }
    #expect(
      screen(try #require(clash).lines(shared, plain)) == """
        note, changed by Ravi (version 6)
          it was     for two
          it is now  for three
          yours      for two,
                     and for
                     Meera
        """)
  }

  @Test("product N9: of every field in conflict it is shown what it was, what it is now and what was wished")
  func threeWays() throws {
    let (clash, shared) = try clash {
      ($0.paidBy, $0.rate, $0.note, $0.place.city, $0.merchant) = ("Ravi", "84", "", "Orsay", "Orangerie")
    }
    // Nobody has changed the merchant, so that is in no conflict.
    #expect(
      screen(try #require(clash).lines(shared, plain)) == """
        amount, changed by Ravi (version 6)
          it was     $20.00
          it is now  $25.00
          yours      $20.00
        rate, changed by Ravi (version 6)
          it was     83.15 INR
          it is now  83.15 INR
          yours      84 INR
        paid by, changed by Ravi (version 6)
          it was     Asha
          it is now  Asha
          yours      Ravi
        split, changed by Ravi (version 6)
          it was     split equally: Asha and Ravi
          it is now  Asha $5.00, Ravi $20.00
          yours      split equally: Asha and Ravi
        note, changed by Ravi (version 6)
          it was     for two
          it is now  for three
          yours      nothing
        place, changed by Ravi (version 6)
          it was     Paris, France (48.860600, 2.337600)
          it is now  Versailles, France (48.860600, 2.337600)
          yours      Orsay, France (48.860600, 2.337600)
        """)
    let json = try #require(clash).json()
    #expect(json.count == 3 && json[1].hasPrefix(#"{"conflict":"note","version":"6","changedBy":""#))
    #expect(json[1].hasSuffix(#""base":{"note":"for two"},"theirs":{"note":"for three"},"mine":{"note":""}}"#))
    #expect(json[0].contains(#""theirs":{"money":{"kind":"ENTRY_KIND_EXPENSE","amount":{"minor":"2500","currency":"USD"}"#))
  }

  @Test("product N9: figures that were typed for another currency than the entry has by now are not applied anew")
  func figuresOfAnotherCurrency() throws {
    let (rupee, dollar) = (try #require(Currency(code: "INR")), try #require(Currency(code: "USD")))
    func isInDoubt(_ former: Currency, _ current: Currency, _ change: (inout EntryEdit) -> Void) -> Bool {
      var edit = EntryEdit()
      change(&edit)
      return edit.isInDoubt(from: former, to: current)
    }
    let figures: [(inout EntryEdit) -> Void] = [
      { $0.amount = "460" }, { $0.split = "exact:Asha=5,Ravi=20" }, { $0.paidBy = "Asha=300,Ravi=160" }, { $0.rate = "84" },
    ]
    for figure in figures {
      #expect(isInDoubt(rupee, dollar, figure) && !isInDoubt(rupee, rupee, figure))
      let named = isInDoubt(rupee, dollar) {
        figure(&$0)
        $0.currency = "INR"
      }
      #expect(!named)
    }
    #expect(
      !isInDoubt(rupee, dollar) { ($0.paidBy, $0.split, $0.kind, $0.note) = ("Ravi", "percent:Asha=60,Ravi=40", "income", "for three") })
  }

  @Test("EN-03: the version that an edit is based on is read only where the edit makes no sense of the entry as it is")
  func baseIsReadLate() throws {
    var home = household()
    let seen = try #require(home.view.state.shared.entries.first)
    var theirs = EntryEdit()
    theirs.currency = "JPY"
    var wish = EditEntry()
    (wish.entryID, wish.baseVersion) = (seen.id.description, seen.version.rawValue)
    wish.changes = try theirs.changes(of: seen, in: home.view)
    for decided in try home.decision(.editEntry(wish)).events { home.append(decided.body) }
    let current = try #require(home.view.state.shared.entries.first)
    var reads = 0
    func changes(_ change: (inout EntryEdit) -> Void) throws -> EntryChanges {
      var edit = EntryEdit()
      change(&edit)
      return try edit.changes(of: current, in: home.view) { () throws(ConsoleFailure) in
        reads += 1
        return seen
      }
    }
    #expect(try changes { ($0.merchant, $0.amount, $0.place.city) = ("Bazaar", "25", "Lyon") }.merchant == "Bazaar" && reads == 0)
    // Yen have no decimals.
    #expect(try changes { $0.amount = "25.50" }.money.amount == Money(minor: 25_50, currency: "USD") && reads == 1)
    #expect(throws: ConsoleFailure.self) { try changes { $0.amount = "much" } }
    #expect(reads == 2)
  }

  @Test("product N9: an edit of other fields is in no conflict, and no other refusal is one")
  func noClash() throws {
    #expect(try clash { $0.merchant = "Orangerie" }.clash == nil)
    let entry = try #require(household().view.state.shared.entries.first)
    #expect(EntryClash(.with { $0.code = "forbidden" }, base: entry, theirs: entry, EntryChanges()) == nil)
    #expect(EntryClash(.with { $0.code = "conflict" }, base: entry, theirs: entry, EntryChanges()) == nil)
  }

  @Test("product N9: applied anew, an edit changes what it names in the entry as it is now, and nothing else")
  func reapplied() throws {
    var home = household()
    let seen = try #require(home.view.state.shared.entries.first)
    home.append(
      .entryEdited(
        .with {
          $0.entryID = seen.id.description
          $0.changes.money = seen.changedMoney(to: 30_00)
          $0.owed = seen.owed.map { owed in .with { ($0.memberID, $0.minor) = (owed.member.description, 15_00) } }
        }), by: home.ravi)
    let content = try edited(home) { $0.paidBy = "Ravi" }
    #expect(
      content.amount.minor == 30_00 && content.paid.map(\.memberID) == [home.ravi.description] && content.paid.map(\.minor) == [30_00])
  }
}

extension EntryState {
  fileprivate func changedMoney(to minor: Int64) -> EntryMoney {
    .with {
      ($0.kind, $0.amount, $0.paid, $0.split) = (kind, Money(minor: minor, currency: currency), content.paid, content.split)
      $0.paid[0].minor = minor
    }
  }
}

extension Money {
  fileprivate init(minor: Int64, currency: String) {
    self.init()
    (self.minor, self.currency) = (minor, currency)
  }
}
