import HearthProtocol
import Testing

@testable import HearthClient

/// A sync core with a server that is played by the test: what the core sends is decoded, what the server says encoded.
struct CoreHarness {
  var core: SyncCore
  let format: WireFormat
  var now: Int64 = 1_000
  private(set) var sent: [ClientMessage] = []
  private(set) var notices: [SyncNotice] = []
  /// Waits before connections that were asked for.
  private(set) var connects: [Int64] = []
  private(set) var pings = 0
  private(set) var closes: [UInt16] = []

  init(
    _ credentials: Credentials = .token("secret"), format: WireFormat = .protobuf, _ settle: (inout SyncConfiguration) -> Void = { _ in }
  ) {
    var configuration = SyncConfiguration(credentials: credentials)
    configuration.format = format
    settle(&configuration)
    self.format = format
    core = SyncCore(configuration)
  }

  mutating func take(_ effects: [SyncEffect]) throws {
    for effect in effects {
      switch effect {
      case .connect(let delay): connects.append(delay)
      case .send(let bytes): sent.append(try format.decode(ClientMessage.self, from: bytes))
      case .ping: pings += 1
      case .close(let code): closes.append(code)
      case .notice(let notice): notices.append(notice)
      }
    }
  }

  /// What was sent since the last call.
  mutating func takeSent() -> [ClientMessage] {
    defer { sent = [] }
    return sent
  }

  /// What was noticed since the last call.
  mutating func takeNotices() -> [SyncNotice] {
    defer { notices = [] }
    return notices
  }

  mutating func logIn() throws {
    try take(core.connected(now: now))
    try receive(.welcome(Welcome()))
  }

  mutating func request(_ request: SyncRequest, tag: UInt64 = 0) throws { try take(core.request(request, tag: tag)) }

  mutating func disconnect(_ cause: Disconnection, random: UInt64 = 0) throws {
    try take(core.disconnected(cause, random: random))
  }

  mutating func tick(_ milliseconds: Int64) throws {
    now += milliseconds
    try take(core.tick(now: now, random: 0))
  }

  mutating func receive(_ body: SealedServerMessage.OneOf_Body, request: UInt32 = 0) throws {
    var message = SealedServerMessage()
    message.request = request
    message.body = body
    let sealed = try WireFormat.protobuf.encode(message)
    switch format {
    case .protobuf: try take(core.received(sealed, now: now))
    case .json:
      let open = try WireFormat.protobuf.decode(ServerMessage.self, from: sealed)
      try take(core.received(try WireFormat.json.encode(open), now: now))
    }
  }

  /// Follows the script's group up to its head by snapshots.
  mutating func follow(_ script: GroupScript) throws {
    try request(.subscribe(script.group))
    try answer(script, script.subscribed(script.start(.shared), script.start(.admin)))
    for part in script.parts(.shared) + script.parts(.admin) { try receive(.snapshotPart(part)) }
    try #require(core.view(of: script.group) != nil)
    _ = takeSent()
    _ = takeNotices()
  }

  /// Answers the last subscribe.
  mutating func answer(_ script: GroupScript, _ subscribed: Subscribed) throws {
    let request = try #require(sent.last { if case .subscribe = $0.body { true } else { false } }?.request)
    try receive(.subscribed(subscribed), request: request)
  }
}

extension ClientMessage {
  var command: Command? { if case .command(let command) = body { command } else { nil } }
  var subscription: Subscribe? { if case .subscribe(let subscribe) = body { subscribe } else { nil } }
}

func testCommand(_ number: UInt64, _ script: GroupScript) -> Command {
  var command = Command()
  command.id = CommandID(high: 0x7000, low: 0x8000_0000_0000_0000 | number).description
  command.groupID = script.group.description
  command.addEntry = AddEntry()
  return command
}

/// Something that should have been sent or noticed was not.
struct Missing: Error {
  var what: String
}
