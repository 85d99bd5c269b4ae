import ClientStore
import FoundationEssentials

/// Somebody to call, or a page to read, in one country.
struct SupportResource: Codable, Equatable, Sendable {
  /// What the number or page is for.
  enum Kind: String, Codable, Sendable { case support, emergency, technology, planning }

  /// ISO 3166 code.
  var country: String
  /// A telephone number, or the address of a page.
  var number: String
  var kind: Kind
  /// A few words of the user who added it; may be missing.
  var about: String?

  /// What is known without a file (product 167).
  static let all = [
    SupportResource(country: "US", number: "1-800-799-7233", kind: .support),
    SupportResource(country: "US", number: "techsafety.org", kind: .technology),
    SupportResource(country: "US", number: "thehotline.org", kind: .planning),
    SupportResource(country: "IN", number: "181", kind: .support), SupportResource(country: "IN", number: "112", kind: .emergency),
  ]

  /// What the file of an operator or user is called, in the folder that keeps what this device knows.
  static let fileName = "resources.json"

  // Limit: resources of a file, its bytes, and characters of each text.
  static let countMax = 100
  static let bytesMax = 1 << 16
  static let charactersMax = 100

  /// Those of the file, which come first, and those that are known without it.
  ///
  /// - Throws: when there is a file that is not as it is to be; nothing of it counts then.
  static func all(in home: HomeFolder) throws(ProfileFailure) -> [SupportResource] {
    let read: [UInt8]?
    do {
      read = try home.read(fileName, bytesMax: bytesMax)
    } catch {
      throw ProfileFailure(error)
    }
    guard let bytes = read else { return all }
    let own = try list(bytes, home.path(of: fileName))
    return own + all.filter { known in !own.contains { ($0.country, $0.number) == (known.country, known.number) } }
  }

  /// What the file at the path has.
  private static func list(_ bytes: [UInt8], _ path: String) throws(ProfileFailure) -> [SupportResource] {
    guard bytes.count <= bytesMax else {
      throw ProfileFailure(
        cause: Wording("\(path) has more than \(bytesMax) bytes.", "\(path) में \(bytesMax) से ज़्यादा बाइट हैं।"), remedy: .shortenFile)
    }
    let own: [SupportResource]
    do {
      own = try JSONDecoder().decode([SupportResource].self, from: Data(bytes))
    } catch {
      throw ProfileFailure(cause: flaw(error as? DecodingError, path), remedy: .seeResourceHelp)
    }
    guard own.count <= countMax else {
      throw ProfileFailure(
        cause: Wording(
          "\(path) has \(own.count) resources, and may have \(countMax).", "\(path) में \(own.count) सहायता नंबर हैं, \(countMax) तक हो सकते हैं।"),
        remedy: .shortenFile)
    }
    for (place, resource) in own.enumerated() {
      for (field, text) in [("country", resource.country), ("number", resource.number), ("about", resource.about ?? "-")] {
        guard !(1...charactersMax).contains(text.count) else { continue }
        throw ProfileFailure(
          cause: Wording(
            "\(path): \"\(field)\" of resource \(place + 1) has \(text.count) characters, and may have 1 to \(charactersMax).",
            "\(path): सहायता \(place + 1) के \"\(field)\" में \(text.count) अक्षर हैं, 1 से \(charactersMax) हो सकते हैं।"),
          remedy: text.isEmpty
            ? Wording("Write something there.", "वहाँ कुछ लिखें।")
            : Wording("Shorten that text.", "उस लिखावट को छोटा करें।"))
      }
    }
    return own
  }

  /// What is wrong with a file that is no list of resources.
  private static func flaw(_ error: DecodingError?, _ path: String) -> Wording {
    let (keys, last): ([any CodingKey], (any CodingKey)?) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        (context.codingPath, context.codingPath.last)
      default: ([], nil)
      }
    guard let place = keys.first?.intValue, let last, last.intValue == nil else {
      return Wording("\(path) is no list of resources.", "\(path) सहायता की सूची नहीं है।")
    }
    let field = last.stringValue
    return Wording(
      "\(path): \"\(field)\" of resource \(place + 1) is missing, or is not what it may be.",
      "\(path): सहायता \(place + 1) का \"\(field)\" नहीं है, या वैसा नहीं जैसा हो सकता है।")
  }
}
