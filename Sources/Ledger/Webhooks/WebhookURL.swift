/// An address that a webhook may have (SPEC WH-01): https, a host in plain ASCII, perhaps a port, a path and a query.
///
/// It is read by hand and narrowly: what the server connects to is what was looked at here, whatever other programs
/// make of unusual spellings.
public struct WebhookURL: Sendable, Equatable {
  /// The address, its scheme and host in lower case.
  public let text: String
  /// The host alone, an IPv6 address without brackets.
  public let name: String
  /// The port.
  public let port: UInt16
  /// What is asked for there: path and query.
  public let target: String
  /// The host, with the port unless that is 443: "hooks.example.com", "hooks.example.com:8443", "[2001:db8::1]".
  public let host: String

  /// Limit: bytes of an address.
  public static let bytesMax = Limits.webhookURLBytes

  /// Reads an address; nil when it is none.
  ///
  /// - Parameter text: at most 1,000 bytes.
  public init?(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count <= Limits.webhookURLBytes, utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.barred.contains($0) }) else {
      return nil
    }
    let scheme = "https://"
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let target = rest.dropFirst(authority.count)
    guard let (name, port) = Self.split(authority), Self.isHost(name) else { return nil }
    let host = name.lowercased()
    self.host = port == 443 ? host : "\(host):\(port)"
    self.port = port
    self.name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    self.target = (target.hasPrefix("/") ? "" : "/") + target
    self.text = scheme + self.host + self.target
    // A slash may have come to it.
    guard self.text.utf8.count <= Limits.webhookURLBytes else { return nil }
  }

  // A backslash is read as a slash by some, an at sign ends a name and password, and a hash begins a fragment.
  private static let barred: Set<UInt8> = Set("\\@#\"<>^`{|}".utf8)

  /// The host and the port.
  private static func split(_ authority: Substring) -> (name: Substring, port: UInt16)? {
    let nameEnd: Substring.Index
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      nameEnd = authority.index(after: bracket)
    } else {
      nameEnd = authority.firstIndex(of: ":") ?? authority.endIndex
    }
    let (name, rest) = (authority[..<nameEnd], authority[nameEnd...])
    if rest.isEmpty { return (name, 443) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), port > 0
    else { return nil }
    return (name, port)
  }

  /// Whether it is a host's name of letters, digits, hyphens and dots, an IPv4 address in its usual form, or an IPv6
  /// address in brackets.
  private static func isHost(_ name: Substring) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    if name.hasPrefix("[") { return isIPv6(name.dropFirst().dropLast()) }
    guard (1...253).contains(name.utf8.count) else { return false }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    for label in labels {
      guard (1...63).contains(label.utf8.count), label.utf8.first != UInt8(ascii: "-"), label.utf8.last != UInt8(ascii: "-"),
        label.utf8.allSatisfy({ digits.contains($0) || letters.contains($0 | 0x20) || $0 == UInt8(ascii: "-") })
      else { return false }
    }
    // What ends in a number is read as an IPv4 address, in forms that nobody expects: 127.1, 0x7f.1, 2130706433.
    guard let last = labels.last, digits.contains(last.utf8.first ?? 0) else { return true }
    return isIPv4(name)
  }

  /// Whether it is an IPv4 address in its usual form: four decimal numbers without zeros before them.
  private static func isIPv4(_ name: Substring) -> Bool {
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { number in
        number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } && UInt8(number) != nil
          && (number == "0" || number.utf8.first != UInt8(ascii: "0"))
      }
  }

  /// Whether it is an IPv6 address (RFC 4291, 2.2): eight groups of one to four hexadecimal digits. `::` may stand once
  /// for one or more of them, and an IPv4 address for the last two.
  private static func isIPv6(_ name: Substring) -> Bool {
    guard name.utf8.count <= 45 else { return false }
    let sides = name.split(separator: "::", omittingEmptySubsequences: false)
    guard sides.count <= 2 else { return false }
    var count = 0
    for (place, side) in sides.enumerated() where !side.isEmpty || sides.count == 1 {
      let groups = side.split(separator: ":", omittingEmptySubsequences: false)
      for (number, group) in groups.enumerated() {
        let isLast = place == sides.count - 1 && number == groups.count - 1
        if isLast, isIPv4(group) {
          count += 2
        } else {
          guard (1...4).contains(group.utf8.count), group.allSatisfy(\.isHexDigit) else { return false }
          count += 1
        }
      }
    }
    return sides.count == 2 ? count <= 7 : count == 8
  }
}
