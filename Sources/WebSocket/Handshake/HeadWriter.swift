import HTTPTypes

/// Writes the head of an HTTP/1.1 message. Field values hold no line ends: `HTTPField` sees to that.
public enum HeadWriter {
  /// Appends a status line, the fields and the empty line.
  public static func append(_ response: HTTPResponse, to output: inout [UInt8]) {
    output.append(contentsOf: "HTTP/1.1 ".utf8)
    output.append(contentsOf: String(response.status.code).utf8)
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: response.status.reasonPhrase.utf8)
    output.append(contentsOf: "\r\n".utf8)
    append(response.headerFields, to: &output)
  }

  /// Appends a request line, Host, the fields and the empty line.
  public static func append(_ request: HTTPRequest, to output: inout [UInt8]) {
    output.append(contentsOf: "\(request.method.rawValue) \(request.path ?? "/") HTTP/1.1\r\n".utf8)
    if let authority = request.authority { output.append(contentsOf: "Host: \(authority)\r\n".utf8) }
    append(request.headerFields, to: &output)
  }

  private static func append(_ fields: HTTPFields, to output: inout [UInt8]) {
    for field in fields {
      output.append(contentsOf: field.name.rawName.utf8)
      output.append(contentsOf: ": ".utf8)
      field.withUnsafeBytesOfValue { output.append(contentsOf: $0) }
      output.append(contentsOf: "\r\n".utf8)
    }
    output.append(contentsOf: "\r\n".utf8)
  }
}
