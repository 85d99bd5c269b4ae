import HearthProtocol
import Ledger

/// Why something was refused.
protocol RefusalPhrases {
  /// Cause and remedy of a refusal.
  func refusal(_ code: RejectionCode, _ rejected: Rejected) -> (cause: String, remedy: String)
  /// What its details say beside the cause; nil when the cause says it.
  func fact(_ fact: RefusalFact) -> String?
  func retry(seconds: Int64) -> String
  /// What the program says of its own accord, by the English pattern; empty in English.
  var wordings: [String: String] { get }
}
