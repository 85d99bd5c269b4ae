import Testing
import WebSocket

/// What a connection reports, with payloads copied.
enum Reported: Equatable, Sendable {
  case text([UInt8])
  case binary([UInt8])
  case compressed(MessageKinds, [UInt8])
  case compressedPart(MessageKinds, [UInt8], isLast: Bool)
  case ping([UInt8])
  case pong([UInt8])
  case ended(Ending)

  init(_ event: ConnectionEvent) {
    switch event {
    case .text(let payload): self = .text(Array(payload))
    case .binary(let payload): self = .binary(Array(payload))
    case .compressed(let kind, let payload): self = .compressed(kind, Array(payload))
    case .compressedPart(let kind, let payload, let isLast): self = .compressedPart(kind, Array(payload), isLast: isLast)
    case .ping(let payload): self = .ping(Array(payload))
    case .pong(let payload): self = .pong(Array(payload))
    case .ended(let ending): self = .ended(ending)
    }
  }
}

/// A connection with its clock, its output and its reports.
final class Endpoint {
  private var connection: WebSocketConnection
  var now: Int64 = 1_000
  var output: [UInt8] = []
  var reported: [Reported] = []
  let role: Role

  init(_ configuration: ConnectionConfiguration) {
    connection = WebSocketConnection(configuration)
    role = configuration.role
  }

  convenience init(_ role: Role) { self.init(ConnectionConfiguration(role: role)) }

  /// Receives frames of the peer, in one read.
  func receive(_ frames: Frame...) { receive(frames.flatMap { $0.bytes(masked: role == .server) }) }

  func receive(_ bytes: [UInt8]) {
    var read = bytes
    read.withUnsafeMutableBytes { buffer in
      var position = 0
      while let event = connection.next(in: buffer, from: &position, now: now, maskKey: 0x0102_0304, output: &output) {
        reported.append(Reported(event))
      }
      #expect(position == buffer.count)
    }
  }

  func close(_ code: CloseCode?, reason: String = "") -> Bool {
    connection.close(code, reason: reason, now: now, maskKey: 0x0102_0304, output: &output)
  }

  func send(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { connection.send(.text, payload: $0, maskKey: 0x0102_0304, output: &output) }
  }

  func expire() {
    if let event = connection.expire(now: now, maskKey: 0x0102_0304, output: &output) { reported.append(Reported(event)) }
  }

  func fail(_ fault: WebSocketFault) { reported.append(Reported(connection.fail(fault, output: &output))) }

  func transportEnded() {
    if let event = connection.transportEnded() { reported.append(Reported(event)) }
  }

  func outputDrained() { connection.outputDrained(output: &output) }

  var isOpen: Bool { connection.isOpen }
  var hasEnded: Bool { connection.hasEnded }
  var deadline: Int64? { connection.deadline }
  var chargedBytes: Int { connection.chargedBytes }

  /// Every frame written. A decoder ends at a Close, so another one goes on after it: a byte too many is seen.
  func written() -> [Seen] {
    var seen: [Seen] = []
    var bytes = output
    bytes.withUnsafeMutableBytes { buffer in
      var position = 0
      while position < buffer.count {
        var decoder = FrameDecoder(role: role == .server ? .client : .server)
        do throws(WebSocketFault) {
          while let event = try decoder.next(in: buffer, from: &position) {
            seen.append(Seen(event))
            if case .close = event { break }
          }
        } catch {
          seen.append(.fault(error))
          position = buffer.count
        }
      }
    }
    return seen
  }
}

