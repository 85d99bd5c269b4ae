import HearthProtocol
import Synchronization

/// Makes ids: each one new in this process, all of them the same in every run.
enum Fresh {
  private static let count = Atomic<UInt64>(0)

  static func id() -> String { CommandID(milliseconds: 1_790_000_000_000, random: (0, number())).description }
  static func number() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}

/// Commands as a client would send them.
extension Command {
  static func make(_ group: String, _ body: OneOf_Body) -> Command {
    .with {
      $0.id = Fresh.id()
      $0.groupID = group
      $0.body = body
    }
  }

  /// What minors accept; looked at for nobody else.
  static let transparencyVersion = "2026-11-29"

  static func createGroup(_ group: String, name: String = "Sharma Family", member: String = Fresh.id(), as person: String = "Asha")
    -> Command
  {
    make(
      group,
      .createGroup(
        .with {
          $0.name = name
          $0.currency = "INR"
          $0.timeZone = "Asia/Kolkata"
          $0.memberID = member
          $0.displayName = person
        }))
  }

  static func addEntry(_ group: String, minor: Int64 = 10_000, _ description: String = "Vegetables", split: Split? = nil) -> Command {
    make(
      group,
      .addEntry(
        .with {
          $0.entryID = Fresh.id()
          $0.content.kind = .expense
          $0.content.amount.minor = minor
          $0.content.amount.currency = "INR"
          $0.content.description_p = description
          if let split { $0.content.split = split }
        }))
  }

  static func createInvite(_ group: String, _ role: Role = .adult, uses: UInt32 = 0, seconds: UInt32 = 0, id: String = Fresh.id())
    -> Command
  {
    make(
      group,
      .createInvite(
        .with {
          $0.inviteID = id
          $0.role = role
          $0.usesMax = uses
          $0.expiresInSeconds = seconds
        }))
  }

  static func revokeInvite(_ group: String, _ invite: String) -> Command { make(group, .revokeInvite(.with { $0.inviteID = invite })) }

  static func remove(_ group: String, _ member: String) -> Command { make(group, .removeMember(.with { $0.memberID = member })) }

  static func changeRole(_ group: String, _ member: String, to role: Role) -> Command {
    make(
      group,
      .changeRole(
        .with {
          $0.memberID = member
          $0.role = role
        }))
  }

  static func join(_ code: String, member: String = Fresh.id(), as person: String = "Ravi") -> Command {
    make(
      "",
      .joinGroup(
        .with {
          $0.code = code
          $0.memberID = member
          $0.displayName = person
          $0.acceptsTransparency = transparencyVersion
        }))
  }
}

extension Split {
  static func percent(_ shares: KeyValuePairs<String, Int32>) -> Split {
    .with {
      $0.percentage.shares = shares.map { member, points in
        .with {
          $0.memberID = member
          $0.basisPoints = points
        }
      }
    }
  }
}

extension WireClient {
  /// Makes a group.
  ///
  /// - Returns: its id.
  func createGroup(_ group: String = Fresh.id(), name: String = "Sharma Family", member: String = Fresh.id()) throws -> String {
    try accepted(.createGroup(group, name: name, member: member)).groupID
  }

  func invite(to group: String, _ role: Role = .adult, uses: UInt32 = 0, seconds: UInt32 = 0) throws -> String {
    try accepted(.createInvite(group, role, uses: uses, seconds: seconds)).inviteCode
  }

  /// Waits until what this connection sent before has reached the group's room, on whatever loop, and what the room has
  /// said since has come. It ends a subscription.
  func awaitRoom(of group: String) throws { _ = try ask(.unsubscribe(.with { $0.groupID = group })) }

  /// Follows a group from nothing, and reads the catch-up to its end.
  @discardableResult
  func follow(_ group: String, after cursors: [String: UInt64] = [:], epoch: UInt64 = 1) throws -> FollowedGroup {
    let answer = try ask(
      .subscribe(
        .with {
          $0.groupID = group
          $0.epoch = cursors.isEmpty ? 0 : epoch
          $0.cursors = cursors.map { lane, position in
            .with {
              $0.lane = lane
              $0.position = position
            }
          }
        }))
    guard case .subscribed(let subscribed) = answer.body else { throw Unexpected("not subscribed: \(answer)") }
    var followed = FollowedGroup(subscribed: subscribed)
    var snapshotsLeft = subscribed.lanes.filter(\.snapshot).count
    while snapshotsLeft > 0 || !followed.isComplete {
      switch try message().body {
      case .snapshotPart(let part):
        followed.snapshots.append(part)
        if part.last { snapshotsLeft -= 1 }
      case .laneEvents(let events): followed.events[events.lane, default: []] += events.events
      case let other: throw Unexpected("in a catch-up: \(String(describing: other))")
      }
    }
    return followed
  }
}

/// A catch-up as it came.
struct FollowedGroup {
  var subscribed: Subscribed
  var snapshots: [SnapshotPart] = []
  var events: [String: [LaneEvent]] = [:]

  init(subscribed: Subscribed) { self.subscribed = subscribed }

  var isComplete: Bool {
    subscribed.lanes.allSatisfy { $0.start + UInt64(events[$0.lane]?.count ?? 0) == $0.head }
  }

  /// Where each lane stands at the end of the catch-up.
  var heads: [String: UInt64] { Dictionary(uniqueKeysWithValues: subscribed.lanes.map { ($0.lane, $0.head) }) }
}
