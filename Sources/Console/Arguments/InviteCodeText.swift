/// Reads an invite code, alone or in a link.
public enum InviteCodeText {
  /// The code of a text that holds one; the server judges the rest (SPEC IN-01).
  public static func code(_ text: String) throws(ArgumentFlaw) -> String {
    let code = text.split(separator: "#", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let characters = code.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    let isAlphanumeric = characters.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: false
      }
    }
    guard characters.count == 16, isAlphanumeric else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no invite. A code has 16 letters and digits, like K7QM-3FXP-9RTW-2HVC; the link ends in one.",
        "\"\(text.printable)\" कोई न्योता नहीं है। कोड में 16 अक्षर और अंक होते हैं, जैसे K7QM-3FXP-9RTW-2HVC; कड़ी के अंत में वही होता है।")
    }
    return code
  }

  /// The link that carries the code where a web server never sees it (SPEC IN-01).
  ///
  /// - Parameter page: scheme, host and port of the page.
  public static func link(code: String, page: String) -> String { "\(page)/join#\(code)" }

  /// The server that a link leads to; nil of a code alone.
  public static func server(_ text: String) -> String? {
    guard let hash = text.firstIndex(of: "#"), let scheme = text.range(of: "://"), scheme.lowerBound < hash else { return nil }
    let place = text[..<hash].split(separator: "?", maxSplits: 1)[0]
    return String(place.hasSuffix("/join") ? place.dropLast("/join".count) : place)
  }
}
