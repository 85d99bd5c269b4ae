import HearthProtocol
import Ledger

// Members compare the histories that they are told (SPEC PR-02, product N1). The room passes on what each says; it
// judges none of it, since it is the server that is looked at, and keeps nothing of it.
extension Room {
  /// A connection says where it stands in the lanes that it receives; the others that receive them are told.
  ///
  /// - Parameter now: milliseconds of the monotonic clock.
  public mutating func tell(_ told: TellHeads, origin: Origin, now: Int64) -> [RoomEffect] {
    // A member who is not shown as present tells nothing either.
    guard let subscription = headTeller(at: origin.peer), !subscription.isQuiet else { return [refusal(.notFound(), to: origin)] }
    if let flaw = told.flaw(headsMax: limits.headsMax) { return [refusal(flaw, to: origin)] }
    if let last = subscription.headsToldAt, now < last + limits.headsMilliseconds {
      return [refusal(.headsToldRecently(retryAfterMilliseconds: UInt32(clamping: last + limits.headsMilliseconds - now)), to: origin)]
    }
    subscriptions[origin.peer]?.headsToldAt = now
    for id in catchUps.keys where catchUps[id]?.origin.peer == origin.peer { catchUps[id]?.headsToldAt = now }
    // Positions of another epoch mean nothing here (SPEC SB-07), and a separated member is not told of (SPEC SE-01).
    guard told.epoch == epoch, separations.show(subscription) else { return [] }
    // The heads of lanes that the sender does not receive, or no longer, are passed over: a lane's readers hear nothing
    // from outside of it.
    return subscription.lanes.compactMap { lane in
      guard let head = told.heads.first(where: { $0.lane == lane.name }), let readers = recipients[lane] else { return nil }
      return .announce(.headTold(head, by: subscription.member, epoch: epoch, group: group), readers.without(origin.peer))
    }
  }

  /// The subscription of a connection that may tell its heads; nil: it has none. A subscription that was begun anew
  /// unasked counts meanwhile: a refusal would show that its member receives other lanes (SPEC LN-09).
  func headTeller(at peer: PeerID) -> Subscription? {
    if let subscription = subscriptions[peer] { return subscription }
    guard let catchUp = catchUps.values.first(where: { $0.origin.peer == peer && $0.isUnasked }) else { return nil }
    return Subscription(
      member: catchUp.member, asker: catchUp.asker, origin: catchUp.origin, lanes: history.state.lanes(readableBy: catchUp.member),
      format: catchUp.format, isQuiet: catchUp.isQuiet, headsToldAt: catchUp.headsToldAt)
  }

  func refusal(_ rejected: Rejected, to origin: Origin) -> RoomEffect {
    .answer(.rejected(rejected, group: group, request: origin.request), origin.peer)
  }
}

extension TellHeads {
  /// The flaw of the message, whoever sent it; nil: it has none.
  fileprivate func flaw(headsMax: Int) -> Rejected? {
    guard heads.count <= headsMax else {
      return .badRequest(
        .messageMalformed, field: "tell_heads.heads", cause: "There are \(heads.count) heads; at most \(headsMax) may be told at once.")
    }
    for (index, head) in heads.enumerated() {
      if head.position == 0 {
        return .badRequest(.numberOutOfRange, field: "tell_heads.heads[\(index)].position", cause: "The first position of a lane is 1.")
      }
      if head.hash.count != 32 {
        return .badRequest(
          .messageMalformed, field: "tell_heads.heads[\(index)].hash", cause: "A hash has 32 bytes, and this one \(head.hash.count).")
      }
    }
    return nil
  }
}

extension Recipients {
  func without(_ peer: PeerID) -> Recipients {
    var others = self
    for format in WireFormat.allCases { others[format].removeAll { $0 == peer } }
    return others
  }
}

extension ServerMessage {
  /// Where a member says to stand.
  fileprivate static func headTold(_ head: VerifiedHead, by member: MemberID, epoch: UInt64, group: GroupID) -> ServerMessage {
    var message = ServerMessage()
    message.headTold.groupID = group.description
    message.headTold.memberID = member.description
    message.headTold.epoch = epoch
    message.headTold.head = head
    return message
  }
}

extension Rejected {
  fileprivate static func headsToldRecently(retryAfterMilliseconds: UInt32) -> Rejected {
    Rejected(
      .rateLimited, cause: "This connection told its heads only just now.", remedy: "Tell the latest ones a little later.",
      retryAfterMilliseconds: retryAfterMilliseconds)
  }
}
