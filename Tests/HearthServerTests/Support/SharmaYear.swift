import Cryptography
import EventStore
import Foundation
import HearthLoadKit
import HearthProtocol
import HearthServer
import Ledger

/// A year of the Sharma family's money: 3,000 commands by eight people over their connections, each sent when the one
/// before was answered, and what they read meanwhile.
///
/// What is sent follows from the seed alone, and so does what it leads to: the server's clock is the year's own.
struct SharmaYear {
  static let commands = 3_000
  private static let days = 365
  static let day: Int64 = 86_400_000
  /// When it begins, in milliseconds since 1970.
  static let start: Int64 = 1_790_000_000_000

  /// The first six are there all year, then Bua, who was noted down twice, and a guest, who comes and goes.
  static let names = ["Asha", "Ravi", "Meera", "Kabir", "Dadi", "Nani", "Bua", "Chacha"]
  static let bua = 6
  static let guest = 7
  /// How many of them act on any day.
  static let residents = 7

  struct Person {
    let client: WireClient
    var member: String
  }

  struct Line {
    let id: String
    let author: Int
    /// The version that whoever edits has seen.
    var version: UInt64
  }

  /// The end of a quarter: what the group was then, in every lane.
  struct Quarter {
    let moment: Int64
    let today: CivilDate
    let state: GroupState
  }

  /// How often each command was accepted, by its name.
  private(set) var accepted: [String: Int] = [:]
  /// How often a command was refused, by code.
  private(set) var refused: [String: Int] = [:]
  /// How often each request to read was answered, by its name.
  private(set) var answered: [String: Int] = [:]
  /// What accepted commands said, each as the path of a field: "addEntry.content.place.city".
  private(set) var said: Set<String> = []
  /// What was asked, likewise: "readEntries.withStanding".
  private(set) var asked: Set<String> = []
  /// How many entries several people paid.
  private(set) var severalPaid = 0
  /// Whether the last command was accepted, so that all that had come due before is committed.
  private(set) var isSettled = false
  /// How often receipts' files were sent and asked for, by what was answered: "PUT 201".
  var fileAnswers: [String: Int] = [:]
  /// How many entries came out of files, by the file.
  var imported: [String: Int] = [:]
  /// How many shares were told that were not paid yet.
  var openShares = 0
  /// How many entries were found by a word.
  var foundByWord = 0
  /// How often it was told what a command would change, by its name.
  var previewed: [String: Int] = [:]
  /// How many debts were paid in another currency than their own.
  var paidAtARate = 0
  /// The group that all of it happens in.
  let group: String
  let server: TestServer
  /// Takes what the server sends to webhooks.
  let receiver = ScriptedSender()
  let seed: UInt64
  var random: SplitMix64
  var made: UInt64 = 0
  var sent = 0
  var today = 0
  var people: [Person] = []
  var lines: [Line] = []
  var rules: [(id: String, version: UInt64)] = []
  var budgets: [String] = []
  /// A rule that was made and is not over yet, and an envelope that was and is not removed.
  var passingRule: String?
  var passingFestival: String?
  var guestIsThere = false
  /// Receipts' files that the server has.
  var files: [[UInt8]] = []
  var quarters: [Quarter] = []
  /// The file that came from the bank last.
  var statement: [String] = []
  /// SHA-256 over what reading answered and what files say, but for what names identities or has salts.
  var answers = SHA256()

  /// Lives the year, on a new server.
  ///
  /// - Parameters:
  ///   - store: what the server keeps groups in.
  ///   - attachments: where it keeps receipts' files; nil: nowhere.
  ///   - loops: how many loops it has; nil: as many as other tests' servers.
  init(_ store: any EventStore & Directory, attachments: AttachmentFolder? = nil, loops: Int? = nil, seed: UInt64) throws {
    let webhooks = receiver.configuration
    server = try TestServer(store, attachments: attachments) {
      $0.webhooks = webhooks
      $0.notices = NoticeConfiguration(program: "/bin/true")
      if let loops { $0.loops = loops }
    }
    self.seed = seed
    random = SplitMix64(seed: seed)
    group = CommandID(milliseconds: Self.start, random: (seed, 0)).description
    try settleIn()
    while sent < Self.commands {
      while today < sent * Self.days / Self.commands {
        try endDay()
        server.pass(milliseconds: Self.day)
        today += 1
      }
      try live()
    }
    try awaitDue()
  }

  /// What not every day has: a file comes in, a quarter ends.
  private mutating func endDay() throws {
    switch today {
    case 40: try bringFromSplitwise()
    case 120, 150: try bringFromTheBank()
    case 91, 182, 273: try endQuarter()
    default: break
    }
  }

