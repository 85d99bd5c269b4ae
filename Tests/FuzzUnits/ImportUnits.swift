import HearthProtocol
import Importing
import Ledger
import Statements

/// From bytes to letters: any bytes in any encoding are text or a flaw, and what is written is read.
func fuzzStatementText(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let choice = Int(input.byte())
  guard choice & 1 != 0 else {
    let encodings = [nil] + StatementEncoding.allCases.map(Optional.some)
    guard let text = try? StatementText(Array(input.takeRest()), encoding: encodings[(choice >> 1) % encodings.count]) else { return }
    try expect(String(validating: text.utf8, as: UTF8.self) != nil && !text.utf8.contains(0), "what is read is text")
    guard !text.utf8.starts(with: [0xEF, 0xBB, 0xBF]), let again = try? StatementText(text.utf8) else { return }
    return try expect(again.utf8 == text.utf8, "a text in UTF-8 is read as it stands")
  }
  let letters = Array("aZ0,;\n\"= \u{E9}\u{DF}\u{141}\u{20AC}\u{939}\u{1F60B}".unicodeScalars)
  let text = "a" + String(String.UnicodeScalarView(input.takeRest().map { letters[Int($0) % letters.count] }))
  let units = Array(text.utf16)
  let written: [UInt8] =
    switch (choice >> 1) & 3 {
    case 0: Array(text.utf8)
    case 1: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case 2: [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    default: [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
  guard let read = try? StatementText(written) else { throw Violation("what is written is text") }
  try expect(read.string == text, "what is written is read")
}

/// Profiles: any text is one or a flaw, and one that is written again is the same.
func fuzzStatementProfile(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  guard let profile = try? StatementProfile(String(decoding: bytes, as: UTF8.self)) else { return }
  guard let again = try? StatementProfile(profile.text) else { throw Violation("a profile is read as it is written") }
  try expect(again == profile, "a profile is written as it was read")
}

/// From a file to entries: whatever it says, each line is judged, the group takes what is planned, and the same file
/// brings nothing a second time.
func fuzzImportPlan(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let choice = input.byte()
  var options = ImportOptions()
  (options.isSigned, options.isCard) = (choice & 1 != 0, choice & 3 == 2)
  if choice & 4 != 0 { options.dateOrder = .dmy }
  if choice & 8 != 0 { options.members = ["Kai=Asha", "You=Asha", "Lea=Ravi"] }
  if choice & 16 != 0 { options.rules = [ImportRule(words: "rice", category: "groceries")] }
  guard let home = FuzzHome.shared else { throw Violation("a family can be made") }
  let target = choice & 32 != 0 ? ImportPlan.Target.account(FuzzHome.account, home.currency) : .group
  let file = Array(input.takeRest())
  guard let lines = try? FileImport.lines(file, options, in: home.state.shared, me: FuzzHome.asha) else { return }
  func plan(_ state: GroupState) -> ImportPlan {
    ImportPlan(lines, into: state, by: FuzzHome.asha, target, now: FuzzHome.now, today: FuzzHome.today)
  }
  let first = plan(home.state)
  try expect(first.steps.map(\.line) == lines.map(\.number), "each line is judged")
  var state = home.state
  for command in first.commands {
    guard (try? home.take(command, &state)) != nil else { throw Violation("the group takes what is planned") }
  }
  let again = plan(state)
  try expect(again.commands.isEmpty, "what is there is not added again")
  // A line that cannot be added differs later from another one to which the file gives the same id.
  try expect(again.problems <= first.problems, "what could be judged can be judged later, too")
}

/// A family of two in which one has an account.
private struct FuzzHome: Sendable {
  static let asha = MemberID(high: 0x7000, low: 0x8000_0000_0000_000A)
  static let account = AccountID(high: 0x7000, low: 0x8000_0000_0000_00AA)
  static let today = CivilDate(daysSince1970: 20_780)
  static let now: Int64 = 1_795_392_000_000

  let state: GroupState
  let currency: Currency

  /// Made once: most inputs are no file at all.
  static let shared: FuzzHome? = try? FuzzHome()

  private init() throws {
    guard let currency = Currency(code: "INR") else { throw Violation("there are rupees") }
    self.currency = currency
    var state = GroupState(group: GroupID(high: 0x7000, low: 0x8000_0000_0000_0001))
    var created = GroupCreated()
    (created.name, created.currency, created.membersMax, created.template) = ("Family", "INR", 10, .family)
    created.categories = [.with { ($0.key, $0.name, $0.forExpense) = ("groceries", "Groceries", true) }]
    var events: [Event.OneOf_Body] = [.groupCreated(created)]
    for (number, name) in ["Asha", "Ravi"].enumerated() {
      var joined = MemberJoined()
      joined.memberID = MemberID(high: 0x7000, low: Self.asha.low + UInt64(number)).description
      (joined.displayName, joined.role) = (name, number == 0 ? .owner : .adult)
      joined.holder = .init(HolderID(high: 0x8000, low: Self.asha.low + UInt64(number)).bytes)
      events.append(.memberJoined(joined))
    }
    var set = AccountSet()
    set.accountID = Self.account.description
    (set.content.name, set.content.type, set.content.opening.currency) = ("Savings", .savings, "INR")
    events.append(.accountSet(set))
    for body in events { try Self.apply(body, &state) }
    self.state = state
  }

  /// Decides a command, and folds what follows from it.
  func take(_ command: Command, _ state: inout GroupState) throws {
    guard let holder = state.shared.member(Self.asha)?.holder else { throw Violation("somebody imports") }
    let context = DecisionContext(holder: holder, now: Self.now, today: Self.today)
    for decided in try decide(command, in: state, context: context).events { try Self.apply(decided.body, &state) }
  }

  private static func apply(_ body: Event.OneOf_Body, _ state: inout GroupState) throws {
    var event = Event()
    (event.memberID, event.atMs, event.body) = (asha.description, now, body)
    try state.apply(event, lane: body.traits.lane, position: .start)
  }
}
