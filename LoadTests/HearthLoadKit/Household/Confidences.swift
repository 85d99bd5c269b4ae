import HearthProtocol

/// Makes up what the members of a group keep among a few of them: what a child spends, an account that two or three
/// read, and words of encouragement. The same seed, the same life.
///
/// The last member is the child, whom the owner and the second member look after. The second member has an account that
/// the owner may write to and the third or the child may read at times.
public struct Confidences: Sendable {
  /// Limit: fewer members have nothing to keep from each other.
  public static let membersMin = 4

  /// A wish, who has it, and where its events have to stand.
  public struct Wish: Sendable {
    /// The member's number.
    public var member: Int
    /// What is wished, complete but for the command's own id and the group's.
    public var body: Command.OneOf_Body
    /// The lanes, one event in each; the answer names the first.
    public var lanes: [Lane]
  }

  private let members: [MemberID]
  private let account: AccountID
  private var random: SplitMix64
  /// How often the third or the child was given the account, or not any more.
  private var passings = 0

  /// Makes the confidences of a room.
  ///
  /// - Parameters:
  ///   - members: their ids, at least `membersMin`.
  ///   - account: the id of the account.
  ///   - seed: of the run.
  ///   - room: each has a life of its own.
  public init(members: [MemberID], account: AccountID, seed: UInt64, room: Int) {
    self.members = members
    self.account = account
    random = SplitMix64(seed: seed &+ 2, stream: UInt64(truncatingIfNeeded: room))
  }

  /// The child's number.
  public var child: Int { members.count - 1 }

  /// The lanes that are read in the end, each with a member who receives it; the owner reads the last.
  public var lanes: [(lane: Lane, reader: Int)] {
    [(.account(account), 1), (.minor(members[child]), 0)] + members.indices.reversed().map { (.inbox(members[$0]), $0) }
  }

  /// What has to be there first; of each member in this order.
  public var beginning: [(member: Int, body: Command.OneOf_Body)] {
    let guardian = SetGuardian.with { ($0.minorID, $0.memberID) = (members[child].description, members[1].description) }
    let set = SetAccount.with { ($0.accountID, $0.content.name, $0.content.type) = (account.description, "Savings", .savings) }
    return [(0, .setGuardian(guardian)), (1, .setAccount(set)), (1, .grantAccount(grant(to: 0, .write)))]
  }

  private func grant(to member: Int, _ permission: GrantPermission) -> GrantAccount {
    .with { ($0.accountID, $0.memberID, $0.permission) = (account.description, members[member].description, permission) }
  }

  /// The next thing that somebody does.
  ///
  /// - Parameter record: the id of what it notes.
  public mutating func next(record: EntryID) -> Wish {
    switch random.below(10) {
    case 0: return passOn()
    case 1...3: return coach()
    case 4...6:
      var entry = SetAccountEntry()
      (entry.accountID, entry.entryID) = (account.description, record.description)
      (entry.content.kind, entry.content.description_p) = (random.below(2) == 0 ? .deposit : .withdrawal, "Put aside")
      entry.content.amount.minor = 100 + Int64(random.below(50_000))
      return Wish(member: random.below(2), body: .setAccountEntry(entry), lanes: [.account(account)])
    default:
      var set = SetSpending()
      (set.minorID, set.spendingID, set.content.description_p) = (members[child].description, record.description, "Samosa")
      (set.content.amount.minor, set.content.amount.currency) = (100 + Int64(random.below(20_000)), "INR")
      return Wish(member: [0, 1, child][random.below(3)], body: .setSpending(set), lanes: [.minor(members[child])])
    }
  }

  /// The third member or the child may read the account from now on, or no more; of the child the child's lane is told,
  /// too.
  private mutating func passOn() -> Wish {
    let (reader, isGranted) = (passings / 2 % 2 == 0 ? 2 : child, passings.isMultiple(of: 2))
    passings += 1
    let revocation = RevokeAccount.with { ($0.accountID, $0.memberID) = (account.description, members[reader].description) }
    return Wish(
      member: 1, body: isGranted ? .grantAccount(grant(to: reader, .read)) : .revokeAccount(revocation),
      lanes: [.account(account)] + (reader == child ? [.minor(members[child])] : []))
  }

  private mutating func coach() -> Wish {
    let sender = random.below(child)
    let recipient = (sender + 1 + random.below(members.count - 1)) % members.count
    let body = SendCoaching.with { ($0.recipientID, $0.text, $0.anyway) = (members[recipient].description, "Well done!", true) }
    return Wish(member: sender, body: .sendCoaching(body), lanes: [.inbox(members[sender]), .inbox(members[recipient])])
  }
}
