import HearthClient
import HearthProtocol
import Ledger

/// What commands show of a group at one moment. Every screen is a pure function to lines.
public enum Screens {
  /// Who is owed and who owes, the largest claim first.
  public static func balances(_ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let currencies = shared.balances.currencies
    guard !currencies.isEmpty else { return [nothingCounts(view, theme.phrases)] }
    var table = Table()
    for currency in currencies {
      // Of one currency of several it is said which.
      let settled = currencies.count > 1 ? currency.code : ""
      add(shared.members.map { ($0, shared.balances[$0.id, currency]) }, currency, settled: settled, to: &table, view, theme)
    }
    return table.lines(theme)
  }

  /// The same, counted in one currency. What could not be counted stands beside each name, and a member who has some of
  /// it is not called settled.
  public static func balances(_ converted: ConvertedBalances, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    guard !shared.balances.currencies.isEmpty else { return [nothingCounts(view, theme.phrases)] }
    var table = Table()
    add(shared.members.map { ($0, converted[$0.id]) }, converted.currency, leftOut: converted.leftOut, to: &table, view, theme)
    guard !converted.unconverted.isEmpty else { return table.lines(theme) }
    let missing = converted.unconverted.map(\.code).joined(separator: ", ")
    return table.lines(theme) + [theme.paint(theme.phrases.notCounted(missing, in: converted.currency.code), .bad)]
  }

  /// Why there is no balance: nothing was entered, or nothing of it is left.
  static func nothingCounts(_ view: GroupView, _ phrases: Phrases) -> String {
    view.state.shared.entries.isEmpty ? phrases.nothingEntered() : phrases.allVoided()
  }

  private static func add(
    _ balances: [(MemberState, Int64)], _ currency: Currency, leftOut: [ConvertedBalances.LeftOut] = [], settled: String = "",
    to table: inout Table, _ view: GroupView, _ theme: Theme
  ) {
    let phrases = theme.phrases
    func row(_ member: MemberState, _ minor: Int64, _ currency: Currency, _ note: Cell...) {
      let tint: Tint = minor > 0 ? .good : minor < 0 ? .due : .faint
      let word = minor > 0 ? phrases.isOwed() : minor < 0 ? phrases.owes() : phrases.settled()
      let figure = minor == 0 ? settled : currency.text(Int64(clamping: minor.magnitude))
      table.add([Cell(name(member, view, phrases)), Cell(word, tint), Cell(figure, tint, right: true)] + note)
    }
    // A member who is gone stands here as long as something is open.
    let shown = balances.filter { member, minor in member.isPresent || minor != 0 || leftOut.contains { $0.member == member.id } }
    for (member, minor) in shown.sorted(by: { $0.1 > $1.1 }) {
      let left = leftOut.filter { $0.member == member.id }
      if minor != 0 || left.isEmpty { row(member, minor, currency) }
      for part in left { row(member, part.minor, part.currency, Cell(phrases.withoutRate(), .bad)) }
    }
  }

  /// The rates that the group knows, by currency and day.
  public static func rates(_ view: GroupView, _ theme: Theme) -> [String] {
    let rates = view.state.shared.rates.all
    guard !rates.isEmpty else { return [theme.phrases.noRates(maySet: view.offers(.ratesSet))] }
    var table = Table()
    for rate in rates {
      table.add(
        Cell(rate.date.description), Cell("1 \(rate.from)"), Cell("\(rate.rate) \(rate.to)", right: true), Cell(rate.source, .faint))
    }
    return table.lines(theme)
  }

  /// The invites of the group, the newest first.
  ///
  /// - Parameter now: milliseconds since 1970.
  public static func invites(_ view: GroupView, now: Int64, _ theme: Theme) -> [String] {
    let invites = view.state.admin.invites
    // What ends goes by the log where a clock is behind it (SPEC TM-03).
    let now = view.state.endTime(at: now)
    guard !invites.isEmpty else { return [theme.phrases.noInvites(mayInvite: view.offers(.invitesCreate))] }
    var table = Table()
    var details: [String] = []
    for (place, invite) in invites.enumerated().reversed() {
      let state: InviteStanding =
        if invite.isRevoked { .revoked } else if invite.uses >= invite.usesMax { .usedUp } else if now >= invite.expiresAt {
          .expired
        } else { .open(time(invite.expiresAt - now, theme.phrases)) }
      let isOpen = invite.isOpen(at: now)
      table.add(
        Cell(String(place + 1), right: true), Cell(invite.id.description, whole: true), Cell(theme.phrases.role(invite.role)),
        Cell(theme.phrases.used(invite.uses, of: invite.usesMax)), Cell(theme.phrases.standing(state), isOpen ? .good : .faint))
      let parts = [made(invite, view, theme.phrases), kind(of: invite, theme.phrases), invite.label.printable].filter { !$0.isEmpty }
      details.append(theme.paint("    " + parts.joined(separator: " · ").shortened(to: max(theme.width - 4, 8)), .faint))
    }
    return zip(table.linesByRow(theme), details).flatMap { $0 + [$1] } + [theme.phrases.inviteIsRevokedBy()]
  }

  /// Who made an invite, and on what day.
  private static func made(_ invite: InviteState, _ view: GroupView, _ phrases: Phrases) -> String {
    let shared = view.state.shared
    let maker = invite.createdBy.map { shared.name(shared.members.current($0)).printable }
    return phrases.inviteMade(by: maker, on: invite.createdAt.map { Present.day($0, shared).description })
  }

