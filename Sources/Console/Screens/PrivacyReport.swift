import HearthClient
import HearthProtocol
import Ledger

/// What is known here of who sees what (product 164).
struct PrivacyReport: Sendable {
  /// A part of a group's history that the user reads, what it is about, and who else reads the same: what they are
  /// called, and in the same order their ids.
  typealias Part = (lane: Lane, subject: String?, readers: [String], ids: [MemberID])

  /// Somebody who sees an account besides its owner.
  struct Grant: Sendable {
    var account: AccountID
    /// Without what was in it at the beginning.
    var content: AccountContent
    /// Whose the account is.
    var owner: MemberID
    /// What others call the owner; nil: it is the user.
    var ownerName: String?
    /// What others call who sees it.
    var memberName: String
    var state: AccountGrantState
    /// On which day it was granted, in the group's time zone.
    var day: String
  }

  /// A group of the user's, as far as it was seen.
  struct Group: Sendable {
    var id: GroupID
    var name: String
    /// The parts of its history that the user reads, and who reads the same.
    var lanes: [Part]
    /// Since when nothing of the user's reaches it, and on which day that is there; nil: it does.
    var separatedSince: (instant: Int64, day: String)?
    /// The categories of which the user tells the group totals.
    var shared: [Category] = []
    /// Who sees which of the accounts that the user sees.
    var grants: [Grant] = []
  }

  var server: String
  var identity: String
  /// Whether the way to the server is encrypted.
  var isSecure: Bool
  /// Whether what this device keeps is sealed by a passphrase.
  var isLocked: Bool
  var folder: String
  /// As it is kept, whatever holds for this call.
  var areAmountsHidden: Bool
  /// What of drafts is sent and shown.
  var drafts: DraftChoice
  var aliases: Int
  /// Commands that wait here.
  var waiting: Int
  var groups: [Group]
  /// Nil without a connection.
  var devices: [Device]?
  /// Tokens by which programs act for the user; nil without a connection, or where accounts are an issuer's.
  var tokens: [GroupToken]?
  var resources: [SupportResource]

  /// - Parameter profile: as it is kept here.
  init(
    _ profile: Profile, isLocked: Bool, folder: String, aliases: Int, waiting: Int, groups: [Group], devices: [Device]?,
    tokens: [GroupToken]? = nil, resources: [SupportResource]
  ) {
    (server, identity) = (profile.server, profile.identity)
    isSecure = profile.server.hasPrefix("wss:")
    areAmountsHidden = profile.hidesAmounts ?? false
    drafts = profile.drafts
    (self.isLocked, self.folder, self.aliases, self.waiting) = (isLocked, folder, aliases, waiting)
    (self.groups, self.devices, self.tokens, self.resources) = (groups, devices, tokens, resources)
  }

  /// The grants of the accounts that a member sees, by account.
  static func grants(of state: GroupState, for member: MemberID) -> [Grant] {
    let shared = state.shared
    return AccountNames(state, of: member).accounts.flatMap { id, account in
      let owner = shared.members.current(account.owner)
      var content = account.content
      content.clearOpening()
      return account.grants.map { grant in
        Grant(
          account: id, content: content, owner: owner, ownerName: owner == member ? nil : shared.name(owner),
          memberName: shared.name(shared.members.current(grant.member)), state: grant, day: "\(Present.day(grant.at, shared))")
      }
    }
  }

  /// The parts of a group's history that a member reads, and the names of all who read the same, the member's first.
  static func lanes(of state: GroupState, for member: MemberID) -> [Part] {
    let shared = state.shared
    let others = shared.members.filter { $0.status == .active && $0.id != member }
    let read = others.map { (name: shared.name(of: $0), id: $0.id, lanes: Set(state.lanes(readableBy: $0.id))) }
    return state.lanes(readableBy: member).map { lane in
      var subject: String?
      if case .minor(let minor) = lane, shared.members.current(minor) != member { subject = shared.name(shared.members.current(minor)) }
      if case .account(let id) = lane { subject = state.account(id)?.name }
      let readers = read.filter { $0.lanes.contains(lane) }
      return (lane, subject, readers.map(\.name), readers.map(\.id))
    }
  }
}

extension PrivacyReport.Group {
  /// What a member reads and shares in a group.
  ///
  /// - Parameter lanes: the parts of its history that they read.
  init(_ view: GroupView, lanes: [PrivacyReport.Part]) {
    let shared = view.state.shared
    let sharings = shared.member(view.member)?.sharedCategories.filter(\.isShared) ?? []
    let since = shared.member(view.member).flatMap { view.state.separation(of: $0)?.since }
    self.init(
      id: view.state.group, name: shared.settings?.name ?? "", lanes: lanes,
      separatedSince: since.map { ($0, "\(Present.day($0, shared))") }, shared: sharings.compactMap { shared.category($0.category) },
      grants: PrivacyReport.grants(of: view.state, for: view.member).filter { grant in lanes.contains { $0.lane == .account(grant.account) }
      })
  }
}

