/// The grammar of request targets and hosts (RFC 9112 §3.2, RFC 3986 §3), without the forms that hide something.
enum RequestTarget {
  /// The path and query of a target in origin form, or in absolute form if it names the same host.
  static func path(of target: ArraySlice<UInt8>, host: [UInt8]?) throws(HeadRejection) -> String {
    guard let first = target.first else { throw .targetInvalid }
    if first == UInt8(ascii: "/") {
      guard isPathAndQuery(target) else { throw .targetInvalid }
      return String(decoding: target, as: UTF8.self)
    }
    // RFC 9112 §3.2.2: absolute form must be understood; another host than ours is not served.
    guard let authorityStart = schemeEnd(target) else { throw .targetInvalid }
    let rest = target[authorityStart...]
    let authorityEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard let host, Octet.isEqual(rest[..<authorityEnd], host) else { throw .targetInvalid }
    var path = rest[authorityEnd...]
    if path.first != UInt8(ascii: "/") { path = [UInt8(ascii: "/")] + path }
    guard isPathAndQuery(path) else { throw .targetInvalid }
    return String(decoding: path, as: UTF8.self)
  }

  private static func schemeEnd(_ target: ArraySlice<UInt8>) -> Int? {
    for scheme in ["http://", "https://"] where Octet.isEqual(target.prefix(scheme.utf8.count), scheme.utf8) {
      return target.startIndex + scheme.utf8.count
    }
    return nil
  }

  /// Whether every escape is whole and none is of NUL, every character allowed, and no segment is `..`, escaped or not.
  private static func isPathAndQuery(_ target: ArraySlice<UInt8>) -> Bool {
    var index = target.startIndex
    var isInQuery = false
    var segmentCount = 0
    var dots = 0
    while index < target.endIndex {
      var byte = target[index]
      index += 1
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") {
        if !isInQuery && segmentCount == 2 && dots == 2 { return false }
        segmentCount = 0
        dots = 0
        if byte == UInt8(ascii: "?") { isInQuery = true }
        continue
      }
      if byte == UInt8(ascii: "%") {
        guard index + 1 < target.endIndex, let high = Octet.hexadecimal(target[index]), let low = Octet.hexadecimal(target[index + 1])
        else { return false }
        byte = high << 4 | low
        if byte == 0 { return false }
        index += 2
      } else if !Octet.isPlain(byte) && byte != UInt8(ascii: ":") && byte != UInt8(ascii: "@") {
        return false
      }
      segmentCount += 1
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
    return isInQuery || !(segmentCount == 2 && dots == 2)
  }

  /// Whether the value of Host is a host and an optional port (RFC 9110 §7.2, RFC 3986 §3.2.2).
  static func isHost(_ value: [UInt8]) -> Bool {
    var index = 0
    if value.first == UInt8(ascii: "[") {
      guard let end = value.firstIndex(of: UInt8(ascii: "]")), end > 2 else { return false }
      for byte in value[1..<end] where Octet.hexadecimal(byte) == nil && byte != UInt8(ascii: ":") && byte != UInt8(ascii: ".") {
        return false
      }
      index = end + 1
    } else {
      while index < value.count, value[index] != UInt8(ascii: ":") {
        if value[index] == UInt8(ascii: "%") {
          guard index + 2 < value.count, let high = Octet.hexadecimal(value[index + 1]), let low = Octet.hexadecimal(value[index + 2]),
            high | low != 0
          else { return false }
          index += 3
        } else if Octet.isPlain(value[index]) {
          index += 1
        } else {
          return false
        }
      }
      // RFC 9110 §4.2.1: an empty host is invalid for http.
      if index == 0 { return false }
    }
    if index == value.count { return true }
    let port = value[(index + 1)...]
    guard value[index] == UInt8(ascii: ":"), port.count <= 5, port.allSatisfy(Octet.isDigit) else { return false }
    return port.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65_535
  }
}
