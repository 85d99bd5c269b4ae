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

  /// The names of the profiles that there are, as a list.
  public static var profiles: String { StatementProfile.builtIn.map(\.name).sorted().joined(separator: ", ") }

  var files: ImportFiles { ImportFiles(home: sitting.file.home, identity: sitting.profile.identity) }

  /// `hearth import`: says what would be added, or adds it.
  public func importFile(_ path: String, _ said: ImportOptions, _ wish: Wish, group: String?) throws(ConsoleFailure) {
    // What is wrong with a name is said before anything is read.
    let profileName = try wish.savesProfile.map { name throws(ConsoleFailure) in try Self.profileName(name) }
    let group = try sitting.group(group)
    var view = try sitting.follow(group)
    let bytes = try UserFile.table(path)
    let today = Present.today(in: view.state.shared.settings?.timeZone ?? "UTC")
    var options = said
    let rules = try rules(wish.rules, view)
    // A look keeps nothing.
    if wish.commits { try keep(rules) }
    let kept = try files.load()
    options.rules = (kept.rules + rules).map { ImportRule(words: $0.words, category: $0.category) }
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
        if let profileName { try save(profileName, file, options) }
        return
      }
      throw ConsoleFailure(
        [
          Wording("Nothing was added, since \(plan.problems) of the lines cannot be.", "कुछ नहीं जोड़ा गया, क्योंकि \(plan.problems) पंक्तियाँ नहीं जुड़ सकतीं।"),
          .correctOrSkip,
        ],
        status: 1)
    }
    if let profileName { try save(profileName, file, options) }
    // It is noted first, so that an import that broke off can be taken back, too.
    let number = plan.commands.isEmpty ? nil : try note(plan, people, path, group)
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

  /// Rules that were said: "UPI-VEGETABLE=groceries".
  private func rules(_ rules: [String], _ view: GroupView) throws(ConsoleFailure) -> [ImportFiles.Rule] {
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
    return read
  }

  private func keep(_ new: [ImportFiles.Rule]) throws(ConsoleFailure) {
    guard !new.isEmpty else { return }
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

  // Limit: bytes of a profile's name.
  static let profileNameMax = 40

  /// The name as profiles have it, in small letters.
  static func profileName(_ text: String) throws(ConsoleFailure) -> String {
    let plain = text.lowercased()
    guard (1...profileNameMax).contains(plain.utf8.count),
      plain.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
    else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "\"\(text.printable)\" is no name for a profile. Write 1 to \(profileNameMax) letters, digits and dashes, like my-bank.",
          "\"\(text.printable)\" प्रोफ़ाइल का नाम नहीं हो सकता। 1 से \(profileNameMax) अंग्रेज़ी अक्षर, अंक और डैश लिखें, जैसे my-bank।"))
    }
    return plain
  }

  /// Keeps how a file was read as a profile of the user's.
  private func save(_ plain: String, _ file: StatementFile, _ options: ImportOptions) throws(ConsoleFailure) {
    // What is in a format of its own, like OFX, has no columns to keep.
    guard case .tables(let tables) = file, let table = tables.first, !table.columns.isEmpty, !table.columns.values.joined().contains("")
    else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "A profile is kept of a bank's table with titles, which this file is not.",
          "प्रोफ़ाइल बैंक की शीर्षकों वाली तालिका की रखी जाती है; यह फ़ाइल वैसी नहीं है।"))
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

  private func note(_ plan: ImportPlan, _ people: [Command], _ path: String, _ group: GroupID) throws(ConsoleFailure) -> Int {
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
        ImportFiles.Record(
          number: number, atMs: Present.now, file: file, group: group.description, account: into, entries: ids,
          members: people.isEmpty ? nil : people.map(\.addPlaceholder.memberID)))
    }
    return number
  }

  /// `hearth imports`.
  public func list(group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let all = try files.load().imports
    let records = all.filter { $0.group == group.description }
    let rows = records.map { record in
      let account = record.account.flatMap(AccountID.init).flatMap { view.state.account($0)?.name }
      return Screens.ImportRow(
        number: record.number, day: Present.day(record.atMs, view.state.shared).description, file: record.file,
        planned: record.entries.count,
        added: record.added(in: view.state), place: account ?? view.state.shared.settings?.name ?? "", isUndone: record.isUndone)
    }
    let json = records.map { record in
      var json = JSONLine()
      json.add("import", json: String(record.number))
      json.add("atMs", json: String(record.atMs))
      json.add("file", record.file)
      if let account = record.account { json.add("accountId", account) }
      json.add("entries", json: String(record.entries.count))
      json.add("added", json: String(record.added(in: view.state)))
      json.add("undone", json: String(record.isUndone))
      return json.text
    }
    output.show(Screens.imports(rows, output.theme), json: json)
    let names = (try? sitting.store.groups()) ?? []
    let others = names.filter { seen in seen.id != group && all.contains { $0.group == seen.id.description } }.map(\.name.printable)
    if !others.isEmpty { output.complain([output.phrases.importsOfOthers(others)]) }
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
    let undo = ImportUndo(record, in: view.state)
    var line = SendingInTurn(sitting)
    try line.send(all: undo.wishes.map { sitting.command($0, to: group) })
    try files.update { content throws(ConsoleFailure) in
      for place in content.imports.indices where content.imports[place].number == record.number { content.imports[place].isUndone = true }
    }
    var json = JSONLine()
    json.add("import", json: String(record.number))
    json.add("file", record.file)
    json.add("voided", json: String(undo.wishes.count))
    if !undo.unnamed.isEmpty { json.add("memberIds", json: "[" + undo.unnamed.map { "\"\($0.id)\"" }.joined(separator: ",") + "]") }
    var lines = [output.phrases.importUndone(record.number, record.file.printable, undo.wishes.count, undo.voidedBefore)]
    if !undo.unnamed.isEmpty {
      let names = undo.unnamed.map { view.state.shared.name(of: $0).printable }
      lines.append(output.phrases.stayWithoutEntry(names, mayRemove: view.offers(.membersRemove)))
    }
    output.show(lines, json: [json.text])
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
    return steps.map(\.json) + sums + changes(view).map(\.json)
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
