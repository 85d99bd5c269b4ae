import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// Among whom an entry divides that does not say it, where a person sees or gives it (SPEC CM-09, MB-14).
@Suite struct SharingTests {
  private let plain = Theme(isColored: false, width: 80)

  private static func lines(_ item: FeedItem?, _ theme: Theme) -> String { item?.lines(theme).joined(separator: "\n") ?? "" }

  private static func decide(_ content: EntryContent, in view: GroupView) throws -> [MemberID: Int64] {
    let command = Command.with {
      ($0.id, $0.groupID) = (CommandID(high: 0x7000, low: 9).description, view.state.group.description)
      ($0.addEntry.entryID, $0.addEntry.content) = (EntryID(high: 0x7000, low: 9).description, content)
    }
    let holder = try #require(view.state.shared.member(view.member)?.holder)
    let context = DecisionContext(holder: holder, now: 0, today: Importing.today)
    let decision = try Ledger.decide(command, in: view.state, context: context)
    guard case .entryAdded(let added) = try #require(decision.events.first).body else { return [:] }
    return Dictionary(uniqueKeysWithValues: added.owed.compactMap { share in MemberID(share.memberID).map { ($0, share.minor) } })
  }

  @Test("CM-09: an entry that waits keeps the people who shared when it was given, whoever shares when it arrives")
  func waiting() throws {
    var home = Household()
    var content = try EntryWish(amount: "60", description: "Tea").content(in: home.view)
    #expect(content.split.method == nil)
    home.view.fillSplit(of: &content, at: 0)
    #expect(content.split.equal.memberIds == [home.asha, home.ravi].map(\.description))
    // A viewer is put in, and somebody joins, before it is sent.
    home.append(.defaultSharingSet(.with { ($0.memberID, $0.shares) = (home.meera.description, true) }))
    home.append(.memberJoined(.with { ($0.memberID, $0.displayName, $0.role) = (MemberID(high: 7, low: 7).description, "Lena", .adult) }))
    #expect(try Self.decide(content, in: home.view) == [home.asha: 3_000, home.ravi: 3_000])
    var later = try EntryWish(amount: "60", description: "Tea").content(in: home.view)
    #expect(try Self.decide(later, in: home.view).count == 4)
    home.view.fillSplit(of: &later, at: 0)
    #expect(later.split.equal.memberIds.count == 4)
  }

  @Test("CM-09: an income is filled in with nobody, unless it is said that it divides; what names somebody is left as it is")
  func filling() throws {
    let home = Household()
    func filled(_ kind: String, _ split: String) throws -> Split {
      var wish = EntryWish(amount: "60", description: "Tea")
      (wish.kind, wish.split) = (kind, split)
      var content = try wish.content(in: home.view)
      home.view.fillSplit(of: &content, at: 0)
      return content.split
    }
    #expect(try filled("income", "") == Split())
    #expect(try filled("income", "equal").equal.memberIds.count == 2)
    #expect(try filled("expense", "equal:Ravi").equal.memberIds == [home.ravi.description])
    #expect(try filled("expense", "exact:Ravi=60").exact.shares.count == 1)
    #expect(try filled("expense", "income").income.memberIds.count == 2)
    // So does an edit that says that all share it; one that says nothing keeps how the entry divides.
    var changes = EntryChanges.with { $0.money.split.equal = EqualSplit() }
    home.view.fillSplit(of: &changes, at: 0)
    #expect(changes.money.split.equal.memberIds == [home.asha, home.ravi].map(\.description))
    var note = EntryChanges.with { $0.note = "for Diwali" }
    home.view.fillSplit(of: &note, at: 0)
    #expect(!note.hasMoney)
  }

  @Test("CV-04: a bank's statement makes nobody owe anything of a salary; what it says that each is due stands")
  func statements() throws {
    var importing = Importing()
    importing.options.isSigned = true
    try importing.commit(try importing.plan("date,description,amount\n2026-11-22,Salary,85000\n"))
    #expect(try importing.balances() == [0, 0, 0])
    let refund = "date,description,amount,owed\n2026-11-23,Deposit,900,Asha=450; Ravi=450\n"
    try importing.commit(try importing.plan(refund))
    #expect(try importing.balances() == [-45_000, 45_000, 0])
  }

  @Test("the feed says of an income that nobody divided that it is not split, and a journal has it as what its receiver keeps")
  func showing() throws {
    var home = Household()
    home.add("Salary", 8_500_000, "salary", kind: .income, paid: [(home.asha, 8_500_000)], owed: [(home.asha, 8_500_000)], isEqual: false)
    let entry = try #require(home.view.state.shared.entries.last)
    #expect(entry.isKeptByReceivers)
    let item = FeedItem.entry(FeedEntry(entry, home.view.state.shared, me: home.asha))
    #expect(Self.lines(item, plain).contains("not split"))
    let journal = LedgerExport.text(home.view.state.shared)
    #expect(journal.contains("Assets:Asha  85000.00 INR") && journal.contains("Liabilities:Asha  -85000.00 INR"))
  }

  @Test("MB-14: the feed tells in both languages who is put in or out, and hearth member share reads in, out and default")
  func telling() throws {
    var home = Household()
    let hindi = Theme(isColored: false, width: 80, language: .hindi)
    for (shares, words) in [
      (true, "Ravi shares every entry that does not say who shares it"), (false, "Ravi shares only entries that name them"),
      (nil, "Ravi shares entries that do not say who shares them if their role does"),
    ] as [(Bool?, String)] {
      let event = home.append(
        .defaultSharingSet(
          .with {
            $0.memberID = home.ravi.description
            if let shares { $0.shares = shares }
          }))
      let item = EventTeller(event, in: home.view.state, me: home.asha, .live(withBudgets: false)).item
      #expect(Self.lines(item, plain).contains(words))
      #expect(Self.lines(item, hindi).contains("Ravi"))
    }
    #expect(try Choices.sharing("IN") == true && Choices.sharing("out") == false && Choices.sharing("default") == nil)
    #expect(throws: ArgumentFlaw.self) { try Choices.sharing("maybe") }
  }
}
