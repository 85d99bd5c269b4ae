import HTTPTypes

/// The head of a request.
public struct RequestHead: Sendable, Hashable {
  /// Method, path and fields; Host is the authority. The scheme is for the transport to know and is nil here.
  public var request: HTTPRequest
  /// The version the client speaks.
  public var version: HTTPVersion
  /// Bytes of body that follow the head.
  public var bodyByteCount: Int
  /// The client sends the body when it is told to go on, with 100 (RFC 9110 §10.1.1).
  public var expectsContinue = false

  /// Makes a head of its parts.
  public init(request: HTTPRequest, version: HTTPVersion = .v1p1, bodyByteCount: Int = 0) {
    self.request = request
    self.version = version
    self.bodyByteCount = bodyByteCount
  }
}

/// Reads the head of one HTTP/1 request, in segments of any size, in linear time (RFC 9112).
///
/// It must never read past the end of the head: what follows is a body, or frames. Whether the request is an upgrade is
/// not its concern. The owner of the socket drives it until it returns a head or throws; a rejection's `response` is
/// the answer.
public struct RequestHeadParser: Sendable {
  private var reader: HeadReader

  /// Makes a parser for the next request of a connection.
  public init(limits: HeadLimits = HeadLimits()) { reader = HeadReader(limits: limits, isRequest: true) }

  /// Bytes held for the head, to be counted against a budget of memory.
  public var chargedBytes: Int { reader.usedBytes }

  /// Takes the next bytes.
  ///
  /// - Parameter position: where to go on in `bytes`; moved past what belongs to the head.
  /// - Returns: nil when all bytes were taken and the head is not complete.
  public mutating func read(_ bytes: UnsafeRawBufferPointer, from position: inout Int) throws(HeadRejection) -> RequestHead? {
    guard let count = try reader.read(UnsafeRawBufferPointer(rebasing: bytes[position...])) else {
      position = bytes.count
      return nil
    }
    position += count
    return try head()
  }

  private func head() throws(HeadRejection) -> RequestHead {
    guard let line = reader.startLine else { throw .startLineMalformed }
    // RFC 9112 §3: request-line = method SP request-target SP HTTP-version. Further empty parts are not collapsed.
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self)) else { throw .startLineMalformed }
    let version = try Self.version(parts[2])
    let host = try host(version)
    let path: String
    if method == .options && parts[1].elementsEqual("*".utf8) {
      path = "*"
    } else {
      path = try RequestTarget.path(of: parts[1], host: host)
    }
    let request = HTTPRequest(
      method: method, scheme: nil, authority: host.map { String(decoding: $0, as: UTF8.self) }, path: path, headerFields: reader.fields)
    var head = RequestHead(request: request, version: version, bodyByteCount: try bodyByteCount(method: method, version: version))
    head.expectsContinue = try expectsContinue(head)
    return head
  }

  // RFC 9110 §10.1.1: the one expectation there is, in any case; only of a body, and in HTTP/1.0 passed over.
  private func expectsContinue(_ head: RequestHead) throws(HeadRejection) -> Bool {
    let expectations = reader.fields[values: .expect]
    if expectations.isEmpty { return false }
    guard expectations.count == 1, let only = expectations.first, Octet.isEqual(only, "100-continue"), head.bodyByteCount > 0
    else { throw .expectationUnsupported }
    return head.version == .v1p1
  }

  /// RFC 9112 §2.3.
  static func version(_ text: ArraySlice<UInt8>) throws(HeadRejection) -> HTTPVersion {
    let digits = text.dropFirst(5)
    guard text.starts(with: "HTTP/".utf8), digits.count == 3, let major = digits.first, Octet.isDigit(major),
      digits.dropFirst().first == UInt8(ascii: "."), let minor = digits.last, Octet.isDigit(minor)
    else { throw .startLineMalformed }
    guard major == UInt8(ascii: "1") else { throw .versionUnsupported }
    return minor == UInt8(ascii: "0") ? .v1p0 : .v1p1
  }

  // RFC 9112 §3.2: exactly one in HTTP/1.1, and in any version a valid one.
  private func host(_ version: HTTPVersion) throws(HeadRejection) -> [UInt8]? {
    guard let host = reader.hosts.first else {
      switch version {
      case .v1p0: return nil
      case .v1p1: throw .hostInvalid
      }
    }
    guard reader.hosts.count == 1, RequestTarget.isHost(host) else { throw .hostInvalid }
    return host
  }

  // RFC 9112 §6.1, §6.3: no ambiguity about where the body ends is tolerated.
  private func bodyByteCount(method: HTTPRequest.Method, version: HTTPVersion) throws(HeadRejection) -> Int {
    let lengths = reader.fields[values: .contentLength]
    let isEncoded = reader.fields.contains(.transferEncoding)
    if lengths.isEmpty && !isEncoded { return 0 }
    // RFC 9110 §8.6: that there is nothing may be said.
    if method == .get || method == .head {
      guard lengths == ["0"], !isEncoded else { throw .bodyLengthInvalid }
      return 0
    }
    if isEncoded {
      // RFC 9110 §15.5.12: a body without a length is refused.
      throw lengths.isEmpty && version == .v1p1 ? .bodyLengthMissing : .bodyLengthInvalid
    }
    // Limit: 15 digits, which any Int holds.
    guard lengths.count == 1, let length = lengths.first, (1...15).contains(length.utf8.count), length.utf8.allSatisfy(Octet.isDigit),
      let count = Int(length)
    else { throw .bodyLengthInvalid }
    return count
  }
}
