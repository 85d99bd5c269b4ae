import Foundation
import HearthProtocol
import Support
import Testing

@testable import Console
@testable import Ledger

/// What a household reads when the server refuses.
@Suite struct RefusalTests {
  private func lines(_ rejection: Rejection, of command: Command? = nil, in shared: SharedState? = nil, _ language: Language) -> [String] {
    ConsoleFailure(rejection, of: command, in: shared).lines(in: language)
  }

  @Test("product 45: whoever claims too late reads which placeholders are left")
  func alreadyClaimed() {
    let left = [UnclaimedMember(id: Household().ravi, name: "Ravi K"), UnclaimedMember(id: Household().meera, name: "मीरा")]
    let late = Rejection.alreadyClaimed(field: "claim_member.member_id", unclaimed: left)
    #expect(
      lines(late, .english) == [
        "already_claimed: Somebody has claimed this member already.", "Not claimed yet: Ravi K and मीरा.",
        "Claim one of them: hearth claim NAME. Or go on as a member of your own.",
      ])
    #expect(lines(late, .hindi)[1] == "अभी बाक़ी: Ravi K और मीरा।")
    let none = Rejection.alreadyClaimed(field: "claim_member.member_id", unclaimed: [])
    #expect(lines(none, .english)[1] == "Nobody is left to be claimed.")
    #expect(lines(none, .hindi)[1] == "अब कोई स्थान बाक़ी नहीं है।")
  }

  @Test("product N6: a possible duplicate says who added which entry, how much and when, and what to say if it is none")
  func duplicate() throws {
    var home = Household()
    home.add("Vegetables", 450_00, paid: [(home.ravi, 450_00)], owed: [(home.ravi, 450_00)], by: home.ravi)
    let shared = home.view.state.shared
    let twin = try #require(shared.entries.first)
    let failure = ConsoleFailure(.possibleDuplicate(entry: twin.id, by: home.ravi), of: nil, in: shared)
    let rejected = try #require(failure.rejected)
    func facts(_ language: Language, _ shared: SharedState?) -> [String] {
      let now = twin.addedAt + 180_000
      return RefusalFact.all(rejected, of: nil, shared, now: now, language.phrases).compactMap(language.phrases.fact)
    }
    #expect(facts(.english, shared) == ["Ravi added Vegetables, ₹450.00, 3 minutes ago."])
    #expect(facts(.hindi, shared) == ["Ravi ने 3 मिनट पहले जोड़ी: Vegetables, ₹450.00।"])
    #expect(facts(.english, nil) == [])
    #expect(facts(.english, Household().view.state.shared) == [], "it may have been seen by nobody yet")
    #expect(failure.lines.last == "If yours is another one, say --again.")
  }

  @Test("In the room a refusal names what is typed there")
  func inRoom() throws {
    let rupee = try #require(Currency(code: "INR"))
    let home = Household()
    let refusals: [Rejection] = [
      .possibleDuplicate(entry: EntryID(high: 0, low: 1), by: home.ravi), .entryVoided(field: "void_entry.entry_id"),
      .nothingOwed(field: "settle_up.to_member_id", rupee, isDirect: true), .moreThanOwed(minor: 1, rupee),
    ]
    for rejection in refusals {
      for language in [Language.english, .hindi] {
        let said = ConsoleFailure(rejection).lines(in: language, isInRoom: true)
        #expect(said.allSatisfy { !$0.contains("hearth ") && !$0.contains("--") }, "\(said)")
        #expect(ConsoleFailure(rejection).lines(in: language).contains { $0.contains("hearth ") || $0.contains("--") }, "\(said)")
      }
    }
  }

  @Test("A nudge says in both languages how many messages were sent")
  func nudge() {
    #expect(lines(.nudge(sent: 5), .english)[0] == "nudge: You have sent this member 5 messages within 24 hours.")
    #expect(lines(.nudge(sent: 5), .hindi)[1] == "भेजी गई बातें: 5।")
  }

  @Test("An instalment that does not fit is told with the one that does, in the loan's currency")
  func instalment() {
    let shared = Household().view.state.shared
    let wrong = Rejection.instalmentDoesNotFit(field: "set_recurring.content.template.amount", minor: 8_884_88)
    #expect(lines(wrong, in: shared, .english)[1] == "Instalments of ₹8,884.88 pay it back.")
    #expect(lines(wrong, in: shared, .hindi)[1] == "₹8,884.88 की किस्तों में यह चुक जाता है।")
    let dollars = Command.with { $0.setRecurring.content.template.amount.currency = "USD" }
    #expect(lines(wrong, of: dollars, in: shared, .english)[1] == "Instalments of $8,884.88 pay it back.")
    #expect(lines(.instalmentDoesNotFit(field: "", minor: 0), in: shared, .english).count == 2)
  }

  @Test("A person who has not said what they earn is named")
  func incomes() {
    let home = Household()
    let unknown = Rejection.incomeUnknown(field: "", members: [home.ravi, home.meera])
    #expect(lines(unknown, in: home.view.state.shared, .english)[1] == "Not said by: Ravi and मीरा.")
    #expect(lines(unknown, in: home.view.state.shared, .hindi)[1] == "इन्होंने नहीं बताई: Ravi और मीरा।")
    #expect(lines(unknown, .english).count == 2, "without the group nobody is named")
  }

  @Test(
    "A bad request says which field, in a word",
    arguments: [
      ("add_entry.content.amount.minor", "the amount", "राशि"), ("add_entry.content.split.exact.shares[1].member_id", "the split", "बँटवारा"),
      ("settle_up.minor", "the amount", "राशि"), ("rename_member.display_name", "the name", "नाम"),
      ("add_entry.content.place.latitude_micro", "the place", "जगह"), ("set_recurring.content.recurrence.first_date", "the date", "तारीख़"),
      ("set_budget.content.alerts.basis_points[1]", "the alerts", "सूचनाएँ"),
      ("add_entry.content.split.percentage.shares[0].basis_points", "the split", "बँटवारा"),
      ("set_festival.content.months_ahead", "how many months it is put aside in", "कितने महीनों में बचत"),
      ("change_role.member_id", "the member", "सदस्य"), ("group_id", "the group", "समूह"),
      ("hello.capabilities", "hello.capabilities", "hello.capabilities"),
    ])
  func fields(path: String, english: String, hindi: String) {
    let bad = Rejection.textMissing(field: path)
    #expect(lines(bad, .english) == ["bad_request: The text is empty.", "It is about \(english).", "Write something."])
    #expect(lines(bad, .hindi)[1] == "यह इसके बारे में है: \(hindi)।")
  }

  @Test("Every field that a rejection can name has a word, but for those that nobody types")
  func everyField() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beginnings = ["Deliberation+Split.swift": "add_entry.content.split", "Deliberation+Rates.swift": "add_entry.content.conversion"]
    var paths: Set<String> = []
    for folder in ["Sources/Ledger", "Sources/HearthServer", "Sources/Room"] {
      let files = try #require(FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let source = try String(contentsOf: file, encoding: .utf8)
        paths.formUnion(source.matches(of: /field: "([a-z_.]+)"/).map { String($0.1) })
        guard folder == "Sources/Ledger" else { continue }
        // What is put together of a path and the end of one.
        let beginning = beginnings[file.lastPathComponent] ?? "add_entry.content"
        paths.formUnion(source.matches(of: /(?:field|path|money|content)(?:\(\))? \+ "(\.[a-z_.]+)"/).map { beginning + $0.1 })
        paths.formUnion(source.matches(of: /"\\\(field\(\)\)\[\\\(place\)\](\.[a-z_]+)"/).map { "add_entry.content.split" + $0.1 })
      }
    }
    let untyped = ["read_group", "back_on", "tell_heads", "tell_draft", "base_version", "sha256", "size_bytes", "media_type", "id"]
    let wordless = paths.filter { path in
      FieldWord(path: path) == nil && !untyped.contains { path.hasPrefix($0) || path.hasSuffix("." + $0) || path == $0 }
    }
    #expect(paths.count > 120 && wordless.isEmpty, "\(paths.count) paths, no word for \(wordless.sorted())")
    for word in FieldWord.allCases {
      let bad = Rejection.textMissing(field: "x." + word.rawValue)
      #expect(lines(bad, .hindi)[1] != lines(bad, .english)[1] && FieldWord(path: "x." + word.rawValue) == word)
    }
  }

  @Test("ER-07: a field has the same word by its name in the schema and by the one that the protobuf library gives it in JSON")
  func jsonNames() throws {
    let words = FieldWord.allCases.map(\.rawValue) + FieldWord.others.keys + FieldWord.subjects.keys
    for word in words {
      let library = try JSONNames.library(word)
      #expect(FieldPath.json(word) == library)
      for (schema, json) in [("x_y.\(word)", "xY.\(library)"), ("x_y.\(word).id", "xY.\(library).id"), (word, library)] {
        #expect(FieldPath.json(schema) == json && FieldWord(path: json) == FieldWord(path: schema), "\(json)")
      }
      #expect(FieldWord(path: "xY.\(library)") != nil, "\(library)")
    }
    #expect(FieldWord(path: "changeRole.memberId") == .member && FieldWord(path: "setRecurring.content.recurrence.firstDate") == .date)
  }

  @Test("Bounds are said in the unit that people type: amounts in their currency, percentages, times")
  func units() {
    let shared = Household().view.state.shared
    let amount = Rejection.amountOutOfRange(field: "add_entry.content.amount.minor")
    #expect(
      lines(amount, of: .with { $0.addEntry.content.amount.currency = "INR" }, in: shared, .english) == [
        "bad_request: It must be from ₹0.01 to ₹1,00,00,00,00,00,000.00.", "It is about the amount.", "Send a number within these bounds.",
      ])
    let yen = Command.with { $0.addEntry.content.amount.currency = "JPY" }
    #expect(lines(amount, of: yen, in: shared, .hindi)[0].contains("¥1 से "))
    #expect(lines(amount, .english)[0].hasSuffix("minor units."), "without the group no currency is known")
    let share = Rejection.numberOutOfRange(field: "set_budget.content.alerts.basis_points[0]", bounds: 1...100_000)
    #expect(lines(share, .english).prefix(2) == ["bad_request: It must be from 0.01 % to 1000 %.", "It is about the alerts."])
    let time = Rejection.numberOutOfRange(field: "create_invite.expires_in_seconds", bounds: 60...2_592_000)
    #expect(lines(time, .english)[0] == "bad_request: It must be from 60 seconds to 30 days.")
    let months = Rejection.numberOutOfRange(field: "set_festival.content.months_ahead", bounds: 1...12)
    #expect(
      lines(months, .english).prefix(2) == [
        "bad_request: The number must be from 1 to 12.", "It is about how many months it is put aside in.",
      ])
  }

  @Test("A rule that ends before it begins, and a rate of a currency in itself, are told apart from other choices")
  func choices() throws {
    let home = Household()
    let shown = lines(.choiceNotAllowed(field: "set_recurring.content.recurrence.last_date"), .english)
    #expect(shown[0] == "bad_request: The last date is before the first." && shown.last == "Name a later day to end on, or none.")
    var set = SetRate()
    (set.rate.from, set.rate.to, set.rate.rate) = ("INR", "INR", "2")
    do {
      _ = try home.decision(.setRate(set))
      Issue.record("it was taken")
    } catch let rejection as Rejection {
      #expect(lines(rejection, .english)[0] == "bad_request: A currency has no rate in itself.")
    }
  }

  @Test("What a family is refused is said in Hindi by what stands against it, as in English: of a choice and of a date")
  func familyRefusals() {
    let choices = [
      "set_spending.minor_id", "set_allowance.minor_id", "set_guardian.member_id", "grant_account.account_id", "grant_account.member_id",
      "grant_account.permission", "answer_revocation.confirmed", "transfer_between_accounts.to_account_id",
      "transfer_between_accounts.received", "set_account_entry.entry_id", "set_allowance.content.account_id",
      "pause_allowance.allowance_id",
      "send_coaching.recipient_id", "mute_coaching.member_id", "set_recurring.content.recurrence.last_date",
    ]
    let dates = [
      "set_allowance.content.first_date", "set_category_total.period_start", "set_budget.content.start_date",
      "set_recurring.content.recurrence.first_date",
    ]
    func refusals(_ make: (String) -> Rejection, _ fields: [String], _ language: Language) -> Set<String> {
      Set(fields.map { lines(make($0), language)[0] })
    }
    for language in Language.allCases {
      // The allowance has one sentence for two fields, and a minor is named in two.
      #expect(refusals(Rejection.choiceNotAllowed, choices + ["set_account.content.type"], language).count == choices.count - 1)
      #expect(refusals(Rejection.dateOutOfRange, dates + ["add_entry.content.date"], language).count == dates.count + 1)
    }
    let late = Rejection.dateOutOfRange(field: "set_allowance.content.first_date")
    #expect(
      lines(late, .english) == [
        "date_out_of_range: An allowance begins today or later, and at most 100 years from today.", "It is about the date.",
        "Name today or a later day.",
      ])
    #expect(lines(late, .hindi).last == "आज का या बाद का दिन बताएँ।")
    for (field, remedy) in [("set_spending.minor_id", "--for NAME"), ("set_allowance.minor_id", "is minor.")] {
      #expect(lines(.choiceNotAllowed(field: field), .english).last?.hasSuffix(remedy) == true, "\(field)")
    }
  }

  @Test("product 191: figures of the details are said in Hindi as people write them")
  func figures() throws {
    let rupee = try #require(Currency(code: "INR"))
    func second(_ rejection: Rejection) -> String { lines(rejection, .hindi)[1] }
    #expect(second(.moreThanOwed(minor: 27_370_958, rupee)) == "केवल ₹2,73,709.58 देने हैं।")
    #expect(second(.nothingOwed(field: "settle_up", rupee, isDirect: true)) == "मुद्रा: INR।")
    #expect(second(.paidDoesNotAddUp(field: "", Difference(total: 900, wanted: 1_000, currency: rupee))) == "₹1.00 कम है।")
    #expect(second(.sharesDoNotAddUp(field: "", Difference(total: 1_100, wanted: 1_000, currency: rupee))) == "₹1.00 ज़्यादा है।")
    #expect(second(.percentagesDoNotAddUp(field: "", basisPoints: 9_950)) == "0.50 % कम है।")
    #expect(second(.forbidden(right: .entriesVoid, role: .viewer)) == "नियम: \(Right.entriesVoid.rawValue); आपकी भूमिका: दर्शक।")
    #expect(second(.groupFull(membersMax: 10)) == "ज़्यादा से ज़्यादा 10 हो सकते हैं।")
    #expect(lines(.numberOutOfRange(field: "create_invite.max_uses", bounds: 1...100), .hindi)[2] == "1 से 100 तक हो सकता है।")
  }

  @Test("What to do is said in the words of hearth: every verb and option that a remedy names is there, in both languages")
  func remedies() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: root.appendingPathComponent("Sources/hearth"), includingPropertiesForKeys: nil))
    var source = ""
    for case let file as URL in files where file.pathExtension == "swift" { source += try String(contentsOf: file, encoding: .utf8) }
    let verbs = Set(source.matches(of: /commandName: "([a-z-]+)"/).map { String($0.1) })
    let options = Set(source.matches(of: /\bvar\s+([a-zA-Z]+)\b/).map { String($0.1) }).union(["help"])
    var named = 0
    for code in RejectionCode.allCases {
      var rejected = Rejected()
      (rejected.code, rejected.remedy) = (code.rawValue, "As the server says.")
      for phrases in [Language.english.phrases, Language.hindi.phrases] {
        let remedy = phrases.refusal(code, rejected).remedy
        #expect(remedy.firstMatch(of: /[a-z]_[a-z]/) == nil, "\(remedy)")
        for match in remedy.matches(of: /hearth((?: [a-z-]+)+)/) {
          for verb in match.1.split(separator: " ").prefix(2) where !verb.hasPrefix("-") {
            #expect(verbs.contains(String(verb)), "\(remedy)")
            named += 1
          }
        }
        for match in remedy.matches(of: /--([a-z-]+)/) {
          let parts = match.1.split(separator: "-")
          #expect(options.contains(parts[0] + parts.dropFirst().map(\.capitalized).joined()), "\(remedy)")
          named += 1
        }
      }
    }
    #expect(named > 50)
    for wire in [Rejection.choiceNotAllowed(field: "add_entry.content.kind"), .malformedID(field: "add_entry.entry_id")] {
      #expect(!lines(wire, .english).joined().contains(wire.remedy))
    }
    #expect(lines(.textMissing(field: ""), .english).last == "Write something.", "what the server says better stays")
  }

  @Test("ER-01: with --json a refusal is one object with code, cause, remedy, field and details; the client's own has cause and remedy")
  func json() throws {
    let refused = ConsoleFailure(.groupFull(membersMax: 10)).json
    #expect(refused.count == 1)
    let object = try JSONDecoder().decode([String: Value].self, from: Data(try #require(refused.first).utf8))
    #expect(object["code"] == .text("group_full") && object["cause"] != nil && object["remedy"] != nil)
    #expect(object["details"] == .list([["key": "members_max", "value": "10"]]))
    let own = ConsoleFailure(["It is so.", "Do that."], status: 1).json.joined()
    #expect(own == #"{"cause":"It is so.","remedy":"Do that."}"#)
  }

  private enum Value: Decodable, Equatable {
    typealias Details = [[String: String]]

    case text(String)
    case list(Details)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) { self = .text(text) } else { self = .list(try container.decode(Details.self)) }
    }
  }
}
