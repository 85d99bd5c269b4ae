/// Which attachment of a group one is, and its place in a bundle: by lane, then by hash (SPEC BN-02).
public struct BundledFile: Sendable, Hashable, Comparable {
  /// The shared lane, or a minor's.
  public var lane: Lane
  /// Of its bytes.
  public var hash: ContentHash

  /// Names an attachment.
  public init(lane: Lane, hash: ContentHash) { (self.lane, self.hash) = (lane, hash) }

  /// By lane, then by hash.
  public static func < (one: BundledFile, other: BundledFile) -> Bool {
    one.lane == other.lane ? one.hash < other.hash : one.lane < other.lane
  }

  /// The lane that a record names; nil where it is none that has attachments. The shared lane is not named.
  static func lane(named name: String) -> Lane? {
    guard !name.isEmpty else { return .shared }
    guard let lane = Lane(name: name), case .minor = lane else { return nil }
    return lane
  }
}
