import ClientStore
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

/// Lines of quick entry under names.
@Suite struct PresetTests {
  private let home = RoomStay.family

  private func quick(_ presets: [String: String]) -> QuickEntry { QuickEntry(home.view, today: RoomStay.today, presets: presets) }

  @Test(
    "A line that begins with a preset's name is the preset, and what stands behind it takes the place of its own amount and people",
    arguments: [
      ("milk", "60.00", "equal:asha"), ("MILK", "60.00", "equal:asha"), ("milk 75", "75.00", "equal:asha"),
      ("milk @ravi", "60.00", "equal:ravi"), ("milk 20+5 @ravi", "25.00", "equal:ravi"), ("milk yesterday", "60.00", "equal:asha"),
    ])
  func stands(_ line: String, _ amount: String, _ split: String) throws {
    let wish = try quick(["milk": "\"Full milk\" 60 #groceries @asha"]).wish(line)
    let expected = split.replacing("asha", with: "\(home.asha)").replacing("ravi", with: "\(home.ravi)")
    #expect(wish.description == "Full milk" && wish.category == "groceries" && wish.amount == amount && wish.split == expected)
    #expect(wish.date == (line.hasSuffix("yesterday") ? "2026-11-19" : ""))
  }

  @Test("A preset without an amount asks for it; a quoted word and one in the middle are words")
  func partly() throws {
    let quick = quick(["maid": "Maid #dining paid:ravi"])
    guard case .incomplete = quick.read("maid") else { return #expect(Bool(false), "\(quick.read("maid"))") }
    #expect(try quick.wish("maid 3000").paidBy == "\(home.ravi)")
    #expect(try quick.wish("\"maid\" 3000").paidBy.isEmpty && quick.wish("new maid 3000").paidBy.isEmpty)
  }

  @Test("A room reads, completes and sends a preset's entry")
  func room() throws {
    var room = RoomStay(home, presets: ["milk": "milk 60 #groceries @asha @ravi"])
    room.type("mil\t")
    #expect(room.model.input.text == "milk ")
    room.type("\r")
    guard case .send(.addEntry(let add), line: _)? = room.sent.last else { return #expect(Bool(false), "\(room.sent)") }
    #expect(add.content.amount.minor == 6_000 && add.content.split.equal.memberIds == [home.asha.description, home.ravi.description])
  }

  @Test(
    "A preset's name is one word that means nothing else, and its line can be read",
    arguments: [
      ("", "milk 60"), (String(repeating: "m", count: Presets.nameMax + 1), "milk 60"), ("two words", "milk 60"), ("60", "milk 60"),
      ("1.2k", "milk 60"), ("today", "milk 60"), ("@asha", "milk 60"), ("#dining", "milk 60"), ("/settle", "milk 60"),
      ("paid:", "milk 60"), ("!", "milk 60"), ("\u{1B}", "milk 60"), ("milk", ""), ("milk", "milk 60 @nobody"), ("milk", "milk 60 70"),
      ("milk", String(repeating: "m", count: Presets.lineBytesMax + 1)),
    ])
  func refused(_ name: String, _ line: String) throws {
    var presets = Presets()
    #expect(throws: ArgumentFlaw.self) { try presets.set(line, as: name, in: home.view) }
    #expect(presets == Presets())
  }

  @Test("As many presets are kept as may be, and not one more; each name and line up to its end")
  func limits() throws {
    var presets = Presets()
    let long = String(repeating: "m", count: Presets.nameMax)
    let line = String(repeating: "m", count: Presets.lineBytesMax)
    #expect(try presets.set(line, as: long.uppercased(), in: home.view) == long)
    for number in 1..<Presets.countMax { _ = try presets.set("milk 60", as: "milk\(number)", in: home.view) }
    #expect(presets.count == Presets.countMax && presets[home.group][long] == line)
    #expect(throws: ArgumentFlaw.self) { try presets.set("milk 60", as: "tea", in: home.view) }
    _ = try presets.set("milk 70", as: "milk1", in: home.view)
    #expect(presets.count == Presets.countMax && presets[home.group]["milk1"] == "milk 70")
    presets.take("milk 60", of: "tea", home.group)
    #expect(presets.count == Presets.countMax && presets[home.group]["tea"] == nil)
    let was = (presets.remove("MILK1", of: home.group), presets.remove("milk1", of: home.group))
    #expect(was == (true, false))
  }

  @Test("A kept split divides expenses that do not say who owes, and nothing else")
  func keptSplit() throws {
    var presets = Presets()
    try presets.keep(split: "percent:asha=60.5,Ravi=39.5", in: home.view)
    let kept = try #require(presets.splits[home.group])
    #expect(kept == "percent:\(home.asha)=60.50,\(home.ravi)=39.50")
    let quick = QuickEntry(home.view, today: RoomStay.today, split: kept)
    #expect(try quick.wish("milk 60").split == kept && quick.wish("milk 60 @all").split.isEmpty)
    #expect(try quick.wish("milk 60 @ravi").split == "equal:\(home.ravi)" && quick.wish("pay 60 #salary").split.isEmpty)
    #expect(try quick.wish("milk 60").content(in: home.view).split.percentage.shares.map(\.basisPoints) == [6_050, 3_950])
    var wish = EntryWish(amount: "60", description: "Milk")
    #expect(wish.divided(as: kept).split == kept && wish.divided(as: nil).split.isEmpty)
    wish.split = "equal"
    #expect(wish.divided(as: kept).split == "equal")
    for (text, again) in [("equal:asha", "equal:"), ("shares:asha=1,ravi=0.5", "shares:"), ("income", "income:")] {
      try presets.keep(split: text, in: home.view)
      #expect(presets.splits[home.group]?.hasPrefix(again) == true)
    }
    // No preset, and gone with the group or by itself.
    #expect(presets[home.group].isEmpty && presets.removeSplit(of: home.group) && !presets.removeSplit(of: home.group))
    try presets.keep(split: "equal", in: home.view)
    presets.remove(home.group)
    #expect(presets == Presets())
    for text in ["exact:asha=1", "percent:asha=60", "halves", "equal:Nobody"] {
      #expect(throws: ArgumentFlaw.self) { try presets.keep(split: text, in: home.view) }
    }
    #expect(presets == Presets())
  }

  @Test("A kept split stands in the file of presets, and what is none there is passed over")
  func keptSplitFile() throws {
    let folder = try TemporaryFolder()
    let file = KeptTextsFile<Presets>(home: HomeFolder(path: folder.path), identity: "01900000-0000-7000-8000-0000000000e1")
    let kept = try file.update { presets throws(ConsoleFailure) in
      do throws(ArgumentFlaw) {
        _ = try presets.set("milk 60", as: "milk", in: home.view)
        try presets.keep(split: "equal:asha,ravi", in: home.view)
      } catch {
        throw ConsoleFailure(error)
      }
    }
    #expect(try file.load() == kept && kept[home.group] == ["milk": "milk 60"])
    #expect(kept.splits[home.group] == "equal:\(home.asha),\(home.ravi)")
    var other = Presets()
    other.take("nonsense", of: "=", home.group)
    other.take("equal:" + String(repeating: "a", count: Presets.splitBytesMax), of: "=", home.group)
    #expect(other == Presets())
  }

  @Test("Presets are kept for each identity in a file of their own")
  func file() throws {
    let folder = try TemporaryFolder()
    let file = KeptTextsFile<Presets>(home: HomeFolder(path: folder.path), identity: "01900000-0000-7000-8000-0000000000e1")
    let kept = try file.update { presets throws(ConsoleFailure) in
      do throws(ArgumentFlaw) {
        _ = try presets.set("milk 60", as: "milk", in: home.view)
      } catch {
        throw ConsoleFailure(error)
      }
    }
    #expect(try file.load() == kept && kept[home.group] == ["milk": "milk 60"])
    #expect(
      try KeptTextsFile<Aliases>(home: HomeFolder(path: folder.path), identity: "01900000-0000-7000-8000-0000000000e1").load() == Aliases())
  }
}
