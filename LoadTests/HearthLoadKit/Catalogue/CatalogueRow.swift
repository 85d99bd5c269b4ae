/// One row of the catalogue of bad input: what a peer does, and exactly what it gets.
///
/// Rows are data. A program with sockets plays them: the tests once each way, `hearth-load hostile --catalogue` a
/// thousand times.
public struct CatalogueRow: Sendable {
  /// The row's number, such as `H12`.
  public let number: String
  /// The input in a few words.
  public let name: String
  /// Its sub-cases; at least one.
  public let cases: [CatalogueCase]
  /// Limit: processor time that one of them may cost a server, the kernel's part included; nil when the catalogue names
  /// none.
  public let processorMax: Duration?

  init(_ number: String, _ name: String, processorMax: Duration? = nil, _ cases: [CatalogueCase]) {
    self.number = number
    self.name = name
    self.processorMax = processorMax
    self.cases = cases
  }

  /// All of them, in the order of the catalogue.
  public static let all: [CatalogueRow] = transport + requests + credentials + fields + negotiation + frames + messages + closing + deflate
}

/// One input of a row and its outcome, as a script for both ends.
public struct CatalogueCase: Sendable {
  /// What tells it from the other cases of its row.
  public let name: String
  /// How far the connection has come, without fault, before the script begins.
  public var stage: Stage
  /// What happens, in order.
  public var script: [Step]
  /// The ways it is not played, each with the reason; normally none.
  public var leftOut: [Way: LeftOut] = [:]
  /// Whether segments of one byte are what it is about, so that nobody may play it in others, however many they are.
  public var isAboutSegments = false
  /// The server it is for.
  public var setting = Setting.usual
  /// How many bytes the kernel keeps for the peer in either direction; nil for what is usual. With few the server is
  /// never far behind.
  public var bufferBytes: Int32?
  /// Whether the outcome waits for a deadline of the server.
  public var waitsForDeadline = false

  /// The ways it is played.
  public var ways: [Way] { Way.allCases.filter { leftOut[$0] == nil } }

  /// Bytes that the peer sends.
  public var byteCount: Int {
    script.reduce(0) { sum, step in
      switch step {
      case .send(let bytes), .drip(let bytes): sum + bytes.count
      case .sendTogether(let parts):
        parts.reduce(sum) { sum, part in
          switch part {
          case .bytes(let bytes): sum + bytes.count
          case .text(let text), .filled(let text): sum + text.utf8.count
          }
        }
      case .halfClose, .closeNotify, .reset, .updateKeys, .renegotiate, .expect: sum
      }
    }
  }

  /// How the bytes travel.
  public enum Way: String, Sendable, CaseIterable {
    /// Each sending in one piece, without TLS.
    case plain
    /// Each sending in one piece, over TLS.
    case secure
    /// One byte in each TCP segment, without TLS.
    case bytewise
    /// One byte in each TCP segment, over TLS, its handshake included.
    case secureBytewise

    /// Whether TLS is spoken.
    public var isSecure: Bool { self == .secure || self == .secureBytewise }
    /// Whether every byte travels in a segment of its own.
    public var isBytewise: Bool { self == .bytewise || self == .secureBytewise }
    /// The same with whole segments, for those who are not what is tried.
    public var whole: Way { isSecure ? .secure : .plain }
  }

  /// Why a case is not played one way. `CatalogueTests` has the list of all that are not.
  public enum LeftOut: String, Sendable {
    /// It is about TLS itself.
    case needsTLS
    /// The server answers before the rest has come when segments are that small, so that there is nothing to answer the
    /// rest with.
    case comesTooLate
    /// Its bytes, one at a time and against a peer that does not read, take longer than anything may stay unsent.
    case takesTooLong
  }

  /// How far a connection comes before the script.
  public enum Stage: Sendable, Equatable {
    /// TCP, and no TLS handshake even where the server waits for one.
    case connected
    /// TCP, and TLS where it is spoken.
    case secured
    /// TLS 1.2 and nothing newer.
    case securedByOldVersion
    /// The upgrade.
    case open
    /// The upgrade with these extensions offered, and a login.
    case extended(String)
    /// The upgrade and a login.
    case loggedIn
  }