  /// SHA-256, in hexadecimal, of all that the group's log says at its end, but for what the server drew at random: who
  /// is behind a member, and what an invite's code is.
  static func stateHash(of group: String, in store: any EventStore) throws -> String {
    guard let id = GroupID(group) else { throw Unexpected("no group's id: \(group)") }
    var state = GroupState(group: id)
    var sequence = GroupSequence.start
    while case let page = try store.read(id, after: sequence, limit: 1_000), let last = page.last {
      for stored in page { try state.apply(Event(serializedBytes: stored.bytes), lane: stored.lane, position: stored.position) }
      sequence = last.sequence
    }
    var hash = SHA256()
    for lane in [Lane.shared, .admin, .income] + state.shared.members.map({ .inbox($0.id) }) + state.shared.members.map({ .minor($0.id) }) {
      var snapshot = state.snapshot(of: lane)
      switch lane {
      case .shared: for place in snapshot.shared.members.indices { snapshot.shared.members[place].holder = .init() }
      case .admin: for place in snapshot.admin.invites.indices { snapshot.admin.invites[place].codeHash = .init() }
      case .inbox:
        if snapshot.inbox.hasPaymentAddress { snapshot.inbox.paymentAddress.holder = .init() }
        for place in snapshot.inbox.noticeAddresses.indices { snapshot.inbox.noticeAddresses[place].holder = .init() }
      case .income, .minor, .account: break
      }
      hash.update(try snapshot.serializedBytes() as [UInt8])
    }
    return hash.finalize().bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  // MARK: Sending

  mutating func id() -> String {
    made += 1
    return CommandID(milliseconds: Self.start, random: (seed, made)).description
  }

  /// The server's time, in milliseconds since 1970.
  var now: Int64 { server.now }

  /// So many days ago.
  func date(daysAgo: Int = 0) -> CivilDate { CivilDate(daysSince1970: Int(Self.start / Self.day) + today - daysAgo) }

  /// Sends the command as one of the people, and counts what came of it.
  @discardableResult
  mutating func send(_ body: Command.OneOf_Body, by person: Int, to group: String? = nil) throws -> Accepted? {
    var command = Command()
    command.id = id()
    command.groupID = group ?? self.group
    command.body = body
    return try send(command, by: person)
  }

  @discardableResult
  mutating func send(_ command: Command, by person: Int) throws -> Accepted? {
    guard let body = command.body else { throw Unexpected("a command without a wish") }
    sent += 1
    let answer = try people[person].client.ask(.command(command))
    isSettled = false
    switch answer.body {
    case .accepted(let answer):
      accepted[Self.name(body), default: 0] += 1
      said.formUnion(try Self.paths(of: command.jsonUTF8Data()))
      if case .addEntry(let wish) = body, wish.content.paid.count > 1 { severalPaid += 1 }
      isSettled = true
      return answer
    case .rejected(let rejected):
      refused[rejected.code, default: 0] += 1
      return nil
    default: throw Unexpected("neither accepted nor rejected: \(answer)")
    }
  }

  /// Has a command accepted if the last one was not, so that all that has come due is committed.
  mutating func awaitDue() throws {
    guard !isSettled else { return }
    let tea = AddEntry.with {
      $0.entryID = id()
      ($0.content.kind, $0.content.amount, $0.content.description_p) = (.expense, money(2_000), "Tea")
    }
    guard try send(.addEntry(tea), by: 0) != nil else { throw Unexpected("no tea on day \(today)") }
  }

  /// The name of what a message holds: "addEntry".
  static func name(_ body: some Any) -> String { String(String(describing: body).prefix { $0 != "(" }) }

  /// The fields that a message sets, as JSON has them.
  private static func paths(of json: Data) throws -> Set<String> {
    var paths: Set<String> = []
    func walk(_ value: Any, _ path: String) {
      if !path.isEmpty { paths.insert(path) }
      if let list = value as? [Any] { for element in list { walk(element, path) } }
      if let fields = value as? [String: Any] { for (name, field) in fields { walk(field, path.isEmpty ? name : "\(path).\(name)") } }
    }
    walk(try JSONSerialization.jsonObject(with: json), "")
    return paths
  }

  /// Sends the question as one of the people, and notes what was answered.
  ///
  /// - Parameter mayBeRefused: whether a rejection is an answer too.
  @discardableResult
  mutating func ask(_ body: ClientMessage.OneOf_Body, by person: Int, mayBeRefused: Bool = false) throws -> ServerMessage {
    var answer = try people[person].client.ask(body)
    var message = ClientMessage()
    message.body = body
    asked.formUnion(try Self.paths(of: message.jsonUTF8Data()))
    answered[Self.name(body), default: 0] += 1
    switch answer.body {
    case .rejected(let rejected):
      guard mayBeRefused else { throw Unexpected("not answered: \(rejected)") }
      note(rejected.code)
    case .settlement, .impact, .dashboard, .entries:
      answer.request = 0
      answers.update(try answer.serializedBytes() as [UInt8])
    default: break
    }
    return answer
  }

  /// Takes a text into the hash of answers.
  mutating func note(_ text: String) { answers.update(Array(text.utf8)) }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random.below(choices.count)] }

  func money(_ minor: Int, _ currency: String = "INR") -> Money {
    .with {
      $0.minor = Int64(minor)
      $0.currency = currency
    }
  }
}
