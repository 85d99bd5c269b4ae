import HearthLoadKit

/// Compares what comes back with what must.
struct Judgement {
  private let peer: Peer

  init(_ peer: Peer) { self.peer = peer }

  // MARK: HTTP

  /// - Returns: the response's body.
  @discardableResult func head(_ status: Int, _ demands: [FieldDemand]) throws -> [UInt8] {
    let head = try peer.head()
    let lines = head.split(separator: "\r\n")
    guard let first = lines.first, first.hasPrefix("HTTP/1.1 \(status) ") || first == "HTTP/1.1 \(status)" else {
      throw Mismatch("status \(status) was due, not \(String(reflecting: lines.first.map(String.init) ?? ""))")
    }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingBlanks)
    }
    for demand in demands {
      let values = fields.filter { $0.0 == demand.name }.map(\.1)
      guard demand.value.holds(values) else { throw Mismatch("\(demand.name) was to be \(demand.value), not \(values)") }
    }
    if status == 101 { peer.isCompressed = fields.contains { $0.0 == "sec-websocket-extensions" } }
    // What is due behind the response stands behind its body.
    let length = fields.first { $0.0 == "content-length" }.flatMap { Int($0.1) } ?? 0
    guard try peer.fill(length) else { throw Mismatch("the response's body of \(length) bytes did not come") }
    return peer.take(length)
  }

  func upgraded(_ demands: [FieldDemand]) throws {
    try head(101, [.exactly("sec-websocket-accept", Catalogue.proof), .listing("connection", "upgrade")] + demands)
  }

  func response(_ text: String) throws {
    let answer = String(decoding: try peer.rest(), as: UTF8.self)
    guard answer == text else { throw Mismatch("another answer: \(String(reflecting: answer))") }
  }

  // MARK: Frames

  func answer(_ number: Int) throws { try message(containing: "\"request\":\(number),") }

  func message(containing part: String) throws {
    let frame = try peer.frame()
    guard frame.opcode == 1, part.isEmpty || frame.text.contains(part) else {
      throw Mismatch("a message with \(part) was due, not \(described(frame))")
    }
  }

  func pong(_ payload: [UInt8]) throws {
    let frame = try peer.frame()
    guard frame.opcode == 10, frame.payload == payload else { throw Mismatch("the pong \(payload) was due, not \(described(frame))") }
  }

  func pongs(atMost most: Int, last: [UInt8]) throws {
    for _ in 0..<most {
      let frame = try peer.frame()
      guard frame.opcode == 10 else { throw Mismatch("a pong was due, not \(described(frame))") }
      if frame.payload == last { return }
    }
    throw Mismatch("more than \(most) pongs, the last ping not among them")
  }

  func close(_ code: Int?) throws {
    let frame = try peer.frame()
    guard frame.opcode == 8, self.code(frame) == code, code != nil || frame.payload.isEmpty else {
      throw Mismatch("a Close with \(code.map(String.init) ?? "no code") was due, not \(described(frame))")
    }
  }

  func closeEventually(_ code: Int) throws {
    while true {
      let frame = try peer.frame()
      switch frame.opcode {
      case 1, 10: continue
      case 8 where self.code(frame) == code: return
      default: throw Mismatch("a Close with \(code) was due, not \(described(frame))")
      }
    }
  }

  private func code(_ frame: Peer.Frame) -> Int? {
    frame.payload.count < 2 ? nil : Int(frame.payload[0]) << 8 | Int(frame.payload[1])
  }

  private func described(_ frame: Peer.Frame) -> String {
    switch frame.opcode {
    case 8: "a Close with \(code(frame).map(String.init) ?? "no code")"
    case 1: "a text: \(frame.text.prefix(200))"
    default: "a frame of opcode \(frame.opcode) and \(frame.payload.count) bytes"
    }
  }

  // MARK: The end

  func alert(_ description: UInt8?) throws {
    let bytes = try peer.rest()
    if bytes.isEmpty && description == nil { return }
    guard isAlert(bytes), description == nil || bytes[6] == description else {
      throw Mismatch("an alert was due, not \(bytes.prefix(20))")
    }
  }

  /// RFC 8446 §5.1, §6: a record of type 21 with a fatal alert.
  private func isAlert(_ bytes: [UInt8]) -> Bool { bytes.count == 7 && bytes[0] == 21 && bytes[5] == 2 }

  func end() throws {
    let bytes = try peer.rest()
    guard bytes.isEmpty else { throw Mismatch("the end was due, not \(bytes.prefix(20))") }
    switch peer.ending {
    case .inOrder: break
    case .reset where peer.socket.wasCutWhileSending: break
    case .reset, .tlsFailed, nil: throw Mismatch("the connection did not end in order")
    }
  }

  func cut() throws {
    let bytes = try peer.rest()
    // Within TLS nobody sees its alerts, and what looks like one is data.
    guard bytes.isEmpty || (peer.tls == nil && isAlert(bytes)) else { throw Mismatch("the cut was due, not \(bytes.prefix(20))") }
  }

  func cutEventually() throws {
    while try peer.fill(1) {
      let frame = try peer.frame()
      guard frame.opcode == 1 else { throw Mismatch("a message or the cut was due, not \(described(frame))") }
    }
  }
}

extension FieldDemand.Value {
  /// Whether these values of the field are allowed.
  fileprivate func holds(_ values: [String]) -> Bool {
    switch self {
    case .exactly(let value): values == [value]
    case .listing(let element):
      values.contains { value in
        value.split { $0 == "," || $0 == ";" }.contains { $0.trimmingBlanks.lowercased() == element.lowercased() }
      }
    case .within(let range): values.count == 1 && values.first.flatMap { Int($0) }.map(range.contains) == true
    case .absent: values.isEmpty
    }
  }
}

extension Substring {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest = rest.dropLast() }
    return String(rest)
  }
}
