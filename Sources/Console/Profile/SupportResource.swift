import ClientStore
import FoundationEssentials

/// Somebody to call, in one country.
struct SupportResource: Codable, Equatable, Sendable {
  /// What the number is for.
  enum Kind: String, Codable, Sendable { case support, emergency }

  /// ISO 3166 code.
  var country: String
  var number: String
  var kind: Kind
  /// A few words of whoever added it; may be missing.
  var about: String?

  /// What is known without a file (product 167).
  static let all = [
    SupportResource(country: "US", number: "1-800-799-7233", kind: .support),
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
    guard bytes.count <= bytesMax, let own = try? JSONDecoder().decode([SupportResource].self, from: Data(bytes)), own.count <= countMax,
      own.allSatisfy(\.isShort)
    else {
      throw ProfileFailure(
        cause: Wording(
          "\(home.path(of: fileName)) is no list of resources, or has more than \(countMax).",
          "\(home.path(of: fileName)) सहायता की सूची नहीं है, या उसमें \(countMax) से ज़्यादा हैं।"),
        remedy: Wording("See how it is written: hearth privacy --help", "कैसे लिखें, यहाँ है: hearth privacy --help"))
    }
    return own + all.filter { known in !own.contains { ($0.country, $0.number) == (known.country, known.number) } }
  }

  private var isShort: Bool {
    let texts = [country, number, about ?? "-"]
    return texts.allSatisfy { (1...Self.charactersMax).contains($0.count) }
  }
}
