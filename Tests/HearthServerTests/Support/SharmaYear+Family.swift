import HearthLoadKit
import HearthProtocol
import Ledger
import Testing

extension SharmaYear {
  /// What is agreed about Kabir, who is a minor, and what he spends.
  ///
  /// It comes before the year's own commands, and is none of those by which its days are counted.
  mutating func raise() throws {
    let counted = sent
    defer { sent = counted }
    let kabir = people[3].member
    for isRemoved in [false, true, false] {
      try send(.setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (kabir, people[2].member, isRemoved) }), by: 0)
    }
    let (samosa, pocket, allowance) = (id(), id(), id())
    let bill: [UInt8] = [0xFF, 0xD8, 0xFF] + Array("two samosas".utf8)
    for cost in [12_000, 15_000] {
      try send(
        .setSpending(
          .with {
            ($0.minorID, $0.spendingID) = (kabir, samosa)
            ($0.content.amount, $0.content.description_p) = (money(cost, "INR"), "Samosa")
            ($0.content.category, $0.content.note) = ("dining", "after school")
            $0.content.date = CivilDate(daysSince1970: Int(Self.start / Self.day)).description
            $0.content.receipts = [
              .with {
                $0.sha256 = .init(ContentHash(of: bill).bytes)
                ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", UInt64(bill.count), "samosa.jpg")
              }
            ]
          }), by: cost == 12_000 ? 3 : 2)
    }
    try keepBill(bill, of: kabir)
    try limit(kabir, pocket)
    try send(
      .setAllowance(
        .with {
          ($0.minorID, $0.allowanceID) = (kabir, allowance)
          ($0.content.amount, $0.content.period, $0.content.note) = (money(50_000, "INR"), .weekly, "pocket money")
          $0.content.firstDate = CivilDate(daysSince1970: Int(Self.start / Self.day) + 7).description
        }), by: 0)
    let skipped = CivilDate(daysSince1970: Int(Self.start / Self.day) + 14).description
    try send(.skipAllowance(.with { ($0.minorID, $0.allowanceID, $0.date) = (kabir, allowance, skipped) }), by: 2)
    for isResumed in [false, true] {
      try send(.pauseAllowance(.with { ($0.minorID, $0.allowanceID, $0.resumed) = (kabir, allowance, isResumed) }), by: 2)
    }
    let passing = id()
    try send(
      .setAllowance(
        .with {
          ($0.minorID, $0.allowanceID, $0.content.amount, $0.content.period) = (kabir, passing, money(10_000, "INR"), .monthly)
        }), by: 0)
    try send(.endAllowance(.with { ($0.minorID, $0.allowanceID) = (kabir, passing) }), by: 0)
    let apple = id()
    try send(
      .setSpending(
        .with {
          ($0.minorID, $0.spendingID) = (kabir, apple)
          ($0.content.amount, $0.content.description_p) = (money(2_000, "INR"), "Apple")
        }), by: 3)
    try send(.voidSpending(.with { ($0.minorID, $0.spendingID) = (kabir, apple) }), by: 3)
    try send(.restoreSpending(.with { ($0.minorID, $0.spendingID) = (kabir, apple) }), by: 2)
    try keepAccounts(kabir)
    try coach(kabir)
    try share(kabir)
    try sayLate()
    try settleAsOne()
    try tryPrograms()
    // Ravi takes money by UPI, and by an account for a while.
    for address in ["DE02 1203 0000 0000 2020 51", "ravi@examplebank"] {
      try send(.setPaymentAddress(.with { $0.address = address }), by: 1)
    }
    try setNoticeAddresses()
    // Kabir keeps everything of his from the others for a while.
    try send(.separate(Separate()), by: 3)
    try send(.endSeparation(EndSeparation()), by: 3)
  }

  /// Ravi is told things on his telephone, and by mail for a while.
  private mutating func setNoticeAddresses() throws {
    for (channel, address) in [(.push, "ravi-7f3k"), (.mail, "ravi@home.example"), (.mail, "")] as [(NoticeChannel, String)] {
      let wish = SetNoticeAddress.with { ($0.channel, $0.address, $0.language, $0.hidesAmounts) = (channel, address, "hi", true) }
      try send(.setNoticeAddress(wish), by: 1)
    }
  }

  /// The bill of what Kabir has spent lies where he and who looks after him find it, and nobody else.
  private mutating func keepBill(_ bill: [UInt8], of kabir: String) throws {
    let hash = ContentHash(of: bill)
    let put = try exchange("PUT", hash, ofMinor: kabir, by: 3, bill).status
    // One of the years is on a server that keeps no files.
    guard put != 404 else { return }
    #expect(put == 201)
    for (person, status) in [(0, 200), (2, 200), (3, 200), (1, 404)] {
      #expect(try exchange("GET", hash, ofMinor: kabir, by: person).status == status)
    }
  }

  /// Accounts of the owner's, shared with a partner and a child.
  private mutating func keepAccounts(_ kabir: String) throws {
    let (savings, cash, partner) = (id(), id(), people[2].member)
    let day = CivilDate(daysSince1970: Int(Self.start / Self.day)).description
    for (account, name, type, opening) in [(savings, "Savings", .savings, 500_000), (cash, "Purse", .cash, 0)]
      as [(String, String, AccountType, Int)]
    {
      try send(
        .setAccount(
          .with {
            ($0.accountID, $0.content.name, $0.content.type) = (account, name, type)
            $0.content.opening = money(opening, "INR")
          }), by: 0)
    }
    let (salary, put) = (id(), id())
    for cost in [60_000, 65_000] {
      try send(
        .setAccountEntry(
          .with {
            ($0.accountID, $0.entryID, $0.content.kind) = (savings, salary, .deposit)
            ($0.content.amount, $0.content.description_p) = (money(cost, "INR"), "Salary")
            ($0.content.category, $0.content.note, $0.content.date) = ("salary", "this month", day)
          }), by: 0)
    }
    try send(
      .transferBetweenAccounts(
        .with {
          ($0.entryID, $0.fromAccountID, $0.toAccountID) = (put, savings, cash)
          ($0.amount, $0.received, $0.description_p, $0.date) = (money(20_000, "INR"), money(20_000, "INR"), "For the purse", day)
        }), by: 0)
    for isUndone in [false, true] {
      try send(.reconcileAccount(.with { ($0.accountID, $0.entryIds, $0.undone) = (savings, [salary, put], isUndone) }), by: 0)
    }
    try send(.voidAccountEntry(.with { ($0.accountID, $0.entryID) = (cash, put) }), by: 0)
    try send(
      .setAccount(
        .with {
          ($0.accountID, $0.content.name, $0.content.type, $0.content.closed) = (cash, "Purse", .cash, true)
          $0.content.opening = money(0, "INR")
        }), by: 0)
    try send(
      .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (savings, partner, .write, true) }), by: 0)
    try send(.grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (savings, kabir, .read) }), by: 0)
    for isConfirmed in [false, true] {
      try send(.revokeAccount(.with { ($0.accountID, $0.memberID) = (savings, partner) }), by: 0)
      try send(
        .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (savings, partner, isConfirmed) }), by: 2)
    }
    try send(
      .setAllowance(
        .with {
          ($0.minorID, $0.allowanceID, $0.content.amount, $0.content.period) = (kabir, id(), money(10_000, "INR"), .monthly)
          $0.content.accountID = savings
        }), by: 0)
  }

  /// Totals of a category that a guardian shares for the minor, and one that is shared no more.
  private mutating func share(_ kabir: String) throws {
    let month = CivilDate(daysSince1970: Int(Self.start / Self.day)).description
    for (category, isShared) in [("dining", true), ("groceries", true), ("groceries", false)] {
      try send(.shareCategory(.with { ($0.memberID, $0.category, $0.shared) = (kabir, category, isShared) }), by: 2)
      guard isShared else { continue }
      try send(
        .setCategoryTotal(
          .with { ($0.memberID, $0.category, $0.periodStart, $0.amount) = (kabir, category, month, money(27_000, "INR")) }), by: 2)
    }
  }

  /// Something kind, that somebody mutes for a while, and a minor whom the owner alone coaches for a while.
  private mutating func coach(_ kabir: String) throws {
    for text in ["You saved half of it.", "शाबाश!"] {
      try send(.sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (kabir, text, true) }), by: 2)
    }
    for isEnded in [false, true] {
      try send(.muteCoaching(.with { ($0.memberID, $0.unmuted) = (people[0].member, isEnded) }), by: 2)
      try send(.restrictCoaching(.with { ($0.minorID, $0.lifted) = (kabir, isEnded) }), by: 0)
    }
  }

  /// A limit that stays, and one that goes.
  private mutating func limit(_ kabir: String, _ pocket: String) throws {
    for (name, limitID) in [("Pocket", pocket), ("Sweets", id())] {
      try send(
        .setSpendingLimit(
          .with {
            ($0.minorID, $0.limitID, $0.content.name) = (kabir, limitID, name)
            ($0.content.limit, $0.content.period) = (money(50_000, "INR"), .weekly)
            $0.content.categories = ["dining"]
            $0.content.alerts.basisPoints = [8_000, 10_000]
            $0.content.alerts.over = true
            $0.content.startDate = CivilDate(daysSince1970: Int(Self.start / Self.day)).description
          }), by: 0)
      if name == "Sweets" { try send(.removeSpendingLimit(.with { ($0.minorID, $0.limitID) = (kabir, limitID) }), by: 2) }
    }
  }

  /// Asha and Ravi settle as one from now on, and Meera with them for a while.
  private mutating func settleAsOne() throws {
    let asha = people[0].member
    for (person, other) in [(1, asha), (2, asha), (2, "")] {
      try send(.setParty(.with { ($0.memberID, $0.withMemberID) = (people[person].member, other) }), by: 0)
    }
  }

  /// What was said on the day before the year begins, and is sent now; and what the others say to it.
  private mutating func sayLate() throws {
    let lamps = id()
    var command = Command()
    command.id = id()
    command.groupID = group
    command.saidAtMs = Self.start - Self.day
    command.addEntry = .with {
      ($0.entryID, $0.content.kind, $0.content.description_p) = (lamps, .expense, "Lamps")
      $0.content.amount = money(9_000, "INR")
    }
    try send(command, by: 1)
    let comments = [(2, "Which lamps?"), (1, "The ones for दिवाली"), (2, "Ah, those")].map { (id(), $0.0, $0.1) }
    for (comment, person, text) in comments {
      try send(.commentEntry(.with { ($0.entryID, $0.commentID, $0.text) = (lamps, comment, text) }), by: person)
    }
    try send(.removeComment(.with { ($0.entryID, $0.commentID) = (lamps, comments[2].0) }), by: 2)
  }
}
