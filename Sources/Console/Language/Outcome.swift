import HearthProtocol
import Ledger

/// What a command has done, to be told to whoever gave it.
enum Outcome {
  case created(group: String, currency: String)
  /// - Parameter role: nil when it is not known.
  case joined(group: String?, Role?)
  case asksToJoin(group: String, owner: String)
  case letIn(String, Role)
  case notLetIn(String)
  case mayClaim(id: String)
  case means(group: String)
  case entryChanged(String)
  case entryVoided(String)
  case entryRestored(String)
  case undone
  case disputed(String)
  case disputeWithdrawn(String)
  /// - Parameter figure: nil when it was taken away.
  case earns(figure: String?)
  case memberAdded(String, Role)
  case memberRenamed(String, to: String)
  /// - Parameter color: empty when it was taken away.
  case memberColored(String, color: String)
  /// - Parameter shares: nil: as their role has it.
  case memberShares(String, Bool?)
  /// - Parameter isAccepting: on accepting it; otherwise in 7 days.
  case becomesMinor(String, isAccepting: Bool)
  case memberIs(String, Role)
  case memberRemoved(String)
  case memberIsBack(String, Role)
  case claimed(String)
  case left
  case owns(String)
  case asked(Role)
  case stays(String, Role)
  case roleAccepted
  case groupChanged
  case groupArchived
  case groupUnarchived
  case purgeRequested
  case purgeCancelled
  case policySet(Policy, Bool)
  case categoryRetired
  case budgetSet(String, limit: String, BudgetPeriod, rollover: String)
  case budgetRemoved(String)
  case budgetReactivated(String)
  /// - Parameter id: with its label, if it has one.
  case inviteRevoked(String)
  case deviceRevoked(String)
  case tokenRotated
  /// - Parameter day: nil for today.
  case rateNoted(String, day: String?)
  case receiptAdded(String, to: String)
  case receiptRemoved(String, from: String)
  case wroteBytes(Int, to: String)
  case wroteEntries(Int, to: String)
  case wroteBundle(events: Int, receipts: Int, to: String)
}
