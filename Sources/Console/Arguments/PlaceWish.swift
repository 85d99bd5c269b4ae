import HearthProtocol

/// Where something happened, as it was typed; what is nil stays as it is.
public struct PlaceWish: Sendable {
  /// A city. Empty takes the whole place away, if nothing else is said of it.
  public var city: String?
  /// A country; empty takes it away.
  public var country: String?
  /// "19.0760,72.8777"; empty takes it away.
  public var coordinates: String?

  /// Says nothing.
  public init() {}

  /// The place after it; nil when nothing is said of it.
  func place(changing former: Place = Place()) throws(ArgumentFlaw) -> Place? {
    guard city != nil || country != nil || coordinates != nil else { return nil }
    if city?.isEmpty == true, country == nil, coordinates == nil { return Place() }
    var place = former
    if let city { place.city = city }
    if let country { place.country = country }
    guard let coordinates else { return place }
    place.clearLatitudeMicro()
    place.clearLongitudeMicro()
    guard !coordinates.isEmpty else { return place }
    let parts = coordinates.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
    guard parts.count == 2, let latitude = Self.micro(parts[0], degreesMax: 90), let longitude = Self.micro(parts[1], degreesMax: 180)
    else {
      throw ArgumentFlaw(
        "\"\(coordinates.printable)\" is no place on the globe. Write degrees north and east like 19.0760,72.8777, with at most 6 decimals.",
        "\"\(coordinates.printable)\" धरती पर कोई जगह नहीं है। उत्तर और पूर्व के अंश ऐसे लिखें: 19.0760,72.8777, दशमलव के बाद ज़्यादा से ज़्यादा 6 अंक।"
      )
    }
    place.latitudeMicro = latitude
    place.longitudeMicro = longitude
    return place
  }

  /// Millionths of a degree; nil when the text is no decimal, has more than 6 decimals or is beyond the globe.
  private static func micro(_ text: String, degreesMax: Int32) -> Int32? {
    let isNegative = text.first == "-"
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard let whole = parts.first, parts.count <= 2, (1...3).contains(whole.utf8.count), (1...6).contains(decimals.utf8.count),
      (whole + decimals).utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let degrees = Int32(whole), let rest = Int32(decimals + String(repeating: "0", count: 6 - decimals.utf8.count))
    else { return nil }
    let micro = degrees * 1_000_000 + rest
    guard micro <= degreesMax * 1_000_000 else { return nil }
    return isNegative ? -micro : micro
  }
}
