import HearthProtocol

/// Coaching, mutes, and whom the owner alone coaches.
extension VectorSamples {
  static var coachingCommands: [VectorSample] {
    [
      VectorSample(
        "send_coaching anyway", commandMessage(.sendCoaching(make { ($0.recipientID, $0.text, $0.anyway) = (meera, "शाबाश!", true) }))),
      VectorSample("mute_coaching that ends it", commandMessage(.muteCoaching(make { ($0.memberID, $0.unmuted) = (ravi, true) }))),
      VectorSample(
        "set_category_total for a minor",
        commandMessage(
          .setCategoryTotal(
            make { ($0.memberID, $0.category, $0.periodStart, $0.amount) = (meera, "dining", "2026-11-01", money(12_000)) }))),
      VectorSample(
        "share_category that ends it",
        commandMessage(.shareCategory(make { ($0.memberID, $0.category, $0.shared) = (meera, "dining", false) }))),
      VectorSample(
        "restrict_coaching that ends it", commandMessage(.restrictCoaching(make { ($0.minorID, $0.lifted) = (meera, true) }))),
    ]
  }

  static var coachingEvents: [VectorSample] {
    [
      VectorSample(
        "coaching_sent",
        event(.coachingSent(make { ($0.recipientID, $0.text, $0.sentAtMs) = (meera, "शाबाश!", 1_793_016_000_000) }))),
      VectorSample("coaching_muted", event(.coachingMuted(make { $0.memberID = ravi }))),
      VectorSample(
        "category_shared", event(.categoryShared(make { ($0.memberID, $0.category, $0.shared) = (meera, "dining", true) }))),
      VectorSample(
        "category_shared that ends it",
        event(.categoryShared(make { ($0.memberID, $0.category, $0.periodStart) = (meera, "dining", "2026-11-01") }))),
      VectorSample(
        "category_total_set",
        event(
          .categoryTotalSet(
            make { ($0.memberID, $0.category, $0.periodStart, $0.amount) = (meera, "dining", "2026-11-01", money(12_000)) }))),
      VectorSample("coaching_restricted", event(.coachingRestricted(make { $0.minorID = meera }))),
    ]
  }

  static var inboxSnapshot: VectorSample {
    VectorSample(
      "the snapshot of an inbox with coaching",
      make { (snapshot: inout LaneSnapshot) in
        (snapshot.lane, snapshot.position) = ("inbox/" + meera, 3)
        snapshot.inbox.coaching = [
          make { ($0.senderID, $0.recipientID, $0.text, $0.atMs) = (ravi, meera, "शाबाश!", 1_793_016_000_000) }
        ]
        snapshot.inbox.coachingMutes = [make { $0.memberID = ravi }]
      })
  }
}
