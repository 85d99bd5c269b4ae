import EventStore
import HearthProtocol
import Ledger
import Room

/// What work off the loop brings back to it, and what loops tell one another.
enum LoopMessage: Sendable {
  /// A session of another loop asks something of a group of this one.
  case asked(RoomRequest, GroupID)
  /// A connection of another loop, which follows groups of this one or wanted to, is gone.
  case disconnected(PeerID)
  /// A room of another loop has something for peers of this one.
  case told(PeerMessage)
  /// A commit of many groups ended.
  case committed([CommitQueue.Outcome])
  /// A group was read.
  case loaded(GroupID, Result<GroupHistory, LoadFailure>)
  /// Another node that lives has a group.
  case elsewhere(GroupID, NodePlace)
  /// Whether the database says that another node, which was asked of a group, has gone.
  case lookedForNode(RelayNumber, GroupID, isGone: Bool)
  /// What a subscriber misses was collected.
  case gathered(GroupID, CatchUpID, tail: [CommittedEvent], snapshots: [[UInt8]])
  /// What a subscriber misses is more than is sent at once.
  case gatheredLarge(GroupID, CatchUpWork)
  /// A settlement plan was reckoned for which a group's commands wait.
  case reckoned(SettlementPlan, PlanWork, GroupID)
  /// A log was looked through for words that are to be erased, or could not be.
  case looked(ErasureWork, Result<ErasureWork.Outcome, StoreFailure>)
  /// The next piece of a catch-up was read, or could not be.
  case pieceRead(PeerID, CatchUpReading, Result<[EncodedMessage], StoreFailure>)
  /// The history of a subscriber's group could not be read.
  case gatherFailed(GroupID, CatchUpID, isAway: Bool)
  /// Groups that another server has taken.
  case overtaken([GroupID])
  /// A page of history was read, or not.
  case historyRead(Origin, HistoryRequest, Result<[CommittedEvent], StoreFailure>)
  /// A question about a group was answered, or cannot be.
  case answered(Origin, ServerMessage)
  /// An identity was made and is durable, or not.
  case registered(Origin, NewIdentity, Result<Void, StoreFailure>)
  /// Tokens let nobody in any more.
  case ended([AccessEnding])
  /// What was asked off the loop for one of its sessions is known: go on with it.
  case sequel(@Sendable (ServerLoop) -> Void)
  /// Groups of this loop are due: the server has something to do there by itself.
  case due([GroupID])
  /// A group was deleted, and where its export is; or it could not be.
  case purged(GroupID, Result<String, ServerFailure>)
  /// What became of a step of an exchange of an attachment.
  case attachment(AttachmentNews, PeerID)
  /// The loop's own wish to go on with what it postponed.
  case visit
  /// Somebody wants to know what there is.
  case census(CensusTaking)
  /// Stop accepting and taking messages; the beginning of a drain.
  case drain
  /// No loop takes messages any more: what was taken has reached its room. Finish it and keep snapshots.
  case finish
  /// The snapshots of this loop's drain are on disk.
  case snapshotsSaved
  /// Every loop has finished, and its answers have arrived: close all connections.
  case close
}

/// Somebody who registers, with the token to show once it is durable.
struct NewIdentity: Sendable {
  var registration: Registration
  var token: DeviceToken
  var origin: Origin
}

/// Why an invite code is being looked up.
enum InviteErrand: Sendable {
  /// For somebody of this name, which may be empty.
  case preview(displayName: String)
  case join(Command)
}
