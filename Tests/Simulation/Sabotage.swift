/// What a world does wrong on purpose, so that its checker is known to see it. The code under test has none
/// of this: the sabotage is that of the disk, the shell and the client's file around it.
enum Sabotage: CaseIterable {
  /// The disk says it has synced, and has not.
  case skipsSync
  /// Rooms are told that a batch is durable before it is.
  case acknowledgesBeforeCommit
  /// One event of a broadcast does not reach one member.
  case dropsEvent
  /// Two broadcasts reach one member in the wrong order.
  case swapsEvents
  /// A broadcast reaches one member twice.
  case repeatsEvent
  /// A person who was removed goes on receiving.
  case ignoresRemoval
  /// Everybody receives every lane.
  case leaksLane
  /// Who comes back is sent what follows the event after the last one they have.
  case resumesOneTooFar
  /// A snapshot for who comes back lacks an entry.
  case stalesSnapshot
  /// After a restart nobody knows which commands were accepted.
  case forgetsCommands
  /// The answer names another event.
  case answersElsewhere
  /// The client's file of commands without an answer does not survive the client.
  case losesOutbox
  /// A client that starts anew sends what waits under new ids.
  case renamesCommands
  /// A log loses its last event when the server is started again.
  case truncatesLog
  /// A restarted room does not know which alerts have fired.
  case firesAlertTwice
  /// A restarted room does not know how often invites were used.
  case forgetsUses
  /// A command is taken for another member's.
  case confusesMembers
  /// Everybody hears of the heads of every lane.
  case leaksHeads
  /// One member is shown another history than the others, in order and with hashes that are right.
  case forksHistory
  /// The rooms are not told that a connection is gone.
  case forgetsDepartures
  /// Connections of a device that is revoked go on.
  case ignoresRevocation
  /// A page of history is that of a lane which its reader does not receive.
  case leaksPage
  /// After a crash the log keeps the half of a batch that had been written.
  case keepsTornTail
  /// What stands in a lane about a member or an account reaches somebody who does not receive it.
  case leaksNarrowLane
  /// The snapshot of such a lane reaches somebody who does not receive it.
  case leaksNarrowSnapshot
  /// A person who receives such a lane no more goes on receiving it.
  case outlivesReading
  /// What others write into a minor's lane does not reach the owner.
  case withholdsLane
  /// The snapshot of such a lane lacks its newest record.
  case stalesNarrowSnapshot
  /// A restarted room takes every account for granted to everybody.
  case widensGrants
  /// A restarted room takes every admin and adult for a guardian of every minor.
  case widensGuardians
  /// A restarted room does not know who is separated.
  case forgetsSeparations
  /// A restarted room does not know who has muted whom.
  case forgetsMutes
  /// Work on plans that is done beside the loop never comes back.
  case losesPlans
  /// What a room has for many members of another server is told twice.
  case doublesLink
  /// Members of another server go on one event further than they asked.
  case resumesLinkTooFar
  /// Rooms of several servers are told that a batch is durable before it is.
  case tellsBeforeCommit
  /// The database stores what comes from a server of whose group another has claimed, while it counted as gone.
  case ignoresFence
}

extension Sabotage {
  /// Whose lives show it.
  var kind: HouseholdKind {
    switch self {
    case .leaksNarrowLane, .leaksNarrowSnapshot, .outlivesReading, .withholdsLane, .stalesNarrowSnapshot, .widensGrants, .widensGuardians,
      .forgetsSeparations, .forgetsMutes:
      .family
    case .losesPlans: .flat
    case .doublesLink, .resumesLinkTooFar, .tellsBeforeCommit, .ignoresFence: .nodes
    default: .usual
    }
  }

  /// What the broken promise says, in part: one of these, whichever is noticed first.
  var symptoms: [String] {
    switch self {
    case .skipsSync, .truncatesLog: ["the log has lost", "ends within a batch"]
    case .keepsTornTail: ["ends within a batch"]
    case .acknowledgesBeforeCommit, .tellsBeforeCommit: ["leaves before it is durable"]
    case .dropsEvent, .swapsEvents: ["is missing", "does not see it yet"]
    case .repeatsEvent: ["repeats"]
    case .leaksPage: ["who does not read it"]
    // A member who gets the lane later has its events twice.
    case .leaksLane: ["who does not read it", "repeats"]
    // The end had left, in the eyes of whoever reads along.
    // A member who came back has each event twice.
    case .ignoresRemoval: ["who does not read it", "behind the end", "repeats"]
    case .resumesOneTooFar: ["does not believe the server"]
    case .resumesLinkTooFar: ["does not believe the server", "is missing"]
    case .stalesSnapshot: ["contradicts what came before"]
    case .forgetsCommands: ["stands in the log and was refused", "loading gives another history"]
    case .answersElsewhere: ["was answered with"]
    case .losesOutbox: ["were never answered"]
    case .renamesCommands: ["nobody gave"]
    case .firesAlertTwice: ["fires a second time", "holds another shared than the log", "loading gives another history"]
    case .forgetsUses: ["is used more often", "holds another admin than the log", "loading gives another history"]
    // Refused to somebody else it may also be that nobody is told.
    case .confusesMembers: ["was accepted from", "were never answered"]
    case .leaksHeads: ["who does not read it"]
    case .forksHistory: ["were told different histories"]
    case .forgetsDepartures: ["is left over"]
    case .ignoresRevocation: ["whose device is revoked"]
    case .leaksNarrowLane, .leaksNarrowSnapshot: ["who does not read it", "behind the end"]
    // Somebody who may read the lane is given its snapshot before somebody who may not.
    case .widensGrants, .widensGuardians: ["who does not read it", "is not what its events come to"]
    // The server may not have had the time to learn that it has ended; the client has.
    case .outlivesReading: ["who does not read it", "had not announced", "repeats"]
    // A catch-up that lacks events is never complete.
    case .withholdsLane: ["stands elsewhere in minor/", "is missing", "were never answered"]
    case .stalesNarrowSnapshot: ["is not what its events come to"]
    case .losesPlans: ["were never answered"]
    case .doublesLink: ["repeats"]
    case .ignoresFence: ["does not have the group"]
    case .forgetsSeparations: ["who is separated"]
    case .forgetsMutes: ["does not belong to the recipient's inbox", "loading gives another history", "is not what its events come to"]
    }
  }
}

/// A promise that was broken.
struct Broken: Error, CustomStringConvertible {
  var description: String
}
