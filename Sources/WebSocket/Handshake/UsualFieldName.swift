import HTTPTypes

/// The names of fields that most requests carry, in their usual spelling: found without a string being made, checked
/// and lowered.
enum UsualFieldName {
  private static let all: [(spelling: [UInt8], name: HTTPField.Name)] = [
    HTTPField.Name("Host"), .upgrade, .connection, .secWebSocketKey, .secWebSocketVersion, .secWebSocketExtensions,
    .secWebSocketProtocol, .secWebSocketAccept, .origin, .userAgent, .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .cookie,
    .authorization, .contentType, .contentLength,
  ].compactMap { name in name.map { (Array($0.rawName.utf8), $0) } }

  /// The name spelt so; nil when it is none of them, or spelt in another way.
  static func name(_ spelling: UnsafeRawBufferPointer) -> HTTPField.Name? {
    for candidate in all where isEqual(candidate.spelling, spelling) { return candidate.name }
    return nil
  }

  private static func isEqual(_ left: [UInt8], _ right: UnsafeRawBufferPointer) -> Bool {
    if left.count != right.count { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}
