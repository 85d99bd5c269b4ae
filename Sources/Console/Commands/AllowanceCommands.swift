import HearthClient
import HearthProtocol
import Ledger

/// `hearth allowance`.
public struct AllowanceCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth allowance set` and `edit`.
  ///
  /// - Parameters:
  ///   - amount: nil keeps that of the allowance that is changed.
  ///   - period: "weekly", "biweekly" or "monthly"; a new one is weekly.
  ///   - start: the first date; a new one begins today.
  ///   - account: the account it is paid into; "none" makes it a cap; nil keeps what it was.
  ///   - which: the allowance that is changed: its note or the end of its id; nil makes one.
  public func setAllowance(
    _ minor: String, _ amount: String?, period: String?, note: String?, start: String?, into account: String? = nil,
    changing which: String? = nil, group: String?
  ) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try sitting.member(minor, in: view)
    let old = try which.map { which throws(ConsoleFailure) in try allowance(which, of: id, in: view) }
    let set = try reading { () throws(ArgumentFlaw) -> SetAllowance in
      guard let home = view.state.shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
      let fresh: RecurringID = Present.id()
      var set = SetAllowance()
      (set.minorID, set.allowanceID) = (id.description, (old?.id ?? fresh).description)
      set.content = old?.content ?? AllowanceContent()
      let currency = old?.currency ?? home
      if let amount { set.content.amount = Money(minor: try AmountText.minor(amount, currency), currency: currency) }
      if let period { set.content.period = try Choices.minorPeriod(period) } else if old == nil { set.content.period = .weekly }
      if let note { set.content.note = note }
      if let start { set.content.firstDate = try Choices.date(start, today: view.today) }
      if let account {
        let isNone = account.lowercased() == "none"
        set.content.accountID = isNone ? "" : try AccountNames(view.state, of: view.member).find(account).id.description
      }
      return set
    }
    if old != nil, !output.isJSON { output.write([output.theme.paint(output.phrases.editAllowance(), .strong)]) }
    try KeptCommands(sitting).show(.setAllowance(set), to: group, view)
  }

  /// `hearth allowance skip`.
  ///
  /// - Parameter date: otherwise the next one.
  public func skipAllowance(_ minor: String, _ which: String?, date: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try sitting.member(minor, in: view)
    var skip = SkipAllowance()
    (skip.minorID, skip.allowanceID) = (id.description, try allowance(which, of: id, in: view).id.description)
    if let date { skip.date = try reading { () throws(ArgumentFlaw) in try Choices.date(date, today: view.today) } }
    try KeptCommands(sitting).show(.skipAllowance(skip), to: group, view)
  }

  /// `hearth allowance pause` and `resume`.
  public func pauseAllowance(_ minor: String, _ which: String?, isResumed: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try sitting.member(minor, in: view)
    var pause = PauseAllowance()
    (pause.minorID, pause.allowanceID) = (id.description, try allowance(which, of: id, in: view).id.description)
    pause.resumed = isResumed
    try KeptCommands(sitting).show(.pauseAllowance(pause), to: group, view)
  }

  /// `hearth allowance end`.
  public func endAllowance(_ minor: String, _ which: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let id = try sitting.member(minor, in: view)
    var end = EndAllowance()
    (end.minorID, end.allowanceID) = (id.description, try allowance(which, of: id, in: view).id.description)
    try KeptCommands(sitting).show(.endAllowance(end), to: group, view)
  }

  /// The minor's allowance with this note or end of an id; nil names the only one.
  private func allowance(_ which: String?, of minor: MemberID, in view: GroupView) throws(ConsoleFailure) -> AllowanceState {
    let all = view.state.minor(view.state.minorSubject(of: minor)).allowances.filter { !$0.isEnded }
    return try reading { () throws(ArgumentFlaw) in
      let wanted = which.flatMap { $0.isEmpty ? nil : $0.lowercased() }
      let found = wanted.map { wanted in
        all.filter { $0.note.lowercased() == wanted || wanted.utf8.count >= 4 && $0.id.description.hasSuffix(wanted) }
      }
      let meant = found ?? all
      if meant.count == 1 { return meant[0] }
      let names = all.map { "\($0.id.description.suffix(6))" + ($0.note.isEmpty ? "" : " (\($0.note.printable))") }.joined(separator: ", ")
      throw names.isEmpty
        ? ArgumentFlaw(
          "There is no allowance. There are none yet, or you do not see them.",
          "कोई भत्ता नहीं है। अभी कोई नहीं है, या आप उन्हें नहीं देखते।")
        : ArgumentFlaw(
          "Which allowance? Name it by its note or the end of its id: \(names).",
          "कौन-सा भत्ता? उसका नोट या उसकी id का अंत लिखें: \(names)।")
    }
  }
}
