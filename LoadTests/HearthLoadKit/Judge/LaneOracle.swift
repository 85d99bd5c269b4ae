import HearthProtocol

/// Who of a room's members may receive which lane, by what stands in the lanes and by rules of its own
/// (Protocol/SPEC.md, LN-01, LN-14, FA-01, AC-01): it shares nothing with the ledger that it checks.
///
/// The first member is the owner. Nobody changes their role or leaves while a load runs.
public struct LaneOracle: Sendable {
  private let members: [MemberID]
  private let children: Set<Int>
  /// Of lanes about a minor or an account, as what stands in them has made it.
  private var readers: [Lane: Set<Int>] = [:]

  /// Makes the oracle of a room in which nothing has happened.
  ///
  /// - Parameters:
  ///   - members: their ids; none: no lane is about one of them.
  ///   - children: the numbers of the minors.
  public init(members: [MemberID], children: Set<Int> = []) {
    self.members = members
    self.children = children
  }

  /// The number of the member with this id, or nil.
  func number(_ id: String) -> Int? { members.firstIndex { $0.description == id } }

  /// Who receives a lane now.
  func readers(of lane: Lane) -> Set<Int> {
    switch lane {
    case .shared: Set(members.indices)
    case .admin: [0]
    case .income: Set(members.indices).subtracting(children)
    case .inbox(let member): Set(members.indices.filter { members[$0] == member })
    // The owner looks after every minor.
    case .minor(let member): readers[lane] ?? Set(children.filter { members[$0] == member }.flatMap { [0, $0] })
    case .account: readers[lane] ?? []
    }
  }

  /// Takes the next event of a lane about a minor or an account.
  ///
  /// - Returns: who received the lane before it.
  mutating func take(_ event: Event, in lane: Lane) -> Set<Int> {
    let before = readers(of: lane)
    var after = before
    switch event.body {
    case .accountSet where before.isEmpty: after.formUnion(number(event.memberID).map { [$0] } ?? [])
    case .accountGranted(let granted): after.formUnion(number(granted.memberID).map { [$0] } ?? [])
    case .accountRevoked(let revoked): after.subtract(number(revoked.memberID).map { [$0] } ?? [])
    case .guardianAdded(let added): after.formUnion(number(added.memberID).map { [$0] } ?? [])
    case .guardianRemoved(let removed): after.subtract(number(removed.memberID).map { [$0] } ?? [])
    default: break
    }
    switch lane {
    case .minor, .account: readers[lane] = after
    case .shared, .admin, .income, .inbox: break
    }
    return before
  }
}