@Suite("A connection: control frames, the end, deadlines") struct ConnectionTests {
  @Test("Nothing is held after the end, even when the peer's Close comes in two reads", arguments: [true, false])
  func heldAfterTheEnd(weCloseFirst: Bool) {
    let endpoint = Endpoint(.server)
    if weCloseFirst { #expect(endpoint.close(.normalClosure)) }
    let answer = Frame.close(1000, Array("bye".utf8)).bytes(masked: true)
    endpoint.receive(Array(answer.prefix(8)))
    #expect(endpoint.chargedBytes > 0)
    endpoint.receive(Array(answer.suffix(from: 8)))
    #expect(endpoint.hasEnded)
    #expect(endpoint.chargedBytes == 0)
  }

  @Test("F17 a ping is answered at once, inside a message too", arguments: [Role.server, .client]) func ping(role: Role) {
    let endpoint = Endpoint(role)
    endpoint.receive(Frame(first: 0x01, payload: [0x61]), Frame(first: 0x89, payload: [7, 8]))
    #expect(endpoint.written() == [.pong([7, 8])])
    endpoint.receive(Frame(first: 0x80, payload: [0x62]))
    #expect(endpoint.reported == [.ping([7, 8]), .text([0x61, 0x62])])
  }

  @Test("F23 of many pings at once sixteen are answered, then the last") func pingFlood() {
    let endpoint = Endpoint(.server)
    endpoint.receive((0..<20).flatMap { Frame(first: 0x89, payload: [$0]).bytes(masked: true) })
    #expect(endpoint.written() == (0..<16).map { .pong([$0]) })
    endpoint.output = []
    endpoint.outputDrained()
    #expect(endpoint.written() == [.pong([19])])
    endpoint.output = []
    endpoint.outputDrained()
    #expect(endpoint.output.isEmpty)
    #expect(endpoint.chargedBytes == 0)
  }

  @Test("F23 thirty control frames at once are within the budget, the next is not; time gives it back") func controlBudget() {
    let endpoint = Endpoint(.server)
    endpoint.receive((0..<30).flatMap { Frame(first: 0x8A, payload: [$0]).bytes(masked: true) })
    #expect(endpoint.reported.count == 30)
    endpoint.now += 100
    endpoint.receive(Frame(first: 0x89))
    #expect(endpoint.reported.last == .ping([]))
    endpoint.receive(Frame(first: 0x89))
    #expect(endpoint.reported.last == .ended(.failed(.controlFramesTooFrequent)))
    #expect(endpoint.written() == [.pong([]), .close(1008, [])])
  }

  @Test("F23 the budget holds at the ends of the clock", arguments: [Int64.min, Int64.max, 0, -1]) func clockEnds(now: Int64) {
    let endpoint = Endpoint(.server)
    endpoint.now = now
    endpoint.receive((0..<31).flatMap { Frame(first: 0x8A, payload: [$0]).bytes(masked: true) })
    #expect(endpoint.reported.last == .ended(.failed(.controlFramesTooFrequent)))
  }

  @Test(
    "Every fault sends its code once and ends the connection, after the answers to what came before", arguments: [Role.server, .client])
  func fault(role: Role) {
    let endpoint = Endpoint(role)
    endpoint.receive(.text("a"), Frame(first: 0x89, payload: [1]), Frame(first: 0xB1), .text("b"))
    #expect(endpoint.reported == [.text([0x61]), .ping([1]), .ended(.failed(.reservedBitSet))])
    #expect(endpoint.written() == [.pong([1]), .close(1002, [])])
    endpoint.receive(.text("c"))
    #expect(!endpoint.send("d"))
    let didClose = endpoint.close(.normalClosure)
    #expect(!didClose)
    #expect(endpoint.reported.count == 3)
    #expect(endpoint.written().count == 2)
    #expect(endpoint.hasEnded)
  }

  @Test("The close code of every fault") func faultCodes() {
    let codes = Dictionary(grouping: WebSocketFault.allCases, by: { $0.closeCode.rawValue }).mapValues(\.count)
    #expect(codes == [1002: 12, 1003: 1, 1007: 3, 1008: 4, 1009: 2])
    for fault in WebSocketFault.allCases {
      let endpoint = Endpoint(.server)
      endpoint.fail(fault)
      #expect(endpoint.reported == [.ended(.failed(fault))])
      #expect(endpoint.written() == [.close(fault.closeCode.rawValue, [])])
    }
  }

  @Test("C1 C4 a Close is echoed with its code", arguments: [Role.server, .client]) func echo(role: Role) {
    let empty = Endpoint(role)
    empty.receive(Frame(first: 0x88))
    #expect(empty.reported == [.ended(.closedByPeer(nil))])
    #expect(empty.written() == [.close(nil, [])])
    for code in [1000, 1001, 1014, 3000, 4999] as [UInt16] {
      let endpoint = Endpoint(role)
      endpoint.receive(.close(code, Array("bye".utf8)), .text("late"), .close(1001))
      #expect(endpoint.reported == [.ended(.closedByPeer(CloseCode(rawValue: code)))])
      #expect(endpoint.written() == [.close(code, [])])
    }
  }

  @Test("C8 C12 after our Close nothing leaves, nothing is delivered, and only the peer's Close counts") func ourClose() {
    let endpoint = Endpoint(.server)
    #expect(endpoint.send("a"))
    let didClose = endpoint.close(.goingAway, reason: "restart")
    let didCloseAgain = endpoint.close(.normalClosure)
    #expect(didClose && !didCloseAgain)
    #expect(!endpoint.isOpen)
    #expect(!endpoint.send("b"))
    endpoint.receive(.text("c"), Frame(first: 0x89), .close(1001), .close(1001))
    #expect(endpoint.reported == [.ended(.closedByUs(.goingAway))])
    #expect(endpoint.written() == [.text("a"), .close(1001, Array("restart".utf8))])
    endpoint.outputDrained()
    #expect(endpoint.written().count == 2)
  }

  @Test("C8 a fault after our Close sends no second one") func faultAfterClose() {
    let endpoint = Endpoint(.client)
    #expect(endpoint.close(.normalClosure))
    endpoint.receive(Frame(first: 0x83))
    #expect(endpoint.reported == [.ended(.failed(.opcodeReserved))])
    #expect(endpoint.written() == [.close(1000, [])])
  }

  @Test("C9 a Close not answered ends at five seconds") func unanswered() {
    let endpoint = Endpoint(.server)
    #expect(endpoint.deadline == nil)
    #expect(endpoint.close(.normalClosure))
    #expect(endpoint.deadline == 6_000)
    endpoint.receive(Frame(first: 0x02, payload: [1]))
    endpoint.now = 5_999
    endpoint.expire()
    #expect(endpoint.reported.isEmpty)
    endpoint.now = 6_000
    endpoint.expire()
    #expect(endpoint.reported == [.ended(.unanswered)])
    #expect(endpoint.deadline == nil)
  }

  @Test("C11 a Close inside a message drops the part") func closeInsideMessage() {
    let endpoint = Endpoint(.server)
    endpoint.receive(Frame(first: 0x01, payload: [0x61]), .close(1000))
    #expect(endpoint.reported == [.ended(.closedByPeer(.normalClosure))])
    #expect(endpoint.chargedBytes == 0)
  }

  @Test("T8 the end of the transport without a Close is reported once") func lost() {
    let endpoint = Endpoint(.server)
    endpoint.transportEnded()
    endpoint.transportEnded()
    #expect(endpoint.reported == [.ended(.lost)])
    #expect(endpoint.output.isEmpty)
  }

  @Test(
    "F14 F15 a message not complete in ten seconds fails; pings do not stretch the time",
    arguments: [
      Frame(first: 0x01, payload: [0x61]), Frame(first: 0x82, payload: [1], announced: 60_000),
    ]) func slowMessage(_ begun: Frame)
  {
    let endpoint = Endpoint(.server)
    endpoint.receive(.text("whole"))
    #expect(endpoint.deadline == nil)
    endpoint.receive(begun)
    #expect(endpoint.deadline == 11_000)
    if begun.announced == nil {
      endpoint.now = 5_000
      endpoint.receive(Frame(first: 0x89))
      #expect(endpoint.deadline == 11_000)
      endpoint.output = []
    }
    let before = endpoint.reported
    endpoint.now = 10_999
    endpoint.expire()
    #expect(endpoint.reported == before && endpoint.output.isEmpty && endpoint.isOpen)
    endpoint.now = 11_000
    endpoint.expire()
    #expect(endpoint.reported == before + [.ended(.failed(.messageTooSlow))])
    #expect(endpoint.written() == [.close(1008, [])])
  }

  @Test("F12 a fragment that crosses the sum fails at once, though it is not the last", arguments: [Role.server, .client])
  func crossingFragment(role: Role) {
    let endpoint = Endpoint(role)
    endpoint.receive(Frame(first: 0x02, payload: Array(repeating: 1, count: 65_535)), Frame(first: 0x00, payload: [1]))
    #expect(endpoint.reported.isEmpty && endpoint.output.isEmpty && endpoint.isOpen)
    // Its header is enough.
    endpoint.receive(Frame(first: 0x00, announced: 1))
    #expect(endpoint.reported == [.ended(.failed(.messageTooBig))])
    #expect(endpoint.written() == [.close(1009, [])])
    #expect(endpoint.hasEnded && endpoint.chargedBytes == 0)
  }

  @Test("F14 a message that ends in time clears the clock; the next one has its own") func messageClock() {
    let endpoint = Endpoint(.server)
    endpoint.receive([0x81])
    #expect(endpoint.deadline == 11_000)
    endpoint.now = 4_000
    endpoint.receive(Array(Frame.text("a").bytes(masked: true).dropFirst()) + [0x81])
    #expect(endpoint.deadline == 14_000)
    endpoint.receive(Array(Frame.text("a").bytes(masked: true).dropFirst()))
    #expect(endpoint.deadline == nil)
    #expect(endpoint.reported == [.text([0x61]), .text([0x61])])
  }

  @Test("Two ends talk: 200 messages each way, then a Close, in small reads") func pair() {
    let server = Endpoint(.server)
    let client = Endpoint(.client)
    for index in 0..<200 {
      #expect(client.send("question \(index)"))
      #expect(server.send("answer \(index)"))
    }
    #expect(client.close(.normalClosure))
    for range in cuts(of: client.output.count, seed: 5)[3] { server.receive(Array(client.output[range])) }
    for range in cuts(of: server.output.count, seed: 6)[3] { client.receive(Array(server.output[range])) }
    #expect(server.reported == (0..<200).map { .text(Array("question \($0)".utf8)) } + [.ended(.closedByPeer(.normalClosure))])
    #expect(client.reported == [.ended(.closedByUs(.normalClosure))])
  }
}
