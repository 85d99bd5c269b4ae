import EventStore
import HearthProtocol
import Ledger

/// What somebody wants with an attachment.
enum AttachmentWish: Sendable {
  case add
  case fetch
}

/// Whether they may.
enum AttachmentAccess: Sendable, Equatable {
  /// The file is of this lane.
  case allowed(Lane)
  /// They are a member, and their role or the archive is against it.
  case forbidden
  /// They keep everything of theirs from the group (SPEC SE-02).
  case separated
  /// There is no such group or minor, or they are not in it and do not look after them: nobody can tell which (SPEC
  /// ER-04).
  case unknown
  /// It cannot be said now.
  case unavailable
}

extension AttachmentWish {
  /// The line of the permission matrix that says who may.
  var right: Right {
    switch self {
    case .add: .attachmentsAdd
    case .fetch: .attachmentsRead
    }
  }

  /// The same of the files of a minor's lane.
  var ruleOfMinors: Right {
    switch self {
    case .add: .spendingSet
    case .fetch: .minorsRead
    }
  }
}

extension GroupState {
  /// Whether a holder may add or fetch attachments, by the permission matrix (SPEC AT-03, AT-07).
  ///
  /// - Parameter minor: the one whose lane the file is of; nil: it is the group's.
  func access(of holder: HolderID, to wish: AttachmentWish, ofMinor minor: MemberID?) -> AttachmentAccess {
    guard let member = member(holding: holder), let settings = shared.settings else { return .unknown }
    let lane = minor.map { minorLane(of: $0, readableBy: member) } ?? .shared
    guard let lane else { return .unknown }
    guard wish == .fetch || !isSeparated(member) else { return .separated }
    let right = minor == nil ? wish.right : wish.ruleOfMinors
    guard right.holdsInArchive || !settings.isArchived else { return .forbidden }
    let isAllowed =
      switch (minor, wish) {
      case (nil, _): shared.verdict(right, for: member).isAllowed
      case (let minor?, .add): allows(right, member, with: minor)
      // Who reads the lane reads its files (SPEC LN-14).
      case (_?, .fetch): true
      }
    return isAllowed ? .allowed(lane) : .forbidden
  }
}

/// What became of a step that was taken off the loop.
enum AttachmentNews: Sendable {
  /// There is a file for what arrives.
  case ready(Result<ArrivingAttachment, AttachmentFailure>)
  /// What had arrived was written.
  case written(Result<ArrivingAttachment, AttachmentFailure>)
  /// All has arrived and is kept; true when it was not there before.
  case kept(Result<Bool, AttachmentFailure>)
  /// A piece was read.
  case read(Result<AttachmentPiece, AttachmentFailure>)
}

/// A part of an attachment.
struct AttachmentPiece: Sendable {
  /// The whole length; nil when there is no such attachment.
  var sizeBytes: Int?
  var bytes: [UInt8]
}

/// An attachment that comes or goes over a connection of its own. It lives on the connection's loop; its steps are
/// taken off it, one at a time.
struct AttachmentExchange {
  // Limit: bytes that are collected before they are written. While they are, nothing more is read from the connection.
  static let chunkBytes = 256 << 10
  // Limit: bytes that are read and sent at once; at most one such piece waits behind what the socket has not taken.
  static let pieceBytes = 32 << 10

  let wish: AttachmentWish
  let group: GroupID
  /// The one whose lane the file is of; nil: it is the group's.
  let minor: MemberID?
  let hash: ContentHash
  /// Bytes that are to come, of one that is added.
  let sizeBytes: Int
  /// Whether the client waits for 100 before it sends the bytes.
  var awaitsContinue = false
  /// Whether all has come and the room is asked once more.
  var isConfirming = false
  /// Bytes that have come, or have been queued to go.
  var movedBytes = 0
  /// What has come and is not being written yet.
  var collected: [UInt8] = []
  /// The file, while no step is under way with it.
  var arriving: ArrivingAttachment?
  /// The length of one that goes, once its head has been sent.
  var answeredBytes: Int?
  /// A piece that waits until the socket has taken the former ones.
  var held: [UInt8] = []

  init(wish: AttachmentWish, group: GroupID, minor: MemberID?, hash: ContentHash, sizeBytes: Int) {
    self.wish = wish
    self.group = group
    self.minor = minor
    self.hash = hash
    self.sizeBytes = sizeBytes
  }

  /// Collects bytes of the body; what follows it is left out.
  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    let count = min(bytes.count, sizeBytes - movedBytes)
    collected.append(contentsOf: bytes.prefix(count))
    movedBytes += count
  }

  /// Whether nothing more is expected from the client.
  var hasWholeRequest: Bool { wish == .fetch || movedBytes == sizeBytes }

  /// What the memory budget is charged.
  var chargedBytes: Int { collected.capacity + held.capacity }
}
