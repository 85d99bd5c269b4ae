import HearthProtocol
import Room

/// What is being read for a connection.
struct SessionReads {
  // Limit: reads of a connection under way, lists of groups among them; one more is answered `overloaded`. Each keeps a
  // reader busy and holds what it reads.
  static let most = 8

  private(set) var underWay = 0
  /// Catch-ups that it is sent in pieces, the one that is being sent first.
  var streams: [PieceStream] = []
  /// Whether a piece is being read for it.
  var isReadingPiece = false
  /// Lists of groups that are being gathered.
  private var listings: [ListingNumber: GroupListing] = [:]
  private var lastListing = ListingNumber(rawValue: 0)

  /// Counts a read that is begun; false when enough are under way.
  mutating func begin() -> Bool {
    guard underWay < Self.most else { return false }
    underWay += 1
    return true
  }

  /// A read has been answered.
  mutating func end() { underWay -= 1 }

  /// Keeps a list until it is complete.
  mutating func begin(_ listing: GroupListing) -> ListingNumber {
    lastListing.rawValue &+= 1
    listings[lastListing] = listing
    return lastListing
  }

  /// A list that is being gathered; nil once it was taken.
  subscript(number: ListingNumber) -> GroupListing? {
    get { listings[number] }
    _modify { yield &listings[number] }
  }

  /// Sends no further piece of a group.
  mutating func stopStream(of group: GroupID) { streams.removeAll { $0.group == group } }
}

/// A catch-up that is sent in pieces, and who reads it.
struct PieceStream: Sendable {
  enum Reader: Sendable {
    /// This server.
    case here(CatchUpReading)
    /// The node that has the group.
    case node
  }

  let id: CatchUpID
  let group: GroupID
  var reader: Reader
  /// Whether all has been given.
  var isDone: Bool
  /// See `CatchUpReading`.
  var isBroken: Bool

  init(_ reading: CatchUpReading) {
    (id, group, reader) = (reading.work.id, reading.work.history.group, .here(reading))
    (isDone, isBroken) = (reading.isDone, reading.isBroken)
  }

  /// - Parameter piece: nil: none has been read yet.
  init(_ id: CatchUpID, of group: GroupID, read piece: NodePiece? = nil) {
    (self.id, self.group, reader) = (id, group, .node)
    (isDone, isBroken) = (piece?.isDone ?? false, piece?.isBroken ?? false)
  }
}
