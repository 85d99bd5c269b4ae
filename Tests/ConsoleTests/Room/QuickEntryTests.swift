import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct QuickEntryTests {
  private let home = RoomStay.family
  private var quick: QuickEntry { QuickEntry(home.view, today: RoomStay.today) }

  private func wish(_ line: String) throws -> EntryWish { try quick.wish(line) }

  @Test("A line says what for, how much and who")
  func whole() throws {
    let wish = try wish("groceries 1200 @asha @ravi")
    #expect(wish.description == "Groceries" && wish.category == "groceries" && wish.amount == "1200.00" && wish.currency == "INR")
    #expect(wish.split == "equal:\(home.asha),\(home.ravi)" && wish.kind == "expense" && wish.date.isEmpty && wish.guardsDuplicates)
    let content = try wish.content(in: home.view)
    #expect(content.amount.minor == 120_000 && content.split.equal.memberIds == [home.asha.description, home.ravi.description])
  }

  @Test(
    "Amounts are added and multiplied, and are in the currency that stands at them",
    arguments: [
      ("dinner 450+320", "770.00", "INR"), ("tea 12.50*4", "50.00", "INR"), ("tea 10*2+5.5", "25.50", "INR"),
      ("rent 1.2L", "120000.00", "INR"),
      ("rent ₹12,34,567.89", "1234567.89", "INR"), ("museum $20", "20.00", "USD"), ("museum 20 USD", "20.00", "USD"),
      ("museum USD 20+5", "25.00", "USD"), ("sushi JPY 1500", "1500", "JPY"), ("1200 rent", "1200.00", "INR"),
    ])
  func amounts(_ line: String, _ amount: String, _ currency: String) throws {
    let wish = try wish(line)
    #expect(wish.amount == amount && wish.currency == currency)
  }

  @Test(
    "The category is the one that is named, that of the last entry of the same name, or the usual one",
    arguments: [
      ("groceries 10", "groceries", "Groceries"), ("groceries for Diwali 10", "groceries", "groceries for Diwali"),
      ("dining out 10", "dining", "Dining out"), ("राशन 10", "groceries", "राशन"), ("vegetables 10", "groceries", "Vegetables"),
      ("dinner 10", "dining", "Dinner"), ("gadget 10", "", "Gadget"), ("gadget 10 #dining", "dining", "Gadget"),
      ("#dining 10", "dining", "Dining Out"),
      ("iPad 10", "", "iPad"), ("gadget 10 cat:groceries", "groceries", "Gadget"),
    ])
  func categories(_ line: String, _ category: String, _ description: String) throws {
    let wish = try wish(line)
    #expect(wish.category == category && wish.description == description)
  }

  @Test("A category of incomes makes an income")
  func income() throws { #expect(try wish("salary 85000").kind == "income") }

  @Test(
    "Days are said in words or figures",
    arguments: [
      ("milk 60 yesterday", "2026-11-19"), ("milk 60 today", "2026-11-20"), ("milk 60 2026-11-01", "2026-11-01"),
      ("milk 60 on:yesterday", "2026-11-19"),
      ("दूध 60 कल", "2026-11-19"), ("milk 60", ""),
    ])
  func days(_ line: String, _ date: String) throws { #expect(try wish(line).date == date) }

  @Test("Who paid, and in which parts it is shared")
  func parts() throws {
    let (asha, ravi) = (home.asha, home.ravi)
    #expect(try wish("milk 60 paid:ravi").paidBy == "\(ravi)")
    #expect(try wish("milk 60 paid:asha=20,ra=40").paidBy == "\(asha)=20,\(ravi)=40")
    #expect(try wish("milk 60 @asha=60% @ravi=40%").split == "percent:\(asha)=60,\(ravi)=40")
    #expect(try wish("milk 60 @asha=20 @ravi=40").split == "exact:\(asha)=20,\(ravi)=40")
    #expect(try wish("milk 60 @asha*2 @ravi*1").split == "shares:\(asha)=2,\(ravi)=1")
    #expect(try wish("milk 60 @all").split == "" && wish("milk 60 @सब").split == "")
    #expect(try wish("milk 60 @me").split == "equal:\(asha)")
    #expect(try !wish("milk 60 !").guardsDuplicates)
    let rest = try wish("milk 60 note:\"for tea\" at:Dairy rate:2")
    #expect(rest.note == "for tea" && rest.merchant == "Dairy" && rest.rate == "2")
    #expect(try wish("\"iPhone 15\" 79900").description == "iPhone 15")
  }

  @Test(
    "What is not understood is said, and nothing is guessed",
    arguments: [
      ("iphone 15 79900", "There are two amounts: 15 and 79900."), ("milk 60 @bob", "Nobody here is called \"bob\"."),
      ("milk 60 #nothing", "There is no category \"nothing\"."), ("milk 60 on:someday", "\"someday\" is no day."),
      ("milk 60.123", "has too many decimals"),
      ("milk 1,2,3", "has a comma where none belongs"), ("milk 9999999999999999", "more than an entry can hold"),
      ("milk 9999999999*99999999", "more than an entry can hold"), ("milk 60*x", "multiplies by what is no whole number"),
      ("milk 60 @asha @ravi=5", "The parts are of several kinds."), ("milk 60 paid:asha,ravi", "Nobody here is called"),
    ])
  func wrong(_ line: String, _ words: String) throws {
    guard case .wrong(let flaw) = quick.read(line) else {
      Issue.record("\(line) was understood: \(quick.read(line))")
      return
    }
    #expect("\(flaw)".contains(words), "\(flaw)")
  }

  @Test("What is missing is asked for, in both languages")
  func incomplete() {
    for (line, english, hindi) in [
      ("groceries", "How much?", "कितना?"), ("1200", "What for?", "किस लिए?"), ("milk paid:", "How much?", "कितना?"),
    ] {
      guard case .incomplete(let wording) = quick.read(line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(wording.text(in: .english).hasPrefix(english) && wording.text(in: .hindi).hasPrefix(hindi))
    }
    guard case .empty = quick.read("   ") else {
      Issue.record("spaces are nothing")
      return
    }
  }

  @Test("Where a beginning is that of two names, neither is meant")
  func ambiguous() {
    var home = Household(meera: "Rani")
    home.add("Tea", 100, paid: [(home.asha, 100)], owed: [(home.asha, 100)])
    guard case .wrong = QuickEntry(home.view, today: RoomStay.today).read("milk 60 @ra") else {
      Issue.record("@ra is Ravi or Rani")
      return
    }
  }
}
