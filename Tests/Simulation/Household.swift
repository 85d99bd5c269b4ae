import EventStore
import HearthProtocol
import HearthServer
import Ledger
import Room
import Support
import Transport

/// The people of a simulated group, by number: 0 is the owner, 1 an admin, the others adults, the last founder a
/// viewer; in a family 3 is a minor and 4 the viewer. A person who has a higher number is not in it yet.
enum Household {
  static let group = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  /// Monday, 2026-10-26, noon, in milliseconds since 1970.
  static let noon: Int64 = 1_793_016_000_000

  static func identity(_ person: Int) -> IdentityID { IdentityID(high: 0x0191_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(person)) }
  static func member(_ person: Int) -> MemberID { MemberID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(person)) }
  /// Whose id it is.
  static func number(_ member: MemberID) -> Int { Int(truncatingIfNeeded: member.low & 0xFFFF) }
  /// Makes codes of invites as a server does.
  static let codes = InviteCodes(serverKey: Array(repeating: 9, count: 32))

  /// What a person's app speaks.
  static func format(_ person: Int) -> WireFormat { person % 3 == 1 ? .json : .protobuf }
  static func address(_ person: Int) -> SocketAddress { SocketAddress(ipv4: 0xC000_0200 + UInt32(person), port: 40_000) }

  /// How many devices everybody has.
  static let devices = 4
  static func device(_ person: Int, _ device: Int) -> DeviceID {
    DeviceID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(person * devices + device))
  }
  /// The token of a person's device: an id and a secret (SPEC ID-01).
  static func token(_ person: Int, _ device: Int) -> String {
    let number = String(person * devices + device + 1, radix: 16)
    return String(repeating: "0", count: 32 - number.count) + number + "." + String(repeating: "5", count: 64 - number.count) + number
  }

  /// Makes everybody with their devices.
  static func register(on disk: InMemoryStore, people: Int) throws {
    for person in 0..<people {
      let made = try (0..<devices).map { device in
        guard let token = DeviceToken(token(person, device)) else { throw Broken(description: "no token") }
        return NewDevice(
          id: self.device(person, device), name: "Device \(device)", token: token.id, secretHash: token.secretHash, createdAt: noon)
      }
      try disk.register([Registration(identity: identity(person), displayName: "Person \(person)", device: made[0])])
      for device in made.dropFirst() {
        guard case .linked = try disk.link(DeviceLink(identity: identity(person), giver: made[0].id, device: device)) else {
          throw Broken(description: "a device could not be linked")
        }
      }
    }
  }

  static func command(_ number: UInt64, _ body: Command.OneOf_Body) -> Command {
    var command = Command()
    command.id = CommandID(high: 0x0194_0000_0000_7000, low: 0x8000_0000_0000_0000 | number).description
    command.groupID = group.description
    command.body = body
    return command
  }

  /// A person's wish to join by a code.
  ///
  /// - Parameter accepts: whether they accept what a minor has to.
  static func joining(_ number: UInt64, _ person: Int, by code: String, accepts: Bool) -> Command {
    var join = JoinGroup()
    if accepts { join.acceptsTransparency = TransparencyNotice.version }
    (join.code, join.memberID, join.displayName) = (code, member(person).description, "Person \(person)")
    var joining = command(number, .joinGroup(join))
    joining.groupID = ""
    return joining
  }

  /// What is spent on one category in a month, with alerts that entries soon fire.
  static func budget(_ number: UInt64, limitMinor: Int64, basisPoints: [UInt32]) -> SetBudget {
    var set = SetBudget()
    set.budgetID = BudgetID(high: 0x0196_0000_0000_7000, low: 0x8000_0000_0000_0000 | number).description
    set.content.name = "Food \(number)"
    (set.content.limit.minor, set.content.limit.currency) = (limitMinor, "INR")
    set.content.period = .monthly
    set.content.categories = ["groceries"]
    (set.content.alerts.basisPoints, set.content.alerts.over) = (basisPoints, true)
    return set
  }

  /// What a founder is.
  private static func role(_ person: Int, of people: Int, kind: HouseholdKind) -> Role {
    switch person {
    case 1: .admin
    case 3 where kind == .family: .minor
    case 4 where kind == .family: .viewer
    case people - 1 where kind != .family: .viewer
    default: .adult
    }
  }

  /// Makes the group with its members on an empty disk.
  ///
  /// - Parameter kind: in a family one of them is a minor, with a guardian, and two have accounts, one of them granted.
  static func found(on disk: InMemoryStore, people: Int, kind: HouseholdKind) throws {
    var room = Room(history: GroupHistory(group: group), epoch: 1, saltSeed: Array(repeating: 7, count: 32))
    func perform(_ command: Command, by person: Int, invite: InviteID? = nil, code: InviteCode? = nil) throws {
      let submission = Submission(
        command: command, asker: Asker(identity: identity(person), group: group), origin: Origin(peer: PeerID(0), request: 1),
        invite: invite, newCode: code)
      _ = room.submit(submission)
      for effect in room.endTurn(
        now: noon, today: CivilDate(daysSince1970: 20_752), settledDay: CivilDate(daysSince1970: 20_752))
      {
        if case .append(let batch) = effect { _ = room.appended(disk.append([batch])[0]) }
      }
    }
    var create = CreateGroup()
    (create.name, create.currency, create.memberID, create.displayName) = ("Sharma Family", "INR", member(0).description, "Person 0")
    try perform(command(1, .createGroup(create)), by: 0)
    try perform(command(2, .setBudget(budget(1, limitMinor: 200_000, basisPoints: [5_000, 8_000, 10_000]))), by: 0)
    if kind == .flat { try perform(command(3, .updateGroup(.with { $0.membersMax = UInt32(kind.people.upperBound) })), by: 0) }
    for person in 1..<people {
      let id = InviteID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(person))
      var invite = CreateInvite()
      (invite.inviteID, invite.role) = (id.description, role(person, of: people, kind: kind))
      let code = InviteCode(text: "CODE-\(person)", hash: Array(repeating: UInt8(person), count: 32))
      try perform(command(UInt64(10 + person), .createInvite(invite)), by: 0, code: code)
      try perform(joining(UInt64(30 + person), person, by: code.text, accepts: kind == .family), by: person, invite: id)
    }
    if kind == .family {
      for (number, (body, person)) in beginning.enumerated() { try perform(command(UInt64(100 + number), body), by: person) }
    }
    guard room.history.state.shared.members.count == people else { throw Broken(description: "the household could not be founded") }
  }

  /// What a family has from the beginning: a guardian, and two accounts, one of which a partner may write to and the
  /// child may read.
  private static var beginning: [(Command.OneOf_Body, by: Int)] {
    func account(_ number: UInt64) -> Command.OneOf_Body {
      .setAccount(
        .with { ($0.accountID, $0.content.name, $0.content.type) = (FamilyWishes.account(number).description, "Savings", .savings) })
    }
    func grant(_ person: Int, _ permission: GrantPermission) -> Command.OneOf_Body {
      .grantAccount(
        .with {
          ($0.accountID, $0.memberID) = (FamilyWishes.account(1).description, member(person).description)
          ($0.permission, $0.needsConsent) = (permission, permission == .write)
        })
    }
    let guardian = SetGuardian.with { ($0.minorID, $0.memberID) = (member(3).description, member(2).description) }
    return [(.setGuardian(guardian), 0), (account(1), 0), (account(2), 2), (grant(2, .write), 0), (grant(3, .read), 0)]
  }
}
