import Foundation
import HearthProtocol
import Testing
import Transport

/// A reader of a stream of events over a bare socket, as the WHATWG's standard has it: lines, fields, and an event at
/// each empty line.
final class FeedClient {
  /// One event.
  struct Told {
    var kind = "message"
    var data = ""
    /// The last id that has come.
    var id = ""

    /// The data as the message of a WebSocket; empty when it is none.
    var message: ServerMessage { (try? WireFormat.json.decode(ServerMessage.self, from: Array(data.utf8))) ?? ServerMessage() }

    /// The data of the last event.
    var end: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:] }
  }

  let socket: BlockingSocket
  /// The head of the answer, line by line.
  let head: [String]
  /// The milliseconds after which to come back, each time that they came.
  private(set) var retries: [Int] = []
  /// Lines that are no event.
  private(set) var comments = 0
  private(set) var lastID = ""
  private var bytes: [UInt8] = []

  /// Asks for a stream and reads the head of the answer.
  ///
  /// - Parameters:
  ///   - query: with the question mark.
  ///   - last: the id of the last event that has come; empty: none has.
  ///   - more: further lines of the head.
  ///   - address: of another server than the home's.
  init(
    _ home: CallServer, by client: WireClient, query: String = "", after last: String = "", _ more: String = "",
    receiveBufferBytes: Int32? = nil, at address: SocketAddress? = nil
  ) throws {
    socket = try BlockingSocket(address ?? home.server.address, receiveBufferBytes: receiveBufferBytes)
    let lines = last.isEmpty ? more : "Last-Event-ID: \(last)\r\n" + more
    socket.send(home.request("GET", "/events" + query, by: client, nil, "Accept: text/event-stream\r\n" + lines))
    let end = Array("\r\n\r\n".utf8)
    var come: [UInt8] = []
    while come.firstRange(of: end) == nil, let more = try socket.receive() { come += more }
    guard let place = come.firstRange(of: end) else { throw Unexpected("no head") }
    head = String(decoding: come[..<place.lowerBound], as: UTF8.self).components(separatedBy: "\r\n").map { $0.lowercased() }
    bytes = Array(come[place.upperBound...])
  }

  /// A line without its end; nil when nothing more comes.
  private func line() throws -> String? {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard let more = try socket.receive() else { return nil }
      bytes += more
    }
  }

  /// The next event; nil at the end of the stream.
  func next() throws -> Told? {
    var told = Told()
    while let line = try line() {
      if line.isEmpty {
        if told.data.isEmpty { continue }
        told.id = lastID
        return told
      }
      let value = line.firstIndex(of: ":").map { line[line.index(after: $0)...].drop { $0 == " " } } ?? ""
      switch line.prefix(while: { $0 != ":" }) {
      case "": comments += 1
      case "id": lastID = String(value)
      case "event": told.kind = String(value)
      case "data": told.data += value
      case "retry": retries.append(Int(value) ?? 0)
      case let other: throw Unexpected("a field \(other)")
      }
    }
    return nil
  }

  /// The next event of this kind; those before are passed over.
  func next(_ kind: String) throws -> Told {
    while let told = try next() { if told.kind == kind { return told } }
    throw Unexpected("the stream ended before \(kind)")
  }

  /// Events of lanes until so many have come, by lane.
  func events(_ count: Int) throws -> [String: [LaneEvent]] {
    var found: [String: [LaneEvent]] = [:]
    while found.values.reduce(0, { $0 + $1.count }) < count {
      let told = try next("laneEvents").message.laneEvents
      found[told.lane, default: []] += told.events
    }
    return found
  }

  /// Reads up to the end, and what the last event says.
  func end() throws -> [String: Any] {
    var last: Told?
    while let told = try next() { last = told }
    #expect(last?.kind == "end")
    return last?.end ?? [:]
  }
}
