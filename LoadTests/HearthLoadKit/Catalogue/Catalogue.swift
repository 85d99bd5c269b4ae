/// The words that rows and those who play them share.
public enum Catalogue {
  /// The one web origin that the server of the rows lets browsers come from.
  public static let webOrigin = "https://good.example"
  /// Connections that a full or crowded server takes, the witnesses' included.
  public static let crowd = 8
  /// Stands for a valid login token.
  public static let token = "$TOKEN$"
  /// Stands for the group of the witnesses.
  public static let group = "$GROUP$"
  /// The key of every upgrade (RFC 6455 §1.3), so that its proof is known.
  public static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  /// The proof that belongs to the key.
  public static let proof = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  /// The path of the WebSocket.
  public static let path = "/v1/socket"

  /// The fields that every upgrade needs, by name.
  static let upgradeFields = [
    ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
    ("Sec-WebSocket-Version", "13"),
  ]

  /// An upgrade request.
  ///
  /// - Parameters:
  ///   - changing: other values for these fields.
  ///   - without: a field left out.
  ///   - adding: lines behind them.
  public static func upgrade(
    _ target: String = path, changing: [String: String] = [:], without: String? = nil, adding lines: [String] = [],
    method: String = "GET", version: String = "HTTP/1.1"
  ) -> [UInt8] {
    var text = "\(method) \(target) \(version)\r\n"
    for (name, usual) in upgradeFields where name != without { text += "\(name): \(changing[name] ?? usual)\r\n" }
    for line in lines { text += line + "\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// The first message of a session that logs in.
  public static let hello = #"{"request":1,"hello":{"token":"\#(token)"}}"#

  /// A request that is answered at once, in order, whoever asks: the group is none.
  public static func request(_ number: Int, padding: String = "") -> String {
    #"{"request":\#(number),"unsubscribe":{"groupId":"\#(padding)"}}"#
  }

  /// A masked text frame.
  public static func text(_ text: String) -> [UInt8] { frame(1, Array(text.utf8)) }

  /// A client's frame.
  ///
  /// - Parameters:
  ///   - first: the first byte: FIN, the reserved bits, the opcode. A value below 16 is an opcode with FIN.
  ///   - mask: the key; nil leaves the frame unmasked.
  ///   - length: what the header says, if not the truth.
  ///   - form: the bits of the length, 7, 16 or 64; nil for the shortest.
  public static func frame(
    _ first: UInt8, _ payload: [UInt8] = [], mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D], length: UInt64? = nil, form: Int? = nil
  ) -> [UInt8] {
    let announced = length ?? UInt64(payload.count)
    let form = form ?? (announced < 126 ? 7 : announced < 65_536 ? 16 : 64)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    var bytes = [first < 16 ? first | 0x80 : first]
    switch form {
    case 7: bytes.append(maskBit | UInt8(truncatingIfNeeded: announced))
    case 16: bytes += [maskBit | 126] + bigEndian(announced, 2)
    default: bytes += [maskBit | 127] + bigEndian(announced, 8)
    }
    guard let mask else { return bytes + payload }
    bytes += mask
    for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
    return bytes
  }

  /// A first or middle fragment: FIN clear.
  static func fragment(_ opcode: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    var bytes = frame(opcode, payload)
    bytes[0] &= 0x7F
    return bytes
  }

  /// A Close frame.
  public static func close(_ code: Int?, reason: [UInt8] = []) -> [UInt8] {
    frame(8, code.map { bigEndian(UInt64($0), 2) + reason } ?? [])
  }

  static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
