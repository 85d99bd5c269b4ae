import EventStore
import HearthProtocol
import Ledger
import Room
import SwiftProtobuf
import Transport

/// A request of a member, as one node passes it on to another: like a `RoomRequest`, under a number of the relay's in
/// place of the client's.
enum NodeRequest {
  case submit(UInt32, Submission)
  case subscribe(UInt32, Subscribe, IdentityID, WireFormat, SubscriptionNumber, SubscriptionBegin)
  case unsubscribe(UInt32, SubscriptionNumber)
  case tell(UInt32, TellHeads)
  case tellDraft(UInt32, TellDraft)
  case readHistory(UInt32, ReadHistory, IdentityID)
  case preview(UInt32, InviteID, displayName: String, HolderID)
  case summary(UInt32, HolderID)
  case question(UInt32, NodeQuestion, HolderID)
  case attachment(UInt32, AttachmentWish, ofMinor: MemberID?, HolderID)
  case token(UInt32, TokenAccess, HolderID)
  /// What became of a catch-up that is sent in pieces.
  case streamed(CatchUpID, StreamOutcome)
  /// The reader has taken the pieces before this one.
  case nextPiece(CatchUpID)
  /// A question may be answered to somebody, or not at all.
  case mayAnswer(UInt32, Questioner?)
}

/// A question as it passes between nodes.
enum NodeQuestion {
  case settlement(ReadSettlement)
  case impact(Command)
  case dashboard(ReadDashboard)
  case contents(ReadGroup)
  case entries(ReadEntries)
  case paymentLink(ReadPaymentLink)
  case importing(PlanImport)

  init(_ question: Question) {
    switch question {
    case .settlement(let read): self = .settlement(read)
    case .impact(let command): self = .impact(command)
    case .dashboard(let read): self = .dashboard(read)
    case .contents(let read): self = .contents(read)
    case .entries(let read): self = .entries(read)
    case .paymentLink(let read): self = .paymentLink(read)
    case .importing(let plan, _): self = .importing(plan)
    }
  }

  /// - Parameter memory: what the bytes of a file are charged to until the answer is made.
  func question(in memory: MemoryBudget) -> Question {
    switch self {
    case .settlement(let read): .settlement(read)
    case .impact(let command): .impact(command)
    case .dashboard(let read): .dashboard(read)
    case .contents(let read): .contents(read)
    case .entries(let read): .entries(read)
    case .paymentLink(let read): .paymentLink(read)
    case .importing(let plan): .importing(plan, HeldBytes(plan.file.count, in: memory))
    }
  }

  func write(_ writer: inout NodeWriter) {
    switch self {
    case .settlement(let read): Self.write(0, read, &writer)
    case .impact(let command): Self.write(1, command, &writer)
    case .dashboard(let read): Self.write(2, read, &writer)
    case .contents(let read): Self.write(3, read, &writer)
    case .entries(let read): Self.write(4, read, &writer)
    case .paymentLink(let read): Self.write(5, read, &writer)
    case .importing(let plan): Self.write(6, plan, &writer)
    }
  }

  private static func write(_ kind: UInt8, _ message: some Message, _ writer: inout NodeWriter) {
    writer.put(kind)
    writer.put(message)
  }

  init(_ reader: inout NodeReader) throws(NodeFault) {
    switch try reader.number(UInt8.self) {
    case 0: self = .settlement(try reader.message())
    case 1: self = .impact(try reader.message())
    case 2: self = .dashboard(try reader.message())
    case 3: self = .contents(try reader.message())
    case 4: self = .entries(try reader.message())
    case 5: self = .paymentLink(try reader.message())
    case 6: self = .importing(try reader.message())
    default: throw NodeFault(cause: "a question is of no known kind")
    }
  }
}

extension NodeRequest {
  /// - Parameter number: under which it is asked.
  init(_ request: RoomRequest, number: UInt32) {
    switch request {
    case .submit(let submission): self = .submit(number, submission)
    case .subscribe(let subscribe, let asker, _, let format, let subscription, let begin):
      self = .subscribe(number, subscribe, asker.identity, format, subscription, begin)
    case .unsubscribe(_, let subscription): self = .unsubscribe(number, subscription)
    case .tell(let told, _): self = .tell(number, told)
    case .tellDraft(let told, _): self = .tellDraft(number, told)
    case .readHistory(let read, let asker, _): self = .readHistory(number, read, asker.identity)
    case .look(.preview(let invite, let displayName, let holder, _)): self = .preview(number, invite, displayName: displayName, holder)
    case .look(.summary(let holder, _, _)): self = .summary(number, holder)
    case .look(.question(let question, let holder, _)): self = .question(number, NodeQuestion(question), holder)
    case .look(.attachment(let wish, let minor, let holder, _)): self = .attachment(number, wish, ofMinor: minor, holder)
    case .look(.token(let errand, let holder, _)): self = .token(number, errand.access, holder)
    case .streamed(let id, let outcome): self = .streamed(id, outcome)
    case .nextPiece(let id, _): self = .nextPiece(id)
    case .mayAnswer(let asked, _, let questioner, _): self = .mayAnswer(asked, questioner)
    }
  }

