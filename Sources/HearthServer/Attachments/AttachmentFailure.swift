import EventStore
import Glibc

/// Why an attachment could not be kept or read.
public enum AttachmentFailure: Error, Sendable, Equatable {
  /// The group, or the minor's lane, has as much as it may.
  case quotaReached
  /// All groups together have as much as they may.
  case serverQuotaReached
  /// No space on the disk.
  case full
  /// Its bytes are not what it was announced as.
  case otherContent
  /// What keeps them cannot be reached now; the text is for the operator's log.
  case away(String)
  /// The disk failed; the text is for the operator's log.
  case broken(String)
  /// What has reached the disk is unknown, and a second attempt can succeed without what the first was for. The text is
  /// for the operator's log.
  case unsynced(String)

  init(store failure: StoreFailure) {
    switch failure {
    case .full: self = .full
    case .conflict, .elsewhere: self = .broken("the store has another history")
    case .away(let what): self = .away(what)
    case .broken(let what), .damaged(let what): self = .broken(what)
    }
  }

  init(system what: String, _ code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    default: self = .broken("cannot \(what): \(String(cString: strerror(code)))")
    }
  }

  /// The failure as the rest of a sentence for the operator.
  public var sentence: String {
    switch self {
    case .quotaReached: "the group has as many attachments as it may"
    case .serverQuotaReached: "all groups together have as many attachments as they may"
    case .full: "the disk is full"
    case .otherContent: "an attachment has other bytes than its hash says"
    case .broken(let what), .unsynced(let what), .away(let what): what
    }
  }
}
