import HearthLoadKit
import HearthProtocol

/// What the members of one group did, in order, what they were answered, and how far the disk's log had come by then.
struct Chronicle {
  private enum Note {
    case issued(CommandPurpose, member: Int)
    case accepted(Int, Lane, position: UInt64)
  }

  /// The group.
  let group: GroupID
  private let room: Int
  private let names: CommandNames
  private var notes: [(note: Note, logSize: Int)] = []
  /// By number.
  private(set) var commands: [(member: Int, command: Command)] = []
  /// Files that were said to be kept.
  private(set) var kept: [(hash: ContentHash, logSize: Int)] = []
  /// How long the log was when the group's deletion was asked for.
  private(set) var purgeRequestedAt = Int.max

  init(group: GroupID, room: Int, startedAt: Int64, seed: UInt64) {
    self.group = group
    self.room = room
    names = CommandNames(startedAt: startedAt, random: seed, room: room)
  }

  /// An id of the group's own; ids of different kinds may share numbers.
  func id<Kind>(_ number: Int, as kind: Identifier<Kind>.Type) -> Identifier<Kind> { names.id(number) }

  /// The id of the next entry: entries and commands count alike.
  var nextEntry: EntryID { names.id(commands.count) }

  /// A command is about to be sent.
  ///
  /// - Returns: its number.
  mutating func issue(_ body: Command.OneOf_Body, _ purpose: CommandPurpose, by member: Int, logSize: Int) -> Int {
    var command = Command()
    let id: CommandID = names.id(commands.count)
    command.id = id.description
    if case .joinGroup = body {} else { command.groupID = group.description }
    if case .requestPurge = body { purgeRequestedAt = logSize }
    command.body = body
    commands.append((member, command))
    notes.append((.issued(purpose, member: member), logSize))
    return commands.count - 1
  }

  /// It was accepted.
  mutating func accept(_ number: Int, _ accepted: Accepted, logSize: Int) throws {
    guard let lane = Lane(name: accepted.lane) else { throw DiskLogFlaw("the lane \(accepted.lane) is unknown") }
    notes.append((.accepted(number, lane, position: accepted.position), logSize))
  }

  /// A file was said to be kept.
  mutating func keep(_ hash: ContentHash, logSize: Int) { kept.append((hash, logSize)) }

  /// The judge of all that was answered before the log had this size.
  func judge(at logSize: Int) -> RoomJudge {
    var judge = RoomJudge(room: room, members: 2, names: names)
    for (note, size) in notes {
      switch note {
      case .issued(let purpose, let member): _ = judge.issue(purpose, by: member, due: 0)
      case .accepted(let number, let lane, let position):
        guard size <= logSize else { continue }
        _ = judge.accepted(number, lane: lane, position: position, isDuplicate: false, by: 0, at: 0)
      }
    }
    return judge
  }

  /// How many commands had been answered when the log had this size.
  func answered(at logSize: Int) -> Int { notes.count { note, size in if case .accepted = note { size <= logSize } else { false } } }

  /// Commands that were begun after the log had this size, and answered all the same.
  func answeredAlthoughBegun(after logSize: Int) -> Int {
    var begun: [Bool] = []
    var count = 0
    for (note, size) in notes {
      switch note {
      case .issued: begun.append(size > logSize)
      case .accepted(let number, _, _): if begun[number] { count += 1 }
      }
    }
    return count
  }
}