  /// As the node that has the group asks its room.
  ///
  /// - Parameters:
  ///   - peer: what the asking node's peer is called here.
  ///   - asker: gives who asks, of an identity.
  ///   - memory: what the bytes of a file are charged to.
  func asked(by peer: PeerID, of group: GroupID, _ asker: (IdentityID) -> Asker, memory: MemoryBudget) -> RoomRequest {
    func origin(_ number: UInt32) -> Origin { Origin(peer: peer, request: number) }
    switch self {
    case .submit(let number, var submission):
      submission.asker = asker(submission.asker.identity)
      submission.origin = origin(number)
      return .submit(submission)
    case .subscribe(let number, let subscribe, let identity, let format, let subscription, let begin):
      return .subscribe(subscribe, asker: asker(identity), origin: origin(number), format: format, subscription, begin)
    case .unsubscribe(let number, let subscription): return .unsubscribe(origin(number), subscription)
    case .tell(let number, let told): return .tell(told, origin(number))
    case .tellDraft(let number, let told): return .tellDraft(told, origin(number))
    case .readHistory(let number, let read, let identity):
      return .readHistory(read, asker: asker(identity), origin: origin(number))
    case .preview(let number, let invite, let displayName, let holder):
      return .look(.preview(invite, displayName: displayName, holder, origin(number)))
    case .summary(let number, let holder): return .look(.summary(holder, ListingNumber(rawValue: number), peer))
    case .question(let number, let question, let holder):
      return .look(.question(question.question(in: memory), holder, origin(number)))
    case .attachment(_, let wish, let minor, let holder): return .look(.attachment(wish, ofMinor: minor, holder, peer))
    case .token(let number, let access, let holder):
      // What it is for is known where it is asked.
      return .look(.token(.make(CreateGroupToken(), access), holder, origin(number)))
    case .streamed(let id, let outcome): return .streamed(id, outcome)
    case .nextPiece(let id): return .nextPiece(id, peer)
    case .mayAnswer(let number, let questioner): return .mayAnswer(number, peer, questioner, RelayNumber(rawValue: 0))
    }
  }

  func write(_ writer: inout NodeWriter) {
    switch self {
    case .submit(let number, let submission):
      writer.put(UInt8(0))
      writer.put(number)
      Self.write(submission, &writer)
    case .subscribe(let number, let subscribe, let identity, let format, let subscription, let begin):
      writer.put(UInt8(1))
      writer.put(number)
      writer.put(subscribe)
      writer.put(identity)
      writer.put(format)
      writer.put(subscription.rawValue)
      writer.put(begin.rawValue)
    case .unsubscribe(let number, let subscription):
      writer.put(UInt8(2))
      writer.put(number)
      writer.put(subscription.rawValue)
    case .tell(let number, let told):
      writer.put(UInt8(3))
      writer.put(number)
      writer.put(told)
    case .tellDraft(let number, let told):
      writer.put(UInt8(4))
      writer.put(number)
      writer.put(told)
    case .readHistory(let number, let read, let identity):
      writer.put(UInt8(5))
      writer.put(number)
      writer.put(read)
      writer.put(identity)
    case .preview(let number, let invite, let displayName, let holder):
      writer.put(UInt8(6))
      writer.put(number)
      writer.put(invite)
      writer.put(displayName)
      writer.put(holder)
    case .summary(let number, let holder):
      writer.put(UInt8(7))
      writer.put(number)
      writer.put(holder)
    case .question(let number, let question, let holder):
      writer.put(UInt8(8))
      writer.put(number)
      question.write(&writer)
      writer.put(holder)
    case .attachment(let number, let wish, let minor, let holder):
      writer.put(UInt8(9))
      writer.put(number)
      writer.put(wish == .add)
      writer.put(optional: minor) { $0.put($1) }
      writer.put(holder)
    case .token(let number, let access, let holder):
      writer.put(UInt8(10))
      writer.put(number)
      writer.put(access == .write)
      writer.put(holder)
    case .streamed(let id, let outcome):
      writer.put(UInt8(11))
      writer.put(id.rawValue)
      writer.put(outcome.code)
    case .nextPiece(let id):
      writer.put(UInt8(12))
      writer.put(id.rawValue)
    case .mayAnswer(let number, let questioner):
      writer.put(UInt8(13))
      writer.put(number)
      writer.put(optional: questioner) { Self.write($1, &$0) }
    }
  }

