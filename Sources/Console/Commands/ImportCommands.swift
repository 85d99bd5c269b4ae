import HearthClient
import HearthProtocol
import Importing
import Ledger
import Statements

/// `hearth import`.
public struct ImportCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// What is wanted of a file beside how it is read.
  public struct Wish: Sendable {
    /// The name of an account of the user's; nil for the group's entries.
    public var account: String?
    /// Whether to send; nothing is sent while a line is wrong, unless `skipsProblems`.
    public var commits = false
    /// Whether lines that cannot be added are left out.
    public var skipsProblems = false
    /// Whether lines are added although somebody typed an entry much like them.
    public var addsSimilar = false
    /// The numbers of lines of which the same holds.
    public var addsLines: Set<Int> = []
    /// Whether people whom nobody here is called like are noted down as members.
    public var addsMembers = false
    /// The name under which to keep how the file is read; nil for not at all.
    public var savesProfile: String?
    /// Rules to keep: "UPI-VEGETABLE=groceries".
    public var rules: [String] = []

    /// Makes a wish to see what would be added to the group.
    public init() {}
  }

  private var files: ImportFiles { ImportFiles(home: sitting.file.home, identity: sitting.profile.identity) }

  /// `hearth import`: says what would be added, or adds it.
  public func importFile(_ path: String, _ said: ImportOptions, _ wish: Wish, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    var view = try sitting.follow(group)
    let bytes = try UserFile.table(path)
    let today = Present.today(in: view.state.shared.settings?.timeZone ?? "UTC")
    var options = said
    try take(wish.rules, view)
    let kept = try files.load()
    options.rules = kept.rules.map { ImportRule(words: $0.words, category: $0.category) }
    options.profiles = kept.profiles.sorted { $0.key < $1.key }.compactMap { _, text in try? StatementProfile(text) }
    let shared = view.state.shared
    let read = options
    let now = Present.now
    let file = try importing { () throws(ImportFlaw) in try FileImport.file(bytes, read, in: shared) }
    var people: [Command] = []
    if wish.addsMembers {
      var joined = view.state
      let me = view.member
      people = try importing { () throws(ImportFlaw) in
        try FileImport.newcomers(of: file, read, in: &joined, me: me, now: now, today: today)
      }
      view.state = joined
    }
    let joined = view
    let lines = try importing { () throws(ImportFlaw) in
      try FileImport.lines(file, read, in: joined.state.shared, me: joined.member)
    }
    try importing { () throws(ImportFlaw) in try FileImport.check(wish.addsLines, in: lines) }
    let plan = ImportPlan(
      lines, into: view, try target(wish.account, view), addsLike: wish.addsSimilar, addsLines: wish.addsLines, now: now, today: today)
    if !wish.commits || (plan.problems > 0 && !wish.skipsProblems) {
      output.show(
        Screens.importPlan(plan, view, skipsProblems: wish.skipsProblems, today: view.today, output.theme), json: plan.json(view))
      guard wish.commits else {
        if let name = wish.savesProfile { try save(name, file, options) }
        return
      }
      throw ConsoleFailure(
        [
          Wording("Nothing was added, since \(plan.problems) of the lines cannot be.", "कुछ नहीं जोड़ा गया, क्योंकि \(plan.problems) पंक्तियाँ नहीं जुड़ सकतीं।"),
          .correctOrSkip,
        ],
        status: 1)
    }
    if let name = wish.savesProfile { try save(name, file, options) }
    // It is noted first, so that an import that broke off can be taken back, too.
    let number = plan.commands.isEmpty ? nil : try note(plan, path, group, wish.account)
    var line = SendingInTurn(sitting)
    for command in people { try line.send(command) }
    try line.send(all: plan.commands)
    output.show(Screens.imported(plan, output.theme) + (number.map { [output.phrases.importNumber($0)] } ?? []), json: plan.json(view))
  }

  private func target(_ account: String?, _ view: GroupView) throws(ConsoleFailure) -> ImportPlan.Target {
    guard let account else { return .group }
    let found = try reading { () throws(ArgumentFlaw) in try AccountNames(view.state, of: view.member).find(account) }
    return .account(found.id, found.state.currency)
  }

  /// What a pure step of importing came to.
  private func importing<Result>(_ step: () throws(ImportFlaw) -> Result) throws(ConsoleFailure) -> Result {
    do throws(ImportFlaw) {
      return try step()
    } catch {
      throw ConsoleFailure(ArgumentFlaw(error))
    }
  }

  /// Keeps rules that were said: "UPI-VEGETABLE=groceries".
  private func take(_ rules: [String], _ view: GroupView) throws(ConsoleFailure) {
    guard !rules.isEmpty else { return }
    var read: [ImportFiles.Rule] = []
    for text in rules {
      let halves = text.split(separator: "=").map(\.trimmingSpaces)
      guard halves.count == 2, !halves[0].isEmpty, halves[0].count <= ImportRule.wordsMax else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "\"\(text.printable)\" is no rule. Write WORDS=CATEGORY, like UPI-VEGETABLE=groceries.",
            "\"\(text.printable)\" नियम नहीं है। शब्द=श्रेणी लिखें, जैसे UPI-VEGETABLE=groceries।"))
      }
      let key = try reading { () throws(ArgumentFlaw) in try Choices.category(halves[1], of: view.state.shared.categories) }
      read.append(ImportFiles.Rule(words: halves[0].lowercased(), category: key))
    }
    let new = read
    try files.update { content throws(ConsoleFailure) in
      content.rules = content.rules.filter { old in !new.contains { $0.words == old.words } } + new
      guard content.rules.count <= ImportRule.countMax else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "There are \(ImportRule.countMax) rules, as many as may be.", "\(ImportRule.countMax) नियम हैं, इससे ज़्यादा नहीं हो सकते।"))
      }
    }
    output.complain(new.map { output.phrases.ruleSaved($0.words.printable, $0.category) })
  }

  /// Keeps how a file was read as a profile of the user's.
  private func save(_ name: String, _ file: StatementFile, _ options: ImportOptions) throws(ConsoleFailure) {
    let plain = name.lowercased()
    // What is in a format of its own, like OFX, has no columns to keep.
    guard case .tables(let tables) = file, let table = tables.first, !table.columns.isEmpty, !table.columns.values.joined().contains(""),
      !plain.isEmpty,
      plain.utf8.count <= 40,
      plain.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D })
    else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "A profile is kept of a bank's table with titles; its name has letters, digits and dashes.",
          "प्रोफ़ाइल बैंक की शीर्षकों वाली तालिका की रखी जाती है; उसके नाम में अक्षर, अंक और डैश होते हैं।"))
    }
    let profile = table.asProfile(plain, options)
    try files.update { content throws(ConsoleFailure) in
      content.profiles[plain] = profile.text
      guard content.profiles.count <= ImportFiles.profilesMax else {
        throw ConsoleFailure(
          ArgumentFlaw(
            "There are \(ImportFiles.profilesMax) profiles, as many as may be.", "\(ImportFiles.profilesMax) प्रोफ़ाइलें हैं, इससे ज़्यादा नहीं हो सकतीं।"))
      }
    }
    output.complain([output.phrases.profileSaved(plain)])
  }

  private func note(_ plan: ImportPlan, _ path: String, _ group: GroupID, _ account: String?) throws(ConsoleFailure) -> Int {
    var accountID: String?
    let ids = plan.commands.map { command -> String in
      guard case .setAccountEntry(let set) = command.body else { return command.addEntry.entryID }
      accountID = set.accountID
      return set.entryID
    }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let into = accountID
    var number = 1
    try files.update { content throws(ConsoleFailure) in
      number = (content.imports.last?.number ?? 0) + 1
      content.imports.append(
        ImportFiles.Record(number: number, atMs: Present.now, file: file, group: group.description, account: into, entries: ids))
    }
    return number
  }

  /// `hearth imports`.
  public func list(group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let records = try files.load().imports.filter { $0.group == group.description }
    let rows = records.map { record in
      let account = record.account.flatMap(AccountID.init).flatMap { view.state.account($0)?.name }
      let day = Present.day(record.atMs, view.state.shared).description
      return (record.number, day, record.file, record.entries.count, account ?? view.state.shared.settings?.name ?? "", record.isUndone)
    }
    let json = records.map { record in
      var json = JSONLine()
      json.add("import", json: String(record.number))
      json.add("atMs", json: String(record.atMs))
      json.add("file", record.file)
      if let account = record.account { json.add("accountId", account) }
      json.add("entries", json: String(record.entries.count))
      json.add("undone", json: String(record.isUndone))
      return json.text
    }
    output.show(Screens.imports(rows, output.theme), json: json)
  }

  /// `hearth import undo`: voids all that an import added and that still stands.
  ///
  /// - Parameter text: the import's number; the last one's when nil.
  public func undo(_ text: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let records = try files.load().imports.filter { $0.group == group.description }
    let found = text.map { text in records.first { String($0.number) == text } } ?? records.last { !$0.isUndone }
    guard let record = found else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "There is no such import of this group from this device. See hearth imports.",
          "इस उपकरण से इस समूह का ऐसा आयात नहीं है। देखें: hearth imports।"))
    }
    var commands: [Command] = []
    for id in record.entries.compactMap(EntryID.init) {
      if let account = record.account.flatMap(AccountID.init) {
        guard view.state.account(account)?.entries[id]?.isVoided == false else { continue }
        commands.append(
          sitting.command(.voidAccountEntry(.with { ($0.accountID, $0.entryID) = (account.description, id.description) }), to: group))
      } else {
        guard view.state.shared.entries[id]?.isVoided == false else { continue }
        commands.append(sitting.command(.voidEntry(.with { $0.entryID = id.description }), to: group))
      }
    }
    var line = SendingInTurn(sitting)
    try line.send(all: commands)
    try files.update { content throws(ConsoleFailure) in
      for place in content.imports.indices where content.imports[place].number == record.number { content.imports[place].isUndone = true }
    }
    var json = JSONLine()
    json.add("import", json: String(record.number))
    json.add("voided", json: String(commands.count))
    output.show([output.phrases.importUndone(record.number, commands.count, record.entries.count - commands.count)], json: [json.text])
  }
}

