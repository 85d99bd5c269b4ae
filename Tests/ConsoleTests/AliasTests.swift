import ClientStore
import Glibc
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

/// What the user calls members, on their own device alone.
@Suite struct AliasTests {
  private let plain = Theme(isColored: false, width: 80)
  private let identity = "01900000-0000-7000-8000-0000000000e1"

  /// Ravi is called Bhai.
  private func named(_ home: Household) -> GroupView {
    var view = home.view
    view.state.shownNames = [home.ravi: "Bhai"]
    return view
  }

  private func household() -> Household {
    var home = Household()
    home.add("Rice", 600_00, paid: [(home.ravi, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)], by: home.ravi)
    return home
  }

  @Test("products 63 and 64: an alias stands in place of the name on every screen")
  func screens() throws {
    let home = household()
    let view = named(home)
    var debts = Screens.DebtsWish()
    debts.explains = true
    var feed = FeedModel()
    let told = feed.update(.began(view)).flatMap { $0.lines(plain) }
    let screens: [(String, [String])] = [
      ("members", Screens.members(view, plain)), ("balances", Screens.balances(view, plain)), ("debts", Screens.debts(view, debts, plain)),
      ("history", undated(home.events, view, plain)), ("feed", told),
    ]
    for (name, lines) in screens {
      #expect(lines.contains { $0.contains("Bhai") }, "\(name)")
      #expect(!lines.contains { $0.contains("Ravi") }, "\(name): \(lines)")
    }
    let members = Screens.members(view, Theme(isColored: true, width: 80))
    #expect(members.contains { $0.contains("B\u{1B}[0m") || $0.contains("\u{1B}[1mB") }, "initials of the alias: \(members)")
  }

  @Test("product 64: a live feed calls members so, whatever they are called by then")
  func feed() throws {
    var home = household()
    var feed = FeedModel(clock: nil)
    _ = feed.update(.began(named(home)))
    let renamed = home.append(
      .memberRenamed(
        .with {
          $0.memberID = home.ravi.description
          $0.displayName = "Ravindra"
        }), by: home.asha)
    let left = home.append(.memberLeft(.with { $0.memberID = home.ravi.description }), by: home.ravi)
    let update = GroupUpdate(group: home.group, kind: .live, events: [renamed, left])
    let lines = feed.update(.changed(update, named(home))).flatMap { $0.lines(plain) }
    #expect(lines.count == 2 && lines[0].contains("Ravindra") && lines[1].contains("Bhai"), "\(lines)")
    #expect(feed.update(.presence(home.ravi, isOnline: true, now: 0)).isEmpty)
    #expect(feed.update(.tick(now: 10_000)).flatMap { $0.lines(plain) }.allSatisfy { $0.contains("Bhai") })
  }

  @Test("product 64: commands take an alias beside the name, and neither before the other")
  func typed() throws {
    let home = household()
    let view = named(home)
    let names = MemberNames(view.state.shared, me: home.asha)
    for text in ["Bhai", "bhai", "@bhai", "Ravi", "@Ravi"] { #expect(try names.find(text) == home.ravi) }
    #expect(try PayWish(name: "@bhai", amount: "500").content(in: view).split.exact.shares.map(\.memberID) == [home.ravi.description])
    let unknown = try #require(throws: ArgumentFlaw.self) { try names.find("Dev") }
    #expect(unknown.description == "Nobody here is called \"Dev\". The members are: Asha, Bhai, मीरा.")
    // Somebody who takes the name later is not paid in his place.
    var other = home
    other.append(
      .memberRenamed(
        .with {
          $0.memberID = home.meera.description
          $0.displayName = "Bhai"
        }))
    let later = named(other)
    let ambiguous = try #require(throws: ArgumentFlaw.self) { try MemberNames(later.state.shared, me: home.asha).find("bhai") }
    #expect(ambiguous.description.hasPrefix("2 members are called"))
    #expect(Screens.members(later, plain).filter { $0.contains("Bhai (") }.count == 2, "each with the end of the id")
  }

  @Test(
    "product 64: no other member takes the place of one that the user has an alias for, in other capitals or behind an @",
    arguments: ["bhai", "@Bhai", "BHAI"])
  func taken(name: String) throws {
    var home = household()
    home.append(.memberRenamed(.with { ($0.memberID, $0.displayName) = (home.meera.description, name) }))
    let names = MemberNames(named(home).state.shared, me: home.asha)
    // Without the @ that is a part of the name it is the alias alone.
    for typed in (name.hasPrefix("@") ? [] : ["Bhai", "bhai"]) + ["@Bhai", "@bhai"] {
      let flaw = try #require(throws: ArgumentFlaw.self) { try names.find(typed) }
      #expect(flaw.description.hasPrefix("2 members are called"))
    }
    var aliases = Aliases()
    #expect(throws: ArgumentFlaw("An alias does not begin with @.")) {
      try aliases.set("@asha", for: home.ravi, of: home.view.state.group, in: home.view.state.shared)
    }
  }

