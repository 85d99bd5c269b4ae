import EventStore
import HearthProtocol
import Ledger
import Room

/// What a session asks of a group. It goes to the loop on which the group lives; what comes of it goes back to the
/// session's.
enum RoomRequest: Sendable {
  case submit(Submission)
  /// Follow the group; from now: nothing of before is sent, whatever cursors there are.
  case subscribe(Subscribe, asker: Asker, origin: Origin, format: WireFormat, SubscriptionNumber, fromNow: Bool)
  case unsubscribe(Origin, SubscriptionNumber)
  case tell(TellHeads, Origin)
  case tellDraft(TellDraft, Origin)
  case readHistory(ReadHistory, asker: Asker, origin: Origin)
  case look(Look)
  /// The pieces of a catch-up were sent, or could not be.
  case streamed(CatchUpID, StreamOutcome)
  /// The peer takes the next piece of a catch-up that another node reads.
  case nextPiece(CatchUpID, PeerID)
  /// Whether a question to another node is answered: to whom; nil: to nobody, since it was refused here.
  case mayAnswer(UInt32, PeerID, Questioner?, RelayNumber)
}

/// What became of a catch-up that was sent in pieces.
enum StreamOutcome: Sendable {
  /// All of it was sent.
  case whole
  /// The log has not all that was wanted.
  case broken
  /// The store cannot be read.
  case failed
}

/// Numbers a connection's requests to follow groups, so that the end of one is not taken for that of a later one.
struct SubscriptionNumber: Hashable, Sendable {
  var rawValue: UInt32 = 0

  /// The next one. Between a request and its end there are far fewer than 2^32 others.
  var next: SubscriptionNumber { SubscriptionNumber(rawValue: rawValue &+ 1) }
}

/// What somebody wants to see of a group's committed state without following it.
enum Look: Sendable {
  /// What an invite leads to, for somebody of this name.
  case preview(InviteID, displayName: String, HolderID, Origin)
  /// A line in the list of the holder's groups.
  case summary(HolderID, ListingNumber, PeerID)
  /// What only members may know, and what may take a while to find.
  case question(Question, HolderID, Origin)
  /// Whether the holder may add or fetch attachments of the group, or of a minor's lane.
  case attachment(AttachmentWish, ofMinor: MemberID?, HolderID, PeerID)
  /// Whether the holder may have a token for the group.
  case token(TokenErrand, HolderID, Origin)

  /// Whose look it is.
  var peer: PeerID {
    switch self {
    case .preview(_, _, _, let origin), .question(_, _, let origin), .token(_, _, let origin): origin.peer
    case .summary(_, _, let peer), .attachment(_, _, _, let peer): peer
    }
  }
}

/// Why it is asked whether a member may have a token for a group.
enum TokenErrand: Sendable {
  /// It is to be made.
  case make(CreateGroupToken, TokenAccess)
  /// It was made, and is shown if its maker still may have it: a right that was lost before it was stored took away
  /// nothing.
  case show(ServerMessage, TokenID, TokenAccess)

  /// What the token lets do.
  var access: TokenAccess {
    switch self {
    case .make(_, let access), .show(_, _, let access): access
    }
  }
}

/// What a member asks of a group's state.
enum Question: Sendable {
  /// Who owes whom.
  case settlement(ReadSettlement)
  /// What a command would change.
  case impact(Command)
  /// What a month or week came to.
  case dashboard(ReadDashboard)
  /// What the group is.
  case contents(ReadGroup)
  /// What was entered.
  case entries(ReadEntries)
  /// How to pay somebody what one owes them.
  case paymentLink(ReadPaymentLink)
  /// What a file would add; its bytes are charged until the answer is made.
  case importing(PlanImport, HeldBytes)
}

extension Question {
  /// The answer. It depends on nothing but the state, who asks and when, so it is found on any thread.
  ///
  /// - Parameters:
  ///   - now: the instant that rules compare with, and the clock's.
  ///   - format: what it is written in, which says how much of it a message has space for.
  ///   - between: called between slices of long work.
  /// - Throws: why there is none.
  func answer(
    in state: GroupState, for holder: HolderID, now: RoomHost.Instant, format: WireFormat, between: () -> Void = {}
  ) throws(Rejected) -> ServerMessage.OneOf_Body {
    do throws(Rejection) {
      if let answer = try find(in: state, for: holder, now: now, between) { return answer.bounded(for: format, question: self) }
    } catch {
      throw Rejected(error)
    }
    throw .unavailable()
  }

  private func find(
    in state: GroupState, for holder: HolderID, now: RoomHost.Instant, _ between: () -> Void
  ) throws(Rejection) -> ServerMessage.OneOf_Body? {
    var calendar = GroupCalendar()
    let zone = state.shared.settings?.timeZone ?? "UTC"
    let today = calendar.date(at: now.wall, zoneName: zone)
    switch self {
    case .settlement(let read):
      var limits = SettlementLimits.message
      limits.shares += Int(read.afterShares)
      return .settlement(try state.settlement(read, limits))
    case .impact(let command):
      // Nobody gets the code of an invite that is not made.
      let context = DecisionContext(
        holder: holder, now: now.wall, settled: now.settled, today: today, saidOn: calendar.day(saidIn: command, zoneName: zone),
        codeHash: [UInt8](repeating: 0, count: 32))
      return try Ledger.impact(of: command, in: state, context: context).map { .impact($0) }
    case .dashboard(let read):
      return .dashboard(try state.dashboard(read, today: today) { calendar.date(at: $0, zoneName: zone) })
    case .contents(let read):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      return .groupContents(try state.contents(read, for: member.id))
    case .entries(let read): return .entries(try state.entries(read))
    case .paymentLink(let read):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      return .paymentLink(try state.paymentLink(read, for: member.id))
    case .importing(let wish, _):
      guard let member = state.member(holding: holder) else { throw .notFound(field: "group_id") }
      let began = Stopwatch.ofThread
      // Others' turns are not the asker's time.
      var others: Int64 = 0
      return .plannedImport(
        try state.plan(wish, for: member, now: now.wall, today: today) {
          let paused = Stopwatch.ofThread
          between()
          others += Stopwatch.ofThread - paused
          return paused - began - others < ImportLimits.nanosecondsMax
        })
    }
  }
}

/// Names a list of groups that a connection has asked for and that is being gathered.
struct ListingNumber: Hashable, Sendable {
  var rawValue: UInt32
}