  /// Who may join by it, where that is not everybody with the code.
  private static func kind(of invite: InviteState, _ phrases: Phrases) -> String {
    [invite.recipient.map { _ in phrases.isBound() }, invite.needsApproval ? phrases.needsApproval() : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The groups of the identity; the current one is marked.
  ///
  /// - Parameter hidden: how many archived ones are not among them.
  public static func groups(_ groups: [GroupSummary], hidden: Int = 0, current: String?, _ theme: Theme) -> [String] {
    guard !groups.isEmpty else { return [hidden == 0 ? theme.phrases.noGroups() : theme.phrases.onlyArchived(hidden)] }
    var table = Table()
    for group in groups {
      let isCurrent = group.groupID == current
      guard !group.name.isEmpty else {
        let trouble = group.damaged ? theme.phrases.damaged() : theme.phrases.unreadable()
        table.add(
          Cell(isCurrent ? "▸" : " ", .good), Cell(trouble, .bad), Cell(""), Cell(""), Cell(""), Cell(group.groupID, .faint, whole: true))
        continue
      }
      let name = group.archived ? theme.phrases.archived(group: group.name) : group.name
      table.add(
        Cell(isCurrent ? "▸" : " ", .good), Cell(name, isCurrent ? .strong : .plain), Cell(group.currency),
        Cell(theme.phrases.members(Int(group.memberCount))), Cell(theme.phrases.role(group.role)), Cell(group.groupID, .faint, whole: true))
    }
    return table.lines(theme)
  }

  /// What an invite offers, and nothing else (SPEC IN-03).
  public static func preview(_ preview: InvitePreview, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    let icon = preview.icon.isEmpty ? "" : "  " + theme.paint(preview.icon.printable, .faint)
    return [
      theme.paint(preview.groupName.printable.shortened(to: theme.width - 4), .strong) + icon,
      phrases.owned(by: preview.ownerName.printable, Int(preview.memberCount)).shortened(to: theme.width),
      phrases.wouldJoin(as: preview.role), phrases.wouldShare(preview.sharesByDefault),
    ] + (preview.needsApproval ? [phrases.joinNeedsApproval()] : [])
      + (preview.transparencyVersion.isEmpty ? [] : [phrases.acceptsNotice()])
  }

  /// A new invite: its code, its link, the link as a QR code, and what it means to hand it out.
  ///
  /// - Parameters:
  ///   - id: by which it can be revoked.
  ///   - isBound: whether it is for one identity; otherwise the safer ways are named too.
  ///   - needsApproval: whether a person who joins by it asks first.
  public static func invite(
    code: String, link: String?, id: String, role: Role, uses: UInt32, seconds: UInt32, isBound: Bool = false, needsApproval: Bool = false,
    _ theme: Theme
  ) -> [String] {
    var lines = [theme.paint(code, .strong)]
    if let link { lines.append(link) }
    // A code without a page leads a telephone nowhere.
    if let picture = link.flatMap({ QRCode.lines($0, theme) }) { lines += [""] + picture + [""] }
    lines.append(theme.phrases.inviteHasID(id))
    lines.append(theme.phrases.newcomersShare(role.sharesByDefault))
    let time = time(Int64(seconds) * 1_000, theme.phrases)
    if isBound { lines.append(theme.phrases.inviteIsBound(role, time)) }
    if needsApproval { lines.append(theme.phrases.inviteIsApproved(role, time)) }
    if !isBound, !needsApproval { lines += [theme.phrases.inviteIsFor(uses, role, time), theme.phrases.inviteIsSafer()] }
    return lines
  }

  /// The past, one line or more for each event with its time of day, behind a line for each day, oldest first.
  ///
  /// - Parameter day: the one that was told last; the last one of these afterwards.
  static func history(
    _ events: [ReplicaEvent], _ view: GroupView, _ theme: Theme, _ clock: FeedClock, after day: inout CivilDate?
  ) -> [String] {
    var lines: [String] = []
    for item in history(events, view) {
      lines += clock.dated(item, in: view.state.shared, after: &day).flatMap { $0.lines(theme) }
    }
    return lines
  }

  /// The past, oldest first. Each event says what was said then: figures and names of what was changed later too. Of
  /// the alerts that one act fired for a budget and period the highest alone is told (SPEC BU-10).
  static func history(_ events: [ReplicaEvent], _ view: GroupView) -> [FeedItem] {
    let shared = view.state.shared
    let added = events.compactMap { event -> EntryState? in
      guard case .entryAdded(let added) = event.event.body else { return nil }
      return EntryID(added.entryID).flatMap { shared.entries[$0] }
    }
    let shares = shared.shares(of: added)
    var said = EventTeller.SaidUntil()
    return events.withHighestAlerts.compactMap { event -> FeedItem? in
      said.take(event.event.body)
      let teller = EventTeller(event, in: view.state, me: view.member, .past(shares: shares, said))
      return teller.item.map { .at(event.event.atMs, $0) }
    }
  }

  static func name(_ member: MemberState, _ view: GroupView, _ phrases: Phrases) -> String {
    let name = view.state.shared.name(of: member)
    return member.id == view.member ? phrases.you(name) : name
  }

  /// "7 days", "5 hours", "3 minutes", to the nearest.
  static func time(_ milliseconds: Int64, _ phrases: Phrases) -> String {
    let seconds = max(milliseconds / 1_000, 0)
    // A unit is used from two of it on, so that the figure says something.
    let unit = TimeUnit.allCases.first { seconds >= 2 * $0.rawValue } ?? .second
    return phrases.time((seconds + unit.rawValue / 2) / unit.rawValue, unit)
  }
}
