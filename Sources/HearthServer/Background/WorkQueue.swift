import Dispatch
import HearthProtocol
import Transport

/// For whom work is done: an identity, and the address that it asked from.
struct WorkOwner: Hashable, Sendable {
  let identity: IdentityID
  /// Nil where that is not known.
  let address: AddressKey?
  /// The group that waits for the work, if one does: then groups take turns instead of identities.
  var group: GroupID? = nil

  /// Who takes turns.
  enum Turn: Hashable, Sendable {
    case identity(IdentityID)
    case group(GroupID)
  }

  var turn: Turn { group.map(Turn.group) ?? .identity(identity) }
}

/// Who is to be answered, and in which encoding.
struct Questioner: Sendable {
  let owner: WorkOwner
  let format: WireFormat
}

/// What long work calls between two slices, so that others have their turn.
struct Breath {
  private let takeTurns: () -> Void

  /// - Parameter takeTurns: does the work of others that waits, or nothing.
  init(_ takeTurns: @escaping () -> Void = {}) { self.takeTurns = takeTurns }

  func callAsFunction() { takeTurns() }
}

/// Where work is done that may block. Threads do it, a simulation at some later time of its own.
protocol WorkQueue: Sendable {
  /// Has the work done and returns at once. Work that was given to a serial queue is done in the order of giving.
  func run(_ work: @escaping @Sendable () -> Void)
  /// The same for somebody. Where work of others waits as well, they take turns.
  func run(for owner: WorkOwner, _ work: @escaping @Sendable (Breath) -> Void)
}

extension WorkQueue {
  func run(for owner: WorkOwner, _ work: @escaping @Sendable (Breath) -> Void) { run { work(Breath()) } }
}

extension DispatchQueue: WorkQueue {
  func run(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

/// Where the work of `Background` is done. All but the readers, questions, plans, look-ups and files are
/// serial.
struct WorkQueues: Sendable {
  /// Limit: threads of each kind of work that runs side by side; further work waits its turn. More would only take
  /// memory.
  static let threadsMax = 4
  /// Limit: threads that reckon settlement plans.
  static let planThreads = 1
  /// How much less the threads of questions get of a busy processor than the loops do, as of `nice`: a third. In the
  /// scheduling class for idle work they could keep a lock that a loop waits for.
  static let questionNiceness: Int32 = 5

  var commits: any WorkQueue = DispatchQueue(label: "hearth.commit", qos: .userInteractive)
  var registrations: any WorkQueue = DispatchQueue(label: "hearth.register", qos: .userInteractive)
  var uses: any WorkQueue = DispatchQueue(label: "hearth.uses", qos: .userInteractive)
  /// What is done to devices is done one after the other.
  var devices: any WorkQueue = DispatchQueue(label: "hearth.devices")
  /// Groups are deleted one after the other: that takes long and is never urgent.
  var purges: any WorkQueue = DispatchQueue(label: "hearth.purge", qos: .utility)
  /// Snapshots wait for one another: they are large and never urgent. So do rows of the directory that only set it
  /// right, and counted refusals.
  var snapshots: any WorkQueue = DispatchQueue(label: "hearth.snapshots", qos: .utility)
  /// Groups are opened side by side.
  var readers: any WorkQueue = ThreadQueue("hearth.read", threads: WorkQueues.threadsMax)
  /// What members ask of groups: questions, pages of history, catch-ups.
  var questions: any WorkQueue = ThreadQueue("hearth.ask", threads: WorkQueues.threadsMax)
  /// Settlement plans: a group's commands wait for one, so none waits behind questions.
  var plans: any WorkQueue = ThreadQueue("hearth.plan", threads: WorkQueues.planThreads)
  /// What takes a row or two of the directory, or a signature: nobody who logs in waits behind the reads of whole
  /// groups.
  var lookUps: any WorkQueue = ThreadQueue("hearth.login", threads: WorkQueues.threadsMax)
  /// Files come and go beside the reads of the log, so that neither waits for the other.
  var files: any WorkQueue = ThreadQueue("hearth.files", threads: WorkQueues.threadsMax)
}