extension Screens {
  /// Who sees what, what is encrypted where, how to take one's data along, and whom to call.
  static func privacy(_ report: PrivacyReport, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var lines: [String] = []
    func add(_ title: String, _ texts: [String]) {
      lines.append(theme.paint(title.printable.shortened(to: theme.width), .strong))
      for text in texts {
        for (place, line) in text.printable.wrapped(to: theme.width - 4).enumerated() { lines.append((place == 0 ? "  " : "    ") + line) }
      }
    }
    for group in report.groups {
      add(
        phrases.whoReads(in: group.name),
        group.lanes.map { part -> String in
          var readers = part.readers.isEmpty ? nil : phrases.list(part.readers)
          // Nobody else reads it, but each message stands in the inboxes of both.
          if case .inbox = part.lane { readers = phrases.correspondent() }
          return phrases.reads(phrases.contents(of: part.lane, subject: part.subject), readers)
        } + (group.separatedSince.map { [phrases.separatedSince($0.day)] } ?? [])
          + [phrases.youShare(group.shared.isEmpty ? nil : phrases.list(group.shared.map(phrases.category)))])
    }
    for group in report.groups where !group.grants.isEmpty {
      add(
        phrases.sharedAccounts(in: group.name),
        group.grants.map { grant in
          let account = phrases.account(grant.content.name, grant.content.type, of: grant.ownerName)
          return account
            + phrases.grant(grant.memberName, grant.state.permission, since: grant.day, needsConsent: grant.state.needsConsent)
        })
    }
    if report.groups.isEmpty { add(phrases.whoReads(in: ""), [phrases.noGroups()]) }
    let devices = report.devices.map { devices in
      devices.map { Screens.name(of: $0, theme) + ($0.current ? " " + phrases.thisDevice() : "") }
    }
    add(phrases.yourDevices(), devices ?? [phrases.devicesUnknown()])
    if let tokens = report.tokens, !tokens.isEmpty { add(phrases.yourTokens(), tokens.map { Screens.tokenLine($0, theme) }) }
    add(
      phrases.encryption(),
      [
        phrases.onTheWay(report.server, isSecure: report.isSecure), phrases.onTheServer(),
        phrases.onThisDevice(report.folder, isLocked: report.isLocked),
      ])
    add(
      phrases.onlyHere(),
      [phrases.aliases(report.aliases), phrases.waitingCount(report.waiting), phrases.amountsKept(isHidden: report.areAmountsHidden)])
    add(phrases.whileEntering(), phrases.draftsKept(report.drafts))
    add(phrases.takeAlong(), phrases.takeAlongLines())
    return lines + resources(report.resources, theme)
  }

  /// The numbers to call.
  static func resources(_ resources: [SupportResource], _ theme: Theme) -> [String] {
    // On the narrowest screens the words need all there is.
    let margin = theme.isNarrowest ? "" : "  "
    var table = Table()
    for resource in resources {
      table.add(
        Cell(resource.country), Cell(resource.number, .strong, whole: true), Cell(theme.phrases.support(resource.kind), prose: true),
        Cell(resource.about ?? "", .faint, prose: true))
    }
    return [theme.paint(theme.phrases.resources(), .strong)] + table.lines(theme.indented(by: margin.count)).map { margin + $0 }
  }

  /// The same for a program, a line each.
  static func privacyJSON(_ report: PrivacyReport) -> [String] {
    let groups = report.groups.flatMap { group in
      let categories = group.shared.map { category in
        var json = JSONLine()
        json.add("shared", "category")
        json.add("groupId", group.id.description)
        json.add("category", category.key)
        return json.text
      }
      return categories
        + group.lanes.map { lane, _, readers, ids in
          var json = JSONLine()
          json.add("shared", "lane")
          json.add("groupId", group.id.description)
          json.add("groupName", group.name)
          json.add("lane", lane.name)
          json.add("readersBesideYou", json: String(readers.count))
          json.add("readerIds", json: "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]")
          return json.text
        }
    }
    let grants = report.groups.flatMap { group in
      group.grants.map { grant in
        var json = JSONLine()
        json.add("shared", "account")
        json.add("groupId", group.id.description)
        json.add("accountId", grant.account.description)
        json.add("account", json: WireFormat.line(grant.content).joined())
        json.add("ownerId", grant.owner.description)
        json.add("grant", json: WireFormat.line(grant.state.message).joined())
        return json.text
      }
    }
    let separated = report.groups.compactMap { group in
      group.separatedSince.map { since, _ in
        var json = JSONLine()
        json.add("shared", "nothing")
        json.add("groupId", group.id.description)
        json.add("separatedSinceMs", json: String(since))
        return json.text
      }
    }
    var device = JSONLine()
    device.add("shared", "device")
    device.add("identityId", report.identity)
    device.add("server", report.server)
    device.add("encryptedOnTheWay", json: report.isSecure ? "true" : "false")
    device.add("locked", json: report.isLocked ? "true" : "false")
    device.add("amountsHidden", json: report.areAmountsHidden ? "true" : "false")
    device.add("drafts", report.drafts.sends ? "show" : "hide")
    device.add("othersDrafts", report.drafts.shows ? "show" : "hide")
    device.add("aliases", json: String(report.aliases))
    device.add("waiting", json: String(report.waiting))
    if let devices = report.devices { device.add("devices", json: String(devices.count)) }
    if let tokens = report.tokens { device.add("tokens", json: String(tokens.count)) }
    return groups + grants + separated + [device.text] + report.resources.map(resourceJSON)
  }

  static func resourceJSON(_ resource: SupportResource) -> String {
    var json = JSONLine()
    json.add("country", resource.country)
    json.add("number", resource.number)
    json.add("kind", resource.kind.rawValue)
    if let about = resource.about { json.add("about", about) }
    return json.text
  }
}
