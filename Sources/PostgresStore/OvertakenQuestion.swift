/// When a node that says it lives asks which of its groups others have taken: when its last sign was so long ago that
/// they may have, now and then besides, since the database's clock may jump, and again until there is an answer.
struct OvertakenQuestion: Sendable {
  /// How many signs there are from one question to the next.
  static let signsBetween = 5

  private var signs = 0
  private var isOwed = false
  private var isAsked = false

  /// The node has said that it lives.
  ///
  /// - Parameter isLate: whether its lease had run out before.
  /// - Returns: whether to ask now; then `answered` follows.
  mutating func signed(isLate: Bool) -> Bool {
    signs = (signs + 1) % Self.signsBetween
    if isLate || signs == 0 { isOwed = true }
    guard isOwed, !isAsked else { return false }
    (isOwed, isAsked) = (false, true)
    return true
  }

  /// - Parameter isKnown: whether there was an answer.
  mutating func answered(isKnown: Bool) {
    isAsked = false
    if !isKnown { isOwed = true }
  }
}
