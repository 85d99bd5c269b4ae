import HearthProtocol
import Ledger

extension English {
  func outcome(_ outcome: Outcome) -> [String] {
    switch outcome {
    case .created(let group, let currency):
      ["Created \(group), in \(currency). You are its owner.", "Invite somebody: hearth invite --role adult"]
    case .joined(let group, let role): ["You are in \(group ?? "the group") as \(role?.word ?? "member").", "Watch it live: hearth feed"]
    case .asksToJoin(let group, let owner):
      ["You have asked to join \(group). \(owner) or an admin decides.", "Once you are in it is listed: hearth groups"]
    case .letIn(let name, let role): ["\(name) is in the group as \(role.word)."]
    case .notLetIn(let name): ["\(name) is not let in."]
    case .mayClaim(let id): ["A member of your name has no account yet. If that is you: hearth claim \(id)"]
    case .means(let group): ["Commands now mean \(group), unless you say --group."]
    case .entryChanged(let entry): ["Changed: \(entry)"]
    case .entryVoided(let entry): ["Voided: \(entry)"]
    case .entryRestored(let entry): ["Restored: \(entry)"]
    case .undone: ["Undone."]
    case .disputed(let entry): ["Disputed: \(entry)"]
    case .disputeWithdrawn(let entry): ["No longer disputed: \(entry)"]
    case .earns(let figure): [figure.map { "Noted: \($0) a month." } ?? "Taken away: what you earn is no longer known."]
    case .memberAdded(let name, let role):
      ["\(name) is in the group as \(role.word), without an account.", "Who joins as \(name): hearth join CODE --claim \"\(name)\""]
    case .memberRenamed(let name, let new): ["\(name) is now called \(new)."]
    case .memberColored(let name, let color): [color.isEmpty ? "\(name) has no colour now." : "The colour of \(name) is \(color)."]
    case .becomesMinor(let name, let isAccepting):
      [
        isAccepting
          ? "\(name) becomes a minor on accepting it: hearth role accept --accept-transparency" : "\(name) counts as a minor in 7 days."
      ]
    case .memberShares(let name, let shares): [sharing(name, shares) + "."]
    case .memberIs(let name, let role): ["\(name) is now \(role.word)."]
    case .memberRemoved(let name): ["\(name) was removed; their entries stay."]
    case .memberIsBack(let name, let role): ["\(name) is back as \(role.word)."]
    case .claimed(let name): ["You are \(name) in this group now."]
    case .left: ["You have left. What you owe or are owed stays in the books."]
    case .owns(let name): ["\(name) owns the group now; you are an admin."]
    case .asked(let role): ["The owner sees that you ask to become \(role.word)."]
    case .stays(let name, let role): ["\(name) stays \(role.word)."]
    case .roleAccepted: ["Accepted. The change has taken effect."]
    case .groupChanged: ["Changed."]
    case .groupArchived: ["Archived. hearth group unarchive takes it back."]
    case .groupUnarchived: ["The group is as before."]
    case .purgeRequested: ["The group is deleted 30 days from now. hearth group keep takes that back."]
    case .purgeCancelled: ["The group stays, in the archive."]
    case .policySet(let policy, let isAllowed): ["\(policy.text) \(isAllowed ? "Yes" : "No"), from now on."]
    case .categoryRetired: ["Retired: entries that have it keep it, and nobody can choose it."]
    case .budgetSet(let name, let limit, let period, let rollover): ["Budget \(name): \(limit) \(period.word)\(rollover)."]
    case .budgetRemoved(let name): ["Budget \(name) is removed; it counts nothing any more."]
    case .budgetReactivated(let name): ["Budget \(name) is active again."]
    case .deviceRevoked(let name): [deviceRevoked(name)]
    case .tokenRotated: [tokenRotated()]
    case .inviteRevoked(let invite): ["Revoked \(invite): nobody can join by it any more."]
    case .rateNoted(let rate, let day): ["\(rate) from \(day ?? "today") on. Entries that are there keep the rate they have."]
    case .receiptAdded(let receipt, let entry): ["Added \(receipt) to \(entry)."]
    case .receiptRemoved(let receipt, let entry): ["Removed \(receipt) from \(entry). The history still names it."]
    case .wroteBytes(let count, let path): ["Wrote \(count) bytes to \(path)."]
    case .wroteEntries(let count, let path): ["Wrote \(count == 1 ? "1 entry" : "\(count) entries") to \(path)."]
    case .wroteBundle(let events, let receipts, let path):
      [
        "Wrote \(events == 1 ? "1 event" : "\(events) events") and \(receipts == 1 ? "1 receipt" : "\(receipts) receipts") to \(path)."
      ]
    }
  }
}