  @Test("product 168: nothing that is sent, stored, exported or written for programs has an alias")
  func neverLeaves() throws {
    let home = household()
    let view = named(home)
    let plainState = home.view.state
    for lane in [Lane.shared, .admin] {
      let bytes: [UInt8] = try view.state.snapshot(of: lane).serializedBytes()
      #expect(bytes == (try plainState.snapshot(of: lane).serializedBytes()))
    }
    for member in view.state.shared.members { #expect(WireFormat.line(member.message).allSatisfy { !$0.contains("Bhai") }) }
    let command = try PayWish(name: "bhai", amount: "5").content(in: view)
    #expect(!"\(command)".contains("Bhai"))
    let journal = Journal(view.state.shared, separator: ":", part: { $0 })
    #expect(journal.memberNames.map(\.name).contains("Ravi") && !journal.memberNames.map(\.name).contains("Bhai"))
    // Nor does a file of somebody else's mean it.
    #expect(throws: ArgumentFlaw.self) { try MemberNames(view.state.shared.members, me: home.asha).find("Bhai") }
  }

  @Test("product 64: aliases are kept for each identity in a file of their own, for its owner alone")
  func file() throws {
    let folder = try TemporaryFolder()
    let home = household()
    let file = KeptTextsFile<Aliases>(home: HomeFolder(path: folder.path), identity: identity)
    #expect(try file.load() == Aliases())
    let kept = try file.update { aliases throws(ConsoleFailure) in
      do throws(ArgumentFlaw) {
        try aliases.set(" Bhai ", for: home.ravi, of: home.group, in: home.view.state.shared)
      } catch {
        throw ConsoleFailure(error)
      }
    }
    #expect(try file.load() == kept && kept[home.group] == [home.ravi: "Bhai"])
    #expect(try KeptTextsFile<Aliases>(home: HomeFolder(path: folder.path), identity: "other").load() == Aliases())
    let path = folder.path + "/\(identity).aliases.json"
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    _ = try file.update { aliases in _ = aliases.remove(home.ravi, of: home.group) }
    #expect(try file.load() == Aliases())
    // A refused change leaves the file as it was.
    #expect(throws: ConsoleFailure.self) { try file.update { _ throws(ConsoleFailure) in throw ConsoleFailure(["no"], status: 1) } }
  }

  @Test("product 64: an alias has 1 to 50 characters and none that a name may not have")
  func bounds() throws {
    let home = household()
    let shared = home.view.state.shared
    var aliases = Aliases()
    try aliases.set(String(repeating: "क", count: 50), for: home.ravi, of: home.group, in: shared)
    for text in [
      String(repeating: "क", count: 51), "", "  ", "Di\ndi", "Di\u{1B}[2J", "a\u{202E}b", "x" + String(repeating: "\u{301}", count: 9),
    ] {
      #expect(throws: ArgumentFlaw.self, "\(text.debugDescription)") {
        try aliases.set(text, for: home.ravi, of: home.group, in: shared)
      }
    }
    // Nobody is called like somebody else.
    for text in ["Asha", "asha"] {
      #expect(throws: ArgumentFlaw.self) { try aliases.set(text, for: home.ravi, of: home.group, in: shared) }
    }
    try aliases.set("Ravi", for: home.ravi, of: home.group, in: shared)
    #expect(throws: ArgumentFlaw.self) { try aliases.set("ravi", for: home.meera, of: home.group, in: shared) }
    #expect(aliases[home.group] == [home.ravi: "Ravi"])
  }

  @Test("product 64: 1,000 aliases are kept and not one more, from a file either")
  func count() throws {
    let home = household()
    let shared = home.view.state.shared
    var aliases = Aliases()
    for number in 1...UInt64(Aliases.countMax) {
      try aliases.set("A\(number)", for: MemberID(high: 1, low: number), of: home.group, in: shared)
    }
    #expect(aliases.count == 1_000)
    #expect(throws: ArgumentFlaw.self) { try aliases.set("One", for: home.ravi, of: home.group, in: shared) }
    try aliases.set("Another", for: MemberID(high: 1, low: 1), of: home.group, in: shared)
    aliases.take("One", of: home.ravi.description, home.group)
    #expect(aliases.count == 1_000 && aliases[home.group][home.ravi] == nil)
    aliases.remove(home.group)
    aliases.take("Di\u{7}di", of: home.ravi.description, home.group)
    #expect(aliases.count == 0)
  }

  @Test("product 65: the list, and the sentence before the first alias, in both languages")
  func words() {
    let home = household()
    let view = named(home)
    #expect(Screens.aliases([], home.view, plain) == ["You have no aliases here. Make one: hearth alias NAME ALIAS"])
    let ravi = view.state.shared.members.filter { $0.id == home.ravi }
    #expect(Screens.aliases(ravi, view, plain) == ["Ravi  →  Bhai"])
    #expect(Language.english.phrases.aliasNotice().contains("never sent"))
    #expect(Language.hindi.phrases.aliasNotice().contains("न सर्वर को"))
  }
}
