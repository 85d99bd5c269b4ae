/// Which attachment of a bundle one is, and its place among them: by lane, then by hash (SPEC BN-02).
struct BundledFile: Sendable, Comparable {
  var lane: Lane
  var hash: ContentHash

  static func < (one: BundledFile, other: BundledFile) -> Bool {
    one.lane == other.lane ? one.hash < other.hash : one.lane < other.lane
  }

  /// The lane that a record names; nil where it is none that has attachments. The shared lane is not named.
  static func lane(named name: String) -> Lane? {
    guard !name.isEmpty else { return .shared }
    guard let lane = Lane(name: name), case .minor = lane else { return nil }
    return lane
  }
}