  private static func write(_ questioner: Questioner, _ writer: inout NodeWriter) {
    writer.put(questioner.owner.identity)
    writer.put(questioner.format)
  }

  private static func write(_ submission: Submission, _ writer: inout NodeWriter) {
    writer.put(submission.command)
    writer.put(submission.asker.identity)
    writer.put(optional: submission.invite) { $0.put($1) }
    writer.put(optional: submission.newCode) { writer, code in
      writer.put(code.text)
      writer.put(code.hash)
    }
    writer.put(optional: submission.newSecret) { $0.put($1) }
    writer.put(UInt32(clamping: submission.sizeBytes))
    writer.put(submission.isSpaceShort)
    writer.put(submission.isByToken)
    writer.put(optional: submission.serverRefusal) { $0.put($1) }
  }

  private static func begin(_ reader: inout NodeReader) throws(NodeFault) -> SubscriptionBegin {
    guard let begin = SubscriptionBegin(rawValue: try reader.number()) else {
      throw NodeFault(cause: "a subscription begins in no known way")
    }
    return begin
  }

  init(_ reader: inout NodeReader) throws(NodeFault) {
    switch try reader.number(UInt8.self) {
    case 0: self = .submit(try reader.number(), try Self.submission(&reader))
    case 1:
      self = .subscribe(
        try reader.number(), try reader.message(), try reader.id(), try reader.format(), SubscriptionNumber(rawValue: try reader.number()),
        try Self.begin(&reader))
    case 2: self = .unsubscribe(try reader.number(), SubscriptionNumber(rawValue: try reader.number()))
    case 3: self = .tell(try reader.number(), try reader.message())
    case 4: self = .tellDraft(try reader.number(), try reader.message())
    case 5: self = .readHistory(try reader.number(), try reader.message(), try reader.id())
    case 6: self = .preview(try reader.number(), try reader.id(), displayName: try reader.text(), try reader.id())
    case 7: self = .summary(try reader.number(), try reader.id())
    case 8: self = .question(try reader.number(), try NodeQuestion(&reader), try reader.id())
    case 9:
      self = .attachment(
        try reader.number(), try reader.flag() ? .add : .fetch,
        ofMinor: try reader.optional { (reader) throws(NodeFault) in try reader.id() }, try reader.id())
    case 10: self = .token(try reader.number(), try reader.flag() ? .write : .read, try reader.id())
    case 11: self = .streamed(CatchUpID(rawValue: try reader.number()), try StreamOutcome(code: try reader.number()))
    case 12: self = .nextPiece(CatchUpID(rawValue: try reader.number()))
    case 13:
      self = .mayAnswer(
        try reader.number(),
        try reader.optional { (reader) throws(NodeFault) in
          Questioner(owner: WorkOwner(identity: try reader.id(), address: nil), format: try reader.format())
        })
    default: throw NodeFault(cause: "a request is of no known kind")
    }
  }

  private static func submission(_ reader: inout NodeReader) throws(NodeFault) -> Submission {
    let command: Command = try reader.message()
    let identity: IdentityID = try reader.id()
    // Whose it is here and where the answer goes is filled in when it is asked.
    var submission = Submission(
      command: command, asker: Asker(identity: identity, holder: HolderID(high: 0, low: 0)), origin: Origin(peer: PeerID(0), request: 0))
    submission.invite = try reader.optional { (reader) throws(NodeFault) in try reader.id() }
    submission.newCode = try reader.optional { (reader) throws(NodeFault) in
      InviteCode(text: try reader.text(), hash: try reader.block())
    }
    submission.newSecret = try reader.optional { (reader) throws(NodeFault) in try reader.text() }
    submission.sizeBytes = Int(try reader.number(UInt32.self))
    submission.isSpaceShort = try reader.flag()
    submission.isByToken = try reader.flag()
    submission.serverRefusal = try reader.optional { (reader) throws(NodeFault) in try reader.message() }
    return submission
  }
}

extension StreamOutcome {
  fileprivate var code: UInt8 {
    switch self {
    case .whole: 0
    case .broken: 1
    case .failed: 2
    }
  }

  fileprivate init(code: UInt8) throws(NodeFault) {
    switch code {
    case 0: self = .whole
    case 1: self = .broken
    case 2: self = .failed
    default: throw NodeFault(cause: "the end of a catch-up is of no known kind")
    }
  }
}
