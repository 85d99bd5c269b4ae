import HTTPTypes

/// The head of a response.
public struct ResponseHead: Sendable, Hashable {
  /// Status and fields.
  public var response: HTTPResponse
  /// The version the server speaks.
  public var version: HTTPVersion

  /// Makes a head of its parts.
  public init(response: HTTPResponse, version: HTTPVersion = .v1p1) {
    self.response = response
    self.version = version
  }
}

/// Reads the head of one HTTP/1 response, as strictly as `RequestHeadParser` reads a request; a client drives it.
public struct ResponseHeadParser: Sendable {
  private var reader: HeadReader

  /// Makes a parser for the answer to one request.
  public init(limits: HeadLimits = HeadLimits()) { reader = HeadReader(limits: limits, isRequest: false) }

  /// Takes the next bytes.
  ///
  /// - Parameter position: where to go on in `bytes`; moved past what belongs to the head.
  /// - Returns: nil when all bytes were taken and the head is not complete.
  public mutating func read(_ bytes: UnsafeRawBufferPointer, from position: inout Int) throws(HeadRejection) -> ResponseHead? {
    guard let count = try reader.read(UnsafeRawBufferPointer(rebasing: bytes[position...])) else {
      position = bytes.count
      return nil
    }
    position += count
    guard let line = reader.startLine else { throw .startLineMalformed }
    // RFC 9112 §4: status-line = HTTP-version SP status-code SP [ reason-phrase ]; many servers leave out the last
    // space too.
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[1].count == 3, parts[1].allSatisfy(Octet.isDigit), parts[1].first != UInt8(ascii: "0") else {
      throw .startLineMalformed
    }
    let code = parts[1].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    let reason = parts.count == 3 ? String(decoding: parts[2], as: UTF8.self) : ""
    let response = HTTPResponse(status: .init(code: code, reasonPhrase: reason), headerFields: reader.fields)
    return ResponseHead(response: response, version: try RequestHeadParser.version(parts[0]))
  }
}