  /// What the server must be like.
  public enum Setting: Sendable, Hashable {
    /// Origins limited to `Catalogue.origin`, compression off.
    case usual
    /// Compression on.
    case compressing
    /// Takes `Catalogue.crowd` connections in all, and all of them are there: the script's is one more.
    case full
    /// Takes `Catalogue.crowd` connections of one address, and all of them are there: the script's is one more.
    case crowded
    /// Takes `Catalogue.crowd` connections of one identity, and all of them are there: the script's is one more.
    case familiar
    /// Takes pings at any rate, holds back few of the pongs, and queues ten messages for a connection.
    case narrow

    /// Whether others take all the space there is for somebody, so that no two scripts can be played at once.
    public var isFilled: Bool {
      switch self {
      case .full, .crowded, .familiar: true
      case .usual, .compressing, .narrow: false
      }
    }
  }

  init(_ name: String, _ stage: Stage, _ script: [Step]) {
    self.name = name
    self.stage = stage
    self.script = script
  }
}

/// One step of a script.
public enum Step: Sendable {
  /// The peer sends these bytes.
  case send([UInt8])
  /// The peer sends these things in one piece.
  case sendTogether([Spoken])
  /// The peer sends these bytes one at a time, an eighth of the server's deadline apart, until something comes back.
  case drip([UInt8])
  /// The peer ends its stream below TLS: shutdown(SHUT_WR).
  case halfClose
  /// The peer ends its TLS stream (close_notify) and keeps TCP open; without TLS the same as `halfClose`.
  case closeNotify
  /// The peer breaks the connection with a reset.
  case reset
  /// The peer asks for new TLS keys so many times, each in a record of its own.
  case updateKeys(Int)
  /// The peer asks to renegotiate TLS 1.2.
  case renegotiate
  /// What must come back next.
  case expect(Answer)
}

/// A part of what is sent in one piece.
public enum Spoken: Sendable {
  /// As they are.
  case bytes([UInt8])
  /// A masked text frame; `Catalogue.token` and `Catalogue.group` in it stand for those of the peer.
  case text(String)
  /// Bytes of this text, in which the same stand for the same.
  case filled(String)
}

/// What must come back next, exactly.
public enum Answer: Sendable {
  /// The head of an HTTP response.
  case head(Int, [FieldDemand])
  /// An HTTP response to its last byte, and nothing after it.
  case response(String)
  /// 101 with the right proof.
  case upgraded([FieldDemand])
  /// A login works on the upgraded connection, and a message is answered.
  case login
  /// A message that answers the request of this number, and nothing before it.
  case answer(Int)
  /// A message with this in it, and nothing before it.
  case message(String)
  /// A pong with this payload, and nothing before it.
  case pong([UInt8])
  /// At most so many pongs in the order of the pings, the last of them with this payload.
  case pongs(atMost: Int, last: [UInt8])
  /// A Close with this code, nil for none, after nothing else.
  case close(Int?)
  /// A Close with this code after any number of messages and pongs.
  case closeEventually(Int)
  /// The connection works: a message is answered, and a Close with 1000 is echoed before the end.
  case roundTrip
  /// A fatal TLS alert with this description, nil for any, or the end without a byte.
  case alert(UInt8?)
  /// The end of the stream after nothing else.
  case end
  /// The end of the connection in whatever way, after nothing but an alert below TLS: no frame, no head of a response.
  case cut
  /// The same after any number of messages.
  case cutEventually
}

/// What a field of an HTTP response must be.
public struct FieldDemand: Sendable {
  /// The name, in lower case.
  public let name: String
  /// What is allowed.
  public let value: Value

  /// A field's values.
  public enum Value: Sendable {
    /// Exactly this.
    case exactly(String)
    /// A list with this element, in any case.
    case listing(String)
    /// A decimal number in this range.
    case within(ClosedRange<Int>)
    /// The field is not there.
    case absent
  }

  /// Exactly one such field with this value.
  public static func exactly(_ name: String, _ value: String) -> FieldDemand { FieldDemand(name: name, value: .exactly(value)) }
  /// A field with this element.
  public static func listing(_ name: String, _ value: String) -> FieldDemand { FieldDemand(name: name, value: .listing(value)) }
  /// A number in this range.
  public static func within(_ name: String, _ range: ClosedRange<Int>) -> FieldDemand { FieldDemand(name: name, value: .within(range)) }
  /// No such field.
  public static func absent(_ name: String) -> FieldDemand { FieldDemand(name: name, value: .absent) }
}