extension TableStatement {
  /// How it was read, as a profile: what is known of the bank's files, and above it what was said of this one.
  func asProfile(_ name: String, _ options: ImportOptions) -> StatementProfile {
    var kept = StatementProfile(name: name, titles: columns.values.flatMap(\.self))
    kept.columns = columns
    if let profile {
      // Where a bank was named for titles that are not its own, these know the file.
      if profile.matches(titles) { kept.matches = profile.matches }
      kept.title = profile.title
      kept.columns = profile.columns(under: columns, of: titles)
      (kept.undone, kept.sums) = (profile.undone, profile.sums)
    }
    (kept.dayOrder, kept.decimalMark) = (dayOrder, decimalMark)
    kept.signs = options.signs ?? profile?.signs
    kept.currency = options.currency.flatMap { Currency(code: $0.uppercased()) } ?? profile?.currency
    return kept
  }
}

extension ImportPlan {
  /// The plan for a program: its steps, then its sums and the balances that change.
  func json(_ view: GroupView) -> [String] {
    let sums = sums.map { sum in
      var json = JSONLine()
      json.add("outcome", "sum")
      json.add("currency", sum.currency.code)
      json.add("spentMinor", json: String(sum.spent))
      json.add("receivedMinor", json: String(sum.received))
      json.add("transferredMinor", json: String(sum.transferred))
      return json.text
    }
    return steps.map(\.json) + sums
  }
}

extension ImportPlan.Step {
  /// The step for a program.
  var json: String {
    var json = JSONLine()
    json.add("line", json: String(line))
    switch outcome {
    case .new(let command):
      json.add("outcome", "new")
      if case .setAccountEntry(let set) = command.body {
        json.add("entryId", set.entryID)
        json.add("accountId", set.accountID)
      } else {
        json.add("entryId", command.addEntry.entryID)
      }
      if isUndirected { json.add("cause", ImportFlaw.directionUnsaid.wording.description) }
      if let entry { json.add("entry", json: WireFormat.line(entry.message).joined()) }
    case .known: json.add("outcome", "known")
    case .differs(let there):
      json.add("outcome", "differs")
      json.add("cause", there.difference.description)
    case .like(let text, let there):
      json.add("outcome", "similar")
      json.add("cause", there.likeness(text).description)
    case .nothing(let cause):
      json.add("outcome", cause.isWarning ? "warning" : "nothing")
      json.add("cause", cause.wording.description)
    case .problem(let cause):
      json.add("outcome", "problem")
      json.add("cause", cause.wording.description)
    }
    return json.text
  }
}
